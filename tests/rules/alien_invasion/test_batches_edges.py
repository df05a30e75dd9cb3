"""The deck, a batch and a card at their limits, and what the window shows of them."""

from __future__ import annotations

import pytest

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.mite_actions import WILD_CHARGES
from battlesim.rulesets.alien_invasion.battle.batches import (
    EVENT,
    all_cards,
    batch_size,
    card_faces,
    finish_card,
    is_blank,
    lay_batch,
    shuffle,
)
from battlesim.rulesets.alien_invasion.battle.game_facts import game_facts
from battlesim.rulesets.alien_invasion.battle.playing_cards import playing_cards
from battlesim.rulesets.alien_invasion.battle.turn_sequence import next_step
from battlesim.rulesets.alien_invasion.core.events import AttackCounted, CardsLeftDeck, GrudgeEnded
from battlesim.rulesets.alien_invasion.core.factions import CardCounts, FactionProfile
from battlesim.rulesets.alien_invasion.core.lookups import UNDERGROUND
from battlesim.rulesets.alien_invasion.core.parameters import resolve_parameters
from battlesim.rulesets.alien_invasion.core.state import (
    CONFUSED,
    EVENTS_SEEN,
    PASSED,
    PASSES,
    SPENT,
    Alliance,
    Face,
    Game,
    Pacts,
    PlannedAlliance,
)
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import battle, daleks, group, mites, off, pair, perform, spugs

pytestmark = pytest.mark.rule(
    *("MT-SET-01", "MT-DECK-01", "MT-DECK-03", "MT-DECK-05", "MT-GAP-01", "MT-GAP-02", "MT-GAP-03"),
    *("MT-GAP-05", "MT-DRAW-01", "MT-DRAW-02", "MT-DRAW-03", "MT-DRAW-04", "MT-DRAW-05"),
)
LOST = Off("lost")
MEN, FOE = group("a", (10, 10)), daleks("d", (40, 10))
UNIT, DALEK = "unit single", "dalek single"


def army(**cards):
    return FactionProfile("X", CardCounts(**cards), {}, {})


@pytest.mark.parametrize(
    ("cards", "options", "counts"),
    [
        ({}, {}, (5, 3, 1)),
        ({"single": 6, "double": 4, "triple": 2}, {}, (6, 4, 2)),
        ({"single": 4, "double": 2, "triple": 0}, {}, (4, 2, 0)),
        ({}, {"deck_profile": "full_suit"}, (9, 3, 1)),
        ({"single": 4, "double": 2, "triple": 0}, {"deck_profile": "full_suit"}, (9, 2, 0)),
    ],
)
def test_the_cards_of_a_faction(cards, options, counts):
    pack = all_cards({"x": army(**cards), "y": army()}, resolve_parameters(options))
    assert tuple(pack.count(f"x {name}") for name in ("single", "double", "triple")) == counts
    assert pack.count(EVENT) == 2 and list(pack) == sorted(pack)


@pytest.mark.parametrize(("number", "events"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 4)])
def test_an_event_for_each_faction_but_never_more_than_four(number, events):
    pack = all_cards({f"s{n}": army() for n in range(number)}, resolve_parameters({}))
    assert pack.count(EVENT) == events
    assert batch_size(number) == max(4, number)


def test_the_faces_of_the_deck():
    faces = card_faces(("unit", "mib"))
    assert len(faces) == 7 and faces[EVENT] == Face("Special Event")
    assert faces["mib triple"] == Face("Triple", "mib")


@pytest.mark.rule("MT-ACT-01", "MT-ACT-02", "MT-ACT-03", "MT-ACT-04", "MT-ACT-07", "MT-SPUG-01")
@pytest.mark.rule("MT-HTH-04", "MT-HTH-05", "MT-DECK-04", "MT-VIC-01")
@pytest.mark.parametrize(
    ("name", "actions", "settles"),
    [("Single", 1, False), ("Double", 2, True), ("Triple", 3, True), ("Special Event", 0, False)],
)
def test_how_much_a_card_gives(name, actions, settles):
    face = Face(name, "unit")
    assert (face.actions, face.settles) == (actions, settles)


