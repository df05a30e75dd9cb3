"""The line of sight from the selected to the hovered piece, or between the two ends of the ruler."""

from __future__ import annotations

from typing import NamedTuple

from battlesim.geometry.margin_search import Margin
from battlesim.render import overlays
from battlesim.render.drawlist import Item, Layer, Plate
from battlesim.rulings.sight import Verdict
from battlesim.rulings.sight_evidence import Evidence, sight_evidence
from battlesim.rulings.sight_margin import sight_margin
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState
from battlesim.ui.session.sight_display import sight_overlay, sight_phrase
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments.ruler import Ruler
from battlesim.ui.toolkit.work_queue import FRAME_LANE, IdentityKey, KeyedResult, WorkQueue


class SightLineQuery(NamedTuple):
    """A request for the line of sight from a viewer to a target in a given state.

    It may include the margins: how far the pieces could move before the verdict changes.
    """

    state: AnyState
    viewer: Piece
    target: Piece
    margins: bool


class SightLineResult(NamedTuple):
    """The verdict on a requested line of sight, with the geometry that proves it.

    If they are known, it includes the margins: how far viewer and target could move before the verdict
    changes.
    """

    query: SightLineQuery
    evidence: Evidence | Verdict
    margins: tuple[tuple[Piece, Margin], ...]


class SightLine:
    """The instrument that shows lines of sight. It is active while `on` is True.

    If `margins` is True, it also shows how far the pieces could move before the verdict changes.
    """

    def __init__(self, model: WindowModel, ruler: Ruler, queue: WorkQueue) -> None:
        self.model, self.ruler = model, ruler
        self.on, self.margins = True, False
        self._result: KeyedResult[SightLineResult] = KeyedResult(queue, FRAME_LANE)
        self._wanted: SightLineQuery | None = None

    @property
    def busy(self) -> bool:
        """True if the result is still being computed."""
        return self._result.working

    def tick(self) -> bool:
        """Query the current viewer and target. Return True if the display changes."""
        look = self._query()
        changed = not _is_same_query(look, self._wanted)
        if changed:
            self._wanted = look
            self._result.reset()
            if look is not None:
                self._result.request(IdentityKey(look), lambda: sight_line_result(self.model, look))
        return self._result.poll() or changed

    def _query(self) -> SightLineQuery | None:
        model, pieces = self.model, self.model.state.table.pieces
        names = self.ruler.pieces() or (model.pointer.selected_piece, model.pointer.hovered_piece)
        viewer, target = (pieces.get(name) for name in names)
        if not self.on or viewer is None or target is None or viewer.id == target.id:
            return None
        if not (viewer.in_play and target.in_play):
            return None
        return SightLineQuery(model.state, viewer, target, self.margins)

    @property
    def shown(self) -> bool:
        """True if a result is being shown."""
        return self._wanted is not None and self._result.value is not None

    def items(self) -> list[Item]:
        """Return the graphics of the sight line, blockers, distance, visible fraction and margins."""
        found = self._result.value
        if self._wanted is None or found is None:
            return []
        target = found.query.target
        measured = self.ruler.is_allowed and not self.ruler.pieces()
        items = sight_overlay(found.evidence, found.query.state, measured)
        verdict = found.evidence.verdict if isinstance(found.evidence, Evidence) else found.evidence
        spot = target.table_position
        if spot:
            words = sight_phrase(verdict)
            items.append(Plate(Layer.PLATE, spot.x, spot.y, words, "yellow", dy=-34))
        for piece, away in found.margins:
            items += overlays.tolerance_ring(
                piece.xy, piece.radius, away.safe, away.flips, away.move, away.tight
            )
        return items


def _is_same_query(a: SightLineQuery | None, b: SightLineQuery | None) -> bool:
    if a is None or b is None:
        return a is b
    pairs = [(look.viewer.id, look.target.id, look.margins) for look in (a, b)]
    return a.state is b.state and pairs[0] == pairs[1]


def sight_line_result(model: WindowModel, look: SightLineQuery) -> SightLineResult:
    """Return the evidence for a query, with margins if they are wanted and can be computed."""
    table, rules = look.state.table, model.ruleset.sight_rules(look.state)
    evidence = sight_evidence(table, rules, look.viewer, look.target)
    found = []
    if look.margins:
        try:
            found = [
                (look.viewer, sight_margin(table, rules, look.viewer, look.target, "viewer")),
                (look.target, sight_margin(table, rules, look.viewer, look.target, "target")),
            ]
        except ValueError:
            found = []
    return SightLineResult(look, evidence, tuple(found))
