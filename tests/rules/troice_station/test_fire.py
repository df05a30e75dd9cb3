"""Fire: numbers to hit and what is added to them, wounds, cover, templates, chains.

Gaps are between bases: a Trooper (1 in) and an Alien (1.25 in) that are 8 in apart stand 9.125 in apart.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from battlesim.geometry.templates import Blast
from battlesim.mechanics.chance import exactly, total
from battlesim.report.laying import Place, stencil_named, template_rows, wish_of
from battlesim.rulesets.troice_station.attack import (
    bursts,
    cards,
    dump,
    flame,
    grenades,
    harm,
    numbers,
    shooting,
    wounds,
)
from battlesim.rulesets.troice_station.attack.harm import Burst
from battlesim.rulesets.troice_station.attack.templates import in_blast
from battlesim.rulesets.troice_station.core.marks import (
    AIMED,
    BINOCULARS,
    CARRIED,
    DOWN,
    EMPTY,
    HE,
    HMG_FIRE,
    MOVED,
    RAN,
    ROUNDS,
    SHOTS,
    SUPPRESSED,
    VEHICLE,
)
from battlesim.rulesets.troice_station.core.profiles import profile, weapons
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.ground.sight import aimed, eyes, sees
from battlesim.scenarios.sources import Source
from battlesim.table.terrain import Terrain
from battlesim.testing.script import Done

from .things import alien, battle, block, hugger, marine, marker, perform, room

WALKED = [MOVED]


def needs(state: Battle, firer: str = "a", target: str = "x", **manner: bool) -> int:
    """What the die of a shot has to show."""
    table = state.table
    throw = numbers.number(state, table.piece(firer), table.piece(target), numbers.Manner(**manner))
    return throw.reaches[0].least - total(throw.changes)


def facing(
    gap: float = 8.0, kind: str = "trooper", marks: Any = (), foe: Any = WALKED, **fields: Any
) -> Battle:
    """A marine at (10, 10) and an Alien so far away to the east."""
    return battle(marine(kind, "a", 10, 10, marks=marks), alien("x", 11.125 + gap, 10, marks=foe), **fields)


def shot(state: Battle, *dice: int, firer: str = "a", target: str = "x", **how: bool) -> Done:
    return perform(state, lambda play: shooting.shoot(play, firer, target, **how), dice=dice)


@pytest.mark.rule("TS-FIRE-01", "TS-FIRE-03", "TS-FIRE-04", "TS-GAP-02", "TS-GAP-06")
@pytest.mark.parametrize(
    ("gap", "kind", "least"), [(6.0, "trooper", 3), (6.02, "trooper", 4), (8, "sniper", 3)]
)
def test_close_by_three_is_enough_and_farther_four(gap, kind, least):
    assert needs(facing(gap, kind)) == least


@pytest.mark.rule("TS-GAP-44")
@pytest.mark.parametrize(("option", "far"), [("close_within_6", 4), ("literal", 3)])
def test_by_the_letter_far_is_close(option, far):
    assert needs(facing(8, options={"range_bands": option})) == far


@pytest.mark.rule("TS-FIRE-05", "TS-GAP-45")
@pytest.mark.parametrize(("option", "least"), [("target_number", 5), ("die_roll", 3)])
def test_what_is_added_makes_it_harder_or_by_option_easier(option, least):
    assert needs(facing(8, marks=WALKED, options={"modifier_sense": option})) == least


LOW = Terrain("w", "low_wall", (((18.0, 0), (18.5, 0), (18.5, 20), (18.0, 20)),), 0.65)


@pytest.mark.rule("TS-FIRE-06", "TS-GAP-47", "TS-GAP-48", "TS-GAP-49")
@pytest.mark.parametrize(("option", "least"), [("lower_limits", 5), ("upper_limits", 6)])
def test_a_target_that_is_partly_hidden(option, least):
    assert needs(facing(8, terrain=[LOW], options={"concealment_bands": option})) == least


@pytest.mark.rule("TS-FIRE-07")
def test_a_target_that_is_half_hidden_counts_two():
    house = room("h", 18.25, 2, 30, 18, ("window", (18.25, 9.25), (18.25, 10.75), True))
    assert needs(facing(8, terrain=[house])) == 6


@pytest.mark.rule("TS-FIRE-08", "TS-GAP-52")
@pytest.mark.parametrize(
    ("option", "reaction", "least"),
    [("until_next_activation", False, 5), ("while_moving", False, 4), ("while_moving", True, 5)],
)
def test_who_runs_is_harder_to_hit(option, reaction, least):
    state = facing(8, foe=[MOVED, RAN], options={"sprint_lasts": option})
    assert needs(state, reaction=reaction) == least


@pytest.mark.rule("TS-FIRE-09", "TS-GAP-50", "TS-GAP-27")
@pytest.mark.parametrize(
    ("option", "reaction", "least"),
    [("on_foot_too", False, 5), ("vehicle_only", False, 4), ("on_foot_too", True, 4)],
)
def test_who_has_moved_shoots_worse_but_not_on_overwatch(option, reaction, least):
    assert needs(facing(8, marks=WALKED, options={"firer_moving": option}), reaction=reaction) == least


@pytest.mark.rule("TS-FIRE-10", "TS-FIRE-11", "TS-GAP-43")
@pytest.mark.parametrize(("motion", "least"), [(1, 5), (2, 6)])
def test_a_vehicle_that_moves(motion, least):
    assert needs(facing(8, marks={VEHICLE: motion, MOVED: 1})) == least


@pytest.mark.rule("TS-FIRE-12")
def test_cover_fire_costs_one():
    assert needs(facing(8), cover_fire=True) == 5


@pytest.mark.rule("TS-FIRE-13", "TS-GAP-53", "TS-ACT-12")
@pytest.mark.parametrize(("option", "third"), [("flat", 5), ("growing", 6)])
def test_later_shots_are_harder(option, third):
    assert needs(facing(8, marks={SHOTS: 2}, options={"second_shot": option})) == third


@pytest.mark.rule("TS-FIRE-14", "TS-FIRE-15", "TS-GAP-51")
@pytest.mark.parametrize(
    ("foe", "option", "least"),
    [([], "last_activation", 3), ([], "incapacitated_only", 4), ([MOVED, DOWN], "last_activation", 3)],
)
def test_what_lies_or_stands_still_is_easier(foe, option, least):
    state = facing(8, foe=foe, options={"target_not_moving": option, "creature_serious_wound": "down"})
    assert needs(state) == least


@pytest.mark.rule("TS-FIRE-16", "TS-GAP-54", "TS-GAP-31")
@pytest.mark.parametrize(
    ("kind", "option", "least"),
    [("trooper", "picks_targets", 5), ("sniper", "picks_targets", 3), ("sniper", "scope_only", 4)],
)
def test_a_closer_enemy_makes_it_harder_for_all_but_the_sniper(kind, option, least):
    state = battle(
        marine(kind, "a", 10, 10),
        alien("x", 19.125, 10, WALKED),
        alien("y", 10, 16.125, WALKED),
        options={"sniper_ability": option},
    )
    assert needs(state) == least


@pytest.mark.rule("TS-GAP-54")
def test_markers_are_no_closer_enemies():
    state = battle(marine("trooper", "a", 10, 10), alien("x", 19.125, 10, WALKED), marker("m", 10, 14))
    assert needs(state) == 4


@pytest.mark.rule("TS-FIRE-17", "TS-GAP-29")
def test_who_aims_hits_better_once():
    done = shot(facing(8, marks=[AIMED]), 2)
    assert (needs(facing(8, marks=[AIMED])), done.state.table.piece("a").has(AIMED)) == (3, False)


@pytest.mark.rule("TS-GAP-46")
@pytest.mark.parametrize(
    ("option", "die", "hits"),
    [("none", 6, False), ("six_hits", 6, True), ("both", 1, False), ("six_hits", 1, True)],
)
def test_by_option_a_six_always_hits_and_a_one_misses(option, die, hits):
    far = {MOVED: 1, SHOTS: 1, VEHICLE: 2} if die == 6 else {AIMED: 1}
    state = facing(
        8 if die == 6 else 5,
        marks=far,
        foe=[MOVED, RAN] if die == 6 else (),
        options={"natural_rolls": option},
    )
    throw = numbers.number(state, state.table.piece("a"), state.table.piece("x"))
    assert bool(throw.came([die])) is hits


# -- wounds --


@pytest.mark.rule("TS-FIRE-02", "TS-WND-01", "TS-WND-02", "TS-WND-03", "TS-WPN-01", "TS-GAP-59", "TS-ACT-05")
@pytest.mark.parametrize(("dice", "dead"), [((4, 6, 1), True), ((4, 4, 1), False), ((3,), False)])
def test_damage_against_defence(dice, dead):
    assert (shot(facing(8), *dice).state.table.piece("x").spot is None) is dead


@pytest.mark.rule(
    "TS-PROF-02", "TS-PROF-03", "TS-PROF-04", "TS-PROF-05", "TS-PROF-06", "TS-PROF-07", "TS-PROF-08"
)
@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("lt", (1, 0, 1, 1, "commander", "auto_rifle")),
        ("nco", (1, 0, 1, 2, "nco", "auto_rifle")),
        ("specialist_medic", (1, 0, 1, 0, "medic", "auto_rifle")),
        ("specialist_radio", (1, 0, 1, 0, "radio", "auto_rifle")),
        ("trooper", (1, 0, 1, 0, "", "auto_rifle")),
        ("sniper", (1, 1, 1, 0, "sniper", "sniper_rifle")),
        ("hmg", (0, 0, 1, 0, "", "hmg")),
        ("flamer", (0, 0, 1, 0, "template", "flamer")),
    ],
)
def test_the_marines_of_the_table(kind, row):
    own = profile(kind)
    assert (own.climb, own.fire, own.defence, own.melee, own.ability, own.weapon) == row


@pytest.mark.rule("TS-PROF-01", "TS-WPN-01", "TS-WPN-02", "TS-WPN-03", "TS-WPN-04")
def test_the_weapons_of_the_table():
    found = {key: (one.damage, one.automatic) for key, one in weapons().items()}
    assert found == {
        "auto_rifle": (2, True),
        "sniper_rifle": (3, False),
        "hmg": (4, True),
        "flamer": (5, False),
    }


@pytest.mark.rule("TS-WND-04", "TS-WND-05", "TS-WND-07", "TS-GAP-56")
@pytest.mark.parametrize(
    ("margin", "marks", "state"),
    [(1, (), "up"), (2, (), "down"), (3, (), "down"), (4, (), "dead"), (2, [DOWN], "dead")],
)
def test_what_a_difference_does_to_a_marine(margin, marks, state):
    done = perform(
        battle(marine("trooper", "a", 10, 10, marks=marks)),
        lambda play: harm.hurt(play, "a", margin, "acid") and None,
    )
    piece = done.state.table.piece("a")
    assert ("dead" if piece.spot is None else "down" if piece.has(DOWN) else "up") == state


@pytest.mark.rule("TS-GAP-59")
@pytest.mark.parametrize(("option", "lost"), [("killed", True), ("down", False), ("recovers", False)])
def test_a_serious_wound_kills_a_creature_or_by_option_puts_it_down(option, lost):
    done = shot(facing(8, options={"creature_serious_wound": option}), 4, 6, 1)
    assert (done.state.table.piece("x").spot is None) is lost


def added(state: Battle, firer: str = "x", target: str = "a") -> int:
    """What cover adds to a marine's defence against a creature."""
    by, at = state.table.piece(firer), state.table.piece(target)
    return wounds.cover_from_fire(state, by, at, shooting.look(state, by, at, aimed(state))).value


