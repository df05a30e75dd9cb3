"""The MI turn: order of its steps, each unit once, Alert, who goes first, what ends with a turn."""

from __future__ import annotations

import pytest

from battlesim.mechanics.activation import ActivationBegan
from battlesim.mechanics.pieces import gap, is_within_distance
from battlesim.mechanics.turns import PhaseBegan
from battlesim.rulesets.mobile_infantry.core.state import Rectangle, Site, turn_phases
from battlesim.rulesets.mobile_infantry.underground.tunnel_entrances import why_no_entrance
from battlesim.table.events import MarksChanged, PiecesAdded
from battlesim.table.pieces import Aboard, Marker
from tests.rules.mobile_infantry.acts import do, refusal
from tests.rules.mobile_infantry.field import field, lieutenant, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import led, offered, steps


@pytest.mark.rule("MI-TURN-01", "MI-AIR-01")
def test_activations_then_alert_then_the_strike_run() -> None:
    state = field(
        lieutenant("LA", 5, 5, unit="A"),
        lieutenant("LB", 5, 15, unit="B"),
        turn=4,
        phase="mi_activations",
        tally={"runs_granted": 1},
    )
    answers = {
        "activate": ["B", "A"],
        "action": ["end", "end"],
        "strike": ["napalm"],
        "line": [(0.0, 40.0), (72.0, 40.0)],
    }
    done = steps(state, 11, answers)
    assert [e.activation.unit for e in done.events_of(ActivationBegan)] == ["B", "A"]
    order = [
        ("activation" if isinstance(e, ActivationBegan) else "run" if isinstance(e, PiecesAdded) else e.rule)
        for e in done.events
        if isinstance(e, ActivationBegan | PiecesAdded)
        or (isinstance(e, MarksChanged) and e.rule == "MI-TURN-03")
    ]
    assert order == ["activation", "activation", "MI-TURN-03", "run"]
    assert done.state.game.phase == "bugs_start"


@pytest.mark.rule("MI-AIR-01")
def test_no_run_between_two_activations() -> None:
    state = field(lieutenant("LA", 5, 5), rifles("B1", 5, 25, unit="B"), tally={"runs_granted": 1})
    stopped = steps(state, 4, {"activate": ["A"], "action": ["end"]}, until="strike")
    assert "strike" not in [d.what for d in stopped.asked]
    assert stopped.asked[-1].what == "activate"


@pytest.mark.rule("MI-TURN-02")
def test_a_unit_is_activated_once_a_turn_and_again_in_the_next() -> None:
    state = field(lieutenant("L", 5, 5), rifles("R", 5, 8), rifles("B1", 5, 25, unit="B"))
    done = steps(state, 4, {"activate": ["A"], "action": ["end"]}, until="nothing")
    assert done.state.game.acted == ("A", "L", "R")
    stopped = do(done.state, "mi_activate", until="activate")
    assert offered(stopped, "activate") == {"B", "pass"}
    assert refusal(stopped, "activate", "A") == "MI-TURN-02: A has acted in this turn"

    later = done.state.with_game(phase="turn_end", acted=())
    assert offered(
        do(later.with_game(phase="mi_activations"), "mi_activate", until="activate"), "activate"
    ) == {
        "A",
        "B",
        "pass",
    }


@pytest.mark.rule("MI-TURN-02")
def test_acted_is_forgotten_when_the_other_side_begins() -> None:
    state = field(lieutenant("L", 5, 5), phase="mi_strike_runs", acted=("A", "L"))
    assert steps(state, 1).state.game.acted == ()


@pytest.mark.rule("MI-TURN-03")
def test_every_model_gets_alert_once_whether_it_acted_or_not() -> None:
    state = field(
        lieutenant("A1", 5, 5),
        rifles("A2", 5, 8, marks=["alert"]),
        rifles("B1", 5, 25, unit="B"),
        piece("survivors", "S", 9, 9),
        piece("viking", "V", 53, 23, unit="V"),
        rifles("X", place=Aboard("V")),
        phase="mi_alert",
        acted=("A", "A1", "A2"),
    )
    after = do_alert(state)
    assert {p.id: p.mark_count("alert") for p in after.table.pieces.values()} == {
        "A1": 1,
        "A2": 1,
        "B1": 1,
        "S": 0,
        "V": 1,
        "X": 0,
    }
    assert after.game.passed == ("mi_alert",)


