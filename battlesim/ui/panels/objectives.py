"""The objectives of a battle, as a strip above the table and as a card that explains the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from battlesim.engine.ruleset import GameFacts, PreviewRow
from battlesim.render.text_layout import fitted_text, text_width
from battlesim.report.battle_bar import elided_text, side_badge
from battlesim.table.phrases import capitalized, phrase
from battlesim.table.state import Side
from battlesim.ui.panels import top_bar
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.controls import draw_key_chip, draw_line_with_rule_id
from battlesim.ui.toolkit.layout import Rect, WindowLayout
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

ALL_OBJECTIVES: Final = "*"
"""Used in place of a side: everything that the battle is about."""
CARD_WIDTH_PX: Final = 470.0
PADDING_PX, HEADER_HEIGHT_PX, ROW_HEIGHT_PX, RULE_COLUMN_PX = 16.0, 44.0, 20.0, 88.0
"""Pixels from the sides to the text, of the heading, from row to row, of the column of rules."""
VALUE_GAP_PX: Final = 8.0
"""The smallest gap in pixels between a row's label and its value in the same line."""
SIDE_NAME_HEIGHT_PX: Final = 32.0
"""Height of a side's name on the card of everything."""
TOP_BAR_GAP_PX: Final = 6.0
"""Pixels from the top bar to the card, and from the bar's ends to it."""
STRIP_HEIGHT_PX, SIDE_SIGN_WIDTH_PX = 32.0, 22.0
"""Pixels: height of the strip, and from a side's sign to its text."""
TURN_TICK_STEP_PX, MAX_TURN_TICKS = 11.0, 20
"""Pixels from tick to tick in the strip, and the largest number of turns that has ticks."""


class ScoreBlock(NamedTuple):
    """The part of the score card that belongs to a side: its score and the rows that add up to the score."""

    side: Side
    rows: Sequence[PreviewRow]
    score: str


def blocks(model: WindowModel, of: str) -> list[ScoreBlock]:
    """Return the sides on a card: one, or all whose scores have rows."""
    facts, sides = model.facts, sorted(model.state.table.sides, key=lambda side: side.number)
    return [
        ScoreBlock(side, facts.points[side.key], f"{facts.scores.get(side.key, 0):g} if it ended now")
        for side in sides
        if of in (ALL_OBJECTIVES, side.key) and facts.points.get(side.key)
    ]


def end_conditions(model: WindowModel) -> list[PreviewRow]:
    """Return the conditions that decide the battle, starting with those of the user's side."""
    return sorted(model.facts.ends, key=lambda row: not row.side or row.side != model.own_side)


def has_objectives(facts: GameFacts) -> bool:
    """Return whether a ruleset says what a battle is about."""
    return bool(facts.ends or any(facts.points.values()))


def explained_side(model: WindowModel) -> str:
    """Return the side whose score is explained, "*" for everything, "" for nothing.

    The hovered score comes before the one that the user opened.
    """
    of = model.pointer.hovered_score or model.display.score_of
    return of if (of == ALL_OBJECTIVES and has_objectives(model.facts)) or blocks(model, of) else ""


def turns_left(facts: GameFacts) -> str:
    """Return how much of the battle is left, as a text; "" if it has no fixed length and goes on."""
    left, word = facts.turns - facts.turn, facts.turn_word.lower()
    if facts.ends_now:
        left = 0
    elif not facts.turns:
        return ""
    return f"{left} {facts.turns_word if left > 1 else word} left" if left > 0 else f"the last {word}"


# -- the card --


def card_rect(model: WindowModel, layout: WindowLayout, of: str) -> Rect:
    """Return the rect of the card below the top bar, its right edge below the score's as far as it fits."""
    scores = top_bar.scores(model, layout.top)
    right = next((at.right for at in scores if at.side.key == of), scores[-1].right if scores else 0.0)
    wide = min(CARD_WIDTH_PX, layout.top.width - 2 * TOP_BAR_GAP_PX)
    left = max(
        layout.top.x + TOP_BAR_GAP_PX, min(right + PADDING_PX, layout.top.right - TOP_BAR_GAP_PX) - wide
    )
    under = max(layout.top.bottom, layout.goals.bottom) + TOP_BAR_GAP_PX
    return Rect(left, under, wide, min(_card_height(model, of, wide), layout.right.bottom - under))


def _card_height(model: WindowModel, of: str, width: float) -> float:
    found = blocks(model, of)
    rows = [row for block in found for row in block.rows]
    if of == ALL_OBJECTIVES:
        rows += model.facts.ends
    return (
        HEADER_HEIGHT_PX
        + sum(_row_height(row, width) for row in rows)
        + PADDING_PX
        + (SIDE_NAME_HEIGHT_PX * len(found) if of == ALL_OBJECTIVES else 0)
    )