@pytest.mark.rule("TS-WND-08", "TS-GAP-60")
@pytest.mark.parametrize(("option", "cover"), [("bunker_only", 1), ("over_half", 3)])
def test_hard_cover_counts_for_the_wound_too(option, cover):
    house = room("h", 5, 5, 11.0, 15, ("window", (11.0, 9.25), (11.0, 10.75), True))
    state = battle(
        marine("trooper", "a", 10.2, 10), alien("x", 16, 10), terrain=[house], options={"total_cover": option}
    )
    assert added(state) == cover


@pytest.mark.rule("TS-GAP-60")
def test_a_drift_conceals_and_is_no_cover():
    state = battle(
        marine("trooper", "a", 10, 10), alien("x", 15, 10), terrain=[block("drift", "d", 8, 8, 11, 12)]
    )
    assert (added(state), needs(state, "x", "a")) == (0, 4)


@pytest.mark.rule("TS-WND-09")
def test_a_bunker_is_total_cover_from_outside_alone():
    slit = ("slit", (12.0, 9.25), (12.0, 10.75), True)
    post = Terrain(
        "p",
        "bunker",
        room("p", 6, 5, 12, 15, slit).rings,
        3.0,
        traits=("bunker",),
        openings=room("p", 6, 5, 12, 15, slit).openings,
    )
    outside = battle(marine("trooper", "a", 11, 10), alien("x", 14, 10), terrain=[post])
    inside = battle(marine("trooper", "a", 11, 10), alien("x", 8, 10), terrain=[post])
    assert (added(outside), added(inside)) == (3, 0)


