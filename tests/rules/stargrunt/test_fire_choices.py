"""Which weapons fire at whom: carried, in reach and allowed, how they are grouped, and heavy weapons."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.attack.fire_checks import why_no_fire
from battlesim.rulesets.stargrunt.attack.fire_choices import (
    fire_groups,
    grouped_fires,
    possible_fires,
    why_fire_is_impossible,
)
from battlesim.rulesets.stargrunt.attack.fire_roll import fire_band_length, fire_roll
from battlesim.rulesets.stargrunt.attack.heavy_fire import (
    heavy_band_length,
    system_grade,
    target_size,
    why_no_missile,
)
from battlesim.rulesets.stargrunt.attack.shooting import ask_weapons, resolve_fire, spend_weapons
from battlesim.rulesets.stargrunt.attack.targeting import (
    carried_weapons,
    engagement,
    fired_name,
    range_band,
    ready_weapons,
    weapon_of,
    weapons_in_reach,
    weapons_together,
)
from battlesim.rulesets.stargrunt.attack.vehicle_fire import vehicle_hits
from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, FIRED_AT, SUPPRESSED, SYSTEMS_HIT, WOUNDED
from battlesim.table.compound_names import compound_name
from battlesim.table.ids import UnitId

from .field import ENEMY, A, B, battle, fire, foes, perform, rolls, row, squad, terrain, unit
from .vehicle_field import vehicle

C, V, W = UnitId("c"), UnitId("v"), UnitId("w")
CALM = {"motivation": "high", "leader": False}
HOUSE = terrain("building", 2, 2, 8, 4)


def facing(*kinds, y=6.0, options=None, **game):
    """Figures of these kinds in a row, and an enemy so far ahead of them."""
    own = squad("a", *row(0, 0, len(kinds), step=1.2), kinds=kinds)
    return battle(own, foes("b", (0, y), **CALM), options=options, activated="a", **game)


def asked(state, **answers):
    """The fire action that comes of the answers, and the decisions on the way."""
    results = []

    def run(play):
        results.append((yield from ask_weapons(play, A, B)))

    done = perform(state, run, answers)
    keys = {each.what: [option.key for option in each.options] for each in done.asked}
    return results[0].weapons, keys


# Weapons that work, are ready, and reach.


@pytest.mark.rule("SG-ACT-03", "SG-GAP-05", "SG-GAP-70")
@pytest.mark.parametrize(("carriers", "count"), [((), 2), (("a1",), 1), (("a1", "a2"), 0)])
def test_those_who_have_carried_wounded_do_not_fire(carriers, count):
    carried = carried_weapons(facing("rifleman", "rifleman", carriers=carriers), A)
    assert len(carried.get("advanced_rifle", [])) == count


@pytest.mark.rule("SG-ACT-03", "SG-GAP-05", "SG-NPH-05", "SG-GAP-98")
@pytest.mark.parametrize(("marks", "weapons"), [((), {"autocannon:v1"}), ((SYSTEMS_HIT,), set())])
def test_a_vehicle_without_systems_has_no_weapon_that_works(marks, weapons):
    state = battle(vehicle("v", 0, 0, piece_marks=marks), foes("b", (0, 6)))
    assert set(carried_weapons(state, V)) == weapons


@pytest.mark.rule("SG-ACT-03", "SG-GAP-156")
@pytest.mark.parametrize(
    ("game", "ready"),
    [
        ({}, ["advanced_rifle", "rocket:a1"]),
        ({"fired": ("a advanced_rifle",)}, ["rocket:a1"]),
        ({"used": ("a rocket:a1",)}, ["advanced_rifle"]),
        ({"fired": ("b advanced_rifle",)}, ["advanced_rifle", "rocket:a1"]),
    ],
)
def test_weapons_that_have_fired_or_are_used_up_are_not_ready(game, ready):
    assert list(ready_weapons(facing("rocketeer", **game), A)) == ready


@pytest.mark.rule("SG-ACT-04", "SG-GAP-12")
def test_only_weapons_of_one_shot_are_used_up():
    done = perform(facing("rocketeer"), lambda play: spend_weapons(play, fire("advanced_rifle", "rocket:a1")))
    assert done.state.game.fired == ("a advanced_rifle", "a rocket:a1")
    assert done.state.game.used == ("a rocket:a1",)


@pytest.mark.rule("SG-GAP-05", "SG-WPN-20", "SG-SMA-02")
@pytest.mark.parametrize(
    ("distance", "band"), [(0.0, 1), (0.5, 1), (8.0, 1), (8.1, 2), (16.0, 2), (40.0, 5), (40.1, 6)]
)
def test_the_number_of_a_range_band(distance, band):
    assert range_band(distance, 8.0) == band


@pytest.mark.rule("SG-WPN-20", "SG-GAP-08", "SG-GAP-19")
@pytest.mark.parametrize(("y", "keys"), [(8.0, {"saw:a1", "sidearm"}), (8.1, {"saw:a1"})])
def test_close_weapons_reach_the_first_band_and_others_any(y, keys):
    assert set(weapons_in_reach(facing("gunner", y=y), A, B)) == keys


@pytest.mark.rule("SG-WPN-20", "SG-GAP-19")
def test_only_those_who_see_the_target_fire_and_only_what_they_see_counts():
    state = battle(
        squad("a", (0, 0), (10, 0)), foes("b", (0, 6), (10, 6)), ground=[terrain("building", 3, -9, 7, 9)]
    )
    a1, a2 = (state.table.piece(key) for key in ("a1", "a2"))
    one = engagement(state, A, B, [a1])
    assert [piece.id for piece in one.firers + one.targets] == ["a1", "b1"]
    both = engagement(state, A, B, [a1, a2])
    assert [piece.id for piece in both.firers + both.targets] == ["a1", "a2", "b1", "b2"]


@pytest.mark.rule("SG-WPN-20", "SG-GAP-19")
def test_those_who_see_nobody_do_not_fire():
    state = battle(squad("a", (0, 0), (5, 0)), foes("b", (0, 9)), ground=[HOUSE])
    a1, a2 = (state.table.piece(key) for key in ("a1", "a2"))
    assert [piece.id for piece in engagement(state, A, B, [a1, a2]).firers] == ["a1"]
    assert engagement(state, A, B, [a2]) is None


@pytest.mark.rule("SG-WPN-20", "SG-GAP-19")
@pytest.mark.option("range_measure", "unit_centres", "nearest_figures")
@pytest.mark.parametrize(("option", "inches"), [("unit_centres", 9.0), ("nearest_figures", 5.0)])
def test_ranges_are_measured_between_the_centres_or_by_option_the_nearest_bases(option, inches):
    state = battle(squad("a", (0, 0), (0, -3)), foes("b", (0, 6), (0, 9)), options={"range_measure": option})
    figures = [state.table.piece("a1"), state.table.piece("a2")]
    assert engagement(state, A, B, figures).distance == pytest.approx(inches)


@pytest.mark.rule("SG-CLA-18", "SG-CLA-19", "SG-CLA-21", "SG-GAP-10", "SG-GAP-156")
@pytest.mark.option("mixed_small_arms", "majority_impact")
@pytest.mark.option("mixed_small_arms", "per_type_only")
@pytest.mark.parametrize(
    ("option", "kinds", "weapons"),
    [
        ("majority_impact", ("rifleman", "conscript"), ("advanced_rifle", "low_tech_rifle")),
        ("per_type_only", ("rifleman", "rifleman"), ("advanced_rifle",)),
        ("per_type_only", ("rifleman", "rifleman", "conscript"), ("advanced_rifle",)),
        ("per_type_only", ("rifleman", "conscript", "conscript"), ("low_tech_rifle",)),
        ("per_type_only", ("rifleman", "grenadier"), ("advanced_rifle_gl",)),
        ("per_type_only", ("rifleman", "rifleman", "grenadier"), ("advanced_rifle",)),
        ("per_type_only", ("gunner", "rifleman"), ("saw:a1", "advanced_rifle")),
        ("per_type_only", ("plasma_gunner", "gunner"), ("plasma_gun:a1", "sidearm", "saw:a2")),
        ("per_type_only", ("missileer",), ("light_missile:a1", "sidearm")),
    ],
)
def test_which_weapons_fire_together(option, kinds, weapons):
    state = facing(*kinds, options={"mixed_small_arms": option})
    assert weapons_together(state, weapons_in_reach(state, A, B)) == weapons


@pytest.mark.rule("SG-CLA-18", "SG-GAP-10")
@pytest.mark.option("mixed_small_arms", "per_type_only")
def test_support_weapons_alone_fire_together():
    state = facing("gunner", "gunner", y=12.0, options={"mixed_small_arms": "per_type_only"})
    assert weapons_together(state, weapons_in_reach(state, A, B)) == ("saw:a1", "saw:a2")


@pytest.mark.rule("SG-CLA-18", "SG-GAP-94", "SG-GAP-09")
@pytest.mark.parametrize(
    ("keys", "groups"),
    [
        (
            ("advanced_rifle", "light_missile:a2", "saw:a3"),
            [("advanced_rifle", "saw:a3"), ("light_missile:a2",)],
        ),
        (("light_missile:a2", "heavy_missile:a3"), [("light_missile:a2",), ("heavy_missile:a3",)]),
        (("advanced_rifle",), [("advanced_rifle",)]),
        ((), []),
    ],
)
def test_light_weapons_fire_together_and_each_heavy_one_alone(keys, groups):
    assert [each.weapons for each in grouped_fires(A, B, keys)] == groups


# Reasons against a target.


@pytest.mark.rule("SG-CLV-07", "SG-GAP-83")
@pytest.mark.parametrize(
    ("level", "fired_at", "reason"),
    [
        (1, True, "a routed unit never fires"),
        (1, False, "a routed unit never fires"),
        (2, False, "a broken unit fires only at who fired at it"),
        (2, True, ""),
        (3, False, ""),
        (5, False, ""),
    ],
)
def test_broken_units_fire_only_at_those_who_fired_at_them(level, fired_at, reason):
    marks = {CONFIDENCE: level} | ({compound_name(FIRED_AT, "b"): 1} if fired_at else {})
    state = battle(squad("a", (0, 0), marks=marks), foes("b", (0, 6)), foes("c", (3, 6)))
    assert str(why_no_fire(state, A, B)) == reason


@pytest.mark.rule("SG-CLV-07", "SG-GAP-17")
@pytest.mark.option("target_priority", "free", "nearest_first")
@pytest.mark.parametrize(
    ("option", "far", "reason"),
    [
        ("free", 9.0, ""),
        ("nearest_first", 5.0, ""),
        ("nearest_first", 9.0, "another visible enemy is nearer"),
        ("nearest_first", 6.0, ""),
    ],
)
def test_by_option_the_nearest_visible_enemy_is_fired_at_first(option, far, reason):
    hidden = foes("d", (0, -5))
    state = battle(
        squad("a", (0, 0)),
        foes("b", (0, far)),
        foes("c", (6, 0)),
        hidden,
        ground=[terrain("building", -3, -4, 3, -2)],
        options={"target_priority": option},
    )
    assert str(why_no_fire(state, A, B)) == reason


@pytest.mark.rule("SG-CLV-07", "SG-GAP-17")
def test_reasons_against_a_target_in_their_order():
    assert (
        str(why_no_fire(battle(squad("a", (0, 0), kinds=("counter",)), foes("b", (0, 6))), A, B))
        == "it has no weapon that works"
    )
    assert (
        str(why_no_fire(facing("rifleman", fired=("a advanced_rifle",)), A, B))
        == "all its weapons have fired in this turn"
    )
    hidden = battle(squad("a", (5, 0)), foes("b", (5, 9)), ground=[HOUSE])
    assert str(why_no_fire(hidden, A, B)) == "no figure sees it"
    assert str(why_no_fire(facing("crew", y=9.0), A, B)) == "out of reach of every weapon"


@pytest.mark.rule("SG-CLV-07", "SG-GAP-09", "SG-GAP-91")
@pytest.mark.parametrize(
    ("kinds", "ecm", "free", "fires"),
    [
        (("missileer",), "none", False, []),
        (("missileer",), "basic", True, [("light_missile:a1",)]),
        (("rifleman", "missileer"), "none", True, [("advanced_rifle",)]),
        (("rifleman", "missileer"), "basic", True, [("advanced_rifle",), ("light_missile:a2",)]),
    ],
)
def test_a_target_is_refused_if_every_fire_action_at_it_is_impossible(kinds, ecm, free, fires):
    state = battle(squad("a", *row(0, 0, len(kinds)), kinds=kinds), foes("b", (0, 12), ecm=ecm))
    assert (why_no_fire(state, A, B) == "") is free
    assert [each.weapons for each in possible_fires(state, A, B)] == fires


@pytest.mark.rule("SG-CLV-07", "SG-GAP-09", "SG-GAP-91", "SG-GAP-94")
def test_one_fire_action_that_is_possible_is_enough():
    own = squad("a", (0, 0), (1.5, 0), kinds=("missileer", "rifleman"))
    state = battle(own, foes("b", (0, 12)), armed={"a2": ("autocannon",)})
    assert [each.weapons for each in fire_groups(state, A, B)] == [("light_missile:a1",), ("autocannon:a2",)]
    assert why_no_fire(state, A, B) == ""


@pytest.mark.rule("SG-GAP-09", "SG-GAP-06", "SG-GAP-05")
@pytest.mark.option("impossible_shots", "refused", "allowed_no_effect")
@pytest.mark.parametrize(
    ("option", "y", "refused"),
    [("refused", 20.0, False), ("refused", 20.1, True), ("allowed_no_effect", 20.1, False)],
)
def test_a_shot_at_more_than_a_d12_is_refused_unless_an_option_allows_it(option, y, refused):
    state = battle(
        squad("a", (0, 0), quality="untrained"), foes("b", (0, y)), options={"impossible_shots": option}
    )
    (shot,) = fire_groups(state, A, B)
    assert bool(why_fire_is_impossible(state, shot)) is refused
    assert len(possible_fires(state, A, B)) == (not refused)


# The questions about weapons.


@pytest.mark.rule("SG-GAP-09", "SG-GAP-94")
@pytest.mark.parametrize(
    ("kinds", "answers", "weapons", "keys"),
    [
        (("rifleman",), {}, ("advanced_rifle",), {}),
        (
            ("rifleman", "gunner"),
            {"weapons": ("saw:a2",)},
            ("saw:a2",),
            {"weapons": ["advanced_rifle", "sidearm", "saw:a2"]},
        ),
        (
            ("gunner", "rifleman"),
            {"weapons": ("saw:a1", "advanced_rifle")},
            ("advanced_rifle", "saw:a1"),
            {"weapons": ["advanced_rifle", "sidearm", "saw:a1"]},
        ),
        (
            ("rifleman", "missileer"),
            {"gun": "light_missile:a2"},
            ("light_missile:a2",),
            {"gun": ["advanced_rifle", "light_missile:a2"]},
        ),
        (
            ("rifleman", "missileer"),
            {"gun": "advanced_rifle", "weapons": ("advanced_rifle",)},
            ("advanced_rifle",),
            {"gun": ["advanced_rifle", "light_missile:a2"], "weapons": ["advanced_rifle", "sidearm"]},
        ),
    ],
)
def test_which_weapons_are_asked_for(kinds, answers, weapons, keys):
    own = squad("a", *row(0, 0, len(kinds), step=1.2), kinds=kinds)
    state = battle(own, foes("b", (0, 6), ecm="basic"))
    assert asked(state, **answers) == (weapons, keys)


@pytest.mark.rule("SG-GAP-09")
@pytest.mark.parametrize("y", [6.0, 12.0])
def test_a_fire_action_has_one_weapon_at_least(y):
    done = perform(facing("rifleman", "gunner", y=y), lambda play: ask_weapons(play, A, B))
    (decision,) = done.decisions_with_key("weapons")
    state = facing("rifleman", "gunner", y=y)
    assert decision.check(state, ()) is not None
    assert decision.check(state, ("saw:a2",)) is None


@pytest.mark.rule("SG-GAP-09", "SG-GAP-10")
def test_a_weapon_of_several_figures_says_how_many_have_it():
    done = perform(facing("rifleman", "rifleman", "gunner", y=12.0), lambda play: ask_weapons(play, A, B))
    (decision,) = done.decisions_with_key("weapons")
    assert [str(option.label) for option in decision.options] == ["2 x Advanced assault rifle", "Machine gun"]


@pytest.mark.rule("SG-GAP-09")
@pytest.mark.option("support_join", "one_per_fire")
@pytest.mark.parametrize(
    ("kinds", "y", "answers", "weapons", "keys"),
    [
        (
            ("rifleman", "gunner", "gunner"),
            12.0,
            {"support": "saw:a3"},
            ("advanced_rifle", "saw:a3"),
            {"support": ["saw:a2", "saw:a3", "none"]},
        ),
        (
            ("rifleman", "gunner", "gunner"),
            12.0,
            {"support": "none"},
            ("advanced_rifle",),
            {"support": ["saw:a2", "saw:a3", "none"]},
        ),
        (("gunner", "gunner"), 12.0, {"support": "saw:a1"}, ("saw:a1",), {"support": ["saw:a1", "saw:a2"]}),
        (
            ("rifleman", "gunner"),
            12.0,
            {"weapons": ("advanced_rifle", "saw:a2")},
            ("advanced_rifle", "saw:a2"),
            {"weapons": ["advanced_rifle", "saw:a2"]},
        ),
    ],
)
def test_by_option_one_support_weapon_joins(kinds, y, answers, weapons, keys):
    state = facing(*kinds, y=y, options={"support_join": "one_per_fire"})
    assert asked(state, **answers) == (weapons, keys)


@pytest.mark.rule("SG-GAP-10", "SG-GAP-09")
@pytest.mark.option("mixed_small_arms", "per_type_only")
@pytest.mark.parametrize(
    ("kinds", "answers", "weapons"),
    [
        (("rifleman", "rifleman"), {}, ("advanced_rifle",)),
        (("rifleman", "conscript"), {"small_arms": "low_tech_rifle"}, ("low_tech_rifle",)),
        (
            ("rifleman", "conscript", "rocketeer"),
            {"small_arms": "low_tech_rifle", "weapons": ("low_tech_rifle", "rocket:a3")},
            ("low_tech_rifle", "rocket:a3"),
        ),
        (
            ("rifleman", "rocketeer"),
            {"weapons": ("advanced_rifle", "rocket:a2")},
            ("advanced_rifle", "rocket:a2"),
        ),
    ],
)
def test_by_option_one_type_of_small_arms_is_asked_for(kinds, answers, weapons):
    state = facing(*kinds, options={"mixed_small_arms": "per_type_only"})
    found, keys = asked(state, **answers)
    assert found == weapons
    assert ("small_arms" in keys) is ("small_arms" in answers)
    if "small_arms" in keys:
        assert keys["small_arms"] == ["advanced_rifle", "low_tech_rifle"]


@pytest.mark.rule("SG-GAP-83", "SG-GAP-06", "SG-PAN-02")
def test_a_unit_remembers_who_fired_at_it_and_green_troops_may_panic():
    state = battle(squad("a", (0, 0)), foes("b", (0, 6), (1.5, 6), quality="green", **CALM))
    done = perform(state, lambda play: resolve_fire(play, fire()), dice=[4, 1, 1, 6])
    assert unit(done, "b").mark_count(compound_name(FIRED_AT, "a")) == 1
    assert rolls(done)[-1] == "b not to panic"


# Heavy weapons.


@pytest.mark.rule("SG-SNP-01", "SG-HVY-02", "SG-GAP-89")
@pytest.mark.option("heavy_range_band", "weapon_size")
@pytest.mark.option("heavy_range_band", "target_size")
@pytest.mark.parametrize(
    ("option", "weapon", "kind", "inches"),
    [
        ("weapon_size", "autocannon", "tank", 12.0),
        ("weapon_size", "laser", "tank", 24.0),
        ("weapon_size", "cannon", "scout_car", 36.0),
        ("target_size", "autocannon", "tank", 36.0),
        ("target_size", "cannon", "scout_car", 12.0),
        ("target_size", "laser", "apc", 24.0),
        ("target_size", "cannon", "", 12.0),
    ],
)
def test_the_range_bands_of_heavy_weapons(option, weapon, kind, inches):
    target = vehicle("b", 0, 10, kind=kind, side=ENEMY) if kind else foes("b", (0, 10))
    state = battle(squad("a", (0, 0)), target, options={"heavy_range_band": option})
    assert heavy_band_length(state, B, weapon_of(f"{weapon}:a1")) == inches
    assert target_size(state, B) == {"tank": 3, "apc": 2}.get(kind, 1)


@pytest.mark.rule("SG-SNP-01", "SG-HVY-02")
@pytest.mark.parametrize(
    ("kind", "independent", "weapon", "inches"),
    [
        ("rifleman", False, "advanced_rifle", 8.0),
        ("rifleman", True, "advanced_rifle", 8.0),
        ("sniper", True, "sniper_rifle:a1", 16.0),
        ("sniper", False, "sniper_rifle:a1", 8.0),
        ("missileer", False, "light_missile:a1", 24.0),
    ],
)
def test_the_range_band_of_a_fire_action(kind, independent, weapon, inches):
    state = battle(squad("a", (0, 0), kinds=(kind,), independent=independent), foes("b", (0, 6)))
    assert fire_band_length(state, fire(weapon)) == inches


@pytest.mark.rule(
    "SG-HVY-01",
    "SG-GMS-01",
    "SG-GMS-02",
    "SG-GAP-155",
    "SG-GAP-91",
    "SG-HVY-02",
    "SG-GAP-89",
    "SG-GAP-05",
    "SG-FIR-02",
)
@pytest.mark.parametrize(
    ("weapon", "rules", "ecm", "dice"),
    [
        ("missileer", {"guidance": "basic"}, "none", (4, 8, 6)),
        ("missileer", {"guidance": "superior"}, "basic", (6, 8, 10)),
        ("missileer", {"guidance": "enhanced"}, "superior", (10, 8, 8)),
        ("rifleman", {"guidance": "superior"}, "superior", (8, 8, 4)),
    ],
)
def test_guidance_meets_ecm_whatever_the_range_and_other_weapons_the_range_die(weapon, rules, ecm, dice):
    key = "light_missile:a1" if weapon == "missileer" else "advanced_rifle"
    state = battle(squad("a", (0, 0), kinds=(weapon,), **rules), foes("b", (0, 17), ecm=ecm))
    assert fire_roll(state, fire(key)).sides == dice


@pytest.mark.rule("SG-HVY-01", "SG-GMS-02", "SG-GAP-90", "SG-GAP-91")
def test_a_vehicle_has_its_own_systems_and_a_unit_on_foot_those_of_its_unit():
    state = battle(
        vehicle("v", 0, 0, kind="tank", fire_control="superior"),
        squad("a", (0, 5), fire_control="superior"),
        foes("b", (0, 20)),
    )
    assert [system_grade(state, key, "fire_control") for key in (V, A, B)] == ["enhanced", "superior", "none"]
    assert [system_grade(state, key, "ecm") for key in (V, A)] == ["enhanced", "none"]


@pytest.mark.rule("SG-HVY-01", "SG-GMS-01", "SG-HVY-02", "SG-GAP-89", "SG-GMS-02", "SG-GAP-91")
@pytest.mark.parametrize(
    ("kinds", "weapon", "ecm", "reason"),
    [
        (("rifleman",), "advanced_rifle", "none", ""),
        (("missileer",), "light_missile:a1", "none", "guided missiles find no infantry without ECM"),
        (("missileer",), "light_missile:a1", "basic", ""),
        (("missileer",), "cannon:a1", "none", ""),
    ],
)
def test_what_a_missile_cannot_be_fired_at(kinds, weapon, ecm, reason):
    state = battle(squad("a", (0, 0), kinds=kinds), foes("b", (0, 6), ecm=ecm))
    assert str(why_no_missile(state, fire(weapon))) == reason
    driven = battle(squad("a", (0, 0), kinds=kinds), vehicle("b", 0, 10, kind="scout_car", side=ENEMY))
    assert why_no_missile(driven, fire(weapon)) == ""


@pytest.mark.rule("SG-POS-06", "SG-GAP-05", "SG-POS-04", "SG-GAP-108", "SG-TRV-05", "SG-COV-01")
@pytest.mark.parametrize(
    ("y", "rules", "marks", "shifts"),
    [
        (8.0, {}, {}, []),
        (8.1, {}, {}, [1]),
        (17.0, {}, {}, [2]),
        (6.0, {}, {"in_position": 1}, [1]),
        (17.0, {}, {"in_position": 1}, [2, 1]),
        (6.0, {"independent": True}, {}, [1]),
        (17.0, {}, {"travelling": 1}, [2, -1]),
    ],
)
def test_what_shifts_the_range_die_of_a_lone_target(y, rules, marks, shifts):
    state = battle(squad("a", (0, 0)), foes("b", (0, y), marks=marks, **rules))
    (_, *_), tag = fire_roll(state, fire()).sides, fire_roll(state, fire()).tags[0]
    assert [shift.value for shift in tag.shifts] == shifts


@pytest.mark.rule("SG-POS-06", "SG-GAP-108")
def test_several_independent_figures_are_no_lone_target():
    state = battle(squad("a", (0, 0)), foes("b", (0, 6), (1.5, 6), independent=True))
    assert fire_roll(state, fire()).tags[0].shifts == ()


# Fire at vehicles.


@pytest.mark.rule("SG-GAP-165", "SG-FIR-01", "SG-GAP-93", "SG-WPN-21")
@pytest.mark.parametrize(
    ("kinds", "weapons", "size"),
    [
        (("rifleman",), ("advanced_rifle",), 0),
        (("gunner",), ("saw:a1",), 0),
        (("rocketeer",), ("rocket:a1",), 1),
        (("plasma_gunner",), ("plasma_gun:a1",), 1),
        (("rocketeer", "rocketeer"), ("rocket:a1", "rocket:a2"), 1),
        (("rifleman", "rocketeer"), ("advanced_rifle", "rocket:a2"), 0),
        (("gunner", "rocketeer"), ("saw:a1", "rocket:a2"), 0),
        (("missileer",), ("light_missile:a1",), 2),
    ],
)
def test_with_what_weapon_size_a_vehicle_is_hit(kinds, weapons, size):
    state = battle(
        squad("a", *row(-2, 0, len(kinds)), kinds=kinds), vehicle("v", 0, 6, kind="scout_car", side=ENEMY)
    )
    assert {hit.size for hit in vehicle_hits(state, fire(*weapons, target="v")).values()} == {size}


@pytest.mark.rule("SG-GAP-165", "SG-FIR-01", "SG-SAV-01", "SG-TLC-01")
@pytest.mark.parametrize(("dice", "markers", "tests"), [((4, 4, 4), 0, 0), ((4, 6, 2, 8), 1, 1)])
def test_a_vehicle_that_is_hit_is_suppressed_and_its_crew_tests_for_it(dice, markers, tests):
    state = battle(
        squad("a", (0, 0), (1.5, 0)), vehicle("v", 0, 6, kind="scout_car", side=ENEMY, motivation="low")
    )
    done = perform(state, lambda play: resolve_fire(play, fire(target="v")), dice=dice)
    assert unit(done, "v").mark_count(SUPPRESSED) == markers
    assert sum("confidence" in text for text in rolls(done)) == tests


@pytest.mark.rule("SG-GAP-165", "SG-FIR-01", "SG-GAP-91")
def test_a_missile_that_is_spoofed_does_nothing():
    jammer = {"electronics": "basic", "marks": {"ew_on": 1, "ew_markers": 1}}
    state = battle(
        squad("a", (0, -20), kinds=("missileer",), guidance="enhanced"),
        vehicle("v", 0, -10, kind="scout_car", side=ENEMY, motivation="high"),
        foes("e", (8, -10), **jammer),
    )
    shot = fire("light_missile:a1", target="v")
    done = perform(state, lambda play: resolve_fire(play, shot), {"jam": "e 1"}, [1, 4, 5, 6])
    assert unit(done, "v").mark_count(SUPPRESSED) == 0
    assert len(done.decisions_with_key("jam")) == 1


@pytest.mark.rule("SG-GAP-165", "SG-FIR-01")
def test_only_missiles_are_spoofed():
    jammer = {"electronics": "basic", "marks": {"ew_on": 1, "ew_markers": 1}}
    state = battle(
        vehicle("w", 0, -20, kind="apc"),
        vehicle("v", 0, -10, side=ENEMY, motivation="high"),
        foes("e", (8, -10), **jammer),
    )
    done = perform(
        state, lambda play: resolve_fire(play, fire("autocannon:w1", unit="w", target="v")), dice=[4, 4, 4]
    )
    assert done.decisions_with_key("jam") == [] and unit(done, "v").mark_count(SUPPRESSED) == 0


@pytest.mark.rule("SG-ACT-03", "SG-GAP-11")
def test_the_wounded_do_not_fire():
    state = battle(squad("a", (0, 0), (1.5, 0), figure_marks={2: WOUNDED}), foes("b", (0, 6)))
    assert [piece.id for piece in carried_weapons(state, A)["advanced_rifle"]] == ["a1"]


@pytest.mark.rule("SG-GAP-05", "SG-GAP-155", "SG-FIR-02", "SG-HVY-02")
def test_only_missiles_meet_the_ecm_of_a_vehicle():
    state = battle(vehicle("a", 0, 0, kind="apc"), vehicle("b", 0, 12, kind="tank", side=ENEMY))
    assert fire_roll(state, fire("autocannon:a1")).sides == (4, 8, 6)


def test_weapons_that_have_fired_or_are_used_up_are_listed_with_the_reason():
    found = []

    def run(play):
        found.append((yield from ask_weapons(play, A, B)))

    state = facing("rifleman", "rifleman", "grenadier", "gunner", "rocketeer")
    keys = sorted(weapons_in_reach(state, A, B))
    fired, used, *left = [key for key in keys if not weapon_of(key).size]
    names = {"fired": (fired_name(A, fired),), "used": (fired_name(A, used),)}
    spent = facing("rifleman", "rifleman", "grenadier", "gunner", "rocketeer", **names)
    done = perform(spent, run, {"weapons": [tuple(left)]})
    (decision,) = (each for each in done.asked if each.what == "weapons")
    assert {option.key: option.shut for option in decision.closed_options} == {
        fired: "it has fired in this turn",
        used: "it is used up",
    }
    assert {option.key for option in decision.open_options} == set(left) and decision.most == len(left)
