"""The special acts of a scenario: who can do which, the Action roll, and their effects."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import DiceScriptRun, d6_at_least, roll_together, single_roll
from battlesim.mechanics.deck import draw_from_deck
from battlesim.mechanics.turns import set_counters
from battlesim.rulings.measured_stops import CONTACT_IN
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.ids import CardId, MarkerId, UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Off, Piece

from ..core.events import ObjectivesChanged
from ..core.lookups import all_figures, combat_of, figure_kind, figures_of, groups_of
from ..core.objectives import EMPTY_PLACE, SpecialAct
from ..core.state import LUCKY_PREFIX, Battle, Game
from ..core.terrain import area_of
from .hidden_craft import hiding_place, uncover_craft
from .items import (
    carried_by,
    carried_ids,
    give_item,
    lay_down,
    objectives,
    room_for_items,
    take_item,
    touches,
)

ROLLS, DONE, NEEDS_ROLL = "MT-SPC-02", "MT-SPC-01", "MT-GAP-30"
NEEDED = 6
BESIDE_IN = 1.0


def helpers(state: Battle, group: UnitId) -> list[Piece]:
    """Return the figures that roll for a group's special act: its own figures, and helpers beside it."""
    own, side = figures_of(state, group), state.table.units[group].side
    others = all_figures(state, [unit.id for unit in groups_of(state, side) if unit.id != group])
    beside = [
        other
        for other in others
        if figure_kind(state, other).helps
        and not combat_of(state, other.unit)
        and any(piece_gap(state.table, other, figure) <= BESIDE_IN + TOL for figure in own)
    ]
    return [*own, *beside]


def needed_roll(state: Battle, group: UnitId) -> int:
    """Return what a die of a group's next Action roll must show at least."""
    return NEEDED - state.game.count(LUCKY_PREFIX + state.table.units[group].side)


def action_roll(play: Play[Game], group: UnitId, why: AnyText) -> Script[bool]:
    """Roll a die for each figure that helps, and return whether any of them has succeeded."""
    luck = LUCKY_PREFIX + play.state.table.units[group].side
    needed = needed_roll(play.state, group)
    set_counters(play, {luck: 0}, ROLLS)
    dice = [
        DiceScriptRun(single_roll(d6_at_least(needed, ROLLS, on="to succeed")))
        for _ in helpers(play.state, group)
    ]
    yield from roll_together(play, dice, why, rule=ROLLS, by=group)
    return any(run.end for run in dice)


def places_of(state: Battle, group: UnitId, act: SpecialAct) -> list[str]:
    """Return the unsearched places where a group could do a special act now."""
    figures = figures_of(state, group)
    if not act.at:
        return [""]
    return [place for place in known_places(state, group, act) if _is_at(state, figures, place)]


def known_places(state: Battle, group: UnitId, act: SpecialAct) -> list[str]:
    """Return the places of a special act as a group's side knows them, without searched places.

    The side of a hidden craft knows where it is.
    """
    if act.effect not in ("find", "uncover"):
        return list(act.at)
    owner = act.effect == "uncover" and state.table.piece(act.makes).side == state.table.units[group].side
    place = hiding_place(state, act.makes) if owner else None
    return [place] if place else [key for key in act.at if key not in objectives(state).searched]


def _is_at(state: Battle, figures: Sequence[Piece], place: str) -> bool:
    marker = state.table.markers.get(MarkerId(place))
    if marker is not None:
        return any(touches(figure, marker) for figure in figures)
    if place in state.table.pieces:
        piece = state.table.piece(place)
        here = piece.table_position is not None
        return here and any(piece_gap(state.table, piece, figure) <= CONTACT_IN for figure in figures)
    return any(area_of(state.table, figure) == place for figure in figures)


def is_anything_hidden(state: Battle) -> bool:
    """Return whether anything is still hidden in an unsearched place, which every side can work out."""
    finds = state.game.finds
    return any(card != EMPTY_PLACE for card in (finds.left if finds else ()))


