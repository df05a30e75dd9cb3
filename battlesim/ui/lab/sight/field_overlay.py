"""Coloured overlays of the table: what the viewer sees, where the target is seen from, or where to hide.

A coarse overlay is shown at once, and a fine one as soon as nothing moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from battlesim.render import overlays
from battlesim.render.drawlist import Item, Layer, Patch
from battlesim.rulings.sight_field import (
    FINE_CELL_IN,
    PREVIEW_CELL_IN,
    SEARCH_CELL_IN,
    SightField,
    is_cheap_to_judge,
    sight_field,
    watched_field,
    watchers_that_see,
)
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.table_queries import region_in_view
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.ui.lab.table_editor import DEFAULT_PIECE_HEIGHT_IN
from battlesim.ui.toolkit.work_queue import LONG_LANE, SHORT_LANE, IdentityKey, KeyedResult, WorkQueue


class FieldKind(NamedTuple):
    """A kind of overlay that shows what can be seen, with its key, title and two labels for its button."""

    key: str
    name: str
    short: str
    words: str


class FieldBand(NamedTuple):
    """A colour band of an overlay of visible fractions, with its lower bound, its colour and its label."""

    lower_bound: float
    colour: str
    alpha: float
    words: str


FIELD_OFF = FieldKind("", "Fields: none", "Fields", "")
SEEN_AREA_FIELD = FieldKind("sees", "What it sees", "It sees", "What {} sees of a model")
VISIBILITY_FIELD = FieldKind("heat", "Seen from where", "From where", "Where {} is seen from")
HIDDEN_PLACES_FIELD = FieldKind("unseen", "Unseen by all", "Unseen", "Where {} is unseen")
FIELD_KINDS: Final = (FIELD_OFF, SEEN_AREA_FIELD, VISIBILITY_FIELD, HIDDEN_PLACES_FIELD)

NOTHING_SEEN_BAND: Final = FieldBand(-1.0, "ink", 0.66, "nothing")
VISIBILITY_BANDS: Final = (
    NOTHING_SEEN_BAND,
    FieldBand(0.0, "blue", 0.66, "up to 25 %"),
    FieldBand(0.25, "sky", 0.66, "up to 50 %"),
    FieldBand(0.5, "mint", 0.66, "up to 75 %"),
    FieldBand(0.75, "yellow", 0.66, "more than 75 %"),
    FieldBand(0.999, "bright", 0.66, "all of it"),
)
"""Bands of the visible fraction, from dark to light, so that they can be told apart without colour."""
HIDING_BANDS: Final = (
    FieldBand(-1.0, "sky", 0.45, "unseen by all"),
    FieldBand(0.0, "ink", 0.45, "seen by someone"),
)
BANDS_BY_KIND: Final = {VISIBILITY_FIELD.key: VISIBILITY_BANDS, HIDDEN_PLACES_FIELD.key: HIDING_BANDS}
"""The bands of each kind of field that has more than one colour."""


class FieldQuery(NamedTuple):
    """The input for an overlay that shows sight: its kind, the table, the rules, and the pieces involved.

    These are the viewer, the target and the watchers. In an overlay of hiding places, the target is the
    viewer itself.
    """

    kind: FieldKind
    table: Table
    rules: SightRules
    viewer: Piece
    target: Piece
    watchers: tuple[Piece, ...]


WAITING_KEY: Final = "waiting"
"""Key while nothing can be computed yet."""


class FieldResult(NamedTuple):
    """A computed overlay that shows what can be seen, with its colour bands as draw items."""

    query: FieldQuery
    field: SightField
    items: tuple[Item, ...]


class FieldOverlay:
    """A coloured overlay of visible fractions on the table, computed in the background.

    It is coarse at first and is refined when nothing moves. If `outdated` is True, the overlay does not match
    the table. While `coming` is True, a coarse overlay is shown and a fine overlay is being computed.
    """

    def __init__(self, queue: WorkQueue) -> None:
        self.current_kind = FIELD_OFF
        self._coarse: KeyedResult[FieldResult] = KeyedResult(queue, SHORT_LANE)
        self._fine: KeyedResult[FieldResult] = KeyedResult(queue, LONG_LANE)
        self._key: object = None

    def select_next_kind(self, by: int = 1) -> None:
        """Select the next kind of field."""
        self.current_kind = FIELD_KINDS[(FIELD_KINDS.index(self.current_kind) + by) % len(FIELD_KINDS)]

    @property
    def busy(self) -> bool:
        """True while anything is still being computed."""
        return self._coarse.working or self._fine.working

    def tick(self, table: Table, rules: SightRules, viewer: str, target: str, held: bool) -> bool:
        """Request the field, the fine one only if no piece is `held`. Return True if anything changed."""
        asked = _asked(self.current_kind, table, rules, viewer, target)
        key = None if asked is None else (asked.kind, IdentityKey(table, rules), viewer, target)
        before, self._key = self._key, key
        if asked is None:
            self._coarse.reset()
            self._fine.reset()
        else:
            if asked.kind is not SEEN_AREA_FIELD:
                self._coarse.request(key, lambda: compute_field(asked, PREVIEW_CELL_IN))
            if not held:
                self._fine.request(key, lambda: compute_field(asked, fine_step(asked)))
        fresh = [self._coarse.poll(), self._fine.poll(), key != before]
        return any(fresh)

    def wait(self) -> bool:
        """Compute nothing until the rules of the pair are known. Return True if that is new."""
        before, self._key = self._key, None if self.current_kind is FIELD_OFF else WAITING_KEY
        return self._key != before

    @property
    def shown(self) -> FieldResult | None:
        """The field that is shown: the fine one if ready, else the newest of this kind; None if off."""
        if self._key is None:
            return None
        same = [
            one
            for one in (self._coarse, self._fine)
            if one.value and one.value.query.kind is self.current_kind
        ]
        now = [one for one in same if one.key == self._key]
        return (now or same[:1])[-1].value if same else None

    @property
    def outdated(self) -> bool:
        """True if the field that is shown belongs to an earlier state."""
        return self.shown is not None and self._key not in (self._fine.key, self._coarse.key)

    @property
    def coming(self) -> bool:
        """True while the fine field of the current state is not ready."""
        return self._key is not None and self._fine.key != self._key

    def stamp(self) -> object:
        """Return the values that the legend depends on."""
        return self.current_kind, id(self.shown)


def _asked(kind: FieldKind, table: Table, rules: SightRules, viewer: str, target: str) -> FieldQuery | None:
    """Return the query of the field, None if it is off or the viewer is not on the table."""
    looks, seen = table.pieces.get(viewer), table.pieces.get(target)
    if kind is FIELD_OFF or looks is None or looks.table_position is None:
        return None
    others = [p for p in table.standing_pieces() if p.id != looks.id]
    foes = tuple(p for p in others if p.side != looks.side) or tuple(others)
    aim = seen if seen is not None and seen.table_position else looks
    return FieldQuery(kind, table, rules, looks, looks if kind is HIDDEN_PLACES_FIELD else aim, foes)


def fine_step(asked: FieldQuery) -> float:
    """Return the cell size in inches of the fine field, larger if judging a cell is slow."""
    return FINE_CELL_IN if is_cheap_to_judge(asked.rules, asked.viewer, asked.target) else SEARCH_CELL_IN


def compute_field(asked: FieldQuery, step: float) -> FieldResult:
    """Compute the field of a query with cells of a size."""
    table, rules, ground = asked.table, asked.rules, asked.table.ground
    if asked.kind is SEEN_AREA_FIELD:
        height = DEFAULT_PIECE_HEIGHT_IN if asked.target is asked.viewer else asked.target.height
        region = region_in_view(table, rules, asked.viewer, height)
        return FieldResult(
            asked, _NO_FIELD, tuple(overlays.unseen_shade(region, ground.width, ground.height))
        )
    if asked.kind is VISIBILITY_FIELD:
        field = sight_field(table, rules, asked.viewer, asked.target, step)
        others = [piece for piece in table.standing_pieces() if piece.id != asked.viewer.id]
        seeing = watchers_that_see(table, rules, asked.target, others)
        rings = [item for one in seeing for item in overlays.focus_ring(*one.xy, one.radius)]
        return FieldResult(asked, field, (*_drawn(field, VISIBILITY_BANDS), *rings))
    field = watched_field(table, rules, asked.target, asked.watchers, step)
    return FieldResult(asked, field, _drawn(field, HIDING_BANDS))


_NO_FIELD: Final = SightField.empty()


def _drawn(field: SightField, bands: Sequence[FieldBand]) -> tuple[Item, ...]:
    regions = field.band_regions([band.lower_bound for band in bands])
    return tuple(
        Patch(Layer.SIGHT, region, band.colour, band.alpha, 0, 0)
        for band, region in zip(bands, regions, strict=True)
        if region
    )
