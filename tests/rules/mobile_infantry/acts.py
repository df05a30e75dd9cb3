"""Short words for tests of both sides: a leg of a Move, one step of the turn, why an answer is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script, optional_script
from battlesim.engine.ruleset import Step
from battlesim.geometry.shapes import Point
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.core.state import Battle, Game
from battlesim.rulesets.mobile_infantry.troopers import support_acts
from battlesim.rulings.movement import Leg
from tests.rules.mobile_infantry.field import ScriptResult, perform


def leg(id: str, *path: Point, enters: str = "", facing: float | None = None) -> Leg:
    """A leg along these points, the first of which is where the piece stands."""
    return Leg(id, path, facing, enters)


def do(
    state: Battle,
    step: str,
    answers: Mapping[str, Any] | None = None,
    dice: Sequence[int] = (),
    until: str = "",
) -> ScriptResult:
    """One step of the turn by name."""
    return perform(state, lambda game: RULESET.script(game, Step(step)), answers, dice, until)


def support_act(key: str) -> Option:
    """A support act by its name, who does it and to whom, whether it is on offer or not."""
    act, by, *to = key.split(":", 2)
    return Option(key, key, (by, *to), by=(by,), act=act, to=tuple(to))


def carry_out(game: Play[Game], key: str) -> Script[None]:
    """Do a support act."""
    chosen = support_act(key)
    yield from optional_script(support_acts.SUPPORT_ACTS[chosen.act].perform(game, chosen))


def refusal(done: ScriptResult, what: str, answer: Any) -> str:
    """Why an answer to the question at which a script stopped would be refused; "" when it would not."""
    asked = done.asked[-1]
    assert asked.what == what, f"{asked.what} was asked, not {what}"
    found = asked.check(done.state, answer)
    return f"{found.rule}: {found.reason}" if found else ""
