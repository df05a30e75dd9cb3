"""Figures, weapons, terrain and tables, read from the TOML files of the ruleset."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from ..data import DATA_FILES
from .parameters import Motivation

CoverGrade = Literal["", "soft", "hard"]
Suspension = Literal["civilian_wheeled", "military_wheeled", "tracked", "hover", "walker", "grav"]
SystemGrade = Literal["none", "basic", "enhanced", "superior"]
NO_TEST = -1
"""The threat level where no test is required."""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon: small arms with a `firepower` for each figure, a support weapon, or a heavy weapon.

    `impact` is a die whose score is multiplied by `factor`. A support weapon has the die `support`, a heavy
    weapon a `size`. `close` weapons fire only in the first range band. `shots` is 0 if there is no limit. An
    independent figure's `sniper` rifle hits single figures. A `pack` encumbers a unit unless a figure helps.
    """

    name: str
    impact: int
    firepower: float = 0.0
    support: int = 0
    close: bool = False
    point: bool = False
    sniper: bool = False
    shots: int = 0
    pack: bool = False
    size: int = 0
    factor: int = 1
    guided: bool = False
    rule: str = ""

    @property
    def is_small_arm(self) -> bool:
        """True if all the weapons of this type in a unit fire together as small arms."""
        return not self.support and not self.size


class Vehicle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a vehicle: its size and armour class, its suspension, and the grades of its systems.

    `guidance` is the grade of its guided weapons, if it has any.
    """

    size: Literal[1, 2, 3, 4, 5]
    armour_class: Literal[1, 2, 3, 4, 5]
    suspension: Suspension
    fire_control: SystemGrade = "none"
    ecm: SystemGrade = "none"
    guidance: SystemGrade = "basic"

    @property
    def crew(self) -> int:
        """The number of figures in the crew (SG-GAP-88)."""
        return 2 if self.size == 1 else 3

    @property
    def squads(self) -> int:
        """The number of squads that a carrier of this size holds: half its size class, but at least one."""
        return max(1, self.size // 2)


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a kind of figure; `close_combat` is the number of steps added to its close combat die.

    `base` is the diameter of a round base, and `hull` the length and width of a rectangular base. A vehicle
    has no `armour` die of its own.
    """

    name: str
    height: float
    mobility: str
    base: float = 0.0
    armour: str = ""
    weapons: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    close_combat: int = 0
    rule: str = ""
    hull: tuple[float, float] | None = None
    vehicle: Vehicle | None = None


class TerrainKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a kind of terrain; terrain.toml explains the fields."""

    height: float
    foot_only: bool = False
    wet: bool = False
    cover: CoverGrade = ""
    cost: float = 1.0
    crossing: float = 0.0
    impassable: bool = False
    area: bool = False


class Mobility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The speed of a figure: the inches of a normal move, and the die for a combat move."""

    name: str
    base: float
    die: int
    rule: str


class ThreatRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table of threat levels in confidence tests, with a level for each motivation."""

    text: str
    low: int
    medium: int
    high: int
    rule: str

    def level(self, motivation: Motivation) -> int:
        """Return the threat level for a motivation, or NO_TEST if no test is required."""
        return int(getattr(self, motivation))


class Burst(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A size of burst, with its radius in inches and its weapon size."""

    radius: float
    size: int
    rule: str


class Warhead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A warhead, with its impact dice against dispersed and point targets and a factor for the latter."""

    name: str
    dispersed: int
    point: int
    rule: str
    factor: int = 1


class RequestRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number that a support request must exceed beyond leadership, with and without a specialist."""

    specialist: int
    other: int
    rule: str


class Brood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of aliens: the kind and number of its figures, and the values of the unit."""

    name: str
    figures: int
    quality: str
    leadership: int


class Hive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An alien force: its broods and dummies at the start, and the brood added by each die result."""

    broods: dict[str, int]
    dummies: int
    growth: tuple[str, ...]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables in tables.toml."""

    quality: dict[str, int]
    electronics: dict[str, int]
    armour: dict[str, int]
    fire_control: dict[str, int]
    guidance: dict[str, int]
    ecm: dict[str, int]
    suspension: dict[str, int]
    mobility: dict[str, Mobility]
    threat: dict[str, ThreatRow]
    added: dict[str, ThreatRow]
    sensors: dict[str, int]
    burst: dict[str, Burst]
    warhead: dict[str, Warhead]
    request: dict[str, RequestRow]
    brood: dict[str, Brood]
    hive: dict[str, Hive]


_figures = DATA_FILES.toml_loader("profiles.toml", dict[str, Profile])
_vehicles = DATA_FILES.toml_loader("vehicles.toml", dict[str, Profile])


@cache
def profiles() -> dict[str, Profile]:
    """Return the profiles of all kinds of figures and vehicles, by key."""
    return {**_figures(), **_vehicles()}


def profile_names() -> dict[str, str]:
    """Return the name of each kind of figure and vehicle, by key."""
    return {kind: profile.name for kind, profile in profiles().items()}


weapons = DATA_FILES.toml_loader("weapons.toml", dict[str, Weapon])
"""All weapons by key."""
terrain_kinds = DATA_FILES.toml_loader("terrain.toml", dict[str, TerrainKind])
"""All kinds of terrain that mean something in this game."""
tables = DATA_FILES.toml_loader("tables.toml", Tables)
"""Quality, armour, mobility and threat levels."""
