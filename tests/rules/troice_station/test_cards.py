"""Cards of odds for all that is fired, laid and thrown; what grenades, flames and Cover Fire are used on."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.moves import ChoosePoint
from battlesim.engine.ruleset import Preview
from battlesim.geometry.measure import point_in_rings
from battlesim.rulesets import registry
from battlesim.rulesets.troice_station.acts import fire
from battlesim.rulesets.troice_station.attack import cards, flame, grenades, numbers, shooting
from battlesim.rulesets.troice_station.core.marks import EMPTY, MOVED
from battlesim.rulesets.troice_station.core.state import MARINES, Battle
from battlesim.table.terrain import Terrain

from .things import alien, battle, block, hugger, marine, perform

WALKED = [MOVED]
DUMP = Terrain("d", "fuel_dump", block("fuel_dump", "d", 35, 28, 37, 30).rings, 1.0)


def shown(state: Battle, decision: Any, answer: Any) -> Preview:
    """The card of an answer."""
    card = registry.get("troice_station").preview(state, decision, answer)  # type: ignore[attr-defined]
    assert card is not None
    found: Preview = card
    return found


def shots(state: Battle, *firers: str, rule: str = fire.ORDER) -> ChooseOne:
    """The question at what is fired."""
    options = [o for one in firers for o in shooting.targets(state, state.table.piece(one))]
    return ChooseOne(side=MARINES, what="shot", prompt="Fire", rule=rule, options=tuple(options))


def aimed_at(what: str) -> ChoosePoint:
    """The question where a flame or a grenade goes."""
    return ChoosePoint(side=MARINES, what=what, prompt="", about="a")


@pytest.mark.rule("TS-GAP-45")
def test_a_card_says_each_thing_that_changes_a_shot_once_also_when_it_counts_on_the_die():
    state = battle(
        marine("sniper", "a", 10, 10, marks=[MOVED]),
        alien("x", 18, 10, WALKED),
        options={"modifier_sense": "die_roll"},
    )
    rows = [row.label for row in cards.shot_card(state, *both(state), numbers.PLAIN).rows]
    assert "the firer has moved" in rows and len(rows) == len(set(rows))


def both(state: Battle) -> tuple[Any, Any]:
    """The firer and its target."""
    return state.table.piece("a"), state.table.piece("x")


@pytest.mark.rule("TS-GAP-71")
def test_the_card_of_fuel_tells_the_chance_that_it_goes_up_and_whom_it_would_catch():
    state = battle(marine("trooper", "a", 36, 20), marine("trooper", "b", 36, 31), terrain=[DUMP])
    card = shown(state, shots(state, "a"), "fire:a:d")
    assert card.areas[0].caught == ("b",) and card.chance == pytest.approx(0.5 * 21 / 36)


@pytest.mark.rule("TS-ACT-18", "TS-FIRE-12")
def test_the_card_of_cover_fire_counts_it():
    state = battle(marine("trooper", "a", 10, 10), alien("x", 18, 10, WALKED))
    plain, cover = (
        shown(state, shots(state, "a", rule=rule), "fire:a:x") for rule in (fire.ORDER, fire.COVER)
    )
    assert plain.chance is not None and cover.chance is not None and cover.chance < plain.chance


@pytest.mark.rule("TS-GAP-73")
def test_the_card_of_a_flame_names_friend_and_enemy_that_it_catches():
    state = battle(marine("flamer", "a", 10, 10), alien("x", 15, 10), marine("trooper", "b", 17, 10))
    card = shown(state, aimed_at("flame"), (20.0, 10.0))
    assert card.areas[0].caught == ("b", "x") and [row.label for row in card.rows] == ["b", "x"]


@pytest.mark.rule("TS-GAP-71")
def test_the_card_of_a_grenade_counts_all_modifiers_of_a_creature_it_is_thrown_at():
    state = battle(marine("trooper", "a", 10, 10), alien("x", 16, 10, WALKED), hugger("h", 14, 12, WALKED))
    at_ground, at_alien = (shown(state, aimed_at("grenade"), at) for at in ((16.0, 12.0), (16.0, 10.0)))
    assert at_ground.chance is not None and at_alien.chance is not None and at_alien.chance < at_ground.chance


@pytest.mark.rule("TS-GAP-71")
@pytest.mark.parametrize(
    ("at", "open_to"), [((13.0, 10.0), True), ((17.0, 10.0), False), ((10.0, 19.0), False)]
)
def test_a_grenade_is_thrown_where_one_sees_and_reaches(at, open_to):
    state = battle(marine("trooper", "a", 10, 10), terrain=[block("high_wall", "w", 15, 5, 15.5, 15, 3.0)])
    assert point_in_rings(*at, grenades.zone(state, state.table.piece("a"))) is open_to


@pytest.mark.rule("TS-GAP-33")
@pytest.mark.parametrize(("option", "before", "dice"), [("natural_1", 0, (1,)), ("counted", 5, ())])
def test_a_flamer_runs_dry(option, before, dice):
    state = battle(marine("flamer", "a", 10, 10), options={"reload": option})
    for _ in range(before):
        state = perform(state, lambda play: flame.burn(play, "a", (20.0, 10.0))).state
        assert not state.table.piece("a").has(EMPTY)
    done = perform(state, lambda play: flame.burn(play, "a", (20.0, 10.0)), dice=dice)
    assert done.state.table.piece("a").has(EMPTY)


@pytest.mark.rule("TS-ACT-18")
def test_cover_fire_is_at_creatures_and_not_at_fuel():
    state = battle(marine("trooper", "a", 36, 20), terrain=[DUMP])
    assert fire.why_not(state, state.table.piece("a")) == ""
    assert fire.why_no_cover(state, state.table.piece("a")) == "it sees no creature"
