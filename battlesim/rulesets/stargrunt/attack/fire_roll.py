"""The dice of a fire action: quality, firepower and support dice against the target's range die."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.behaviour.advice import mean_point
from battlesim.mechanics.contest import D4_TO_D12_LADDER, MultipleOpposedRoll, ShiftedDie, shifted_die
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..core.lookups import figures_of, is_ok, quality_die, unit_rules
from ..core.marks import IN_POSITION, INDEPENDENT, TRAVELLING, WOUNDED
from ..core.profiles import CoverGrade, Weapon
from ..core.state import Battle
from ..ground.cover import COVER_SHIFTS, majority_cover
from .heavy_fire import aiming_die, ecm_die, heavy_band_length, heavy_weapon
from .sniping import is_sniping
from .targeting import Engagement, Fire, band_length, carried_weapons, engagement, range_band, weapon_of

FIRE = "SG-FIR-01"
RANGE_DIE = "SG-GAP-05"
JOINS = "SG-GAP-09"
IMPACT_OF = "SG-GAP-10"
POSITION_RANGE = "SG-POS-04"
TRAVEL_RANGE = "SG-TRV-05"
SNIPER_BANDS = 2
LOWEST_DIE = D4_TO_D12_LADDER.rungs[0]


def fire_engagement(state: Battle, fire: Fire) -> Engagement:
    """Return the firing figures, the visible targets and the range. Raises ValueError if none can fire."""
    carried = carried_weapons(state, fire.unit)
    firers = list({piece.id: piece for key in fire.weapons for piece in carried[key]}.values())
    engaged = engagement(state, fire.unit, fire.target, firers)
    if engaged is None:
        raise ValueError(f"no figure of {fire.unit} sees {fire.target}")
    return engaged


def figures_that_can_be_hit(state: Battle, target: UnitId, engaged: Engagement) -> list[Piece]:
    """Return the figures to which hits are allocated; an option limits them to those in sight (SG-GAP-15)."""
    rules = state.game.parameters
    figures = engaged.targets if rules.hits_seen_only else figures_of(state, target)
    return [p for p in figures if is_ok(p) or (rules.hits_wounded and p.has_mark(WOUNDED))]


def target_cover(state: Battle, fire: Fire, engaged: Engagement) -> CoverGrade:
    """Return the target unit's grade of cover against a fire action."""
    figures = figures_that_can_be_hit(state, fire.target, engaged)
    centre = mean_point([piece.xy for piece in engaged.firers])
    return majority_cover(state, figures, centre, engaged.targets)


def range_die(state: Battle, fire: Fire) -> tuple[ShiftedDie, DieTag]:
    """Return the target's range die after all modifiers, and its label; past a D12 the shot is impossible.

    Against a guided missile it is the die of the target's electronic countermeasures.
    """
    weapon = heavy_weapon(fire)
    if weapon and weapon.guided:
        return ecm_die(state, fire.target)
    engaged, target = fire_engagement(state, fire), state.table.units[fire.target]
    shifts = tuple(_range_shifts(state, fire, engaged))
    tag = DieTag(target.side, "Range die", shifts)
    return shifted_die(LOWEST_DIE, tag), tag


def _range_shifts(state: Battle, fire: Fire, engaged: Engagement) -> Iterator[Modifier]:
    """Yield the shifts of the range die, which add up (SG-POS-06)."""
    target = state.table.units[fire.target]
    band = range_band(engaged.distance, fire_band_length(state, fire))
    if band > 1:
        yield Modifier(band - 1, f"range band {band}", RANGE_DIE)
    yield from COVER_SHIFTS[target_cover(state, fire, engaged)]
    if target.has_mark(IN_POSITION):
        yield Modifier(1, "in position", POSITION_RANGE)
    if unit_rules(target).independent and len(figures_of(state, target.id)) == 1:
        yield Modifier(1, "a lone figure", INDEPENDENT)
    if target.has_mark(TRAVELLING):
        yield Modifier(-1, "travelling in column", TRAVEL_RANGE)


