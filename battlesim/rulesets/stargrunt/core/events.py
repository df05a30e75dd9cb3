"""The events of the ruleset that are not those of a mechanism."""

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
    """Weapons of a unit have fired; those of one shot are used up."""

    weapons: tuple[str, ...]
    used: tuple[str, ...] = ()

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the weapons to those that have fired."""
        game = state.game
        return state.with_game(fired=(*game.fired, *self.weapons), used=(*game.used, *self.used))


class AttemptFailed(Event, frozen=True, tag="AttemptFailed"):
    """A unit failed in something that it may not try again in this activation.

    The action is spent; the other one is left for something else.
    """

    what: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Remember the attempt."""
        return state.with_game(attempted=(*state.game.attempted, self.what))


class StrengthChanged(Event, frozen=True, tag="StrengthChanged"):
    """The number of figures with which a unit counts as having begun has changed; `gone` is no longer one."""

    unit: UnitId
    strength: Count
    gone: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the strength, and forget the unit that is gone."""
        strength = {**state.game.strength, self.unit: self.strength}
        return state.with_game(strength={k: v for k, v in strength.items() if k != self.gone})


class SupportCalled(Event, frozen=True, tag="SupportCalled"):
    """A side has called for support: chits are spent and, if it was granted, a mission is on its way."""

    side: SideKey
    battery: str
    chits: Count
    mission: Mission | None = None
    to: str = ""

    def audience(self) -> SideKey:
        """Return the side that alone learns where the support falls; NO_SIDE if all do."""
        return SideKey(self.to)

    def apply(self, state: State[Any]) -> State[Any]:
        """Take chits and mission from what the side has left, and put the mission on its way."""
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
    """A side has said which of its squads begin in position."""

    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Leave none that may still begin so."""
        return state.with_game(dug_in={**state.game.dug_in, self.side: 0})


class GroundTaken(Event, frozen=True, tag="GroundTaken"):
    """A marker has another owner."""

    marker: str
    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the owner."""
        return state.with_game(ground={**state.game.ground, self.marker: self.side})


class ChitsDealt(Event, frozen=True, tag="ChitsDealt"):
    """A side has its support request chits for the battle."""

    side: SideKey
    chits: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the number of chits."""
        return state.with_game(chits={**state.game.chits, self.side: self.chits})


class UnitsExited(Event, frozen=True, tag="UnitsExited"):
    """Units have left the table over an edge, with all that is left of them."""

    units: tuple[UnitId, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the units to those that have left."""
        return state.with_game(exited=(*state.game.exited, *self.units))


class MissionArrived(Event, frozen=True, tag="MissionArrived"):
    """A mission on its way has arrived."""

    mission: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Take the mission from those on their way."""
        left = tuple(mission for mission in state.game.missions if mission.id != self.mission)
        return state.with_game(missions=left)


class LimitsReset(Event, frozen=True, tag="LimitsReset"):
    """What may be done once may be done again: the weapons that have fired, or what failed."""

    fired: bool

    def apply(self, state: State[Any]) -> State[Any]:
        """Forget the attempts that failed and, if `fired`, the weapons that have fired."""
        return state.with_game(attempted=(), carriers=(), **({"fired": ()} if self.fired else {}))


class FigureCarried(Event, frozen=True, tag="FigureCarried"):
    """A figure carries another and does not fire in this activation."""

    carrier: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the figure to those that have carried."""
        return state.with_game(carriers=(*state.game.carriers, self.carrier))


class WeaponTaken(Event, frozen=True, tag="WeaponTaken"):
    """A figure has taken up the support weapon of another one of its unit, in place of its own."""

    unit: UnitId
    weapon: str
    old: str
    new: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Arm the figure; a weapon that has fired in this turn has fired in its hands too."""
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
