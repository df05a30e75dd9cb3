"""Fire at its edges: who may shoot at whom, wounds, cover, templates, and what their cards of odds say."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.attack import (
    bursts,
    dump,
    flame,
    harm,
    numbers,
    shooting,
    templates,
    wounds,
)
from battlesim.rulesets.troice_station.attack.harm import Burst
from battlesim.rulesets.troice_station.core.marks import (
    AIMED,
    BINOCULARS,
    CARRIED,
    DOWN,
    HUGGED,
    MOVED,
    RAN,
    SUPPRESSED,
)
from battlesim.rulesets.troice_station.core.state import MARINES, Battle
from battlesim.rulesets.troice_station.ground.sight import aimed, look
from battlesim.rulesets.troice_station.melee.blows import NO_TAIL
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


@pytest.mark.rule("TS-GAP-47", "TS-GAP-48")
@pytest.mark.parametrize(("hidden", "words"), [(0.9999, "99%"), (0.4999, "49%"), (0.5, "50%"), (0.29, "29%")])
def test_no_share_is_said_to_be_hidden_that_would_count_for_more(hidden: float, words: str) -> None:
    (one,) = numbers.concealment(battle(), Share(hidden))  # type: ignore[arg-type]
    assert one.words == f"{words} of it is hidden"


@pytest.mark.rule("TS-WND-08", "TS-GAP-60")
def test_cover_is_said_beside_the_total_of_a_wound_and_a_defence_alone_is_not() -> None:
    beast = alien("x", 10, 10)
    state, covers = battle(beast), (wounds.HARD, wounds.NONE)
    covered, bare = (wounds.pair(state, 2, "a", beast, "gunfire", one) for one in covers)
    assert covered.words((6, 1)) == "6+2 = 8 against 1+5 = 6 (+4 Defence, +1 hard cover): +2"
    assert bare.words((6, 1)) == "6+2 = 8 against 1+4 = 5: +3"


@pytest.mark.rule("TS-GAP-32", "TS-ACT-18", "TS-GAP-23", "TS-ACT-06")
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
    creature = state.table.piece("x")
    assert [p.id for p in men if not shooting.no_spit(state, creature, state.table.piece(p.id))] == ["a"]


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


# -- what is left over --


@pytest.mark.rule("TS-GAP-73", "TS-GAP-70", "TS-WPN-05")
@pytest.mark.parametrize(
    ("point", "degrees"), [((20, 10), 0), ((10, 20), 90), ((0, 10), 180), ((10, 0), 270)]
)
def test_directions_are_degrees_from_the_east(point: Any, degrees: int) -> None:
    assert templates.toward(marine("flamer", "a", 10, 10), point) == pytest.approx(degrees)


@pytest.mark.rule("TS-GAP-70", "TS-GAP-60", "TS-GAP-98")
@pytest.mark.parametrize(("x", "inside"), [(10.0, True), (5.4, False), (3.0, False)])
def test_wholly_inside_is_the_whole_base(x: float, inside: bool) -> None:
    ring = ((5.0, 5.0), (15.0, 5.0), (15.0, 15.0), (5.0, 15.0))
    assert templates.wholly_inside(marine("trooper", "a", x, 10), ring) is inside


@pytest.mark.rule("TS-GAP-73", "TS-GAP-78", "TS-WPN-04")
def test_a_flame_kills_when_it_wounds_and_a_miss_of_it_does_nothing() -> None:
    state = battle(
        marine("flamer", "a", 10, 10), alien("x", 15, 10, [MOVED]), options={"flamer_hits": "to_hit"}
    )
    hit = perform(state, lambda play: flame.burn(play, "a", (20.0, 10.0)), dice=(3, 6, 1))
    miss = perform(state, lambda play: flame.burn(play, "a", (20.0, 10.0)), dice=(2,))
    assert (hit.piece("x").spot, miss.piece("x").spot is None) == (None, False)


@pytest.mark.rule("TS-GAP-78")
def test_whom_an_explosion_kills_it_does_not_hold_back() -> None:
    state = battle(alien("x", 20, 20), options={"alien_morale": "suppressible"})
    burst = Burst("dump", (20.0, 20.0), "d")
    done = perform(state, lambda play: bursts.work_through(play, [burst]), dice=(6, 1))
    assert done.piece("x").spot is None and not done.piece("x").has(SUPPRESSED)


@pytest.mark.rule("TS-GAP-33", "TS-ACT-14", "TS-ACT-18")
def test_by_option_cover_fire_empties_a_weapon_when_one_of_its_dice_is_a_one() -> None:
    state = battle(
        marine("trooper", "a", 10, 10),
        alien("x", 19, 10),
        alien("y", 19, 12),
        options={"reload": "natural_1"},
    )
    done = perform(state, lambda play: shooting.cover_fire(play, "a", ["x", "y"]), dice=(1, 2))
    assert done.piece("a").has("empty")


@pytest.mark.rule("TS-GAP-33")
def test_a_flamer_is_empty_by_a_six_sided_die() -> None:
    state = battle(marine("flamer", "a", 10, 10), options={"reload": "natural_1"})
    done = perform(state, lambda play: flame.burn(play, "a", (20.0, 10.0)), dice=(1,))
    assert [one.dice for one in done.asked] == [(6,)] and done.piece("a").has("empty")  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-60", "TS-FIRE-01", "TS-WND-08", "TS-GAP-48")
@pytest.mark.parametrize(("option", "cover"), [("bunker_only", 1), ("over_half", 3)])
def test_more_than_half_behind_a_wall_is_total_cover_by_option_alone(option: str, cover: int) -> None:
    wall = block("medium_wall", "w", 18, 0, 18.5, 20, 1.0)
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "x", 19.2, 10),
        terrain=[wall],
        options={"total_cover": option},
    )
    by, target = state.table.piece("a"), state.table.piece("x")
    assert wounds.cover_from_fire(state, by, target, look(state, by, target)).value == cover


@pytest.mark.rule("TS-GAP-48", "TS-MELE-01")
def test_a_question_about_a_fight_has_its_card_and_one_about_nothing_none() -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 11.125, 10))
    options = (Option("fight", "Fight", to=("x",), act="melee"), Option("none", "No"))
    asked = ChooseOne(side=MARINES, what="melee", prompt="", options=options, about="a")
    card = RULESET.preview(state, asked, "fight")
    assert card is not None and card.title == "Melee" and RULESET.preview(state, asked, "none") is None
    tail = ChooseOne(
        side=MARINES, what="tail", prompt="", options=(Option("a", "a"), Option(NO_TAIL, "")), about="x"
    )
    assert RULESET.preview(state, tail, NO_TAIL) is None
    struck = RULESET.preview(state, tail, "a")
    # D6+3 against D6+1 is two more in 21 of 36
    assert struck is not None and struck.chance == pytest.approx(21 / 36)


@pytest.mark.rule("TS-GAP-44", "TS-FIRE-03", "TS-FIRE-04")
@pytest.mark.parametrize(("away", "least"), [(5.9, 4), (6.0, 3), (6.1, 3)])
def test_by_the_letter_six_inches_and_more_are_a_three(away: float, least: int) -> None:
    assert numbers.base(battle(options={"range_bands": "literal"}), away).least == least


@pytest.mark.rule("TS-FIRE-01", "TS-ALN-09", "TS-GAP-61")
def test_a_marine_shoots_bullets_and_an_alien_spits_acid() -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 20, 10))
    assert [shooting.cause_of(state.table.piece(id)) for id in ("a", "x")] == ["gunfire", "acid"]


@pytest.mark.rule("TS-WND-04", "TS-WND-05", "TS-GAP-56", "TS-ALN-17")
@pytest.mark.parametrize(
    ("marks", "margin", "dead", "down", "minor"),
    [
        ([], 1, False, False, True),
        ([], 2, False, True, False),
        ([], 3, False, True, False),
        ([HUGGED], 2, True, False, False),
    ],
)
def test_what_a_wound_does_to_a_marine(
    marks: list[str], margin: int, dead: bool, down: bool, minor: bool
) -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=[*marks, AIMED, "overwatch"]))
    done = perform(state, lambda play: harm.hurt(play, "a", margin, "gunfire") and None)
    after = done.piece("a")
    assert (after.spot is None, after.has(DOWN), "minor wound" in str(done.events)) == (dead, down, minor)
    if down:
        assert not after.has(AIMED) and not after.has("overwatch")


@pytest.mark.rule("TS-GAP-77", "TS-MORL-05")
def test_hmg_fire_counts_once_however_often() -> None:
    state = battle(marine("hmg", "h", 10, 10, unit="2A"), marine("trooper", "a", 18, 10))
    done = perform(state, lambda play: shooting.shoot(play, "h", "a"), dice=(1,))
    assert done.state.table.units["1A"].count("hmg_fire") == 1
