"""The appearance and names of a ruleset's pieces, marks and markers, loaded from its figures.toml."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.render.drawlist import Texture
from battlesim.render.figures import FIGURE_PAINTERS
from battlesim.table.phrases import AnyText, length_text
from battlesim.table.pieces import Mark, Piece


class MarkerLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The appearance of a marker: its icon and colour, and the opacity or texture of its area."""

    icon: str = "flag"
    colour: str = "cream"
    fill: float = 0.0
    texture: Texture = ""


class ProfileStat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A statistic on the unit card: its name, its field in a piece's profile, and a format such as "{}+".

    If `length` is true, the value is a length in inches. If `of_unit` is true, the field is read from the
    unit's rules instead. `names` maps values to the texts that are shown for them.
    """

    name: str
    field: str
    form: str = "{}"
    length: bool = False
    of_unit: bool = False
    names: dict[str, str] = {}

    def value_text(self, value: Any) -> AnyText:
        """Return the text that is displayed for a value of the statistic."""
        return length_text(value) if self.length else self.form.format(self.names.get(str(value), value))


class PlateLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of a unit's state, as shown on the unit's text plate: its name, sign and colour."""

    word: str
    sign: str
    colour: str


class UnitPlateLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The appearance of the plates that show the states of units. Each state is a mark with a count.

    The count of the mark `level` selects an item of `levels`, starting with the first item for a count of 1.
    The icon of each mark in `counted` is repeated by its count; the icon of each mark in `icons` is shown
    once.
    """

    level: str
    levels: tuple[PlateLevel, ...]
    counted: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()


class RulesetLooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pictures and names of a ruleset's pieces, marks (named states) and markers, from its figures.toml.

    `figures` maps kinds of piece to figures, with `other` as the default. `badges` maps marks to icons, the
    most serious first. `spent`, `flying` and `hidden` list the marks with that meaning. `held` is the mark of
    a piece that another piece holds; its note is the direction in degrees. `out` lists the marks of a piece
    that lies where it fell. `unsaid` lists marks without a meaningful count. `words` maps marks to texts,
    with {} for the count, {note} for the note and "" to show nothing, or to a text for each count from 1 on.
    `markers` maps kinds of marker to looks, `stats` are the statistics of the unit card, and `sounds` maps
    rule ids to sounds. If `plate` is given, a unit's marks are shown on a plate by its leader instead of on
    every token.
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
    words: dict[str, str | tuple[str, ...]] = {}
    markers: dict[str, MarkerLook] = {}
    stats: tuple[ProfileStat, ...] = ()
    sounds: dict[str, str] = {}
    plate: UnitPlateLook | None = None

    def __hash__(self) -> int:
        """Return a hash of the hashable fields, so that drawings can be cached by these looks."""
        return hash((self.spent, self.flying, self.hidden, self.held, self.out))

    def mark_text(self, mark: Mark) -> str:
        """Return the text that is shown for a mark (a named state), or "" if the mark is not shown."""
        name = mark.kind
        plain = f"{name} {{}}" if mark.count > 1 and name not in self.unsaid else name
        words = self.words.get(name, plain)
        if isinstance(words, tuple):
            return words[min(mark.count, len(words)) - 1]
        return words.format(mark.count, note=mark.note).rstrip()

    @property
    def out_marks(self) -> tuple[str, ...]:
        """The marks (named states) of pieces that are on the table but can take no part in the battle."""
        return (*filter(None, (self.held,)), *self.out)

    def out_mark(self, piece: Piece) -> str:
        """Return the mark that keeps a piece from taking part in the battle, or "" if there is none."""
        return next(filter(piece.has_mark, self.out_marks), "") if piece.marks else ""

    def figure_name(self, kind: str, name: str = "") -> str:
        """Return the name of the figure for a kind of piece, or the default if there is no such figure.

        If `kind` is empty, the first word of the piece's `name` is used instead.
        """
        called = kind or name.partition(" ")[0]
        found = self.figures.get(called, called.lower().replace(" ", "_"))
        return found if found in FIGURE_PAINTERS else self.other


DEFAULT_MARKER_LOOKS = {
    "smoke": MarkerLook("", "dim", texture="smoke"),
    "fire": MarkerLook("burning", "orange", texture="fire"),
    "objective": MarkerLook("flag", "yellow", 0.1),
}