@pytest.mark.rule("TS-WND-10", "TS-GAP-61")
@pytest.mark.parametrize(
    ("option", "cause", "defence"), [("in_profile", "acid", 1), ("extra", "acid", 2), ("extra", "melee", 1)]
)
def test_body_armour_is_in_the_profile_or_by_option_on_top(option, cause, defence):
    state = battle(marine("trooper", "a", 10, 10), options={"body_armour": option})
    assert sum(one.value for one in wounds.defences(state, state.table.piece("a"), cause)) == defence


@pytest.mark.rule("TS-PROF-09", "TS-GAP-74")
@pytest.mark.parametrize(("option", "defence"), [("minus_2", -2), ("minus_3", -3), ("tank", 1)])
def test_a_flamer_is_badly_placed_against_explosions(option, defence):
    state = battle(marine("flamer", "a", 10, 10), options={"flamer_explosion_defence": option})
    found = [
        sum(one.value for one in wounds.defences(state, state.table.piece("a"), cause))
        for cause in ("explosion", "acid")
    ]
    assert found == [defence, 1]


@pytest.mark.rule("TS-GAP-92")
def test_the_easy_alien_defends_worse():
    state = facing(8, options={"difficulty": "easy"})
    assert sum(one.value for one in wounds.defences(state, state.table.piece("x"), "gunfire")) == 3


