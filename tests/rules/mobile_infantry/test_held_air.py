"""How aircraft come in, munitions of a run, blasts along its line, counters of ammunition, options."""

from __future__ import annotations

import pytest

from battlesim.engine.template_kinds import ScatterRule
from battlesim.mechanics.chance import dice_forecast
from battlesim.mechanics.scatter import scattered_aim
from battlesim.rulesets.mobile_infantry.air import strike_run
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire
from battlesim.rulesets.mobile_infantry.attack import area_effects
from battlesim.rulesets.mobile_infantry.core.parameters import resolve_parameters
from battlesim.rulesets.mobile_infantry.ground.sight import WeaponLines
from battlesim.rulesets.mobile_infantry.reactions import reactions
from battlesim.rulesets.mobile_infantry.troopers.search import SEARCH_TABLE
from battlesim.table.events import DiceRolled
from tests.rules.mobile_infantry.acts import refusal
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import pool_of, shoot
from tests.rules.mobile_infantry.soldiers import offered

WAYS = [
    ((0.0, 24.0), (72.0, 24.0), 0.0),
    ((72.0, 24.0), (0.0, 24.0), 180.0),
    ((36.0, 0.0), (36.0, 48.0), 90.0),
    ((36.0, 48.0), (36.0, 0.0), 270.0),
    ((24.0, 0.0), (72.0, 48.0), 45.0),
]


def run(state, until="", **answers):  # type: ignore[no-untyped-def]
    return perform(state, strike_run.fly_strike_run, answers, until=until)


@pytest.mark.rule("MI-AIR-03", "MI-AIR-02")
@pytest.mark.parametrize(("start", "end", "facing"), WAYS)
def test_a_bomber_comes_in_at_its_entry_and_faces_its_exit(start, end, facing: float) -> None:  # type: ignore[no-untyped-def]
    plane = strike_run.new_bomber(field(), (start, end))
    spot = plane.table_position
    assert spot is not None
    assert ((spot.x, spot.y, spot.facing), plane.radius) == ((*start, facing), 2.0)


@pytest.mark.rule("MI-AIR-05", "MI-GAP-24", "MI-AIR-10")
def test_a_munition_that_is_used_up_is_shown_and_refused() -> None:
    state = field(options={"bomb_load": "per_game"}, tally={"napalm_used": 2, "runs_granted": 1})
    asked = run(state, until="strike")
    assert offered(asked, "strike") == {"heat_missile", "no"}
    assert [b.key for b in asked.asked[-1].closed_options] == ["napalm"]
    assert refusal(asked, "strike", "napalm") == "MI-GAP-24: all are used up"


@pytest.mark.rule("MI-AIR-10", "MI-AIR-05", "MI-GAP-24")
@pytest.mark.parametrize(("used", "releases"), [(0, 2), (1, 1)])
def test_a_run_releases_at_most_what_is_left(used: int, releases: int) -> None:
    bugs = [warrior(f"W{n}", 10 + 12 * n, 24) for n in range(4)]
    state = field(*bugs, options={"bomb_load": "per_game"}, tally={"heat_used": used, "runs_granted": 1})
    answers = {
        "strike": ["heat_missile"],
        "line": [(0.0, 24.0), (72.0, 24.0)],
        "target": ["W0", "W1"][:releases],
    }
    done = perform(
        state,
        strike_run.fly_strike_run,
        answers,
        [1] * 2 * releases,  # type: ignore[arg-type]
    )
    assert len(done.events_of(DiceRolled)) == releases


@pytest.mark.rule("MI-AIR-03", "MI-AIR-01")
def test_a_run_that_is_let_go_is_one_run_flown() -> None:
    done = run(field(tally={"runs_granted": 2}), strike=["no"])
    assert done.state.game.count("runs_flown") == 1
    assert strike_run.next_step(done.state) is not None


@pytest.mark.rule("MI-AIR-08", "MI-GAP-22")
@pytest.mark.parametrize(
    ("line", "origin"),
    [
        (((0.0, 24.0), (72.0, 24.0)), (29.0, 24.0)),
        (((72.0, 24.0), (0.0, 24.0)), (31.0, 24.0)),
        (((30.0, 0.0), (30.0, 48.0)), (30.0, 23.0)),
        (((30.0, 48.0), (30.0, 0.0)), (30.0, 25.0)),
    ],
)
def test_the_target_of_a_bomb_is_pushed_along_the_line_of_flight(line, origin) -> None:  # type: ignore[no-untyped-def]
    state = field(piece("thunderbolt", "B", *line[0], marks=["flying"]), warrior("W", 30, 24))
    dice = area_effects.bomb_dice(state, "heat_missile", "B", ["W"], line)
    assert [die.origin for die in dice] == [pytest.approx(origin)] * 2


