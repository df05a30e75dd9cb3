"""How a ruleset has its pieces, marks and markers drawn and called: its figures.toml."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.render.drawlist import Texture
from battlesim.render.figures import FIGURE_PAINTERS
from battlesim.table.phrases import AnyText, length_text
from battlesim.table.pieces import Mark, Piece


class MarkerLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a marker is shown: an icon, a colour, and how solid its ground is filled, or with what."""

    icon: str = "flag"
    colour: str = "cream"
    fill: float = 0.0
    texture: Texture = ""


class ProfileStat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure of the unit card: its name, the field of the profile, how it is written ("{}+").

    It may be a length, in inches.
    """

    name: str
    field: str
    form: str = "{}"
    length: bool = False

    def value_text(self, value: Any) -> AnyText:
        """The figure as it is shown."""
        return length_text(value) if self.length else self.form.format(value)


class RulesetLooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a ruleset says about its pictures (its figures.toml).

    `figures` by kind of piece, `other` for a kind that has none; `badges` icons by mark, the gravest first;
    `spent`, `flying` and `hidden` name the marks that mean that, `held` the mark of a piece that another
    holds beside it, with the direction in degrees as its note, `out` the marks of one that lies where it
    fell; `unsaid` marks whose count means nothing to a person; `words` what marks are called, with {} for
    the count, "" for what is not said; `markers` by kind of marker; `stats` the figures of the unit card,
    in order; `sounds` names of sounds by the id of the rule whose event is heard.
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
        """Of the fields that can be hashed, so that what is drawn can be kept by it."""
        return hash((self.spent, self.flying, self.hidden, self.held, self.out))

    def mark_text(self, mark: Mark) -> str:
        """A mark in words, "" for one that is not spoken of."""
        name = mark.kind
        plain = f"{name} {{}}" if mark.count > 1 and name not in self.unsaid else name
        return self.words.get(name, plain).format(mark.count)

    @property
    def out_marks(self) -> tuple[str, ...]:
        """The marks of a piece that is there but takes no part."""
        return (*filter(None, (self.held,)), *self.out)

    def out_mark(self, piece: Piece) -> str:
        """The mark by which a piece that is there takes no part, "" for one that does."""
        return next(filter(piece.has_mark, self.out_marks), "") if piece.marks else ""

    def figure_name(self, kind: str, name: str = "") -> str:
        """Return the figure of a kind of piece: as said, else the one of that name.

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