# -- sight --


@pytest.mark.rule("TS-WTHR-01", "TS-GAP-07")
@pytest.mark.parametrize(("x", "seen"), [(23.125, True), (23.5, False)])
def test_nobody_sees_beyond_the_blizzard(x, seen):
    state = battle(marine("trooper", "a", 10, 10), alien("x", x, 10))
    assert sees(state, state.table.piece("a"), state.table.piece("x")) is seen


@pytest.mark.rule("TS-GAP-07")
@pytest.mark.parametrize(("option", "seen"), [("outdoors_only", True), ("everywhere", False)])
def test_indoors_sight_has_no_limit(option, seen):
    state = battle(
        marine("trooper", "a", 8, 10),
        alien("x", 32, 10),
        terrain=[room("h", 5, 5, 35, 15)],
        options={"blizzard_scope": option},
    )
    assert sees(state, state.table.piece("a"), state.table.piece("x")) is seen


@pytest.mark.rule("TS-WTHR-02", "TS-WTHR-03", "TS-GAP-09")
@pytest.mark.parametrize(
    ("kind", "marks", "option", "spots", "shoots"),
    [
        ("lt", (), "spot_only", False, False),
        ("lt", [BINOCULARS], "spot_only", True, False),
        ("lt", [BINOCULARS], "can_fire", True, True),
        ("sniper", (), "spot_only", False, True),
        ("trooper", (), "spot_only", False, False),
    ],
)
def test_infra_red_gear(kind, marks, option, spots, shoots):
    state = battle(
        marine(kind, "a", 10, 10, marks=marks), alien("x", 40, 10), options={"ir_binoculars": option}
    )
    by, at = state.table.piece("a"), state.table.piece("x")
    assert (sees(state, by, at, eyes(state)), sees(state, by, at, aimed(state))) == (spots, shoots)


@pytest.mark.rule("TS-GAP-10")
def test_creatures_see_through_the_blizzard():
    state = battle(marine("trooper", "a", 10, 10), alien("x", 40, 10))
    assert sees(state, state.table.piece("x"), state.table.piece("a"))


# -- who may fire --


@pytest.mark.rule("TS-GAP-55")
@pytest.mark.parametrize(("option", "open_"), [("forbidden", False), ("risk", True)])
def test_nobody_fires_into_a_fight_but_by_option(option, open_):
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 15, 10),
        alien("x", 16.125, 10),
        options={"fire_into_melee": option},
    )
    found = {o.to[0]: not o.shut for o in shooting.targets(state, state.table.piece("a"))}
    assert found == {"x": open_}


