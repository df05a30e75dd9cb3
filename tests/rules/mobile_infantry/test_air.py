"""Aircraft: strike runs of Thunderbolts, dropships that come, land, take people aboard and leave."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.ruleset import PreviewRow
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.air import strike_run, viking
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.battle import victory
from battlesim.rulesets.mobile_infantry.core.state import Battle, CircularZone, Rectangle, Site
from battlesim.rulesets.mobile_infantry.ground import movement
from battlesim.rulesets.mobile_infantry.losses import hit_points
from battlesim.table.events import (
    DiceRolled,
    MarkerPlaced,
    MessageLogged,
    PiecesAdded,
    PiecesMoved,
    PiecesRemoved,
)
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Aboard, Off, OnTable
from tests.rules.mobile_infantry.acts import leg, refusal
from tests.rules.mobile_infantry.field import ScriptResult, field, lieutenant, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led, offered, steps

EAST = [(0.0, 24.0), (72.0, 24.0)]
SITE = Site(landing=CircularZone(53, 23.5, 3), outpost=Rectangle(46, 16, 62, 32))


def run(state: Battle, dice: tuple[int, ...] = (), until: str = "", **answers: list[Any]) -> ScriptResult:
    """One strike run."""
    return perform(state, strike_run.fly_strike_run, answers, dice, until)


def granted(*things: Any, **more: Any) -> Battle:
    """A battle in the phase of strike runs with one run to fly."""
    return field(*things, phase="mi_strike_runs", **({"tally": {"runs_granted": 1}} | more))


@pytest.mark.rule("MI-AIR-02")
def test_entry_and_exit_are_two_points_of_the_edge() -> None:
    entry = run(granted(), strike=["napalm"], until="line")
    assert refusal(entry, "line", (5.0, 5.0)) != ""
    assert refusal(entry, "line", (0.0, 20.0)) == ""
    done = run(granted(), strike=["napalm"], line=[(10.0, 0.0), _leave_elsewhere])
    assert done.events_of(PiecesAdded)[0].pieces[0].xy == (10, 0)
    assert done.state.game.count("runs_flown") == 1


def _leave_elsewhere(decision, state):  # type: ignore[no-untyped-def]
    assert "the line begins at this point" in decision.check(state, (10.0, 0.0)).reason
    return (60.0, 0.0)  # two points of one edge are allowed


@pytest.mark.rule("MI-AIR-03")
def test_the_bomber_is_on_the_table_during_its_run_alone() -> None:
    done = run(granted(rifles("R", 5, 5)), strike=["napalm"], line=EAST)
    (came,), (left,) = done.events_of(PiecesAdded), done.events_of(PiecesRemoved)
    assert came.pieces[0].place == OnTable(0, 24, 0.0)
    assert left.pieces[0].id == came.pieces[0].id
    assert list(done.state.table.pieces) == ["R"]
    assert strike_run.next_step(done.state) is None


@pytest.mark.rule("MI-AIR-04")
def test_targets_are_those_whose_base_the_line_touches() -> None:
    bugs = [warrior("A", 30, 24.4), warrior("B", 35, 24.5), warrior("C", 40, 24.6)]
    stopped = run(granted(*bugs), strike=["heat_missile"], line=EAST, until="target")
    assert offered(stopped, "target") == {"A", "B", "no"}


@pytest.mark.rule("MI-AIR-05", "MI-AIR-10")
def test_two_releases_of_one_type_in_the_order_reached() -> None:
    tanker, plasma = piece("tanker", "T", 20, 24), piece("plasma_bug", "P", 50, 24)
    state = granted(tanker, plasma, warrior("W", 60, 24))
    done = run(state, (9, 4, 2, 1, 1), strike=["heat_missile"], line=EAST, target=["T", "P"])
    assert done.piece("T").hits == 3
    assert done.state.game.count("heat_used") == 2
    assert len([d for d in done.asked if d.what == "target"]) == 2  # no third release
    assert [e.sides for e in done.events_of(DiceRolled) if e.rule == "MI-GAP-24"] == [(10, 10), (10, 10)]

    late = run(state, (1, 1), strike=["heat_missile"], line=EAST, target=["P", "no"])
    again = [d for d in late.asked if d.what == "target"][1]
    assert [o.key for o in again.open_options] == ["P", "W", "no"]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-24")
def test_both_blasts_of_a_napalm_lie_under_the_line_within_six_inches() -> None:
    bugs = [warrior("A", 20, 24), warrior("B", 27, 24), warrior("C", 27.2, 26), warrior("far", 28.1, 24)]
    state = granted(*bugs)
    asked = run(state, strike=["napalm"], line=EAST, target=["A"], until="second_target")
    assert offered(asked, "second_target") == {"A", "B"}
    done = run(state, (1,) * 4, strike=["napalm"], line=EAST, target=["A", "no"], second_target=["B"])
    assert sorted((m.marker.x, m.marker.y) for m in done.events_of(MarkerPlaced)) == [(20, 24), (27, 24)]
    assert done.state.game.count("napalm_used") == 1


@pytest.mark.rule("MI-AIR-10", "MI-GAP-24")
@pytest.mark.parametrize("share", [n / 20 for n in range(4, 17)])
def test_both_releases_may_be_on_the_same_target_wherever_it_lies_under_the_line(share: float) -> None:
    entry, leave = (0.0, 7.0), (72.0, 41.0)
    at = (round(72 * share, 3), round(7 + 34 * share, 3))
    state = granted(piece("tanker", "T", *at))
    done = run(state, (1,) * 4, strike=["heat_missile"], line=[entry, leave], target=["T", "T"])
    assert done.state.game.count("heat_used") == 2


@pytest.mark.rule("MI-GAP-24")
@pytest.mark.parametrize(
    ("option", "munitions"), [("per_run", {"napalm", "heat_missile"}), ("per_game", {"napalm"})]
)
def test_a_load_is_for_each_run_or_for_all(option: str, munitions: set[str]) -> None:
    state = granted(options={"bomb_load": option}, tally={"runs_granted": 2, "runs_flown": 1, "heat_used": 2})
    stopped = run(state, until="strike")
    assert offered(stopped, "strike") == munitions | {"no"}


@pytest.mark.rule("MI-AIR-06", "MI-OBJ-07", "MI-AIR-01")
def test_hoppers_near_the_line_may_intercept_before_anything_falls() -> None:
    bugs = [
        piece("hopper", "H", 30, 34.5, marks=["alert"]),
        piece("hopper", "far", 40, 35, marks=["alert"]),
        warrior("W", 30, 26, marks=["alert"]),
        piece("tanker", "T", 60, 24),
    ]
    state = granted(*bugs)
    asked = run(state, strike=["heat_missile"], line=EAST, until="intercept")
    assert offered(asked, "intercept") == {"H"}
    shot = run(state, (10,), strike=["heat_missile"], line=EAST, intercept=[("H",)])
    assert "target" not in [d.what for d in shot.asked]  # it is destroyed and releases nothing
    assert list(shot.state.table.pieces) == ["H", "far", "W", "T"]


def due(turn: int, contact: int = 0, **options: str) -> list[str]:
    """The dropships that are there once an MI turn has begun."""
    tally = {"contact_turn": contact} if contact else {}
    state = field(rifles("R", 5, 5), turn=turn, phase="mi_start", site=SITE, tally=tally, options=options)
    after = steps(state, 1).state
    return [p.id for p in after.table.pieces.values() if p.kind == "viking"]


@pytest.mark.rule("MI-OBJ-03", "MI-GAP-27")
@pytest.mark.parametrize(
    ("turn", "contact", "ships"),
    [
        (3, 1, 0),
        (4, 1, 1),
        (4, 3, 0),
        (5, 3, 1),
        (5, 0, 0),
        (6, 0, 1),
        (6, 5, 1),
        (6, 1, 2),
        (7, 0, 1),
        (8, 0, 2),
    ],
)
def test_when_dropships_come(turn: int, contact: int, ships: int) -> None:
    assert len(due(turn, contact)) == ships


@pytest.mark.rule("MI-GAP-27")
@pytest.mark.parametrize(("option", "ships"), [("two_vikings", 2), ("one_viking", 1), ("none", 0)])
def test_how_many_dropships_come(option: str, ships: int) -> None:
    assert len(due(10, evacuation=option)) == ships


@pytest.mark.rule("MI-OBJ-03", "MI-VIK-01", "MI-GAP-27")
def test_a_dropship_enters_by_an_edge_and_lands_in_the_landing_zone_alone() -> None:
    waiting = piece("viking", "V", unit="V", place=Off("reserve"), marks=["flying"])
    state = field(waiting, site=SITE, activation=led("", "V", unit="V", kind="viking"), turn=6)
    edge = act(state, {"action": ["move"]}, until="edge")
    assert refusal(edge, "edge", (30.0, 30.0)) != ""
    first = act(
        state, {"action": ["move"], "edge": [(53.0, 46.0)], "move": [(leg("V", (53, 46), (53, 34)),)]}
    )
    assert (first.piece("V").xy, first.piece("V").has_mark("flying")) == ((53, 34), True)
    assert "land" not in offered(first, "land")

    too_far = act(first.state, {"action": ["move"]}, until="move")
    assert "may move 12 in" in refusal(too_far, "move", (leg("V", (53, 34), (53, 21.9)),))
    answers = {"action": ["move"], "move": [(leg("V", (53, 34), (53.5, 24)),)], "land": ["land"]}
    landed = act(first.state, answers)
    assert not landed.piece("V").has_mark("flying")
    assert any(str(e.text).endswith(" lands") for e in landed.events_of(MessageLogged))


@pytest.mark.rule("MI-GAP-27")
@pytest.mark.parametrize(
    ("x", "below", "why"),
    [
        (53.9, None, ""),
        (54.1, None, "0.1 in out of the landing zone"),
        (53.0, (53.0, 25.0), "under it"),
        (53.0, (53.0, 26.1), ""),
    ],
)
def test_where_a_dropship_may_land(x: float, below: tuple[float, float] | None, why: str) -> None:
    ship = piece("viking", "V", x, 23.5, unit="V", marks=["flying"])
    others = [rifles("R", *below)] if below else []
    fault = str(viking.why_cannot_land(field(ship, *others, site=SITE), ship))
    assert (why in fault) and (bool(why) == bool(fault))


@pytest.mark.rule("MI-GAP-27", "MI-VIK-01")
def test_a_dropship_that_cannot_land_says_why() -> None:
    ship = piece("viking", "V", 53, 34, unit="V", marks=["flying"])
    state = field(ship, site=SITE, activation=led("", "V", unit="V", kind="viking"), turn=6)
    way = (leg("V", (53, 34), (53, 25)),)
    asked = act(state, {"action": ["move"]}, until="move")
    shown = RULESET.preview(asked.state, asked.first_decision("move"), way)
    done = act(state, {"action": ["move"], "move": [way]})
    words = phrase("its base reaches {} out of the landing zone", length_text(0.5, 1))
    assert shown is not None and PreviewRow("Landing", phrase("no: {}", words), "MI-GAP-27") in shown.rows
    assert f"V cannot land: {words}" in [str(e.text) for e in done.events_of(MessageLogged)]


@pytest.mark.rule("MI-GAP-27", "MI-VIK-01")
def test_boarding_costs_two_inches_and_room_is_limited() -> None:
    ship = piece("viking", "V", 53, 23.5, unit="V")
    state = field(ship, lieutenant("L", 53, 19), rifles("R", 53, 19.9), site=SITE, activation=led("L", "R"))
    done = act(state, {"action": ["move"], "move": [(leg("R", (53, 19.9), (53, 21), enters="V"),)]})
    assert done.piece("R").place == Aboard("V")
    far = field(ship, lieutenant("L", 53, 16), rifles("R", 53, 18), site=SITE, activation=led("L", "R"))
    asked = act(far, {"action": ["move"]}, until="move")
    assert "costs 5.00 in" in refusal(asked, "move", (leg("R", (53, 18), (53, 21), enters="V"),))
    flying = field(piece("viking", "V", 53, 23.5, unit="V", marks=["flying"]), rifles("R", 53, 21))
    assert movement.dropship_entries(flying, flying.table.piece("R")) == ()

    riders = [rifles(f"P{n}", place=Aboard("V")) for n in range(8)]  # 32 HP
    light, heavy = piece("light_mech", "K", 50, 23.5), piece("heavy_mech", "H", 56, 23.5)
    full = field(ship, *riders, light, heavy)
    assert [e.full for e in movement.dropship_entries(full, light)] == [""]
    assert "no room for 12 HP" in movement.dropship_entries(full, heavy)[0].full
    squad, team = rifles("Q", 53, 19), piece("machine_gun", "G", 53, 18)
    last = field(ship, *riders, rifles("P8", place=Aboard("V")), squad, team)
    assert [e.full for e in movement.dropship_entries(last, squad)] == [""]  # the 40th
    packed = field(ship, *riders, *(rifles(f"Q{n}", place=Aboard("V")) for n in range(2)), team)
    assert "no room for 1 HP" in movement.dropship_entries(packed, team)[0].full


@pytest.mark.rule("MI-GAP-27", "MI-OBJ-03", "MI-VIK-01")
def test_leaving_over_an_edge_evacuates_all_aboard() -> None:
    ship = piece("viking", "V", 64, 23.5, unit="V", marks=["flying"])
    aboard = [
        rifles("R", place=Aboard("V"), hits=3),
        piece("survivors", "S", place=Aboard("V"), hits=2),
        piece("light_mech", "K", place=Aboard("V")),
    ]
    state = field(ship, *aboard, site=SITE, activation=led("", "V", unit="V", kind="viking"), turn=6)
    short = act(state, {"action": ["move"], "move": [(leg("V", (64, 23.5), (69, 23.5)),)]})
    assert offered(short, "land") == set()
    done = act(state, {"action": ["move"], "move": [(leg("V", (64, 23.5), (70, 23.5)),)], "land": ["leave"]})
    assert {p.id: p.place for p in done.state.table.pieces.values()} == dict.fromkeys(
        ("V", "R", "S", "K"), Off("left")
    )
    assert done.state.game.tally == {"evacuated_humans": 3, "evacuated_survivors": 2}
    assert (victory.saved_human_count(done.state), victory.rescued_survivor_count(done.state)) == (3, 2)


@pytest.mark.rule("MI-GAP-27")
def test_a_dropship_destroyed_on_the_ground_lets_some_out() -> None:
    ship = piece("viking", "V", 53, 23.5, unit="V", hits=1)
    riders = [rifles("R", place=Aboard("V")), lieutenant("L", place=Aboard("V"))]
    state = field(ship, *riders, warrior("W", 53, 20.5))
    dice = [AttackDie("warrior_claws", "W", "V")]

    def blow(game):  # type: ignore[no-untyped-def]
        yield from chain_reactions.resolve_attack(game, dice, "melee")

    done = perform(state, blow, {}, (6, 1, 1, 2, 4, 6, 3, 3))
    assert done.piece("R").hits == 2
    assert done.piece("L").place == Off("lost")
    assert done.piece("V").place == Off("lost")
    assert isinstance(done.piece("R").place, OnTable)
    assert done.state.game.count("dead_humans") == 4


@pytest.mark.rule("MI-GAP-27")
def test_in_the_air_all_aboard_are_lost() -> None:
    ship = piece("viking", "V", 53, 23.5, unit="V", hits=1, marks=["flying"])
    state = field(ship, rifles("R", place=Aboard("V")))
    assert perform(state, lambda game: hit_points.resolve_dropship_wreck(game, "V")).events == []


@pytest.mark.rule("MI-GAP-27", "MI-GAP-28", "MI-VIK-01")
def test_a_flight_may_be_intercepted_and_goes_on_or_falls() -> None:
    ship = piece("viking", "V", 53, 40, unit="V", hits=2, marks=["flying"])
    hopper = piece("hopper", "H", 44, 34, marks=["alert"])
    state = field(
        ship,
        hopper,
        rifles("R", place=Aboard("V")),
        site=SITE,
        activation=led("", "V", unit="V", kind="viking"),
    )
    answers = {"action": ["move"], "move": [(leg("V", (53, 40), (53, 30)),)], "intercept": [("H",)]}
    falls = act(state, answers, (10,))
    assert falls.piece("V").place == Off("lost")
    assert falls.piece("R").place == Off("lost")
    assert falls.state.game.activation is not None and falls.state.game.activation.actions_left == 1
    on = act(state, answers, (5,))
    assert on.piece("V").xy == (53, 30)


@pytest.mark.rule("MI-GAP-28")
def test_a_landed_dropship_takes_off_again_with_its_next_move() -> None:
    ship = piece("viking", "V", 53, 23.5, unit="V")
    state = field(ship, site=SITE, activation=led("", "V", unit="V", kind="viking"))
    done = act(state, {"action": ["move"], "move": [(leg("V", (53, 23.5), (60, 23.5), facing=90.0),)]})
    assert done.piece("V").has_mark("flying")
    assert done.piece("V").place == OnTable(60, 23.5, 90.0)
    assert [e.how for e in done.events_of(PiecesMoved)] == ["fly"]
