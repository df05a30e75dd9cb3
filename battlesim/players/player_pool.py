"""The players of a battle: built-in players run in this process, external players in separate processes."""

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
    """A player whose code runs in another process."""

    def __init__(self, name: str, worker: Worker) -> None:
        self.name, self._worker = name, worker

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return the reply from the player's process. Raises PlayerError if it gives no valid answer."""
        self._worker.ask(self.name, view, decision, context)
        return self._worker.wait()


def check_player(name: str) -> None:
    """Raise PluginError if the player with this name cannot be loaded."""
    with PlayerPool() as pool:
        pool.check_players({NO_SIDE: name})


class PlayerPool:
    """A pool of processes in which players run, used as a context manager.

    Each side with an external player has a separate process; all built-in players share a process. A process
    is started when it is first needed and runs until `close` is called, if necessary through several battles.
    A player that takes longer than `answer_limit_s` seconds to answer fails.
    """

    def __init__(self, answer_limit_s: float = DEFAULT_ANSWER_LIMIT_S) -> None:
        self.answer_limit_s = answer_limit_s
        self._workers: dict[str, Worker] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def players(self, names: Mapping[SideKey, str]) -> dict[SideKey, Player]:
        """Return the player with the given name for each side. Raises PluginError if loading one fails."""
        self.check_players(names)
        return {
            side: load_player(name)
            if name in BUILT_IN_LEVELS
            else ExternalPlayer(name, self.worker(side, name))
            for side, name in names.items()
        }

    def check_players(self, names: Mapping[SideKey, str]) -> None:
        """Raise PluginError if any of the players with these names cannot be loaded."""
        for side, name in names.items():
            if ":" not in name:
                player_class_path(name)
            if name not in BUILT_IN_LEVELS:
                self._check_external(name, self.worker(side, name))

    def _check_external(self, name: str, worker: Worker) -> None:
        try:
            worker.check_player(name)
        except PlayerError as error:
            raise PluginError(f"player {name}: {error}" if error.lost else str(error)) from None

    def worker(self, side: SideKey, name: str) -> Worker:
        """Return the handle of the process that runs a side's player. Start the process if necessary."""
        seat = "" if name in BUILT_IN_LEVELS else side
        if seat not in self._workers:
            self._workers[seat] = Worker(self.answer_limit_s)
        return self._workers[seat]

    def close(self) -> None:
        """Stop all the processes in which players run."""
        while self._workers:
            self._workers.popitem()[1].close()
