"""Who climbs and enters, what stands in the way, flinching, entrances that need room, who arrives."""

from __future__ import annotations

import pytest

from battlesim.mechanics.group_moves import is_turn_only
from battlesim.rulesets.mobile_infantry.arachnids import melee
from battlesim.rulesets.mobile_infantry.attack import attack_resolution
from battlesim.rulesets.mobile_infantry.battle import reinforcements
from battlesim.rulesets.mobile_infantry.battle.reinforcements import MARKER_GROUPS
from battlesim.rulesets.mobile_infantry.core import lookups
from battlesim.rulesets.mobile_infantry.core.state import ScheduledArrivals, Site
from battlesim.rulesets.mobile_infantry.ground import movement
from battlesim.rulesets.mobile_infantry.underground import tunnel_entrances
from battlesim.table.pieces import Inside, Off, OnTable, Piece
from tests.rules.mobile_infantry.acts import do, leg, refusal
from tests.rules.mobile_infantry.arachnids import hole, marker, reserve, swarm_of
from tests.rules.mobile_infantry.diggers import group, tunnel, underground
from tests.rules.mobile_infantry.field import block, field, lieutenant, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led

WALL = block("wall", "M", 20, 5, 20.5, 15)


@pytest.mark.rule("MI-MOVE-03", "MI-MOVE-04", "MI-GAP-07", "MI-GAP-56")
@pytest.mark.parametrize(
    ("kind", "on_foot"),
    [
        ("rifle_squad", True),
        ("field_medics", True),
        ("survivors", True),
        ("light_mech", False),
        ("heavy_mech", False),
    ],
)
def test_only_people_climb_walls_and_enter_buildings(kind: str, on_foot: bool) -> None:
    house = block("building", "B", 30, 5, 34, 9)
    able = movement.model_motion(field(WALL, house, piece(kind, "P", 18, 10, hits=2)), "P")
    assert (bool(able.climbs), {e.id for e in able.entries} == {"M", "B"}) == (on_foot, on_foot)
    assert ("M" in able.blocked) is not on_foot


@pytest.mark.rule("MI-MOVE-03", "MI-GAP-65")
def test_friends_may_be_passed_and_not_stood_on_and_bugs_stop_the_way() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 12, 10), warrior("W", 14, 10), marker("M", 16, 10))
    able = movement.model_motion(state, "P")
    assert (able.occupied, able.hindering) == (("Q",), ("W",))


@pytest.mark.rule("MI-GAP-65")
@pytest.mark.parametrize(
    ("one", "bars"),
    [
        (rifles("P", 10, 10), True),
        (warrior("P", 10, 10), True),
        (piece("tunnel_entrance", "P", 10, 10), True),
        (marker("P", 10, 10), False),
        (piece("viking", "P", 10, 10), True),
        (piece("viking", "P", 10, 10, marks=["flying"]), False),
        (piece("command_team", "P", 10, 10, marks=["captive"]), False),
    ],
    ids=["squad", "bug", "entrance", "marker", "landed", "flying", "captive"],
)
def test_whose_base_is_in_the_way(one: Piece, bars: bool) -> None:
    assert lookups.blocks_bases(one) is bars


