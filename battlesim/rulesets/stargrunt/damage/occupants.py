"""The dice rolls for the occupants of a vehicle that is hit; they use only numbers, no state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.mechanics.chance import DiceRoll, DiceScript, Threshold, ThresholdRoll
from battlesim.table.events import DieResult, DieTag

SMALL_ARMS_TABLE = "SG-SAV-05"
ESCAPES = "SG-OCC-01"
CASUALTY_TABLE = "SG-OCC-03"
CASUALTY_SIDES, DEAD_FACES = 6, 3

FATE_RESULTS: Mapping[str, DieResult] = {"unhurt": "miss", "wounded": "hit", "dead": "kill"}


class SmallArmsFateRoll(DiceRoll[str], frozen=True, kw_only=True):
    """An armour roll of an occupant hit by small arms: a 1 kills, a 2 wounds, and more has no effect."""

    rule: str = SMALL_ARMS_TABLE

    def value_of(self, faces: Sequence[int]) -> str:
        """Return the fate of the occupant: killed, wounded or unhurt."""
        return {1: "dead", 2: "wounded"}.get(faces[0], "unhurt")

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return "kill" for a dead, "hit" for a wounded and "miss" for an unhurt occupant."""
        return (FATE_RESULTS[self.value_of(faces)],)

    def value_text(self, faces: Sequence[int]) -> str:
        """Return the fate of the occupant as text."""
        return self.value_of(faces)


class CasualtyRoll(SmallArmsFateRoll, frozen=True, kw_only=True):
    """A D6 roll for a casualty among the occupants: 1 to 3 kills, 4 to 6 wounds."""

    sides: tuple[int, ...] = (CASUALTY_SIDES,)
    tags: tuple[DieTag, ...] = (DieTag(label="Casualty"),)
    rule: str = CASUALTY_TABLE

    def value_of(self, faces: Sequence[int]) -> str:
        """Return the fate of the casualty: killed or wounded."""
        return "dead" if faces[0] <= DEAD_FACES else "wounded"


def escape_roll(armour: int, size: int, destroyed: bool) -> ThresholdRoll:
    """Return the roll by which an occupant escapes: its armour die must exceed the weapon's size.

    Rules: SG-OCC-02.
    """
    needed = Threshold((2 if destroyed else 1) * size + 1, "Safe")
    return ThresholdRoll(sides=(armour,), thresholds=(needed,), tags=(DieTag(label="Armour"),), rule=ESCAPES)


def occupant_fate(armour: int, size: int, destroyed: bool) -> DiceScript[str]:
    """Roll for the fate of an occupant and return it; a weapon `size` of 0 means small arms.

    Rules: SG-GAP-96.
    """
    roll: DiceRoll[str] = SmallArmsFateRoll(sides=(armour,), tags=(DieTag(label="Armour"),))
    if size:
        if (yield escape_roll(armour, size, destroyed)):
            return "unhurt"
        roll = CasualtyRoll()
    fate: str = yield roll
    return fate
