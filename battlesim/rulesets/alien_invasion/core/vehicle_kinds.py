"""Vehicles as data: kinds, weapons, and what a scenario says about one of them."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.geometry.hulls import HullForm
from battlesim.table.ids import SideKey
from battlesim.table.limits import BaseWidth, Count, Height, Identifier, Name

from ..data import DATA_FILES

VEHICLE_HEIGHT_IN = 2.0


class VehicleKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of vehicle; vehicles.toml explains the fields."""

    name: Name
    hull: tuple[BaseWidth, BaseWidth]
    room: Count
    score: Count
    height: Height = VEHICLE_HEIGHT_IN
    goes: tuple[Identifier, ...] = ()
    flies: Height = 0.0
    weapons: tuple[Identifier, ...] = ()
    drivers: tuple[SideKey, ...] = ()
    form: HullForm = "rectangle"
    protection: Count = 1
    hides: bool = False


class VehicleWeapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of a vehicle; one that is `distant` cannot fire at a group in contact."""

    dice: Count
    distant: bool = False


class _VehicleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    vehicle: dict[Identifier, VehicleKind]
    weapon: dict[Identifier, VehicleWeapon]


class VehicleRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's rule for a vehicle: what it can enter instead, who may drive it, and its weapons.

    It cannot be started until the flag `after` is up. A craft that `leaves` may fly off the table for good.
    """

    piece: Identifier
    goes: tuple[Identifier, ...] | msgspec.UnsetType = msgspec.UNSET
    drivers: tuple[SideKey, ...] = ()
    weapons: tuple[Identifier, ...] = ()
    after: Identifier | msgspec.UnsetType = msgspec.UNSET
    leaves: bool | msgspec.UnsetType = msgspec.UNSET

    def changed(self, kind: VehicleKind) -> VehicleKind:
        """Return a kind of vehicle with the changes that the scenario makes.

        Rules: MT-VEH-06.
        """
        goes = kind.goes if isinstance(self.goes, msgspec.UnsetType) else self.goes
        return msgspec.structs.replace(kind, goes=goes, drivers=self.drivers, weapons=self.weapons)


_file = DATA_FILES.toml_loader("vehicles.toml", _VehicleFile)


def vehicle_kinds() -> dict[str, VehicleKind]:
    """Return the kinds of vehicles by key."""
    return _file().vehicle


def vehicle_weapons() -> dict[str, VehicleWeapon]:
    """Return the weapons of vehicles by key."""
    return _file().weapon


def vehicle_profile(kind: str) -> dict[str, Any]:
    """Return the profile of a kind of vehicle as plain values. Raises KeyError if there is no such kind."""
    own = vehicle_kinds()[kind]
    return {
        "name": own.name,
        "hull": own.hull,
        **({"form": own.form} if own.form != "rectangle" else {}),
        "height": own.height,
        "hits": 1,
        "faces": True,
        "room": own.room,
        "open": own.score,
        "cover": own.score,
        "building": own.score,
    }
