"""The layout of odds cards: their pages, the current page and their position on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from battlesim.geometry.shapes import Point
from battlesim.render.framing import FramedDisc
from battlesim.render.text_layout import unit_in_use
from battlesim.table.state import AnyState
from battlesim.ui.decision import odds_card
from battlesim.ui.table import card_placement
from battlesim.ui.table.camera_subject import CardSize
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent


class LaidCard(NamedTuple):
    """A card with the odds of an answer, divided into pages. `width` is the width of the card in pixels."""

    card: odds_card.OddsCard
    leaves: list[odds_card.OddsCardPage]
    width: float


class OddsLeaves:
    """An object that divides a card with odds into pages, and keeps track of the page that is shown."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._known: tuple[LaidCard, object] | None = None
        self._leaf, self._count, self._layouts = 0, 1, 0

    def forget(self) -> None:
        """Start at the first page for another card."""
        self._leaf, self._known = 0, None

    def lay_out(self, card: odds_card.OddsCard, view: AnyState) -> LaidCard:
        """Return a card with its pages, laid out for the room on the table."""
        table, width = self._stage.layout.table, min(odds_card.CARD_WIDTH_PX, self._stage.room().width)
        room = (table, width, unit_in_use())
        if self._known is None or self._known[0].card is not card or self._known[1] != room:
            self._layouts += 1
            sight_rule = next(iter(self._stage.model.ruleset.sight_ids), "")
            leaves = odds_card.card_pages(card, view, sight_rule, table, width)
            self._known = LaidCard(card, leaves, width), room
        laid = self._known[0]
        self._count = len(laid.leaves)
        self._leaf = min(self._leaf, self._count - 1)
        return laid

    def turn(self, by: int) -> None:
        """Show another page; the first follows the last."""
        self._leaf = (self._leaf + by) % self._count

    def roll(self, by: int) -> None:
        """Show a later or an earlier page; stop at the first and the last one."""
        self._leaf = min(max(self._leaf + by, 0), self._count - 1)

    def size(self, laid: LaidCard) -> CardSize:
        """Return width and height of a card's first page, so that the camera stays when a page is turned."""
        return laid.width, odds_card.height(laid.leaves)

    def place(self, laid: LaidCard, discs: Iterable[FramedDisc], marks: Sequence[Point]) -> Rect:
        """Return the rect where a card hides least of some discs, then of all pieces and of marks.

        A later page stays in the corner of the first one unless it would hide some of the discs there.
        """
        subject = self._stage.table_projection.screen_discs(discs)
        first = self._least_covering(laid, 0, subject, marks)
        if not self._leaf:
            return first
        room, height = self._stage.room(), odds_card.height(laid.leaves, self._leaf)
        kept = card_placement.resized_in_corner(first, height, room)
        hides = any(card_placement.overlaps_disc(kept, disc) for disc in subject)
        return self._least_covering(laid, self._leaf, subject, marks) if hides else kept

    def _least_covering(
        self, laid: LaidCard, leaf: int, subject: Sequence[card_placement.Disc], marks: Sequence[Point]
    ) -> Rect:
        stage, height = self._stage, odds_card.height(laid.leaves, leaf)
        bar = stage.table_projection.scale_bar_rect
        places = card_placement.candidate_rects(stage.room(), laid.width, height, bar)
        return card_placement.least_covering_rect(places, subject, stage.piece_discs(), marks)

    def build(self, laid: LaidCard) -> PanelContent:
        """Build the current page."""
        key = self._stage.model.bindings.key_label("odds")
        return odds_card.build(laid.card, laid.leaves, self._leaf, key, laid.width)

    def stamp(self) -> tuple[object, ...]:
        """Return the values that the picture depends on."""
        return self._layouts, self._leaf, self._stage.model.bindings.key_label("odds"), unit_in_use()
