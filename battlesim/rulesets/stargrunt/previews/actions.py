"""Previews of actions that need a test or a die: moves, positions, suppression and treatment."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.preview_rows import percent
from battlesim.table.phrases import length_text, phrase
from battlesim.table.units import Unit

from ..actions.move_actions import MOVE_TEST_THREAT, OUT_OF_POSITION
from ..actions.position_actions import GOES, position_threat
from ..actions.reorganise import TREATMENT, treatment_roll, wounded_in_reach
from ..core.lookups import unit_mobility
from ..core.marks import IN_POSITION, PANIC
from ..core.movement import COMBAT_FACTOR, COMBAT_MOVE
from ..core.state import Battle
from ..morale.forced import PANIC_COSTS, SHAKES_PANIC
from ..morale.independent import has_no_levels
from ..morale.suppression import REMOVES
from ..morale.tests import test_roll
from .tests import chance_row, cost_row, test_preview
from .vehicles import repair_preview

ActionPreview = Callable[[Battle, Unit], Preview | None]
"""A function that returns the odds of an action of a unit."""


def _out_of_position(view: Battle, unit: Unit) -> Preview | None:
    """Return the odds of getting out of position to move; None for a unit that need not."""
    if not unit.has_mark(IN_POSITION):
        return None
    roll = test_roll(unit, MOVE_TEST_THREAT, OUT_OF_POSITION)
    cost = cost_row("the action, and no other move in this activation", OUT_OF_POSITION)
    return test_preview("Move", f"{unit.name} out of position", roll, "it may move", cost)


def _combat_move(view: Battle, unit: Unit) -> Preview:
    """Return the distances of a combat move with their chances, after a test to get out of position."""
    mobility, tested = unit_mobility(view, unit.id), _out_of_position(view, unit)
    longest = COMBAT_FACTOR * mobility.die
    rows = (
        PreviewRow(mobility.name.capitalize(), f"D{mobility.die}, twice", COMBAT_MOVE),
        PreviewRow("Longest", length_text(longest), COMBAT_MOVE),
        *(tested.rows if tested else ()),
    )
    faces = range(1, mobility.die + 1)
    bars = tuple((f"{COMBAT_FACTOR * face:g}", 1.0 / mobility.die) for face in faces)
    farther = sum(COMBAT_FACTOR * face > mobility.base for face in faces) / mobility.die
    words = phrase("farther than a normal move of {distance}", length_text(mobility.base))
    note = f"if it gets out of position: {percent(tested.chance or 0.0)}" if tested else ""
    return Preview("Combat move", unit.name, rows, farther, str(words), bars, note)


def _go_in_position(view: Battle, unit: Unit) -> Preview:
    threat = position_threat(view, unit)
    where = PreviewRow("Where it stands", "in the open" if threat else "in cover", GOES)
    cost = cost_row("the action; no second try in this activation", GOES)
    return test_preview(
        "Go in position", unit.name, test_roll(unit, threat, GOES), "in position", where, cost
    )


def _shake_off(view: Battle, unit: Unit) -> Preview:
    cost = cost_row("the action; the marker stays", REMOVES)
    return test_preview("Remove suppression", unit.name, test_roll(unit, 0, REMOVES), "one marker less", cost)


def panic_preview(view: Battle, unit: Unit) -> Preview | None:
    """Return the odds that a unit ends its panic, its only act once activated; None for a calm unit."""
    if not unit.has_mark(PANIC):
        return None
    worst = "the unit leaves the game" if has_no_levels(view, unit) else "one confidence level"
    rows = (
        cost_row("the activation; the panic stays", SHAKES_PANIC),
        PreviewRow("A roll of 1 costs", worst, PANIC_COSTS),
    )
    return test_preview("Panic", unit.name, test_roll(unit, 0, SHAKES_PANIC), "the panic ends", *rows)


def _reorganise(view: Battle, unit: Unit) -> Preview | None:
    """Return the odds of treatment; None if nobody is wounded within reach."""
    many = len(wounded_in_reach(view, unit.id))
    if not many:
        return None
    chances = treatment_roll(view, unit.id).chances()
    names = ("dies", "stabilised", "OK again")
    rows = (
        PreviewRow("Wounded within reach", f"{many}", TREATMENT),
        *(chance_row(name, chances.get(end, 0.0), TREATMENT) for end, name in enumerate(names)),
    )
    bars = tuple((name, chances.get(end, 0.0)) for end, name in enumerate(names))
    return Preview("Reorganise", unit.name, rows, chances.get(2, 0.0), "each is OK again", bars)


ACTION_PREVIEWS: Mapping[str, ActionPreview] = {
    "move": _out_of_position,
    "combat_move": _combat_move,
    "go_in_position": _go_in_position,
    "shake_off": _shake_off,
    "reorganise": _reorganise,
    "repair": lambda view, unit: repair_preview(),
}
"""The odds of actions by their key."""
