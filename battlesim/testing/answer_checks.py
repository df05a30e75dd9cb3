"""Checks that a ruleset previews the answers to its decisions, and that the answers make a difference."""

from __future__ import annotations

from collections import Counter

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.codec import encode
from battlesim.engine.decisions import DICE_SIDE, AskAll, ChooseOne
from battlesim.engine.dice import SeededDice, derived_rng
from battlesim.engine.digest import state_digest
from battlesim.engine.ruleset import SupportsPreviews
from battlesim.rulesets.plugins import error_text
from battlesim.testing.case import BattleCase
from battlesim.testing.played_battles import CONTRACT_PLAYERS, PlayedDecision, contract_battle

MAX_PREVIEWS = 3
"""Number of answers to each decision whose preview is computed."""
MIN_ALIKE_CHOICES = 3
"""Number of choices of a kind after which the lack of any difference is an error."""
MAX_ANSWERS_AFTER = 4
"""Number of further decisions for which the courses after two options are compared."""


def previews_can_be_computed(case: BattleCase) -> None:
    """Check that the ruleset can preview answers to every decision from what the deciding side knows."""
    if not isinstance(case.ruleset, SupportsPreviews):
        return
    for number, (_, state, decision) in enumerate(_side_decisions(case)):
        view = case.ruleset.view(state, decision.side)
        for answer in decision.suggest(view, MAX_PREVIEWS, derived_rng("preview", number)):
            try:
                case.ruleset.preview(view, decision, answer)
            except Exception as error:
                raise AssertionError(
                    f"the preview of {answer!r} to {decision!r} failed: {error_text(error)}"
                ) from error


def the_table_changes(case: BattleCase) -> None:
    """Check that playing a battle changes the table: pieces must move, be hit or be removed."""
    battles = [contract_battle(case, player) for player in range(len(CONTRACT_PLAYERS))]
    assert any(battle.state.table != case.state.table for battle in battles), "no piece ever moved or was hit"


def options_make_a_difference(case: BattleCase) -> None:
    """Check that in each kind of choice asked repeatedly, at least two options lead to different play.

    This finds rules that compare the chosen Option, instead of its key, and so treat all options alike.
    """
    alike = Counter[str]()
    told_apart = set[str]()
    for moment in _side_decisions(case):
        choice = moment.decision
        if isinstance(choice, ChooseOne) and len(choice.open_options) > 1 and choice.what not in told_apart:
            options = (choice.open_options[0], choice.open_options[-1])
            if len({_play_after(case, moment, option.key) for option in options}) > 1:
                told_apart.add(choice.what)
            alike[choice.what] += 1
    wrong = [key for key, count in alike.items() if count >= MIN_ALIKE_CHOICES and key not in told_apart]
    assert not wrong, f"{wrong}: every option has the same effect; do the rules look at the option's key?"


def _side_decisions(case: BattleCase) -> list[PlayedDecision]:
    """Return the decisions of single sides that the contract players met, without dice rolls."""
    met = [
        moment
        for player in range(len(CONTRACT_PLAYERS))
        for moment in contract_battle(case, player).decisions
    ]
    return [moment for moment in met if not isinstance(moment.decision, ChanceDecision | AskAll)]


def _play_after(case: BattleCase, moment: PlayedDecision, answer: str) -> tuple[bytes | str, ...]:
    """Return the states and decisions that follow an answer, as text, with default answers from then on."""
    run, dice, course = moment.run_at_decision(case.ruleset), SeededDice(1), list[bytes | str]()
    run.answer(answer)
    for _ in range(MAX_ANSWERS_AFTER):
        course += [state_digest(run.state), encode(run.pending), str(run.outcome)]
        if (decision := run.pending) is None:
            break
        if isinstance(decision, ChanceDecision) and decision.side == DICE_SIDE:
            run.answer(decision.roll_or_draw(dice))
        else:
            run.answer(decision.default(run.state))
    return tuple(course)
