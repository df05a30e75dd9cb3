"""Flames, blasts and their cards at their edges: whom they catch and hold back, what is told of them."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.moves import ChoosePoint, MoveGroup
from battlesim.geometry.measure import point_in_rings
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.acts import activation, fire, moves
from battlesim.rulesets.troice_station.attack import (
    bursts,
    cards,
    dump,
    flame,
    grenades,
    numbers,
    shooting,
    wounds,
)
from battlesim.rulesets.troice_station.attack.harm import Burst
from battlesim.rulesets.troice_station.core.marks import DOWN, GRENADES, MOVED, RAN, SHOTS, SUPPRESSED
from battlesim.rulesets.troice_station.core.state import MARINES
from battlesim.rulesets.troice_station.melee import rounds

from .things import alien, battle, block, line, marine, marker, perform

HOUSE = block("building", "h", 14, 5, 16, 15, 3.0)
FUEL = block("fuel_dump", "d", 19, 7, 21, 13)
ARMED = {"grenades": "one_each"}
HELD = {"alien_morale": "suppressible"}

# -- whom a blast catches, and what it leaves --


@pytest.mark.rule("TS-EXPL-03", "TS-MORL-04", "TS-GAP-78", "TS-FIRE-01", "TS-ALN-14", "TS-GAP-77")
def test_a_blast_puts_the_squads_it_touches_under_fire_and_holds_creatures_back() -> None:
    men = [marine("trooper", "a", 11, 10), marine("trooper", "b", 40, 40, unit="2A")]
    state = battle(*men, alien("x", 9, 10), options=HELD)
    burst = Burst("grenade", (10.0, 10.0), "g")
    done = perform(state, lambda play: bursts.work_through(play, [burst]), dice=(1, 6, 1, 6))
    assert {id: unit.count("he") for id, unit in done.state.table.units.items()} == {
        "1A": 1,
        "2A": 0,
        "creatures": 0,
    }
    assert [done.piece(one).count(SUPPRESSED) for one in "axb"] == [0, 1, 0]


@pytest.mark.rule("TS-EXPL-03", "TS-FIRE-01", "TS-ALN-14")
def test_markers_are_no_figures_that_stand_in_a_blast() -> None:
    state = battle(marker("m", 10, 10), alien("x", 12, 10), marine("trooper", "a", 14, 10))
    assert [p.id for p in bursts.standing(state)] == ["a", "x"]


# -- the flame --


@pytest.mark.rule("TS-GAP-73", "TS-WPN-05")
@pytest.mark.parametrize(("x", "y", "at"), [(10.0, 20.0, (10.0, 30.0)), (30.0, 12.0, (40.0, 12.0))])
def test_a_flame_begins_at_the_edge_of_the_base_wherever_that_stands(x: float, y: float, at: Any) -> None:
    firer = marine("flamer", "a", x, y)
    (shape,) = flame.template(battle(firer), firer, at)
    ring = shape.ring()
    away = [abs(px - x) + abs(py - y) for px, py in ring if abs(px - x) < 0.001 or abs(py - y) < 0.001]
    assert (min(away), max(away)) == pytest.approx((0.5, 8.5), abs=0.01)


@pytest.mark.rule("TS-GAP-73", "TS-GAP-71")
@pytest.mark.parametrize(("at", "left"), [((20.0, 10.0), []), ((10.0, 20.0), ["d"])])
def test_fuel_in_a_flame_goes_up_and_other_fuel_does_not(at: Any, left: list[str]) -> None:
    fuel = block("fuel_dump", "d", 14, 9, 16, 11)
    done = perform(
        battle(marine("flamer", "a", 10, 10), terrain=[fuel]), lambda play: flame.burn(play, "a", at)
    )
    assert [known.id for known in dump.dumps(done.state)] == left


@pytest.mark.rule("TS-GAP-78", "TS-GAP-73")
def test_a_flame_holds_back_neither_marines_nor_the_dead() -> None:
    state = battle(
        marine("flamer", "a", 10, 10), marine("trooper", "b", 14, 10), alien("x", 16, 10), options=HELD
    )
    done = perform(state, lambda play: flame.burn(play, "a", (20.0, 10.0)), dice=(1, 6, 6, 1))
    assert done.piece("x").spot is None
    assert [done.piece(one).count(SUPPRESSED) for one in "bx"] == [0, 0]


# -- fuel --


@pytest.mark.rule("TS-GAP-71", "TS-GAP-73", "TS-FIRE-01", "TS-WND-01")
@pytest.mark.parametrize(("x", "least"), [(12.5, 3), (12.4, 4)])
def test_only_fuel_goes_up_and_a_shot_at_it_is_measured_to_its_edge(x: float, least: int) -> None:
    state = battle(marine("trooper", "a", x, 10), terrain=[FUEL, block("low_wall", "w", 2, 2, 4, 3)])
    assert [known.id for known in dump.dumps(state)] == ["d"]
    assert dump.number(state, state.table.piece("a"), FUEL).reaches[0].least == least


@pytest.mark.rule("TS-GAP-71")
@pytest.mark.parametrize(("x", "why"), [(11.0, "out of sight"), (4.0, "14.50 in away"), (17.6, "")])
def test_why_fuel_cannot_be_shot_at(x: float, why: str) -> None:
    state = battle(marine("trooper", "a", x, 10), terrain=[FUEL, *([HOUSE] if x == 11.0 else [])])
    (option,) = dump.options(state, state.table.piece("a"))
    assert str(option.shut).startswith(why) and bool(option.shut) is bool(why)


@pytest.mark.rule("TS-GAP-55", "TS-WTHR-01")
@pytest.mark.parametrize(("x", "why"), [(18.0, "out of sight"), (36.0, "24.88 in away")])
def test_why_a_creature_cannot_be_shot_at(x: float, why: str) -> None:
    state = battle(*line(10), alien("x", x, 10), terrain=[HOUSE] if x == 18.0 else [])
    (option,) = shooting.figures(state, state.table.piece("a"))
    assert str(option.shut).startswith(why)


# -- grenades --


@pytest.mark.rule("TS-GAP-71")
def test_who_has_a_grenade() -> None:
    men = [
        marine("trooper", "a", 10, 10),
        marine("flamer", "f", 20, 10),
        marine("trooper", "u", 30, 10, marks=[GRENADES]),
    ]
    state = battle(*men, options=ARMED)
    assert [not grenades.why_not(state, one) for one in men] == [True, False, False]


@pytest.mark.rule("TS-GAP-71")
@pytest.mark.parametrize(
    ("at", "inside"),
    [
        ((18.4, 10.0), True),
        ((18.6, 10.0), False),
        ((10.0, 18.0), False),
        ((10.0, 4.6), False),
        ((10.0, 13.0), True),
    ],
)
def test_a_grenade_is_thrown_at_the_ground_and_at_creatures_in_sight(at: Any, inside: bool) -> None:
    house, low = block("building", "h", 6, 14, 14, 16, 3.0), block("low_wall", "w", 6, 5, 14, 5.2)
    state = battle(*line(10), alien("x", 10, 18), terrain=[house, low], options=ARMED)
    zone = grenades.zone(state, state.table.piece("a"))
    assert any(point_in_rings(*at, (ring,)) for ring in zone) is inside


@pytest.mark.rule("TS-GAP-71", "TS-FIRE-01", "TS-EXPL-03")
@pytest.mark.parametrize(
    ("x", "at", "terrain", "least"),
    [(18.0, 17.375, [], 3), (18.0, 17.3, [], 4), (18.0, 18.0, [HOUSE], 4)],
)
def test_a_throw_at_the_edge_of_a_base_is_one_at_a_creature_that_is_seen(
    x: float, at: float, terrain: Any, least: int
) -> None:
    state = battle(*line(10), alien("x", x, 10), terrain=terrain, options=ARMED)
    assert grenades.number(state, state.table.piece("a"), (at, 10.0)).reaches[0].least == least


@pytest.mark.rule("TS-GAP-71")
def test_a_grenade_that_misses_lands_by_two_dice_on_the_table() -> None:
    state = battle(*line(10), options=ARMED)
    done = perform(state, lambda play: grenades.throw(play, "a", (14.0, 10.0)), dice=(1, 3, 360))
    assert [one.dice for one in done.asked] == [(6,), (6, 360)]  # type: ignore[attr-defined]
    assert done.piece("a").count(GRENADES) == 1
    assert grenades.lands((14.0, 10.0), 3, 360, 48.0, 48.0) == (17.0, 10.0)
    assert grenades.lands((0.5, 10.0), 3, 180, 48.0, 48.0) == (0.0, 10.0)
    assert grenades.lands((10.0, 0.5), 3, 270, 48.0, 48.0) == (10.0, 0.0)
    assert grenades.lands((47.0, 47.0), 6, 45, 48.0, 48.0) == (48.0, 48.0)


# -- what a shot needs --


@pytest.mark.rule("TS-GAP-52", "TS-FIRE-08")
@pytest.mark.parametrize(
    ("marks", "runs"), [([MOVED], False), ([MOVED, RAN], True), ([MOVED, RAN, DOWN], False)]
)
def test_only_who_ran_and_is_up_counts_as_running(marks: list[str], runs: bool) -> None:
    state = battle(*line(10), alien("x", 14, 10, marks))
    found = numbers.changes(state, state.table.piece("a"), state.table.piece("x"), numbers.PLAIN)
    assert ("TS-FIRE-08" in [one.rule for one in found]) is runs


class Seen:
    """How much is seen of a target, behind something hard."""

    hard = True

    def __init__(self, share: float) -> None:
        self.share = share


@pytest.mark.rule("TS-GAP-60", "TS-FIRE-01", "TS-WND-09")
@pytest.mark.parametrize(("share", "cover"), [(0.7, 1), (0.5, 1), (0.49, 3)])
def test_total_cover_by_option_begins_beyond_one_half(share: float, cover: int) -> None:
    state = battle(*line(10), alien("x", 14, 10), options={"total_cover": "over_half"})
    found = wounds.cover_from_fire(state, *map(state.table.piece, "ax"), Seen(share))  # type: ignore[arg-type]
    assert found.value == cover


@pytest.mark.rule("TS-GAP-62")
@pytest.mark.parametrize(("kind", "x"), [("low_wall", 23.0), ("low_wall", 19.5), ("carpet", 20.4)])
def test_what_does_not_lie_between_or_is_not_known_is_no_cover(kind: str, x: float) -> None:
    state = battle(marine("trooper", "a", 22, 20), terrain=[block(kind, "w", x, 18, x + 0.2, 22)])
    assert wounds.cover_from_blast(state, (20, 20), state.table.piece("a")).value == 0


# -- cards of odds --

CARD = pytest.mark.rule("TS-ACT-18", "TS-FIRE-01", "TS-EXPL-03", "TS-GAP-73", "TS-GAP-71", "TS-WND-01")


def rows(card: Any) -> dict[str, str]:
    return {str(row.label): str(row.value) for row in card.rows}


@CARD
@pytest.mark.parametrize(("what", "title"), [("flame", "Flame"), ("grenade", "Grenade"), ("deploy", None)])
def test_a_point_has_a_card_where_something_comes_down_on_it(what: str, title: str | None) -> None:
    state = battle(marine("flamer", "a", 10, 10), alien("x", 14, 10))
    asked = ChoosePoint(side=MARINES, what=what, prompt="", about="a", zone=())
    card = cards.preview(state, asked, (20.0, 10.0))
    assert (card and card.title) == title


@CARD
def test_a_shot_has_a_card_and_the_choice_to_fire_at_all_none() -> None:
    state = battle(*line(10, 12), alien("x", 14, 10), card="1A", pools={"1A": 2})
    asked = perform(state, activation.act, until="act").question("act")
    assert cards.preview(state, asked, "fire") is None and cards.preview(state, asked, "alone:a") is None
    shot = perform(state, lambda play: fire.perform(play, ["a"]), until="shot").question("shot")
    assert cards.preview(state, shot, "done") is None
    motions, link = moves.able_together(state, moves.MOVING, ["a"], {"a": 0})
    move = MoveGroup(side=MARINES, what="move", prompt="", motions=motions, link=link)
    assert cards.preview(state, move, ()) is None
    near = battle(*line(10), alien("x", 11.125, 10))
    fight = perform(near, lambda play: rounds.at_activation(play, "a"), until="melee").question("melee")
    assert cards.preview(near, fight, "x") is None


@CARD
def test_a_shot_at_fuel_has_its_card() -> None:
    state = battle(marine("trooper", "a", 12.5, 10), terrain=[FUEL])
    asked = perform(state, lambda play: fire.perform(play, ["a"]), until="shot").question("shot")
    card = RULESET.preview(state, asked, "fire:a:d")
    # a 3 hits, and D6+2 against D6 is two more in 21 of 36
    assert card and card.chance == pytest.approx(4 / 6 * 21 / 36) and rows(card)["To hit"] == "3+"


@CARD
def test_further_targets_of_cover_fire_have_the_card_of_cover_fire() -> None:
    state = battle(*line(10), alien("x", 15, 10, [MOVED]), alien("y", 15, 12, [MOVED]))
    for script, keys in ((fire.cover, ("shot", "cover")), (fire.perform, ("shot",))):
        answers = {"shot": ["fire:a:x"]} if len(keys) > 1 else {}
        done = perform(state, lambda play, script=script: script(play, ["a"]), answers, until=keys[-1])
        card = cards.preview(state, done.question(keys[-1]), "fire:a:y")
        assert card and ("Cover Fire" in rows(card)) is (len(keys) > 1)


@CARD
def test_the_ends_of_a_shot_are_all_there_is_the_harmless_first() -> None:
    state = battle(*line(10), alien("x", 14, 10, [MOVED]))
    card = cards.shot_card(state, *map(state.table.piece, "ax"), numbers.PLAIN)
    # a 3 hits; D6+2 against D6+4 is two more in 3 of 36
    assert [name for name, _ in card.bars] == ["missed", "unhurt", "dead"]
    assert [chance for _, chance in card.bars] == pytest.approx([2 / 6, 4 / 6 * 33 / 36, 4 / 6 * 3 / 36])


@CARD
def test_also_where_a_hit_mostly_puts_down_the_harmless_ends_come_first() -> None:
    state = battle(*line(10, kind="hmg"), marine("trooper", "x", 14, 10))
    card = cards.shot_card(state, *map(state.table.piece, "ax"), numbers.PLAIN)
    assert [name for name, _ in card.bars] == ["missed", "unhurt", "down", "dead"]


@CARD
@pytest.mark.parametrize(("marks", "lands"), [({}, 4 / 6), ({MOVED: 1, SHOTS: 3}, 0.0)])
def test_how_surely_a_grenade_lands(marks: Any, lands: float) -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=marks), options=ARMED | {"second_shot": "growing"})
    card = cards.grenade_card(state, state.table.piece("a"), (14.0, 10.0))
    assert card.chance == pytest.approx(lands)