def build(model: WindowModel, of: str, rect: Rect) -> PanelContent:
    """Build the card of one side, or of everything."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    found, y = blocks(model, of), HEADER_HEIGHT_PX
    if of == ALL_OBJECTIVES:
        drawn.icon(PADDING_PX + 8, 23, "flag", 18, "yellow")
        drawn.write(PADDING_PX + 26, 23, "How to win, and what scores", "body", "bright", True)
        drawn.write(rect.width - PADDING_PX, 23, turns_left(model.facts), "small", "dim", anchor="r")
        y = _draw_rows(drawn, end_conditions(model), y, rect)
    for block in found:
        low = y + SIDE_NAME_HEIGHT_PX / 2 if of == ALL_OBJECTIVES else 23
        drawn.add(*side_badge(PADDING_PX + 8, low, 8, block.side.number))
        drawn.write(PADDING_PX + 26, low, block.side.name, "body", "bright", True)
        drawn.write(rect.width - PADDING_PX, low, block.score, "small", "dim", anchor="r")
        y = _draw_rows(drawn, block.rows, y + SIDE_NAME_HEIGHT_PX if of == ALL_OBJECTIVES else y, rect)
    drawn.hairline(PADDING_PX, HEADER_HEIGHT_PX - 7, rect.width - 2 * PADDING_PX)
    return drawn


def _draw_rows(drawn: PanelContent, rows: Sequence[PreviewRow], y: float, rect: Rect) -> float:
    """Draw rows from a height on, as far as they fit. Return the height below them."""
    for row in rows:
        high = _row_height(row, rect.width)
        if y + high <= rect.height:
            _draw_row(drawn, row, y, rect.width)
            if row.rule:
                drawn.add_hotspot(Rect(8, y, rect.width - 16, high), "rules", row.rule, rule=row.rule)
        y += high
    return y


def _row_height(row: PreviewRow, width: float) -> float:
    """Return the height of a row: two lines if its label and its value do not fit side by side."""
    used = text_width(row.label, "small") + VALUE_GAP_PX + text_width(row.value, "small", True)
    return ROW_HEIGHT_PX if used <= _text_room(width) else 2 * ROW_HEIGHT_PX


def _text_room(width: float) -> float:
    """Return the room for the texts of a row, left of the column of rules."""
    return width - 2 * PADDING_PX - RULE_COLUMN_PX


def _draw_row(drawn: PanelContent, row: PreviewRow, y: float, width: float) -> None:
    """Draw a row: what scores, how much of it there is and what it is worth, the rule."""
    room, middle = _text_room(width), y + ROW_HEIGHT_PX / 2
    label, value = elided_text(row.label, room, "small"), fitted_text(row.value, room, "small", True)
    draw_line_with_rule_id(drawn, PADDING_PX, width - PADDING_PX, middle, label, row.rule)
    last = middle + _row_height(row, width) - ROW_HEIGHT_PX
    drawn.write(PADDING_PX + room, last, value, "small", "bright", True, "r")


# -- the strip --

MORE_TEXT_WIDTH_PX: Final = 80.0
"""Pixels kept free for the number of goals that do not fit."""


def height(facts: GameFacts) -> float:
    """Return the height of the strip, 0 if a ruleset does not say what a battle is about."""
    return STRIP_HEIGHT_PX if has_objectives(facts) else 0.0


def strip(model: WindowModel, rect: Rect) -> PanelContent:
    """Build the strip: how the battle is won, what is closest to scoring, and how long it lasts."""
    drawn, y = PanelContent([panel_background(rect.width, rect.height)]), rect.height / 2
    lit = ALL_OBJECTIVES in (model.pointer.hovered_score, model.display.score_of)
    drawn.icon(20, y, "flag", 16, "sky" if lit else "yellow")
    key = model.bindings.key_label("score")
    draw_key_chip(drawn, rect.width - 10, y, key)
    right = _draw_turns(drawn, model.facts, rect.width - 30 - text_width(key, "caption", True), y)
    x, goals = 38.0, list(_strip_goals(model))
    for number, (sign, row) in enumerate(goals):
        wide, more = _goal_width(sign, row), len(goals) - number
        if x + wide + (MORE_TEXT_WIDTH_PX if more > 1 else 0.0) > right:
            drawn.write(x, y, f"{more} more", "small", "dim")
            break
        if sign:
            drawn.add(*side_badge(x + 7, y, 7, sign))
            drawn.write(x + SIDE_SIGN_WIDTH_PX, y, capitalized(row.label), "small", "dim")
            drawn.write(x + wide, y, row.value, "small", "bright", True, "r")
        else:
            drawn.write(x, y, phrase("{}: {}", row.label, row.value), "small")
        x += wide + 24
    drawn.add_hotspot(Rect(0, 0, rect.width, rect.height), "score", ALL_OBJECTIVES)
    return drawn


def _goal_width(sign: int, row: PreviewRow) -> float:
    """Return the width of a part of the strip."""
    if not sign:
        return text_width(phrase("{}: {}", row.label, row.value), "small")
    label = text_width(capitalized(row.label), "small")
    return SIDE_SIGN_WIDTH_PX + label + 8 + text_width(row.value, "small", True)


def _strip_goals(model: WindowModel) -> Iterator[tuple[int, PreviewRow]]:
    """Yield what the strip would show, the most important first, with the number of its side (0 for none).

    What the user's side wins by comes first, and what others win by last.
    """
    ends = end_conditions(model)
    own = [row for row in ends if row.side and row.side == model.own_side] or ends[:1]
    yield from ((0, row) for row in own)
    found = blocks(model, model.history.side) or blocks(model, ALL_OBJECTIVES)
    yield from ((block.side.number, row) for block in found for row in block.rows)
    yield from ((0, row) for row in ends[len(own) :])


def _draw_turns(drawn: PanelContent, facts: GameFacts, right: float, y: float) -> float:
    """Draw a tick for each turn, past, present and to come, and the turns left.

    Return the x where they begin.
    """
    words = turns_left(facts)
    if not words:
        return right
    drawn.write(right, y, words, "small", "text", anchor="r")
    right -= text_width(words, "small") + 12
    if facts.turns > MAX_TURN_TICKS:
        return right
    left = right - TURN_TICK_STEP_PX * facts.turns
    for turn in range(1, facts.turns + 1):
        ink = "yellow" if turn == facts.turn else "faint" if turn < facts.turn else "hover"
        drawn.box(left + TURN_TICK_STEP_PX * (turn - 1), y - 5, 8, 10, ink, 1.0, 2)
    return left - 16
