"""Transferred actions: a commander gives a unit under it an extra activation."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import change_counter
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..actions.beginning import begin_activation
from ..actions.unit_actions import UnitAction
from ..core.choices import NOBODY_KEY, choose_or_none, unit_options
from ..core.lookups import active_units, unit_rules
from ..core.state import Battle, Game
from .chain import is_under
from .communication import communicate

TRANSFERS, AT_ONCE = "SG-TRN-01", "SG-TRN-02"
LIMIT, LIMITS = "SG-TRN-03", "SG-GAP-37"
MAX_TRANSFERS = 2


def attempts_name(commander: UnitId) -> str:
    """Return the name under which a commander's transfers this turn are counted."""
    return f"transfers {commander}"


def reactivation_name(commander: UnitId, unit: UnitId) -> str:
    """Return the name under which a unit's reactivations by a commander this turn are counted."""
    return f"reactivated {commander} {unit}"


def subordinates(state: Battle, commander: Unit) -> list[Unit]:
    """Return the units under a commander that can act."""
    return [unit for unit in active_units(state, commander.side) if is_under(state, unit, commander)]


def why_no_transfer(state: Battle, commander: Unit, unit: Unit) -> AnyText:
    """Return why a commander cannot transfer an action to a unit, or "" if it can."""
    if state.game.count(reactivation_name(commander.id, unit.id)):
        return "it was re-activated by this commander in this turn"
    now = state.game.activation
    chain = [each.unit for each in now.chain] if now else []
    return "its own activation is in progress" if unit.id in chain else ""


def why_cannot_transfer(state: Battle, unit: Unit) -> AnyText:
    """Return why a commander has no unit to which to transfer an action, or "" if it has one."""
    if state.game.count(attempts_name(unit.id)) >= MAX_TRANSFERS:
        return "it has tried twice in this turn"
    if all(why_no_transfer(state, unit, other) for other in subordinates(state, unit)):
        return "no unit under it can act again"
    return ""


def transfer_decision(state: Battle, commander: Unit) -> ChooseOne:
    """Return the decision that asks to which unit a commander transfers an action."""
    options = unit_options(
        state,
        subordinates(state, commander),
        lambda unit: why_no_transfer(state, commander, unit),
        rule=TRANSFERS,
        act="transfer",
    )
    prompt = phrase("{commander}: which unit acts again?", commander.name)
    return choose_or_none(state, commander, prompt, options, what="transfer", rule=TRANSFERS)


def transfer_action(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which unit a commander reactivates and, if the message succeeds, begin its activation."""
    commander = play.state.table.units[unit]
    key = yield from play.ask(transfer_decision(play.state, commander))
    if key == NOBODY_KEY:
        return
    receiver = play.state.table.units[UnitId(key)]
    change_counter(play, attempts_name(unit), 1, LIMIT)
    if (yield from communicate(play, commander, receiver)):
        change_counter(play, reactivation_name(unit, receiver.id), 1, LIMITS)
        begin_activation(play, receiver.id, AT_ONCE)


def commands_others(state: Battle, unit: Unit) -> bool:
    """Return whether a unit has units under it, without which it has no use for messages (SG-GAP-36)."""
    return not unit_rules(unit).automated and bool(subordinates(state, unit))


TRANSFER_ACTION = UnitAction(
    "Transfer an action", TRANSFERS, why_cannot_transfer, transfer_action, commands_others
)