@pytest.mark.rule("MT-ACT-01", "MT-ACT-02", "MT-ACT-03", "MT-ACT-04", "MT-EVT-03")
@pytest.mark.parametrize(
    ("row", "tally", "left"),
    [
        ("unit triple", {}, 3),
        ("unit triple", {SPENT: 1}, 2),
        ("unit triple", {SPENT: 3}, 0),
        ("unit triple", {SPENT: 4}, 0),
        ("unit triple", {CONFUSED: 1}, 1),
        ("unit triple", {CONFUSED: 1, SPENT: 1}, 0),
        ("unit single", {CONFUSED: 1}, 1),
        (EVENT, {CONFUSED: 1}, 0),
    ],
)
def test_the_actions_that_are_left(row, tally, left):
    assert battle(MEN, FOE, card=row, tally=tally).game.actions_left == left


@pytest.mark.rule("MT-ACT-01", "MT-ACT-04")
def test_between_two_batches_there_is_no_card():
    state = battle(MEN, FOE, row=(UNIT,), passed=(UNIT,))
    assert state.game.card is None and state.game.actions_left == 0
    assert battle(MEN, FOE, row=(UNIT, DALEK), passed=(UNIT,)).game.card == Face("Single", "dalek")


def resting(left=(), out=(), groups=(MEN, FOE), **more):
    """Between two batches, with cards in the pile and discards."""
    state = battle(*groups, **more)
    return state.with_game(row=(), deck=Deck(tuple(sorted(left)), out=tuple(sorted(out))))


@pytest.mark.parametrize(
    ("left", "out", "drawn", "row", "pile", "passes"),
    [
        ([UNIT] * 5, [], [UNIT] * 4, 4, 1, 0),
        ([UNIT] * 4, [], [UNIT] * 4, 4, 0, 1),
        ([UNIT] * 4, [DALEK], [UNIT] * 4, 4, 0, 1),
        ([UNIT] * 3, [DALEK] * 2, [UNIT] * 3 + [DALEK], 4, 1, 1),
        ([UNIT] * 3, [DALEK], [UNIT] * 3 + [DALEK], 4, 0, 2),
        ([UNIT] * 3, [], [UNIT] * 3, 3, 0, 1),
        ([], [UNIT] * 9, [UNIT] * 4, 4, 5, 0),
        ([], [], [], 0, 0, 0),
    ],
)
def test_a_batch_and_the_pile_that_runs_out(left, out, drawn, row, pile, passes):
    done = perform(resting(left, out), lay_batch, dice=drawn)
    own = done.state.game
    assert (len(own.row), len(own.deck.left), own.count(PASSES)) == (row, pile, passes)
    assert list(own.row) == drawn and own.passed == ()
    assert own.turn == 2


def test_a_batch_is_laid_with_its_number_and_deals_of_that_number_are_made():
    pacts = Pacts(planned=(PlannedAlliance(("unit", "dalek"), 8),))
    state = resting([UNIT] * 5, pacts=pacts, options={"alliances": "scenario_only"}, turn=7)
    done = perform(state, lay_batch, dice=[UNIT] * 4).state.game
    assert done.turn == 8 and done.pacts.allied == (Alliance(("unit", "dalek"), 8),)


def test_what_was_passed_is_forgotten_with_a_new_batch():
    state = resting([UNIT] * 5, passed=(UNIT, DALEK), turn=3)
    assert perform(state, lay_batch, dice=[UNIT] * 4).state.game.passed == ()


@pytest.mark.parametrize(
    ("drawn", "names"),
    [
        ("joker", "joker: Special Event"),
        ("queen of spades", "queen of spades: Double, unit"),
        ("dalek single", "Single, dalek"),
        ("event", "Special Event"),
    ],
)
def test_the_name_of_a_card_that_is_drawn(drawn, names):
    faces = {
        "joker": Face("Special Event"),
        "queen of spades": Face("Double", "unit"),
        **card_faces(("dalek",)),
    }
    state = resting([drawn], faces=faces)
    asked = perform(state, lay_batch, dice=[drawn]).first_decision("card")
    assert str(asked.names[drawn]) == names


