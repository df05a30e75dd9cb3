"""The course of a fire action: the weapons, the opposed roll, hits, casualties and their consequences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.behaviour.advice import mean_point
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScriptRun, roll_script, roll_together, single_roll
from battlesim.mechanics.contest import Successes
from battlesim.mechanics.pieces import set_mark
from battlesim.table.compound_names import compound_name
from battlesim.table.events import Modifier
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece

from ..core.events import WeaponsFired
from ..core.lookups import leader_of
from ..core.marks import FIRED_AT, FIRED_UPON
from ..core.profiles import CoverGrade
from ..core.state import Battle, Game
from ..core.vehicles import vehicle_of
from ..ground.cover import COVER_SHIFTS, target_grade
from ..hidden.reveal import show_sniper
from ..morale.confidence import test_after_fire
from ..morale.panic import test_panic_under_attack
from ..morale.suppression import MARKERS, suppress_engaged
from ..wounded.suits import roll_suits
from .casualties import apply_effect, casualties_among, settle_wounds
from .fire_choices import IMPOSSIBLE, is_wasted, possible_fires
from .fire_roll import (
    FIRE,
    IMPACT_OF,
    JOINS,
    figures_that_can_be_hit,
    fire_engagement,
    fire_factor,
    fire_impact,
    fire_roll,
    target_cover,
)
from .heavy_fire import heavy_weapon, roll_opposed
from .hits import (
    ALLOCATION,
    EXTRA_HIT,
    IMPACT,
    ExtraHitRoll,
    ImpactRoll,
    allocation_roll,
    impact_roll,
    potential_hits,
)
from .sniping import SUPPRESSES, is_sniping, roll_shot
from .targeting import Fire, carried_weapons, fired_name, weapon_of, weapons_in_reach
from .vehicle_fire import fire_at_vehicle

ONE_EACH = "SG-ACT-04"
NO_SUPPORT_KEY = "none"
FIRES_ALONE = "SG-GAP-94"


def ask_weapons(play: Play[Game], unit: UnitId, target: UnitId) -> Script[Fire]:
    """Ask which weapons take part in a fire action; an option limits them to one support weapon.

    A heavy weapon fires alone.
    """
    fire = yield from _ask_group(play, possible_fires(play.state, unit, target))
    if heavy_weapon(fire):
        return fire
    seeing = weapons_in_reach(play.state, unit, target)
    reach: Mapping[str, Sequence[Piece]] = {k: own for k, own in seeing.items() if not weapon_of(k).size}
    if play.state.game.parameters.one_type_of_small_arms:
        reach = yield from _ask_small_arms(play, unit, target, reach)
    keys = sorted(reach, key=lambda key: (not weapon_of(key).is_small_arm, key))
    support = [key for key in keys if not weapon_of(key).is_small_arm]
    if len(support) > play.state.game.parameters.max_joining:
        small = [key for key in keys if key not in support]
        joining = yield from _ask_support(play, unit, target, reach, support, needed=not small)
        return Fire(unit, target, (*small, *joining))
    if len(keys) > 1:
        side, about = play.state.table.units[unit].side, leader_of(play.state, unit).id
        options = [_weapon_option(key, reach[key], target) for key in keys]
        options += _spent_weapons(play.state, unit)
        chosen = yield from play.choose_some(
            "weapons",
            side,
            "Which weapons fire?",
            options,
            rule=JOINS,
            about=about,
            least=1,
            most=len(keys),
        )
        keys = [key for key in keys if key in chosen]
    return Fire(unit, target, tuple(keys))


def _ask_small_arms(
    play: Play[Game], unit: UnitId, target: UnitId, reach: Mapping[str, Sequence[Piece]]
) -> Script[Mapping[str, Sequence[Piece]]]:
    """Ask which one type of small arms fires, if there are several; return the weapons that are left."""
    types = [key for key in sorted(reach) if weapon_of(key).is_small_arm]
    if len(types) < 2:
        return reach
    side, about = play.state.table.units[unit].side, leader_of(play.state, unit).id
    options = [_weapon_option(key, reach[key], target) for key in types]
    chosen = yield from play.choose_one(
        "small_arms", side, "Which small arms fire?", options, rule=IMPACT_OF, about=about
    )
    return {key: own for key, own in reach.items() if key == chosen.key or key not in types}


def _ask_group(play: Play[Game], fires: Sequence[Fire]) -> Script[Fire]:
    """Ask which heavy weapon fires, or all others together, where there is a choice."""
    if len(fires) == 1:
        return fires[0]
    unit, target = fires[0].unit, fires[0].target
    side, about = play.state.table.units[unit].side, leader_of(play.state, unit).id
    options = [Option(f.weapons[0], _group_label(f), to=(target,)) for f in fires]
    chosen = yield from play.choose_one(
        "gun", side, "Which weapon fires?", options, rule=FIRES_ALONE, about=about
    )
    return next(fire for fire in fires if fire.weapons[0] == chosen.key)


def _group_label(fire: Fire) -> AnyText:
    names = dict.fromkeys(weapon_of(key).name for key in fire.weapons)
    return ", ".join(names).capitalize()


def _ask_support(
    play: Play[Game],
    unit: UnitId,
    target: UnitId,
    reach: Mapping[str, Sequence[Piece]],
    keys: Sequence[str],
    needed: bool,
) -> Script[tuple[str, ...]]:
    """Ask which one support weapon fires."""
    side, about = play.state.table.units[unit].side, leader_of(play.state, unit).id
    options = [_weapon_option(key, reach[key], target) for key in keys]
    options += [] if needed else [Option(NO_SUPPORT_KEY, "None")]
    chosen = yield from play.choose_one(
        "support", side, "Which support weapon fires?", options, rule=JOINS, about=about
    )
    return () if chosen.key == NO_SUPPORT_KEY else (chosen.key,)


def _weapon_option(key: str, carriers: Sequence[Piece], target: UnitId) -> Option:
    return Option(key, _weapon_label(key, carriers), tuple(piece.id for piece in carriers), to=(target,))


def _spent_weapons(state: Battle, unit: UnitId) -> list[Option]:
    """Return a closed option for each light weapon that a unit carries and has fired or used up."""
    spent = [(key, own) for key, own in carried_weapons(state, unit).items() if not weapon_of(key).size]
    reasons = {key: _why_spent(state, unit, key) for key, _ in spent}
    return [Option(key, _weapon_label(key, own), shut=reasons[key]) for key, own in spent if reasons[key]]


def _why_spent(state: Battle, unit: UnitId, key: str) -> AnyText:
    name = fired_name(unit, key)
    if name in state.game.used:
        return "it is used up"
    return "it has fired in this turn" if name in state.game.fired else ""


def _weapon_label(key: str, carriers: Sequence[Piece]) -> AnyText:
    name = weapon_of(key).name.capitalize()
    return phrase("{} x {}", len(carriers), name) if len(carriers) > 1 else name


def resolve_fire(play: Play[Game], fire: Fire, seen: Battle | None = None) -> Script[None]:
    """Resolve a fire action and its consequences: suppression, and the tests for losses.

    `seen` is the state in which a hidden sniper stands at its counter.
    """
    spend_weapons(play, fire)
    set_mark(play, [fire.target], compound_name(FIRED_AT, fire.unit), 1, FIRED_UPON)
    if is_wasted(seen or play.state, fire):
        play.log_message("The shot is beyond reach and does nothing", rule=IMPOSSIBLE)
        return
    if vehicle := vehicle_of(play.state, fire.target):
        yield from fire_at_vehicle(play, fire, vehicle, seen)
    else:
        yield from _fire_at_figures(play, fire, seen)
    yield from test_panic_under_attack(play, fire.target, fire.unit, by_fire=True)
    settle_wounds(play, fire.target)


def _fire_at_figures(play: Play[Game], fire: Fire, seen: Battle | None) -> Script[None]:
    """Roll a fire action at figures on foot, suppress them, and have them test for their losses."""
    figures = figures_that_can_be_hit(play.state, fire.target, fire_engagement(seen or play.state, fire))
    sniping = is_sniping(play.state, fire)
    found = yield from roll_fire(play, fire, seen)
    yield from roll_suits(play, casualties_among(play.state, figures))
    always = sniping and play.state.game.parameters.sniper_always_suppresses
    rule = SUPPRESSES if sniping else MARKERS
    suppressed = suppress_engaged(play, fire.target, bool(found.dice) or always, rule)
    yield from test_after_fire(play, fire.target, figures, suppressed)


def spend_weapons(play: Play[Game], fire: Fire) -> None:
    """Record that the weapons of a fire action have fired."""
    names = tuple(fired_name(fire.unit, key) for key in fire.weapons)
    once = tuple(name for name, key in zip(names, fire.weapons, strict=True) if weapon_of(key).shots)
    play.emit(WeaponsFired(rule=ONE_EACH, weapons=names, used=once))


def roll_fire(play: Play[Game], fire: Fire, seen: Battle | None = None) -> Script[Successes]:
    """Roll the dice of a fire action, allocate its hits, and return the degree of success."""
    state = seen or play.state
    engaged = fire_engagement(state, fire)
    figures = figures_that_can_be_hit(state, fire.target, engaged)
    cover, impact = target_cover(state, fire, engaged), fire_impact(state, fire)
    centre = mean_point([piece.xy for piece in engaged.firers])
    shifts = {piece.id: armour_shifts(state, cover, piece, centre, engaged.targets) for piece in figures}
    roll, by = fire_roll(state, fire), leader_of(state, fire.unit).id
    if is_sniping(state, fire):
        aimed = [piece for piece in figures if piece in engaged.targets]
        found, figures, shown = yield from roll_shot(play, fire, roll, aimed, by, FIRE)
        yield from _resolve_hits(play, figures, shifts, impact, len(figures[:1]), by, fire_factor(fire))
        if shown:
            yield from show_sniper(play, fire.unit)
        return found
    text = phrase("{} at {}", state.table.units[fire.unit].name, state.table.units[fire.target].name)
    found = yield from roll_opposed(play, fire, roll, text, by)
    hits, left = potential_hits(found, roll.sides[0])
    if left:
        extra = ExtraHitRoll(sides=(roll.sides[0],), left=left, rule=EXTRA_HIT)
        hits += yield from roll_script(play, single_roll(extra), "an extra hit", rule=EXTRA_HIT, by=by)
    yield from _resolve_hits(play, figures, shifts, impact, hits, by)
    return found


def armour_shifts(
    state: Battle,
    cover: CoverGrade,
    figure: Piece,
    seen_from: tuple[float, float],
    seen: Sequence[Piece],
) -> tuple[Modifier, ...]:
    """Return the modifiers of a figure's armour die for cover, of its unit or of itself (SG-GAP-14)."""
    if not state.game.parameters.cover_shifts_armour:
        return ()
    own = target_grade(state, figure, seen_from, seen)
    return COVER_SHIFTS[own if state.game.parameters.cover_by_figure else cover]