@pytest.mark.rule("MI-BTRT-08", "MI-GAP-51")
@pytest.mark.parametrize(
    ("firer", "aim", "clock", "end"),
    [
        ((10, 20), (30, 20), 12, (35, 20)),
        ((10, 20), (30, 20), 3, (30, 15)),
        ((10, 20), (30, 20), 6, (25, 20)),
        ((10, 20), (30, 20), 9, (30, 25)),
        ((30, 5), (30, 20), 12, (30, 25)),
        ((30, 5), (30, 20), 3, (35, 20)),
        ((50, 20), (30, 20), 12, (25, 20)),
        ((10, 20), (30, 20), 1, (34.33, 17.5)),
    ],
)
def test_twelve_is_straight_on_and_the_numbers_go_clockwise(firer, aim, clock, end) -> None:  # type: ignore[no-untyped-def]
    assert scattered_aim(ScatterRule(12, (5.0,)), firer, aim, clock, 5.0) == pytest.approx(end, abs=0.01)


@pytest.mark.rule("MI-BTRT-08", "MI-GAP-02")
def test_scatter_is_a_d12_and_a_d10() -> None:
    state = field(piece("plasma_bug", "X", 10, 20), rifles("P", 30, 20))
    found = dice_forecast(lambda: bug_fire.scatter_dice_script(state, "X", "plasma_airburst", (30, 20)))
    assert [throw.sides for throw in found.rolls] == [(12, 10)]


@pytest.mark.rule("MI-BSHT-01", "MI-BTRT-08")
@pytest.mark.parametrize(
    ("key", "points"), [("plasma_focused", 60), ("plasma_airburst", 120), ("acid_stream", 1)]
)
def test_all_places_where_a_shot_may_land_have_a_chance_of_one_together(key: str, points: int) -> None:
    state = field(piece("plasma_bug", "X", 10, 20), rifles("P", 30, 20))
    found = bug_fire.landing_chances(state, "X", key, (30.0, 20.0))
    assert (len(found), sum(found.values())) == (points, pytest.approx(1.0))
    assert min(found.values()) == pytest.approx(max(found.values()))


@pytest.mark.rule("MI-GAP-29", "MI-SRCH-02")
def test_what_each_face_finds() -> None:
    words = {face: entry.text for face, entry in SEARCH_TABLE.items()}
    assert words == {
        1: "1 to 6 Warriors in ambush",
        2: "nothing",
        3: "stores: up to 2 HP back",
        4: "1 to 3 HP of survivors",
        5: "1 to 6 HP of survivors",
        6: "3 to 8 HP of survivors",
    }


@pytest.mark.rule("MI-GAP-29", "MI-SRCH-02")
@pytest.mark.parametrize(("number", "face", "hits"), [(4, 3, 3), (5, 6, 6), (6, 1, 3), (6, 6, 8)])
def test_how_many_survivors_are_found(number: int, face: int, hits: int) -> None:
    found = []

    def script(game):  # type: ignore[no-untyped-def]
        found.append((yield from SEARCH_TABLE[number].script(game, "R", "V6")))

    perform(field(rifles("R", 10, 10)), script, dice=[face])
    assert [(find.what, find.amount) for find in found] == [("survivors", hits)]


@pytest.mark.rule("MI-GAP-29", "MI-SRCH-02")
def test_half_of_the_faces_find_people() -> None:
    assert [face for face, entry in SEARCH_TABLE.items() if entry.people] == [4, 5, 6]


OPTIONS = [
    ("fire_at_will_valid", "within_10", "join_range", 10.0, "MI-GAP-17"),
    ("radio", "roll_4", "radio_needs", 4, "MI-GAP-26"),
    ("radio", "automatic", "radio_needs", 0, "MI-GAP-26"),
    ("evacuation", "two_vikings", "vikings", 2, "MI-GAP-27"),
    ("evacuation", "one_viking", "vikings", 1, "MI-GAP-27"),
    ("evacuation", "none", "vikings", 0, "MI-GAP-27"),
    ("turns", "10", "turns", 10, "MI-GAP-32"),
    ("turns", "8", "turns", 8, "MI-GAP-32"),
    ("turns", "12", "turns", 12, "MI-GAP-32"),
    ("hopper_move", "8_12", "hopper_walk", 8.0, "MI-GAP-40"),
    ("hopper_move", "6_12", "hopper_walk", 6.0, "MI-GAP-40"),
    ("tunnel_cover", "plus_1", "bugs_at_entrance", 1, "MI-GAP-41"),
    ("tunnel_cover", "plus_2", "bugs_at_entrance", 2, "MI-GAP-41"),
    ("tunnel_cover", "plus_3", "bugs_at_entrance", 3, "MI-GAP-41"),
    ("command_grenade", "one_die", "command_grenade_dice", 1, "MI-GAP-57"),
    ("light", "night", "sight_limit", 24.0, "MI-GAP-67"),
    ("result_threshold", "at_least", "beyond", 0, "MI-GAP-01"),
    ("result_threshold", "above", "beyond", 1, "MI-GAP-01"),
    ("obscured_from", "quarter", "obscured_share", 0.25, "MI-GAP-06"),
    ("obscured_from", "half", "obscured_share", 0.5, "MI-GAP-06"),
]


