"""Looks and names of a ruleset's pieces, marks and markers, from its figures.toml."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.render.drawlist import Texture
from battlesim.render.figures import FIGURE_PAINTERS
from battlesim.table.phrases import AnyText, length_text
from battlesim.table.pieces import Mark, Piece


class MarkerLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The look of a marker: icon, colour, and opacity or texture of its area."""

    icon: str = "flag"
    colour: str = "cream"
    fill: float = 0.0
    texture: Texture = ""


class ProfileStat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A statistic on the unit card: its name, the field of the profile, its format ("{}+").

    It may be a length, in inches.
    """

    name: str
    field: str
    form: str = "{}"
    length: bool = False

    def value_text(self, value: Any) -> AnyText:
        """Return the value as it is shown."""
        return length_text(value) if self.length else self.form.format(value)


class RulesetLooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pictures and names of a ruleset (its figures.toml).

    `figures` by kind of piece, `other` for a kind without one; `badges` icons by mark, the most serious
    first; `spent`, `flying` and `hidden` name the marks with that meaning, `held` the mark of a piece that
    another holds beside it, with the direction in degrees as its note, `out` the marks of a piece that lies
    where it fell; `unsaid` marks whose count means nothing to the user; `words` the texts of marks, with {}
    for the count, "" for marks that are not shown; `markers` by kind of marker; `stats` the statistics of the
    unit card, in order; `sounds` names of sounds by the id of the rule whose event is heard.
    """

    figures: dict[str, str] = {}
    other: str = "plain"
    badges: dict[str, str] = {}
    spent: tuple[str, ...] = ("spent",)
    flying: tuple[str, ...] = ("flying",)
    hidden: tuple[str, ...] = ("hidden",)
    held: str = ""
    out: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    words: dict[str, str] = {}
    markers: dict[str, MarkerLook] = {}
    stats: tuple[ProfileStat, ...] = ()
    sounds: dict[str, str] = {}

    def __hash__(self) -> int:
        """Return the hash of the hashable fields, so that drawings can be cached by it."""
        return hash((self.spent, self.flying, self.hidden, self.held, self.out))

    def mark_text(self, mark: Mark) -> str:
        """Return a mark as text, "" for one that is not shown."""
        name = mark.kind
        plain = f"{name} {{}}" if mark.count > 1 and name not in self.unsaid else name
        return self.words.get(name, plain).format(mark.count)

    @property
    def out_marks(self) -> tuple[str, ...]:
        """The marks of a piece that is in play but takes no part."""
        return (*filter(None, (self.held,)), *self.out)

    def out_mark(self, piece: Piece) -> str:
        """Return the mark by which a piece in play takes no part, "" if it does."""
        return next(filter(piece.has_mark, self.out_marks), "") if piece.marks else ""

    def figure_name(self, kind: str, name: str = "") -> str:
        """Return the figure of a kind of piece: the one in `figures`, else the one of that name.

        A piece of no kind has the figure that the first word of its name names, if there is one.
        """
        called = kind or name.partition(" ")[0]
        found = self.figures.get(called, called.lower().replace(" ", "_"))
        return found if found in FIGURE_PAINTERS else self.other


DEFAULT_MARKER_LOOKS = {
    "smoke": MarkerLook("", "dim", texture="smoke"),
    "fire": MarkerLook("burning", "orange", texture="fire"),
    "objective": MarkerLook("flag", "yellow", 0.1),
}
