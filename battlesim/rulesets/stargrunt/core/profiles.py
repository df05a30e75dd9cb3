"""Figures, weapons, terrain and tables, decoded from the TOML files of the ruleset."""

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
    """A weapon: small arms with the `firepower` of a figure, a support weapon with a die, or a heavy one.

    `impact` is a die and `factor` multiplies its score. A support weapon has the die `support`, a heavy
    weapon a `size`. `close` weapons fire in the first range band only. `shots` is 0 for a weapon that does
    not run out. `sniper` rifles of independent figures hit single figures. A heavy `pack` encumbers a unit
    without a figure to help with it.
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
        """True if all weapons of this type in a unit fire together as small arms."""
        return not self.support and not self.size


class Vehicle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a figure a vehicle: size and armour classes, suspension, and the grades of its systems.

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
        """The number of figures of its crew (SG-GAP-88)."""
        return 2 if self.size == 1 else 3

    @property
    def squads(self) -> int:
        """The number of squads that a carrier of its size holds: half its size class, but at least one."""
        return max(1, self.size // 2)


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of figure; `close_combat` is the number of steps by which its die shifts in close combat.

    `base` is the diameter of a round base, `hull` the length and width of a rectangular one. A vehicle has
    no `armour` die of its own.
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
    """A kind of terrain; terrain.toml explains the fields."""

    height: float
    foot_only: bool = False
    wet: bool = False
    cover: CoverGrade = ""
    cost: float = 1.0
    crossing: float = 0.0
    impassable: bool = False
    area: bool = False


class Mobility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a figure moves: inches of a normal move, and the die of a combat move."""

    name: str
    base: float
    die: int
    rule: str


class ThreatRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the threat levels of confidence tests, by mission motivation."""

    text: str
    low: int
    medium: int
    high: int
    rule: str

    def level(self, motivation: Motivation) -> int:
        """Return the threat level for a motivation, NO_TEST if none is required."""
        return int(getattr(self, motivation))


class Burst(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A delivery system: the radius of its bursts in inches, and its weapon size."""

    radius: float
    size: int
    rule: str


class Warhead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A warhead: its impact dice against dispersed and point targets, the latter with a factor."""

    name: str
    dispersed: int
    point: int
    rule: str
    factor: int = 1


class RequestRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request for support must exceed beside the leadership, with and without a specialist."""

    specialist: int
    other: int
    rule: str


class Brood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of aliens: the kind and number of its figures, and its values as a unit."""

    name: str
    figures: int
    quality: str
    leadership: int


class Hive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An alien force: the broods and dummies with which it begins, and the brood that each die adds."""

    broods: dict[str, int]
    dummies: int
    growth: tuple[str, ...]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of tables.toml."""

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
    """Return all kinds of figure and vehicle."""
    return {**_figures(), **_vehicles()}


weapons = DATA_FILES.toml_loader("weapons.toml", dict[str, Weapon])
"""All weapons by key."""
terrain_kinds = DATA_FILES.toml_loader("terrain.toml", dict[str, TerrainKind])
"""All kinds of terrain that mean something in this game."""
tables = DATA_FILES.toml_loader("tables.toml", Tables)
"""Quality, armour, mobility and threat levels."""
