"""Players by name: the levels built so far, those of plug-ins, and anybody's own as module:Class."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.players.base import Player
from battlesim.rulesets.plugins import PluginError, Plugins, error_text, load_object

BUILT_IN_LEVELS: Mapping[str, str] = {
    "random": "battlesim.players.random_player:RandomPlayer",
    "recruit": "battlesim.players.recruit:Recruit",
}
"""The levels that are built, the weakest first."""

_PLUGINS = Plugins("player", "battlesim.players", BUILT_IN_LEVELS)


def best_level() -> str:
    """The strongest level built so far."""
    return list(BUILT_IN_LEVELS)[-1]


def player_names() -> list[str]:
    """Every name that `load_player` takes, besides module:Class."""
    return _PLUGINS.names()


def is_installed(name: str) -> bool:
    """Whether a player is installed under this name: the only names that may come from a file."""
    return name in BUILT_IN_LEVELS or name in _PLUGINS.object_paths()


def player_class_path(name: str) -> str:
    """Where the player of an installed name is, as module:Class. Raises PluginError for one unknown."""
    return _PLUGINS.object_path(name)


def load_player(name: str) -> Player:
    """A player by its level, the name of its plug-in, or package.module:Class. Raises PluginError.

    All but the built-in ones run somebody else's code: `PlayerPool` has them do so in a process of their own.
    """
    kind = load_object(name, f"player {name}") if ":" in name else _PLUGINS.load(name)
    try:
        made: Player = kind()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # somebody else's class may fail in any way
        raise PluginError(f"player {name} cannot be made: {error_text(error)}") from error
    if not callable(getattr(made, "answer", None)):
        raise PluginError(f"player {name} has no method answer(view, decision, moment)")
    return made
