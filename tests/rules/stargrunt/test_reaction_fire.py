"""Reaction fire: a unit fires at an enemy between its two moves, by option."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.actions.reaction_fire import reaction_decision, why_no_reaction
from battlesim.rulesets.stargrunt.core.events import WeaponsFired
from battlesim.rulesets.stargrunt.core.marks import DETACHED, PANIC, SUPPRESSED

from .field import ENEMY, A, battle, foes, play, row, squad, unit
from .hidden_field import counter

STAY = ()


def mover(value="on", acted=()):
    """A squad `a` that moves in sight of a squad `b`, and one that acts later."""
    state = battle(
        squad("a", *row(-3, 0, 3)),
        foes("b", *row(-3, 6, 3)),
        squad("later", (-20, -20)),
        options={"reaction_fire": value},
        activated="a",
    )
    return state.with_game(acted=acted)


def asked(done):
    return [decision.what for decision in done.asked]


@pytest.mark.rule("SG-GAP-31")
@pytest.mark.option("reaction_fire", "off")
@pytest.mark.option("reaction_fire", "on")
@pytest.mark.parametrize(("value", "second"), [("off", ["action", "move"]), ("on", ["action", "react"])])
def test_an_enemy_is_asked_between_the_two_moves_of_a_unit(value, second):
    done = play(mover(value), ["move", STAY, "move", *([STAY] if value == "off" else ["hold"])])
    assert asked(done)[:4] == ["action", "move", *second]


@pytest.mark.rule("SG-GAP-31")
def test_the_fire_is_the_whole_activation_of_the_unit():
    done = play(mover(), ["move", STAY, "move", "b"], [4, 1, 1])
    assert len(done.events_of(WeaponsFired)) == 1
    assert {"b1", "b2", "b3"} <= set(done.state.game.acted)


@pytest.mark.rule("SG-GAP-31")
def test_a_unit_that_is_suppressed_by_the_fire_loses_its_second_move():
    done = play(mover(), ["move", STAY, "move", "b"], [1, 2, 1, 8])
    assert unit(done, "a").has_mark(SUPPRESSED) and asked(done).count("move") == 1
    assert done.state.game.activation is None


@pytest.mark.rule("SG-GAP-31")
@pytest.mark.parametrize("first", ["other action", "already activated"])
def test_nobody_reacts_to_one_move_or_after_its_activation(first):
    state = mover(acted=("b1", "b2", "b3") if first == "already activated" else ())
    begin = ["move", STAY] if first == "already activated" else ["go_in_position"]
    dice = [] if first == "already activated" else [1]
    assert "react" not in asked(play(state, [*begin, "move", STAY], dice))


@pytest.mark.rule("SG-GAP-31")
def test_nobody_reacts_to_an_inverted_counter():
    state = battle(
        counter(1, 0, 0, side="own"),
        foes("b", *row(-3, 20, 3)),
        squad("later", (-20, -20)),
        options={"reaction_fire": "on"},
        activated="under-1",
    )
    assert "react" not in asked(play(state, ["move", STAY, "move", STAY]))


@pytest.mark.rule("SG-GAP-31")
@pytest.mark.parametrize(
    ("points", "marks", "reason"),
    [
        (row(-3, 6, 3), {}, ""),
        (row(-3, 6, 3), {SUPPRESSED: 1}, "the unit is suppressed"),
        (row(-3, 6, 3), {PANIC: 1}, "the unit is in panic"),
        (row(-7, 6, 3, 7.0), {}, "from the nearest of its group"),
        (row(-3, 60, 3), {}, "the range die would be"),
    ],
)
def test_who_may_react(points, marks, reason):
    state = battle(
        squad("a", *row(-3, 0, 3)), foes("b", *points, marks=marks), options={"reaction_fire": "on"}
    )
    why = str(why_no_reaction(state, unit(state, "b"), A))
    assert reason in why and bool(why) is bool(reason)


@pytest.mark.rule("SG-GAP-31")
def test_a_detached_element_does_not_react_and_an_order_to_fire_takes_who_can():
    more = (foes("c", *row(-3, 8, 3)), foes("d", (3, 9), marks={DETACHED: 1}))
    state = battle(squad("a", *row(-3, 0, 3)), foes("b", *row(-3, 6, 3), marks={SUPPRESSED: 1}), *more)
    decision = reaction_decision(state, ENEMY, unit(state, "a"))
    assert [option.key for option in decision.options] == ["c", "b", "hold"]
    assert decision.fires == "c"
