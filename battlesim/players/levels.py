"""Loading of players by name: built-in AI players, plug-ins, and classes given as package.module:Class."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.players.base import Player
from battlesim.rulesets.plugins import PluginError, Plugins, error_text, load_object

BUILT_IN_LEVELS: Mapping[str, str] = {
    "random": "battlesim.players.random_player:RandomPlayer",
    "recruit": "battlesim.players.recruit:Recruit",
}
"""Built-in player levels with their module:Class, weakest first."""

_PLUGINS = Plugins("player", "battlesim.players", BUILT_IN_LEVELS)


def best_level() -> str:
    """Return the name of the strongest built-in AI player."""
    return list(BUILT_IN_LEVELS)[-1]


def player_names() -> list[str]:
    """Return the names of all built-in and installed players.

    The function `load_player` also accepts a class given as package.module:Class.
    """
    return _PLUGINS.names()


def is_installed(name: str) -> bool:
    """Return whether a player is built in or installed. Saved files must not name other players."""
    return name in BUILT_IN_LEVELS or name in _PLUGINS.object_paths()


def player_class_path(name: str) -> str:
    """Return an installed player's class as "module:Class". Raises PluginError if there is no such player."""
    return _PLUGINS.object_path(name)


def load_player(name: str) -> Player:
    """Create a player from its name (built in or a plug-in) or from a class given as package.module:Class.

    The code of players that are not built in is not trusted, so `PlayerPool` runs each of them in a separate
    process. Raises PluginError if the player cannot be loaded.
    """
    kind = load_object(name, f"player {name}") if ":" in name else _PLUGINS.load(name)
    try:
        player: Player = kind()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a foreign class may fail in any way
        raise PluginError(f"player {name} cannot be created: {error_text(error)}") from error
    if not callable(getattr(player, "answer", None)):
        raise PluginError(f"player {name} has no method answer(view, decision, context)")
    return player
