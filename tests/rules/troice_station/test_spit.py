"""Spitting: at whom, from how far, and when a creature does it."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.mechanics.act_types import act_options
from battlesim.rulesets.troice_station.attack import shooting
from battlesim.rulesets.troice_station.core.marks import DOWN, FOUGHT, LEFT, MOVED, OVERWATCH, RAN
from battlesim.rulesets.troice_station.creatures import creature_actions, program
from battlesim.rulesets.troice_station.creatures.program import programmed_action
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Piece

from .creature_steps import SLIT, act, at, done_by, told
from .fire_steps import WALKED, needs, shot
from .rule_marks import ACT
from .things import alien, battle, hugger, marine, marker, rolls, trooper


@pytest.mark.rule("TS-GAP-86", "TS-ALN-08")
def test_with_its_last_action_it_spits_at_whom_it_cannot_reach() -> None:
    # the man behind the slit is 3.375 in away, but round to the door it is far more than 12
    state = battle(alien("a", 16, 10), trooper("1A-2", 21, 10), terrain=[SLIT])
    done = act(state, 1, 2)
    assert told(done) == ["a spits at 1A-2: contact is out of reach"] and rolls(done)[1] == "a at 1A-2"
    done = act(state, 2, 1, 1)
    assert [line.split()[1] for line in told(done)] == ["runs", "runs"], "with more actions to come it runs"


@pytest.mark.rule("TS-GAP-86")
@pytest.mark.parametrize(
    ("others", "target"),
    [
        ([("1A-3", 15.6)], "1A-3"),
        ([("1A-3", 15.6), ("1A-4", 14.8)], "1A-4"),
        ([("1A-4", 15.6), ("1A-3", 4.4)], "1A-3"),
    ],
    ids=["the lowest number", "then the nearest", "then the lowest id"],
)
def test_whom_it_spits_at(others: list[tuple[str, float]], target: str) -> None:
    # 1A-2 is the nearest, but ran: 3 + 1; the others stand still and are not the nearest: 3 - 1 + 1
    near = trooper("1A-2", 10, 13.2, marks=[MOVED, RAN])
    men = [trooper(id, x, 10) for id, x in others]
    state = battle(alien("a", 10, 10, marks=[FOUGHT, LEFT]), near, *men)
    row = programmed_action(state, state.table.piece("a"))
    assert row and (row.act, row.target_ids) == ("spit", (target,))


@pytest.mark.rule("TS-GAP-86")
def test_once_it_has_attacked_and_stands_free_it_spits_and_else_runs_on() -> None:
    # the claw kills 1A-2 (6+3 against 1+1), the tail has nobody; 1A-3 is 5 in away: spit, with both actions
    one, other = trooper("1A-2", 17.125, 10), trooper("1A-3", 22.125, 10)
    done = act(battle(alien("a", 10, 10), one, other), 3, 6, 1, 2, 2)
    assert [line.split()[1] for line in told(done)] == ["moves", "spits", "spits"]
    # 8 in away there is nobody to spit at: it runs on, and in contact it does not fight again
    far = trooper("1A-3", 25.125, 10)
    done = act(battle(alien("a", 10, 10), one, far), 3, 6, 1, 6)
    assert [line.split()[1] for line in told(done)] == ["moves", "runs"]
    assert at(done) == (24, 10) and rolls(done)[-1] == "a runs"


@pytest.mark.rule("TS-ALN-07", "TS-ALN-08", "TS-ALN-09", "TS-ALN-18")
@pytest.mark.parametrize(("x", "within"), [(17.125, True), (17.5, False)])
def test_a_spit_reaches_six_inches(x, within):
    state = battle(alien("x", 10, 10), marine("trooper", "a", x, 10, marks=WALKED))
    why = shooting.why_cannot_spit(state, state.table.piece("x"), state.table.piece("a"))
    assert str(why) == ("" if within else "6.4 in away, 0.4 in too far")


@pytest.mark.rule("TS-ALN-09")
def test_a_spit_is_a_shot_without_bonus_or_damage():
    state = battle(alien("x", 10, 10), marine("trooper", "a", 16, 10, marks=WALKED))
    assert needs(state, "x", "a") == 3
    assert shot(state, 3, 5, 1, firer="x", target="a").state.table.piece("a").has_mark(DOWN)


@pytest.mark.rule("TS-ACT-06", "TS-GAP-23", "TS-ALN-07", "TS-GAP-100")
@pytest.mark.parametrize(
    ("beast", "found"),
    [
        (alien("x", 14, 10), ["move", "run", "spit"]),
        (hugger("x", 14, 10), ["move", "run", "spit"]),
        (marker("x", 14, 10), ["move"]),
        (alien("x", 11.125, 10), []),
    ],
)
def test_by_option_face_huggers_spit_and_markers_never_do(beast: Piece, found: list[str]) -> None:
    state = battle(trooper(), beast, options={"face_hugger_attacks": "spits"})
    assert [
        option.act
        for option in act_options(
            creature_actions.CREATURE_ACTIONS, state, [beast], tuple(creature_actions.CREATURE_ACTIONS)
        )
    ] == found


@ACT
@pytest.mark.parametrize(
    ("kind", "dice", "rolls"),
    [("trooper", (6, 6, 1), 2), ("flamer", (6, 1, 1, 6), 2), ("flamer", (1, 6, 1, 6, 1), 3)],
)
def test_a_spit_is_lost_with_its_alien_or_its_target(kind: str, dice: Any, rolls: int) -> None:
    men = [marine(kind, "a", 10, 10, marks=[OVERWATCH]), marine("trooper", "b", 13, 10)]
    state = battle(*men, alien("x", 15, 10, [MOVED]))
    done = done_by(state, "spit", dice, ("b",), react="fire:a")
    assert len(done.events_of(DiceRolled)) == rolls


@pytest.mark.rule("TS-GAP-86", "TS-GAP-45")
def test_where_changes_count_on_the_die_an_alien_spits_at_whom_it_hits_with_less() -> None:
    men = [trooper(), trooper("b", 20, 10, marks=[MOVED])]
    state = battle(*men, alien("x", 15, 10), options={"modifier_sense": "die_roll"})
    row = program._aim(state, state.table.piece("x"))
    assert row and row.target_ids == ("b",)
