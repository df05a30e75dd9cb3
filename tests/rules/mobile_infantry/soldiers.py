"""Short words for tests of the MI side: open activations, legs, Actions, Reactions, and what was on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlesim.engine.decisions import ChooseOne, ChooseSome
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.mechanics.activation import Activation
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.battle import turn_sequence
from battlesim.rulesets.mobile_infantry.core.state import MI, Battle
from battlesim.rulesets.mobile_infantry.reactions import reactions
from tests.rules.mobile_infantry.acts import do
from tests.rules.mobile_infantry.field import ScriptResult, perform


def led(
    leader: str,
    *others: str,
    actions: int = 2,
    unit: str = "A",
    measured: float = 6.0,
    kind: str = "infantry",
    done: tuple[str, ...] = (),
) -> Activation:
    """An open activation: the leader ("" for none yet) and the other members."""
    members = (leader, *others) if leader else others
    return Activation(kind, MI, unit, unit, members, leader, actions, done, measured)


def act(
    state: Battle, answers: Mapping[str, Any] | None = None, dice: Sequence[int] = (), until: str = ""
) -> ScriptResult:
    """One Action of the unit that is activated."""
    return do(state, "action", answers, dice, until)


def steps(
    state: Battle,
    count: int,
    answers: Mapping[str, Any] | None = None,
    dice: Sequence[int] = (),
    until: str = "",
) -> ScriptResult:
    """So many steps of the turn, whatever comes next."""
    return perform(state, lambda game: _steps(game, count), answers, dice, until)


def _steps(game: Play[Any], count: int) -> Script[None]:
    for _ in range(count):
        step = turn_sequence.next_step(game.state)
        assert isinstance(step, Step), "the battle is over"
        yield from RULESET.script(game, step)


def trigger(
    state: Battle,
    *took_part: str,
    answers: Mapping[str, Any] | None = None,
    dice: Sequence[int] = (),
    until: str = "",
) -> ScriptResult:
    """The window of Reactions after an Action in which these took part."""
    return perform(
        state, lambda game: reactions.offer_reactions(game, took_part, "move"), answers, dice, until
    )


def offered(done: ScriptResult, what: str) -> set[str]:
    """The keys that the last question with this name had on offer; none when it was not put."""
    found = [d for d in done.asked if d.what == what]
    if not found:
        return set()
    assert isinstance(found[-1], ChooseOne | ChooseSome)
    return {option.key for option in found[-1].open_options}
