"""The dice rolls for the effect of a hit on a vehicle; they use only numbers, no state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from battlesim.mechanics.chance import DiceRoll, DiceScript, exact_chances
from battlesim.mechanics.contest import MAJOR
from battlesim.table.events import DieResult, DieTag

SMALL_ARMS = "SG-SAV-02"
HEAVY = "SG-HWV-01"
DISABLES, DESTROYS = "SG-HWV-02", "SG-HWV-03"
WHERE = "SG-NPH-01"
SUSPENSION = "SG-NPH-02"
ARMOUR_SIDES = 12
WHERE_SIDES = 6
SUSPENSION_FACES, SYSTEMS_FACE = 2, 6
TWICE = 2

Damage = Literal[
    "none", "suppressed", "injured", "disabled", "destroyed", "hull", "held", "immobilised", "systems"
]
"""What fire does to a vehicle, from nothing to its destruction; `held` is a suspension hit without effect."""


class VehicleNumbers(NamedTuple):
    """The numbers that a vehicle rolls with: its armour class, and its suspension die (0 for none)."""

    armour_class: int
    suspension: int


class VehicleHit(NamedTuple):
    """A hit on a vehicle: its impact die, a factor, the weapon's size, and the grade of the hit.

    Small arms have size 0 and never make a major hit: they harm the crew, or disable the vehicle.
    """

    impact: int
    factor: int = 1
    size: int = 0
    major: bool = False

    @property
    def multiplier(self) -> int:
        """The number by which the impact is multiplied, which is doubled by a major hit.

        Rules: SG-WPN-21.
        """
        return self.factor * (TWICE if self.major else 1)


class PenetrationRoll(DiceRoll[int], frozen=True, kw_only=True):
    """A roll of impact against armour: 0 if the armour holds, 1 if it is penetrated, 2 if by a wide margin.

    A wide margin is more than twice the armour, or exactly twice if `at_twice` is true.
    """

    factors: tuple[int, int]
    at_twice: bool = False

    def value_of(self, faces: Sequence[int]) -> int:
        """Return 2 for a penetration by a wide margin, 1 for any other penetration and 0 for none.

        Rules: SG-GAP-95.
        """
        impact, armour = self._scores(faces)
        if impact > TWICE * armour or (self.at_twice and impact == TWICE * armour):
            return 2
        return int(impact > armour)

    def _scores(self, faces: Sequence[int]) -> tuple[int, int]:
        return faces[0] * self.factors[0], faces[1] * self.factors[1]

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return the effect for the impact die, and "hit" for an armour die that holds."""
        effect = self.value_of(faces)
        return (("miss", "hit", "kill")[effect], "miss" if effect else "hit")

    def value_text(self, faces: Sequence[int]) -> str:
        """Return the scores of impact and armour as text."""
        impact, armour = self._scores(faces)
        return f"impact {impact} against armour {armour}"


class SuspensionRoll(PenetrationRoll, frozen=True, kw_only=True):
    """A roll of impact against the suspension: 1 if the vehicle is immobilized."""

    def value_of(self, faces: Sequence[int]) -> int:
        """Return 1 if the impact is higher and 0 otherwise."""
        impact, held = self._scores(faces)
        return int(impact > held)

    def value_text(self, faces: Sequence[int]) -> str:
        """Return the scores of impact and suspension as text."""
        impact, held = self._scores(faces)
        return f"impact {impact} against suspension {held}"


