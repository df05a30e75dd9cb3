"""Players by side and name: built-in players share this process, external players have a process each."""

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
    """A player that runs in another process."""

    def __init__(self, name: str, worker: Worker) -> None:
        self.name, self._worker = name, worker

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return the reply that the player's process gives. Raises PlayerError if it fails."""
        self._worker.ask(self.name, view, decision, context)
        return self._worker.wait()


def check_player(name: str) -> None:
    """Check that the player with this name can be loaded. Raises PluginError otherwise."""
    with PlayerPool() as pool:
        pool.check_players({NO_SIDE: name})


class PlayerPool:
    """The processes in which players run.

    One serves the built-in players, and each side with an external player has its own. Processes are started
    when they are first needed and stay until `close`, over several battles. An answer that takes longer than
    `answer_limit_s` seconds is abandoned.
    """

    def __init__(self, answer_limit_s: float = DEFAULT_ANSWER_LIMIT_S) -> None:
        self.answer_limit_s = answer_limit_s
        self._workers: dict[str, Worker] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def players(self, names: Mapping[SideKey, str]) -> dict[SideKey, Player]:
        """Return the players with the given names, by side. Raises PluginError if a player cannot play."""
        self.check_players(names)
        return {
            side: load_player(name)
            if name in BUILT_IN_LEVELS
            else ExternalPlayer(name, self.worker(side, name))
            for side, name in names.items()
        }

    def check_players(self, names: Mapping[SideKey, str]) -> None:
        """Check that all players with the given names can play. Raises PluginError otherwise."""
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
        """Return the process in which the player of a side runs."""
        seat = "" if name in BUILT_IN_LEVELS else side
        if seat not in self._workers:
            self._workers[seat] = Worker(self.answer_limit_s)
        return self._workers[seat]

    def close(self) -> None:
        """Stop all processes in which players run."""
        while self._workers:
            self._workers.popitem()[1].close()
