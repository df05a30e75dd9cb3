"""Fire at its edges: who may shoot at whom, wounds, cover, templates, and what their cards of odds say."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.mechanics.chance import exactly
from battlesim.rulesets.troice_station.attack import (
    bursts,
    dump,
    flame,
    grenades,
    harm,
    numbers,
    shooting,
    wounds,
)
from battlesim.rulesets.troice_station.attack import cards as odds
from battlesim.rulesets.troice_station.attack.harm import Burst
from battlesim.rulesets.troice_station.core.marks import (
    BINOCULARS,
    CARRIED,
    DOWN,
    MOVED,
    RAN,
    SUPPRESSED,
)
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.ground.sight import aimed
from battlesim.rulesets.troice_station.overwatch import watch
from battlesim.rulesets.troice_station.passage import course, crossing
from battlesim.table.terrain import Terrain

from .things import alien, battle, block, hugger, marine, perform, room

FUEL = Terrain("d", "fuel_dump", block("fuel_dump", "d", 35, 28, 37, 30).rings, 1.0)


# -- fire --


def changes(state: Battle) -> list[str]:
    """The rules that change a shot of a at x."""
    table = state.table
    return [one.rule for one in numbers.changes(state, table.piece("a"), table.piece("x"), numbers.PLAIN)]


@pytest.mark.rule("TS-GAP-52", "TS-FIRE-08")
def test_who_has_run_into_a_fight_sprints_no_more() -> None:
    runs = alien("x", 18, 10, [MOVED, RAN])
    assert "TS-FIRE-08" in changes(battle(marine("trooper", "a", 10, 10), runs))
    fights = battle(marine("trooper", "a", 10, 10), runs, marine("trooper", "b", 18, 11.125))
    assert "TS-FIRE-08" not in changes(fights)


@pytest.mark.rule("TS-GAP-54", "TS-FIRE-16")
@pytest.mark.parametrize(("y", "closest"), [(18.0, True), (17.97, False)])
def test_of_enemies_equally_far_each_is_the_closest(y: float, closest: bool) -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 18, 10), alien("z", 10, y))
    assert numbers.is_closest(state, state.table.piece("a"), state.table.piece("x")) is closest


class Share:
    """What is seen of a target."""

    def __init__(self, hidden: float) -> None:
        self.share = 1.0 - hidden


@pytest.mark.rule("TS-GAP-47", "TS-FIRE-06", "TS-FIRE-07")
@pytest.mark.parametrize(
    ("option", "bands"),
    [("lower_limits", [0, 0, 1, 1, 2, 2]), ("upper_limits", [0, 1, 1, 2, 2, 2])],
)
def test_what_hidden_shares_count_for(option: str, bands: list[int]) -> None:
    state = battle(options={"concealment_bands": option})
    found = [
        sum(one.value for one in numbers.concealment(state, Share(hidden)))  # type: ignore[arg-type]
        for hidden in (0.0, 0.2, 0.25, 0.26, 0.5, 0.9)
    ]
    assert found == bands


@pytest.mark.rule("TS-GAP-32", "TS-ACT-18")
@pytest.mark.parametrize(
    ("kind", "marks", "option", "able"),
    [
        ("hmg", [CARRIED], "set_up", False),
        ("hmg", [CARRIED], "free", True),
        ("hmg", [], "set_up", True),
        ("trooper", [CARRIED], "set_up", True),
    ],
)
def test_only_an_hmg_that_was_carried_has_to_be_set_up(
    kind: str, marks: list[str], option: str, able: bool
) -> None:
    state = battle(marine(kind, "a", 10, 10, marks=marks), options={"hmg_handling": option})
    assert (not shooting.why_not(state, state.table.piece("a"))) is able


@pytest.mark.rule("TS-GAP-55", "TS-ALN-07", "TS-ALN-08")
def test_an_alien_spits_at_nobody_who_fights_or_is_out_of_sight() -> None:
    house = room("h", 13, 8, 20, 16)
    men = [marine("trooper", "a", 10, 14), marine("trooper", "b", 14, 10), marine("trooper", "c", 6, 10)]
    state = battle(alien("x", 10, 10), *men, hugger("f", 6, 10.875), terrain=[house])
    assert [p.id for p in shooting.spit_targets(state, state.table.piece("x"))] == ["a"]


@pytest.mark.rule("TS-GAP-55")
def test_marines_may_shoot_at_creatures_that_lie_and_creatures_at_nobody_who_does() -> None:
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 12, 10, marks=[DOWN]),
        alien("x", 20, 10, [DOWN]),
        alien("y", 24, 10),
    )
    at = {id: [p.id for p in shooting.marks_of(state, state.table.piece(id))] for id in ("a", "y")}
    assert at == {"a": ["y", "x"], "y": ["a"]}


@pytest.mark.rule("TS-WTHR-03", "TS-GAP-09")
def test_by_option_only_who_looks_through_binoculars_shoots_by_them() -> None:
    men = [
        marine("lt", "a", 10, 10, marks=[BINOCULARS]),
        marine("trooper", "b", 12, 10),
        marine("sniper", "s", 14, 10),
    ]
    state = battle(*men, options={"ir_binoculars": "can_fire"})
    assert sorted(aimed(state).limits) == ["a", "s"]


# -- wounds --


@pytest.mark.rule("TS-GAP-59", "TS-WND-05", "TS-WND-07", "TS-GAP-56")
@pytest.mark.parametrize(
    ("option", "marks", "margin", "came"),
    [
        ("killed", [], 1, "unhurt"),
        ("killed", [], 2, "dead"),
        ("down", [], 2, "down"),
        ("down", [], 3, "down"),
        ("down", [], 4, "dead"),
        ("down", [DOWN], 2, "dead"),
    ],
)
def test_what_a_difference_does_to_a_creature(option: str, marks: list[str], margin: int, came: str) -> None:
    state = battle(alien("x", 10, 10, marks), options={"creature_serious_wound": option})
    assert harm.outcome(state, state.table.piece("x"), margin) == came


@pytest.mark.rule("TS-GAP-74", "TS-ALN-12")
@pytest.mark.parametrize(
    ("kind", "option", "cause", "bang"),
    [
        ("flamer", "tank", "gunfire", True),
        ("flamer", "tank", "melee", False),
        ("flamer", "tank", "flame", False),
        ("flamer", "minus_2", "gunfire", False),
        ("trooper", "tank", "gunfire", False),
    ],
)
def test_a_tank_goes_up_only_where_it_may(kind: str, option: str, cause: Any, bang: bool) -> None:
    state = battle(marine(kind, "a", 20, 20), options={"flamer_explosion_defence": option})
    found: list[Burst] = []
    perform(state, lambda play: found.extend(harm.hurt(play, "a", 4, cause)))
    assert bool(found) is bang


@pytest.mark.rule("TS-GAP-61", "TS-WND-10")
def test_creatures_wear_no_armour() -> None:
    state = battle(alien("x", 10, 10), options={"body_armour": "extra"})
    assert [one.value for one in wounds.defences(state, state.table.piece("x"), "gunfire")] == [4]
    plain = battle(marine("trooper", "a", 10, 10))
    assert [one.value for one in wounds.defences(plain, plain.table.piece("a"), "gunfire")] == [1]


@pytest.mark.rule("TS-GAP-74", "TS-PROF-09")
def test_only_the_flamers_defence_is_replaced_by_option() -> None:
    state = battle(marine("trooper", "a", 10, 10), options={"flamer_explosion_defence": "minus_3"})
    assert [one.value for one in wounds.defences(state, state.table.piece("a"), "explosion")] == [1]


BUNKER = Terrain(
    "b",
    "building",
    (((8.0, 8.0), (14.0, 8.0), (14.0, 14.0), (8.0, 14.0)),),
    3.0,
    traits=("bunker",),
    openings=room("b", 8, 8, 14, 14).openings,
)


@pytest.mark.rule("TS-GAP-60", "TS-GAP-62", "TS-WND-02", "TS-WND-09", "TS-FIRE-01")
@pytest.mark.parametrize(
    ("at", "origin", "cover"), [((11, 11), (30, 11), 3), ((11, 11), (9, 9), 0), ((20, 11), (30, 11), 0)]
)
def test_a_bunker_shelters_from_flame_who_is_inside_when_the_flamer_is_not(
    at: Any, origin: Any, cover: int
) -> None:
    state = battle(marine("trooper", "a", *at), terrain=[BUNKER])
    assert wounds.cover_from_flame(state, origin, state.table.piece("a")).value == cover


@pytest.mark.rule("TS-GAP-62")
@pytest.mark.parametrize(("kind", "cover"), [("drift", 0), ("low_wall", 1), ("rubble", 1), ("fuel_dump", 0)])
def test_only_hard_things_are_cover_from_a_blast(kind: str, cover: int) -> None:
    state = battle(marine("trooper", "a", 22, 20), terrain=[block(kind, "w", 20.4, 18, 20.6, 22)])
    assert wounds.cover_from_blast(state, (20, 20), state.table.piece("a")).value == cover


# -- templates --


@pytest.mark.rule("TS-WPN-05", "TS-GAP-73", "TS-GAP-70")
@pytest.mark.parametrize(
    ("x", "y", "hit"), [(18.3, 10, True), (18.7, 10, False), (17.25, 11.0, True), (17.25, 11.5, False)]
)
def test_the_flame_is_eight_inches_long_and_two_and_a_half_wide(x: float, y: float, hit: bool) -> None:
    state = battle(marine("flamer", "a", 10, 10), marine("trooper", "b", x, y))
    assert bool(flame.caught(state, state.table.piece("a"), (30.0, 10.0))) is hit


@pytest.mark.rule("TS-WPN-05", "TS-GAP-73", "TS-GAP-70")
def test_the_flame_goes_where_it_is_pointed() -> None:
    state = battle(
        marine("flamer", "a", 10, 10), marine("trooper", "b", 13, 14), marine("trooper", "c", 10, 5)
    )
    by = state.table.piece("a")
    assert [
        [p.id for p in flame.caught(state, by, at)] for at in ((13.0, 14.0), (10.0, 2.0), (3.0, 10.0))
    ] == [["b"], ["c"], []]


@pytest.mark.rule("TS-GAP-78", "TS-GAP-73")
@pytest.mark.parametrize(("option", "held"), [("immune", 0), ("suppressible", 1)])
def test_by_option_a_flame_that_does_not_kill_holds_a_creature_back(option: str, held: int) -> None:
    state = battle(marine("flamer", "a", 10, 10), alien("x", 15, 10), options={"alien_morale": option})
    done = perform(state, lambda play: flame.burn(play, "a", (20.0, 10.0)), dice=(1, 6))
    assert done.piece("x").count(SUPPRESSED) == held


@pytest.mark.rule("TS-GAP-78", "TS-EXPL-02", "TS-MORL-04", "TS-GAP-77")
def test_by_option_an_explosion_holds_back_whom_it_does_not_kill() -> None:
    state = battle(
        alien("x", 20, 20), marine("trooper", "a", 21.2, 20), options={"alien_morale": "suppressible"}
    )
    done = perform(
        state, lambda play: bursts.work_through(play, [Burst("dump", (20.0, 20.0), "d")]), dice=(1, 6, 1, 6)
    )
    assert done.piece("x").count(SUPPRESSED) == 1 and done.state.table.units["1A"].count("he") == 1


@pytest.mark.rule("TS-GAP-69", "TS-ALN-13", "TS-EXPL-01")
@pytest.mark.parametrize(("kind", "radius"), [("dump", 2.5), ("blood", 1.5), ("grenade", 1.5), ("tank", 1.5)])
def test_the_dump_alone_is_a_large_explosion(kind: Any, radius: float) -> None:
    assert bursts.template(Burst(kind, (1.0, 2.0), "x")).radius == radius


@pytest.mark.rule("TS-GAP-71", "TS-WND-01")
def test_a_shot_at_fuel_has_the_damage_of_its_weapon_and_the_distance_to_its_edge() -> None:
    state = battle(marine("trooper", "a", 36, 21.5), terrain=[FUEL])
    done = perform(state, lambda play: shooting.shoot(play, "a", "d"), dice=(3, 2, 2))
    assert not dump.dumps(done.state), "6 in to its edge is close: a 3 hits; 2 and 2 against 2 are two more"


# -- cards of odds --


@pytest.mark.rule("TS-ACT-18", "TS-FIRE-01", "TS-WND-01", "TS-GAP-73", "TS-ALN-14", "TS-ALN-13")
def test_the_card_of_a_shot_has_the_misses_first_and_counts_out_of_action_alone() -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 19.125, 10, [MOVED]), alien("y", 19.1, 11.3))
    table = state.table
    card = odds.shot_card(state, table.piece("a"), table.piece("x"), numbers.PLAIN)
    # on a 4 it hits; D6+2 against D6+4 is two more in three of 36: 5-1, 6-1 and 6-2
    assert card.chance == pytest.approx(0.5 * 3 / 36)
    assert [end for end, _ in card.bars] == ["missed", "unhurt", "dead"]
    assert (card.areas[0].words, card.areas[0].caught) == ("acid blood", ())


@pytest.mark.rule("TS-ALN-14", "TS-ALN-13")
def test_the_card_counts_our_own_in_the_blood() -> None:
    men = [marine("trooper", "b", 19.1, 11.0), marine("trooper", "c", 19.1, 9.0)]
    state = battle(marine("trooper", "a", 10, 10), alien("x", 19.125, 10, [MOVED]), *men)
    card = odds.shot_card(state, state.table.piece("a"), state.table.piece("x"), numbers.PLAIN)
    assert (card.areas[0].words, card.areas[0].caught) == ("acid blood, 2 of ours in it", ("b", "c"))


@pytest.mark.rule("TS-GAP-73", "TS-ACT-18", "TS-WPN-04", "TS-WPN-05")
@pytest.mark.parametrize(("option", "said"), [("automatic", "42%"), ("to_hit", "28%")])
def test_the_card_of_a_flame_counts_who_is_out_of_action(option: str, said: str) -> None:
    state = battle(marine("flamer", "a", 10, 10), alien("x", 15, 10), options={"flamer_hits": option})
    card = odds.flame_card(state, state.table.piece("a"), (20.0, 10.0))
    # D6+5 against D6+4 is two more in 15 of 36; by option only when a 3 or more hits first
    assert [str(row.value) for row in card.rows] == [f"{said} out of action"]
    by, target = state.table.piece("a"), state.table.piece("x")
    assert (numbers.MISSED in exactly(lambda: flame.fate(state, by, target))) is (option == "to_hit")


@pytest.mark.rule("TS-GAP-71", "TS-FIRE-01")
def test_a_grenade_is_close_up_to_six_inches_from_the_base() -> None:
    state = battle(marine("trooper", "a", 10, 10), options={"grenades": "one_each"})
    thrower = state.table.piece("a")
    found = [grenades.number(state, thrower, (x, 10.0)).reaches[0].least for x in (10.0, 16.5, 16.6)]
    assert found == [3, 3, 4]


@pytest.mark.rule("TS-GAP-26", "TS-GAP-73")
@pytest.mark.parametrize(("x", "along"), [(25.0, 6.55), (17.0, 1.0)])
def test_a_flamer_on_overwatch_waits_until_his_flame_catches(x: float, along: float) -> None:
    state = battle(marine("flamer", "a", 10, 10, marks=["overwatch"]), alien("x", x, 10))
    (chance,) = watch.chances(state, state.table.piece("x"), ((x, 10.0), (12.0, 10.0)), None)
    assert chance.along == pytest.approx(along, abs=0.02)


@pytest.mark.rule("TS-GAP-26")
def test_a_flame_that_would_reach_nobody_is_no_chance() -> None:
    state = battle(marine("flamer", "a", 10, 10, marks=["overwatch"]), alien("x", 25, 10))
    assert watch.chances(state, state.table.piece("x"), ((25.0, 10.0), (25.0, 16.0)), None) == []


@pytest.mark.rule("TS-GAP-42", "TS-GAP-63")
def test_who_touches_an_enemy_already_may_go_along_it() -> None:
    state = battle(alien("x", 11.125, 10), marine("trooper", "a", 10, 10), marine("trooper", "b", 11.125, 14))
    mover = state.table.piece("x")
    assert course._contact(state, mover, ((11.125, 10.0), (11.125, 13.5))) == pytest.approx(2.875, abs=0.01)


@pytest.mark.rule("TS-MOVE-07", "TS-MOVE-08", "TS-GAP-39", "TS-MOVE-03")
@pytest.mark.parametrize("difficulty", [2, 3, 4])
def test_a_test_needs_more_than_the_difficulty(difficulty: int) -> None:
    wall = block({2: "low_wall", 3: "medium_wall", 4: "high_wall"}[difficulty], "w", 8, 11.5, 12, 12)
    state = battle(marine("trooper", "a", 10, 10), terrain=[wall])
    test = crossing.effort(state, state.table.piece("a"), "w")
    assert test.needs() == ((difficulty + 1, "to cross"),)
    ways = ((10.0, 10.0), (10.0, 14.0))
    assert [one.id for one in crossing.tested(state, state.table.piece("a"), ways)] == ["w"]
    astride = battle(marine("trooper", "a", 10, 11.75), terrain=[wall])
    assert crossing.tested(astride, astride.table.piece("a"), ((10.0, 11.75), (10.0, 14.0))) == []
