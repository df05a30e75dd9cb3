"""Fire: which load comes first, on whom dice of a kind lie, who bears on what, what the cards say."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.air import viking
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire
from battlesim.rulesets.mobile_infantry.attack.allocation import (
    DieKindOrder,
    TiedModelOrder,
    allocate_pool,
    pool_layout,
)
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.battle.threats import threats
from battlesim.rulesets.mobile_infantry.core import lookups
from battlesim.rulesets.mobile_infantry.core.state import MI, CircularZone, Site
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.rulings.piece_gaps import grouped_by_distance
from battlesim.table.pieces import Aboard, Off
from tests.rules.mobile_infantry.arachnids import marker
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import guns, shoot

GUN = "D6+1, Piercing(1)"


def offered(state: Any, target: str) -> tuple[str, ...]:
    """What M may fire at a target, in the order in which it is offered."""
    asked = shoot(state, "M", answers={"target": [target]}, until="weapons").first_decision("weapons")
    return asked.items[0].to[:-1]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-SHOT-02")
def test_what_cannot_hurt_the_target_itself_is_offered_last() -> None:
    """Assault Rifles would take more off the Warriors than the HE Warhead, which falls on friends too."""
    bugs = piece("tanker", "T", 24.5, 10), warrior("V", 22.4, 8.9), warrior("W", 22.4, 11.1)
    friends = rifles("F", 25, 12.5), rifles("G", 25, 7.5)
    state = field(piece("missile_team", "M", 10, 10), *bugs, *friends)
    assert offered(state, "T") == ("ap_warhead", "he_warhead", "assault_rifle")


@pytest.mark.rule("MI-SHOT-02")
@pytest.mark.parametrize(("bugs", "first"), [(3, "ap_warhead"), (5, "he_warhead")])
def test_what_friends_lose_counts_as_much_as_what_enemies_lose(bugs: int, first: str) -> None:
    near = [warrior(f"W{n}", 40 + 1.1 * (n % 3 - 1), 10 + 1.1 * (n // 3)) for n in range(bugs)]
    state = field(piece("missile_team", "M", 10, 10), *near, rifles("F", 42.6, 9))
    assert offered(state, "W1")[0] == first


@pytest.mark.rule("MI-SHOT-01", "MI-FIRE-01")
def test_those_who_bear_on_something_are_told_from_those_who_do_not() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 60, 40), warrior("W", 20, 10))
    assert shooting.models_with_targets(state, ("P", "Q")) == ("P",)


@pytest.mark.rule("MI-SHOT-01", "MI-FIRE-03")
def test_a_weapon_without_react_bears_outside_a_reaction_alone() -> None:
    state = field(piece("missile_team", "M", 10, 10), warrior("W", 50, 10))
    assert shooting.models_with_targets(state, ("M",)) == ("M",)
    assert shooting.models_with_targets(state, ("M",), reaction=True) == ()


@pytest.mark.rule("MI-GAP-11", "MI-GAP-60", "MI-SHOT-05")
def test_models_are_grouped_by_equal_distance_the_nearest_first() -> None:
    far = {"A": 1.0, "D": 3.0, "C": 2.0, "B": 2.0, "E": 3.0}
    assert grouped_by_distance(far) == [["A"], ["B", "C"], ["D", "E"]]


def question(*pool: AttackDie) -> Any:
    """What is asked of the dice of a pool on V and W, which are equally far and on which all dice bear."""
    state = field(warrior("V", 16, 10), warrior("W", 16, 16))

    def script(game):  # type: ignore[no-untyped-def]
        return allocate_pool(game, pool, {"V": 6.0, "W": 6.0}, lambda firer, key, model: True)

    return perform(state, script, until="allocate").asked[-1]


KINDS = [AttackDie("assault_rifle", "P")] * 2 + [AttackDie("heavy_machine_gun", "G")] * 2


@pytest.mark.rule("MI-GAP-11", "MI-GAP-60", "MI-SHOT-15")
def test_a_die_leads_to_either_of_two_while_it_is_open_who_gets_which() -> None:
    asked = question(*KINDS)
    assert isinstance(asked, DieKindOrder)
    rifle, gun = (die.name for die in (KINDS[0], KINDS[2]))
    alike = asked.resulting_ids(field(), (rifle, rifle, gun, gun))
    assert alike == (("V",), ("W",), ("V",), ("W",))
    assert asked.resulting_ids(field(), (rifle, gun, rifle, gun)) == (("V", "W"),) * 4


@pytest.mark.rule("MI-GAP-11")
def test_a_die_of_an_area_has_its_model_and_is_not_asked_about() -> None:
    asked = question(AttackDie("he_warhead", "M", "V", bound=True), *KINDS)
    answer = asked.default(field())
    assert (len(answer), len(asked.resulting_ids(field(), answer))) == (4, 4)


@pytest.mark.rule("MI-GAP-60", "MI-SHOT-15")
def test_nobody_is_first_twice_at_equal_distance() -> None:
    asked = question(AttackDie("assault_rifle", "P"))
    assert isinstance(asked, TiedModelOrder)
    assert asked.check(field(), ("W", "V")) is None
    assert asked.check(field(), ("V", "V")) is not None


@pytest.mark.rule("MI-SHOT-14", "MI-SHOT-15")
def test_a_die_has_not_come_from_one_whose_die_does_not_bear_there() -> None:
    bearing = {("P", "W"), ("Q", "V")}
    pool = [AttackDie("assault_rifle", by) for by in "PQ"]
    open_to = pool_layout(pool, ("W", "V"), lambda firer, key, model: (firer, model) in bearing)
    assert {die.target: die.sources for die in open_to.allocated_dice(("D6", "D6"))} == {
        "W": ("P",),
        "V": ("Q",),
    }


@pytest.mark.rule("MI-SHOT-03", "MI-SHOT-02")
def test_the_card_of_a_pool_leaves_out_who_holds() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 10, 12), warrior("W", 20, 10))
    asked = shoot(state, "P", "Q", answers={"target": ["W"]}, until="weapons")
    found = answer_preview(asked.state, asked.first_decision("weapons"), ("assault_rifle", "hold"))
    assert found is not None and found.about == "P at W"


def told_of_mech(x: float) -> list[str]:
    """The rows on the Heavy Mech in the card of a shot that scatters about (40, 24)."""
    people = rifles("R", 40, 24), piece("heavy_mech", "H", x, 24)
    state = field(piece("plasma_bug", "X", 10, 24, marks=["ready"]), *people, phase="bugs_activations")
    asked = perform(
        state, lambda game: bug_fire.run_bug_shooting(game, "X"), {"target": ["R"]}, until="weapons"
    )
    found = answer_preview(asked.state, asked.first_decision("weapons"), ("plasma_airburst",))
    assert found is not None
    return [row.value for row in found.rows if row.label == "H caught"]


@pytest.mark.rule("MI-BSHT-02", "MI-BSHT-03")
@pytest.mark.parametrize(("x", "rows"), [(52.5, ["2 %, lost 0 %"]), (53.5, [])])
def test_whom_hardly_any_landing_harms_has_no_row(x: float, rows: list[str]) -> None:
    """Two of 120 landings cost 0.006 HP, one of them 0.003."""
    assert told_of_mech(x) == rows


@pytest.mark.rule("MI-FIRE-01", "MI-GAP-65")
def test_the_models_of_a_side_are_those_in_play_and_not_aboard() -> None:
    away = (
        rifles("off", place=Off("reserve")),
        rifles("dead", place=Off("lost")),
        rifles("in", place=Aboard("V")),
    )
    state = field(piece("viking", "V", 20, 20), rifles("R", 10, 10), *away)
    assert [piece.id for piece in lookups.models_in_play(state, MI)] == ["V", "R"]


@pytest.mark.rule("MI-GAP-08", "MI-MTRT-01", "MI-SHOT-01")
@pytest.mark.parametrize(("fired", "left"), [(1, ["Napalm", "HEAT Missile"]), (2, ["HEAT Missile"])])
def test_what_has_no_ammunition_left_threatens_nobody(fired: int, left: list[str]) -> None:
    plane = piece("thunderbolt", "T", 30, 24, marks={"flying": 1, "used:napalm": fired})
    assert [name for threat in threats(field(plane), "T") for name in threat.name.split(", ")] == left


SITE = Site(landing=CircularZone(53.0, 23.5, 3.0))


@pytest.mark.rule("MI-GAP-27", "MI-GAP-65")
def test_a_marker_or_a_captive_is_not_in_the_way_of_a_landing() -> None:
    ship = piece("viking", "V", 53, 23.5, unit="V", marks=["flying"])
    under = marker("M", 53, 23.5), piece("command_team", "C", 53, 24, hits=0, marks=["captive"])
    assert not viking.why_cannot_land(field(ship, *under, site=SITE), ship)


@pytest.mark.rule("MI-GAP-27")
@pytest.mark.parametrize("at", [(2, 24), (70, 24), (30, 2), (30, 46)])
def test_a_dropship_leaves_over_any_edge_that_its_base_touches(at: tuple[float, float]) -> None:
    ship = piece("viking", "V", *at, unit="V", marks=["flying"])
    x, y = at
    inside = piece("viking", "V", x + (x == 2) - (x == 70), y + (y == 2) - (y == 46), marks=["flying"])
    assert not viking.why_cannot_leave(field(ship), ship)
    assert str(viking.why_cannot_leave(field(inside), inside)) == "its base is 1.0 in from the table edge"


@pytest.mark.rule("MI-GAP-10", "MI-GAP-11", "MI-SHOT-15")
def test_a_model_that_no_weapon_bears_on_is_not_asked_about() -> None:
    people = rifles("P", 10, 10), piece("machine_gun", "G", 10, 8.9)
    state = field(
        *people, warrior("W", 20, 10), warrior("V", 23, 13), block("rocks", "K", 21, 10.8, 21.5, 15)
    )
    done = shoot(state, "P", "G", answers={"target": ["W"], "weapons": [guns]}, dice=[1] * 10)
    assert [asked.what for asked in done.asked if asked.what != "dice"] == ["target", "weapons"]
