"""Fields over the table of the lab: what is seen from the viewer, from where the target is seen and how much
of it, where the viewer is seen by nobody. A coarse field comes at once, the fine one when nothing moves."""

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
    """A field: its key, what it is called on its button, on a narrow one, and what it shows, in words."""

    key: str
    name: str
    short: str
    words: str


class FieldBand(NamedTuple):
    """Shares above a bound, up to the next one: how they are shown, and what they are called."""

    lower_bound: float
    colour: str
    alpha: float
    words: str


FIELD_OFF = FieldKind("", "Fields: none", "Fields", "")
SEEN_AREA_FIELD = FieldKind("sees", "What it sees", "It sees", "What {} sees of a model")
VISIBILITY_FIELD = FieldKind("heat", "Seen from where", "From where", "From where {} is seen")
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
"""From dark to light, so that they are told apart without colour."""
HIDING_BANDS: Final = (
    FieldBand(-1.0, "sky", 0.45, "unseen by all"),
    FieldBand(0.0, "ink", 0.45, "somebody sees it"),
)
BANDS_BY_KIND: Final = {VISIBILITY_FIELD.key: VISIBILITY_BANDS, HIDDEN_PLACES_FIELD.key: HIDING_BANDS}
"""The colours of each kind that has more than one."""


class FieldQuery(NamedTuple):
    """What a field is worked out for: the table and rules, who looks and who is looked at (in a field where
    nobody sees somebody that one), by whom."""

    kind: FieldKind
    table: Table
    rules: SightRules
    viewer: Piece
    target: Piece
    watchers: tuple[Piece, ...]


WAITING_KEY: Final = "waiting"
"""The key of a moment of which nothing can be asked yet."""


class FieldResult(NamedTuple):
    """A field with its bands as items, and who of those on the table sees the target."""

    query: FieldQuery
    field: SightField
    items: tuple[Item, ...]


class FieldOverlay:
    """One of the kinds is `on`. The field that is shown may be `outdated`, and as long as the fine one is
    `coming` it is coarse."""

    def __init__(self, queue: WorkQueue) -> None:
        self.current_kind = FIELD_OFF
        self._coarse: KeyedResult[FieldResult] = KeyedResult(queue, SHORT_LANE)
        self._fine: KeyedResult[FieldResult] = KeyedResult(queue, LONG_LANE)
        self._key: object = None

    def select_next_kind(self, by: int = 1) -> None:
        """The next kind."""
        self.current_kind = FIELD_KINDS[(FIELD_KINDS.index(self.current_kind) + by) % len(FIELD_KINDS)]

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        return self._coarse.working or self._fine.working

    def tick(self, table: Table, rules: SightRules, viewer: str, target: str, held: bool) -> bool:
        """Have the field worked out, the fine one only when no model is `held`; whether there is something
        new."""
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
        """Have nothing worked out before the rules of the question are known. Return True if that is new."""
        before, self._key = self._key, None if self.current_kind is FIELD_OFF else WAITING_KEY
        return self._key != before

    @property
    def shown(self) -> FieldResult | None:
        """The field that is shown: the fine one as soon as it is there, else the newest of this kind."""
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
        """Whether the field that is shown is of an earlier moment."""
        return self.shown is not None and self._key not in (self._fine.key, self._coarse.key)

    @property
    def coming(self) -> bool:
        """Whether the fine field of this moment is not there yet."""
        return self._key is not None and self._fine.key != self._key

    def stamp(self) -> object:
        """What the legend depends on."""
        return self.current_kind, id(self.shown)


def _asked(kind: FieldKind, table: Table, rules: SightRules, viewer: str, target: str) -> FieldQuery | None:
    """What is to be worked out; None where nothing is on, or nobody stands there to be asked about."""
    looks, seen = table.pieces.get(viewer), table.pieces.get(target)
    if kind is FIELD_OFF or looks is None or looks.table_position is None:
        return None
    others = [p for p in table.standing_pieces() if p.id != looks.id]
    foes = tuple(p for p in others if p.side != looks.side) or tuple(others)
    aim = seen if seen is not None and seen.table_position else looks
    return FieldQuery(kind, table, rules, looks, looks if kind is HIDDEN_PLACES_FIELD else aim, foes)


def fine_step(asked: FieldQuery) -> float:
    """Inches of a cell in the fine field: wider where each cell takes long."""
    return FINE_CELL_IN if is_cheap_to_judge(asked.rules, asked.viewer, asked.target) else SEARCH_CELL_IN


def compute_field(asked: FieldQuery, step: float) -> FieldResult:
    """The field of a question."""
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
