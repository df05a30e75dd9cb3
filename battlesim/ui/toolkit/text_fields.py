"""Text fields, with the editing of a field by keyboard, and the parsing and formatting of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import pygame

from battlesim.engine.value_decoding import did_you_mean
from battlesim.render.text_layout import LengthUnit, unit_in_use
from battlesim.ui.settings.length_units import CM_PER_IN

FieldForm = Literal["length", "degrees", "number", "text", "choice", "flag"]
ARROW_LENGTH_STEP = 0.25
"""Step of the arrow keys for a length, in the displayed unit."""
ARROW_STEP_DEG = 15.0
SHORTCUT_MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
MAX_FIELD_LETTERS = 400


class InputField(NamedTuple):
    """A text field, with its key, label, kind of value, current text and options.

    If `empty` is True, the field may be left empty to use the default for the kind of piece or terrain.
    """

    key: str
    label: str
    form: FieldForm
    current_text: str
    options: tuple[str, ...] = ()
    empty: bool = False


class BadEntryError(ValueError):
    """The error raised if typed text is not a valid value. Its message gives the reason."""


class FieldEditor:
    """An editor for a single text field. The old text is selected first, so that typing replaces it.

    `apply_text` is called with the typed text. `order` returns all fields in the order of the Tab key.
    """

    def __init__(
        self, order: Callable[[], list[InputField]], apply_text: Callable[[InputField, str], None]
    ) -> None:
        self.order, self.apply_text = order, apply_text
        self.field: InputField | None = None
        self.text, self.error_text = "", ""
        self.marked = False

    @property
    def key(self) -> str:
        """The key of the field being edited, or "" if there is none."""
        return self.field.key if self.field else ""

    def stamp(self) -> tuple[object, ...]:
        """Return the values on which the panels depend, to detect changes."""
        return self.key, self.text, self.error_text, self.marked

    def open(self, key: str) -> None:
        """Start editing the field with the given key."""
        self.close()
        self.field = next((field for field in self.order() if field.key == key), None)
        if self.field:
            self.text, self.error_text, self.marked = self.field.current_text, "", True

    def close(self) -> bool:
        """Apply the typed text and leave the field. Return False if the text is invalid."""
        field, self.field = self.field, None
        if field is None or (self.text == field.current_text and not self.error_text):
            return True
        try:
            self.apply_text(field, self.text)
        except BadEntryError as error:
            self.field, self.error_text = field, f"{field.label}: {error}"
            return False
        self.error_text = ""
        return True

    def cancel(self) -> None:
        """Leave the field without applying the text."""
        self.field, self.error_text = None, ""

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event; a mouse click applies the text. Return True if the event belongs to the field."""
        if self.field is None:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN:
            if not self.close():
                self.cancel()
            return False
        if event.type == pygame.TEXTINPUT:
            self.text = ("" if self.marked else self.text) + event.text
            self.text, self.marked = self.text[:MAX_FIELD_LETTERS], False
            return True
        return event.type == pygame.KEYDOWN and self._handle_key(event)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.close()
        elif event.key == pygame.K_ESCAPE:
            self.cancel()
        elif event.key == pygame.K_TAB:
            self._edit_neighbour(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key == pygame.K_BACKSPACE:
            self.text, self.marked = "" if self.marked else self.text[:-1], False
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._step_value(1 if event.key == pygame.K_UP else -1)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.marked = False
        else:
            return not event.mod & SHORTCUT_MODIFIERS
        return True

    def _edit_neighbour(self, by: int) -> None:
        """Move to the next field, or to the previous one if `by` is -1."""
        before = self.key
        if self.close():
            keys = [field.key for field in self.order()]
            at = keys.index(before) if before in keys else -by
            self.open(keys[(at + by) % len(keys)])

    def _step_value(self, by: int) -> None:
        """Increase or decrease a number by one step, or select a neighbouring option."""
        field = self.field
        if field is None or field.form == "text":
            return
        if field.options:
            self.text = neighbouring_option(field, self.text, -by)
        else:
            step = {"degrees": ARROW_STEP_DEG, "number": 1.0}.get(field.form, ARROW_LENGTH_STEP)
            try:
                self.text = f"{round(float(self.text or 0) + by * step, 3):g}"
            except ValueError:
                return
        self.marked = True


def neighbouring_option(field: InputField, text: str, by: int) -> str:
    """Return the option `by` places after the option that the text matches, wrapping around."""
    try:
        at = field.options.index(match_option_prefix(text, field.options))
    except (BadEntryError, ValueError):
        at = -by
    return field.options[(at + by) % len(field.options)]


# -- parsing and formatting --


def match_option_prefix(text: str, options: Sequence[str]) -> str:
    """Return the option that equals or starts with the text. Raises BadEntryError if none matches."""
    text = text.lower().replace(" ", "_")
    if text in options:
        return text
    found = [option for option in options if text and option.startswith(text)]
    if not found:
        raise BadEntryError(f"{text!r} is not one of the options ({did_you_mean(text, options)})")
    return found[0]


def parse_number(text: str, form: FieldForm, least: float, most: float, empty: bool = False) -> float | None:
    """Parse a typed number; lengths are given in the displayed unit and returned in inches.

    `least` and `most` are in inches, degrees or plain numbers. Return None for empty text if `empty` is True.
    Raises BadEntryError if the text is not a number or out of range.
    """
    text = text.strip()
    if not text and empty:
        return None
    try:
        value = float(text.replace(",", ".").removesuffix("in").removesuffix("cm").removesuffix("°").strip())
    except ValueError:
        raise BadEntryError(f"{text!r} is not a number") from None
    k = units_per_inch() if form == "length" else 1.0
    value /= k
    if not least - 1e-9 <= value <= most + 1e-9:
        raise BadEntryError(f"the value must be between {least * k:g} and {most * k:g}")
    return round(value, 3)


def format_number(form: FieldForm, value: float | None) -> str:
    """Return a number as the user would type it, or "" for None."""
    if value is None:
        return ""
    return f"{round(value * units_per_inch(), 3):g}" if form == "length" else f"{round(value, 2):g}"


def units_per_inch() -> float:
    """Return how many of the displayed units of length make an inch."""
    return 1.0 if unit_in_use() == LengthUnit() else CM_PER_IN
