"""What markers hold: settled as they are turned over, or beforehand and known to nobody who plays marines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScript, PlainRoll, roll_script
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import Identifier, Name
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.state import State

from ..core.profiles import profile
from ..core.state import CREATURES, Game

CONTENTS = "TS-GAP-79"
Found = tuple[str, ...]
"""The kinds of the creatures found, the first one on the marker's spot."""
NOTHING: Found = ()
ALIEN, HUGGER = ("alien",), ("face_hugger",)
TABLES: dict[str, tuple[Found, ...]] = {
    "table": (NOTHING, NOTHING, NOTHING, HUGGER, ALIEN, ALIEN),
    "swarm": (NOTHING, NOTHING, HUGGER, ALIEN, ALIEN, ALIEN * 2),
}
"""What each face of a D6 means; in the swarm there are 1D3 Face Huggers."""
POOL: tuple[Found, ...] = (NOTHING,) * 8 + (HUGGER,) * 3 + (ALIEN,) * 5
EMPTY = "nothing"


class Dealt(Event, frozen=True, tag="Dealt"):
    """What markers hold was settled beforehand, by their ids; see `written`."""

    contents: dict[str, Name]

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(contents=state.game.contents | self.contents)

    def audience(self) -> SideKey:
        """The creatures."""
        return CREATURES


class TurnedOver(Event, frozen=True, tag="TurnedOver"):
    """All know now what a marker held."""

    reveals: ClassVar[bool] = True

    marker: Identifier

    def apply(self, state: State[Any]) -> State[Any]:
        """Forget what was settled for it."""
        kept = {key: held for key, held in state.game.contents.items() if key != self.marker}
        return state.with_game(contents=kept)


EVENTS: tuple[type[Event], ...] = (Dealt, TurnedOver)


def contents(reading: str) -> DiceScript[Found]:
    """What a marker holds, by a reading of the rules."""
    if reading == "all_aliens":
        return ALIEN
    table = TABLES.get(reading, TABLES["table"])
    (face,) = yield PlainRoll(rule=CONTENTS)
    found = table[face - 1]
    if reading != "swarm" or found != HUGGER:
        return found
    several: int
    (several,) = yield PlainRoll(sides=(3,), what="a D6 halved, rounded up", rule=CONTENTS)
    return HUGGER * several


def written(found: Found) -> str:
    """What a marker holds as it is kept."""
    return ",".join(found) or EMPTY


KEPT = {
    written(found): found for found in (NOTHING, ALIEN, ALIEN * 2, *(HUGGER * many for many in (1, 2, 3)))
}
"""All that a marker can hold, by how it is kept."""


def read(kept: str) -> Found:
    """What a marker holds, from how it is kept."""
    return KEPT.get(kept, (kept,))


def told(found: Found) -> AnyText:
    """What a marker holds in words."""
    names = {ALIEN: "an Alien", HUGGER: "a Face Hugger", NOTHING: EMPTY}
    return names.get(found) or f"{len(found)} {profile(found[0]).name}s"


def settled(play: Play[Game], marker: str) -> Script[Found]:
    """What a marker holds, which is rolled now unless it was settled before."""
    known = play.state.game.contents.get(marker)
    if known is not None:
        return read(known)
    why = phrase("what {} holds", Ref(marker))
    reading = play.state.game.parameters.contents
    found: Found = yield from roll_script(play, contents(reading), why, rule=CONTENTS, by=marker)
    return found


def deal(play: Play[Game], markers: Iterable[str]) -> Script[None]:
    """Settle beforehand what markers hold that were put down together, where the rules ask for it.

    By option they are dealt from the pool; for a player of the creatures they are rolled.
    """
    under, game = play.under_rule(CONTENTS), play.state.game
    pool = list(POOL) if game.parameters.contents == "pool" and not game.contents else []
    for marker in markers:
        why = phrase("what {} holds", Ref(marker))
        if pool:
            (face,) = yield from under.roll_dice([len(pool)], why, by=marker, secret=True)
            found = pool.pop(face - 1)
        elif game.parameters.creatures_played:
            fate = contents(game.parameters.contents)
            found = yield from roll_script(under, fate, why, rule=CONTENTS, by=marker, to=CREATURES)
        else:
            continue
        under.emit(Dealt(contents={marker: written(found)}))
