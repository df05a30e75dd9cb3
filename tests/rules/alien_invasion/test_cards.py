"""The deck, batches, the actions of a card, and the end of a battle."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.battle.batches import (
    EVENT,
    all_cards,
    batch_size,
    card_faces,
    lay_batch,
)
from battlesim.rulesets.alien_invasion.battle.game_facts import game_facts
from battlesim.rulesets.alien_invasion.battle.turn_sequence import next_step
from battlesim.rulesets.alien_invasion.battle.victory import battle_outcome, conditions, winners
from battlesim.rulesets.alien_invasion.core.factions import CardCounts, factions
from battlesim.rulesets.alien_invasion.core.parameters import resolve_parameters
from battlesim.rulesets.alien_invasion.core.state import PASSES, VictoryRule
from battlesim.table.pieces import Marker
from battlesim.testing.script import expect_refusal
from tests.rules.alien_invasion.field import battle, block, daleks, group, perform, play, spugs

MEN, THEM, FAR = (
    group("a", *block(10, 10)),
    daleks("b", (60, 40), (62, 40), (64, 40)),
    group("c", *block(30, 5)),
)
UNIT, DALEK = "unit single", "dalek single"


def many(number, **cards):
    """So many factions, all with the cards of U.N.I.T. or others."""
    own = replace(factions()["unit"], cards=CardCounts(**cards)) if cards else factions()["unit"]
    return {f"s{k}": own if k == 0 else factions()["unit"] for k in range(number)}


def resting(dice=()):
    """A state between two batches, with this pile."""
    state = battle(MEN, THEM)
    return state.with_game(row=(), deck=Deck(tuple(sorted(dice))), turn=0)


@pytest.mark.rule("MT-DECK-02", "MT-DECK-03", "MT-GAP-01")
@pytest.mark.parametrize(
    ("number", "events", "cards"), [(2, 2, 20), (3, 3, 30), (4, 4, 40), (5, 4, 49), (6, 4, 58)]
)
def test_the_deck_by_the_number_of_factions(number, events, cards):
    pack = all_cards(many(number), resolve_parameters({}))
    assert (pack.count(EVENT), len(pack)) == (events, cards)
    assert [pack.count(f"s0 {name}") for name in ("single", "double", "triple")] == [5, 3, 1]


@pytest.mark.rule("MT-DECK-05")
def test_a_faction_may_have_other_cards():
    assert len(all_cards(many(4, single=6, double=4, triple=2), resolve_parameters({}))) == 43


@pytest.mark.rule("MT-GAP-02")
@pytest.mark.option("deck_profile", "five_three_one", "full_suit")
@pytest.mark.parametrize(("value", "cards"), [("five_three_one", 40), ("full_suit", 56)])
def test_a_full_suit_has_nine_singles(value, cards):
    assert len(all_cards(many(4), resolve_parameters({"deck_profile": value}))) == cards


@pytest.mark.rule("MT-DRAW-01")
@pytest.mark.parametrize(("number", "size"), [(2, 4), (3, 4), (4, 4), (5, 5), (6, 6)])
def test_the_size_of_a_batch(number, size):
    assert batch_size(number) == size


@pytest.mark.rule("MT-DRAW-01", "MT-DRAW-02", "MT-DECK-01")
def test_a_batch_lies_open_before_its_first_card_is_played():
    cards = [DALEK, "unit triple", EVENT, "unit single"]
    done = play(resting([*cards, *cards]), [], cards)
    assert done.state.game.row == tuple(cards)
    shown = RULESET.facts(done.state).cards
    assert [(card.face, card.side, card.state) for card in shown][:2] == [
        ("Single", "dalek", "now"),
        ("Triple", "unit", "open"),
    ]
    assert done.run.pending.side == "dalek"


@pytest.mark.rule("MT-DRAW-03", "MT-DRAW-06", "MT-ACT-01")
def test_cards_are_played_in_order_and_only_by_their_owner():
    state = battle(MEN, THEM, FAR, row=(UNIT, DALEK))
    run = play(state, []).run
    assert {option.key for option in run.pending.options} == {"a", "c", "pass"}
    assert expect_refusal(run, "b")
    done = play(state, ["a", "move", (10, 8), lambda d, s: d.default(s)])
    assert done.run.pending.side == "dalek", "the card of U.N.I.T. is used up"
    counts = {count.name: count.now for count in RULESET.facts(done.state).counts}
    assert counts["discards"] == 1


@pytest.mark.rule("MT-ACT-02", "MT-ACT-06", "MT-ACT-03")
@pytest.mark.parametrize(
    ("card", "order"),
    [
        ("unit double", "aa"),
        ("unit double", "ac"),
        ("unit triple", "aca"),
        ("unit triple", "aaa"),
        ("unit triple", "acc"),
    ],
)
def test_the_actions_of_a_card_are_split_in_any_way(card, order):
    state = battle(group("a", (10, 10)), THEM, group("c", (30, 5)), row=(card, DALEK))
    moves = {"a": iter([(10, 11), (10, 12), (10, 13)]), "c": iter([(30, 6), (30, 7)])}
    answers = [answer for key in order for answer in (key, "move", next(moves[key]))]
    assert play(state, answers).run.pending.side == "dalek"


@pytest.mark.rule("MT-ACT-04", "MT-ACT-05")
def test_a_side_may_stop_and_saves_nothing():
    state = battle(MEN, THEM, row=("unit triple", UNIT))
    done = play(state, ["pass"])
    assert (done.state.game.card.name, done.state.game.actions_left) == ("Single", 1)
    options = play(state, ["a"]).run.pending.options
    assert {option.key for option in options} == {"move", "shoot"}


@pytest.mark.rule("MT-SPC-05")
def test_no_other_actions_are_offered():
    spug = battle(spugs("a", (10, 10)), group("b", (30, 10)), card="spug single", markers=[hole(10, 30)])
    assert {option.key for option in play(spug, ["a"]).run.pending.options} == {"move", "shoot"}


def hole(x, y):
    return Marker("h", "hole", x, y, radius=1.0)


@pytest.mark.rule("MT-SPUG-12", "MT-SPC-01")
@pytest.mark.parametrize(("x", "near", "closes"), [(12.5, 30, True), (12.6, 30, False), (12.5, 14.5, False)])
def test_a_whole_group_closes_a_hole_beside_it(x, near, closes):
    state = battle(group("a", (10, 10)), spugs("b", (near, 10)), markers=[hole(x, 10)])
    open_keys = {option.key for option in play(state, ["a"]).run.pending.open_options}
    assert ("close_hole" in open_keys) is closes
    if closes:
        done = play(state, ["a", "close_hole"], until="card")
        assert not done.state.table.markers and not done.state.game.actions_left


@pytest.mark.rule("MT-DRAW-04", "MT-DRAW-05")
def test_the_discards_become_the_new_deck():
    state = battle(MEN, THEM, row=(UNIT,)).with_game(
        deck=Deck((), out=(UNIT, DALEK, DALEK, DALEK)), batch_size=4
    )
    done = play(state, ["pass"], [DALEK, DALEK, DALEK, UNIT])
    assert done.state.game.turn == 2 and done.state.game.row[0] == DALEK


@pytest.mark.rule("MT-GAP-03")
def test_the_pile_runs_out_in_the_middle_of_a_draw():
    state = resting([UNIT, UNIT]).with_game(deck=Deck((UNIT, UNIT), out=(DALEK,) * 28))
    done = perform(state, lay_batch, dice=[UNIT, UNIT, DALEK, DALEK])
    assert done.state.game.row == (UNIT, UNIT, DALEK, DALEK)
    assert len(done.state.game.deck.left) == 26 and done.state.game.count(PASSES) == 1


@pytest.mark.rule("MT-GAP-03")
def test_a_batch_of_all_cards_that_there_are():
    done = perform(resting([UNIT, DALEK]), lay_batch, dice=[UNIT, DALEK])
    assert done.state.game.row == (UNIT, DALEK)


@pytest.mark.rule("MT-GAP-05")
@pytest.mark.option("eliminated_cards", "blank", "remove_at_reshuffle")
@pytest.mark.parametrize(("value", "left"), [("blank", 10), ("remove_at_reshuffle", 5)])
def test_the_cards_of_the_dead(value, left):
    state = battle(MEN, THEM, spugs("s", (50, 10)), options={"eliminated_cards": value})
    gone = state.with_table(state.table.without_pieces("b1", "b2", "b3"))
    out = tuple(sorted((UNIT,) * 9 + (DALEK,) * 5))
    gone = gone.with_game(row=(), deck=Deck((), out=out), batch_size=5)
    done = perform(gone, lay_batch, dice=[UNIT] * (5 if value == "blank" else 4))
    assert len(done.state.game.deck.left) == {"blank": 9, "remove_at_reshuffle": 5}[value]
    assert len(done.state.game.row) == {"blank": 5, "remove_at_reshuffle": 4}[value]


@pytest.mark.rule("MT-GAP-05")
def test_nobody_acts_with_a_blank():
    state = battle(MEN, row=("dalek double", UNIT))
    assert next_step(state).name == "finish_card"


@pytest.mark.rule("MT-VIC-01", "MT-VIC-02", "MT-GAP-71")
def test_several_win_together_at_the_end_of_the_batch():
    rules = (
        VictoryRule("unit", "fewer", ("dalek",), 9),
        VictoryRule("dalek", "fewer", ("unit",), 9),
    )
    state = battle(MEN, THEM, spugs("s", (50, 10)), row=(UNIT, DALEK), victory=rules)
    assert winners(state) == ("unit", "dalek")
    assert next_step(state).name == "act", "the batch is finished first"
    assert game_facts(state).ends_now and not game_facts(state.with_game(victory=())).ends_now
    over = state.with_game(passed=(UNIT, DALEK))
    assert next_step(over).winners == ("unit", "dalek")


@pytest.mark.rule("MT-VIC-01")
def test_only_the_own_condition_counts():
    rules = (VictoryRule("unit", "holes_closed"),)
    state = battle(MEN, THEM, victory=rules)
    assert winners(state) == ("unit",)
    assert winners(battle(MEN, THEM, victory=rules, markers=[hole(5, 5)])) == ()
    assert conditions(state, "dalek")[0].of == ("unit",)


@pytest.mark.rule("MT-GAP-71")
@pytest.mark.option("game_end", "first_victory_or_three_passes", "three_passes", "last_faction_standing")
@pytest.mark.parametrize(
    ("value", "passes", "won"),
    [
        ("first_victory_or_three_passes", 0, ("unit",)),
        ("three_passes", 2, None),
        ("three_passes", 3, ("unit",)),
        ("last_faction_standing", 9, None),
        ("last_faction_standing", 10, ()),
    ],
)
def test_when_a_battle_ends(value, passes, won):
    rules = (VictoryRule("unit", "fewer", ("dalek",), 9),)
    state = battle(MEN, THEM, victory=rules, options={"game_end": value}, tally={PASSES: passes})
    found = battle_outcome(state)
    assert (found.winners if found else None) == won


@pytest.mark.rule("MT-GAP-71", "MT-GAP-84")
@pytest.mark.option("default_victory", "destroy_all_enemies", "most_dice_destroyed")
@pytest.mark.parametrize(("value", "won"), [("destroy_all_enemies", ()), ("most_dice_destroyed", ("dalek",))])
def test_at_the_limit_nobody_wins_or_by_option_most_dice_do(value, won):
    state = battle(
        MEN, THEM, options={"default_victory": value}, tally={PASSES: 3}, destroyed={"unit": 40, "dalek": 60}
    )
    found = battle_outcome(state)
    assert (found.winners, found.scores) == (won, {"unit": 20.0, "dalek": 30.0})


@pytest.mark.rule("MT-GAP-84")
def test_without_a_condition_the_last_ones_win():
    assert winners(battle(MEN)) == ("unit",)
    assert battle_outcome(battle(MEN, THEM)) is None


def test_the_faces_of_cards():
    faces = card_faces(("unit",))
    assert (faces["unit double"].actions, faces["unit double"].settles) == (2, True)
    assert (faces[EVENT].actions, faces["unit single"].settles) == (0, False)
