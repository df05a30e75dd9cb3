"""Rolls and draws: seeded, scripted, by hand, secret; and moments of a way."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.engine.card_draw import DrawCard
from battlesim.engine.chance_decisions import ChanceDecision, RollDice
from battlesim.engine.codec import Codec, encode
from battlesim.engine.decisions import ALL_SIDES, DICE_SIDE, AskAll, ChooseOne
from battlesim.engine.dice import DiceError, ManualDice, ScriptedDice, SeededDice, derived_rng
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment, PathMoment
from battlesim.engine.option import Option
from battlesim.engine.play import Play
from battlesim.engine.standing_orders import StandingOrder, standing_answer
from battlesim.engine.unit_orders import moment_by_orders
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.events import CardDrawn, DiceRolled, Event
from battlesim.table.ids import NO_AUDIENCE
from tests.contract.cases import toy

PACK = ("club", "club", "heart", "spade")
ROLL = RollDice(side=DICE_SIDE, what="dice", prompt="Luck", dice=(6, 6))
DRAW = DrawCard(side=DICE_SIDE, what="card", prompt="A card", cards=PACK)
STOPS = (PathMoment((5.0, 3.0), 2.0, "in the open"), PathMoment((8.0, 3.0), 5.0))
MOMENT = ChooseMoment(side="blue", what="wait", prompt="When?", stops=STOPS, mover="a", about="c")


class Told:
    """A person who tells ones, and the last of the cards."""

    def throw(self, sides, why, each=()):
        return (1,) * len(sides)

    def draw_card(self, cards, why, names=None):
        return cards[-1]


def played(act, answer) -> tuple[ChanceDecision, Event]:
    """What is asked by a script of rules, and the event that the answer brings."""
    play = Play(toy().state, "toy")
    script = act(play)
    asked = next(script)
    with pytest.raises(StopIteration):
        script.send(answer)
    return asked, play.updates[-1]


def test_the_same_seed_draws_the_same_card_and_in_time_every_one() -> None:
    drawn = [SeededDice(seed).draw_card(PACK, "") for seed in range(60)]
    assert drawn == [SeededDice(seed).draw_card(PACK, "") for seed in range(60)]
    assert set(drawn) == set(PACK)
    assert drawn.count("club") > max(drawn.count("heart"), drawn.count("spade"))


def test_what_a_draw_gives_does_not_depend_on_rolls_before_but_on_their_number() -> None:
    rolled, drawn = SeededDice(3), SeededDice(3)
    rolled.throw((6,) * 9, "")
    drawn.draw_card(PACK, "")
    assert [rolled.draw_card(PACK, "") for _ in range(9)] == [drawn.draw_card(PACK, "") for _ in range(9)]


def test_scripted_cards_go_by_name_among_the_dice() -> None:
    script = ScriptedDice([6, "heart", 2])
    assert script.throw((6,), "") == (6,)
    assert DRAW.roll_or_draw(script) == "heart"
    with pytest.raises(DiceError, match="the card 2 is not one of club, heart, spade"):
        DRAW.roll_or_draw(script)


def test_a_card_that_is_not_left_is_refused() -> None:
    state = toy().state
    assert DRAW.check(state, "heart") is None
    assert "no card 'joker' left" in DRAW.check(state, "joker").reason


def test_a_person_tells_what_all_may_see_and_the_seed_what_is_secret() -> None:
    seeded = SeededDice(4)
    hand = ManualDice(Told(), seeded)
    secret = RollDice(side=DICE_SIDE, what="dice", prompt="Where", dice=(100,), secret=True)
    assert (ROLL.roll_or_draw(hand), DRAW.roll_or_draw(hand)) == ((1, 1), "spade")
    assert secret.roll_or_draw(hand) == secret.roll_or_draw(SeededDice(4, 2)) != (1,)
    assert seeded.rolls == 3


@pytest.mark.parametrize(
    ("told", "secret", "to"),
    [({}, False, ""), ({"to": "red"}, True, "red"), ({"secret": True}, True, NO_AUDIENCE)],
)
def test_who_sees_a_roll_decides_whether_a_person_types_it(told, secret, to) -> None:
    asked, rolled = played(lambda play: play.roll_dice((6,), "Luck", rule="R", **told), (3,))
    assert isinstance(rolled, DiceRolled)
    assert (asked.secret, rolled.to, rolled.faces) == (secret, to, (3,))


def test_a_draw_says_what_is_left_in_no_order_but_that_of_names() -> None:
    asked, drawn = played(
        lambda play: play.draw_card(PACK[::-1], "A card", rule="R", names={"heart": "Ace of hearts"}), "heart"
    )
    assert asked.cards == tuple(sorted(PACK))
    assert drawn == CardDrawn(rule="R", why="A card", card="heart", name="Ace of hearts")


def test_letting_it_pass_is_the_default_and_a_stop_goes_by_its_number() -> None:
    state = toy().state
    assert MOMENT.default(state) == LET_PASS
    assert MOMENT.suggest(state, 8, derived_rng("x")) == [LET_PASS, 0, 1]
    assert MOMENT.check(state, 1) is None and "2 is not one of the moments" in MOMENT.check(state, 2).reason


@pytest.mark.parametrize(("answer", "stop"), [(1, STOPS[1]), (LET_PASS, None)])
def test_the_rules_are_given_the_stop(answer, stop) -> None:
    play = Play(toy().state, "toy")
    script = play.choose_moment("wait", "blue", "When?", STOPS, rule="R", mover="a", course=((3, 3), (9, 3)))
    next(script)
    with pytest.raises(StopIteration) as end:
        script.send(answer)
    assert end.value.value == stop


def test_nobody_is_asked_about_no_stops() -> None:
    play = Play(toy().state, "toy")
    with pytest.raises(StopIteration) as end:
        next(play.choose_moment("wait", "blue", "When?", (), rule="R", mover="a", course=()))
    assert end.value.value is None


@pytest.mark.parametrize(("policy", "answer"), [("least", LET_PASS), ("yes", 0), ("nearest", 1)])
def test_standing_orders_choose_moments(policy, answer) -> None:
    assert standing_answer([StandingOrder("blue", "wait", policy)], toy().state, MOMENT) == answer


SURE = replace(
    MOMENT, about="", stops=tuple(PathMoment((k, 3.0), k, "", "c", k / 10) for k in (3.0, 7.0, 7.0))
)


@pytest.mark.parametrize(
    ("policy", "percent", "answer"),
    [("least", 0, LET_PASS), ("likely", 70, 1), ("likely", 80, LET_PASS), ("stands", 0, None)],
)
def test_units_react_at_the_best_moment_that_is_good_enough(policy, percent, answer) -> None:
    state = toy().state
    order = StandingOrder("blue", "react", policy, chance=percent)
    assert moment_by_orders({state.table.piece("c").unit: order}, state, SURE) == answer


def test_a_unit_without_an_order_is_asked_for_its_moment() -> None:
    assert moment_by_orders({}, toy().state, SURE) is None


def test_the_best_moment_is_the_first_of_the_highest_chance() -> None:
    hopeless = replace(SURE, stops=tuple(replace(stop, chance=0.0) for stop in SURE.stops))
    assert (SURE.best, MOMENT.best, hopeless.best) == (1, LET_PASS, LET_PASS)


@pytest.mark.parametrize(
    "asked",
    [
        DRAW,
        MOMENT,
        AskAll(
            side=ALL_SIDES,
            what="bid",
            prompt="Bid",
            rule="R",
            parts={
                "red": ChooseOne(side="red", what="bid", prompt="Bid", options=(Option("1", "one"),)),
                "blue": MOMENT,
            },
        ),
    ],
    ids=lambda asked: type(asked).__name__,
)
def test_they_come_back_from_their_json(asked) -> None:
    assert Codec(load_ruleset("toy")).decode_decision(encode(asked)) == asked
