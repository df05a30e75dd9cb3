"""Previews of orders: extra actions, rallies, and the result of regrouping."""

from __future__ import annotations

from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.chance import capped_chance
from battlesim.mechanics.preview_rows import percent
from battlesim.table.units import Unit

from ..command.communication import NEIGHBOURS, communication_chance, communication_roll, needs_no_roll
from ..command.rally import RAISES, rally_roll
from ..command.regroup import AVERAGE, LEADERSHIP, QUALITY, joined_confidence, joined_unit
from ..command.transfer import LIMIT, MAX_TRANSFERS, attempts_name
from ..core.lookups import confidence, unit_rules
from ..core.marks import CONFIDENCE_NAMES
from ..core.state import Battle
from .tests import cost_row, roll_rows


def _communication_rows(view: Battle, sender: Unit, receiver: Unit) -> tuple[PreviewRow, ...]:
    if needs_no_roll(view, sender, receiver):
        return (PreviewRow("Communication", "neighbours need no roll", NEIGHBOURS),)
    return roll_rows(communication_roll(sender, receiver))


def transfer_preview(view: Battle, commander: Unit, unit: Unit) -> Preview:
    """Return the odds that a commander succeeds in giving a unit an extra activation."""
    chance, tried = communication_chance(view, commander, unit), view.game.count(attempts_name(commander.id))
    rows = (
        *_communication_rows(view, commander, unit),
        PreviewRow("Transfers in this turn", f"{tried} of {MAX_TRANSFERS} tried", LIMIT),
        cost_row("the action, and one of the transfers", LIMIT),
    )
    bars = (("not heard", 1.0 - chance), ("acts again", chance))
    return Preview(
        "Transfer an action",
        f"{commander.name} to {unit.name}",
        rows,
        chance,
        f"{unit.name} acts again",
        bars,
    )


def rally_preview(view: Battle, commander: Unit, unit: Unit) -> Preview:
    """Return the odds of a rally: of the message, then of the rally roll."""
    heard, roll = communication_chance(view, commander, unit), rally_roll(view, commander, unit)
    rallied = roll.chances().get(1, 0.0)
    chance = capped_chance(heard * rallied)
    level = CONFIDENCE_NAMES[confidence(unit) + 1].lower()
    rows = (
        *_communication_rows(view, commander, unit),
        PreviewRow("Heard", percent(heard)),
        *roll_rows(roll),
        PreviewRow("Rallied, once heard", percent(rallied), RAISES),
        cost_row("the action"),
    )
    bars = (("not heard", 1.0 - heard), ("in vain", heard - chance), ("rallied", chance))
    return Preview(
        "Rally", f"{commander.name} and {unit.name}", rows, chance, f"{unit.name} is {level}", bars
    )


def regroup_preview(view: Battle, unit: Unit, other: Unit) -> Preview:
    """Return a preview of the unit that results when another joins it; no dice are rolled."""
    rules = unit_rules(joined_unit(view, unit, other))
    level = joined_confidence(view, unit, other)
    rows = (
        PreviewRow("Leadership", f"{rules.leadership}", LEADERSHIP),
        PreviewRow("Quality", rules.quality, QUALITY),
        PreviewRow("Confidence", CONFIDENCE_NAMES[level].lower(), AVERAGE),
    )
    return Preview("Regroup", f"{unit.name} with {other.name}", rows)
