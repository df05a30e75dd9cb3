"""Short words for tests of fire: a Shooting action, its dice, their targets and results."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.table.events import DiceRolled
from tests.rules.mobile_infantry.field import ScriptResult, perform


def shoot(state, *firers, answers=None, dice=(), reaction=False, targets=None, until="") -> ScriptResult:
    """A whole Shooting action of these models."""

    def script(game):
        return shooting.run_shooting(game, firers, reaction=reaction, targets=targets)

    return perform(state, script, answers, dice, until)


def guns(decision, state):  # type: ignore[no-untyped-def]
    """Every model fires its Assault Rifles, or the first that it may fire."""
    return tuple("assault_rifle" if "assault_rifle" in item.to else item.to[0] for item in decision.items)


def pool_of(done: ScriptResult) -> DiceRolled:
    """The roll of the attack dice."""
    return next(e for e in done.events_of(DiceRolled) if e.rule == "MI-SHOT-03")


def laid(state, *firers, answers=None, faces=()) -> list[str]:
    """On whom the dice of a shot lie, in order: every die misses, so that only the allocation is seen."""
    seen: list[str] = []
    settle = chain_reactions.resolve_attack

    def spy(game, dice, how, **more):
        seen.extend(die.target for die in dice)
        return settle(game, dice, how, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chain_reactions, "resolve_attack", spy)
        shoot(state, *firers, answers=answers, dice=faces)
    return seen


def hit(state, dice, faces, how="fire", answers=None, point=None) -> ScriptResult:
    """Attack dice that lie on their targets, settled with these faces."""
    return perform(
        state, lambda game: chain_reactions.resolve_attack(game, dice, how, point=point), answers, faces
    )


def loads(state, firer, target, reaction=False) -> set[str]:
    """What one model is offered against a target."""
    if target not in {o.key for o in shooting.target_options(state, (firer,), reaction)[0]}:
        return set()
    ask = shoot(state, firer, answers={"target": [target]}, reaction=reaction, until="weapons")
    return set(ask.first_decision("weapons").items[0].to) - {"hold"}


def fired(state, firer, target, load, *, reaction=False, dice=()):  # type: ignore[no-untyped-def]
    """The faces of the attack dice of one firer."""
    answers = {"target": [target], "weapons": [(load,)]}
    done = perform(
        state, lambda game: shooting.run_shooting(game, (firer,), reaction=reaction), answers, dice
    )
    return done.events_of(DiceRolled)[0].faces