def is_open_to(state: Battle, group: UnitId, act: SpecialAct) -> bool:
    """Return whether the side of a group may ever do a special act that is still available."""
    known = objectives(state)
    over = act.makes in known.flags or (act.effect == "take" and _is_taken(state, act))
    if act.effect == "uncover":
        over = not isinstance(state.table.piece(act.makes).place, Off)
    return not over and (not act.by or state.table.units[group].side in act.by)


def _is_taken(state: Battle, act: SpecialAct) -> bool:
    item = MarkerId(act.makes)
    return item in state.table.markers or any(
        item in carried_ids(state, figure) for figure in state.table.pieces.values()
    )


def why_cannot_do(state: Battle, group: UnitId, act: SpecialAct) -> AnyText:
    """Return why a group cannot do a special act now, or "" if it can."""
    if combat_of(state, group):
        return "it is locked in a fight"
    if act.after and act.after not in objectives(state).flags:
        return "something else must be done first"
    if act.needs and not _carriers(state, group, act.needs):
        return phrase("it carries no {needs}", act.needs)
    if act.effect == "take" and room_for_items(state, group) < 1:
        return "it carries as much as it can"
    return "" if places_of(state, group, act) else "it is not at the place"


def _carriers(state: Battle, group: UnitId, kind: str) -> list[Piece]:
    return [
        figure
        for figure in figures_of(state, group)
        if any(item.kind == kind for item in carried_by(state, [figure]))
    ]


def do_special_act(play: Play[Game], group: UnitId, act: SpecialAct) -> Script[bool]:
    """Carry out a special act and return whether it succeeds; the caller places any blast."""
    place = places_of(play.state, group, act)[0]
    text = phrase("{group} tries: {act}", Ref(group), act.title)
    if act.roll and not (yield from action_roll(play, group, text)):
        return False
    if not act.roll:
        play.log_message(text, by=group, rule=NEEDS_ROLL)
    if act.needs:
        _use_up(play, group, act.needs)
    if act.effect == "find":
        yield from _search(play, group, place)
    elif act.effect == "uncover":
        _look_for_craft(play, group, act, place)
    elif act.effect == "flag":
        play.emit(ObjectivesChanged(rule=DONE, flags=(act.makes,)))
    elif act.effect == "take":
        give_item(play, MarkerId(act.makes), figures_of(play.state, group)[0], DONE)
    return True


def _use_up(play: Play[Game], group: UnitId, kind: str) -> None:
    carrier = _carriers(play.state, group, kind)[0]
    item = next(item for item in carried_by(play.state, [carrier]) if item.kind == kind)
    take_item(play, carrier, item.id, DONE)


def _look_for_craft(play: Play[Game], group: UnitId, act: SpecialAct, place: str) -> None:
    if hiding_place(play.state, act.makes) == place:
        uncover_craft(play, act.makes)
        return
    play.emit(ObjectivesChanged(rule=DONE, searched=(place,)))
    play.log_message(phrase("{place} is empty", play.state.table.name_of(place)), by=group, rule=DONE)


def _search(play: Play[Game], group: UnitId, place: str) -> Script[None]:
    """Uncover what is hidden at a place: a card of the finds, whose order nobody knows."""
    items = objectives(play.state).items
    names: dict[CardId, str] = {CardId(key): item.name for key, item in items.items()}
    why = phrase("{place}: what is there?", play.state.table.name_of(place))
    card = yield from draw_from_deck(play, "finds", why, rule=DONE, by=group, names=names)
    play.emit(ObjectivesChanged(rule=DONE, searched=(place,)))
    name = play.state.table.name_of(place)
    if card == EMPTY_PLACE:
        play.log_message(phrase("{} is empty", name), by=group, rule=DONE)
        return
    finder = figures_of(play.state, group)[0]
    play.log_message(phrase("{} finds {} in {}", Ref(group), items[MarkerId(card)].name, name), rule=DONE)
    lay_down(play, MarkerId(card), finder.xy, DONE)