class WhereRoll(DiceRoll[str], frozen=True, kw_only=True):
    """A roll for the part of a vehicle struck by a hit that does not penetrate."""

    sides: tuple[int, ...] = (WHERE_SIDES,)
    tags: tuple[DieTag, ...] = (DieTag(label="Location"),)
    rule: str = WHERE

    def value_of(self, faces: Sequence[int]) -> str:
        """Return the part that is hit: "suspension", "hull" or "systems"."""
        if faces[0] <= SUSPENSION_FACES:
            return "suspension"
        return "systems" if faces[0] == SYSTEMS_FACE else "hull"

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return "miss" for a hit on the hull, which does no damage, and "hit" for any other part."""
        return ("miss" if self.value_of(faces) == "hull" else "hit",)

    def value_text(self, faces: Sequence[int]) -> str:
        """Return the part that is hit as text."""
        return f"{self.value_of(faces)} hit"


def penetration_roll(hit: VehicleHit, vehicle: VehicleNumbers) -> PenetrationRoll:
    """Return the roll of a hit's impact against a vehicle's armour.

    Rules: SG-ARM-06.
    """
    return PenetrationRoll(
        sides=(hit.impact, ARMOUR_SIDES),
        factors=(hit.multiplier, vehicle.armour_class),
        at_twice=not hit.size,
        tags=(DieTag(label=_multiplied("Impact", hit.multiplier)), _armour_tag(vehicle.armour_class)),
        rule=HEAVY if hit.size else SMALL_ARMS,
    )


def suspension_roll(hit: VehicleHit, vehicle: VehicleNumbers) -> SuspensionRoll:
    """Return the roll of a hit's impact against a vehicle's suspension.

    Rules: SG-GAP-99.
    """
    tags = (DieTag(label=_multiplied("Impact", hit.multiplier)), DieTag(label="Suspension"))
    return SuspensionRoll(
        sides=(hit.impact, vehicle.suspension), factors=(hit.multiplier, 1), tags=tags, rule=SUSPENSION
    )


def _armour_tag(armour_class: int) -> DieTag:
    return DieTag(label=_multiplied("Vehicle armour", armour_class))


def _multiplied(label: str, factor: int) -> str:
    return f"{label} x {factor}" if factor > 1 else label


def hit_effect(hit: VehicleHit, vehicle: VehicleNumbers) -> DiceScript[Damage]:
    """Roll for the damage of a hit on a vehicle and return it; small arms must penetrate to do any.

    Rules: SG-SAV-03, SG-SAV-04.
    """
    grade = yield penetration_roll(hit, vehicle)
    if not hit.size:
        return ("suppressed", "injured", "disabled")[grade]
    if grade:
        return "destroyed" if grade == TWICE else "disabled"
    where: Damage | Literal["suspension"] = yield WhereRoll()
    if where != "suspension":
        return where
    if not vehicle.suspension:
        return "held"
    return "immobilised" if (yield suspension_roll(hit, vehicle)) else "held"


def loss_chance(hit: VehicleHit, vehicle: VehicleNumbers) -> float:
    """Return the chance that a hit disables or destroys a vehicle."""
    chances = exact_chances(lambda: hit_effect(hit, vehicle))
    return chances.get("disabled", 0.0) + chances.get("destroyed", 0.0)


def damage_chances(
    successes: Mapping[int, float], hits: Mapping[int, VehicleHit], vehicle: VehicleNumbers
) -> dict[Damage, float]:
    """Return the chance of each kind of damage, given the chance and the hit of each degree of success.

    Degree 0 does nothing; any other degree without a hit only suppresses.
    """
    found: dict[Damage, float] = {}
    for degree, chance in successes.items():
        hit = hits.get(degree)
        nothing: Damage = "suppressed" if degree else "none"
        parts = exact_chances(lambda hit=hit: hit_effect(hit, vehicle)) if hit else {nothing: 1.0}  # type: ignore[misc]
        for damage, part in parts.items():
            found[damage] = found.get(damage, 0.0) + chance * part
    return found


def hits_by_degree(impact: int, factor: int, size: int) -> dict[int, VehicleHit]:
    """Return the hit for each degree of success; small arms hit only with a major success."""
    if not size:
        return {MAJOR: VehicleHit(impact, factor)}
    return {degree: VehicleHit(impact, factor, size, degree == MAJOR) for degree in (1, MAJOR)}
