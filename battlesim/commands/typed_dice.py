"""Real dice and cards, whose results the user types on the keyboard."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from battlesim.commands.output import print_note

if TYPE_CHECKING:
    from battlesim.engine.dice import CardIds
    from battlesim.table.ids import CardId


class TypedDice:
    """A source of dice and cards that asks the user for each result on stderr and reads it from stdin."""

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Ask the user to roll the dice and return the faces entered. Raises InputError if stdin ends."""
        for number, label in enumerate(each, 1):
            print_note(f"  die {number}: {label}")
        return _asked(f"{why}: roll {' '.join(f'D{side}' for side in sides)}: ", sides)

    def throw_handful(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        """Ask the user to roll several dice of the same kind, and return the faces entered.

        The user may enter the faces one by one or as "3x1 2x6" (three ones and two sixes). Raises InputError
        if stdin ends.
        """
        return _asked(f"{why}: roll {len(sides)}D{sides[0]}, as 3x1 2x6: ", sides)

    def draw_card(self, cards: CardIds, why: str, names: Mapping[CardId, str] | None = None) -> CardId:
        """Ask the user for the id or name of the card drawn from a real deck, and return its id.

        Raises InputError if stdin ends.
        """
        known = {card: (names or {}).get(card, card) for card in sorted(set(cards))}
        meant = {word.casefold(): card for card, name in known.items() for word in (name, card)}
        while True:
            print_note(f"{why}: draw one of {', '.join(known.values())}: ", end="")
            card = meant.get(_line().strip().casefold())
            if card is not None:
                return card
            print_note("  no such card is left")


def _asked(question: str, sides: tuple[int, ...]) -> tuple[int, ...]:
    """Ask for the faces of dice until they fit, and return them."""
    while True:
        print_note(question, end="")
        faces = _faces_in(_line(), len(sides))
        fits = len(faces) == len(sides)
        if fits and all(1 <= face <= side for face, side in zip(faces, sides, strict=True)):
            return faces
        print_note(f"  {len(sides)} numbers are needed, each within its die")


def _faces_in(line: str, most: int) -> tuple[int, ...]:
    """Return the faces in a line, in which "3x6" stands for three sixes; () if there are too many."""
    found = re.findall(r"(?:(\d{1,4})\s*x\s*)?(\d{1,9})", line)
    if sum(int(times or 1) for times, _ in found) > most:
        return ()
    return tuple(int(face) for times, face in found for _ in range(int(times or 1)))


def _line() -> str:
    """Return the next line of stdin. Raises InputError if the input has ended."""
    from battlesim.scenarios.toml_reading import InputError

    line = sys.stdin.readline()
    if not line:
        raise InputError("--dice typed", "", "the input ended before the battle did")
    return line
