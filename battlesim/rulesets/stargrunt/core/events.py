"""The events that only this ruleset has."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.mechanics import activation, counters, turns
from battlesim.table.compound_names import compound_name
from battlesim.table.events import Event
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import Count
from battlesim.table.state import State

from .profiles import profiles
from .state import Mission


class WeaponsFired(Event, frozen=True, tag="WeaponsFired"):
    """An event recording that weapons of a unit have fired; single-shot weapons are used up."""

    weapons: tuple[str, ...]
    used: tuple[str, ...] = ()

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the weapons recorded as fired."""
        game = state.game
        return state.with_game(fired=(*game.fired, *self.weapons), used=(*game.used, *self.used))


class AttemptFailed(Event, frozen=True, tag="AttemptFailed"):
    """An event recording that a unit has failed in something that it cannot try again in this activation.

    The action is spent, but the unit can use its other action for something else.
    """

    what: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the failed attempt recorded."""
        return state.with_game(attempted=(*state.game.attempted, self.what))


class StrengthChanged(Event, frozen=True, tag="StrengthChanged"):
    """An event that changes a unit's original number of figures; `gone` is a unit that no longer exists."""

    unit: UnitId
    strength: Count
    gone: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the new number, and without the unit that has ceased to exist."""
        strength = {**state.game.strength, self.unit: self.strength}
        return state.with_game(strength={k: v for k, v in strength.items() if k != self.gone})


class SupportCalled(Event, frozen=True, tag="SupportCalled"):
    """A side's call for support, which spends chits and, if it succeeds, starts a mission."""

    side: SideKey
    battery: str
    chits: Count
    mission: Mission | None = None
    to: str = ""

    def audience(self) -> SideKey:
        """Return the only side that may see where the support will fall, or NO_SIDE if all may."""
        return SideKey(self.to)

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the chits and the mission spent, and the mission on its way."""
        game = state.game
        left = {**game.chits, self.side: game.chits.get(self.side, 0) - self.chits}
        if self.mission is None:
            return state.with_game(chits=left)
        batteries = tuple(
            msgspec.structs.replace(own, missions=own.missions - 1) if own.id == self.battery else own
            for own in game.batteries
        )
        return state.with_game(chits=left, batteries=batteries, missions=(*game.missions, self.mission))


class DugIn(Event, frozen=True, tag="DugIn"):
    """An event recording that a side has chosen the squads that start in position."""

    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state in which no more squads may start in position."""
        return state.with_game(dug_in={**state.game.dug_in, self.side: 0})


class GroundTaken(Event, frozen=True, tag="GroundTaken"):
    """An event that gives a marker to another side."""

    marker: str
    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the new owner of the marker."""
        return state.with_game(ground={**state.game.ground, self.marker: self.side})


class ChitsDealt(Event, frozen=True, tag="ChitsDealt"):
    """An event that gives a side its support request chits for the battle."""

    side: SideKey
    chits: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the side's number of chits."""
        return state.with_game(chits={**state.game.chits, self.side: self.chits})


class UnitsExited(Event, frozen=True, tag="UnitsExited"):
    """An event recording that units have left the table over an edge."""

    units: tuple[UnitId, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the units added to those that have left."""
        return state.with_game(exited=(*state.game.exited, *self.units))


class MissionArrived(Event, frozen=True, tag="MissionArrived"):
    """An event recording that a support mission has arrived."""

    mission: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the mission, which is no longer on its way."""
        left = tuple(mission for mission in state.game.missions if mission.id != self.mission)
        return state.with_game(missions=left)


class LimitsReset(Event, frozen=True, tag="LimitsReset"):
    """An event that lifts limits on what can be done once: on failed attempts and, if `fired`, on weapons."""

    fired: bool

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without failed attempts and, if `fired` is true, without weapons fired."""
        return state.with_game(attempted=(), carriers=(), **({"fired": ()} if self.fired else {}))


class FigureCarried(Event, frozen=True, tag="FigureCarried"):
    """An event recording that a figure carries another, so that it cannot fire in this activation."""

    carrier: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the figure added to those that have carried others."""
        return state.with_game(carriers=(*state.game.carriers, self.carrier))


class WeaponTaken(Event, frozen=True, tag="WeaponTaken"):
    """An event in which a figure exchanges its weapon for the support weapon of another in its unit."""

    unit: UnitId
    weapon: str
    old: str
    new: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the figure's new weapon, which keeps its record of having fired."""
        game, table = state.game, state.table
        held = game.armed.get(self.old, profiles()[table.pieces[self.old].kind].weapons)
        left = tuple(key for key in held if key != self.weapon)
        names = [f"{self.unit} {compound_name(self.weapon, piece)}" for piece in (self.old, self.new)]
        fired = (*game.fired, names[1]) if names[0] in game.fired else game.fired
        return state.with_game(armed={**game.armed, self.old: left, self.new: (self.weapon,)}, fired=fired)


EVENTS: tuple[type[Event], ...] = (
    *turns.EVENTS,
    *activation.EVENTS,
    *counters.EVENTS,
    WeaponsFired,
    AttemptFailed,
    StrengthChanged,
    SupportCalled,
    ChitsDealt,
    DugIn,
    GroundTaken,
    MissionArrived,
    UnitsExited,
    LimitsReset,
    FigureCarried,
    WeaponTaken,
)
