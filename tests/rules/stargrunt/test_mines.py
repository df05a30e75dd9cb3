"""Mines, by option: what sets them off, and what happens to who does."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.move_actions import perform_normal_move
from battlesim.rulesets.stargrunt.core.marks import FOUND_MINE, SUPPRESSED, WOUNDED
from battlesim.rulesets.stargrunt.previews.mines import mine_preview
from battlesim.rulings.movement import Leg
from battlesim.table.events import MessageLogged, PiecesMoved, TemplatePlaced
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.phrases import rendered_text
from battlesim.table.pieces import Marker

from .field import CENTRE, ENEMY, OWN, battle, foes, perform, play, squad, unit
from .hidden_field import counter, counters, hide, places

pytestmark = pytest.mark.rule("SG-GAP-139", "SG-CLV-04")
MINE = MarkerId("m1")
FAR = (0, 6)
"""Where the only figure of `a` goes, from (0, 0)."""


def minefield(x, y, *more, value="on"):
    """A figure `a1` in the middle of the table, and a mine of the enemy."""
    state = battle(
        squad("a", (0, 0), leader=False, quality="elite"),
        foes("b", (20, 20)),
        *more,
        options={"mines": value},
        activated="a",
    )
    mine = Marker(MINE, "mine", CENTRE + x, CENTRE + y, side=ENEMY, name="Field mine")
    return state.with_table(state.table.with_marker(mine))


def march(state, dice=(), to=FAR):
    path = ((CENTRE, CENTRE), (CENTRE + to[0], CENTRE + to[1]))
    return play(state, ["move", (Leg("a1", path),)], dice)


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04", "SG-CLA-02")
@pytest.mark.option("mines", "off")
@pytest.mark.option("mines", "on")
@pytest.mark.parametrize(("value", "dice", "bursts"), [("off", [], 0), ("on", [1, 8, 12], 1)])
def test_a_mine_goes_off_once_when_a_figure_comes_within_two_inches(value, dice, bursts):
    done = march(minefield(0, 4, value=value), dice)
    placed = done.events_of(TemplatePlaced)
    assert [(b.at, b.radius, b.name) for b in placed] == [
        ((CENTRE, CENTRE + 4.0), 3.0, "Field mine")
    ] * bursts
    assert (MINE in done.state.table.markers) is not bool(bursts)


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04")
@pytest.mark.parametrize(("aside", "bursts"), [(2.5, 1), (2.6, 0)])
def test_the_two_inches_are_measured_from_the_base(aside, bursts):
    done = march(minefield(aside, 4), [1, 8, 12] if bursts else [])
    assert len(done.events_of(TemplatePlaced)) == bursts


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04", "SG-GAP-50", "SG-REO-01")
def test_a_figure_that_is_still_well_goes_on():
    done = march(minefield(0, 4), [1, 8, 12])
    assert done.piece("a1").xy == (CENTRE, CENTRE + 6.0) and unit(done, "a").has_mark(SUPPRESSED)
    assert [event.parts[0].path[-1][1] for event in done.events_of(PiecesMoved)] == [
        CENTRE + 1.5,
        CENTRE + 6.0,
    ]


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04", "SG-TRV-04", "SG-GAP-50", "SG-REO-01")
def test_a_figure_that_is_wounded_stays_where_the_mine_caught_it():
    done = march(minefield(0, 4, squad("later", (-20, -20))), [8, 7])
    assert done.piece("a1").has_mark(WOUNDED) and done.piece("a1").xy == (CENTRE, CENTRE + 1.5)


@pytest.mark.rule("SG-GAP-139")
def test_only_the_side_that_laid_a_mine_knows_of_it():
    state = minefield(0, 4)
    assert MINE in RULESET.view(state, ENEMY).table.markers
    assert MINE not in RULESET.view(state, OWN).table.markers


@pytest.mark.rule("SG-GAP-139")
def test_the_counter_over_a_mine_goes_with_it():
    done = march(minefield(2.4, 4, counter(1, 2.4, 4)), [1, 8, 12])
    assert counters(done) == set() and MINE not in done.state.table.markers
    assert "a dummy" not in " ".join(str(event.text) for event in done.events_of(MessageLogged))
    one = march(minefield(2.4, 4, counter(1, 2.4, 4), counter(2, 12, 4)), [1, 8, 12])
    assert counters(one) == {"counter-2"}


@pytest.mark.rule("SG-GAP-139")
def test_a_mine_without_a_name_is_called_mine():
    state = minefield(0, 4)
    nameless = msgspec.structs.replace(state.table.markers[MINE], name="")
    done = march(state.with_table(state.table.with_marker(nameless)), [1, 8, 12])
    assert done.events_of(TemplatePlaced)[0].name == "Mine"


@pytest.mark.rule("SG-GAP-139")
def test_a_mine_that_was_found_goes_off_too():
    state = minefield(0, 4)
    found = msgspec.structs.replace(state.table.markers[MINE], kind=FOUND_MINE)
    done = march(state.with_table(state.table.with_marker(found)), [1, 8, 12])
    assert len(done.events_of(TemplatePlaced)) == 1


@pytest.mark.rule("SG-GAP-139", "SG-CLV-04")
def test_a_counter_that_sets_off_a_mine_is_turned_over_there():
    state = minefield(0, 4, counter(1, 0, 9))
    state = hide(state, "b", 1)
    path = ((CENTRE, CENTRE + 9.0), (CENTRE, CENTRE + 5.0))
    moves = {"move": (Leg("counter-1", path),)}
    done = perform(state, lambda play: perform_normal_move(play, UnitId("under-1")), moves, [1, 8, 8])
    assert counters(done) == set() and places(done, "b") == ["OnTable"]


def test_no_smoke_is_in_the_game():
    assert "smoke" not in RULESET.marker_kinds


@pytest.mark.rule("SG-GAP-139")
@pytest.mark.parametrize(("kind", "side", "told"), [(FOUND_MINE, OWN, True), ("mine", ENEMY, False)])
def test_a_planned_move_tells_of_the_mines_that_its_side_knows(kind, side, told):
    state = minefield(0, 4)
    mine = msgspec.structs.replace(state.table.markers[MINE], kind=kind)
    view = RULESET.view(state.with_table(state.table.with_marker(mine)), OWN)
    for to, met in ((FAR, told), ((-6, 0), False)):
        legs = (Leg("a1", ((CENTRE, CENTRE), (CENTRE + to[0], CENTRE + to[1]))),)
        found = mine_preview(view, legs)
        assert bool(found) is met
        if found:
            assert [rendered_text(row.value) for row in found.rows] == [
                "set off by a1",
                "within 2 in of a base",
            ]
            assert [(area.words, area.caught) for area in found.areas] == [("Field mine", ("a1",))]
