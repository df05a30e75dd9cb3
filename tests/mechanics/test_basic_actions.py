"""Walking round everything, shooting at one enemy in sight, and the odds card of opposed dice."""

from __future__ import annotations

import pytest

from battlesim.mechanics import basic_actions
from battlesim.mechanics.alternating_turns import AlternatingTurns
from battlesim.mechanics.contest import OpposedRoll
from battlesim.rulings.movement import Leg
from battlesim.rulings.sight_rules import PLAIN_SIGHT
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import SideKey
from battlesim.table.state import State
from battlesim.testing.script import RefusedError, perform_rules
from battlesim.testing.table import block, make_table, standing_piece, wall, xy


def battle() -> State[AlternatingTurns]:
    """Red piece a; of blue, b stands in sight, c behind a wall, d far off; there are woods, too."""
    return State(
        make_table(
            standing_piece("a", 5, 10, side="red"),
            standing_piece("b", 12, 10, side="blue"),
            standing_piece("c", 5, 20, side="blue"),
            standing_piece("d", 40, 10, side="blue"),
            wall("w", 0, 14, 12, 15, height=5),
            block("woods", 6, 2, 10, 6, kind="woods", traits=("area",)),
        ),
        AlternatingTurns(),
    )


def test_a_walk_passes_woods_and_companions_but_no_wall_and_nobody_else():
    table = battle().table
    motion = basic_actions.walk_motion(table, table.piece("a"), 6.0, companions=["c"])
    assert (motion.blocked, motion.hindering, motion.allowance) == (("w",), ("b", "d"), 6.0)
    assert basic_actions.walk_space(table, table.piece("a")).obstructions((12.0, 10.0))[0].id == "b"


def test_a_walk_is_asked_for_and_carried_out():
    def walk(play):
        leg = yield from basic_actions.walk_round_everything(play, "a", 6.0, rule="R-1")
        assert leg == Leg("a", ((5, 10), (5, 5)))

    result = perform_rules(battle(), walk, {"move": [(Leg("a", ((5, 10), (5, 5))),)]})
    assert xy(result.state, "a") == (5, 5)


def test_a_walk_into_a_wall_is_refused():
    def walk(play):
        yield from basic_actions.walk_round_everything(play, "a", 6.0, rule="R-1")

    with pytest.raises(RefusedError):
        perform_rules(battle(), walk, {"move": [(Leg("a", ((5, 10), (5, 14))),)]})


def test_shots_are_offered_at_those_in_sight_and_range_and_the_others_say_why_not():
    state = battle()
    decision = basic_actions.shot_decision(state, state.table.piece("a"), PLAIN_SIGHT, 14.0, "R-2")
    assert [option.key for option in decision.open_options] == ["hold", "b"]
    shut = {option.key: str(option.shut) for option in decision.options if option.shut}
    assert shut["c"] == "out of sight"
    assert "too far" in shut["d"]
    seen = basic_actions.enemies_in_sight(state, state.table.piece("a"), PLAIN_SIGHT, 14.0)
    assert [piece.id for piece in seen] == ["b"]


@pytest.mark.parametrize(("answer", "target"), [("b", "b"), ("hold", "")])
def test_the_chosen_target_is_returned(answer, target):
    found = []

    def shoot(play):
        chosen = yield from basic_actions.choose_target_in_sight(play, "a", PLAIN_SIGHT, 14.0, rule="R-2")
        found.append(chosen)

    perform_rules(battle(), shoot, {"target": [answer]})
    assert found == [target]


def test_without_a_target_no_decision_is_asked():
    found = []

    def shoot(play):
        chosen = yield from basic_actions.choose_target_in_sight(play, "a", PLAIN_SIGHT, 2.0, rule="R-2")
        found.append(chosen)

    result = perform_rules(battle(), shoot)
    assert (found, result.asked) == ([""], [])
    assert [str(remark.text) for remark in result.remarks] == ["nobody is in sight and range"]


def test_the_card_of_a_duel_shows_both_dice_and_every_outcome():
    table = battle().table
    aim = DieTag(SideKey("red"), "Aim of a", (Modifier(1, "close", "R-3"),))
    roll = OpposedRoll(sides=(10, 6), tags=(aim, DieTag(SideKey("blue"), "Luck of b")), rule="R-4")
    chances = {"no loss": 0.4, "lost": 0.6}
    card = basic_actions.duel_preview(
        "Shoot", table.piece("a"), table.piece("b"), roll, chances, "no loss", "b is lost"
    )
    assert card.about == "a at b"
    assert [(row.label, row.value) for row in card.rows] == [
        ("Aim of a", "D10"),
        ("close", "+1 step"),
        ("Luck of b", "D6"),
    ]
    assert (card.chance, card.bars, card.sights) == (0.6, tuple(chances.items()), (("a", "b"),))
