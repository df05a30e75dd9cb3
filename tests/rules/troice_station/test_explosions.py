"""Explosions: whom a blast catches, what stops it, and what it leaves."""

from __future__ import annotations

import pytest

from battlesim.geometry.templates import Blast
from battlesim.mechanics.chance import exact_chances
from battlesim.rulesets.troice_station.attack import (
    chain_reactions,
    templates,
    to_hit,
    wound_effects,
    wound_rolls,
)
from battlesim.rulesets.troice_station.attack.templates import caught_in_blast
from battlesim.rulesets.troice_station.attack.wound_effects import ChainEffect
from battlesim.rulesets.troice_station.core.marks import HE, SUPPRESSED
from battlesim.rulesets.troice_station.ground import surface

from .scenery import SUPPRESSIBLE
from .things import alien, battle, block, line, marine, marker, perform, room


@pytest.mark.rule("TS-GAP-72")
@pytest.mark.parametrize(("kind", "stops"), [("high_wall", True), ("medium_wall", False)])
def test_high_walls_stop_a_blast(kind, stops):
    state = battle(marine("trooper", "a", 21.5, 20), terrain=[block(kind, "w", 20.4, 18, 20.6, 22)])
    assert bool(caught_in_blast(state, Blast(20, 20, 2.5), [state.table.piece("a")])) is not stops


@pytest.mark.rule("TS-GAP-62")
def test_a_low_wall_on_the_line_is_cover_from_a_blast():
    state = battle(marine("trooper", "a", 21.5, 20), terrain=[block("low_wall", "w", 20.4, 18, 20.6, 22)])
    assert wound_rolls.cover_from_blast(state, (20, 20), state.table.piece("a")).value == 1


@pytest.mark.rule("TS-EXPL-03", "TS-MORL-04", "TS-GAP-77")
def test_an_explosion_wounds_and_puts_squads_under_fire():
    state = battle(marine("trooper", "a", 21, 20), marine("trooper", "b", 22.9, 20, unit="1B"))
    done = perform(
        state,
        lambda play: chain_reactions.resolve_chain(play, [ChainEffect("dump", (20.0, 20.0), "d")]),
        dice=(4, 2),
    )
    table = done.state.table
    assert (
        table.piece("a").table_position is None
        and table.units["1A"].has_mark(HE)
        and table.units["1B"].has_mark(HE)
    )


@pytest.mark.rule("TS-EXPL-03", "TS-MORL-04", "TS-GAP-78", "TS-FIRE-01", "TS-ALN-14", "TS-GAP-77")
def test_a_blast_puts_the_squads_it_touches_under_fire_and_holds_creatures_back() -> None:
    men = [marine("trooper", "a", 11, 10), marine("trooper", "b", 40, 40, unit="2A")]
    state = battle(*men, alien("x", 9, 10), options=SUPPRESSIBLE)
    burst = ChainEffect("grenade", (10.0, 10.0), "g")
    done = perform(state, lambda play: chain_reactions.resolve_chain(play, [burst]), dice=(1, 6, 1, 6))
    assert {id: unit.mark_count("he") for id, unit in done.state.table.units.items()} == {
        "1A": 1,
        "2A": 0,
        "creatures": 0,
    }
    assert [done.piece(one).mark_count(SUPPRESSED) for one in "axb"] == [0, 1, 0]


@pytest.mark.rule("TS-EXPL-03", "TS-FIRE-01", "TS-ALN-14")
def test_markers_are_no_figures_that_stand_in_a_blast() -> None:
    state = battle(marker("m", 10, 10), alien("x", 12, 10), marine("trooper", "a", 14, 10))
    assert [p.id for p in chain_reactions.figures_on_table(state)] == ["a", "x"]


@pytest.mark.rule("TS-EXPL-03", "TS-EXPL-02")
@pytest.mark.parametrize(("x", "turned"), [(11.9, True), (12.1, False)])
def test_a_blast_turns_over_a_marker_that_it_touches(x: float, turned: bool) -> None:
    state = battle(marker("m", x, 10))
    area = [chain_reactions.effect_template(wound_effects.ChainEffect("grenade", (10, 10), "a"))]
    done = perform(
        state, lambda play: chain_reactions.turn_over_touched_markers(play, area), dice=(1,) if turned else ()
    )
    assert ("m" not in done.state.table.pieces) is turned


@pytest.mark.rule("TS-EXPL-03", "TS-FIRE-01", "TS-ALN-14", "TS-GAP-68")
def test_a_blast_has_a_bonus_of_three_and_blood_has_none_and_hits_on_a_three() -> None:
    state = battle(*line(10))
    target = state.table.piece("a")
    odds_of = exact_chances(
        lambda: chain_reactions.explosion_dice_script(
            state, wound_effects.ChainEffect("dump", (10, 10), "d"), target
        )
    )
    assert (max(odds_of), min(odds_of)) == (6 + 3 - 2, 1 + 3 - 7)
    sprays = exact_chances(
        lambda: chain_reactions.spray_dice_script(
            state, wound_effects.ChainEffect("blood", (10, 10), "x"), target
        )
    )
    assert max(sprays) == 4 and sprays[to_hit.MISSED_MARGIN] == pytest.approx(2 / 6)


@pytest.mark.rule("TS-EXPL-02", "TS-GAP-72")
@pytest.mark.parametrize(("kind", "caught"), [("ice_ridge", []), ("low_wall", ["a"])])
def test_a_blast_does_not_reach_over_an_ice_ridge(kind: str, caught: list[str]) -> None:
    state = battle(*line(10), terrain=[block(kind, "w", 10.6, 5, 10.8, 15)])
    men = list(state.table.pieces.values())
    assert [p.id for p in templates.caught_in_blast(state, Blast(11.2, 10.0, 2.5), men)] == caught


@pytest.mark.rule("TS-GAP-41", "TS-GAP-72", "TS-GAP-34")
def test_walls_and_shut_doors_stop_a_blast_and_no_window_does() -> None:
    hut = room(
        "h", 10, 10, 18, 18, ("door", (10, 12), (10, 13.5), False), ("window", (12, 10), (13.5, 10), False)
    )
    ridge, low = block("ice_ridge", "i", 2, 2, 3, 3, 2.0), block("low_wall", "l", 5, 2, 6, 3)
    found = surface.surface(battle(terrain=[hut, ridge, low]).table.ground)
    assert found.shut == ("h.door1",)
    assert (
        "i" in found.blast_blockers
        and "l" not in found.blast_blockers
        and {"h.walls", "h.door1"} <= set(found.blast_blockers)
    )
