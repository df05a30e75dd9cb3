"""The measured move: what ends a straight line, and where the others are set down."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.actions.move_action import carry_out_move, move_decision, move_group
from battlesim.rulesets.alien_invasion.contact.carrying_out import place_group
from battlesim.rulesets.alien_invasion.core.lookups import combat_of
from battlesim.rulesets.alien_invasion.core.terrain import area_of
from battlesim.rulesets.alien_invasion.ground.motion import area_for_others
from battlesim.rulings.piece_placement import PiecePlacement, placement_problem
from battlesim.table.levels import standing_place
from battlesim.testing.table import xy
from tests.rules.alien_invasion.field import (
    battle,
    block,
    daleks,
    group,
    perform,
    play,
    refusal,
    run,
    spugs,
    terrain,
)

SCRUB = terrain("scrub", 14, 5, 20, 15)
WALL = terrain("wall", 13.8, 0, 14, 20)


def moved(state, aim):
    """Move group a toward a point, the others set down as suggested."""
    return perform(state, lambda play: move_group(play, "a"), {"move": aim})


def problem(state, found, spots):
    """Why figures may not be set down at points after a line of group a, "" if they may."""
    lead = state.table.piece(found.piece)
    there = state.with_table(
        state.table.with_place(lead.id, standing_place(state.table.ground, *found.end, 0.0))
    )
    pieces = {key: state.table.piece(key) for key in spots}
    area = area_for_others(there, "a", found, ())
    return str(
        placement_problem(there.table, area, pieces, [PiecePlacement(k, *at) for k, at in spots.items()])
    )


@pytest.mark.rule("MT-MOV-03", "MT-SET-09", "MT-SPUG-02", "MT-MOV-05", "MT-SET-03")
@pytest.mark.parametrize(("make", "far"), [(group, 18), (spugs, 26), (daleks, 18)])
def test_how_far_a_figure_goes(make, far):
    state = battle(make("a", (10, 10)))
    assert run(state, (far, 10)).end == (far, 10)
    assert refusal(state, (far, 10)) == ""
    assert "at most" in refusal(state, (far + 0.1, 10))
    assert refusal(state, (10.5, 10)) == ""


@pytest.mark.rule("MT-MOV-01", "MT-MOV-02")
def test_one_figure_is_measured_and_the_others_set_down_beside_it():
    state = battle(group("a", *block(10, 10)))
    found = run(state, (19.5, 10))
    assert found.piece == "a2" and found.length == 8
    assert problem(state, found, {"a3": (18, 11)}) == ""
    done = moved(state, (19.5, 10))
    assert xy(done.state, "a2") == (19.5, 10)
    assert run(done.state, (30, 11.5)).piece != run(done.state, (2, 10)).piece, "another one each time"


@pytest.mark.rule("MT-MOV-04")
def test_a_line_does_not_go_round_a_corner():
    house = terrain("building", 11, 8, 15, 12)
    state = battle(group("a", (10, 10)), ground=[house])
    found = run(state, (16, 10))
    assert (found.ended, found.end) == ("feature", (11, 10))


@pytest.mark.rule("MT-MOV-06", "MT-GAP-10")
@pytest.mark.parametrize(("x", "end", "ended"), [(10, (14, 10), "feature"), (5, (13, 10), "")])
def test_a_feature_ends_the_move(x, end, ended):
    found = run(battle(group("a", (x, 10)), ground=[SCRUB]), (x + 8, 10))
    assert (found.end, found.ended) == (end, ended)


@pytest.mark.rule("MT-GAP-10")
def test_the_whole_group_is_set_down_inside_the_feature():
    state = battle(group("a", *block(10, 10)), ground=[SCRUB])
    done = moved(state, (18, 10))
    assert {area_of(done.state.table, piece) for piece in done.state.table.standing_pieces()} == {"scrub"}


@pytest.mark.rule("MT-MOV-07", "MT-GAP-12")
@pytest.mark.parametrize(("x", "end"), [(10, 14.5), (5, 13), (13.3, 14.5), (5.5, 13.3)])
def test_a_barrier_is_crossed_if_the_line_reaches_it(x, end):
    found = run(battle(group("a", (x, 10)), ground=[WALL]), (x + 8, 10))
    assert found.end == pytest.approx((end, 10))


@pytest.mark.rule("MT-MOV-08")
def test_leaving_a_feature_is_measured_from_any_point_of_its_edge():
    state = battle(group("a", (15, 6)), ground=[SCRUB])
    assert run(state, (28, 14)).end == (28, 14)
    assert "at most" in refusal(state, (28.1, 14))


@pytest.mark.rule("MT-MOV-09")
def test_a_house_is_left_by_its_door_or_without_one_anywhere():
    from msgspec.structs import replace

    from battlesim.table.terrain import Opening

    house = terrain("building", 20, 20, 26, 26)
    door = Opening((22.5, 20.0), (23.5, 20.0), 0.0, 2.0, kind="door", id="door")
    inside = group("a", (23, 23))
    with_door = battle(inside, ground=[replace(house, openings=(door,))])
    assert run(with_door, (23, 12)).start == (23, 20)
    assert "at most" in refusal(with_door, (23, 11.9))
    assert "at most" in refusal(with_door, (33, 23)), "not by the side"
    assert run(battle(inside, ground=[house]), (34, 23)).start == (26, 23)


@pytest.mark.rule("MT-GAP-10")
def test_a_house_with_a_door_is_entered_near_it_alone():
    from msgspec.structs import replace

    from battlesim.table.terrain import Opening

    door = Opening((22.5, 20.0), (23.5, 20.0), 0.0, 2.0, kind="door", id="door")
    house = replace(terrain("building", 20, 20, 26, 26), openings=(door,))
    state = battle(group("a", (15, 23)), ground=[house])
    found = run(state, (22, 23))
    assert (found.ended, found.end) == ("obstacle", (19.5, 23))
    assert run(battle(group("a", (23, 15)), ground=[house]), (23, 22)).ended == "feature"


@pytest.mark.rule("MT-MOV-10", "MT-HTH-01", "MT-HTH-02")
def test_contact_ends_the_move_and_locks_both_groups():
    state = battle(group("a", (10, 10), (10, 11.5)), daleks("b", (17, 10), (30, 10)), group("c", (40, 40)))
    done = moved(state, (17, 10))
    assert xy(done.state, "a1") == (15.75, 10)
    assert combat_of(done.state, "a").groups == ("b", "a")
    options = {o.key: str(o.shut) for o in play(done.state, ["a"]).run.pending.options}
    assert options["move"] == "it is locked in a fight"
    assert "move" in {o.key for o in play(done.state, ["c"]).run.pending.open_options}


@pytest.mark.rule("MT-GAP-13")
@pytest.mark.parametrize(("y", "end"), [((9, 11), 14), ((8.9, 11.1), 18)])
def test_a_narrow_gap_between_two_enemies_counts_as_contact(y, end):
    state = battle(group("a", (10, 10)), spugs("b", *((14, each) for each in y)))
    assert run(state, (18, 10)).end == pytest.approx((end, 10))


@pytest.mark.rule("MT-GAP-13")
def test_friends_are_passed_but_not_ended_on():
    state = battle(group("a", (10, 10)), group("b", (14, 10)))
    assert run(state, (18, 10)).end == (18, 10)
    assert run(state, (14, 10)).end == (13, 10)


@pytest.mark.rule("MT-GAP-08")
@pytest.mark.option("coherency_gap_in", "1.0", "0.5", "2.0")
@pytest.mark.parametrize(("value", "x"), [("1.0", 22.0), ("0.5", 21.5), ("2.0", 23.0)])
def test_the_others_are_linked_to_the_measured_figure(value, x):
    state = battle(group("a", (20, 18), (19, 18)), options={"coherency_gap_in": value})
    found = run(state, (20, 10))
    assert problem(state, found, {"a2": (x, 10)}) == ""
    assert "not joined" in problem(state, found, {"a2": (x + 0.1, 10)})


@pytest.mark.rule("MT-GAP-08")
def test_no_chain_reaches_farther_than_four_inches():
    state = battle(group("a", (20, 18), (10, 30), (12, 30), (14, 30)))
    found = run(state, (20, 10))
    chain = {"a2": (22, 10), "a3": (24, 10)}
    assert problem(state, found, {**chain, "a4": (25, 10)}) == ""
    assert problem(state, found, {**chain, "a4": (25.1, 10)}) != ""


@pytest.mark.rule("MT-GAP-08")
def test_the_others_stand_on_the_same_side_and_in_the_same_feature():
    wall = terrain("wall", 10, 9, 30, 9.2)
    state = battle(group("a", (20, 18), (19, 18)), ground=[wall])
    found = run(state, (20, 10))
    assert problem(state, found, {"a2": (21, 10)}) == ""
    assert "outside" in problem(state, found, {"a2": (20, 8.4)})
    scrub = battle(group("a", (12, 18), (11, 18)), ground=[SCRUB])
    beside = run(scrub, (13, 10.1))
    assert "outside" in problem(scrub, beside, {"a2": (14.2, 10.1)})


@pytest.mark.rule("MT-GAP-09")
@pytest.mark.parametrize(("x", "fine"), [(19.0, True), (19.1, False)])
def test_nobody_is_set_down_farther_ahead(x, fine):
    state = battle(group("a", (10, 10), (9, 10)))
    found = run(state, (18, 10))
    assert (problem(state, found, {"a2": (x, 11)}) == "") is fine


@pytest.mark.rule("MT-GAP-09")
def test_nobody_else_touches_an_enemy_that_was_not_reached():
    state = battle(group("a", (10, 10), (9, 10)), daleks("b", (18, 12.5)))
    found = run(state, (18, 10))
    assert "0.1" in problem(state, found, {"a2": (18, 11.25)})


@pytest.mark.rule("MT-GAP-11")
@pytest.mark.option("building_capacity_per_floor", "8", "4", "12", "unlimited")
@pytest.mark.parametrize(
    ("value", "inside", "enters"),
    [("8", 4, True), ("8", 5, False), ("4", 1, False), ("12", 8, True), ("unlimited", 9, True)],
)
def test_a_house_has_room_for_so_many(value, inside, enters):
    house = terrain("building", 20, 5, 32, 20)
    there = group("b", *((21.5 + 1.5 * (k % 6), 12 + 1.5 * (k // 6)) for k in range(inside)))
    state = battle(
        group("a", *block(15, 9)), there, ground=[house], options={"building_capacity_per_floor": value}
    )
    assert (run(state, (23, 9)).ended == "feature") is enters


@pytest.mark.rule("MT-GAP-11", "MT-GAP-36")
def test_a_house_held_by_enemies_is_assaulted_from_outside():
    house = terrain("building", 20, 5, 26, 15)
    state = battle(group("a", (15, 10)), daleks("b", (23, 10), (23, 13)), ground=[house])
    done = moved(state, (22, 10))
    assert xy(done.state, "a1") == pytest.approx((19.5, 10))
    assert combat_of(done.state, "b").defends == (("dalek", "building"),)


@pytest.mark.rule("MT-GAP-36")
def test_a_manned_wall_stops_and_locks_a_mover_before_it_crosses():
    wall = terrain("wall", 14, 0, 14.2, 20)
    state = battle(group("a", (10, 10)), spugs("b", (14.9, 10), (14.9, 12)), ground=[wall])
    done = moved(state, (17, 10))
    assert xy(done.state, "a1") == pytest.approx((13.5, 10))
    assert combat_of(done.state, "b").defends == (("spug", "wall"),)


@pytest.mark.rule("MT-GAP-36", "MT-GAP-10")
@pytest.mark.parametrize(("inside", "defends"), [(3, True), (2, False)])
def test_who_defends_an_area(inside, defends):
    men = group("b", *((17 + 1.2 * (k % 2), (8 if k < inside else 17) + 1.2 * (k // 2)) for k in range(4)))
    state = battle(daleks("a", (10, 8)), men, ground=[SCRUB], card="dalek single")
    done = moved(state, (17, 8))
    combat = combat_of(done.state, "b")
    assert combat is not None and bool(combat.defends) is defends


@pytest.mark.rule("MT-GAP-10")
def test_an_area_with_enemies_is_entered_without_contact_if_nobody_is_aimed_at():
    state = battle(group("a", (10, 8)), daleks("b", (18, 13)), ground=[SCRUB])
    done = moved(state, (15, 8))
    assert combat_of(done.state, "a") is None
    again = moved(done.state, (18, 13))
    assert combat_of(again.state, "a") is not None, "a move within the area may end in contact"


@pytest.mark.rule("MT-SPUG-04", "MT-GAP-57")
@pytest.mark.option("spugs_run_through_buildings", "true", "false")
@pytest.mark.parametrize(("value", "end"), [("true", 26), ("false", 14)])
def test_spugs_run_through_everything(value, end):
    options = {"spugs_run_through_buildings": value}
    house = terrain("building", 14, 5, 20, 15)
    assert run(battle(spugs("a", (10, 10)), ground=[house], options=options), (26, 10)).end == (end, 10)
    rough = [SCRUB, terrain("wall", 23, 0, 23.2, 20)]
    assert run(battle(spugs("a", (10, 10)), ground=rough, options=options), (26, 10)).end == (26, 10)


@pytest.mark.rule("MT-SPUG-05", "MT-GAP-56")
@pytest.mark.parametrize(("width", "end"), [(7.5, 24), (7.9, 24), (8.0, 14.5)])
def test_spugs_jump_water_less_than_eight_inches_wide(width, end):
    river = terrain("river", 15, 0, 15 + width, 20)
    assert run(battle(spugs("a", (10, 10)), ground=[river]), (24, 10)).end == pytest.approx((end, 10))


@pytest.mark.rule("MT-SPUG-05")
def test_spugs_do_not_end_in_water():
    river = terrain("river", 15, 0, 22, 20)
    assert run(battle(spugs("a", (10, 10)), ground=[river]), (20, 10)).end == pytest.approx((14.5, 10))
    assert run(battle(group("a", (10, 10)), ground=[river]), (17, 10)).ended == "feature"


@pytest.mark.rule("MT-GAP-37")
def test_deep_water_stops_men_and_daleks():
    lake = terrain("lake", 15, 0, 22, 20)
    assert run(battle(group("a", (10, 10)), ground=[lake]), (18, 10)).end == pytest.approx((14.5, 10))
    assert run(battle(daleks("a", (10, 10)), ground=[lake]), (18, 10)).end == pytest.approx((14.25, 10))


@pytest.mark.rule("MT-GAP-07")
def test_measuring_costs_nothing():
    state = battle(group("a", (10, 10)), daleks("b", (17, 10)))
    from battlesim.rulesets.alien_invasion import RULESET

    card = RULESET.preview(state, move_decision(state, "a"), (17, 10))
    assert card.title == "Charge" and state.game.actions_left == 1
    assert RULESET.may_measure(state)


def test_a_group_stops_earlier_where_there_is_no_room_for_all():
    crowd = [daleks(f"d{k}", (17.2 + 1.6 * (k % 4), 8 + 1.6 * (k // 4))) for k in range(16)]
    state = battle(group("a", *block(10, 10)), *crowd)
    found = run(state, (18.3, 9))
    done = perform(state, lambda play: place_group(play, "a", found, (), rule="MT-MOV-01", how="move"))
    assert len({xy(done.state, f"a{k}") for k in range(1, 5)}) == 4


def test_a_group_that_stays_is_not_set_down_anew():
    state = battle(group("a", *block(10, 10)))
    done = perform(state, lambda play: carry_out_move(play, "a", run(state, (10, 10)), (10, 10)))
    assert not done.events
