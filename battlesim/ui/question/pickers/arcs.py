"""Where the piece that is turned or moved would bear, as far as the ruleset knows: worked out aside."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Executor

from battlesim.engine.ruleset import AnyRuleset, Threat, Threatening
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.table.state import AnyState
from battlesim.table.words import say
from battlesim.ui.parts.later import Later


class Arcs:
    """The arcs of one piece as it would stand; those of before stay until the new ones are there."""

    def __init__(self, ruleset: AnyRuleset, executor: Executor | None) -> None:
        self._ruleset = ruleset
        self._later: Later[tuple[Threat, ...]] = Later(executor)

    def look(self, key: Hashable, piece: str, then: Callable[[], AnyState]) -> None:
        """Have the arcs worked out that a piece has in a view; `key` tells one view from another."""
        ruleset = self._ruleset
        if not isinstance(ruleset, Threatening):
            return

        def work() -> tuple[Threat, ...]:
            return ruleset.bears(then(), piece)

        self._later.want(key, work)

    @property
    def busy(self) -> bool:
        """Whether arcs are still worked out."""
        return self._later.busy

    def poll(self) -> bool:
        """Take what is ready; whether there is something new to draw."""
        before = self._later.value
        return self._later.poll() and self._later.value != before

    def items(self) -> list[Item]:
        """The arcs, each with what bears there and how far."""
        return [
            i for t in self._later.value or () for i in overlays.arc(t.now, say("{}, {}", t.name, t.words))
        ]
