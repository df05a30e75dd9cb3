"""Complete states that agree with what the Mobile Infantry see, with unseen Arachnids placed at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from battlesim.engine.dice import Rng
from battlesim.table.compound_names import compound_name
from battlesim.table.pieces import Below, Off, Piece

from ..core.lookups import has_trait, tunneling_markers_on_table
from ..core.state import BUGS, Battle, HiddenEntrance
from . import reinforcements
from .forces import arachnid_pool, new_reserve_models
from .reinforcements import ARRIVAL_PHASE, COUNTED_MILESTONE, DUE_COUNTER
from .set_up import has_entrances_to_draw, north_face_point

WARRIOR_GROUP = reinforcements.MARKER_GROUPS["marker"]


def determinize(shown: Battle, rng: Rng) -> Battle:
    """Return a complete state that agrees with a side's view; a complete view is returned unchanged.

    Unseen models are placed below visible markers or in reserve, and hidden entrances at structures.
    """
    if _is_whole(shown):
        return shown
    return _with_arrivals(_with_models(_with_entrances(shown, rng), rng), rng)


def _is_whole(shown: Battle) -> bool:
    """Return whether the view contains anything that the MI never see."""
    unseen = any(
        isinstance(p.place, Below) or p.place == Off("reserve") for p in shown.table.pieces_of_side(BUGS)
    )
    return (
        unseen
        or bool(shown.game.hidden)
        or any(reinforcements.arrivals_due(shown, row.kind) for row in shown.game.site.schedule)
    )


def _with_entrances(shown: Battle, rng: Rng) -> Battle:
    """Hide the unrevealed entrances at structures that have not been searched.

    Entrances that are still to be drawn in turn 0 are left to that step.
    """
    game = shown.game
    left = game.site.hidden_entrances - game.count("entrances_revealed")
    if game.parameters.hidden_sites == "none" or left <= 0 or has_entrances_to_draw(shown):
        return shown
    houses = [t for t in shown.table.ground.terrain if t.kind == "building" and t.id not in game.searched]
    chosen = rng.sample(houses, min(left, len(houses)))
    guessed = (HiddenEntrance(f"guess-{k}", t.id, *north_face_point(t)) for k, t in enumerate(chosen, 1))
    return shown.with_game(hidden=tuple(guessed))


def _with_models(shown: Battle, rng: Rng) -> Battle:
    """Return the state with unseen models in reserve and some of the Warriors below each visible marker."""
    unseen = _unseen(shown)
    warriors = [model for model in unseen.values() if model.kind == "warrior"]
    for marker in tunneling_markers_on_table(shown):
        group = warriors[: rng.randrange(1, WARRIOR_GROUP.max_warriors + 1)]
        del warriors[: len(group)]
        unseen |= {model.id: replace(model, place=Below(marker.id)) for model in group}
    return shown.with_table(shown.table.with_pieces(*unseen.values()))


def _unseen(shown: Battle) -> dict[str, Piece]:
    """Return the models that exist in addition to the visible models, by id, all in reserve.

    They are the rest of the pool. If the scenario lists its models instead, there are as many of each kind as
    the schedule brings in one turn.
    """
    whole, seen = (
        arachnid_pool(shown.game.parameters),
        [p for p in shown.table.pieces_of_side(BUGS) if has_trait(p, "bug")],
    )
    if any(model.id not in whole for model in seen):
        whole = _listed(shown, Counter(model.kind for model in seen))
    return {id: model for id, model in whole.items() if id not in shown.table.pieces}


def _listed(shown: Battle, seen: Mapping[str, int]) -> dict[str, Piece]:
    """Return the models that the schedule adds to the models `seen`, and a full group for each marker."""
    most = {row.kind: max(map(abs, row.by_turn), default=0) for row in shown.game.site.schedule}
    left = Counter({kind: max(0, number - seen.get(kind, 0)) for kind, number in most.items()})
    left["warrior"] += WARRIOR_GROUP.max_warriors * len(tunneling_markers_on_table(shown))
    return {p.id: p for kind, number in left.items() for p in new_reserve_models(kind, number, "guess-")}


def _with_arrivals(filled: Battle, rng: Rng) -> Battle:
    """Make as many reinforcements due as the schedule still allows in the current phase of arrivals.

    At least one model is due if another group is expected.
    """
    game = filled.game
    if game.phase != ARRIVAL_PHASE or COUNTED_MILESTONE not in game.passed or ARRIVAL_PHASE in game.passed:
        return filled
    pieces = filled.table.pieces
    due = reinforcements.scheduled_arrivals(
        filled, Counter(pieces[id].kind for id in game.acted if id in pieces)
    )
    awaited = _due(filled, due)
    if game.activation is not None or reinforcements.kinds_due(awaited):
        return awaited
    able = reinforcements.kinds_due(_due(filled, dict.fromkeys(due, 1)))
    return _due(filled, {rng.choice(able): 1}) if able else filled


def _due(state: Battle, numbers: Mapping[str, int]) -> Battle:
    """Return the state with the given numbers of models still to arrive."""
    counted = {compound_name(DUE_COUNTER, kind): number for kind, number in numbers.items() if number}
    return state.with_game(tally=state.game.tally | counted)
