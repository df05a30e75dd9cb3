"""Factions as data: organisation, Move, dice, scores to kill, powers and cards; one TOML file each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import PurePath
from typing import Any, Literal

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.mechanics.ruleset_files import load_package_toml
from battlesim.table.limits import BaseWidth, BoundedNumber, Count, Height, Identifier, Name

from ..data import DATA_FILES
from .vehicle_kinds import vehicle_kinds, vehicle_profile

Edge = Literal["north", "east", "south", "west"]

FOLDER = "factions"
FIGURE_HEIGHT_IN = 1.0
"""The height of a figure above its own floor."""
VEHICLE_GROUP = "vehicle"
INDESTRUCTIBLE_SCORE = 10_000
"""The score of a vehicle that nothing can destroy, out of reach of any dice."""


class CardCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of cards of each kind that a faction has.

    Rules: MT-DECK-02, MT-DECK-05.
    """

    single: Count = 5
    double: Count = 3
    triple: Count = 1

    def __post_init__(self) -> None:
        """Check the numbers. Raises ValueError if one is negative."""
        if min(self.single, self.double, self.triple) < 0:
            raise ValueError("a number of cards is negative: use 0 or more")


class GroupKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of group of a faction, of so many figures; 0 is any number.

    `linked_fire` and `careful` are set where the kind differs from its faction. Groups that act together all
    get an action if one does. A `controlled` kind has no will of its own, jumps over nothing, and is led by
    the controller of its squad. An `individual` may join other groups. `least` and `most` are limits where
    the size is free.
    """

    name: Name
    size: Count = 0
    linked_fire: bool | msgspec.UnsetType = msgspec.UNSET
    careful: bool | msgspec.UnsetType = msgspec.UNSET
    acts_together: bool = False
    controlled: bool = False
    individual: bool | msgspec.UnsetType = msgspec.UNSET
    least: Count | msgspec.UnsetType = msgspec.UNSET
    most: Count | msgspec.UnsetType = msgspec.UNSET


class FigureKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of figure: its dice, and its scores to kill in the open, in cover and in a building.

    `close` are its dice in close combat, where they are not its shooting dice; `move` is its own Move.
    `crew` is the number of kills that it takes. `species` is set for aliens. Leaders are the last that an
    automated faction gives up. An `initial_roll` says how many times a figure rolls its dice; `issued`
    figures have one more die for each success of a study at their arrival. A figure that `runs` may do so
    when it is shot at, one that `returns` comes back, and one that `helps` adds a die to the Action rolls of
    groups beside it. `raises` is a flag that goes up when a figure of the kind dies.

    Rules: MT-GAP-06, MT-SHT-14, MT-HTH-12.
    """

    name: Name
    group: Identifier
    base: BaseWidth
    dice: Count
    scores: tuple[Count, Count, Count]
    height: Height = FIGURE_HEIGHT_IN
    close: Count | msgspec.UnsetType = msgspec.UNSET
    move: BoundedNumber | msgspec.UnsetType = msgspec.UNSET
    species: str = ""
    crew: Count = 1
    humanoid: bool = False
    leader: bool = False
    initial_roll: bool = False
    issued: bool = False
    controller: bool = False
    explosive: bool = False
    tunnels: bool = False
    runs: bool | msgspec.UnsetType = msgspec.UNSET
    returns: bool | msgspec.UnsetType = msgspec.UNSET
    helps: bool | msgspec.UnsetType = msgspec.UNSET
    raises: Identifier | msgspec.UnsetType = msgspec.UNSET

    @property
    def close_dice(self) -> int:
        """The dice of the figure in close combat."""
        return self.dice if isinstance(self.close, msgspec.UnsetType) else self.close


class FactionProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A faction, as described by its data file.

    `unhindered` figures are stopped by no terrain but soft going. A faction that `falls_back` leaves an
    undecided combat. One that `digs` has the holes on the table, one that `studies` gets the dead of aliens.
    `careful` and `charge` are for automated players: whether they look for cover, and how many expected kills
    for each one suffered make them charge. `support_dice` are those of its fire support, if a scenario grants
    it. A faction that is `led` acts by its Leader, and one that `hunts` a kind of figure wins by killing one.
    A `wild` faction has no cards and is everybody's enemy. Groups that reach one of their `exits` with a move
    leave the table. An automated faction with `turf` stays near its turf markers. Linked fire that is
    `directed` needs an `officer`, a kind of figure, who sees a group that shoots.

    Rules: MT-SET-02, MT-SET-03, MT-SET-09, MT-LNK-01.
    """

    title: Name
    cards: CardCounts
    group: dict[str, GroupKind]
    figure: dict[str, FigureKind]
    move: BoundedNumber = 8.0
    linked_fire: bool = False
    unhindered: bool = False
    falls_back: bool = True
    digs: bool = False
    studies: bool = False
    careful: bool = False
    charge: BoundedNumber = 1.0
    support_dice: Count = 0
    led: bool | msgspec.UnsetType = msgspec.UNSET
    hunts: Identifier | msgspec.UnsetType = msgspec.UNSET
    wild: bool | msgspec.UnsetType = msgspec.UNSET
    exits: tuple[Edge, ...] | msgspec.UnsetType = msgspec.UNSET
    turf: bool | msgspec.UnsetType = msgspec.UNSET
    officer: Identifier | msgspec.UnsetType = msgspec.UNSET
    directed: bool | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        """Check the groups, dice and scores of all figures. Raises ValueError if one makes no sense."""
        for key, kind in self.figure.items():
            if kind.group not in self.group:
                known = ", ".join(self.group)
                raise ValueError(f"figure {key}: there is no group {kind.group!r}, only {known}")
            if kind.dice < 0 or min(kind.scores) < 1:
                raise ValueError(f"figure {key}: dice must be 0 or more, and all three scores 1 or more")

    @property
    def has_cards(self) -> bool:
        """True if the faction has cards, and so a seat."""
        return bool(self.cards.single or self.cards.double or self.cards.triple)

    def links(self, group_kind: str) -> bool:
        """Return whether groups of a kind have linked fire."""
        own = self.group[group_kind].linked_fire
        return self.linked_fire if isinstance(own, msgspec.UnsetType) else own

    def is_careful(self, group_kind: str) -> bool:
        """Return whether groups of a kind seek cover when an AI player plays them."""
        own = self.group[group_kind].careful
        return self.careful if isinstance(own, msgspec.UnsetType) else own

    def figure_move(self, kind: str) -> float:
        """Return the Move of a kind of figure in inches."""
        own = self.figure[kind].move
        return self.move if isinstance(own, msgspec.UnsetType) else own


@cache
def factions() -> dict[str, FactionProfile]:
    """Return the factions of the game by key, one for each file of their folder.

    Rules: MT-GAP-64.
    """
    package = DATA_FILES.package
    entries = resources.files(package).joinpath(FOLDER).iterdir()
    files = sorted(PurePath(entry.name) for entry in entries)
    return {file.stem: load_package_toml(package, f"{FOLDER}/{file.name}", FactionProfile) for file in files}


@cache
def vehicle_body(kind: str) -> FigureKind:
    """Return a kind of vehicle as a figure that can be shot at. Raises KeyError if there is no such kind."""
    own = vehicle_kinds()[kind]
    score = own.score or INDESTRUCTIBLE_SCORE
    return FigureKind(own.name, VEHICLE_GROUP, own.hull[0], 0, (score,) * 3, own.height)


def figure_profile(kind: str, known: Mapping[str, FactionProfile] | None = None) -> dict[str, Any]:
    """Return the profile of a kind of figure, of some factions, as plain values. Raises KeyError if unknown.

    Rules: MT-GAP-81.
    """
    for key, faction in (factions() if known is None else known).items():
        if kind in faction.figure:
            own = faction.figure[kind]
            return {
                "name": own.name,
                "base": own.base,
                "height": own.height,
                "hits": own.crew,
                "faces": False,
                "faction": key,
                "dice": own.dice,
                "close": own.close_dice,
                "move": faction.figure_move(kind),
                "open": own.scores[0],
                "cover": own.scores[1],
                "building": own.scores[2],
            }
    return vehicle_profile(kind)


def own_factions(plan: ScenarioPlan) -> dict[str, FactionProfile]:
    """Return the factions that a scenario brings, by key."""
    return msgspec.convert(plan.rules.get("factions", {}), dict[str, FactionProfile])


def planned_factions(plan: ScenarioPlan) -> dict[str, FactionProfile]:
    """Return all factions of a scenario by key. Raises ScenarioError if a key of its own is taken."""
    return with_own_factions(own_factions(plan))


def with_own_factions(own: Mapping[str, FactionProfile]) -> dict[str, FactionProfile]:
    """Return the factions of the game with those of a scenario, by key.

    Raises ScenarioError if a key of a faction or figure is taken.
    """
    known, kinds = dict(factions()), set(vehicle_kinds())
    kinds |= {kind for faction in known.values() for kind in faction.figure}
    for key, faction in own.items():
        if key in known:
            raise ScenarioError(f"rules.factions.{key}", "is a faction of the game", "rename the file")
        for kind in faction.figure:
            if kind in kinds:
                message = f"{kind!r} is a figure of another faction"
                raise ScenarioError(f"rules.factions.{key}.figure", message, "give it another key")
            kinds.add(kind)
        known[key] = faction
    return known
