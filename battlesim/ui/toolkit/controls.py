"""Controls shared by several panels: buttons with key labels, selectors, steppers and text fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import text_width
from battlesim.table.phrases import AnyText
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent
from battlesim.ui.toolkit.text_fields import FieldEditor

KEY_MARGIN_PX: Final = 12.0
"""Distance in pixels between a button's edge and its key label."""


def draw_button(
    drawn: PanelContent,
    rect: Rect,
    label: AnyText,
    key: str = "",
    icon: str = "",
    state: p.WidgetState = "normal",
) -> None:
    """Draw a button with its key label on the right."""
    drawn.add(*p.button_items(*rect, label, icon, state))
    ink = "ink" if state == "on" else "dim"
    drawn.write(rect.right - KEY_MARGIN_PX, rect.y + rect.height / 2, key, "caption", ink, True, "r")


def draw_key_chip(drawn: PanelContent, right: float, y: float, name: str, on: bool = False) -> None:
    """Draw a key label on a small plate whose right edge is at `right`; no-op if the label is empty."""
    if not name:
        return
    wide = text_width(name, "caption", True) + 12
    drawn.box(right - wide, y - 9, wide, 18, "ink", 0.06 if on else 0.6, 4)
    drawn.write(right - wide / 2, y, name, "caption", "ink" if on else "text", True, "c")


def draw_key_legend(drawn: PanelContent, at: Rect, acts: Mapping[str, str]) -> None:
    """Draw as many pairs of a key label and its action as fit in one line."""
    x, y = at.x, at.y + at.height / 2
    for words, key in acts.items():
        begins = x + text_width(key, "caption", True) + 12 + 5
        ends = begins + text_width(words, "caption")
        if key and ends <= at.right:
            draw_key_chip(drawn, begins - 5, y, key)
            drawn.write(begins, y, words, "caption", "dim")
            x = ends + 9


def draw_segments(
    drawn: PanelContent,
    rect: Rect,
    names: Sequence[str],
    chosen: int,
    command: str,
    tip: str = "",
    first: int = 0,
) -> None:
    """Draw a selector with its options side by side.

    The values of the options count up from `first`; in `tip`, {} stands for the name of the option.
    """
    drawn.add(*p.segmented_items(*rect, names, chosen))
    step = rect.width / len(names)
    for k, name in enumerate(names):
        place = rect._replace(x=rect.x + k * step, width=step)
        drawn.add_hotspot(place, command, first + k, tip.format(name))


STEPPER_SIGN_WIDTH_PX: Final = 22.0
"""Width in pixels of a stepper's plus and minus signs."""


def draw_stepper(
    drawn: PanelContent,
    rect: Rect,
    words: AnyText,
    command: str,
    which: str,
    name: str,
    typed: str = "",
    typing: FieldEditor | None = None,
) -> None:
    """Draw a number between plus and minus signs, which send `command` with `which` and 1 or -1.

    If `typed` is the name of a command, a click on the number opens it for typing as that field of `typing`.
    """
    y, open_ = rect.y + rect.height / 2, typing is not None and typing.key == which
    drawn.box(*rect, "hover" if open_ else "void", 1.0, 6, field_edge_colour(typing, which))
    middle = rect._replace(x=rect.x + STEPPER_SIGN_WIDTH_PX, width=rect.width - 2 * STEPPER_SIGN_WIDTH_PX)
    if open_ and typing:
        draw_text_entry(drawn, typing, middle, "small")
    else:
        drawn.write(rect.x + rect.width / 2, y, words, "small", "text", anchor="c")
    if typed:
        drawn.add_hotspot(middle, typed, which, f"type the {name}")
    for sign, by, left in (("-", -1, rect.x), ("+", 1, rect.right - STEPPER_SIGN_WIDTH_PX)):
        drawn.write(left + STEPPER_SIGN_WIDTH_PX / 2, y, sign, "body", "sky", True, "c")
        tip = f"{name}: {'more' if by > 0 else 'less'}"
        drawn.add_hotspot(
            Rect(left, rect.y, STEPPER_SIGN_WIDTH_PX, rect.height), command, f"{which} {by}", tip
        )


def field_edge_colour(typing: FieldEditor | None, key: str) -> str:
    """Return the edge colour of a text field that is being edited or invalid, otherwise ""."""
    if typing is None or typing.key != key:
        return ""
    return "vermillion" if typing.error_text else "sky"


def draw_text_entry(drawn: PanelContent, typing: FieldEditor, at: Rect, size: str = "body") -> None:
    """Draw the end of the edited text and the caret, highlighting text that the next letter replaces."""
    text = end_that_fits(typing.text, at.width - 4, size)
    wide = text_width(text, size)
    if typing.marked and text:
        drawn.box(at.x - 2, at.y + 4, wide + 4, at.height - 8, "sky", 0.35, 2)
    drawn.write(at.x, at.y + at.height / 2, text, size, "bright")
    drawn.box(at.x + wide + 1, at.y + 5, 1.5, at.height - 10, "bright", 1.0, 0)


def end_that_fits(text: str, width: float, size: str) -> str:
    """Return the text, shortened at its beginning with an ellipsis if it exceeds the width in pixels."""
    shown = text
    while shown and text_width(("…" if shown != text else "") + shown, size) > width:
        shown = shown[1:]
    return ("…" if shown != text else "") + shown


def draw_line_with_rule_id(
    drawn: PanelContent, left: float, right: float, y: float, words: AnyText, rule: str
) -> None:
    """Draw a line of text with a rule id at its right end."""
    drawn.write(left, y, words, "small", "text")
    drawn.write(right, y, rule, "caption", "dim", anchor="r")


def hidden_rows_text(above: int, below: int, up: str, down: str) -> str:
    """Return a text with the number of hidden rows and the key to scroll, or "" if all are shown."""
    if below:
        return f"{below} more: {down}"
    return f"{above} above: {up}" if above else ""