@pytest.mark.rule("MI-MOVE-04", "MI-GAP-56")
@pytest.mark.parametrize(("inside", "hits", "full"), [(8, 4, False), (9, 4, True), (12, 1, True)])
def test_a_building_is_full_with_twelve_points_of_people(inside: int, hits: int, full: bool) -> None:
    house = block("building", "B", 30, 5, 34, 9)
    people = [
        rifles(f"I{n}", place=Inside("B"), hits=min(4, inside - 4 * n)) for n in range((inside + 3) // 4)
    ]
    able = movement.model_motion(field(house, *people, rifles("P", 29.5, 7, hits=hits)), "P")
    (entry,) = able.entries
    assert (entry.cost, bool(entry.full)) == (2, full)


@pytest.mark.rule("MI-GAP-08", "MI-MOVE-05")
def test_a_new_facing_alone_is_no_movement() -> None:
    gun = piece("machine_gun", "G", 10, 10, facing=0)
    state = field(gun, warrior("W", 40, 40), activation=led("G"))
    done = act(state, {"action": ["move"], "move": [(leg("G", (10, 10), facing=90.0),)]})
    spot = done.piece("G").table_position
    assert spot is not None
    assert (spot.facing, done.piece("G").has_mark("moved")) == (90, False)


@pytest.mark.rule("MI-TRT-07", "MI-GAP-21")
def test_moving_takes_ready_from_those_alone_whose_weapon_has_it() -> None:
    people = rifles("R", 10, 10), piece("machine_gun", "G", 12, 10)
    state = field(*people, warrior("W", 40, 40), activation=led("R", "G"))
    ways = (leg("R", (10, 10), (10, 12)), leg("G", (12, 10), (12, 12)))
    done = act(state, {"action": ["move"], "move": [ways]})
    assert (done.piece("R").mark_count("moved"), done.piece("G").mark_count("moved")) == (0, 1)


@pytest.mark.rule("MI-GAP-22", "MI-MTRT-05", "MI-BTRT-05")
@pytest.mark.parametrize(
    ("one", "pushed"),
    [
        (rifles("P", 10, 10), True),
        (warrior("P", 10, 10), True),
        (piece("light_mech", "P", 10, 10), False),
        (piece("tanker", "P", 10, 10), False),
        (piece("viking", "P", 10, 10), False),
        (rifles("P", place=Inside("B")), False),
        (rifles("P", place=OnTable(10, 10, on="M")), False),
        (piece("tunnel_entrance", "P", 10, 10), False),
        (rifles("P", 10, 10, marks=["flying"]), False),
    ],
    ids=["squad", "bug", "mech", "Large bug", "aircraft", "indoors", "on a wall", "entrance", "flying"],
)
def test_who_flinches(one: Piece, pushed: bool) -> None:
    assert attack_resolution.can_flinch(one) is pushed


@pytest.mark.rule("MI-GAP-22", "MI-GAP-65")
@pytest.mark.parametrize(
    ("behind", "x"),
    [
        ((), 12.0),
        ((rifles("B", 12.2, 10),), 11.2),
        ((marker("B", 12.2, 10),), 12.0),
        ((piece("command_team", "B", 12.2, 10, marks=["captive"]),), 12.0),
        ((piece("viking", "B", 14, 10, marks=["flying"]),), 12.0),
        ((block("rocks", "K", 11.5, 8, 13, 12),), 11.0),
        ((block("crater", "K", 11.5, 8, 13, 12),), 12.0),
    ],
    ids=["free", "a base", "a marker", "a captive", "flying", "rocks", "a crater"],
)
def test_a_flinch_is_two_inches_and_stops_at_what_bars_the_way(behind, x: float) -> None:  # type: ignore[no-untyped-def]
    (moved,) = attack_resolution.flinch_moves(field(rifles("P", 10, 10), *behind).table, {"P": (8.0, 10.0)})
    assert moved.new == OnTable(pytest.approx(x, abs=0.01), 10, 0)  # type: ignore[arg-type]


@pytest.mark.rule("MI-TUNL-04", "MI-GAP-45")
@pytest.mark.parametrize(("marks", "free"), [([], False), (["flying"], True)])
def test_a_dropship_in_the_air_is_in_no_entrances_way(marks: list[str], free: bool) -> None:
    state = field(piece("viking", "V", 30, 20, marks=marks))
    assert (tunnel_entrances.why_no_entrance(state, 30, 20) == ("", "")) is free


@pytest.mark.rule("MI-TUNL-05", "MI-GAP-45")
@pytest.mark.parametrize(
    ("one", "stands"),
    [
        (rifles("P", 31.9, 30), True),
        (rifles("P", 32, 30), False),
        (warrior("P", 30, 31), True),
        (marker("P", 30, 30), False),
        (rifles("P", place=Inside("B")), False),
        (piece("viking", "P", 30, 30, marks=["flying"]), False),
        (piece("command_team", "P", 30, 30, marks=["captive"]), False),
    ],
    ids=["squad on it", "beside it", "bug", "marker", "indoors", "flying", "captive"],
)
def test_who_stands_where_an_entrance_opens(one: Piece, stands: bool) -> None:
    entrance = piece("tunnel_entrance", "E", 30, 30)
    state = field(one, entrance, block("building", "B", 50, 30, 54, 34))
    assert (tunnel_entrances.pieces_on_entrance(state, entrance) == ("P",)) is stands


@pytest.mark.rule("MI-TUNL-05")
def test_only_infantry_of_the_company_makes_a_save_when_the_ground_opens() -> None:
    things = rifles("R", 30, 30), warrior("W", 30, 30), piece("light_mech", "L", 30, 30)
    assert tunnel_entrances.entrance_savers(field(*things), ("R", "W", "L")) == ("R",)


@pytest.mark.rule("MI-TUNL-01", "MI-TUNL-06")
def test_a_marker_stays_while_somebody_is_below_it_and_goes_with_the_last() -> None:
    for warriors, stays in ((1, True), (0, False)):
        state = underground(*group(30, 30, warriors=warriors))

        def script(game):  # type: ignore[no-untyped-def]
            tunnel_entrances.remove_empty_marker(game, "M")
            return
            yield

        assert ("M" in perform(state, script).state.table.pieces) is stays


@pytest.mark.rule("MI-TUNL-06", "MI-TUNL-07")
def test_at_least_one_comes_out_when_a_group_comes_out() -> None:
    for more, least in (({"warriors": 2}, 1), ({"warriors": 0, "tanker": "K"}, 1)):
        state = underground(*group(30, 30, **more), *hole("E", 30, 30), rifles("R", 3, 3))  # type: ignore[arg-type]
        asked = tunnel(state, "exit:E", until="enter").asked[-1]
        assert asked.least == least  # type: ignore[attr-defined]


@pytest.mark.rule("MI-TUNL-06", "MI-TUNL-07", "MI-TUNL-01")
def test_a_tanker_may_stay_below_where_warriors_can_come_out() -> None:
    state = underground(*group(30, 30, warriors=2, tanker="K"), *hole("E", 30, 30), rifles("R", 3, 3))
    asked = tunnel(state, "exit:E", until="enter").asked[-1]
    assert (asked.pieces, asked.least) == (("K",), 0)  # type: ignore[attr-defined]


@pytest.mark.rule("MI-REIN-06", "MI-GAP-55", "MI-GAP-38")
def test_what_a_group_below_ground_may_consist_of() -> None:
    rows = {key: (row.min_warriors, row.max_warriors, row.with_kind) for key, row in MARKER_GROUPS.items()}
    assert rows == {
        "marker": (1, 30, ""),
        "marker_tanker": (0, 15, "tanker"),
        "marker_burrower": (1, 30, "burrower"),
    }


@pytest.mark.rule("MI-REIN-05", "MI-BTRN-01", "MI-GAP-70")
@pytest.mark.parametrize(
    ("more", "kinds"),
    [
        ({}, ["warrior"]),
        ({"tally": {"due:warrior": 0}}, []),
        ({"passed": ("arrive:warrior",)}, []),
        ({"tally": {"due:warrior": 2, "groups:warrior": 1}}, []),
    ],
)
def test_whom_the_schedule_still_brings(more, kinds: list[str]) -> None:  # type: ignore[no-untyped-def]
    site = Site(schedule=(ScheduledArrivals("warrior", (0, -1)),), most_groups=1)
    given = {"tally": {"due:warrior": 2}} | more
    assert reinforcements.kinds_due(field(*reserve("warrior", 2), site=site, **given)) == kinds


@pytest.mark.rule("MI-GAP-70")
def test_without_a_limit_any_number_of_groups_comes_in() -> None:
    site = Site(schedule=(ScheduledArrivals("warrior", (0, -1)),))
    tally = {"due:warrior": 2, "groups:warrior": 9}
    assert reinforcements.kinds_due(field(*reserve("warrior", 2), site=site, tally=tally)) == ["warrior"]


@pytest.mark.rule("MI-BTRN-01", "MI-REIN-01")
@pytest.mark.parametrize(
    ("passed", "due", "step"),
    [
        ((), 2, "count_arrivals"),
        (("bugs_arrivals:counted",), 2, "arrive"),
        (("bugs_arrivals:counted",), 0, None),
        (("bugs_arrivals:counted", "bugs_arrivals"), 2, None),
    ],
)
def test_arrivals_are_counted_then_come_in_then_are_over(
    passed: tuple[str, ...], due: int, step: str | None
) -> None:
    site = Site(schedule=(ScheduledArrivals("warrior", (0, -1)),))
    state = field(
        *reserve("warrior", 2), site=site, phase="bugs_arrivals", passed=passed, tally={"due:warrior": due}
    )
    found = reinforcements.next_step(state)
    assert (found.name if found else None) == step


@pytest.mark.rule("MI-BRDY-01", "MI-BMOV-03", "MI-BMEL-01", "MI-BTRT-03")
@pytest.mark.parametrize(
    ("kind", "actions"),
    [
        ("warrior", {"move", "melee", "done"}),
        ("hopper", {"move", "fly", "melee", "done"}),
        ("plasma_bug", {"move", "melee", "ready", "done"}),
        ("burrower", {"move", "melee", "done"}),
    ],
)
def test_which_actions_a_bug_beside_a_squad_has(kind: str, actions: set[str]) -> None:
    bug = piece(kind, "B", 20, 20)
    near = rifles("R", 20 + bug.radius + 1.0, 20)
    state = field(bug, near, phase="bugs_activations", activation=swarm_of("B"))
    asked = do(state, "bug_action", until="action").asked[-1]
    assert {o.key for o in asked.open_options} == actions  # type: ignore[attr-defined]


@pytest.mark.rule("MI-BMEL-01")
def test_no_melee_is_offered_beyond_an_inch() -> None:
    state = field(
        warrior("W", 20, 20), rifles("R", 22.1, 20), phase="bugs_activations", activation=swarm_of("W")
    )
    asked = do(state, "bug_action", until="action")
    assert refusal(asked, "action", "melee").startswith("MI-BMEL-01")


@pytest.mark.rule("MI-REIN-06")
def test_reserves_that_are_off_the_table_for_good_are_no_reserves() -> None:
    state = field(warrior("A", place=Off("lost")), *reserve("warrior", 1))
    assert reinforcements.free_models(state, "warrior") == ["warrior-1"]


@pytest.mark.rule("MI-MOVE-05", "MI-GAP-07", "MI-UNIT-05")
@pytest.mark.parametrize(
    ("way", "turned"),
    [
        (leg("P", (10, 10)), True),
        (leg("P", (10, 10), (10, 10)), True),
        (leg("P", (10, 10), (12, 10)), False),
        (leg("P", (10, 10), enters="B"), False),
    ],
    ids=["stays", "stays twice", "goes", "enters"],
)
def test_which_way_leads_nowhere(way, turned: bool) -> None:  # type: ignore[no-untyped-def]
    assert is_turn_only(way) is turned


@pytest.mark.rule("MI-MOVE-01", "MI-MOVE-02")
def test_the_officer_moves_first() -> None:
    state = field(
        rifles("A", 10, 10), lieutenant("L", 12, 10), rifles("Z", 14, 10), activation=led("L", "A", "Z")
    )
    asked = act(state, {"action": ["move"]}, until="move").first_decision("move")
    assert asked.motions[0].piece == "L"  # type: ignore[attr-defined]
    assert {motion.piece for motion in asked.motions} == {"A", "L", "Z"}  # type: ignore[attr-defined]


@pytest.mark.rule("MI-BMEL-08", "MI-BTRT-07", "MI-GAP-28")
def test_what_a_bug_can_strike_and_with_what() -> None:
    flying = piece("viking", "V", 20, 20, marks=["flying"])
    hopper = piece("hopper", "H", 20, 20)
    state = field(flying, rifles("R", 40, 20), piece("burrower", "B", 50, 20), warrior("W", 41, 20), hopper)
    assert melee.melee_targets(state, ["H", "W"], False, False) == {"W": ("R",)}
    assert melee.melee_targets(state, ["H", "W"], False, False, ["H", "W"]) == {"H": ("V",), "W": ("R",)}
    assert melee.attack_forms(state, "B") == ("burrower_mandibles",)
    assert melee.attack_forms(state, "B", reaction=True) == ()