@pytest.mark.parametrize(
    ("option", "value", "name", "figure"),
    [pytest.param(*row[:4], marks=pytest.mark.rule(row[4]), id=f"{row[0]}={row[1]}") for row in OPTIONS],
)
def test_the_figure_that_an_option_stands_for(option: str, value: str, name: str, figure: float) -> None:
    assert getattr(resolve_parameters({option: value}), name) == figure


def count_ammo(state, fired, ones, **answers):  # type: ignore[no-untyped-def]
    return perform(state, lambda game: reactions._count_ammo(game, fired, ones), answers)


@pytest.mark.rule("MI-FIRE-05", "MI-FIRE-06", "MI-FIRE-07")
@pytest.mark.parametrize(("ones", "counters"), [(0, (0, 0)), (2, (1, 1)), (4, (2, 2))])
def test_even_counters_are_spread_without_a_question(ones: int, counters: tuple[int, int]) -> None:
    done = count_ammo(field(rifles("P", 10, 10), rifles("Q", 12, 10)), ("P", "Q"), ones)
    assert (done.piece("P").mark_count("ammo"), done.piece("Q").mark_count("ammo")) == counters
    assert done.asked == []


@pytest.mark.rule("MI-FIRE-05", "MI-FIRE-07")
def test_one_who_fired_alone_takes_all_counters_on_top_of_those_he_has() -> None:
    state = field(rifles("P", 10, 10, marks={"ammo": 1}), piece("heavy_mech", "H", 12, 10))
    done = count_ammo(state, ("P", "H"), 3)
    assert (done.piece("P").mark_count("ammo"), done.piece("H").mark_count("ammo"), done.asked) == (4, 0, [])


@pytest.mark.rule("MI-SHOT-01", "MI-GAP-06")
def test_what_is_in_range_in_sight_and_in_the_arc() -> None:
    rock = block("rocks", "K", 14, 14, 16, 16)
    things = [warrior("W", 20, 10), warrior("back", 5, 10), warrior("behind", 20, 20), warrior("far", 60, 10)]
    state = field(piece("machine_gun", "G", 10, 10, facing=0), rock, *things)
    lines = WeaponLines(state, {"G": ("heavy_machine_gun",)}, things)
    rules = {t.id: lines.impediment("G", "heavy_machine_gun", t.id)[1] for t in things}
    assert rules == {"W": "", "back": "MI-TRT-02", "behind": "MI-GAP-06", "far": "MI-SHOT-01"}
    assert any(lines.bears_on("G", "heavy_machine_gun", thing) for thing in lines.objects)


@pytest.mark.rule("MI-SHOT-01", "MI-SHOT-05")
def test_the_distance_of_a_pool_is_that_of_its_nearest_firer() -> None:
    things = [warrior("W", 20, 10)]
    state = field(rifles("P", 10, 10), rifles("Q", 16, 10), *things)
    lines = WeaponLines(state, {"P": ("assault_rifle",), "Q": ("assault_rifle",)}, things)
    assert [lines.smallest_gap("W"), lines.smallest_gap("W", ["P"])] == pytest.approx([3.0, 9.0])


@pytest.mark.rule("MI-SHOT-02", "MI-SHOT-01")
def test_who_holds_fire_and_who_bears_on_nothing_puts_no_dice_into_the_pool() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 10, 12), rifles("X", 10, 40), warrior("W", 20, 10))
    holding = {"weapons": [("assault_rifle", "hold")]}
    asked = shoot(state, "P", "Q", "X", until="weapons").first_decision("weapons")
    assert [item.key for item in asked.items] == ["P", "Q"]  # type: ignore[attr-defined]
    assert len(pool_of(shoot(state, "P", "Q", "X", answers=holding, dice=[1] * 4)).faces) == 4