@pytest.mark.rule("TS-GAP-55")
def test_a_wild_shot_into_a_fight_hits_the_friend():
    state = battle(
        marine("trooper", "a", 10, 10, marks={SHOTS: 1}),
        marine("trooper", "b", 18, 10),
        alien("x", 19.125, 10, WALKED),
        options={"fire_into_melee": "risk"},
    )
    assert shot(state, 2, 6, 1).state.table.piece("b").spot is None


@pytest.mark.rule("TS-GAP-33", "TS-ACT-09")
@pytest.mark.parametrize(
    ("option", "marks", "die", "empty"),
    [
        ("never", (), 1, False),
        ("natural_1", (), 1, True),
        ("natural_1", (), 2, False),
        ("counted", {ROUNDS: 9}, 2, True),
    ],
)
def test_when_a_weapon_is_empty(option, marks, die, empty):
    done = shot(facing(8, marks=marks, options={"reload": option}), die)
    piece = done.state.table.piece("a")
    assert piece.has(EMPTY) is empty and bool(shooting.why_not(done.state, piece)) is empty


@pytest.mark.rule("TS-GAP-32")
@pytest.mark.parametrize(("option", "able"), [("free", True), ("set_up", False)])
def test_by_option_an_hmg_that_was_carried_does_not_fire(option, able):
    state = facing(8, "hmg", marks=[CARRIED], options={"hmg_handling": option})
    assert (shooting.why_not(state, state.table.piece("a")) == "") is able


@pytest.mark.rule("TS-MORL-05", "TS-GAP-77", "TS-GAP-78")
@pytest.mark.parametrize(("option", "held"), [("immune", False), ("suppressible", True)])
def test_an_hmg_puts_squads_under_fire_and_by_option_creatures(option, held):
    assert (
        shot(facing(8, "hmg", options={"alien_morale": option}), 1).state.table.piece("x").has(SUPPRESSED)
        is held
    )
    friends = battle(marine("hmg", "a", 10, 10), marine("trooper", "b", 18, 10, unit="1B"))
    assert shot(friends, 1, target="b").state.table.units["1B"].has(HMG_FIRE)


@pytest.mark.rule("TS-ALN-07", "TS-ALN-08", "TS-ALN-09", "TS-ALN-18")
@pytest.mark.parametrize(("x", "within"), [(17.125, True), (17.5, False)])
def test_a_spit_reaches_six_inches(x, within):
    state = battle(alien("x", 10, 10), marine("trooper", "a", x, 10, marks=WALKED))
    why = shooting.no_spit(state, state.table.piece("x"), state.table.piece("a"))
    assert str(why) == ("" if within else "6.4 in away, 0.4 in too far")


@pytest.mark.rule("TS-ALN-09")
def test_a_spit_is_a_shot_without_bonus_or_damage():
    state = battle(alien("x", 10, 10), marine("trooper", "a", 16, 10, marks=WALKED))
    assert needs(state, "x", "a") == 3
    assert shot(state, 3, 5, 1, firer="x", target="a").state.table.piece("a").has(DOWN)


# -- templates and chains --


@pytest.mark.rule("TS-EXPL-01", "TS-EXPL-02", "TS-GAP-69", "TS-GAP-70")
@pytest.mark.parametrize(
    ("x", "option", "hit"), [(22.2, "over_half", True), (22.6, "over_half", False), (22.6, "any_touch", True)]
)
def test_a_template_catches_who_is_more_than_half_under_it(x, option, hit):
    state = battle(marine("trooper", "a", x, 20), options={"template_coverage": option})
    assert bool(in_blast(state, Blast(20, 20, 2.5), [state.table.piece("a")])) is hit


@pytest.mark.rule("TS-GAP-72")
@pytest.mark.parametrize(("kind", "stops"), [("high_wall", True), ("medium_wall", False)])
def test_high_walls_stop_a_blast(kind, stops):
    state = battle(marine("trooper", "a", 21.5, 20), terrain=[block(kind, "w", 20.4, 18, 20.6, 22)])
    assert bool(in_blast(state, Blast(20, 20, 2.5), [state.table.piece("a")])) is not stops


@pytest.mark.rule("TS-GAP-62")
def test_a_low_wall_on_the_line_is_cover_from_a_blast():
    state = battle(marine("trooper", "a", 21.5, 20), terrain=[block("low_wall", "w", 20.4, 18, 20.6, 22)])
    assert wounds.cover_from_blast(state, (20, 20), state.table.piece("a")).value == 1