@pytest.mark.parametrize(
    ("value", "groups", "gone", "size"),
    [
        ("blank", (MEN, off(FOE, LOST)), 0, 5),
        ("remove_at_reshuffle", (MEN, off(FOE, LOST)), 2, 4),
        ("remove_at_reshuffle", (MEN, FOE), 0, 4),
        ("remove_at_reshuffle", (MEN, off(FOE, UNDERGROUND)), 0, 4),
    ],
)
def test_by_option_the_cards_of_the_dead_leave_the_deck(value, groups, gone, size):
    state = resting(out=[UNIT, UNIT, DALEK, DALEK, EVENT], groups=groups, batch_size=5)
    state = battle(*groups, options={"eliminated_cards": value}, batch_size=5).with_game(
        row=(), deck=state.game.deck
    )
    done = perform(state, lambda play: None if shuffle(play, [UNIT]) else 1 / 0)
    assert len(done.state.game.deck.left) == 4 - gone and done.state.game.deck.out == (UNIT,)
    assert done.state.game.batch_size == size
    assert len(done.events_of(CardsLeftDeck)) == bool(gone)


@pytest.mark.parametrize(("seats", "size"), [(4, 4), (5, 5), (6, 6)])
def test_a_batch_shrinks_with_the_factions_that_are_left(seats, size):
    kinds = ("unit", "dalek", "spug", "cyber", "gang")[: seats - 1]
    groups = [group(side, (6.0 * n, 10), side=side) for n, side in enumerate(kinds, 1)]
    groups.append(pair("m", (50, 30)))
    dead = [*groups, off(daleks("x", (60, 40)), LOST)]
    state = battle(*dead, options={"eliminated_cards": "remove_at_reshuffle"}, batch_size=6)
    state = state.with_game(row=(), deck=Deck((), out=(UNIT,)))
    done = perform(state, lambda play: None if shuffle(play, []) else 1 / 0)
    assert done.state.game.batch_size == size


@pytest.mark.parametrize(("out", "drawn", "any_left"), [([UNIT], [UNIT], False), ([UNIT] * 2, [UNIT], True)])
def test_a_shuffle_of_nothing(out, drawn, any_left):
    found = []
    perform(resting(out=out), lambda play: found.append(shuffle(play, list(drawn))))
    assert found == [any_left]


@pytest.mark.parametrize(
    ("card", "groups", "blank"),
    [
        (Face("Single", "dalek"), (MEN, off(FOE, LOST)), True),
        (Face("Single", "dalek"), (MEN, FOE), False),
        (Face("Single", "unit"), (MEN, off(FOE, LOST)), False),
        (Face("Special Event"), (MEN, off(FOE, LOST)), False),
        (Face("Single", "mib"), (MEN, off(pair("m", (5, 5)), LOST)), False),
    ],
)
def test_a_blank_is_a_card_of_a_faction_without_figures(card, groups, blank):
    assert is_blank(battle(*groups), card) is blank


@pytest.mark.rule("MT-ACT-04", "MT-EVT-03", "MT-MITE-08")
def test_what_ends_with_a_card():
    tally = {PASSED: 1, SPENT: 2, WILD_CHARGES: 1, CONFUSED: 1, EVENTS_SEEN: 3}
    attacks = {"unit": "dalek", "dalek": "unit"}
    state = battle(MEN, FOE, row=("unit double", DALEK), tally=tally, last_attacker=attacks)
    own = perform(state, finish_card).state.game
    assert [own.count(name) for name in (PASSED, SPENT, WILD_CHARGES, CONFUSED)] == [0, 0, 0, 0]
    assert own.count(EVENTS_SEEN) == 3 and own.passed == ("unit double",)
    assert own.last_attacker == {"dalek": "unit"}
    assert own.card == Face("Single", "dalek")


