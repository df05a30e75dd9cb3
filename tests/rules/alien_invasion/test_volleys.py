"""Linked fire: volleys that are declared, grow, and are settled once."""

from __future__ import annotations

import random

import pytest

from battlesim.rulesets.alien_invasion.advice.doctrine import DOCTRINE
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.table.events import PiecesMoved
from tests.rules.alien_invasion.field import battle, block, daleks, group, left, play, spugs, terrain

MEN, MORE = group("a", *block(10, 10)), group("c", *block(10, 20))
THREE = daleks("b", (30, 12), (32, 12), (34, 12))
SHOT_23, SHOT_25 = [2, 2, 2, 3, 3, 3, 4, 4], [1, 2, 3, 3, 3, 4, 4, 5]
A, C = ["a", "shoot", "b"], ["c", "shoot", "b"]


@pytest.mark.rule("MT-LNK-01")
def test_who_can_link():
    known = factions()
    linked = {kind: faction.links(kind) for faction in known.values() for kind in faction.group}
    linking = {"section": True, "headquarters": True, "squad": True, "clean_up": True, "phalanx": True}
    linking |= {"heavy_gun": True, "mites": True, "burrower": True}
    assert linking.items() <= linked.items()
    assert not any(linked[kind] for kind in ("trio", "pair", "gang"))


@pytest.mark.rule("MT-LNK-02", "MT-LNK-05", "MT-UNIT-06")
@pytest.mark.parametrize(("links", "dead"), [(["a#0"], 2), ([], 1)])
def test_two_shots_of_one_section_linked_or_not(links, dead):
    state = battle(MEN, THREE, row=("unit double", "dalek single"))
    fallen = [("b1", "b2")] if links else [("b1",)]
    done = play(state, [*A, tuple(links), *A, *fallen], [*SHOT_23, *SHOT_25])
    assert 3 - left(done, "b") == dead


@pytest.mark.rule("MT-LNK-05")
def test_nobody_falls_before_the_last_linked_shot():
    state = battle(MEN, THREE, row=("unit double", "dalek single"))
    done = play(state, [*A, ("a#0",)], SHOT_25)
    assert left(done, "b") == 3 and sum(done.state.game.volley.faces) == 25


@pytest.mark.rule("MT-LNK-03", "MT-GAP-28")
def test_two_sections_link_and_another_act_may_come_in_between():
    house = terrain("building", 15, 17, 25, 30)
    state = battle(MEN, THREE, MORE, ground=[house], row=("unit triple", "dalek single"))
    assert "shoot" not in {option.key for option in play(state, ["c"]).run.pending.open_options}
    answers = [*A, ("c#0",), "c", "move", (11, 13.5), lambda d, s: d.default(s), *C, ("b1",)]
    done = play(state, answers, [3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 2, 2])
    assert left(done, "b") == 2 and done.events_of(PiecesMoved)


@pytest.mark.rule("MT-GAP-28")
@pytest.mark.option("linked_declaration", "before_first_roll", "may_extend_after_roll")
@pytest.mark.parametrize(("value", "dead"), [("before_first_roll", 0), ("may_extend_after_roll", 1)])
def test_a_shot_that_was_not_declared_is_resolved_alone(value, dead):
    state = battle(
        MEN, THREE, MORE, row=("unit double", "dalek single"), options={"linked_declaration": value}
    )
    first = [*A, ()] if not dead else [*A, True]
    done = play(
        state, [*first, *C, *([("b1",)] if dead else [])], [2, 2, 2, 2, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 2, 2]
    )
    assert 3 - left(done, "b") == dead


@pytest.mark.rule("MT-GAP-28")
def test_a_declared_shot_that_is_given_up_drops_out():
    state = battle(MEN, THREE, row=("unit double", "dalek single"))
    done = play(state, [*A, ("a#0",), "pass", ("b1",)], [3, 3, 3, 3, 3, 3, 3, 3])
    assert left(done, "b") == 2 and done.state.game.volley is None


@pytest.mark.rule("MT-LNK-04")
def test_shots_of_two_cards_never_link():
    state = battle(MEN, THREE, row=("unit single", "unit single", "dalek single"))
    faces = [2, 2, 2, 2, 3, 3, 3, 3]
    done = play(state, [*A, *A], [*faces, *faces])
    assert left(done, "b") == 3 and not done.decisions_with_key("link")


@pytest.mark.rule("MT-GAP-62", "MT-DALK-04")
@pytest.mark.option("dalek_linked_fire", "false", "true")
@pytest.mark.parametrize(("value", "asked"), [("false", 0), ("true", 1)])
def test_daleks_link_by_option_only(value, asked):
    state = battle(
        daleks("d", (10, 10)),
        group("b", *block(30, 10)),
        row=("dalek double", "unit single"),
        options={"dalek_linked_fire": value},
    )
    answers = ["d", "shoot", "b", *([()] if asked else [])]
    done = play(state, answers, until="dice")
    assert len(done.decisions_with_key("link")) == asked


@pytest.mark.rule("MT-SPUG-08")
def test_spugs_link():
    state = battle(spugs("d", (10, 10)), group("b", *block(30, 10)), row=("spug double", "unit single"))
    assert play(state, ["d", "shoot", "b"]).run.pending.what == "link"


@pytest.mark.rule("MT-AUTO-19")
@pytest.mark.parametrize(("kind", "declared"), [("", ()), ("building", ("c#0",))])
def test_an_automaton_links_where_it_pays(kind, declared):
    ground = [terrain(kind, 29, 9, 37, 15)] if kind else []
    state = battle(MEN, THREE, MORE, ground=ground, row=("unit double", "dalek single"))
    decision = play(state, A).run.pending
    assert DOCTRINE.advise(play(state, A).state, decision, random.Random(1))[0].answer == declared