def fire_band_length(state: Battle, fire: Fire) -> float:
    """Return the length of a range band in inches, which is doubled for a sniper (SG-SNP-01)."""
    weapon = heavy_weapon(fire)
    if weapon:
        return heavy_band_length(state, fire.target, weapon)
    length = band_length(state.table.units[fire.unit])
    return SNIPER_BANDS * length if is_sniping(state, fire) else length


def fire_roll(state: Battle, fire: Fire) -> MultipleOpposedRoll:
    """Return the dice roll of a fire action: range, quality, firepower and support dice (SG-GAP-155).

    Rules: SG-FIR-02, SG-FIR-03, SG-FIR-04, SG-FIR-05, SG-SMA-01, SG-SUW-01.
    """
    unit = state.table.units[fire.unit]
    (sides, _), tag = range_die(state, fire)
    dice = [(quality_die(unit), DieTag(unit.side, "Quality")), *_weapon_dice(state, fire)]
    return MultipleOpposedRoll(
        sides=(sides, *(die for die, _ in dice)),
        tags=(tag, *(own for _, own in dice)),
        rule=FIRE,
        what=f"{unit.name} fires",
    )


def _weapon_dice(state: Battle, fire: Fire) -> Iterator[tuple[int, DieTag]]:
    """Yield the dice that weapons add: of the aim of a heavy one, else of firepower and support weapons."""
    side = state.table.units[fire.unit].side
    if heavy := heavy_weapon(fire):
        yield aiming_die(state, fire.unit, heavy)
        return
    if small := small_arms_firepower(state, fire):
        yield firepower_die(small), DieTag(side, "Firepower")
    for weapon in map(weapon_of, fire.weapons):
        if weapon.support:
            yield support_die(state, weapon), DieTag(side, weapon.name.capitalize())


def support_die(state: Battle, weapon: Weapon) -> int:
    """Return the die of a support weapon; an option sets that of the single-shot rocket (SG-GAP-12)."""
    return state.game.parameters.rocket_die if weapon.shots else weapon.support


def small_arms_firepower(state: Battle, fire: Fire) -> float:
    """Return the total firepower of the small arms in a fire action."""
    return sum(share for _, share in _small_arms(state, fire))


def _small_arms(state: Battle, fire: Fire) -> list[tuple[Weapon, float]]:
    """Return the types of small arms of a fire action, each with the firepower of those that fire it.

    A figure fires one weapon: one with a support weapon in this action adds no small arms to it.
    """
    carried, firers = carried_weapons(state, fire.unit), fire_engagement(state, fire).firers
    busy = {piece.id for key in fire.weapons if weapon_of(key).support for piece in carried[key]}
    seeing = {piece.id for piece in firers} - busy
    found = [(weapon_of(key), key) for key in fire.weapons]
    return [
        (weapon, weapon.firepower * sum(piece.id in seeing for piece in carried[key]))
        for weapon, key in found
        if weapon.is_small_arm
    ]


def firepower_die(total: float) -> int:
    """Return the smallest die with at least as many sides as the firepower, up to a D12.

    Rules: SG-GAP-07.
    """
    return next((rung for rung in D4_TO_D12_LADDER.rungs if total <= rung), D4_TO_D12_LADDER.rungs[-1])


def fire_factor(fire: Fire) -> int:
    """Return the factor that multiplies impact: above 1 for a sniper's rifle, 1 for heavy weapons."""
    return 1 if heavy_weapon(fire) else max(weapon_of(key).factor for key in fire.weapons)


def fire_impact(state: Battle, fire: Fire) -> int:
    """Return the impact die of the strongest small arms, or else of the support weapon."""
    small = [(share, -weapon.impact) for weapon, share in _small_arms(state, fire) if share]
    return -max(small)[1] if small else weapon_of(fire.weapons[0]).impact
