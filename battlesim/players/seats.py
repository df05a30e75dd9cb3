"""Who sits where, by name: our own players here, each one from outside in a process of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from battlesim.engine.decisions import Decision
from battlesim.players.base import Moment, Player, PlayerError, Reply
from battlesim.players.levels import BUILT_IN, place_of, player
from battlesim.players.limits import WITHIN
from battlesim.players.worker import Worker
from battlesim.rulesets.plugins import PluginError
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.state import AnyState


class Outside:
    """A player who thinks in another process."""

    def __init__(self, name: str, worker: Worker) -> None:
        self.name, self._worker = name, worker

    def answer(self, view: AnyState, decision: Decision[Any], moment: Moment) -> Reply:
        """What the process says. Raises PlayerError."""
        self._worker.ask(self.name, view, decision, moment)
        return self._worker.wait()


def meet(name: str) -> None:
    """See whether a player of this name can play. Raises PluginError."""
    with Seats() as seats:
        seats.meet({NO_SIDE: name})


class Seats:
    """The processes that players think in: one for all of ours, one for each seat of a player from outside.

    They are started when they are first needed, and kept from battle to battle until `close`. An answer that
    is not there `within` so many seconds is not waited for.
    """

    def __init__(self, within: float = WITHIN) -> None:
        self.within = within
        self._workers: dict[str, Worker] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def players(self, names: Mapping[SideKey, str]) -> dict[SideKey, Player]:
        """The players of those names by side. Raises PluginError for one who cannot play."""
        self.meet(names)
        return {
            side: player(name) if name in BUILT_IN else Outside(name, self.worker(side, name))
            for side, name in names.items()
        }

    def meet(self, names: Mapping[SideKey, str]) -> None:
        """See whether all of those names can play. Raises PluginError."""
        for side, name in names.items():
            if ":" not in name:
                place_of(name)
            if name not in BUILT_IN:
                self._meet(name, self.worker(side, name))

    def _meet(self, name: str, worker: Worker) -> None:
        try:
            worker.meet(name)
        except PlayerError as error:
            raise PluginError(f"player {name}: {error}" if error.lost else str(error)) from None

    def worker(self, side: SideKey, name: str) -> Worker:
        """The process in which the player of a side thinks."""
        seat = "" if name in BUILT_IN else side
        if seat not in self._workers:
            self._workers[seat] = Worker(self.within)
        return self._workers[seat]

    def close(self) -> None:
        """End the processes."""
        while self._workers:
            self._workers.popitem()[1].close()
