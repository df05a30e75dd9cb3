"""Shooting of the Arachnids with acid and plasma, which have areas of effect, and its previews.

A D5 for scatter is half a D10, rounded up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.engine.decisions import Assign, AssignItem, ChooseOne
from battlesim.engine.option import Option, closed_if
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.engine.template_kinds import ScatterRule, TemplateKind
from battlesim.geometry.constants import TOL
from battlesim.geometry.regions import united_region
from battlesim.geometry.shapes import Point
from battlesim.mechanics import piece_decisions
from battlesim.mechanics import scatter as moved
from battlesim.mechanics.chance import DiceScript, d6_at_least, exact_chances, roll_script, single_roll
from battlesim.mechanics.odds import Landings, Odds, landing_losses, loss_count_chances, odds_by_target
from battlesim.mechanics.pieces import gap, is_within_distance
from battlesim.mechanics.preview_rows import losses_bars, threshold_rows, truncated_rows
from battlesim.mechanics.scatter import is_point_on_table
from battlesim.rulings import threat_regions
from battlesim.rulings.piece_gaps import reference_point
from battlesim.table.phrases import Ref, length_text, phrase

from ..aftermath import attack_previews, chain_reactions
from ..attack import area_effects
from ..attack.area_effects import CAUGHT, caught_about_point
from ..attack.attack_dice import AttackDie, carried_weapons, weapon_impediment
from ..attack.attack_modes import ATTACK_MODES
from ..attack.die_outcome import dice_odds
from ..attack.firepower import mark_fired, target_order, usable_weapons
from ..core.lookups import (
    dice_count_text,
    has_trait,
    hits_left,
    is_structure,
    models_in_play,
    piece_or_stand_in,
    target_candidates,
)
from ..core.marks import FLYING
from ..core.profiles import Weapon, profiles, weapons
from ..core.state import BUGS, MI, Battle, Game
from ..ground.sight import Impediment, WeaponLines

SHOOT = "MI-BSHT-01"
SCATTER = "MI-BTRT-08"
OFF_TABLE = "MI-GAP-51"
NONE_KEY = "no"
NO_WEAPON = Impediment("it has no weapon", SHOOT)
DIE_PASS_RANGE_IN = 3.0
PASS = "MI-BSHT-04"
DIE_PASS_ROLL = d6_at_least(4, PASS)


def targets_with_modes(state: Battle, bug: str) -> dict[str, list[str]]:
    """Return the targets at which a bug can shoot now, each with the weapons or modes it can use."""
    fit = usable_weapons(state, state.table.piece(bug), False)
    lines = WeaponLines(state, {bug: fit}, target_candidates(state, BUGS))
    found = {
        name: [k for k in fit if not _fault(lines, bug, k, name).text] for name in target_order(state, lines)
    }
    return {name: keys for name, keys in found.items() if keys}


def _fault(lines: WeaponLines, bug: str, key: str, target: str) -> Impediment:
    """Return why a mode cannot be shot at a target; only Focused plasma hits an aircraft in the air."""
    if lines.objects[target].has_mark(FLYING) and key != "plasma_focused":
        return Impediment(f"{weapons()[key].name} cannot be shot at an aircraft in the air", "MI-GAP-28")
    return lines.impediment(bug, key, target)


def bug_target_decision(state: Battle, bug: str) -> ChooseOne:
    """Return the decision that asks for the target of a bug's shot; impossible targets give a reason."""
    piece = state.table.piece(bug)
    fit = usable_weapons(state, piece, False)
    lines = WeaponLines(state, {bug: fit}, target_candidates(state, BUGS))
    unready = [
        fault for key in carried_weapons(piece) if (fault := weapon_impediment(state, piece, key)).text
    ] or [NO_WEAPON]
    options = []
    for name in target_order(state, lines):
        faults = [_fault(lines, bug, key, name) for key in fit] or unready
        fault = next((one for one in faults if not one.text), faults[0])
        option = Option(name, state.table.name_of(name), (name,), rule=fault.rule or SHOOT)
        options.append(closed_if(fault.text, option))
    prompt = f"At whom does {piece.name} shoot?"
    return piece_decisions.piece_decision(piece, "target", prompt, options, SHOOT)


