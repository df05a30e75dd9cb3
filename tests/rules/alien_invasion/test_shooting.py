"""Shooting: who sees whom, totals against scores, protection, casualties."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.attack.losses import choose_casualties
from battlesim.rulesets.alien_invasion.attack.pools import kill_chances, total_chances
from battlesim.rulesets.alien_invasion.attack.shooting import pool_of, targets, why_not_target
from battlesim.rulesets.alien_invasion.core.factions import CardCounts, factions
from battlesim.rulesets.alien_invasion.core.lookups import figures_of
from battlesim.rulesets.alien_invasion.ground.protection import protection
from battlesim.rulesets.alien_invasion.ground.sight import seen_pairs, sees
from tests.rules.alien_invasion.field import battle, block, daleks, group, left, perform, play, spugs, terrain

A_SHOT = ["a", "shoot", "b"]
SECTION, THREE = block(10, 10), ((30, 10), (32, 10), (34, 10))


def shot(state, dice, answers=()):
    """Shoot once with group a at group b, and choose casualties."""
    return play(state, [*A_SHOT, *answers], dice, until="card")


@pytest.mark.rule("MT-SHT-07", "MT-SHT-08", "MT-SHT-09", "MT-DALK-03", "MT-UNIT-05", "MT-SHT-03")
def test_the_worked_shot_of_29_kills_one_of_three_daleks():
    state = battle(group("a", *SECTION), daleks("b", *THREE))
    assert left(shot(state, [2, 2, 2, 3, 3, 5, 6, 6], [("b1",)]), "b") == 2


@pytest.mark.rule("MT-SHT-10", "MT-SHT-11", "MT-SHT-14", "MT-DALK-02", "MT-UNIT-07", "MT-TER-09")
@pytest.mark.parametrize(("kind", "survive"), [("", 0), ("building", 1), ("rubble", 0)])
def test_the_worked_shot_of_47_against_four_men(kind, survive):
    ground = [terrain(kind, 29, 9, 34, 14)] if kind else []
    state = battle(
        daleks("a", (10, 10), (12, 10)), group("b", *block(30, 10)), ground=ground, card="dalek single"
    )
    chosen = [("b1", "b2", "b3")] if survive else []
    assert left(shot(state, [1, 2, 2, 4, 4, 4, 4, 5, 5, 5, 5, 6], chosen), "b") == survive


@pytest.mark.rule("MT-TER-03", "MT-TER-05", "MT-TER-06", "MT-TER-07", "MT-TER-08", "MT-TER-13", "MT-TER-04")
@pytest.mark.parametrize(
    ("kind", "grade", "killed"),
    [
        ("", 0, 4),
        ("scrub", 1, 2),
        ("rubble", 1, 2),
        ("woods", 2, 2),
        ("rocks", 2, 2),
        ("river", 0, 4),
        ("swamp", 0, 4),
    ],
)
def test_a_total_of_24_against_four_men_in_terrain(kind, grade, killed):
    ground = [terrain(kind, 29, 9, 34, 14)] if kind else []
    state = battle(daleks("a", (10, 10)), group("b", *block(30, 10)), ground=ground)
    assert protection(state, "b", seen_pairs(state, "a", "b")) == grade
    perform(state, lambda play: _kept(choose_casualties(play, figures_of(play.state, "b"), 24, grade)))
    assert len(KEPT.pop()) == killed


KEPT: list = []


def _kept(script):
    KEPT.append((yield from script))


@pytest.mark.rule("MT-SHT-01", "MT-SHT-06", "MT-SET-08")
def test_all_dice_go_at_one_group_however_far_away():
    state = battle(group("a", (1, 1)), daleks("b", (71, 47)), daleks("c", (60, 20)))
    assert targets(state, "a") == ["b", "c"]
    done = play(state, ["a", "shoot", "b"], [6], until="card")
    assert [len(event.faces) for event in done.events if getattr(event, "faces", ())] == [1]


@pytest.mark.rule("MT-SHT-02", "MT-SHT-03")
def test_one_figure_that_sees_is_enough_and_all_dice_are_thrown():
    house = terrain("building", 18, 11, 22, 16)
    state = battle(group("a", (10, 14), (10, 10)), daleks("b", (30, 10)), ground=[house])
    assert seen_pairs(state, "a", "b") == {("a2", "b1")}
    assert pool_of(state, "a").fixed == 2
    behind = battle(group("a", (10, 14), (10, 13)), daleks("b", (30, 13)), ground=[house])
    assert why_not_target(behind, "a", "b") == "no figure sees one of them"


@pytest.mark.rule("MT-SHT-05")
@pytest.mark.parametrize(("kind", "seen"), [("woods", False), ("rocks", False), ("building", False)])
@pytest.mark.parametrize("other", ["rubble", "scrub", "river"])
def test_some_terrain_blocks_sight_and_some_does_not(kind, seen, other):
    men, them = group("a", (10, 10)), daleks("b", (30, 10))
    assert sees(battle(men, them, ground=[terrain(kind, 18, 8, 22, 12)]), "a", "b") is seen
    assert sees(battle(men, them, ground=[terrain(other, 18, 8, 22, 12)]), "a", "b")


@pytest.mark.rule("MT-SHT-04", "MT-GAP-20")
@pytest.mark.parametrize(("x", "seen"), [(9, False), (13, True)])
@pytest.mark.parametrize("side", ["unit", "spug"])
def test_a_third_group_blocks_sight_with_its_gaps(x, seen, side):
    third = group("c", (x, 20), (x + 2, 20), side=side)
    state = battle(group("a", (10, 10)), daleks("b", (10, 30)), third)
    assert sees(state, "a", "b") is seen


@pytest.mark.rule("MT-GAP-20")
def test_a_group_in_a_house_does_not_block():
    house = terrain("building", 8, 18, 12, 22)
    state = battle(group("a", (10, 10)), daleks("b", (10, 20)), ground=[house])
    assert sees(state, "a", "b"), "one sees into it"
    inside = battle(group("a", (10.2, 20)), daleks("b", (10, 30)), spugs("c", (9, 21)), ground=[house])
    assert sees(inside, "a", "b"), "and out of it, past others there"


@pytest.mark.rule("MT-GAP-19")
@pytest.mark.option("los_points", "centre_to_centre", "any_base_edge")
@pytest.mark.parametrize(("value", "seen"), [("centre_to_centre", False), ("any_base_edge", True)])
def test_sight_goes_from_centre_to_centre_or_by_option_from_any_point(value, seen):
    house = terrain("building", 18, 11, 22, 16)
    men, them = group("a", (10, 10.8)), spugs("b", (30, 11.4))
    assert sees(battle(men, them, ground=[house], options={"los_points": value}), "a", "b") is seen


@pytest.mark.rule("MT-GAP-19")
def test_a_line_that_only_touches_a_corner_is_free():
    house = terrain("building", 18, 11, 22, 16)
    state = battle(group("a", (10, 11)), spugs("b", (30, 11)), ground=[house])
    assert sees(state, "a", "b")


@pytest.mark.rule("MT-GAP-21")
def test_trees_do_not_hide_those_who_stand_in_them():
    trees = terrain("woods", 18, 8, 24, 14)
    state = battle(group("a", (10, 10)), spugs("b", (20, 10), (22, 10)), ground=[trees])
    assert sees(state, "a", "b") and sees(state, "b", "a")
    both = battle(group("a", (19, 9)), spugs("b", (23, 13)), ground=[trees])
    assert sees(both, "a", "b")


@pytest.mark.rule("MT-TER-10", "MT-TER-11", "MT-TER-12", "MT-GAP-22", "MT-GAP-37")
@pytest.mark.parametrize(("kind", "grade"), [("wall", 1), ("fence", 1), ("barricade", 1), ("wire_fence", 0)])
def test_a_barrier_hides_all_but_those_who_man_it(kind, grade):
    wall = terrain(kind, 20, 9.8, 30, 10)
    far = battle(spugs("a", (25, 2)), group("b", (25, 14)), ground=[wall])
    assert sees(far, "a", "b") is (grade == 0)
    near = battle(spugs("a", (25, 2)), group("b", (25, 10.9)), ground=[wall])
    assert sees(near, "a", "b")
    assert protection(near, "b", seen_pairs(near, "a", "b")) == grade


@pytest.mark.rule("MT-GAP-22")
@pytest.mark.option("barrier_manning_in", "1.0", "0.5", "2.0")
@pytest.mark.parametrize(
    ("value", "y", "seen"),
    [
        ("1.0", 11.5, True),
        ("1.0", 11.6, False),
        ("0.5", 11.0, True),
        ("0.5", 11.1, False),
        ("2.0", 12.5, True),
        ("2.0", 12.6, False),
    ],
)
def test_a_barrier_is_manned_from_so_close_behind_it(value, y, seen):
    wall = terrain("wall", 20, 9.8, 30, 10)
    options = {"barrier_manning_in": value}
    state = battle(spugs("a", (25, 2)), group("b", (25, y)), ground=[wall], options=options)
    assert sees(state, "a", "b") is seen


@pytest.mark.rule("MT-GAP-22")
def test_half_of_a_group_does_not_man_a_barrier():
    wall = terrain("wall", 20, 9.8, 30, 10)
    men = group("b", (24, 10.9), (26, 10.9), (24, 14), (26, 14))
    assert not sees(battle(spugs("a", (25, 2)), men, ground=[wall]), "a", "b")


@pytest.mark.rule("MT-GAP-24")
@pytest.mark.option("partial_cover", "majority", "all", "any")
@pytest.mark.parametrize(
    ("value", "inside", "grade"),
    [("majority", 3, 1), ("majority", 2, 0), ("all", 3, 0), ("all", 4, 1), ("any", 1, 1), ("any", 0, 0)],
)
def test_protection_of_a_group_that_is_partly_in_rubble(value, inside, grade):
    men = group("b", *((30 + 1.5 * k, 10 if k < inside else 20) for k in range(4)))
    rubble = terrain("rubble", 29, 9, 40, 11)
    state = battle(daleks("a", (10, 10)), men, ground=[rubble], options={"partial_cover": value})
    assert protection(state, "b", seen_pairs(state, "a", "b")) == grade


@pytest.mark.rule("MT-SHT-12")
def test_the_owner_chooses_who_falls():
    state = battle(daleks("a", (10, 10)), group("b", *block(30, 10)), card="dalek single")
    done = shot(state, [2, 2, 2, 2, 2, 2], [("b1", "b2")])
    assert done.first_decision("casualties").side == "unit"
    assert pool_of(done.state, "b").fixed == 6


@pytest.mark.rule("MT-SHT-13", "MT-SHT-09")
@pytest.mark.parametrize(("first", "dead"), [(5, 0), (6, 1)])
def test_each_shot_is_resolved_by_itself(first, dead):
    dalek = factions()["dalek"]
    weak = msgspec.structs.replace(
        dalek, figure={"dalek": msgspec.structs.replace(dalek.figure["dalek"], dice=1)}
    )
    state = battle(
        daleks("a", (10, 10)),
        group("b", *block(30, 10, 2)),
        custom={**factions(), "dalek": weak},
        row=("dalek double", "unit single"),
    )
    fallen = [("b1",)] if dead else []
    done = play(state, [*A_SHOT, *fallen, *A_SHOT], [first, 5])
    assert 2 - left(done, "b") == dead


@pytest.mark.rule("MT-GAP-25")
@pytest.mark.parametrize(("answers", "survive"), [(["b1"], {"b2", "b3"}), (["b2", "b3"], {"b1"})])
def test_mixed_scores_are_paid_one_by_one(answers, survive):
    spug, other = factions()["spug"], factions()["unit"].figure["unit_rifleman"]
    mixed = msgspec.structs.replace(
        spug, figure={**spug.figure, "spug_leader": msgspec.structs.replace(other, group="squad")}
    )
    kinds = ("spug_warrior", "spug_leader", "spug_leader")
    state = battle(
        group("a", (10, 10)),
        spugs("b", (30, 10), (32, 10), (34, 10), kinds=kinds),
        custom={**factions(), "spug": mixed},
    )

    def rules(play):
        return _kept(choose_casualties(play, figures_of(play.state, "b"), 14, 0))

    perform(state, rules, {"casualty": answers})
    assert {"b1", "b2", "b3"} - {figure.id for figure in KEPT.pop()} == survive


@pytest.mark.rule("MT-GAP-26")
@pytest.mark.option("unseen_casualties", "allowed", "seen_only")
@pytest.mark.parametrize(("value", "survive"), [("allowed", 0), ("seen_only", 3)])
def test_figures_that_nobody_sees_may_fall_or_by_option_not(value, survive):
    house = terrain("building", 18, 0, 22, 9.9)
    men = group("b", (30, 12), (30, 1), (31.5, 1), (33, 1))
    state = battle(
        daleks("a", (10, 12)), men, ground=[house], options={"unseen_casualties": value}, card="dalek single"
    )
    assert seen_pairs(state, "a", "b") == {("a1", "b1")}
    assert left(shot(state, [4, 4, 4, 4, 4, 4]), "b") == survive


@pytest.mark.rule("MT-SET-02", "MT-DECK-05")
def test_a_new_faction_is_a_file():
    text = """
    title = "Martians"
    cards = { single = 6, double = 4, triple = 2 }
    [group.band]
    name = "Band"
    size = 5
    [figure.martian]
    name = "Martian"
    group = "band"
    base = 1.0
    dice = 2
    scores = [8, 11, 14]
    """
    martians = msgspec.toml.decode(text, type=type(factions()["unit"]))
    custom = {**factions(), "dalek": martians}
    own, figures = group("a", (10, 10), (11.5, 10), (10, 11.5), (11.5, 11.5), side="unit")
    figures = tuple(msgspec.structs.replace(figure, kind="martian", side="dalek") for figure in figures)
    own = msgspec.structs.replace(own, side="dalek", kind="band")
    state = battle((own, figures), group("b", *block(30, 10)), custom=custom, card="dalek single")
    done = shot(state, [6, 6, 1, 1, 1, 1, 2, 2], [("b1", "b2", "b3")])
    assert left(done, "b") == 1
    assert state.game.factions["dalek"].cards == CardCounts(6, 4, 2)


@pytest.mark.rule("MT-SHT-07")
def test_chances_of_a_total_and_of_kills():
    assert total_chances(2)[7] == pytest.approx(6 / 36)
    assert sum(total_chances(18)) == pytest.approx(1.0)
    chances = kill_chances(2, 6, 1)
    assert chances[1] == pytest.approx(26 / 36)
