"""The card over the table: the dice that are being thrown, what they need, what came of them."""

from __future__ import annotations

from typing import Final

from battlesim.render.drawlist import Box, Die, Layer, Text
from battlesim.report.caption import clipped, rim_sign
from battlesim.ui.layout import Rect
from battlesim.ui.log import Line
from battlesim.ui.model import Model
from battlesim.ui.panels.base import Drawn, backed

WIDTH: Final = 316.0
A_ROW: Final = 11
ROWS: Final = 4
SIDE_WORDS: Final = {"kill": ("kill", "kills"), "hit": ("success", "successes"), "miss": ("miss", "misses")}


def height(line: Line) -> float:
    """How tall the card of a line is."""
    return 116.0 + 25 * min(ROWS, -(-len(line.dice) // A_ROW))


def build(model: Model, line: Line, settled: bool, turn: int) -> Drawn:
    """The card; until the dice have settled they show passing faces (`turn` counts them)."""
    tall = height(line)
    drawn = Drawn([backed(WIDTH, tall)])
    drawn.items += rim_sign(22, 24, 8, line.side)
    drawn.items.append(
        Text(Layer.PANEL, 40, 24, clipped(line.text, WIDTH - 56, "body", True), "body", "bright", True)
    )
    ranked = sorted(
        line.dice, key=lambda die: ({"kill": 0, "hit": 1, "plain": 2, "miss": 3}[die[1]], -die[0])
    )
    for k, (face, result) in enumerate(ranked[: A_ROW * ROWS]):
        x, y = 16 + k % A_ROW * 26, 46 + k // A_ROW * 25
        shown = face if settled else (face + turn + k) % 6 + 1
        drawn.items.append(Die(Layer.PANEL, x, y, shown, result if settled else "plain", 20))
    foot = tall - 58
    drawn.items.append(Box(Layer.PANEL, 16, foot - 6, WIDTH - 32, 1, "line", 1.0, 0))
    many = f"{len(line.dice)} {'die' if len(line.dice) == 1 else 'dice'}"
    drawn.items.append(
        Text(
            Layer.PANEL,
            16,
            foot + 12,
            many + (f", needs {line.needs}" if line.needs else ""),
            "small",
            "text",
        )
    )
    rule = line.rules[0] if line.rules else ""
    drawn.items.append(Text(Layer.PANEL, WIDTH - 16, foot + 12, rule, "caption", "dim", anchor="r"))
    words = clipped(_words(line), WIDTH - 32, "body", True) if settled else ""
    drawn.items.append(
        Text(Layer.PANEL, 16, foot + 36, words, "body", "orange" if line.lost else "cream", True)
    )
    return drawn


def _words(line: Line) -> str:
    if line.results:
        return "; ".join(line.results)
    if not line.needs:
        return f"sum {sum(face for face, _ in line.dice)}" if len(line.dice) == 1 else "hits to be saved"
    good = sum(result != "miss" for _, result in line.dice)
    return f"{good or 'none'} of {len(line.dice)} made it"


def place(table: Rect, tall: float, targets: list[tuple[float, float]]) -> tuple[float, float]:
    """Where the card stands: upper right in the view, or upper left when that hides less of what matters."""
    right, left = table.right - WIDTH - 16, table.x + 16
    y = table.y + 16
    spots = {right: Rect(right, y, WIDTH, tall), left: Rect(left, y, WIDTH, tall)}
    hidden = {x: sum(rect.holds(*target) for target in targets) for x, rect in spots.items()}
    return (right if hidden[right] <= hidden[left] else left), y
