"""A Face Hugger's program: how it runs, what ends its play, when it spits."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station.core.marks import HUGGED, LEFT
from battlesim.rulesets.troice_station.creatures import program, target_choice
from battlesim.rulings.movement import MotionRoute
from battlesim.table.events import MovesAnnounced
from battlesim.table.pieces import Aboard

from .creature_steps import SLIT, act, at, told
from .things import battle, hugger, line, trooper


@pytest.mark.rule("TS-GAP-88", "TS-GAP-36", "TS-GAP-100")
def test_a_face_hugger_always_runs_and_is_out_of_play_after_a_hug() -> None:
    # gap 3: a plain move were enough, but it runs; 6+2 against 1+1 hugs, and two actions are left over
    done = act(battle(hugger("a", 10, 10), trooper("1A-2", 13.875, 10)), 3, 1, 6, 1)
    assert told(done) == ["a runs 6 + 1 = 7 in towards 1A-2: it always runs"]
    assert done.piece("a").place == Aboard("1A-2") and done.events_of(MovesAnnounced)[0].rule == "TS-GAP-88"


@pytest.mark.rule("TS-GAP-88")
def test_after_a_hug_that_is_a_plain_wound_it_runs_on_without_a_second_attack() -> None:
    state = battle(
        hugger("a", 10, 10), trooper("1A-2", 13.875, 10), trooper("1A-3", 20, 10),
        options={"hug": "plain_incapacitated"},
    )  # fmt: skip
    done = act(state, 2, 1, 6, 1, 6)
    assert at(done) == (20 - 0.875, 10) and not done.piece("1A-3").has_mark(HUGGED)


@pytest.mark.rule("TS-GAP-36")
@pytest.mark.parametrize(("inches", "x"), [("6", 17.0), ("5", 16.0), ("4", 15.0)])
def test_how_far_a_face_hugger_runs(inches: str, x: float) -> None:
    state = battle(hugger("a", 10, 10), trooper("1A-2", 40, 10), options={"face_hugger_move": inches})
    assert at(act(state, 1, 1)) == (x, 10)


@pytest.mark.rule("TS-GAP-100", "TS-ALN-18", "TS-GAP-88")
@pytest.mark.parametrize(("reading", "acts"), [("hug_only", ["runs"]), ("spits", ["spits"])])
def test_a_face_hugger_spits_by_option_with_a_last_action_that_brings_no_contact(
    reading: str, acts: list[str]
) -> None:
    # by the slit the man is 3 in away, the way round is far; with the last action it would spit
    state = battle(
        hugger("a", 17, 10), trooper("1A-2", 21, 10), terrain=[SLIT], options={"face_hugger_attacks": reading}
    )
    done = act(state, 1, 2)
    assert [line.split()[1] for line in told(done)] == acts


@pytest.mark.rule("TS-GAP-88", "TS-GAP-100")
@pytest.mark.parametrize(("left", "act"), [(1, "spit"), (2, "run")])
def test_a_face_hugger_spits_with_its_last_action_alone(left: int, act: str) -> None:
    beast = hugger("x", 15, 10, {LEFT: left})
    state = battle(trooper(), beast, options={"face_hugger_attacks": "spits"})
    far = target_choice.PreyRoute("a", MotionRoute(((15.0, 10.0), (10.875, 10.0)), 20.0, 20.0))
    row = program._hugger(state, beast, far)
    assert row and row.act == act


@pytest.mark.rule("TS-GAP-88", "TS-GAP-86", "TS-GAP-100")
@pytest.mark.parametrize(("x", "left", "act_of"), [(15.0, 1, "run"), (15.0, 2, "run")])
def test_a_face_hugger_that_can_reach_somebody_runs_rather_than_spits(
    x: float, left: int, act_of: str
) -> None:
    beast = hugger("h", x, 10, {"left": left})
    state = battle(*line(10), beast, options={"face_hugger_attacks": "spits"})
    row = program.programmed_action(state, beast)
    assert row and row.act == act_of