@pytest.mark.rule("MT-EVT-01", "MT-EVT-03")
def test_an_event_is_counted_and_ends_no_confusion_or_grudge():
    state = battle(MEN, FOE, row=(DALEK, EVENT), passed=(DALEK,), tally={CONFUSED: 1})
    state = state.with_game(last_attacker={"unit": "dalek"})
    own = perform(state, finish_card).state.game
    assert own.count(EVENTS_SEEN) == 1 and own.count(CONFUSED) == 1
    assert own.last_attacker == {"unit": "dalek"} and own.passed == (DALEK, EVENT)


@pytest.mark.rule("MT-HTH-01")
def test_an_attack_is_remembered():
    state = battle(MEN, FOE, group("g", (5, 5), side="gang"), destroyed={"unit": 3})
    first = AttackCounted(rule="MT-HTH-01", side="unit", victim="dalek", half_dice=4).apply(state)
    assert first.game.destroyed == {"unit": 7} and first.game.last_attacker == {"dalek": "unit"}
    assert first.game.grudges == {}
    second = AttackCounted(rule="MT-HTH-01", side="dalek", victim="gang", half_dice=2).apply(first)
    assert second.game.destroyed == {"unit": 7, "dalek": 2} and second.game.grudges == {"gang": ("dalek",)}
    again = AttackCounted(rule="MT-HTH-01", side="dalek", victim="gang", half_dice=0).apply(second)
    assert again.game.grudges == {"gang": ("dalek",)}
    third = AttackCounted(rule="MT-HTH-01", side="unit", victim="gang", half_dice=0).apply(again)
    assert third.game.grudges == {"gang": ("dalek", "unit")}
    assert GrudgeEnded(rule="MT-DRAW-03", side="gang").apply(third).game.last_attacker == {"dalek": "unit"}


@pytest.mark.parametrize(
    ("row", "passed", "turn", "step"),
    [
        ((UNIT,), (), 1, "act"),
        ((EVENT,), (), 1, "finish_card"),
        ((UNIT,), (UNIT,), 1, "lay_batch"),
        ((UNIT, EVENT), (UNIT,), 1, "finish_card"),
    ],
)
def test_the_next_step(row, passed, turn, step):
    assert next_step(battle(MEN, FOE, row=row, passed=passed, turn=turn)).name == step


def test_before_the_first_batch_nobody_has_won():
    state = battle(MEN, off(FOE, LOST), turn=0, tally={"prepared": 2}).with_game(row=())
    assert next_step(state).name == "lay_batch"
    assert next_step(state.with_game(turn=1)).winners == ("unit",)


@pytest.mark.rule("MT-ACT-04", "MT-GAP-84")
@pytest.mark.parametrize(
    ("passed", "spent", "shown"),
    [
        ((), 1, [("now", 3, 1), ("open", 0, 0), ("open", 2, 0)]),
        (("unit triple",), 0, [("done", 0, 0), ("now", 0, 0), ("open", 2, 0)]),
        (("unit triple", EVENT), 2, [("done", 0, 0), ("done", 0, 0), ("now", 2, 2)]),
        (("unit triple", EVENT, "dalek double"), 0, [("done", 0, 0)] * 3),
    ],
)
def test_the_batch_as_it_lies_open(passed, spent, shown):
    row = ("unit triple", EVENT, "dalek double")
    facts = game_facts(battle(MEN, FOE, row=row, passed=passed, tally={SPENT: spent}))
    assert [(card.state, card.pips, card.spent) for card in facts.cards] == shown
    faces = [(card.face, card.side, card.note) for card in facts.cards]
    notes = ["event" if card == EVENT else "spent" * (card in passed) for card in row]
    assert faces == [
        ("Triple", "unit", notes[0]),
        ("Special Event", "", notes[1]),
        ("Double", "dalek", notes[2]),
    ]
    rules = [card.rule for card in facts.cards]
    assert rules == ["MT-ACT-03", "MT-GAP-04", "MT-ACT-02"], "each card says what it gives"


