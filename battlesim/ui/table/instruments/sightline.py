"""What one piece sees of another: the chosen one of that under the pointer, or those at a ruler's ends.

Worked out in the background and shown within a frame.
"""

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
from battlesim.ui.parts.work_queue import NOW, ByIdentity, KeyedResult, WorkQueue
from battlesim.ui.story.evidence import on_table, sight_words
from battlesim.ui.story.model import Model
from battlesim.ui.table.instruments.ruler import Ruler


class Look(NamedTuple):
    """A pair on a state of the battle, and whether margins are wanted."""

    state: AnyState
    viewer: Piece
    target: Piece
    margins: bool


class Seen(NamedTuple):
    """The evidence of a look, and how far each of the two may be off, where that is known."""

    look: Look
    evidence: Evidence | Verdict
    margins: tuple[tuple[Piece, Margin], ...]


class SightLine:
    """On while `on`; `margins` adds how far viewer and target may be off."""

    def __init__(self, model: Model, ruler: Ruler, queue: WorkQueue) -> None:
        self.model, self.ruler = model, ruler
        self.on, self.margins = True, False
        self._seen: KeyedResult[Seen] = KeyedResult(queue, NOW)
        self._wanted: Look | None = None

    @property
    def busy(self) -> bool:
        """Whether it is still worked out."""
        return self._seen.working

    def tick(self) -> bool:
        """Ask for what the pointer is on; whether there is something new to show."""
        look = self._look()
        changed = not _same(look, self._wanted)
        if changed:
            self._wanted = look
            self._seen.forget()
            if look is not None:
                self._seen.want(ByIdentity(look), lambda: seen(self.model, look))
        return self._seen.poll() or changed

    def _look(self) -> Look | None:
        model, pieces = self.model, self.model.state.table.pieces
        names = self.ruler.pieces() or (model.pointing.picked, model.pointing.pointed)
        viewer, target = (pieces.get(name) for name in names)
        if not self.on or viewer is None or target is None or viewer.id == target.id:
            return None
        if not (viewer.in_play and target.in_play):
            return None
        return Look(model.state, viewer, target, self.margins)

    @property
    def shown(self) -> bool:
        """Whether a pair is shown."""
        return self._wanted is not None and self._seen.value is not None

    def items(self) -> list[Item]:
        """The beam, who hides what, the distance, the share that is seen, and the margins."""
        found = self._seen.value
        if self._wanted is None or found is None:
            return []
        target = found.look.target
        items = on_table(found.evidence, found.look.state, not self.ruler.pieces())
        verdict = found.evidence.verdict if isinstance(found.evidence, Evidence) else found.evidence
        spot = target.table_position
        if spot:
            words = sight_words(verdict)
            items.append(Plate(Layer.PLATE, spot.x, spot.y, words, "yellow", dy=-34))
        for piece, away in found.margins:
            items += overlays.tolerance_ring(
                piece.xy, piece.radius, away.safe, away.flips, away.move, away.tight
            )
        return items


def _same(a: Look | None, b: Look | None) -> bool:
    if a is None or b is None:
        return a is b
    pairs = [(look.viewer.id, look.target.id, look.margins) for look in (a, b)]
    return a.state is b.state and pairs[0] == pairs[1]


def seen(model: Model, look: Look) -> Seen:
    """What one piece sees of another, and the margins if they are wanted and can be worked out."""
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
    return Seen(look, evidence, tuple(found))
