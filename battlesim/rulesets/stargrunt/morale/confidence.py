"""Confidence tests: their causes, their threat level, and the levels lost in a failure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.pieces import set_mark
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..attack.casualties import (
    NEW_LEADER,
    casualties_among,
    lost_its_leader,
    replace_leader,
    untreated,
)
from ..core.lookups import confidence, leader_of, people_of, unit_rules
from ..core.marks import CONFIDENCE, CONFIDENCE_NAMES, ROUTED, WAS_SUPPRESSED
from ..core.parameters import Motivation
from ..core.profiles import NO_TEST, ThreatRow, tables
from ..core.state import Battle, Game
from .independent import has_no_levels, mark_independent
from .suppression import suppress
from .tests import confidence_roll

TEST = "SG-CNF-02"
LOSES = "SG-CNF-03"
ROWS = "SG-GAP-76"


class ThreatLevel(NamedTuple):
    """The threat level of a confidence test, and the rows of the table from which it is made."""

    level: int
    rows: tuple[tuple[ThreatRow, int], ...]


def unit_motivation(state: Battle, unit: Unit) -> Motivation:
    """Return a unit's motivation: high for aliens, else its own or that of the battle (SG-GAP-33)."""
    if unit_rules(unit).automated:
        return "high"
    return unit_rules(unit).motivation or state.game.parameters.motivation


def threat_of(
    state: Battle, unit: Unit, causes: Sequence[str], wounded: int, *, added: Sequence[str] = ()
) -> ThreatLevel | None:
    """Return the threat level for the given causes of a test, or None if no test is required.

    The highest of the basic causes counts, and the added ones are added to it (SG-GAP-77). Some of the latter
    can cause a test by themselves, such as artillery if an option says so.
    """
    motivation, known = unit_motivation(state, unit), tables()
    bare = [(row, row.level(motivation)) for row in (known.threat[cause] for cause in causes)]
    highest = max(bare, key=lambda pair: pair[1], default=None)
    if highest is None or highest[1] == NO_TEST:
        if not any(_is_a_cause(state, row) for row in added):
            return None
        highest = None
    more = [(known.added[row], known.added[row].level(motivation)) for row in added]
    hurt = wounded * known.added["untreated"].level(motivation)
    rows = (*([highest] if highest else []), *more, *([(known.added["untreated"], hurt)] if hurt else []))
    return ThreatLevel(sum(level for _, level in rows), rows)


def _is_a_cause(state: Battle, row: str) -> bool:
    """Return whether an added row alone calls for a test: support does by option (SG-GAP-78)."""
    return row == "abandoned" or state.game.parameters.artillery_always_tests


def causes_of_fire(
    casualties: int, survivors: int, leader_lost: bool, first_suppressed: bool
) -> Iterator[str]:
    """Yield the causes of a confidence test that result from an attack."""
    if first_suppressed:
        yield "suppressed"
    if casualties:
        yield "casualties"
    if casualties > survivors:
        yield "heavy_casualties"
    if leader_lost:
        yield "leader_lost"


def test_after_fire(
    play: Play[Game],
    unit: UnitId,
    before: Sequence[Piece],
    suppressed: bool,
    added: Sequence[str] = (),
    least_lost: int = 0,
) -> Script[None]:
    """Make a unit take any test that an attack requires, and replace a lost leader (SG-CNF-01).

    The unit counts as having lost at least `least_lost` figures.
    """
    own = play.state.table.units[unit]
    first = suppressed and not own.has_mark(WAS_SUPPRESSED)
    if first:
        set_mark(play, [unit], WAS_SUPPRESSED, 1, TEST)
    survivors = len(people_of(play.state, unit))
    if not survivors:
        return
    lost = max(least_lost, len(casualties_among(play.state, before)))
    leaderless = lost_its_leader(play.state, unit)
    causes = list(causes_of_fire(lost, survivors, leaderless, first))
    threat = threat_of(play.state, own, causes, untreated(play.state, unit), added=added)
    if threat is not None:
        yield from take_confidence_test(play, unit, threat.level)
    if leaderless:
        suppress(play, unit, NEW_LEADER)
        yield from replace_leader(play, unit)


def test_for_lost_leader(play: Play[Game], unit: UnitId) -> Script[None]:
    """Make a unit take a confidence test for the loss of its leader in a close assault (SG-GAP-160)."""
    own = play.state.table.units[unit]
    threat = threat_of(play.state, own, ["leader_lost"], untreated(play.state, unit))
    if threat is not None:
        yield from take_confidence_test(play, unit, threat.level)


def take_confidence_test(play: Play[Game], unit: UnitId, threat: int, rule: str = TEST) -> Script[bool]:
    """Roll a confidence test and apply a failure. Return whether the unit passed.

    If an option says so, aliens pass without a test.
    """
    own = play.state.table.units[unit]
    if unit_rules(own).automated and play.state.game.parameters.aliens_are_fearless:
        return True
    roll = confidence_roll(play.state, own, threat, rule)
    text = phrase("{}: confidence", own.name)
    by = leader_of(play.state, unit).id
    reached = yield from roll_script(play, single_roll(roll), text, rule=rule, by=by)
    lose_confidence(play, unit, len(roll.thresholds) - reached)
    return bool(reached == len(roll.thresholds))


def lose_confidence(play: Play[Game], unit: UnitId, levels: int, rule: str = LOSES) -> None:
    """Lower a unit's confidence by a number of levels; most independent figures have no levels."""
    own = play.state.table.units[unit]
    if levels and has_no_levels(play.state, own):
        mark_independent(play, own, levels)
        return
    now = confidence(own)
    level = max(ROUTED, now - levels)
    if level != now:
        set_mark(play, [unit], CONFIDENCE, level, rule)
        play.log_message(phrase("{} is {}", own.name, CONFIDENCE_NAMES[level].lower()), rule=rule)
