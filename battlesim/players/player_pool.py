"""Who sits where, by name: our own players here, each one from outside in a process of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from battlesim.engine.decisions import Decision
from battlesim.players.base import Player, PlayerContext, PlayerError, Reply
from battlesim.players.levels import BUILT_IN_LEVELS, load_player, player_class_path
from battlesim.players.limits import DEFAULT_ANSWER_LIMIT_S
from battlesim.players.worker import Worker
from battlesim.rulesets.plugins import PluginError
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.state import AnyState


class ExternalPlayer:
    """A player who thinks in another process."""

    def __init__(self, name: str, worker: Worker) -> None:
        self.name, self._worker = name, worker

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """What the process says. Raises PlayerError."""
        self._worker.ask(self.name, view, decision, context)
        return self._worker.wait()


def check_player(name: str) -> None:
    """See whether a player of this name can play. Raises PluginError."""
    with PlayerPool() as seats:
        seats.check_players({NO_SIDE: name})


class PlayerPool:
    """The processes that players think in: one for all of ours, one for each seat of a player from outside.

    They are started when they are first needed, and kept from battle to battle until `close`. An answer that
    is not there `within` so many seconds is not waited for.
    """

    def __init__(self, answer_limit_s: float = DEFAULT_ANSWER_LIMIT_S) -> None:
        self.answer_limit_s = answer_limit_s
        self._workers: dict[str, Worker] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def players(self, names: Mapping[SideKey, str]) -> dict[SideKey, Player]:
        """The players of those names by side. Raises PluginError for one who cannot play."""
        self.check_players(names)
        return {
            side: load_player(name)
            if name in BUILT_IN_LEVELS
            else ExternalPlayer(name, self.worker(side, name))
            for side, name in names.items()
        }

    def check_players(self, names: Mapping[SideKey, str]) -> None:
        """See whether all of those names can play. Raises PluginError."""
        for side, name in names.items():
            if ":" not in name:
                player_class_path(name)
            if name not in BUILT_IN_LEVELS:
                self._meet(name, self.worker(side, name))

    def _meet(self, name: str, worker: Worker) -> None:
        try:
            worker.check_player(name)
        except PlayerError as error:
            raise PluginError(f"player {name}: {error}" if error.lost else str(error)) from None

    def worker(self, side: SideKey, name: str) -> Worker:
        """The process in which the player of a side thinks."""
        seat = "" if name in BUILT_IN_LEVELS else side
        if seat not in self._workers:
            self._workers[seat] = Worker(self.answer_limit_s)
        return self._workers[seat]

    def close(self) -> None:
        """End the processes."""
        while self._workers:
            self._workers.popitem()[1].close()
