"""The contents of markers, decided when they are turned over or secretly in advance."""

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
MarkerContents = tuple[str, ...]
"""The kinds of the creatures that a marker holds; the first is placed where the marker was."""
NO_CREATURES: MarkerContents = ()
ONE_ALIEN, ONE_FACE_HUGGER = ("alien",), ("face_hugger",)
CONTENT_TABLES: dict[str, tuple[MarkerContents, ...]] = {
    "table": (NO_CREATURES, NO_CREATURES, NO_CREATURES, ONE_FACE_HUGGER, ONE_ALIEN, ONE_ALIEN),
    "swarm": (NO_CREATURES, NO_CREATURES, ONE_FACE_HUGGER, ONE_ALIEN, ONE_ALIEN, ONE_ALIEN * 2),
}
"""The contents for each face of a D6; in the swarm a Face Hugger stands for 1D3 of them."""
CONTENT_POOL: tuple[MarkerContents, ...] = (NO_CREATURES,) * 8 + (ONE_FACE_HUGGER,) * 3 + (ONE_ALIEN,) * 5
EMPTY_NAME = "nothing"


class ContentsDealt(Event, frozen=True, tag="Dealt"):
    """An event that decides the contents of the given markers in advance."""

    contents: dict[str, Name]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the contents of these markers added."""
        return state.with_game(contents=state.game.contents | self.contents)

    def audience(self) -> SideKey:
        """Return the creatures, the only side that may see this event."""
        return CREATURES


class MarkerTurnedOver(Event, frozen=True, tag="TurnedOver"):
    """An event that turns a marker over, so that both sides know its contents."""

    reveals: ClassVar[bool] = True

    marker: Identifier

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the secret contents of this marker."""
        kept = {key: held for key, held in state.game.contents.items() if key != self.marker}
        return state.with_game(contents=kept)


EVENTS: tuple[type[Event], ...] = (ContentsDealt, MarkerTurnedOver)


def contents_dice_script(reading: str) -> DiceScript[MarkerContents]:
    """Return a script that rolls for a marker's contents; an option selects the `reading` of the rules."""
    if reading == "all_aliens":
        return ONE_ALIEN
    table = CONTENT_TABLES.get(reading, CONTENT_TABLES["table"])
    (face,) = yield PlainRoll(rule=CONTENTS)
    found = table[face - 1]
    if reading != "swarm" or found != ONE_FACE_HUGGER:
        return found
    several: int
    (several,) = yield PlainRoll(sides=(3,), what="a D6 halved, rounded up", rule=CONTENTS)
    return ONE_FACE_HUGGER * several


def encode_contents(contents: MarkerContents) -> str:
    """Return the contents of a marker as text for saving."""
    return ",".join(contents) or EMPTY_NAME


CONTENTS_BY_ENCODING = {
    encode_contents(found): found
    for found in (NO_CREATURES, ONE_ALIEN, ONE_ALIEN * 2, *(ONE_FACE_HUGGER * many for many in (1, 2, 3)))
}
"""All possible contents of a marker, by their saved text."""


def decode_contents(encoded: str) -> MarkerContents:
    """Return the kinds of creatures in a text that `encode_contents` has made."""
    return CONTENTS_BY_ENCODING.get(encoded, (encoded,))


def contents_text(contents: MarkerContents) -> AnyText:
    """Return a phrase for the contents of a marker, such as "an Alien"."""
    names = {ONE_ALIEN: "an Alien", ONE_FACE_HUGGER: "a Face Hugger", NO_CREATURES: EMPTY_NAME}
    return names.get(contents) or f"{len(contents)} {profile(contents[0]).name}s"


def settle_contents(play: Play[Game], marker: str) -> Script[MarkerContents]:
    """Return the contents of a marker, rolling for them unless they were decided in advance."""
    known = play.state.game.contents.get(marker)
    if known is not None:
        return decode_contents(known)
    why = phrase("what {} holds", Ref(marker))
    reading = play.state.game.parameters.contents
    found: MarkerContents = yield from roll_script(
        play, contents_dice_script(reading), why, rule=CONTENTS, by=marker
    )
    return found


def deal_contents(play: Play[Game], markers: Iterable[str]) -> Script[None]:
    """Decide the contents of new markers in advance, if the options require it.

    One option deals them from a pool. Otherwise, if the creatures have a player, they are rolled in secret.
    """
    under, game = play.under_rule(CONTENTS), play.state.game
    pool = list(CONTENT_POOL) if game.parameters.contents == "pool" and not game.contents else []
    for marker in markers:
        why = phrase("what {} holds", Ref(marker))
        if pool:
            (face,) = yield from under.roll_dice([len(pool)], why, by=marker, secret=True)
            found = pool.pop(face - 1)
        elif game.parameters.creatures_played:
            fate = contents_dice_script(game.parameters.contents)
            found = yield from roll_script(under, fate, why, rule=CONTENTS, by=marker, to=CREATURES)
        else:
            continue
        under.emit(ContentsDealt(contents={marker: encode_contents(found)}))