def run_bug_shooting(play: Play[Game], bug: str) -> Script[None]:
    """Run the Shooting action of an Arachnid from target to result (MI-BSHT-09)."""
    play, open_to = play.under_rule(SHOOT), targets_with_modes(play.state, bug)
    target = yield from play.ask(bug_target_decision(play.state, bug))
    key = yield from _ask_mode(play, bug, target, open_to[target])
    aim = aim_point(play.state, bug, target)
    play.log_message(
        phrase("{bug}, {gun}, at {foe}", Ref(bug), weapons()[key].name, Ref(target)), by=bug, at=(bug, target)
    )
    mark_fired(play, {bug: (key,)})
    landing, words = scatter_dice_script(play.state, bug, key, aim), f"scatter D{weapons()[key].scatter}"
    point = yield from roll_script(play, landing, words, rule=SCATTER, by=bug, announced=True)
    if not is_point_on_table(play.state.table.ground, point):
        play.log_message("The shot leaves the table", by=bug, rule=OFF_TABLE)
        return
    fresh = area_effects.lay_weapon_smoke(play, key, [point])
    dice = area_dice(play.state, bug, key, target, point)
    dice = yield from _pass_dice(play, dice)
    yield from chain_reactions.resolve_attack(play, dice, "area", point=point, new_smoke_ids=fresh)


def _ask_mode(play: Play[Game], bug: str, target: str, keys: Sequence[str]) -> Script[str]:
    """Return the mode of a shot; ask whether plasma is Focused or Airburst."""
    if len(keys) == 1:
        return keys[0]
    name, play = play.state.table.name_of(bug), play.under_rule("MI-BWPN-07")
    items, names = (AssignItem(bug, name, tuple(keys)),), {key: weapons()[key].name for key in keys}
    asked = play.assign("weapons", BUGS, f"How does {name} shoot?", items, about=target, names=names)
    return (yield from asked)[bug]


def aim_point(state: Battle, bug: str, target: str) -> Point:
    """Return the centre of a target or, for a structure or its occupant, the nearest point of its outline."""
    return reference_point(state.table, piece_or_stand_in(state, target), state.table.piece(bug).xy)


def scatter_dice_script(state: Battle, bug: str, key: str, aim: Point) -> DiceScript[Point]:
    """Return a script that rolls for scatter and gives the point where a shot lands."""
    how = weapon_scatter(weapons()[key])
    return (yield from moved.scatter_script(how, state.table.piece(bug).xy, aim)) if how else aim


def weapon_scatter(weapon: Weapon) -> ScatterRule | None:
    """Return the scatter rule of a weapon, or None if the weapon does not scatter."""
    size = weapon.scatter
    return (
        ScatterRule(12, tuple(math.ceil(face * size / 10) for face in range(1, 11)), SCATTER)
        if size
        else None
    )


def template_kinds() -> tuple[TemplateKind, ...]:
    """Return the areas of effect of all Arachnid weapons as templates."""
    bugs = {key for profile in profiles().values() if profile.has_trait("bug") for key in profile.weapons}
    found = (
        TemplateKind(
            known.name,
            f"blast:{known.area:g}",
            CAUGHT if key in bugs else area_effects.ABOUT,
            "touching",
            scatter=weapon_scatter(known),
            reach=known.range if math.isfinite(known.range) else None,
            of_base=key not in bugs,
        )
        for key, known in weapons().items()
        if known.area
    )
    return tuple(sorted(found, key=lambda stencil: stencil.of_base))


def landing_chances(state: Battle, bug: str, key: str, aim: Point) -> dict[Point, float]:
    """Return the points where a shot may land, each with its chance."""
    return exact_chances(lambda: scatter_dice_script(state, bug, key, aim))


