"""Threat ranges of a piece or of all enemies together, and arcs of waiting fire."""

from __future__ import annotations

from typing import Literal

from battlesim.engine.foes import foes
from battlesim.engine.measuring import may_measure
from battlesim.engine.ruleset import SupportsThreats, Threat
from battlesim.geometry.regions import united_region
from battlesim.geometry.shapes import Region
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.render.outdated import WORKING_TEXT, greyed_if
from battlesim.render.palette import side_colour
from battlesim.table.ids import SideKey
from battlesim.table.phrases import phrase
from battlesim.table.state import AnyState
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import LONG_LANE, SHORT_LANE, KeyedResult, WorkQueue

ThreatMode = Literal["", "piece", "enemies", "zones"]
ENEMIES_PER_BATCH = 4
"""Number of enemies per batch of work, small enough to report progress."""
MAX_NAMED_THREATS = 3


class ThreatRanges:
    """The areas on the table that pieces threaten. `mode` says which pieces: a single piece or all enemies.

    The single piece is the hovered or the selected piece. In the mode "zones", the areas are those that the
    pieces of each side cover from their present positions.
    """

    def __init__(self, model: WindowModel, queue: WorkQueue) -> None:
        self.model = model
        self.mode: ThreatMode = ""
        self._piece_result: KeyedResult[tuple[str, tuple[Threat, ...]]] = KeyedResult(queue, SHORT_LANE)
        self._enemies_result: KeyedResult[tuple[int, Region]] = KeyedResult(queue, LONG_LANE)
        self._zones_result: KeyedResult[dict[SideKey, Region]] = KeyedResult(queue, LONG_LANE)
        self._shown_for: tuple[AnyState, str] | None = None
        self._enemies: tuple[str, ...] = ()
        self._known: tuple[int, Region] | None = None

    def toggle(self, mode: ThreatMode) -> None:
        """Switch to a mode, or switch the ranges off if it is active already."""
        self.mode = "" if self.mode == mode else mode
        self._shown_for = None

    @property
    def busy(self) -> bool:
        """True if ranges to be shown are still being computed."""
        piece, zones = self._piece_result.working, self._zones_result.working
        return self.progress is not None or {"piece": piece, "zones": zones}.get(self.mode, False)

    def tick(self) -> bool:
        """Request the ranges for the current state. Return True if the display changes."""
        if not self.mode or not isinstance(self.model.ruleset, SupportsThreats):
            return False
        if not may_measure(self.model.ruleset, self.model.state):
            self.toggle(self.mode)
            return True
        subject = self._subject()
        fresh = (
            self._shown_for is None
            or self._shown_for[0] is not self.model.state
            or self._shown_for[1] != subject
        )
        if fresh:
            self._shown_for = self.model.state, subject
            self._start(subject)
        if self.mode == "enemies":
            return self._take_batch() or fresh
        result = self._zones_result if self.mode == "zones" else self._piece_result
        return result.poll() or fresh

    def _subject(self) -> str:
        """Return the id of the piece, or the key of the side whose enemies are shown."""
        model, point, pieces = self.model, self.model.pointer, self.model.state.table.pieces
        if self.mode == "piece":
            return next((name for name in (point.hovered_piece, point.selected_piece) if name in pieces), "")
        picked = pieces.get(point.selected_piece)
        return model.history.side or (picked.side if picked else "") or model.facts.active

    def _start(self, subject: str) -> None:
        ruleset, state = self.model.ruleset, self.model.state
        assert isinstance(ruleset, SupportsThreats)
        self._piece_result.reset()
        self._enemies_result.reset()
        self._zones_result.reset()
        if self.mode == "zones":
            self._zones_result.request(object(), lambda: _zones_by_side(ruleset, state))
        elif self.mode == "enemies":
            enemy = foes(ruleset, state, SideKey(subject))
            standing = (p for p in state.table.pieces.values() if p.in_play and p.side in enemy)
            self._enemies = tuple(p.id for p in standing)
            self._request_more(0, ())
        elif subject:
            self._piece_result.request(object(), lambda: (subject, ruleset.threats(state, subject)))

    def _request_more(self, done: int, known: Region) -> None:
        """Request the union of the known region and the ranges of the next batch of enemies."""
        ruleset, state = self.model.ruleset, self.model.state
        assert isinstance(ruleset, SupportsThreats)
        some = self._enemies[done : done + ENEMIES_PER_BATCH]

        def work() -> tuple[int, Region]:
            found = [threat.then for name in some for threat in ruleset.threats(state, name)]
            return done + len(some), united_region([region for region in (known, *found) if region])

        if some:
            self._enemies_result.request((done, some), work)

    def _take_batch(self) -> bool:
        self._enemies_result.poll()
        value = self._enemies_result.value
        if value is None or value is self._known:
            return False
        self._known = value
        self._request_more(*value)
        return True

    @property
    def progress(self) -> float | None:
        """The fraction of enemies computed, from 0 to 1, or None if no such work is in progress."""
        many = len(self._enemies)
        done = (self._enemies_result.value or (0, ()))[0]
        return done / many if self.mode == "enemies" and done < many else None

    def items(self) -> list[Item]:
        """Return the graphics of the threatened regions, labelled with the threats."""
        table, items = self.model.state.table, list[Item]()
        middle = (table.ground.width / 2, table.ground.height / 2)
        who = dict.fromkeys(table.pieces[name].side for name in self._enemies if name in table.pieces)
        if self.mode == "enemies" and self._enemies_result.value and who:
            sides = [table.side(key) for key in who]
            whose = sides[0].name if len(sides) == 1 else f"any of {len(sides)} enemies"
            colour = side_colour(sides[0].number) if len(sides) == 1 else "bright"
            so_far = self.progress is not None
            words = f"where {whose} could strike next" + f": {WORKING_TEXT}" * so_far
            items += greyed_if(
                so_far, overlays.threat_overlay((), self._enemies_result.value[1], colour, words, middle)
            )
        if self.mode == "zones":
            items += self._zone_items()
        if self.mode == "piece" and self._piece_result.value:
            name, threats = self._piece_result.value
            piece = table.pieces.get(name)
            colour = side_colour(table.side(piece.side).number) if piece else "dim"
            for threat in threats[:MAX_NAMED_THREATS]:
                items += overlays.threat_overlay(
                    threat.now, threat.then, colour, phrase("{}: {}", threat.name, threat.words), middle
                )
        return items

    def _zone_items(self) -> list[Item]:
        """Return the graphics of the zones of each side, with its name."""
        table, items = self.model.state.table, list[Item]()
        for key, region in (self._zones_result.value or {}).items():
            side = table.side(key)
            words = phrase("{} covers this", side.name)
            items += overlays.zone_overlay(region, side_colour(side.number), words)
        return items


def _zones_by_side(ruleset: SupportsThreats, state: AnyState) -> dict[SideKey, Region]:
    """Return the union of the regions that the pieces of each side cover from where they stand."""
    found: dict[SideKey, list[Region]] = {}
    for piece in state.table.standing_pieces():
        for threat in ruleset.current_threats(state, piece.id):
            if threat.now:
                found.setdefault(piece.side, []).append(threat.now)
    return {side: united_region(regions) for side, regions in found.items()}
