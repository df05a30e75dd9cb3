"""Dice that a person rolls on the table and types in."""

from __future__ import annotations

import re
import sys

from battlesim.commands.output import note


class TypedDice:
    """Asks for every roll on stderr and reads the faces from stdin, until they fit the dice."""

    def throw(self, sides: tuple[int, ...], why: str, each: tuple[str, ...] = ()) -> tuple[int, ...]:
        """The faces typed in. Raises InputError when there is nobody to type them."""
        from battlesim.scenarios.reading import InputError

        words = " ".join(f"D{side}" for side in sides)
        for number, one in enumerate(each, 1):
            note(f"  die {number}: {one}")
        while True:
            note(f"{why}: roll {words}: ", end="")
            line = sys.stdin.readline()
            if not line:
                raise InputError("--dice typed", "", "the input ended before the battle did")
            faces = tuple(int(number) for number in re.findall(r"\d{1,9}", line))
            fits = len(faces) == len(sides)
            if fits and all(1 <= face <= side for face, side in zip(faces, sides, strict=True)):
                return faces
            note(f"  {len(sides)} numbers are needed, each within its die")
