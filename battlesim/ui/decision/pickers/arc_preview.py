"""A preview of a piece's arcs of fire at its planned position, computed in the background."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from battlesim.engine.ruleset import AnyRuleset, SupportsThreats, Threat
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.render.outdated import greyed_if
from battlesim.table.phrases import phrase
from battlesim.table.state import AnyState
from battlesim.ui.toolkit.work_queue import KeyedResult, WorkQueue


class ArcPreview:
    """The firing arcs of a piece at its planned position. Old arcs are shown until new ones are ready."""

    def __init__(self, ruleset: AnyRuleset, queue: WorkQueue | None) -> None:
        self._ruleset = ruleset
        self._later: KeyedResult[tuple[Threat, ...]] = KeyedResult(queue)

    def look(self, key: Hashable, piece: str, then: Callable[[], AnyState]) -> None:
        """Request the arcs of a piece in a view; `key` distinguishes one view from another."""
        ruleset = self._ruleset
        if not isinstance(ruleset, SupportsThreats):
            return

        def work() -> tuple[Threat, ...]:
            return ruleset.current_threats(then(), piece)

        self._later.request(key, work)

    @property
    def busy(self) -> bool:
        """True while arcs are being computed."""
        return self._later.working

    def poll(self) -> bool:
        """Take arcs that are ready. Return True if there is something new to draw."""
        before = self._later.value
        return self._later.poll() and self._later.value != before

    def items(self) -> list[Item]:
        """Return the arcs, each with its weapon and range."""
        arcs = (
            overlays.arc_overlay(t.now, phrase("{}, {}", t.name, t.words)) for t in self._later.value or ()
        )
        return greyed_if(self._later.working, (item for arc in arcs for item in arc))