@pytest.mark.rule("TS-ALN-12", "TS-ALN-13", "TS-ALN-14", "TS-GAP-05", "TS-GAP-68")
def test_the_blood_of_an_alien_shot_dead_sprays_who_is_near():
    state = battle(
        marine("sniper", "s", 20, 5),
        alien("x", 20, 20, WALKED),
        marine("trooper", "a", 21.7, 20),
        marine("trooper", "b", 20, 24),
        options={"fire_into_melee": "risk", "template_coverage": "any_touch"},
    )
    done = shot(state, 6, 6, 1, 3, 6, 1, firer="s")
    assert (done.state.table.piece("a").spot, done.state.table.piece("b").spot is None) == (None, False)


@pytest.mark.rule("TS-ALN-13")
@pytest.mark.parametrize(("x", "sprayed"), [(21.2, True), (23.0, False)])
def test_the_blood_is_a_small_template(x, sprayed):
    state = battle(marine("trooper", "a", x, 20))
    assert bool(bursts.sprayed(state, Burst("blood", (20.0, 20.0), "x"))) is sprayed


@pytest.mark.rule("TS-GAP-68")
@pytest.mark.parametrize(("option", "hurt"), [("roll", 4 / 6 * 15 / 36), ("automatic", 15 / 36)])
def test_blood_is_rolled_for_or_hits_by_option(option, hurt):
    state = battle(marine("trooper", "a", 21, 20), options={"acid_blood_hits": option})
    burst = Burst("blood", (20.0, 20.0), "x")
    odds = exactly(lambda: bursts.spray(state, burst, state.table.piece("a")))
    wounded = sum(chance for margin, chance in odds.items() if margin >= 1)
    assert wounded == pytest.approx(hurt * 10 / 15)


@pytest.mark.rule("TS-GAP-67", "TS-ALN-12")
@pytest.mark.parametrize(
    ("cause", "option", "sprays"),
    [
        ("gunfire", "no", True),
        ("explosion", "no", True),
        ("flame", "no", False),
        ("flame", "yes", True),
        ("melee", "yes", False),
    ],
)
def test_what_sets_off_the_blood(cause, option, sprays):
    state = battle(alien("x", 20, 20), options={"acid_blood_on_flame": option})
    found: list[Burst] = []
    perform(state, lambda play: found.extend(harm.hurt(play, "x", 4, cause)))
    assert bool(found) is sprays


@pytest.mark.rule("TS-ALN-18")
def test_a_face_hugger_sprays_nothing():
    found: list[Burst] = []
    perform(battle(hugger("h", 20, 20)), lambda play: found.extend(harm.hurt(play, "h", 4, "gunfire")))
    assert found == []


@pytest.mark.rule("TS-GAP-74")
def test_by_option_the_tank_of_a_flamer_goes_up():
    state = battle(
        marine("flamer", "a", 20, 20),
        marine("trooper", "b", 21.2, 20),
        options={"flamer_explosion_defence": "tank"},
    )
    found: list[Burst] = []
    perform(state, lambda play: found.extend(harm.hurt(play, "a", 4, "gunfire")))
    assert [burst.kind for burst in found] == ["tank"]


@pytest.mark.rule("TS-EXPL-03", "TS-MORL-04", "TS-GAP-77")
def test_an_explosion_wounds_and_puts_squads_under_fire():
    state = battle(marine("trooper", "a", 21, 20), marine("trooper", "b", 22.9, 20, unit="1B"))
    done = perform(
        state, lambda play: bursts.work_through(play, [Burst("dump", (20.0, 20.0), "d")]), dice=(4, 2)
    )
    table = done.state.table
    assert table.piece("a").spot is None and table.units["1A"].has(HE) and table.units["1B"].has(HE)


@pytest.mark.rule("TS-WPN-05", "TS-GAP-73", "TS-GAP-22")
def test_a_flame_catches_who_is_in_its_way():
    state = battle(
        marine("flamer", "a", 10, 10), alien("x", 15, 10), alien("y", 17, 10.5), alien("z", 22, 10)
    )
    assert [p.id for p in flame.caught(state, state.table.piece("a"), (20, 10))] == ["x", "y"]


