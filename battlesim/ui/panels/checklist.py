"""The checklist in the left panel that shows which step of the turn is being carried out, and its dice."""

from __future__ import annotations

from typing import Final

from battlesim.engine.ruleset import TurnStep
from battlesim.render import widgets as p
from battlesim.render.drawlist import CircleOutline, Layer, PanelBox
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import elided_text
from battlesim.ui.session.log_line import LogLine, RolledDie
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent

ROW_HEIGHT_PX, HEADING_HEIGHT_PX = 23.0, 34.0
DIE_SIZE_PX, MAX_DICE = 14.0, 3
DISC_RADIUS_PX: Final = 8.0
OPEN_DOT_SIZE_PX: Final = 6.0


def height(model: WindowModel, room: float) -> float:
    """Return the height of the checklist in pixels, 0 if it is empty or leaves no room."""
    steps = model.facts.steps
    tall = HEADING_HEIGHT_PX + ROW_HEIGHT_PX * len(steps)
    return tall if steps and tall <= room else 0.0


def draw(drawn: PanelContent, model: WindowModel, rect: Rect) -> None:
    """Draw the checklist: a row for each step with its state, its dice or its note."""
    steps = model.facts.steps
    at = next((k for k, step in enumerate(steps, 1) if step.state == "now"), len(steps))
    drawn.items += p.heading_items(
        rect.x, rect.y + 10, rect.width, "Beginning of the turn", f"{at} of {len(steps)}"
    )
    lines = lines_of_turn(model)
    for k, step in enumerate(steps):
        row = Rect(
            rect.x - 6, rect.y + HEADING_HEIGHT_PX - 6 + k * ROW_HEIGHT_PX, rect.width + 12, ROW_HEIGHT_PX
        )
        own = [(number, line) for number, line in lines if line.step == step.key]
        rolled = [line for _, line in own if model.playback.has_settled(line.roll_event_number)]
        _draw_row(drawn, step, k, row, own[-1][0] if own else -1, [die for one in rolled for die in one.dice])


def lines_of_turn(model: WindowModel) -> list[tuple[int, LogLine]]:
    """Return the numbered log lines of the turn that is shown, up to the current one."""
    lines, found = model.history.lines, list[tuple[int, LogLine]]()
    for number in range(max(0, model.line), -1, -1):
        if lines[number].kind == "turn":
            break
        found.insert(0, (number, lines[number]))
    return found


def _draw_row(
    drawn: PanelContent, step: TurnStep, number: int, row: Rect, line: int, rolled: list[RolledDie]
) -> None:
    """Draw a step with its last dice or its note; a click goes to its last log line, unless that is -1."""
    middle, x = row.y + row.height / 2, row.x + 6 + DISC_RADIUS_PX
    on, ink = (
        step.state == "now",
        {"now": "bright", "done": "text", "open": "text", "later": "dim"}[step.state],
    )
    if on:
        drawn.box(row.x, row.y, row.width, row.height, "hover", 1.0, 5)
        drawn.box(row.x, row.y + 2, 3, row.height - 4, "sky", 1.0, 2)
    _draw_disc(drawn, step, number, x, middle)
    right = row.right - 6
    dice = rolled[-MAX_DICE:]
    if dice:
        shown = [(die.face, die.result, die.sides) for die in dice]
        items, wide = p.dice_items(right - len(dice) * (DIE_SIZE_PX + 5) + 5, middle - 7, shown, DIE_SIZE_PX)
        drawn.items += items
        right -= wide
    elif step.note:
        drawn.write(right, middle, step.note, "caption", "dim", anchor="r")
        right -= text_width(step.note, "caption") + 6
    left = x + DISC_RADIUS_PX + 8
    drawn.write(left, middle, elided_text(step.label, right - left, "small", on), "small", ink, on)
    drawn.add_hotspot(row, "line" if line >= 0 else "", line, rule=step.rule)


def _draw_disc(drawn: PanelContent, step: TurnStep, number: int, x: float, y: float) -> None:
    """Draw the sign of a step: a tick if over, a dot if open, else its number, filled while it runs."""
    if step.state == "done":
        drawn.icon(x, y, "ready", 15, "mint")
        return
    if step.state == "open":
        drawn.add(CircleOutline(Layer.PANEL, x, y, DISC_RADIUS_PX - 1, "sky", 1.2, 0.0))
        dot = OPEN_DOT_SIZE_PX
        drawn.add(PanelBox(Layer.PANEL, x - dot / 2, y - dot / 2, dot, dot, "sky", 1.0, dot / 2))
        return
    if step.state == "now":
        size = 2 * DISC_RADIUS_PX
        drawn.add(PanelBox(Layer.PANEL, x - size / 2, y - size / 2, size, size, "sky", 1.0, DISC_RADIUS_PX))
    else:
        drawn.add(CircleOutline(Layer.PANEL, x, y, DISC_RADIUS_PX - 1, "dim", 1.2, 0.0))
    drawn.write(x, y, str(number + 1), "caption", "ink" if step.state == "now" else "dim", True, "c")
