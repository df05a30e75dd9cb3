"""Functions that choose a player for each side, and parse `--side KEY=PLAYER` and `--option KEY=VALUE`."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from battlesim.table.ids import SideKey

if TYPE_CHECKING:
    from pathlib import Path

    from battlesim.engine.record_read import Record
    from battlesim.scenarios.library import Scenario
    from battlesim.table.state import AnyState, Side

HUMAN = "human"
SIDE_HELP = "Player of a side: KEY=human, random, recruit, … or package.module:Class. May be repeated."
WITHIN_HELP = "Seconds that an external player may take for an answer before the default is used."
OPTION_HELP = "Change an option of the rules: KEY=VALUE (see `battlesim rules`). May be repeated."


def parse_pairs(texts: Sequence[str] | None, flag: str) -> dict[str, str]:
    """Parse KEY=VALUE arguments into a dict. Raises InputError if an argument is malformed."""
    from battlesim.scenarios.toml_reading import InputError

    pairs: dict[str, str] = {}
    for word in texts or ():
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise InputError(flag, "", f"{word!r} is not of the form KEY=VALUE")
        if any("\ud800" <= sign <= "\udfff" for sign in word):
            raise InputError(flag, "", f"{word!r} is not text")
        pairs[key] = value
    return pairs


def parse_seats(texts: Sequence[str] | None) -> dict[SideKey, str]:
    """Parse `--side KEY=PLAYER` into a dict from sides to players. Raises InputError if malformed."""
    return {SideKey(side): name for side, name in parse_pairs(texts, "--side").items()}


def seat_names(
    scenario: Scenario, given_players: Mapping[SideKey, str], first: str = "", state: AnyState | None = None
) -> dict[SideKey, str]:
    """Return the name of the player of each side: the name given by the user, or else a default.

    The default is the best AI player, or `first` for the first side unless `first` is empty. Sides that the
    rules control have no player. `state` is the initial state, if it has already been set up. Raises
    InputError if the user gives a player to a side that has none.
    """
    from battlesim.players.levels import best_level

    table = (state or scenario.initial_state()).table
    _refuse_unplayed(scenario, table.sides, given_players)
    sides = _known(played_sides(table.sides), given_players)
    usual = {key: first if first and number == 0 else best_level() for number, key in enumerate(sides)}
    return {key: given_players.get(key, usual[key]) for key in sides}


def _refuse_unplayed(scenario: Scenario, sides: Iterable[Side], given: Iterable[SideKey]) -> None:
    """Raise InputError if a given side acts by the rules of the game, and name the option that changes it."""
    from battlesim.engine.optional_sides import played_options
    from battlesim.scenarios.toml_reading import InputError

    known = played_options(scenario.ruleset)
    for side in sides:
        if side.key in given and side.key in known and not side.played:
            option, value = known[side.key]
            message = "this side acts by the rules of the game and has no player"
            raise InputError("--side", side.key, message, f"play it with --option {option}={value}")


def played_sides(sides: Iterable[Side]) -> list[SideKey]:
    """Return the keys of the sides that are controlled by a player rather than by the rules."""
    return [side.key for side in sides if side.played]


def check_automated(names: Mapping[SideKey, str]) -> Mapping[SideKey, str]:
    """Return the given names of players unchanged. Raises InputError if one of the players is human."""
    from battlesim.scenarios.toml_reading import InputError

    humans = [side for side, name in names.items() if name == HUMAN]
    if humans:
        remedy = "give it an AI player, or play in the window"
        raise InputError("--side", humans[0], "a human player needs the window", remedy)
    return names


def resumed_seats(record: Record, path: Path, given_players: Mapping[SideKey, str]) -> dict[SideKey, str]:
    """Return the name of each side's player in a resumed battle: the given player, or else the recorded one.

    Raises InputError if a recorded player is needed but is missing or not installed. Players that are not
    installed are refused because a record must not be able to run foreign code.
    """
    from battlesim.scenarios.toml_reading import InputError

    sides, played = record_sides(record, given_players), record.header.players
    for side in sides:
        if side not in given_players and not is_trusted_player(played.get(side, "")):
            remedy = f"type: battlesim play {shlex.quote(str(path))} --side {side}=PLAYER"
            player = (
                f"the player {played[side]!r} is not installed here" if side in played else "has no player"
            )
            raise InputError(path, f"players.{side}", player, remedy)
    return {side: given_players.get(side) or played[side] for side in sides}


def branch_seats(
    record: Record, human_side: SideKey, given_players: Mapping[SideKey, str]
) -> dict[SideKey, str]:
    """Return the names of the players, by side, when a human plays on from a recorded battle as `human_side`.

    Every other side gets the player in `given_players`, or else keeps the recorded player. The best AI player
    replaces recorded human players, and also, with a note on stderr, players that are not installed.
    """
    from battlesim.commands.output import print_note
    from battlesim.players.levels import best_level

    names = dict.fromkeys(record_sides(record, given_players), HUMAN)
    for side in names.keys() - {human_side}:
        played = record.header.players.get(side, HUMAN)
        known = is_trusted_player(played)
        names[side] = given_players.get(side) or (played if known and played != HUMAN else best_level())
        if not known and side not in given_players:
            print_note(
                f"{side}: {played!r} is not installed here; {names[side]} plays on (--side {side}=PLAYER)"
            )
    return names


def is_trusted_player(name: str) -> bool:
    """Return whether a player named in a record is safe to load: it must be human or installed."""
    from battlesim.players.levels import is_installed

    return name == HUMAN or is_installed(name)


def record_sides(record: Record, given_players: Mapping[SideKey, str]) -> list[SideKey]:
    """Return the sides of a recorded battle that are controlled by players.

    Raises InputError if `given_players` names another side.
    """
    return _known(played_sides(record.state.table.sides), given_players)


def _known(sides: list[SideKey], given: Iterable[SideKey]) -> list[SideKey]:
    from battlesim.engine.value_decoding import did_you_mean
    from battlesim.scenarios.toml_reading import InputError

    for key in given:
        if key not in sides:
            raise InputError("--side", key, "the battle has no such side to play", did_you_mean(key, sides))
    return sides
