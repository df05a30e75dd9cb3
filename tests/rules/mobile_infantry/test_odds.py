"""The preview says what the rules will do: exact odds against every roll, and their modifiers."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.engine.play import Play
from battlesim.mechanics.chance import count_distribution
from battlesim.mechanics.odds import (
    DieOdds,
    Landings,
    Odds,
    TargetOdds,
    loss_chances,
    loss_count_chances,
    odds_by_target,
)
from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire
from battlesim.rulesets.mobile_infantry.attack import allocation, die_outcome
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.table.events import HitsChanged
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior


def _played(state, dice, faces, saves) -> Play:
    """The dice settled with these attack faces, and as many of these saves as the rules ask for."""
    play = Play(state, "mobile_infantry")
    live = chain_reactions.resolve_attack(play, dice, "fire")
    answer, left = None, [*faces, *saves]
    try:
        while True:
            decision = live.send(answer)
            count = len(decision.dice)
            answer, left = tuple(left[:count]), left[count:]
    except StopIteration:
        return play


def _by_hand(state, dice) -> tuple[float, float]:
    """Mean HP lost and chance of removal, by playing every face of the attack dice and the saves."""
    lost, gone, rolls = 0, 0, 0
    for faces in product(*(range(1, die.weapon_profile.die + 1) for die in dice)):
        for saves in product(range(1, 7), repeat=len(dice)):
            play = _played(state, dice, faces, saves)
            hits = [e for e in play.updates if isinstance(e, HitsChanged)]
            lost += sum(e.old - e.new for e in hits if e.new < e.old)
            gone += not play.state.table.piece("T").in_play
            rolls += 1
    return lost / rolls, gone / rolls


@pytest.mark.rule("MI-GAP-04", "MI-TRT-09", "MI-COVR-03", "MI-GAP-03")
@pytest.mark.parametrize(
    ("weapon", "dice", "kind", "cover", "option"),
    [
        ("assault_rifle", 2, "warrior", False, "none"),
        ("heavy_machine_gun", 1, "warrior", True, "none"),
        ("grenades", 2, "warrior", False, "allowed"),
        ("autocannons", 1, "tanker", True, "none"),
    ],
)
def test_odds_are_what_every_roll_comes_to(weapon, dice, kind, cover, option):
    target = piece(kind, "T", 20, 10, hits=1)
    house = [block("building", "B", 20 + target.radius, 8, 24, 12)] if cover else []
    state = field(rifles("P", 10, 10), target, *house, options={"kill_save": option})
    pool = [AttackDie(weapon, "P", "T")] * dice
    found = die_outcome.dice_odds(state, pool, "fire").targets[0]
    assert (found.expected, found.destroyed_chance) == pytest.approx(_by_hand(state, pool))


@pytest.mark.rule("MI-GAP-01", "MI-SHOT-08")
def test_plain_figures():
    """A rifle on a Warrior in the open: 5 or 6, and a Save of 4+ that fails half the time."""
    state = field(rifles("P", 10, 10), warrior("T", 16, 10))
    shot = die_outcome.dice_odds(
        state, allocation.default_allocation(state, "T", {"P": ("assault_rifle",)}), "fire"
    )
    assert shot.targets[0].dice[0].chances[1] == pytest.approx(1 / 6)
    assert shot.targets[0].destroyed_chance == pytest.approx(1 - (5 / 6) ** 4)


@pytest.mark.rule("MI-COVR-03", "MI-TRT-09", "MI-BTRT-02")
def test_every_modifier_is_named_with_its_rule():
    house = block("building", "B", 20.5, 8, 23, 12)
    state = field(piece("machine_gun", "G", 10, 10), warrior("T", 20, 10), house)
    gun = (
        die_outcome.dice_odds(
            state, allocation.default_allocation(state, "T", {"G": ("heavy_machine_gun",)}), "fire"
        )
        .targets[0]
        .dice[0]
    )
    assert [(m.value, m.rule) for throw in gun.throws for m in throw.changes] == [
        (1, "MI-GAP-02"),
        (2, "MI-COVR-03"),
        (-1, "MI-TRT-09"),
    ]
    assert [(reach.name, reach.least) for throw in gun.throws for reach in throw.thresholds] == [
        ("Target", 5),
        ("Kill", 8),
        ("Save", 4),
    ]
    flame = die_outcome.dice_odds(state, [AttackDie("acid_stream", "G", "T")], "area").targets[0].dice[0]
    changes = [(m.value, m.rule) for throw in flame.throws for m in throw.changes]
    assert changes == [(0, "MI-BTRT-02"), (-2, "MI-TRT-09")]


@pytest.mark.rule("MI-SHOT-05", "MI-SHOT-06")
def test_the_preview_lays_the_dice_as_the_rules_do():
    bugs = [warrior("A", 16, 10), warrior("B", 18, 10), warrior("C", 20, 10)]
    state = field(rifles("P", 10, 10), rifles("Q", 8.9, 10), *bugs)
    shot = die_outcome.dice_odds(
        state,
        allocation.default_allocation(state, "C", {"P": ("assault_rifle",), "Q": ("assault_rifle",)}),
        "fire",
    )
    assert [(t.target, t.dice[0].count) for t in shot.targets] == [("A", 3), ("B", 3), ("C", 2)]
    assert shot.expected == pytest.approx(sum(t.expected for t in shot.targets))


@pytest.mark.rule("MI-BTRT-08", "MI-GAP-51")
def test_a_scattering_shot_is_averaged_over_every_landing():
    """Focused at a lone squad: it stays in the area of 2 in for a D5 of 1 or 2 whatever the direction."""
    state = field(piece("plasma_bug", "X", 10, 20, marks=["ready"]), rifles("P", 40, 20))
    on_it = die_outcome.dice_odds(state, [AttackDie("plasma_focused", "X", "P")], "area").expected
    fates = odds_by_target(bug_fire.odds_by_landing(state, "X", "plasma_focused", "P"))
    assert fates["P"].expected == pytest.approx(on_it * 2 / 5)


CHANCES = st.floats(0.0, 1.0)


def _alike(parts: int, lost: list[float]) -> Landings:
    """A shot that comes down at so many places, each as likely, with what it does to some models there."""
    targets = tuple(TargetOdds(str(n), (1.0 - chance, chance), ()) for n, chance in enumerate(lost))
    return [(1.0 / parts, Odds(targets))] * parts


@pytest.mark.rule("MI-BTRT-08", "MI-GAP-51")
@settings(max_examples=200, deadline=None)
@given(st.integers(1, 240), st.lists(CHANCES, max_size=4))
def test_no_chance_over_all_landings_is_below_none_or_above_certain(parts, lost):
    landings = _alike(parts, lost)
    fates = odds_by_target(landings).values()
    found = [*loss_count_chances(landings), *(c for f in fates for c in (f.caught, f.destroyed))]
    assert all(0.0 <= chance <= 1.0 for chance in found)


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 30), st.integers(1, 60), st.integers(1, 6))
def test_no_chance_of_many_dice_is_below_none_or_above_certain(count, faces, hits):
    some = [sum(1.0 / faces for _ in range(n)) for n in (faces // 3, faces // 2)]
    kind = DieOdds("D", count, (max(0.0, 1.0 - sum(some)), *some), ())
    found = [*loss_chances([kind], hits), *count_distribution(loss_chances([kind], hits))]
    assert all(0.0 <= chance <= 1.0 for chance in found)


@pytest.mark.rule("MI-BTRT-08")
@pytest.mark.parametrize("weapon", ["plasma_focused", "plasma_airburst"])
def test_a_shot_that_takes_nobody_off_does_so_with_no_more_than_certainty(weapon):
    state = field(piece("plasma_bug", "X", 10, 20, marks=["ready"]), rifles("P", 60, 20))
    assert loss_count_chances(bug_fire.odds_by_landing(state, "X", weapon, "P"))[0] <= 1.0