@pytest.mark.rule("TS-GAP-73")
def test_a_wall_cuts_the_flame_off():
    state = battle(
        marine("flamer", "a", 10, 10), alien("x", 15, 10), terrain=[block("high_wall", "w", 12, 8, 12.5, 12)]
    )
    assert flame.caught(state, state.table.piece("a"), (20, 10)) == []


@pytest.mark.rule("TS-GAP-73", "TS-WPN-04")
@pytest.mark.parametrize(("option", "dice"), [("automatic", (5, 2)), ("to_hit", (6, 5, 2))])
def test_by_option_a_flame_is_rolled_for(option, dice):
    state = battle(marine("flamer", "a", 10, 10), alien("x", 15, 10, WALKED), options={"flamer_hits": option})
    done = perform(state, lambda play: flame.burn(play, "a", (20.0, 10.0)), dice=dice)
    assert done.state.table.piece("x").spot is None


DUMP = Terrain("d", "fuel_dump", block("fuel_dump", "d", 35, 28, 37, 30).rings, 1.0)


@pytest.mark.rule("TS-GAP-71", "TS-EXPL-01")
@pytest.mark.parametrize(("dice", "gone"), [((4, 4, 3), True), ((4, 1, 3), False), ((3,), False)])
def test_fuel_goes_up_when_it_is_hit_hard(dice, gone):
    state = battle(marine("trooper", "a", 36, 20), terrain=[DUMP])
    assert (not dump.dumps(shot(state, *dice, target="d").state)) is gone


@pytest.mark.rule("TS-GAP-71")
@pytest.mark.parametrize(("option", "able"), [("none", False), ("one_each", True)])
def test_by_option_each_marine_has_a_grenade(option, able):
    state = battle(marine("trooper", "a", 10, 10), options={"grenades": option})
    assert (grenades.why_not(state, state.table.piece("a")) == "") is able


@pytest.mark.rule("TS-GAP-71")
def test_a_grenade_that_misses_is_shifted():
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 16, 13, unit="1B"),
        options={"grenades": "one_each"},
    )
    done = perform(state, lambda play: grenades.throw(play, "a", (16.0, 10.0)), dice=(1, 3, 90, 6, 1))
    assert done.state.table.piece("b").spot is None


@pytest.mark.rule("TS-ALN-13", "TS-FIRE-05")
def test_the_card_of_a_shot_tells_its_odds_and_whom_the_blood_would_spray():
    state = battle(
        marine("sniper", "a", 10, 10), alien("x", 18, 10, WALKED), marine("trooper", "b", 19.0, 11.0)
    )
    shown = cards.shot_card(state, state.table.piece("a"), state.table.piece("x"), numbers.PLAIN)
    assert shown.areas[0].caught == ("b",) and sum(chance for _, chance in shown.bars) == pytest.approx(1.0)


@pytest.mark.rule("TS-GAP-70", "TS-GAP-72", "TS-GAP-73")
@pytest.mark.parametrize("coverage", ["over_half", "any_touch"])
def test_whoever_lays_a_template_finds_whom_the_rule_catches(coverage):
    things = [
        marine("flamer", "a", 10, 10),
        *(alien(f"x{k}", 12.5 + 1.4 * (k % 4), 8.6 + 1.4 * (k // 4)) for k in range(12)),
    ]
    wall = block("high_wall", "w", 14.4, 9.9, 14.7, 12)
    state = battle(*things, terrain=[wall], options={"template_coverage": coverage})
    source = Source(state.table, "troice_station", state)
    firer = state.table.piece("a")

    def found(name, place):
        wish = wish_of(source, "troice_station", stencil_named(source, "troice_station", name))
        rows = template_rows(state.table, wish, place)
        return sorted(row["id"] for row in rows if row["caught"] and row["id"] != "a")

    for way in range(-40, 60, 20):
        c, s = math.cos(math.radians(way)), math.sin(math.radians(way))
        edge, at = Place(10 + firer.radius * c, 10 + firer.radius * s, way % 360), (10 + 8 * c, 10 + 8 * s)
        assert found("Flame", edge) == sorted(p.id for p in flame.caught(state, firer, at))
        near = (10 + 4 * c, 10 + 4 * s)
        blown = in_blast(state, Blast(*near, 2.5), bursts.standing(state))
        assert found("Explosion", Place(*near)) == sorted(p.id for p in blown if p.id != "a")
