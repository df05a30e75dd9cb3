"""Victory points, and the end of the battle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from battlesim.behaviour.advice import pieces_with_points
from battlesim.engine.ruleset import Outcome, PreviewRow
from battlesim.mechanics.scores import ScorePart, score_totals, scoring_rate_text
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Off, Piece

from ..core.lookups import has_trait, piece_profile
from ..core.marks import CAPTIVE, WORTH
from ..core.state import BUGS, MI, OF_ITS_OWN, SET_UP_PHASE, Battle
from ..ground.captives import DELIVERED

DEATHS = "MI-BOBJ-01"
TOTALS = "MI-GAP-63"


def _alive(state: Battle) -> list[Piece]:
    """Return the MI models on the table or aboard another model, without captives."""
    table = state.table
    return table.cached_value(
        "mobile infantry: alive",
        lambda: [p for p in table.pieces_of_side(MI) if p.in_play and p.hits > 0 and not p.has_mark(CAPTIVE)],
    )


def _at_outpost(state: Battle, pieces: Iterable[Piece]) -> list[Piece]:
    area = state.game.site.outpost
    return [p for p, at in pieces_with_points(state.table, pieces) if area is not None and area.contains(*at)]


def _people(state: Battle) -> list[Piece]:
    return [p for p in _alive(state) if piece_profile(p).humans and not has_trait(p, "survivors")]


def _survivors(state: Battle) -> list[Piece]:
    return [p for p in _alive(state) if has_trait(p, "survivors")]


def _hits(pieces: Iterable[Piece]) -> int:
    return sum(p.hits for p in pieces)


HUMAN_COUNTS: Mapping[str, tuple[str, Callable[[Battle], int]]] = {
    "anywhere": ("alive", lambda state: _hits(_people(state))),
    "outpost_or_evacuated": ("at the outpost", lambda state: _hits(_at_outpost(state, _people(state)))),
}
"""Which people count as saved, by option value, in words and as a number."""


def saved_human_count(state: Battle) -> int:
    """Return the number of people in the Mobile Infantry force who are saved, including those evacuated."""
    _, count = HUMAN_COUNTS[state.game.parameters.humans_count]
    found = count(state) + state.game.count("evacuated_humans")
    return found + (_hits(_survivors(state)) if state.game.site.scoring.survivors_are_humans else 0)


def rescued_survivor_count(state: Battle) -> int:
    """Return the number of survivors who are inside the outpost or have been evacuated."""
    return _hits(_at_outpost(state, _survivors(state))) + state.game.count("evacuated_survivors")


def _rolled_points(state: Battle) -> int:
    safe = sum(p.mark_count(WORTH) for p in _at_outpost(state, _survivors(state)))
    return safe + state.game.count("evacuated_worth")


SURVIVOR_PAYMENTS: Mapping[str, tuple[str, Callable[[Battle], int]]] = {
    "half": (
        scoring_rate_text(1, 2, "", "survivors at the outpost"),
        lambda state: rescued_survivor_count(state) // 2,
    ),
    "each": (scoring_rate_text(1, 1, "survivor at the outpost", ""), rescued_survivor_count),
    "rolled": ("D3 VP for each stand of survivors", _rolled_points),
}
"""What survivors score, by option value, in words and in points."""


def dead_human_count(state: Battle) -> int:
    """Return the number of hit points that humans, including survivors and captives, have lost for good."""
    return state.game.count("dead_humans") + state.game.count("dead_survivors")


def _of_company(state: Battle) -> Iterable[ScorePart]:
    """Yield the parts of the MI's score."""
    scoring, game = state.game.site.scoring, state.game
    every, count, (how, _) = (
        scoring.humans_per_point,
        saved_human_count(state),
        HUMAN_COUNTS[game.parameters.humans_count],
    )
    pays = scoring_rate_text(1, every, f"human {how}", f"humans {how}")
    yield ScorePart(pays, count, count // every, "MI-OBJ-01")
    if scoring.survivors_score:
        pays, points = SURVIVOR_PAYMENTS[game.parameters.survivor_points]
        yield ScorePart(pays, rescued_survivor_count(state), points(state), "MI-OBJ-04")
    if scoring.entrance_destroyed:
        shut = min(1, game.count("entrances_destroyed"))
        pays = f"{scoring.entrance_destroyed} VP for a destroyed Tunnel Entrance"
        yield ScorePart(pays, shut, scoring.entrance_destroyed * shut, OF_ITS_OWN)
    if game.points[MI]:
        yield ScorePart("VP booked when they were scored", 1, game.points[MI], TOTALS)


def _of_bugs(state: Battle) -> Iterable[ScorePart]:
    """Yield the parts of the Arachnids' score."""
    scoring, game = state.game.site.scoring, state.game
    every, count = scoring.dead_per_point, dead_human_count(state)
    pays = scoring_rate_text(scoring.point_for_dead, every, "dead human", "dead humans")
    yield ScorePart(pays, count, count // every * scoring.point_for_dead, DEATHS)
    robots, plasma = game.count("dead_robots"), game.count("dead_plasma")
    if scoring.robot:
        pays = scoring_rate_text(scoring.robot, 1, "destroyed mech", "")
        yield ScorePart(pays, robots, scoring.robot * robots, DEATHS)
    if scoring.plasma:
        pays = scoring_rate_text(scoring.plasma, 1, "dead Plasma bug", "")
        yield ScorePart(pays, plasma, scoring.plasma * plasma, "MI-BOBJ-05")
    if scoring.first_captive or scoring.more_captives or game.points[BUGS]:
        pays = f"{scoring.first_captive} VP for the first captive at a tunnel"
        pays += f", then {scoring.more_captives}" if scoring.more_captives else ""
        yield ScorePart(pays, game.count("captives_delivered"), game.points[BUGS], DELIVERED)


def score_parts(state: Battle) -> dict[SideKey, tuple[ScorePart, ...]]:
    """Return the items that make up each side's score."""
    return {MI: tuple(_of_company(state)), BUGS: tuple(_of_bugs(state))}


def scores(state: Battle) -> dict[SideKey, float]:
    """Return the score of each side if the battle ended now."""
    return score_totals(score_parts(state))


def end_conditions(state: Battle) -> tuple[PreviewRow, ...]:
    """Return the conditions that end the battle, each with the side that then wins."""
    gone = (
        "No soldier, or no bug, is left" if state.game.site.ends_without_bugs else "Nobody of the MI is left"
    )
    return (
        PreviewRow(f"After turn {state.game.parameters.turns}", "more VP win", TOTALS),
        PreviewRow(gone, "it ends at once"),
    )


def _reason(state: Battle) -> str:
    """Return why the battle is over, or "" if it goes on.

    The last game turn is completed, so that both sides have had the same number of turns (MI-GAP-32).
    """
    game = state.game
    if game.phase == SET_UP_PHASE or game.turn == 0:
        return ""
    if game.turn > game.parameters.turns:
        return f"turn {game.parameters.turns} is over"
    return _nobody_left(state)


def _nobody_left(state: Battle) -> str:
    left = [p for p in _alive(state) if not has_trait(p, "aircraft")]
    if state.game.site.ends_without_bugs:
        if all(has_trait(p, "survivors") for p in left) and not _is_to_come(state):
            return "no soldier is left on the table" + _but_captives(state)
        bugs = (p.place for p in state.table.pieces_of_side(BUGS) if has_trait(p, "bug"))
        fights = any(not isinstance(place, Off) or place.why == "reserve" for place in bugs)
        return "" if fights else "no bug is left"
    if left or _is_to_come(state):
        return ""
    return "nobody of the company is left on the table" + _but_captives(state)


def _but_captives(state: Battle) -> str:
    """Return " but captives" if only captives are left in play, else ""."""
    captives = any(p.has_mark(CAPTIVE) and p.in_play for p in state.table.pieces_of_side(MI))
    return " but captives" if captives else ""


def _is_to_come(state: Battle) -> bool:
    """Return whether the scenario has an MI unit that has not arrived yet."""
    late = [unit.id for unit in state.game.units.values() if unit.arrives]
    return any(p.place == Off("reserve") for unit in late for p in state.table.pieces_of_unit(unit))


def battle_outcome(state: Battle) -> Outcome | None:
    """Return the outcome of a battle, or None if it is not over."""
    reason = _reason(state)
    if not reason:
        return None
    found = scores(state)
    ahead = sorted(found, key=lambda side: -found[side])
    winners = tuple(ahead[:1]) if found[ahead[0]] > found[ahead[1]] else ()
    return Outcome(winners, found, reason)
