"""From the dice of a shot to the wounds: potential hits, who is hit, wounds, leaders, and snipers' shots."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.mechanics.contest import MultipleOpposedRoll
from battlesim.rulesets.stargrunt.attack.casualties import (
    apply_effect,
    casualties_among,
    lost_its_leader,
    replace_leader,
    settle_wounds,
)
from battlesim.rulesets.stargrunt.attack.casualty_odds import fire_odds, hit_chances
from battlesim.rulesets.stargrunt.attack.fire_roll import fire_factor, fire_impact, fire_roll, firepower_die
from battlesim.rulesets.stargrunt.attack.hits import (
    ExtraHitRoll,
    ImpactRoll,
    allocation_roll,
    impact_roll,
    potential_hits,
)
from battlesim.rulesets.stargrunt.attack.shooting import armour_shifts, resolve_fire, roll_fire
from battlesim.rulesets.stargrunt.attack.sniping import as_aiming, is_sniping, roll_shot
from battlesim.rulesets.stargrunt.core.lookups import unit_rules
from battlesim.rulesets.stargrunt.core.marks import (
    STABILISED,
    SUPPRESSED,
    WOUNDED,
)
from battlesim.table.events import DiceRolled, MarksChanged, PiecesMoved
from battlesim.table.pieces import Off

from .field import CENTRE, A, B, battle, fire, foes, perform, rolls, row, squad, terrain, unit
from .hidden_field import counter, hide

CALM = {"motivation": "high", "leader": False}


def facing(*targets, kinds=("rifleman",), options=None, **rules):
    """Two riflemen (range D4, quality D8, firepower D4) 6 in from targets at these points."""
    own = squad("a", (0, 0), (1.5, 0))
    return battle(own, foes("b", *targets, kinds=kinds, **(CALM | rules)), options=options)


def shoot(state, *dice, weapons=("advanced_rifle",), answers=None):
    return perform(state, lambda play: roll_fire(play, fire(*weapons)), answers, dice)


def hurt(done, unit="b"):
    """The figures of a unit that are wounded or gone."""
    own = [piece for piece in done.state.table.pieces.values() if piece.unit == unit]
    return {
        piece.id: "wounded" if piece.in_play else "dead" for piece in own if not piece.in_play or piece.marks
    }


# Potential hits and who is hit.


@pytest.mark.rule(
    "SG-FIR-01", "SG-GAP-13", "SG-INF-01", "SG-INF-02", "SG-INF-03", "SG-INF-04", "SG-INF-06", "SG-INF-10"
)
@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ((4, 4, 4), {}),
        ((4, 5, 4), {}),
        ((1, 2, 2, 6, 5, 1), {"b1": "wounded"}),
        ((1, 2, 2, 6, 5, 5), {"b5": "wounded"}),
        ((1, 2, 2, 6, 5, 6, 2), {"b2": "wounded"}),
        ((1, 2, 2, 5, 5), {}),
        ((1, 3, 2, 1, 9, 8, 9, 8, 1, 2), {"b1": "wounded", "b2": "wounded"}),
        ((1, 3, 2, 2, 9, 8, 3), {"b3": "wounded"}),
        ((1, 4, 3, 3, 9, 8, 1, 8, 4), {"b4": "wounded"}),
        ((1, 8, 4, 10, 4, 9, 4, 1, 8, 1, 2), {"b1": "dead", "b2": "dead"}),
    ],
)
def test_a_shot_from_its_dice_to_the_wounds(dice, result):
    assert hurt(shoot(facing(*row(-3, 6, 5)), *dice)) == result


@pytest.mark.rule("SG-GAP-13", "SG-FIR-01")
def test_the_extra_hit_is_rolled_with_the_range_die():
    done = shoot(facing(*row(-3, 6, 5)), 1, 3, 2, 4, 1, 8)
    assert [event.sides for event in done.events_of(DiceRolled)] == [(4, 8, 4), (4,), (10, 8)]


@pytest.mark.rule("SG-GAP-13", "SG-FIR-01")
@pytest.mark.parametrize(("face", "left", "hits"), [(1, 1, 1), (2, 1, 0), (3, 3, 1), (4, 3, 0)])
def test_an_extra_hit_needs_no_more_than_the_rest_of_the_score(face, left, hits):
    roll = ExtraHitRoll(sides=(4,), left=left)
    assert (roll.value_of([face]), roll.results([face])) == (hits, ("hit" if hits else "miss",))


@pytest.mark.rule("SG-INF-10", "SG-INF-06", "SG-FIR-01")
def test_nobody_rolls_who_is_hit_if_there_is_but_one():
    done = shoot(facing((0, 6)), 1, 2, 2, 6, 5)
    assert hurt(done) == {"b1": "wounded"} and "who is hit" not in rolls(done)


@pytest.mark.rule("SG-FIR-01", "SG-INF-10", "SG-INF-06")
@pytest.mark.parametrize(("who", "sides", "result"), [(1, (10, 8), {}), (2, (10, 6), {"b2": "wounded"})])
def test_the_figure_comes_before_the_impact_where_armour_differs(who, sides, result):
    state = facing((0, 6), (1.5, 6), kinds=("rifleman", "conscript"))
    done = shoot(state, 1, 2, 2, who, 7, 6 if who == 2 else 7)
    assert done.events_of(DiceRolled)[-1].sides == sides
    assert hurt(done) == result


@pytest.mark.rule("SG-INF-10")
@pytest.mark.parametrize(
    ("count", "die"), [(2, 4), (4, 4), (5, 6), (8, 8), (9, 10), (12, 12), (13, 20), (20, 20), (23, 20)]
)
def test_the_die_that_names_the_figure_has_a_side_for_each(count, die):
    assert allocation_roll(count, True).sides == (die,)


@pytest.mark.rule("SG-INF-10", "SG-GAP-162")
@pytest.mark.parametrize(
    ("rerolls", "face", "index"),
    [(True, 1, 0), (True, 5, 4), (True, 6, -1), (False, 5, 4), (False, 6, 0)],
)
def test_the_index_of_the_figure_that_is_hit(rerolls, face, index):
    assert allocation_roll(5, rerolls).value_of([face]) == index


@pytest.mark.rule("SG-INF-04", "SG-INF-05", "SG-INF-03")
@pytest.mark.parametrize(
    ("faces", "die", "hits"),
    [((1, 2, 2), 4, (1, 0)), ((1, 2, 5), 4, (1, 3)), ((3, 4, 4), 4, (2, 0)), ((3, 4, 3), 4, (0, 0))],
)
def test_the_dice_that_are_higher_are_added_up_and_divided(faces, die, hits):
    roll = MultipleOpposedRoll(sides=(die, 8, 8))
    assert potential_hits(roll.value_of(faces), die) == hits


@pytest.mark.rule("SG-INF-06", "SG-INF-07", "SG-GAP-03")
@pytest.mark.parametrize(
    ("faces", "results", "text"),
    [
        ((4, 4), ("miss", "hit"), "no effect"),
        ((5, 4), ("hit", "miss"), "wound"),
        ((9, 4), ("kill", "miss"), "kill"),
    ],
)
def test_what_the_dice_of_impact_and_armour_say(faces, results, text):
    roll = ImpactRoll(sides=(12, 12))
    assert (roll.results(faces), roll.value_text(faces)) == (results, text)


@pytest.mark.rule("SG-INF-06", "SG-GAP-03", "SG-INF-07")
@pytest.mark.parametrize(
    ("faces", "effect"), [((4, 4), 0), ((5, 4), 1), ((8, 4), 1), ((9, 4), 2), ((2, 1), 1)]
)
def test_impact_counts_once_unless_the_weapon_multiplies_it(faces, effect):
    figure = facing((0, 6)).table.piece("b1")
    assert impact_roll(12, figure, ()).value_of(faces) == effect
    assert impact_roll(12, figure, (), 2).value_of([1, 1]) == 1


@pytest.mark.rule("SG-GAP-14")
@pytest.mark.option("cover_by", "majority", "per_figure")
@pytest.mark.parametrize(("option", "shifts"), [("majority", 0), ("per_figure", 1)])
def test_the_armour_is_shifted_by_the_cover_of_the_unit_or_of_the_figure(option, shifts):
    state = battle(
        squad("a", (0, 0)),
        foes("b", (-3, 8), (0, 8), (3, 8)),
        ground=[terrain("hedge", 2, 7, 4, 7.2)],
        options={"cover_by": option},
    )
    figure = state.table.piece("b3")
    seen = [state.table.piece(key) for key in ("b1", "b2", "b3")]
    assert sum(shift.value for shift in armour_shifts(state, "", figure, (24.0, 24.0), seen)) == shifts


# Wounds.


@pytest.mark.rule("SG-INF-08", "SG-INF-09", "SG-GAP-16")
@pytest.mark.parametrize(
    ("effects", "marks", "rules", "left", "rule"),
    [
        ((0,), {}, {}, {}, ""),
        ((1,), {}, {}, {WOUNDED: 2}, "SG-INF-08"),
        ((2,), {}, {}, None, "SG-INF-09"),
        ((1, 1), {}, {}, None, "SG-GAP-16"),
        ((1, 2), {}, {}, None, "SG-INF-09"),
        ((1,), {WOUNDED: 1}, {}, {WOUNDED: 1}, ""),
        ((2,), {WOUNDED: 1}, {}, None, "SG-INF-09"),
        ((1,), {STABILISED: 1}, {}, {STABILISED: 1}, ""),
        ((1,), {}, {"automated": True}, None, "SG-GAP-16"),
        ((2, 1), {}, {}, None, "SG-INF-09"),
        ((2, 2), {}, {}, None, "SG-INF-09"),
    ],
)
def test_what_the_hits_of_one_attack_make_of_a_figure(effects, marks, rules, left, rule):
    state = facing((0, 6), (1.5, 6), **rules)
    for name, count in marks.items():
        piece = state.table.piece("b1").with_mark(name, count)
        state = state.with_table(state.table.with_pieces(piece))

    def hit(play):
        for effect in effects:
            apply_effect(play, "b1", effect, "a1")

    done = perform(state, hit)
    now = done.piece("b1")
    assert ({mark.name: mark.count for mark in now.marks} if now.in_play else None) == left
    assert (done.events[-1].rule if done.events else "") == rule
    assert len(done.events_of(PiecesMoved)) == (left is None)


@pytest.mark.rule("SG-GAP-16", "SG-INF-08", "SG-INF-09")
@pytest.mark.option("second_wound", "dead_always")
@pytest.mark.parametrize(("marks", "dies"), [({}, False), ({WOUNDED: 1}, True)])
def test_by_option_only_a_second_wound_kills(marks, dies):
    state = facing((0, 6), options={"second_wound": "dead_always"})
    for name, count in marks.items():
        state = state.with_table(state.table.with_pieces(state.table.piece("b1").with_mark(name, count)))
    done = perform(state, lambda play: apply_effect(play, "b1", 1, "a1"))
    assert done.piece("b1").in_play is not dies


@pytest.mark.rule("SG-INF-08")
def test_fresh_wounds_are_earlier_ones_after_the_attack_and_all_else_stays():
    state = facing((0, 6), (1.5, 6), (3, 6))
    pieces = [state.table.piece("b1").with_mark(WOUNDED, 2), state.table.piece("b2").with_mark(WOUNDED, 1)]
    state = state.with_table(state.table.with_pieces(*pieces))
    done = perform(state, lambda play: settle_wounds(play, B))
    assert [done.piece(key).mark_count(WOUNDED) for key in ("b1", "b2", "b3")] == [1, 1, 0]
    assert len(done.events_of(MarksChanged)) == 1


@pytest.mark.rule("SG-GAP-105")
@pytest.mark.parametrize(("mark", "counts"), [("", True), (WOUNDED, False), (STABILISED, False)])
def test_casualties_are_those_who_could_act_before_the_attack(mark, counts):
    state = facing((0, 6), (1.5, 6))
    before = state.table.piece("b1").with_mark(mark) if mark else state.table.piece("b1")
    other = state.table.piece("b2")
    after = state.with_table(state.table.with_pieces(state.table.piece("b1").with_mark(WOUNDED)))
    assert [piece.id for piece in casualties_among(after, [before, other])] == (["b1"] if counts else [])


@pytest.mark.rule("SG-GAP-105")
def test_those_who_were_gone_before_the_attack_are_no_casualties_of_it():
    state = facing((0, 6), (1.5, 6))
    gone = msgspec.structs.replace(state.table.piece("b1"), place=Off("lost"))
    after = state.with_table(state.table.with_pieces(gone))
    assert casualties_among(after, [gone]) == []
    assert [piece.id for piece in casualties_among(after, [state.table.piece("b1")])] == ["b1"]


# Leaders.


@pytest.mark.rule("SG-GAP-43", "SG-CNF-01", "SG-CNF-02", "SG-CLA-13")
@pytest.mark.parametrize(
    ("marks", "leader", "lost"),
    [
        ({}, True, False),
        ({1: WOUNDED}, True, True),
        ({2: WOUNDED}, True, False),
        ({1: WOUNDED, 2: WOUNDED}, True, False),
        ({1: WOUNDED}, False, False),
    ],
)
def test_a_leader_is_lost_while_others_can_act(marks, leader, lost):
    state = battle(squad("a", (0, 0), (1.5, 0), figure_marks=marks, leader=leader), foes("b", (0, 20)))
    assert lost_its_leader(state, A) is lost


@pytest.mark.rule("SG-GAP-43")
@pytest.mark.parametrize("before", [1, 2, 3])
@pytest.mark.parametrize(("face", "change"), [(1, 1), (2, 1), (3, 0), (5, 0), (6, -1)])
def test_the_leadership_of_a_new_leader(before, face, change):
    own = squad("a", (0, 0), (1.5, 0), (3, 0), figure_marks={1: WOUNDED}, leadership=before)
    done = perform(battle(own, foes("b", (0, 20))), lambda play: replace_leader(play, A), dice=[face])
    assert unit(done, "a").leader == "a2"
    assert unit_rules(unit(done, "a")).leadership == min(3, max(1, before + change))


# The dice.


@pytest.mark.rule("SG-GAP-07", "SG-FIR-02", "SG-SMA-01", "SG-GAP-155")
@pytest.mark.parametrize(("firepower", "die"), [(12, 12), (12.5, 12), (13, 12), (100, 12), (10.5, 12)])
def test_firepower_above_12_is_a_d12(firepower, die):
    assert firepower_die(firepower) == die


@pytest.mark.rule("SG-FIR-01", "SG-GAP-10", "SG-GAP-13")
@pytest.mark.parametrize(
    ("kinds", "weapons", "impact", "factor"),
    [
        (("rifleman", "gunner"), ("advanced_rifle", "saw:a2"), 10, 1),
        (("gunner",), ("saw:a1",), 10, 1),
        (("plasma_gunner",), ("plasma_gun:a1",), 12, 1),
        (("conscript", "plasma_gunner"), ("low_tech_rifle", "plasma_gun:a2"), 8, 1),
        (("conscript", "plasma_gunner"), ("plasma_gun:a2", "low_tech_rifle"), 8, 1),
        (("conscript", "conscript", "power_trooper"), ("low_tech_rifle", "gauss_rifle"), 8, 1),
        (("conscript", "power_trooper", "power_trooper"), ("low_tech_rifle", "gauss_rifle"), 12, 1),
        (("heavy_sniper",), ("heavy_rifle:a1",), 12, 2),
        (("heavy_sniper", "gunner"), ("saw:a2", "heavy_rifle:a1"), 10, 2),
        (("missileer",), ("light_missile:a1",), 12, 1),
    ],
)
def test_the_impact_and_the_factor_of_a_fire_action(kinds, weapons, impact, factor):
    state = battle(squad("a", *row(-2, 0, len(kinds)), kinds=kinds), foes("b", (0, 6), ecm="basic"))
    assert (fire_impact(state, fire(*weapons)), fire_factor(fire(*weapons))) == (impact, factor)


@pytest.mark.rule("SG-FIR-01", "SG-INF-09", "SG-GAP-05")
def test_a_shot_that_is_wasted_has_no_odds():
    state = battle(
        squad("a", (0, -20)), foes("b", (0, 20.5)), options={"impossible_shots": "allowed_no_effect"}
    )
    assert hit_chances(state, fire()) == (0.0, {0: 1.0})
    odds = fire_odds(state, fire())
    assert (odds.suppressed, odds.casualties, odds.expected) == (0.0, (1.0, 0.0), 0.0)


@pytest.mark.rule("SG-FIR-01", "SG-INF-09", "SG-GAP-05")
def test_what_is_expected_of_a_shot():
    state = facing((0, 6), (1.5, 6))
    odds = fire_odds(state, fire())
    assert odds.expected == pytest.approx(odds.casualties[1] + 2 * odds.casualties[2])
    assert odds.mean(lambda counts: counts.ok) == pytest.approx(2 - odds.expected)
    assert sum(odds.after.values()) == pytest.approx(1.0)
    assert odds.before == (2, 0, 0, 0)


@pytest.mark.rule("SG-FIR-01", "SG-INF-09", "SG-GAP-16")
@pytest.mark.option("second_wound", "dead_same_attack")
@pytest.mark.option("second_wound", "dead_always")
@pytest.mark.parametrize(("option", "dies"), [("dead_same_attack", 0.0), ("dead_always", 1.0)])
def test_the_odds_count_figures_that_were_wounded_before(option, dies):
    state = battle(
        squad("a", (0, 0), (1.5, 0)),
        foes("b", (0, 6), (1.5, 6), figure_marks={2: WOUNDED}, **CALM),
        options={"second_wound": option},
    )
    odds = fire_odds(state, fire())
    assert odds.before == (1, 0, 1, 0)
    roll = fire_roll(state, fire())
    assert odds.suppressed == pytest.approx(sum(p for found, p in roll.chances().items() if found.dice))
    assert len(odds.casualties) == 2
    pairs = [(i, a) for i in range(1, 11) for a in range(1, 9)]
    wound = sum(a < i <= 2 * a for i, a in pairs) / 80
    kill = sum(i > 2 * a for i, a in pairs) / 80
    once = hit_chances(state, fire())[1]
    (one,) = [p for counts, p in odds.after.items() if counts == (1, 0, 0, 1)]
    assert one >= once[1] * 0.5 * (kill + dies * wound) - 1e-9


# Snipers.


@pytest.mark.rule("SG-GAP-17", "SG-GAP-109", "SG-GAP-159")
def test_a_hidden_sniper_aims_from_its_counter():
    covers = [counter(n, x, 0, side="own", covers="a") for n, x in ((1, 0), (2, 6))]
    own = squad("a", (0, -20), kinds=("sniper",), independent=True)
    state = battle(own, *covers, foes("b", (0, 6)))
    shown = as_aiming(hide(state, "a", 2), A)
    assert shown.table.piece("a1").xy == (CENTRE + 6, CENTRE)
    assert as_aiming(state, A) is state
    assert as_aiming(state, B) is state


@pytest.mark.rule("SG-SNP-01", "SG-GAP-107", "SG-GAP-108")
@pytest.mark.parametrize(
    ("kind", "independent", "weapons", "snipes"),
    [
        ("sniper", True, ("sniper_rifle:a1",), True),
        ("sniper", False, ("sniper_rifle:a1",), False),
        ("rifleman", True, ("advanced_rifle",), False),
        ("sniper", True, ("sniper_rifle:a1", "advanced_rifle"), False),
    ],
)
def test_who_snipes(kind, independent, weapons, snipes):
    state = battle(squad("a", (0, 0), kinds=(kind,), independent=independent), foes("b", (0, 6)))
    assert is_sniping(state, fire(*weapons)) is snipes


@pytest.mark.rule("SG-SNP-02", "SG-SNP-03", "SG-SNP-04")
@pytest.mark.parametrize(
    ("count", "faces", "dice", "victims", "asked", "shown"),
    [
        (3, (4, 4, 4), 0, [], 0, False),
        (3, (4, 5, 4), 1, ["b1", "b2", "b3"], 0, False),
        (3, (1, 2, 2), 2, ["b2"], 1, False),
        (2, (1, 2, 2), 2, ["b2"], 1, False),
        (1, (1, 2, 2), 2, ["b1"], 0, False),
        (3, (4, 1, 4), 0, [], 0, True),
        (3, (1, 1, 4), 1, ["b1", "b2", "b3"], 0, True),
        (3, (4, 4, 1), 0, [], 0, False),
        (3, (1, 2, 1), 1, ["b1", "b2", "b3"], 0, False),
    ],
)
def test_what_the_dice_of_a_sniper_do(count, faces, dice, victims, asked, shown):
    state = battle(squad("a", (0, 0), kinds=("sniper",), independent=True), foes("b", *row(0, 6, count)))
    shot = fire("sniper_rifle:a1")
    figures = [state.table.piece(f"b{n + 1}") for n in range(count)]
    results = []

    def run(play):
        results.append((yield from roll_shot(play, shot, fire_roll(state, shot), figures, "a1", "SG-FIR-01")))

    done = perform(state, run, {"victim": "b2"} if asked else {}, faces)
    found, hit, is_shown = results[0]
    assert (found.dice, [piece.id for piece in hit], is_shown) == (dice, victims, shown)
    assert len(done.decisions_with_key("victim")) == asked


@pytest.mark.rule("SG-FIR-01", "SG-SNP-02", "SG-SNP-03", "SG-GAP-13", "SG-GAP-107")
@pytest.mark.parametrize(
    ("faces", "answers", "result"),
    [
        ((4, 4, 4), {}, {}),
        ((4, 8, 4, 6, 5, 2), {}, {"b2": "wounded"}),
        ((1, 8, 10, 6, 5), {"victim": "b3"}, {"b3": "wounded"}),
        ((1, 8, 10, 5, 5), {"victim": "b3"}, {}),
    ],
)
def test_a_sniper_hits_one_figure_whatever_the_score(faces, answers, result):
    state = battle(squad("a", (0, 0), kinds=("sniper",), independent=True), foes("b", *row(0, 6, 3), **CALM))
    assert hurt(shoot(state, *faces, weapons=("sniper_rifle:a1",), answers=answers)) == result


@pytest.mark.rule("SG-FIR-01", "SG-SNP-02", "SG-GAP-106", "SG-GAP-13")
@pytest.mark.parametrize(("impact", "result"), [(3, {"b1": "wounded"}), (2, {})])
def test_a_sniper_aims_at_those_it_sees_and_multiplies_its_impact(impact, result):
    house = terrain("building", 3, 2, 8, 4)
    state = battle(
        squad("a", (0, 0), kinds=("heavy_sniper",), independent=True),
        foes("b", (0, 8), (10, 8), **CALM),
        ground=[house],
    )
    assert hurt(shoot(state, 4, 8, 4, impact, 4, weapons=("heavy_rifle:a1",))) == result


@pytest.mark.rule("SG-GAP-107", "SG-SUP-04")
@pytest.mark.option("sniper_suppresses", "always")
@pytest.mark.parametrize(("kind", "rule"), [("sniper", "SG-GAP-107"), ("rifleman", "SG-SUP-04")])
def test_by_which_rule_a_shot_suppresses_and_that_others_never_do_without_success(kind, rule):
    weapon = "sniper_rifle:a1" if kind == "sniper" else "advanced_rifle"
    state = battle(
        squad("a", (0, 0), kinds=(kind,), independent=kind == "sniper"),
        foes("b", (0, 6), (1.5, 6), **CALM),
        options={"sniper_suppresses": "always"},
    )
    impact = [1, 8] if kind == "sniper" else []
    hit = perform(state, lambda play: resolve_fire(play, fire(weapon)), dice=[4, 8, 2, *impact])
    changed = [e.rule for e in hit.events_of(MarksChanged) if SUPPRESSED in [part.name for part in e.parts]]
    assert changed == [rule] and unit(hit, "b").mark_count(SUPPRESSED) == 1
    missed = perform(state, lambda play: resolve_fire(play, fire(weapon)), dice=[4, 2, 2])
    assert unit(missed, "b").mark_count(SUPPRESSED) == (1 if kind == "sniper" else 0)