def do_alert(state):  # type: ignore[no-untyped-def]
    return steps(state, 1).state


@pytest.mark.rule("MI-GAP-09", "MI-TRT-08")
def test_alert_ends_with_the_own_turn_and_counters_go() -> None:
    squad = rifles("R", 5, 5, marks={"alert": 1, "ammo": 3})
    state = field(squad, warrior("W", 60, 40, marks=["alert"]), phase="mi_start", tally={"radio_tried": 1})
    after = steps(state, 1).state
    assert after.table.piece("R").marks == ()
    assert after.table.piece("W").has_mark("alert")
    assert after.game.count("radio_tried") == 0

    bugs = steps(state.with_game(phase="bugs_start"), 1).state
    assert not bugs.table.piece("W").has_mark("alert")
    assert bugs.table.piece("R").mark_count("ammo") == 3


@pytest.mark.rule("MI-GAP-09", "MI-GAP-70")
@pytest.mark.parametrize(
    ("value", "first", "second"), [("mi", "mi_start", "bugs_start"), ("arachnid", "bugs_start", "mi_start")]
)
def test_who_goes_first(value: str, first: str, second: str) -> None:
    state = field(lieutenant("L", 5, 5), phase="set_up", turn=0, options={"first_side": value})
    assert state.game.phases == turn_phases(state.game.parameters.first_side)
    begun = steps(state.with_game(passed=("stand_to",)), 1)
    assert begun.events_of(PhaseBegan)[0].phase == first
    assert (begun.state.game.turn, begun.state.game.phases.index(second)) == (1, 4)


@pytest.mark.rule("MI-GAP-09", "MI-GAP-59")
def test_a_game_turn_ends_with_its_limits_and_the_smoke_of_the_turn_before() -> None:
    squad = rifles("R", 5, 5, marks={"healed": 1, "slow:grenades": 1, "moved": 1})
    old, new = Marker("s1", "smoke", 9, 9, 2, 3, until=3), Marker("s2", "smoke", 20, 9, 2, 3, until=4)
    after = steps(field(squad, old, new, turn=3, phase="turn_end"), 1).state
    assert [m.name for m in after.table.piece("R").marks] == ["moved"]
    assert list(after.table.markers) == ["s2"]
    begun = steps(after, 1).state
    assert (begun.game.turn, begun.game.phase) == (4, "mi_start")


@pytest.mark.rule("MI-TURN-01")
def test_an_activation_without_anybody_left_is_closed() -> None:
    state = field(lieutenant("L", 5, 5, hits=0), rifles("B1", 5, 25, unit="B"), activation=led("L"))
    assert steps(state, 1).state.game.activation is None


@pytest.mark.rule("MI-OBJ-02")
@pytest.mark.parametrize(("x", "stopped"), [(54.0, True), (40.0, False)])
def test_the_bedrock_of_the_outpost_lets_no_tunnel_up(x: float, stopped: bool) -> None:
    state = field(piece("tunneling_marker", "M", x, 24), site=Site(bedrock=Rectangle(46, 16, 62, 32)))
    words, _ = why_no_entrance(state, x, 24)
    assert ("bedrock" in words) is stopped
    assert bool(words) is stopped


@pytest.mark.rule("MI-GAP-05")
def test_distances_run_between_bases_and_limits_are_inclusive() -> None:
    state = field(
        rifles("R", 10, 10),
        warrior("W", 21, 10),
        piece("light_mech", "K", 10, 20),
        piece("heavy_mech", "H", 14.25, 20),
        piece("tanker", "T", 30, 30),
        piece("viking", "V", 30, 36.25, unit="V"),
    )
    assert (gap(state, "R", "W"), gap(state, "K", "H"), gap(state, "T", "V")) == pytest.approx(
        (10.0, 2.5, 3.0)
    )
    assert (
        is_within_distance(10.0, 10.0)
        and is_within_distance(10.004, 10.0)
        and not is_within_distance(10.01, 10.0)
    )
