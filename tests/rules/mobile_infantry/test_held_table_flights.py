"""Dropships, Hoppers in their way, bombs and smoke, and the areas that bugs shoot at."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.play import Script
from battlesim.geometry.edge_distances import closest_point_on_segment
from battlesim.rulesets.mobile_infantry.air import interception, strike_run, viking
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire
from battlesim.rulesets.mobile_infantry.attack import area_effects
from battlesim.rulesets.mobile_infantry.attack.attack_dice import (
    AttackDie,
    carried_weapons,
    weapon_impediment,
)
from battlesim.rulesets.mobile_infantry.battle import turn_sequence
from battlesim.rulesets.mobile_infantry.core import marks
from battlesim.rulesets.mobile_infantry.core.state import CircularZone, Site
from battlesim.rulesets.mobile_infantry.ground.movement import dropship_entries
from battlesim.rulesets.mobile_infantry.ground.sight import WeaponLines
from battlesim.table.events import MarkerPlaced, MarkerRemoved, MessageLogged, PiecesAdded, PiecesMoved
from battlesim.table.pieces import Inside, Marker, Off
from tests.rules.mobile_infantry.acts import leg
from tests.rules.mobile_infantry.arachnids import marker
from tests.rules.mobile_infantry.diggers import V6
from tests.rules.mobile_infantry.field import ScriptResult, field, lieutenant, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led

SITE = Site(landing=CircularZone(53, 23.5, 3))
AT_IT = led("", "V", unit="V", kind="viking")


def ship(x: float = 53.0, y: float = 23.5, **more: Any) -> Any:
    """A Viking."""
    return piece("viking", "V", x, y, unit="V", **more)


@pytest.mark.rule("MI-GAP-27", "MI-OBJ-03")
@pytest.mark.parametrize(
    ("edge", "facing"),
    [((36, 2), 90), ((2, 24), 0), ((70, 24), 180), ((20, 46), 306.027), ((50, 2), 122.471)],
)
def test_a_dropship_comes_in_facing_the_middle_of_the_table(edge: tuple[float, float], facing: float) -> None:
    state = field(ship(place=Off("reserve"), marks=["flying"]), site=SITE, activation=AT_IT, turn=6)
    done = act(state, {"action": ["move"], "edge": [edge]})
    entered = next(e for e in done.events_of(PiecesMoved) if e.how == "enter").parts[0].new
    assert (entered.x, entered.y, entered.facing) == (*edge, facing)


@pytest.mark.rule("MI-GAP-27", "MI-OBJ-03")
def test_a_dropship_that_is_due_has_the_body_of_its_profile() -> None:
    state = field(site=SITE, turn=6)

    def send(game: Any) -> Script[None]:
        viking.send_due_vikings(game)
        return
        yield

    sent = perform(state, send).events_of(PiecesAdded)[0].pieces[0]
    assert (sent.id, sent.radius, sent.height, sent.hits, sent.hits_full) == ("viking-1", 2.0, 2.0, 8, 8)
    assert sent.mark_count("flying") == 1


@pytest.mark.rule("MI-VIK-01", "MI-GAP-27", "MI-GAP-25")
def test_a_dropship_takes_off_to_fly() -> None:
    done = act(
        field(ship(), site=SITE, activation=AT_IT),
        {"action": ["move"], "move": [(leg("V", (53, 23.5), (53, 33)),)]},
    )
    assert (done.piece("V").xy, done.piece("V").mark_count("flying")) == ((53, 33), 1)


@pytest.mark.rule("MI-VIK-01", "MI-GAP-08")
@pytest.mark.parametrize("path", [((53, 23.5),), ((53, 23.5), (53, 23.5))])
def test_a_dropship_that_only_turns_stays_on_the_ground_and_nobody_intercepts_it(path: Any) -> None:
    hopper = piece("hopper", "H", 53, 30, marks=["alert"])
    state = field(ship(), hopper, site=SITE, activation=AT_IT)
    done = act(state, {"action": ["move"], "move": [(leg("V", *path, facing=90),)]})
    assert (done.piece("V").has_mark("flying"), done.piece("V").place.facing) == (False, 90)  # type: ignore[union-attr]
    assert "intercept" not in [d.what for d in done.asked]


@pytest.mark.rule("MI-GAP-27", "MI-OBJ-03", "MI-VIK-01")
@pytest.mark.parametrize(("x", "free"), [(55.5, True), (55.49, False)])
def test_a_dropship_may_land_touching_a_base(x: float, free: bool) -> None:
    above = ship(marks=["flying"])
    assert (viking.why_cannot_land(field(above, rifles("R", x, 23.5), site=SITE), above) == "") is free


@pytest.mark.rule("MI-GAP-27", "MI-VIK-01")
def test_a_captive_and_a_marker_do_not_board() -> None:
    captive = piece("command_team", "C", 53, 20, hits=0, marks=["captive"])
    state = field(ship(), captive, marker("M", 53, 27), rifles("R", 50, 20))
    assert [len(dropship_entries(state, state.table.piece(id))) for id in ("C", "M", "R")] == [0, 0, 1]


@pytest.mark.rule("MI-GAP-25")
@pytest.mark.parametrize(
    ("point", "line", "nearest"),
    [
        ((3, 7), ((0, 0), (10, 0)), (3, 0)),
        ((5, 4), ((2, 1), (2, 11)), (2, 4)),
        ((5, 1), ((1, 1), (5, 5)), (3, 3)),
        ((5, 1), ((5, 5), (1, 1)), (3, 3)),
        ((-4, 3), ((0, 0), (10, 0)), (0, 0)),
        ((14, 3), ((0, 0), (10, 0)), (10, 0)),
        ((14, 3), ((2, 2), (2, 2)), (2, 2)),
    ],
)
def test_the_point_of_a_line_that_is_nearest_to_a_hopper(point: Any, line: Any, nearest: Any) -> None:
    assert closest_point_on_segment(point, *line) == pytest.approx(nearest)


@pytest.mark.rule("MI-GAP-25", "MI-AIR-06")
def test_an_aircraft_that_nobody_can_reach_flies_on() -> None:
    told: list[bool] = []

    def offer(game: Any) -> Script[None]:
        told.append((yield from interception.offer_interception(game, "V", ((0.0, 24.0), (72.0, 24.0)))))

    done = perform(field(ship(marks=["flying"])), offer)
    assert (told, done.asked) == ([True], [])


def bombed(munition: str) -> ScriptResult:
    state = field(piece("tanker", "T", 30, 24), tally={"runs_granted": 1, "serial": 4})
    answers = {"strike": [munition], "line": [(0.0, 24.0), (72.0, 24.0)], "target": ["T", "no"]}
    return perform(state, strike_run.fly_strike_run, answers, [1, 1])  # type: ignore[arg-type]


@pytest.mark.rule("MI-AIR-04", "MI-GAP-24")
def test_a_release_names_both_on_whom_it_falls() -> None:
    state = field(piece("tanker", "T", 30, 24), warrior("W", 34, 24), tally={"runs_granted": 1})
    answers = {"strike": ["napalm"], "line": [(0.0, 24.0), (72.0, 24.0)], "target": ["T", "no"]}
    dice = [1] * 4
    done = perform(state, strike_run.fly_strike_run, answers | {"second_target": ["W"]}, dice)  # type: ignore[arg-type]
    assert "Napalm on T and W" in [str(event.text) for event in done.events_of(MessageLogged)]


@pytest.mark.rule("MI-GAP-24", "MI-AIR-03")
def test_each_bomber_has_a_number_of_its_own() -> None:
    assert [p.id for e in bombed("heat_missile").events_of(PiecesAdded) for p in e.pieces] == [
        "thunderbolt-5"
    ]


@pytest.mark.rule("MI-GAP-52", "MI-AIR-08", "MI-AIR-09", "MI-BTRT-06")
@pytest.mark.parametrize(("munition", "clouds"), [("napalm", [(30, 24)]), ("heat_missile", [])])
def test_napalm_leaves_smoke_about_its_target_and_a_missile_none(munition: str, clouds: list[Any]) -> None:
    placed = bombed(munition).events_of(MarkerPlaced)
    assert [(e.marker.x, e.marker.y) for e in placed] == clouds


@pytest.mark.rule("MI-BTRT-06", "MI-GAP-52")
def test_smoke_has_a_number_of_its_own_and_lasts_to_the_end_of_the_next_turn() -> None:
    def lay(game: Any) -> Script[None]:
        area_effects.lay_smoke(game, 30.0, 20.0, "MI-BTRT-06")
        area_effects.lay_smoke(game, 40.0, 20.0, "MI-BTRT-06")
        return
        yield

    done = perform(field(turn=3, tally={"serial": 4}), lay)
    placed = [e.marker for e in done.events_of(MarkerPlaced)]
    assert [(m.id, m.radius, m.height, m.until) for m in placed] == [
        ("smoke-5", 2, 3, 4),
        ("smoke-6", 2, 3, 4),
    ]


@pytest.mark.rule("MI-GAP-52", "MI-GAP-64")
def test_what_has_lasted_its_time_goes_at_the_end_of_the_turn() -> None:
    clouds = [Marker(f"until {turn}", "smoke", 10.0 * turn + 5, 20, 2, 3, until=turn) for turn in range(4)]
    state = field(*clouds, phase="turn_end", turn=2)
    done = perform(state, lambda game: turn_sequence.end_game_turn(game, "turn_end"))  # type: ignore[arg-type]
    assert [e.marker.id for e in done.events_of(MarkerRemoved)] == ["until 1", "until 2"]


@pytest.mark.rule("MI-GAP-64", "MI-TRT-03", "MI-BTRT-03")
@pytest.mark.parametrize(
    ("mark", "goes"),
    [
        ("slow:grenades", True),
        ("healed", True),
        ("flown", True),
        ("alert", False),
        ("moved", False),
        ("ammo", False),
    ],
)
def test_which_marks_go_at_the_end_of_a_turn(mark: str, goes: bool) -> None:
    assert marks.ends_with_game_turn(mark) is goes


@pytest.mark.rule("MI-GAP-08", "MI-TRT-02", "MI-MTRT-02")
@pytest.mark.parametrize(
    ("gun", "bears"),
    [
        ({"x": 36, "y": 16.5, "facing": 0}, True),
        ({"x": 36, "y": 16.5, "facing": 180}, False),
        ({"x": 45, "y": 16.5, "facing": 180}, True),
        ({"place": Inside("V6")}, True),
    ],
)
def test_the_arc_of_a_gun_and_a_target_in_a_house(gun: dict[str, Any], bears: bool) -> None:
    target = piece("warrior", "W", place=Inside("V6"))
    state = field(V6, piece("machine_gun", "G", **gun), target)
    lines = WeaponLines(state, {"G": ("heavy_machine_gun",)}, [target])
    assert lines.bears_on("G", "heavy_machine_gun", "W") is bears


def shot(state: Any, answers: Any = None, dice: tuple[int, ...] = (), until: str = "") -> ScriptResult:
    """A Tanker shoots."""
    return perform(state, lambda game: bug_fire.run_bug_shooting(game, "T"), answers, dice, until)


@pytest.mark.rule("MI-BSHT-01", "MI-BRDY-01")
@pytest.mark.parametrize(
    ("mark", "shut"),
    [([], ["plasma_focused", "plasma_airburst"]), (["ready"], [])],
    ids=["not ready", "ready"],
)
def test_which_weapons_a_bug_cannot_fire(mark: list[str], shut: list[str]) -> None:
    bug = piece("plasma_bug", "X", 10, 20, marks=mark)
    assert [key for key in carried_weapons(bug) if weapon_impediment(field(bug), bug, key).text] == shut


@pytest.mark.rule("MI-BSHT-02", "MI-BSHT-03", "MI-GAP-22")
def test_who_stands_on_the_point_is_pushed_from_the_firer_and_the_others_from_the_point() -> None:
    state = field(piece("tanker", "T", 24, 20), rifles("on", 30, 20), rifles("by", 32, 20))
    dice = bug_fire.area_dice(state, "T", "acid_stream", "on", (30, 20))
    assert {die.target: die.origin for die in dice} == {"on": (24, 20), "by": (30, 20)}


@pytest.mark.rule("MI-BSHT-09", "MI-GAP-51")
def test_a_stand_in_a_house_is_aimed_at_where_its_outline_is_nearest() -> None:
    state = field(V6, rifles("in", place=Inside("V6")), rifles("out", 50, 16), piece("tanker", "T", 40, 25))
    assert bug_fire.aim_point(state, "T", "in") == (40, 18)
    assert bug_fire.aim_point(state, "T", "out") == (50, 16)


@pytest.mark.rule("MI-BWPN-07", "MI-BSHT-09")
def test_only_what_has_two_modes_is_asked_which() -> None:
    tanker = field(piece("tanker", "T", 24, 20), lieutenant("L", 30, 20))
    assert "weapons" not in [d.what for d in shot(tanker, {"target": ["L"]}, (1,)).asked]
    plasma = field(piece("plasma_bug", "T", 10, 20, marks=["ready"]), lieutenant("L", 30, 20))
    assert shot(plasma, {"target": ["L"]}, until="weapons").first_decision("weapons").items[0].to == (  # type: ignore[attr-defined]
        "plasma_focused",
        "plasma_airburst",
    )


@pytest.mark.rule("MI-BSHT-04", "MI-BSHT-01", "MI-GAP-54")
def test_a_die_on_a_house_is_passed_to_nobody() -> None:
    state = field(V6, rifles("R", 40, 14), piece("tanker", "T", 40, 25))
    dice = [AttackDie("acid_stream", "T", "V6", bound=True)]
    assert perform(state, lambda game: bug_fire._pass_dice(game, dice)).asked == []


@pytest.mark.rule("MI-BSHT-04", "MI-GAP-54")
def test_a_die_that_was_passed_on_goes_no_further() -> None:
    state = field(
        piece("tanker", "T", 24, 20),
        lieutenant("L", 30, 20),
        rifles("Q", 33.8, 20),
        options={"reassign_tries": "one_per_stand"},
    )
    done = shot(state, {"target": ["L"], "pass_die": ["L>Q"]}, (4, 1))
    assert len([d for d in done.asked if d.what == "pass_die"]) == 1


@pytest.mark.rule("MI-BSHT-04", "MI-GAP-54")
def test_a_stand_that_failed_does_not_try_again() -> None:
    state = field(
        piece("tanker", "T", 24, 20),
        lieutenant("L", 30, 20),
        rifles("Q", 32, 20),
        options={"reassign_tries": "one_per_stand"},
    )

    def other(decision: Any, _: Any) -> str:
        assert [o.key for o in decision.open_options] == ["Q>L", "no"]
        return "no"

    shot(state, {"target": ["L"], "pass_die": ["L>Q", other]}, (3, 1, 1))


@pytest.mark.rule("MI-GAP-54")
def test_a_die_may_pass_into_a_house_and_to_nobody_in_the_air() -> None:
    state = field(V6, rifles("S", 40, 20), rifles("in", place=Inside("V6")), ship(43, 20, marks=["flying"]))
    assert bug_fire.die_takers(state, "S") == ["in"]
