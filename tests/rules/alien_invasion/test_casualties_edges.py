"""Casualties at their edges: who is asked, how many fall, and what their death leads to."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.attack.losses import (
    choose_casualties,
    kill_counter,
    remove_figures,
    take_specimen,
)
from battlesim.rulesets.alien_invasion.core.events import AttackCounted
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.lookups import figures_of
from battlesim.table.events import HitsChanged
from tests.rules.alien_invasion.field import (
    battle,
    block,
    controller,
    daleks,
    group,
    left,
    mites,
    perform,
    spugs,
)

SPUG = factions()["spug"]
GUNNER = msgspec.structs.replace(factions()["unit"].figure["unit_rifleman"], group="squad")
MIXED = {
    **factions(),
    "spug": msgspec.structs.replace(SPUG, figure={**SPUG.figure, "spug_leader": GUNNER}),
}
"""Spugs (9 in the open) with leaders that fall to 6, so that one group has two scores."""


def fallen(state, total, grade=0, id="b", **answers):
    """The figures of a group that a total kills, and the decisions that were asked."""
    dead = []

    def rules(play):
        dead.extend((yield from choose_casualties(play, figures_of(play.state, id), total, grade)))

    done = perform(state, rules, answers)
    return [figure.id for figure in dead], done.asked


@pytest.mark.rule("MT-SHT-09", "MT-SHT-12", "MT-SHT-10", "MT-SHT-11")
@pytest.mark.parametrize(
    ("total", "grade", "dead", "asked"),
    [
        (0, 0, 0, False),
        (5, 0, 0, False),
        (6, 0, 1, True),
        (11, 0, 1, True),
        (12, 0, 2, True),
        (18, 0, 3, True),
        (23, 0, 3, True),
        (24, 0, 4, False),
        (90, 0, 4, False),
        (18, 1, 2, True),
        (36, 1, 4, False),
        (11, 2, 0, False),
        (47, 2, 3, True),
    ],
)
def test_the_owner_is_asked_only_where_some_fall_and_some_do_not(total, grade, dead, asked):
    gone, decisions = fallen(battle(group("b", *block(10, 10)), daleks("a", (40, 10))), total, grade)
    assert len(gone) == dead
    assert [(d.what, d.side, d.least, d.most) for d in decisions] == [
        ("casualties", "unit", dead, dead)
    ] * asked


@pytest.mark.rule("MT-SHT-12", "MT-SHT-09")
@pytest.mark.parametrize(("total", "prompt"), [(6, "Which one falls?"), (12, "Which 2 fall?")])
def test_the_question_names_the_number(total, prompt):
    _, decisions = fallen(battle(group("b", *block(10, 10)), daleks("a", (40, 10))), total)
    assert str(decisions[0].prompt) == prompt


@pytest.mark.rule("MT-SHT-12")
def test_the_owner_names_any_figures_that_were_hit():
    state = battle(group("b", *block(10, 10)), daleks("a", (40, 10)))
    assert fallen(state, 12, casualties=("b4", "b2"))[0] == ["b2", "b4"]


@pytest.mark.rule("MT-SHT-12", "MT-SHT-09")
@pytest.mark.parametrize(("men", "dead"), [(3, ["b1", "b2"]), (1, ["b1"])])
def test_nobody_is_asked_for_a_side_without_a_seat(men, dead):
    state = battle(group("b", *block(10, 10, men), side="civilian"), daleks("a", (40, 10)))
    assert fallen(state, 12) == (dead, [])


@pytest.mark.rule("MT-SHT-12", "MT-SHT-09")
def test_nobody_falls_where_nobody_is_hit():
    state = battle(group("b", (10, 10)), daleks("a", (40, 10)))
    dead = []
    perform(state, lambda play: _kept(choose_casualties(play, [], 60, 0), dead))
    assert dead == [()]


def _kept(script, dead):
    dead.append((yield from script))


@pytest.mark.rule("MT-GAP-77", "MT-SHT-09", "MT-SHT-12", "MT-GAP-25")
@pytest.mark.parametrize(
    ("total", "dead", "asked"),
    [(5, [], 0), (6, ["b1"], 1), (11, ["b1"], 1), (12, ["b1", "b1"], 0), (40, ["b1", "b1"], 0)],
)
def test_a_crew_of_two_takes_two_kills(total, dead, asked):
    state = battle(group("b", (10, 10), kinds=["unit_hmg"]), daleks("a", (40, 10)))
    gone, decisions = fallen(state, total)
    assert (gone, [decision.what for decision in decisions]) == (dead, ["casualty"] * asked)


@pytest.mark.rule("MT-GAP-77", "MT-SHT-09", "MT-SHT-12", "MT-GAP-25")
def test_the_crew_and_the_other_men_of_a_group_are_chosen_one_by_one():
    state = battle(group("b", (10, 10), (13, 10), kinds=["unit_hmg", "unit_rifleman"]), daleks("a", (40, 10)))
    gone, decisions = fallen(state, 12, casualty=["b1", "b1"])
    assert gone == ["b1", "b1"]
    assert [[option.key for option in d.options] for d in decisions] == [["b1", "b2"], ["b1", "b2"]]


@pytest.mark.rule("MT-GAP-25", "MT-SHT-12", "MT-SHT-09")
@pytest.mark.parametrize(
    ("total", "picks", "offered"),
    [
        (5, [], []),
        (6, ["b2"], [["b2", "b3"]]),
        (8, ["b2"], [["b2", "b3"]]),
        (9, ["b1"], [["b1", "b2", "b3"]]),
        (12, ["b3", "b2"], [["b1", "b2", "b3"], ["b2"]]),
        (14, ["b1"], [["b1", "b2", "b3"]]),
        (14, ["b2", "b3"], [["b1", "b2", "b3"], ["b3"]]),
        (15, ["b1", "b3"], [["b1", "b2", "b3"], ["b2", "b3"]]),
        (21, ["b1", "b2", "b3"], [["b1", "b2", "b3"], ["b2", "b3"], ["b3"]]),
        (21, ["b2", "b1", "b3"], [["b1", "b2", "b3"], ["b1", "b3"], ["b3"]]),
    ],
)
def test_mixed_scores_are_paid_for_as_long_as_one_can_be(total, picks, offered):
    kinds = ("spug_warrior", "spug_leader", "spug_leader")
    state = battle(spugs("b", (10, 10), (12, 10), (14, 10), kinds=kinds), group("a", (40, 10)), custom=MIXED)
    gone, decisions = fallen(state, total, casualty=list(picks))
    assert gone == picks
    assert [[option.key for option in d.options] for d in decisions] == offered
    assert {(decision.side, decision.about) for decision in decisions} <= {("spug", "b")}


@pytest.mark.rule("MT-GAP-82", "MT-SHT-08", "MT-GAP-77")
@pytest.mark.parametrize(("kills", "hits", "half_dice"), [(1, 1, 0), (2, 0, 16)])
def test_a_crewed_weapon_keeps_its_dice_until_the_last_man_is_dead(kills, hits, half_dice):
    state = battle(group("b", (10, 10), kinds=["unit_hmg"]), daleks("a", (40, 10)))
    gun = state.table.piece("b1")
    done = perform(state, lambda play: remove_figures(play, [gun] * kills, "dalek"))
    assert left(done, "b") == (hits > 0)
    assert done.state.game.destroyed == {"dalek": half_dice}
    assert [(event.old, event.new) for event in done.events_of(HitsChanged)][:1] == [(2, 1)]
    assert len(done.events_of(AttackCounted)) == kills


@pytest.mark.rule("MT-GAP-82", "MT-SHT-08")
def test_each_dead_figure_counts_twice_its_dice():
    state = battle(group("b", *block(10, 10)), daleks("a", (40, 10)))
    done = perform(state, lambda play: remove_figures(play, figures_of(state, "b")[1:], "dalek"))
    assert left(done, "b") == 1 and done.state.game.destroyed == {"dalek": 14}
    assert done.state.game.last_attacker == {"unit": "dalek"}


@pytest.mark.rule("MT-GAP-82", "MT-CYBR-09")
@pytest.mark.parametrize(("kind", "count"), [("unit_doctor", 1), ("unit_rifleman", 0)])
def test_hunters_count_their_prey(kind, count):
    state = battle(group("b", (10, 10), kinds=[kind]), group("a", *block(40, 10), side="cyber"))
    done = perform(state, lambda play: remove_figures(play, figures_of(state, "b"), "cyber"))
    assert done.state.game.count(kill_counter("unit_doctor", "cyber")) == count


@pytest.mark.rule("MT-GAP-82", "MT-CYBR-09")
def test_the_prey_of_one_faction_is_not_that_of_another():
    state = battle(group("b", (10, 10), kinds=["unit_doctor"]), daleks("a", (40, 10)))
    done = perform(state, lambda play: remove_figures(play, figures_of(state, "b"), "dalek"))
    assert not done.state.game.count(kill_counter("unit_doctor", "dalek"))


@pytest.mark.rule("MT-GAP-82", "MT-SCN-05")
@pytest.mark.parametrize(("kind", "flags"), [("dalek_mastermind", ("mastermind_dead",)), ("dalek", ())])
def test_the_death_of_a_mastermind_raises_a_flag(kind, flags):
    state = battle(group("b", (10, 10), side="dalek", kinds=[kind]), group("a", (40, 10)))
    done = perform(state, lambda play: remove_figures(play, figures_of(state, "b"), "unit"))
    assert (done.state.game.objectives.flags if done.state.game.objectives else ()) == flags


@pytest.mark.rule("MT-GAP-82", "MT-DOC-03")
@pytest.mark.parametrize(("kind", "fell"), [("unit_doctor", {"b1": (10.0, 10.0)}), ("unit_rifleman", {})])
def test_the_place_where_one_falls_who_comes_back_is_kept(kind, fell):
    state = battle(group("b", (10, 10), kinds=[kind]), daleks("a", (40, 10)))
    done = perform(state, lambda play: remove_figures(play, figures_of(state, "b"), "dalek"))
    assert (done.state.game.fell or {}) == fell


@pytest.mark.rule("MT-GAP-45", "MT-MIB-05")
@pytest.mark.parametrize(
    ("present", "known", "id", "species"),
    [
        ("mib", (), "s1", "spug"),
        ("mib", (), "s2", "spug"),
        ("mib", (), "m1", "mite"),
        ("mib", (), "d1", "dalek"),
        ("mib", (), "b1", ""),
        ("mib", ("spug",), "s1", ""),
        ("mib", ("spug",), "m1", "mite"),
        ("cyber", (), "s1", ""),
    ],
)
def test_the_first_dead_alien_of_a_species_is_taken_by_those_who_study(present, known, id, species):
    state = battle(
        group("a", (70, 40), side=present),
        controller("s", (10, 10), (12, 10)),
        mites("m", (20, 10)),
        daleks("d", (30, 10)),
        group("b", (40, 10)),
        specimens=known,
    )
    done = perform(state, lambda play: take_specimen(play, state.table.piece(id)))
    assert done.state.game.specimens == (*known, *([species] if species else []))


@pytest.mark.rule("MT-GAP-45", "MT-MIB-05")
def test_a_specimen_is_taken_of_whatever_is_removed():
    state = battle(group("a", (70, 40), side="mib"), spugs("s", (10, 10), (12, 10)), group("b", (40, 10)))
    done = perform(state, lambda play: remove_figures(play, figures_of(state, "s"), "unit"))
    assert done.state.game.specimens == ("spug",)