@pytest.mark.rule("MT-GAP-05", "MT-ACT-04")
@pytest.mark.parametrize("passed", [(), ("dalek double",), ("dalek double", "unit single")])
def test_of_a_blank_card_no_action_is_said_to_be_taken(passed):
    """Nobody can act with the card of a faction that has no figures left."""
    state = battle(MEN, off(FOE, LOST), row=("dalek double", "unit single"), passed=passed)
    blank = game_facts(state).cards[0]
    assert (blank.face, blank.pips, blank.spent, blank.note) == ("Double", 0, 0, "nobody left")


@pytest.mark.rule("MT-GAP-84", "MT-GAP-71")
@pytest.mark.parametrize(
    ("end", "passes", "now", "most"),
    [
        ("first_victory_or_three_passes", 0, 1, 3),
        ("first_victory_or_three_passes", 1, 2, 3),
        ("first_victory_or_three_passes", 3, 3, 3),
        ("last_faction_standing", 3, 4, 10),
        ("last_faction_standing", 10, 10, 10),
    ],
)
def test_which_pass_of_the_deck_it_is(end, passes, now, most):
    second = game_facts(battle(MEN, FOE, tally={PASSES: passes}, options={"game_end": end})).second
    assert (second.now, second.most) == (now, most)


@pytest.mark.rule("MT-GAP-84")
def test_what_the_bar_shows():
    deck = Deck((UNIT,) * 7, out=(UNIT,) * 9)
    own = {"destroyed": {"unit": 7}, "deck": deck, "row": (UNIT, DALEK, UNIT)}
    facts = game_facts(battle(MEN, FOE, **own, passed=(UNIT,), turn=0))
    assert (facts.turn, facts.turns, facts.active, facts.actions_left) == (1, 0, "dalek", 1)
    assert [(count.name, count.now, count.pile) for count in facts.counts] == [
        ("pile", 7, True),
        ("discards", 7, True),
    ]
    assert facts.scores == {"unit": 3.5, "dalek": 0.0}
    assert str(facts.points["unit"][0].value) == "3.5"
    later = game_facts(battle(MEN, FOE, row=(UNIT,), passed=(UNIT,), turn=4))
    assert (later.turn, later.active) == (4, "")


@pytest.mark.rule("MT-DECK-04")
@pytest.mark.parametrize(
    ("cards", "options", "words"),
    [
        ({}, {}, ""),
        ({"single": 9}, {}, ""),
        ({"single": 10}, {}, "x has 10 cards Single, a suit has 9"),
        ({"double": 4}, {}, "x has 4 cards Double, a suit has 3"),
        ({"triple": 2}, {}, "x has 2 cards Triple, a suit has 1"),
        ({"single": 10}, {"deck_profile": "full_suit"}, ""),
    ],
)
def test_a_suit_has_nine_pips_three_courts_and_an_ace(cards, options, words):
    armies = {"x": army(**cards), "y": army()}
    if words:
        with pytest.raises(ScenarioError, match=words):
            playing_cards(armies, resolve_parameters(options))
        return
    faces, pack = playing_cards(armies, resolve_parameters(options))
    assert pack.count("joker") == 2 and len(pack) == len(faces) + 1
    singles = {card for card, face in faces.items() if face == Face("Single", "x")}
    number = 9 if options or cards else 5
    assert singles == {f"{pips} of spades" for pips in range(2, 2 + number)}


@pytest.mark.rule("MT-DECK-04")
@pytest.mark.parametrize(("number", "jokers"), [(1, 1), (3, 3), (4, 4)])
def test_a_joker_for_each_faction(number, jokers):
    _, pack = playing_cards({f"s{n}": army() for n in range(number)}, resolve_parameters({}))
    assert pack.count("joker") == jokers


@pytest.mark.rule("MT-GAP-84")
def test_the_window_asks_the_ruleset_for_the_same_facts():
    state = battle(MEN, FOE, spugs("s", (50, 40)), mites("m", (50, 44)))
    assert RULESET.facts(state) == game_facts(state)


def test_a_batch_has_four_cards_unless_there_are_more_factions():
    usual = Game(parameters=resolve_parameters({}), factions={}, seats=(), faces={}, deck=Deck(()))
    assert usual.batch_size == 4
