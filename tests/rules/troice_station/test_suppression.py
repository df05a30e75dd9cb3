"""Under fire: squads shaken by heavy weapons, creatures held back."""

from __future__ import annotations

import pytest

from battlesim.mechanics.deck import Deck
from battlesim.mechanics.pieces import set_mark
from battlesim.rulesets.troice_station.attack import chain_reactions, flame, shooting
from battlesim.rulesets.troice_station.attack.wound_effects import ChainEffect
from battlesim.rulesets.troice_station.command import turn_deck
from battlesim.rulesets.troice_station.core.marks import HE, HMG_FIRE, MOVED, SUPPRESSED

from .command_steps import platoon
from .fire_steps import facing, shot
from .rule_marks import SHOTS_OF
from .things import alien, battle, line, marine, perform


@pytest.mark.rule("TS-GAP-77")
@pytest.mark.parametrize("mark", [HE, HMG_FIRE])
@pytest.mark.parametrize(("again", "lasts"), [(False, False), (True, True)])
def test_fire_is_over_as_the_next_activation_ends_and_not_that_in_which_it_came(mark, again, lasts):
    # the squad is under fire as its card comes; with `again` it comes under fire once more on that card
    state = platoon().with_game(deck=Deck(("1A",)))
    state = state.with_table(state.table.with_units(state.table.units["1A"].with_mark(mark)))
    state = perform(state, turn_deck.draw_next_card, dice=("1A",)).state
    if again:
        state = perform(state, lambda play: set_mark(play, ["1A"], mark, 1)).state
    assert perform(state, turn_deck.end_card).state.table.units["1A"].has_mark(mark) is lasts


@pytest.mark.rule("TS-GAP-77", "TS-MORL-04")
def test_high_explosive_of_its_own_on_its_card_costs_a_squad_a_pip_on_its_next():
    state = battle(*line(10, 12), deck=Deck(("1A",)), pools={"1A": 2}, card="1A")

    def blast(play):
        chain_reactions.mark_under_he_fire(play, play.state.table.standing_pieces())
        turn_deck.end_card(play)

    state = perform(state, blast).state.with_game(pools={"1A": 2})
    assert perform(state, turn_deck.draw_next_card, dice=("1A",)).state.game.pools == {"1A": 1}


@pytest.mark.rule("TS-MORL-05", "TS-GAP-77", "TS-GAP-78")
@pytest.mark.parametrize(("option", "held"), [("immune", False), ("suppressible", True)])
def test_an_hmg_puts_squads_under_fire_and_by_option_creatures(option, held):
    assert (
        shot(facing(8, "hmg", options={"alien_morale": option}), 1)
        .state.table.piece("x")
        .has_mark(SUPPRESSED)
        is held
    )
    friends = battle(marine("hmg", "a", 10, 10), marine("trooper", "b", 18, 10, unit="1B"))
    assert shot(friends, 1, target="b").state.table.units["1B"].has_mark(HMG_FIRE)


@pytest.mark.rule("TS-GAP-78", "TS-GAP-73")
@pytest.mark.parametrize(("option", "held"), [("immune", 0), ("suppressible", 1)])
def test_by_option_a_flame_that_does_not_kill_holds_a_creature_back(option: str, held: int) -> None:
    state = battle(marine("flamer", "a", 10, 10), alien("x", 15, 10), options={"alien_morale": option})
    done = perform(state, lambda play: flame.fire_flame(play, "a", (20.0, 10.0)), dice=(1, 6))
    assert done.piece("x").mark_count(SUPPRESSED) == held


@pytest.mark.rule("TS-GAP-78", "TS-EXPL-02", "TS-MORL-04", "TS-GAP-77")
def test_by_option_an_explosion_holds_back_whom_it_does_not_kill() -> None:
    state = battle(
        alien("x", 20, 20), marine("trooper", "a", 21.2, 20), options={"alien_morale": "suppressible"}
    )
    done = perform(
        state,
        lambda play: chain_reactions.resolve_chain(play, [ChainEffect("dump", (20.0, 20.0), "d")]),
        dice=(1, 6, 1, 6),
    )
    assert done.piece("x").mark_count(SUPPRESSED) == 1 and done.state.table.units["1A"].mark_count("he") == 1


@pytest.mark.rule("TS-GAP-78")
def test_whom_an_explosion_kills_it_does_not_hold_back() -> None:
    state = battle(alien("x", 20, 20), options={"alien_morale": "suppressible"})
    burst = ChainEffect("dump", (20.0, 20.0), "d")
    done = perform(state, lambda play: chain_reactions.resolve_chain(play, [burst]), dice=(6, 1))
    assert done.piece("x").table_position is None and not done.piece("x").has_mark(SUPPRESSED)


@pytest.mark.rule("TS-GAP-77", "TS-MORL-05")
def test_hmg_fire_counts_once_however_often() -> None:
    state = battle(marine("hmg", "h", 10, 10, unit="2A"), marine("trooper", "a", 18, 10))
    done = perform(state, lambda play: shooting.shoot(play, "h", "a"), dice=(1,))
    assert done.state.table.units["1A"].mark_count("hmg_fire") == 1


@SHOTS_OF
@pytest.mark.rule("TS-GAP-78", "TS-GAP-77", "TS-MORL-05")
def test_an_hmg_holds_a_creature_back_by_option_hit_or_miss() -> None:
    state = battle(
        *line(10, kind="hmg"), alien("x", 14, 10, [MOVED]), options={"alien_morale": "suppressible"}
    )
    done = perform(state, lambda play: shooting.shoot(play, "a", "x"), dice=(1,))
    assert done.piece("x").mark_count(SUPPRESSED) == 1
