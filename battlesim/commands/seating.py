"""Who sits where: the `--side KEY=PLAYER` and `--option KEY=VALUE` of several commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlesim.players.base import Player
    from battlesim.scenarios.library import Scenario

HUMAN = "human"
SIDE_HELP = "Who plays a side: KEY=human, random, recruit, … or package.module:Class. May be repeated."
OPTION_HELP = "Change an option of the rules: KEY=VALUE (see `battlesim rules`). May be repeated."


def pairs(given: Sequence[str] | None, flag: str) -> dict[str, str]:
    """KEY=VALUE words as a mapping. Raises InputError for anything else."""
    from battlesim.scenarios.reading import InputError

    found: dict[str, str] = {}
    for word in given or ():
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise InputError(flag, "", f"{word!r} is not of the form KEY=VALUE")
        found[key] = value
    return found


def seat_names(scenario: Scenario, given: Mapping[str, str], first: str = "") -> dict[str, str]:
    """A player's name for every side: as given, else `first` for the first side, else the best level.

    Raises InputError for a side that the scenario does not have.
    """
    from battlesim.engine.values import did_you_mean
    from battlesim.players.levels import best_level
    from battlesim.scenarios.reading import InputError

    sides = [side.key for side in scenario.plan.sides]
    for key in given:
        if key not in sides:
            raise InputError("--side", key, "the scenario has no such side", did_you_mean(key, sides))
    usual = {key: first if first and number == 0 else best_level() for number, key in enumerate(sides)}
    return {key: given.get(key, usual[key]) for key in sides}


def seats(names: Mapping[str, str]) -> dict[str, Player]:
    """The players of those names. Raises PluginError, and InputError where a person would be needed."""
    from battlesim.players.levels import player
    from battlesim.scenarios.reading import InputError

    people = [side for side, name in names.items() if name == HUMAN]
    if people:
        remedy = "give it an automated player, or play in the window"
        raise InputError("--side", people[0], "a person needs the window", remedy)
    return {side: player(name) for side, name in names.items()}
