"""Who sits where: the `--side KEY=PLAYER` and `--option KEY=VALUE` of several commands."""

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
SIDE_HELP = "Who plays a side: KEY=human, random, recruit, … or package.module:Class. May be repeated."
WITHIN_HELP = "Seconds that a player of your own may take over one answer; then its default is taken."
OPTION_HELP = "Change an option of the rules: KEY=VALUE (see `battlesim rules`). May be repeated."


def parse_pairs(texts: Sequence[str] | None, flag: str) -> dict[str, str]:
    """KEY=VALUE words as a mapping. Raises InputError for anything else."""
    from battlesim.scenarios.toml_reading import InputError

    found: dict[str, str] = {}
    for word in texts or ():
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise InputError(flag, "", f"{word!r} is not of the form KEY=VALUE")
        if any("\ud800" <= sign <= "\udfff" for sign in word):
            raise InputError(flag, "", f"{word!r} is not text")
        found[key] = value
    return found


def parse_seats(texts: Sequence[str] | None) -> dict[SideKey, str]:
    """Players' names by side, of words KEY=NAME. Raises InputError for anything else."""
    return {SideKey(side): name for side, name in parse_pairs(texts, "--side").items()}


def seat_names(
    scenario: Scenario, given_players: Mapping[SideKey, str], first: str = "", state: AnyState | None = None
) -> dict[SideKey, str]:
    """A player's name for every side that has a seat: as given, else `first` for the first of them, else the
    best level. `state` is the first one where it is set up already.

    Raises InputError for a side that the scenario does not have, or that nobody plays in it.
    """
    from battlesim.players.levels import best_level

    table = (state or scenario.initial_state()).table
    _look_for_unplayed(scenario, table.sides, given_players)
    sides = _known(played_sides(table.sides), given_players)
    usual = {key: first if first and number == 0 else best_level() for number, key in enumerate(sides)}
    return {key: given_players.get(key, usual[key]) for key in sides}


def _look_for_unplayed(scenario: Scenario, sides: Iterable[Side], given: Iterable[SideKey]) -> None:
    """Raises InputError for a side that acts by the rules of the game, with the option that has it played."""
    from battlesim.engine.optional_sides import played_options
    from battlesim.scenarios.toml_reading import InputError

    known = played_options(scenario.ruleset)
    for side in sides:
        if side.key in given and side.key in known and not side.played:
            option, value = known[side.key]
            words = "this side acts by the rules of the game, nobody plays it"
            raise InputError("--side", side.key, words, f"play it with --option {option}={value}")


def played_sides(sides: Iterable[Side]) -> list[SideKey]:
    """The sides that somebody plays."""
    return [side.key for side in sides if side.played]


def check_automated(names: Mapping[SideKey, str]) -> Mapping[SideKey, str]:
    """The players' names, none of them a person's. Raises InputError."""
    from battlesim.scenarios.toml_reading import InputError

    people = [side for side, name in names.items() if name == HUMAN]
    if people:
        remedy = "give it an automated player, or play in the window"
        raise InputError("--side", people[0], "a person needs the window", remedy)
    return names


def resumed_seats(record: Record, path: Path, given_players: Mapping[SideKey, str]) -> dict[SideKey, str]:
    """Who plays the sides of a record from now on: as given, else who did.

    A file names nobody's code: of its players only those are taken who are installed. Raises InputError.
    """
    from battlesim.scenarios.toml_reading import InputError

    sides, played = record_sides(record, given_players), record.header.players
    for side in sides:
        if side not in given_players and not is_trusted_player(played.get(side, "")):
            words = f"was played by {played[side]!r}" if side in played else "was played by nobody"
            remedy = f"type: battlesim play {shlex.quote(str(path))} --side {side}=PLAYER"
            raise InputError(path, f"players.{side}", f"{words}, which is not installed here", remedy)
    return {side: given_players.get(side) or played[side] for side in sides}


def branch_seats(
    record: Record, human_side: SideKey, given_players: Mapping[SideKey, str]
) -> dict[SideKey, str]:
    """Who plays on from a moment of a record: a person at one side, elsewhere who is given, else who played.

    The best level takes the place of other people, and of those who are not installed, which is said.
    """
    from battlesim.commands.output import print_note
    from battlesim.players.levels import best_level

    found = dict.fromkeys(record_sides(record, given_players), HUMAN)
    for side in found.keys() - {human_side}:
        played = record.header.players.get(side, HUMAN)
        known = is_trusted_player(played)
        found[side] = given_players.get(side) or (played if known and played != HUMAN else best_level())
        if not known and side not in given_players:
            print_note(
                f"{side}: {played!r} is not installed here; {found[side]} plays on (--side {side}=PLAYER)"
            )
    return found


def is_trusted_player(name: str) -> bool:
    """Whether a file may name this player: a person, or one that is installed."""
    from battlesim.players.levels import is_installed

    return name == HUMAN or is_installed(name)


def record_sides(record: Record, given_players: Mapping[SideKey, str]) -> list[SideKey]:
    """The sides of a record that have a seat. Raises InputError where players are given to others."""
    return _known(played_sides(record.state.table.sides), given_players)


def _known(sides: list[SideKey], given: Iterable[SideKey]) -> list[SideKey]:
    from battlesim.engine.value_decoding import did_you_mean
    from battlesim.scenarios.toml_reading import InputError

    for key in given:
        if key not in sides:
            raise InputError("--side", key, "the battle has no such side to play", did_you_mean(key, sides))
    return sides