def _resolve_hits(
    play: Play[Game],
    figures: Sequence[Piece],
    shifts: dict[str, tuple[Modifier, ...]],
    impact: int,
    hits: int,
    by: str,
    factor: int = 1,
) -> Script[None]:
    """Roll impacts and hand out their effects; where armour differs, the figure comes first."""
    if not hits:
        return
    rolls = {piece.id: impact_roll(impact, piece, shifts[piece.id], factor) for piece in figures}
    first = rolls[figures[0].id]
    if all(roll == first for roll in rolls.values()):
        for effect in (yield from _impacts(play, [first] * hits, by)):
            if effect:
                hit = yield from _allocate(play, figures)
                apply_effect(play, hit.id, effect, by)
        return
    hit_figures: list[Piece] = []
    for _ in range(hits):
        hit_figures.append((yield from _allocate(play, figures)))
    effects = yield from _impacts(play, [rolls[piece.id] for piece in hit_figures], by)
    for piece, effect in zip(hit_figures, effects, strict=True):
        apply_effect(play, piece.id, effect, by)


def _impacts(play: Play[Game], rolls: Sequence[ImpactRoll], by: str) -> Script[list[int]]:
    runs = [DiceScriptRun(single_roll(roll)) for roll in rolls]
    if runs:
        yield from roll_together(play, runs, "impact against armour", rule=IMPACT, by=by)
    return [run.end for run in runs]


def _allocate(play: Play[Game], figures: Sequence[Piece]) -> Script[Piece]:
    """Roll which figure is hit; nobody rolls for a single figure."""
    if len(figures) == 1:
        return figures[0]
    roll = allocation_roll(len(figures), play.state.game.parameters.rerolls_allocation)
    while (index := (yield from roll_script(play, single_roll(roll), "who is hit", rule=ALLOCATION))) < 0:
        pass
    return figures[index]
