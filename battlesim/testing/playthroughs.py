"""Battles played by one player for all sides, optionally beside a copy reloaded after every answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.codec import Codec, encode
from battlesim.engine.decisions import DICE_SIDE, AskAll, Decision
from battlesim.engine.dice import SeededDice
from battlesim.engine.digest import first_difference, state_digest
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.run import Run, start_run
from battlesim.players.base import Player, PlayerContext, rng_seed_for
from battlesim.players.random_player import RandomPlayer
from battlesim.rulesets import registry
from battlesim.table.state import AnyState

PlayWatcher = Callable[[Run, Decision[Any]], None]
"""A function that is called with the run and the decision before each answer."""


def play_through(
    ruleset: AnyRuleset,
    state: AnyState,
    player: Player,
    *,
    seed: int = 1,
    answers: int = 150,
    watch: PlayWatcher = lambda run, decision: None,
) -> Run:
    """Play a battle with one player for all sides, and return the run.

    Play stops at the end of the battle or after `answers` answers. `watch` is called before each answer.
    Raises AssertionError if the player gives an illegal answer, unless a hidden fact makes it illegal.
    """
    run, dice = start_run(ruleset, state), SeededDice(seed)
    for number in range(answers):
        if (decision := run.pending) is None:
            break
        watch(run, decision)
        refusal = run.answer(answer_for(run, decision, player, dice, seed, number))
        assert refusal is None or refusal.reveals, f"{decision!r}: {refusal}"
    return run


def answer_for(
    run: Run, decision: Decision[Any], player: Player, dice: SeededDice, seed: int, number: int
) -> Any:
    """Return the answer of the dice or the player to a decision; `number` counts the earlier answers."""
    if isinstance(decision, ChanceDecision) and decision.side == DICE_SIDE:
        return decision.roll_or_draw(dice)
    if isinstance(decision, AskAll):
        return {
            side: _player_answer(run, part, player, seed, number) for side, part in decision.parts.items()
        }
    return _player_answer(run, decision, player, seed, number)


def _player_answer(run: Run, decision: Decision[Any], player: Player, seed: int, number: int) -> Any:
    view = run.ruleset.view(run.state, decision.side)
    context = PlayerContext(run.ruleset, decision.side, rng_seed_for(seed, decision.side, number), number)
    return player.answer(view, decision, context).answer


def random_play_digest(key: str, state: bytes, answers: int) -> str:
    """Return a digest of the state that random players reach from `state` (JSON) in `answers` answers."""
    ruleset = registry.load_ruleset(key)
    return state_digest(
        play_through(ruleset, Codec(ruleset).decode_state(state), RandomPlayer(), answers=answers).state
    )


def check_reloaded_twin(
    ruleset: AnyRuleset, state: AnyState, player: Player, *, seed: int, answers: int
) -> int:
    """Play a battle beside a copy that is reloaded after every answer. Return the number of answers.

    Raises AssertionError, with the first difference, if the two battles differ.
    """
    codec, dice = Codec(ruleset), SeededDice(seed)
    run, twin = start_run(ruleset, state), start_run(ruleset, codec.decode_state(encode(state)))
    for number in range(answers):
        twin = Run(ruleset, codec.decode_position(encode(twin.position)))
        _same(run, twin, number)
        if (decision := run.pending) is None:
            return number
        answer = answer_for(run, decision, player, dice, seed, number)
        refusal, twin_refusal = run.answer(answer), twin.answer(answer)
        assert refusal == twin_refusal, f"answer {number}: {refusal} and {twin_refusal}"
    return answers


def _same(run: Run, twin: Run, number: int) -> None:
    words = first_difference(run.state, twin.state)
    assert words is None, f"after answer {number}: {words} (played on, reloaded)"
    assert state_digest(run.state) == state_digest(twin.state), f"after answer {number}: the digests differ"
    words = first_difference(run.pending, twin.pending)
    assert words is None, f"after answer {number}, pending: {words}"
    assert first_difference(run.outcome, twin.outcome) is None
