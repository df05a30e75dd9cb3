"""What a Move of several makes of the ground, buildings and each other; where a group comes in."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.activations import bug_activation
from battlesim.rulesets.mobile_infantry.advice.bugs import BUG_ADVICE
from battlesim.rulesets.mobile_infantry.battle import forces, reinforcements
from battlesim.rulesets.mobile_infantry.battle.reinforcements import entry_lines
from battlesim.rulesets.mobile_infantry.battle.view import view_for_side
from battlesim.rulesets.mobile_infantry.core.profiles import weapons
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, ScheduledArrivals, Site
from battlesim.rulesets.mobile_infantry.ground import movement
from battlesim.rulesets.mobile_infantry.ground.sight import WeaponLines
from battlesim.rulesets.mobile_infantry.ground.surface import surface
from battlesim.rulesets.mobile_infantry.reactions import reactions
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.table.events import PiecesMoved, PieceTravel
from battlesim.table.pieces import Inside, OnTable
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.arachnids import hole, reserve
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led, trigger
from tests.rules.mobile_infantry.test_held_table_below import WARRIORS, arriving, comes_in

HOUSE = block("building", "B", 20, 20, 24, 24)


def moved(*things: Any, legs: Any) -> tuple[tuple[PieceTravel, ...], tuple[str, ...]]:
    """What a Move of these legs comes to: how each goes, and who changed place."""
    found: list[tuple[str, ...]] = []

    def script(game: Any) -> Any:
        found.append((yield from movement.carry_out_move(game, legs, "MI-MOVE-03")))

    events = perform(field(*things), script).events_of(PiecesMoved)
    return tuple(part for event in events for part in event.parts), found[0]


@pytest.mark.rule("MI-GAP-08", "MI-GAP-07", "MI-MOVE-04")
def test_each_of_several_goes_its_way_and_turns_as_it_is_told() -> None:
    legs = (
        leg("P", (10, 10), (12, 10), facing=90.0),
        leg("Q", (10, 12), facing=45.0),
        leg("R", (10, 14), (12, 14)),
    )
    parts, elsewhere = moved(rifles("P", 10, 10), rifles("Q", 10, 12), rifles("R", 10, 14), HOUSE, legs=legs)
    assert parts == (
        PieceTravel("P", OnTable(10, 10), OnTable(12, 10, 90.0), legs[0].path),
        PieceTravel("Q", OnTable(10, 12), OnTable(10, 12, 45.0), legs[1].path),
        PieceTravel("R", OnTable(10, 14), OnTable(12, 14), legs[2].path),
    )
    assert elsewhere == ("P", "R")


@pytest.mark.rule("MI-GAP-07", "MI-MOVE-04", "MI-GAP-56")
def test_going_inside_costs_two_inches_and_changes_place_as_coming_out_does() -> None:
    into, out = leg("P", (19.5, 22), enters="B"), leg("Q", (24, 22), (25, 22))
    parts, elsewhere = moved(HOUSE, rifles("P", 19.5, 22), rifles("Q", place=Inside("B")), legs=(into, out))
    assert [(part.new, part.entering) for part in parts] == [(Inside("B"), 2.0), (OnTable(25, 22), 0.0)]
    assert elsewhere == ("P", "Q")


@pytest.mark.rule("MI-GAP-07", "MI-GAP-56", "MI-MOVE-04")
def test_who_finds_a_house_filled_by_others_of_the_move_stays_outside() -> None:
    full = [rifles(f"I{n}", place=Inside("B")) for n in range(2)]
    legs = leg("P", (19.5, 21), enters="B"), leg("Q", (19.5, 23), enters="B"), leg("R", (30, 30), (31, 30))
    people = rifles("P", 19.5, 21), rifles("Q", 19.5, 23), rifles("R", 30, 30)
    parts, elsewhere = moved(HOUSE, *full, *people, legs=legs)
    assert (elsewhere, [part.piece for part in parts]) == (("P", "R"), ["P", "R"])


@pytest.mark.rule("MI-GAP-07", "MI-GAP-45")
def test_ground_that_the_rules_do_not_know_is_open() -> None:
    known = surface(field(Terrain("T", "carpet", (((0, 0), (9, 0), (9, 9)),), 0.0)).table.ground)
    assert (known.solid, known.climbs, known.going) == ((), (), ())
    crater = surface(field(block("crater", "C", 1, 1, 9, 9), block("ruin", "U", 20, 1, 29, 9)).table.ground)
    assert {going.terrain for going in crater.going} <= {"C", "U"}


@pytest.mark.rule("MI-GAP-38")
def test_the_one_place_between_enemies_is_a_line_of_its_own() -> None:
    enemies = [rifles(f"R{n}", x, 47.5) for n, x in enumerate((32, 36.5, 40.75))]
    assert entry_lines(field(*enemies), (36, 48), 0.5) == (((34.25, 47.5),),)


@pytest.mark.rule("MI-GAP-38")
def test_a_line_goes_from_its_first_to_its_last_place_and_no_aircraft_cuts_it() -> None:
    ship = piece("viking", "V", 36, 46, marks=["flying"])
    assert entry_lines(field(ship), (36, 48), 0.5) == (((30.0, 47.5), (42.0, 47.5)),)
    cut = entry_lines(field(rifles("R", 36, 47.5)), (36, 48), 0.5)
    assert cut == (((30.0, 47.5), (33.75, 47.5)), ((38.25, 47.5), (42.0, 47.5)))


@pytest.mark.rule("MI-BOBJ-02")
@pytest.mark.parametrize(
    ("kind", "side"),
    [
        ("command_team", MI),
        ("viking", MI),
        ("warrior", BUGS),
        ("tunnel_entrance", BUGS),
        ("tunneling_marker", BUGS),
    ],
)
def test_a_command_team_is_the_companys_though_it_be_held_by_bugs(kind: str, side: str) -> None:
    assert forces._side_of(kind) == side


@pytest.mark.rule("MI-REIN-01")
@pytest.mark.parametrize(("by_turn", "turn", "comes"), [((), 3, 0), ((1, 2), 1, 2), ((1, 2), 5, 2)])
def test_the_last_column_of_a_schedule_holds_on(by_turn: Any, turn: int, comes: int) -> None:
    assert reinforcements.scheduled_number(by_turn, turn) == comes


@pytest.mark.rule("MI-REIN-01")
def test_what_was_due_and_did_not_come_is_not_due_again_and_other_counts_stay() -> None:
    state = field(
        *reserve("warrior", 2),
        phase="bugs_arrivals",
        site=Site(schedule=(ScheduledArrivals("warrior", (0, 2)),)),
        tally={"due:hopper": 4, "due:warrior": 1, "dead_humans": 3},
    )
    done = do(state, "count_arrivals")
    assert [done.state.game.count(name) for name in ("due:hopper", "due:warrior", "dead_humans")] == [0, 2, 3]


@pytest.mark.rule("MI-REIN-05", "MI-REIN-06")
def test_a_group_that_may_come_names_the_rule_it_comes_by() -> None:
    pool = [*reserve("warrior", 1), *reserve("tanker", 1)]
    found = {
        one.key: one
        for one in reinforcements.arrival_options(arriving(*pool, due={"warrior": 1, "tanker": 1}))
    }
    assert (found["marker"].shut, found["marker"].rule) == ("", "MI-REIN-06")


@pytest.mark.rule("MI-REIN-05", "MI-GAP-38")
def test_of_a_group_those_come_in_who_are_chosen_and_it_counts_as_one() -> None:
    state = arriving(*reserve("warrior", 3), due={"warrior": 3}, site=WARRIORS)
    done = do(
        state,
        "arrive",
        {"arrive": ["warrior"], "group": [("warrior-2",)], "edge": [(30, 48)], "move": [comes_in]},
    )
    here = [p.id for p in done.state.table.standing_pieces() if p.kind == "warrior"]
    assert (here, done.state.game.count("groups:warrior")) == (["warrior-2"], 1)


@pytest.mark.rule("MI-GAP-62")
def test_a_leader_is_advised_a_way_in_past_what_stands_before_the_nearest_start() -> None:
    things = (*reserve("warrior", 1), piece("plasma_bug", "P", 33.943, 5.229), rifles("R", 34.355, 17.995))
    state = arriving(*things, due={"warrior": 1}, site=WARRIORS)
    done = do(state, "arrive", {"arrive": ["warrior"], "edge": [(33, 0)]}, until="move")
    (advice,) = BUG_ADVICE["move"](view_for_side(done.state, BUGS), done.first_decision("move"))
    assert [leg.piece for leg in advice.answer] == ["warrior-1"]


@pytest.mark.rule("MI-REIN-05", "MI-GAP-38")
def test_tankers_come_one_by_one() -> None:
    state = arriving(
        *reserve("tanker", 2), due={"tanker": 2}, site=Site(schedule=(ScheduledArrivals("tanker", (0, 2)),))
    )
    asked = do(state, "arrive", {"arrive": ["tanker"]}, until="edge").asked
    assert [(d.least, d.most) for d in asked if d.what == "group"] == []  # type: ignore[attr-defined]
    assert asked[-1].prompt == "Place on the edge for tanker-1"


def react(*things: Any, **answers: Any) -> Any:
    """The last question about Reactions to a Move of W."""
    state = field(*things, warrior("W", 20, 10), phase="bugs_activations")
    return [d for d in trigger(state, "W", **answers).asked if d.what == "react"][-1]


@pytest.mark.rule("MI-FIRE-01", "MI-FEET-01")
@pytest.mark.parametrize(
    ("things", "fires"),
    [
        ((rifles("A", 25, 10, marks=["alert"]),), "fire"),
        ((rifles("A", 25, 10, marks={"alert": 1, "ammo": 9}),), ""),
    ],
    ids=["can fire", "out of ammo"],
)
def test_a_reaction_begins_with_letting_pass_and_fires_where_somebody_can(things: Any, fires: str) -> None:
    asked = react(*things, until="react")
    assert (asked.begins, asked.fires) == ("", fires)


@pytest.mark.rule("MI-FIRE-01", "MI-GAP-73")
def test_after_a_first_reaction_no_choice_begins_with_fire() -> None:
    squads = rifles("A", 25, 10, marks=["alert"]), rifles("B", 20, 15, marks=["alert"])
    asked = react(
        *squads,
        answers={"react": ["feet:A", "done"], "move": [(leg("A", (25, 10), (28, 10)),)]},
    )
    assert (asked.begins, asked.fires) == ("", "fire")


@pytest.mark.rule("MI-GAP-20", "MI-FEET-01", "MI-FIRE-01")
def test_no_aircraft_beats_feet() -> None:
    ship = piece("viking", "V", 25, 10, marks=["alert"])
    asked = react(ship, rifles("A", 20, 15, marks=["alert"]), until="react")
    assert [o.key for o in asked.options if "V" in o.key] == []


@pytest.mark.rule("MI-FEET-02", "MI-GAP-20")
@pytest.mark.parametrize(("room", "able"), [(2.1, True), (1.9, False)])
def test_who_cannot_end_two_inches_further_away_does_not_beat_feet(room: float, able: bool) -> None:
    rocks = (
        block("rocks", "N", 0, 10.55, 40, 20),
        block("rocks", "S", 0, 0, 40, 9.45),
        block("rocks", "E", 14.5 + room, 9.45, 40, 10.55),
    )
    state = field(warrior("W", 10, 10), rifles("R", 14, 10), *rocks)
    assert bool(reactions.why_cannot_run(state, state.table.piece("R"), ["W"])) is not able


@pytest.mark.rule("MI-FEET-02", "MI-GAP-20")
def test_who_can_only_step_aside_does_not_beat_feet() -> None:
    rocks = (
        block("rocks", "E", 14.55, 0, 30, 12.75),
        block("rocks", "N", 0, 12.75, 30, 20),
        block("rocks", "W", 0, 10.55, 13.45, 12.75),
        block("rocks", "S", 0, 0, 14.55, 9.45),
    )
    state = field(warrior("W", 10, 10), rifles("R", 14, 10), *rocks)
    assert reactions.why_cannot_run(state, state.table.piece("R"), ["W"])


@pytest.mark.rule("MI-FEET-02", "MI-GAP-20")
def test_who_has_to_turn_a_corner_may_beat_feet() -> None:
    rocks = (
        block("rocks", "E", 14.55, 0, 30, 11.4),
        block("rocks", "N", 0, 12.6, 30, 20),
        block("rocks", "W", 0, 10.55, 13.45, 12.6),
        block("rocks", "S", 0, 0, 14.55, 9.45),
    )
    state = field(warrior("W", 12, 10), rifles("R", 14, 10), *rocks)
    assert not reactions.why_cannot_run(state, state.table.piece("R"), ["W"])


@pytest.mark.rule("MI-SHOT-01")
def test_a_few_who_can_fire_are_named_and_more_are_counted() -> None:
    squads = [rifles(f"R{n}", 20, 20 + 1.5 * n) for n in range(4)]
    far = rifles("far", 20, 47)

    def note(*who: Any) -> str:
        state = field(*who, warrior("W", 27, 22))
        return str(shooting.target_options(state, [p.id for p in who])[0][0].note).partition("; ")[2]

    assert note(*squads[:3]) == "R0, R1, R2 can fire"
    assert note(*squads) == "all 4 can fire"
    assert note(*squads, far) == "4 of 5 can fire; 1 too far"


@pytest.mark.rule("MI-SHOT-01")
def test_who_is_in_a_house_may_name_a_target() -> None:
    state = field(HOUSE, rifles("R", place=Inside("B")), warrior("W", 28, 22))
    assert shooting.models_with_targets(state, ["R"])


@pytest.mark.rule("MI-SHOT-01")
def test_of_several_weapons_the_one_that_falls_least_short_is_told() -> None:
    state = field(rifles("R", 10, 10), warrior("W", 45, 10))
    (shut,) = shooting.target_options(state, ["R"])[1]
    assert "Assault Rifle" in str(shut.shut)


@pytest.mark.rule("MI-UNIT-02", "MI-UNIT-01")
def test_an_action_is_offered_or_shut_once() -> None:
    state = field(rifles("R", 10, 10), warrior("W", 45, 10), activation=led("R"))
    keys = [option.key for option in act(state, until="action").asked[-1].options]  # type: ignore[attr-defined]
    assert len(keys) == len(set(keys))


@pytest.mark.rule("MI-BTRN-02", "MI-BUNI-04", "MI-TUNL-12")
def test_only_bugs_that_have_acted_are_shut_and_no_collapse_is_offered_twice() -> None:
    state = field(warrior("A", 10, 10), warrior("B", 20, 10), phase="bugs_activations", acted=("A",))
    options = do(state, "bug_activate", until="activate").asked[-1].options  # type: ignore[attr-defined]
    assert [option.key for option in options if option.shut] == ["A"]


@pytest.mark.rule("MI-TUNL-12")
@pytest.mark.parametrize(
    ("collapsed", "told"), [(0, ("Collapse E", ("E",), False)), (1, ("E", (), True))], ids=["none yet", "one"]
)
def test_an_entrance_may_be_collapsed_while_none_has_been(collapsed: int, told: object) -> None:
    state = field(
        *hole("E", 30, 30),
        warrior("A", 10, 10),
        phase="bugs_activations",
        tally={"collapsed_by_choice": collapsed},
    )
    (option,) = bug_activation.collapse_options(state)
    assert (option.label, option.at, bool(option.shut)) == told


@pytest.mark.rule("MI-SHOT-01")
def test_who_has_no_react_may_name_a_target_in_his_own_turn() -> None:
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 30, 10))
    assert shooting.models_with_targets(state, ["M"])


@pytest.mark.rule("MI-SHOT-01")
@pytest.mark.parametrize("x", [20.0, 40.0])
def test_how_far_a_target_is_out_of_range(x: float) -> None:
    state = field(rifles("R", 10, 10), warrior("W", x, 10))
    lines = WeaponLines(state, {"R": ("assault_rifle",)}, [state.table.piece("W")])
    reach = weapons()["assault_rifle"].range
    away = x - 10 - 1
    assert lines.range_deficit("R", "assault_rifle", "W") == pytest.approx((max(0.0, away - reach), away))


@pytest.mark.rule("MI-SHOT-15", "MI-GAP-23")
@pytest.mark.parametrize(("gun", "asked"), [("he_warhead", False), ("heavy_rockets", True)])
def test_only_a_weapon_of_two_blasts_is_asked_for_a_second_target(gun: str, asked: bool) -> None:
    firer = piece("missile_team" if gun == "he_warhead" else "heavy_mech", "M", 10, 10)
    state = field(firer, warrior("A", 20, 10), warrior("B", 23, 10))
    done = perform(state, lambda game: shooting._ask_seconds(game, {"M": (gun,)}, "A"), {})
    assert ("second_target" in [d.what for d in done.asked]) is asked