def area_dice(state: Battle, bug: str, key: str, target: str, point: Point) -> list[AttackDie]:
    """Return a die for each model caught around a point, nearest first.

    A model exactly at the point flinches away from the firer.
    """
    caught = caught_about_point(state, point, target, weapons()[key].area, BUGS)
    return [
        AttackDie(key, bug, name, bound=True, origin=_origin(state, bug, name, point)) for _, name in caught
    ]


def _origin(state: Battle, bug: str, name: str, point: Point) -> Point:
    piece = piece_or_stand_in(state, name)
    exact = piece.table_position is not None and math.dist(piece.xy, point) <= TOL
    return state.table.piece(bug).xy if exact else point


def die_takers(state: Battle, stand: str) -> list[str]:
    """Return the infantry, survivors and mechs within 3 in of a stand that can take a die in its place."""
    near = [p for p in models_in_play(state, MI) if p.id != stand and not has_trait(p, "aircraft")]
    return [p.id for p in near if is_within_distance(gap(state, stand, p.id), DIE_PASS_RANGE_IN)]


def _passes(state: Battle, dice: Sequence[AttackDie], spent: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of an infantry stand and a receiver for which passing a die may still be tried."""
    stands = [t for t in dict.fromkeys(die.target for die in dice) if t not in spent]
    people = [t for t in stands if not is_structure(state, t) and has_trait(state.table.piece(t), "infantry")]
    return [(stand, taker) for stand in people for taker in die_takers(state, stand)]


def _pass_dice(play: Play[Game], dice: Sequence[AttackDie]) -> Script[list[AttackDie]]:
    """Let the MI try to pass dice on, once or (by an option) once for each stand, and return the dice."""
    play, laid, moved, spent = play.under_rule(PASS), list(dice), set[int](), list[str]()
    while pairs := _passes(play.state, [d for i, d in enumerate(laid) if i not in moved], spent):
        options = [_pass(play.state, laid, stand, taker) for stand, taker in pairs]
        about, prompt = options[0].at[0], "Try to pass a die on with a 4+?"
        options.append(Option(NONE_KEY, "Keep the dice as they lie"))
        chosen = yield from play.choose_one("pass_die", MI, prompt, options, about=about, least=NONE_KEY)
        if chosen.key == NONE_KEY:
            break
        (stand,), (taker,) = chosen.by, chosen.to
        spent.append(stand)
        words = f"passing a die from {play.state.table.name_of(stand)}"
        if (yield from roll_script(play, single_roll(DIE_PASS_ROLL), words, by=stand)):
            number = next(i for i, die in enumerate(laid) if die.target == stand and i not in moved)
            laid[number] = laid[number].with_target(taker)
            moved.add(number)
        if not play.state.game.parameters.passes_per_stand:
            break
    return laid


def _pass(state: Battle, dice: Sequence[AttackDie], stand: str, taker: str) -> Option:
    """Return the option to pass a die from a stand to a receiver, with the number of dice on both."""
    here, there = (dice_count_text(sum(die.target == name for die in dice)) for name in (stand, taker))
    one, other = state.table.name_of(stand), state.table.name_of(taker)
    note = f"{here} on {one}, {there} on {other}"
    ids = (stand, taker)
    return Option(f"{stand}>{taker}", f"{one} to {other}", ids, note, PASS, (stand,), "pass", (taker,))


def odds_by_landing(state: Battle, bug: str, key: str, target: str) -> Landings:
    """Return the odds of a shot for each point where it may land."""

    def at(point: Point) -> Odds | None:
        dice = (
            area_dice(state, bug, key, target, point)
            if is_point_on_table(state.table.ground, point)
            else None
        )
        return dice_odds(state, dice, "area") if dice is not None else None

    aim = aim_point(state, bug, target)
    return [(chance, at(point)) for point, chance in landing_chances(state, bug, key, aim).items()]


def bug_target_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of a shot at a target in the first mode that can be used."""
    keys = targets_with_modes(view, decision.about).get(answer)
    return _area(view, decision.about, keys[0], answer) if keys else None


def bug_mode_preview(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview:
    """Return a preview of a shot in the chosen mode."""
    return _area(view, decision.items[0].key, answer[0], decision.about)


def _area(view: Battle, bug: str, key: str, target: str) -> Preview:
    """Return a preview of an area shot: every possible landing point, the models caught, and the odds."""
    weapon, shots = weapons()[key], odds_by_landing(view, bug, key, target)
    point = aim_point(view, bug, target)
    rows = [PreviewRow(weapon.name, phrase("area {}", length_text(weapon.area)), area_effects.CAUGHT)]
    if weapon.scatter:
        rows += _scattering(point, weapon.scatter, sum(chance for chance, shot in shots if shot is None))
    fates = odds_by_target(shots)
    own = {p.id for p in view.table.pieces_of_side(BUGS)} & fates.keys()
    worst = sorted(fates.items(), key=lambda pair: (pair[0] in own, -pair[1].expected))
    rows += [
        PreviewRow(
            f"{'Your own ' if name in own else ''}{view.table.name_of(name)} caught",
            f"{100 * fate.caught:.0f} %, lost {100 * fate.destroyed:.0f} %",
            ATTACK_MODES["area"].roll,
        )
        for name, fate in worst
        if fate.expected > 0.005
    ]
    spread = loss_count_chances(shots, own)
    mean = f"{sum(fate.expected for name, fate in fates.items() if name not in own):.1f} HP lost on average"
    mean += f", {sum(fates[name].expected for name in own):.1f} HP of your own" if own else ""
    laid = _landing(view, bug, key, target)
    lost = attack_previews.chain_areas(view, *(attack_previews.max_wounds(shot) for _, shot in shots if shot))
    dice = [] if weapon.scatter else area_dice(view, bug, key, target, point)
    return Preview(
        "Shoot",
        f"{view.table.name_of(bug)} at {view.table.name_of(target)}",
        truncated_rows(rows),
        1.0 - spread[0],
        "at least one is lost",
        losses_bars(spread),
        f"{mean}; before a die is passed on",
        () if is_structure(view, target) else ((bug, target),),
        (laid, *lost),
        attack_previews.flinch_ends(view, dice, "area"),
        losses=landing_losses(shots),
    )


def _scattering(point: Point, sides: int, off: float) -> list[PreviewRow]:
    """Return rows with the scatter of a shot, and the chance that it lands off the table."""
    there = phrase("{x}, {y} by D{n}", length_text(point[0], 1, unit=False), length_text(point[1], 1), sides)
    rows = [PreviewRow("scatters from", there, SCATTER)]
    return [*rows, PreviewRow("leaves the table", f"{100 * off:.0f} %", OFF_TABLE)] if off else rows


def _landing(view: Battle, bug: str, key: str, target: str) -> EffectArea:
    """Return the area around the aim point, or the whole area that the shot may cover after scattering."""
    known = weapons()[key]
    aim = aim_point(view, bug, target)
    points = [
        point for point in landing_chances(view, bug, key, aim) if is_point_on_table(view.table.ground, point)
    ]
    region = united_region([threat_regions.disc_region(point, known.area) for point in points])
    dice = (die for point in points for die in area_dice(view, bug, key, target, point))
    caught = tuple(dict.fromkeys(die.target for die in dice))
    if not known.scatter:
        return EffectArea(
            region, phrase("{}, {}", known.name, length_text(known.area)), area_effects.BUG_AREA, caught
        )
    words = phrase("{weapon}, {size}, comes down in here", known.name, length_text(known.area))
    return EffectArea(region, words, SCATTER, caught, sure=False)


def die_pass_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of an attempt by a stand to pass a die on to another model."""
    option = decision.chosen_option(answer)
    if not option.act:
        return None
    rows = tuple(
        PreviewRow(f"{words} {view.table.name_of(name)}", f"{hits_left(view, name)} HP", PASS)
        for words, (name,) in (("from", option.by), ("to", option.to))
    )
    chance = exact_chances(lambda: single_roll(DIE_PASS_ROLL))[1]
    needs = threshold_rows([DIE_PASS_ROLL])
    return Preview("Pass a die on", "", (*rows, *needs), chance, "the die is passed on")
