"""Shots of both sides: targets, weapons, second blasts, dice that are passed on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from battlesim.engine.decisions import Assign, ChooseOne
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.mechanics.cards import cut, losses_bars, need_rows
from battlesim.mechanics.chance import alone, exactly
from battlesim.mechanics.odds import lost_over_landings, over_landings
from battlesim.mechanics.scatter import on_table
from battlesim.rulings import threat
from battlesim.table.words import inches, say

from ..aftermath import areas
from ..aftermath.cards import any_of, card, people
from ..arachnids import bug_fire
from ..arachnids.bug_fire import aim_point, modes
from ..attack import allocation, area
from ..attack.firepower import fit_weapons, reloading
from ..attack.loads import HOLD, loads
from ..attack.pool import OUT_OF_AMMO, AttackDie, dice_gone
from ..attack.ways import WAYS
from ..core.profiles import weapons
from ..core.state import BUGS, MI, Battle, side_of
from ..core.targets import hits_of, is_structure, thing
from ..ground.sightlines import Lines
from .shooting import ONE_WEAPON


def mi_target(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """All who can fire at a target do, each with what it would take first."""
    return all_fire(view, decision.chosen(answer).by, answer, in_reaction(view), "if all of them fire")


def all_fire(view: Battle, firers: Sequence[str], target: str, reaction: bool, note: str) -> Preview:
    """Some models at a target, each with the weapon that it would take first."""
    aim, choice = thing(view, target), dict[str, tuple[str, ...]]()
    for firer in firers:
        keys = fit_weapons(view, view.table.piece(firer), reaction)
        choice[firer] = loads(view, Lines(view, {firer: keys}, [aim]), firer, keys, target, reaction)[0]
    return _shot(view, target, choice, reaction, note)


def mi_weapons(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Exactly those who fire with what they fire."""
    pairs = zip(decision.items, answer, strict=True)
    choice = {item.key: decision.parts[key] for item, key in pairs if key != HOLD}
    return _shot(view, decision.about, choice, in_reaction(view), "") if choice else None


def second_blast(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Both blasts of a weapon: the first on the target, the second where it is wanted."""
    firer, target = decision.about, decision.open[0].key
    two = [key for key in fit_weapons(view, view.table.piece(firer), False) if weapons()[key].blasts > 1]
    if not two:
        return None
    return _shot(view, target, {firer: (two[0],)}, False, f"{weapons()[two[0]].name} alone", answer)


def in_reaction(view: Battle) -> bool:
    """Whether the MI fire in the turn of the Arachnids, which only a Reaction allows."""
    return side_of(view.game.phase) != MI


def _shot(
    view: Battle,
    target: str,
    choice: Mapping[str, tuple[str, ...]],
    reaction: bool,
    note: str,
    second: str = "",
) -> Preview:
    laid = allocation.laid(view, target, choice, second=second, reaction=reaction)
    fired = Counter(key for keys in choice.values() for key in keys)
    rows = [PreviewRow("Dice in the pool", str(len(laid)), WAYS["fire"].roll)]
    rows += [PreviewRow(weapons()[key].name, f"{count}x", ONE_WEAPON) for key, count in fired.items()]
    return card(
        view,
        "Shoot",
        f"{people(view, tuple(choice))} at {view.table.called(target)}",
        laid,
        main=target,
        before=[*rows, *(_ammo(view, tuple(choice), laid) if reaction else ())],
        note=note,
        side=MI,
        sights=() if is_structure(view, target) else tuple((firer, target) for firer in choice),
        laid=_blasts(view, choice, [target, second or target]),
    )


def _ammo(view: Battle, firers: Sequence[str], dice: Sequence[AttackDie]) -> list[PreviewRow]:
    """The dice that Out of Ammo takes off a Fire at Will, and the counters it may bring."""
    gone = sum(dice_gone(view.table.piece(firer), True) for firer in firers)
    rows = [PreviewRow("Out of Ammo, dice off", f"-{gone}", OUT_OF_AMMO)] if gone else []
    ones = [1.0 / die.gun.die for die in dice]
    if not reloading(view, firers):
        return rows
    return [*rows, PreviewRow("Out of Ammo", any_of(ones), OUT_OF_AMMO)]


def _blasts(
    view: Battle, choice: Mapping[str, tuple[str, ...]], aims: Sequence[str]
) -> tuple[EffectArea, ...]:
    """The areas of all weapons that fire, each once about a target."""
    fired = dict.fromkeys(key for keys in choice.values() for key in keys if weapons()[key].area)
    pairs = dict.fromkeys((key, aim) for key in fired for aim in aims[: weapons()[key].blasts])
    return tuple(areas.about(view, key, aim, MI) for key, aim in pairs)


def bug_target(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """A shot in the first mode that there is for the target."""
    keys = modes(view, decision.about).get(answer)
    return _area(view, decision.about, keys[0], answer) if keys else None


def bug_weapons(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview:
    """A shot in the mode that is chosen."""
    return _area(view, decision.items[0].key, answer[0], decision.about)


def _area(view: Battle, bug: str, key: str, target: str) -> Preview:
    """Every place where the shot may come down, with its chance: who is caught, and what becomes of them."""
    weapon, landings = weapons()[key], bug_fire.landed(view, bug, key, target)
    point = aim_point(view, bug, target)
    rows = [PreviewRow(weapon.name, say("area {}", inches(weapon.area)), area.CAUGHT)]
    if weapon.scatter:
        rows += _scattering(point, weapon.scatter, sum(chance for chance, shot in landings if shot is None))
    fates = over_landings(landings)
    own = {p.id for p in view.table.of_side(BUGS)} & fates.keys()
    worst = sorted(fates.items(), key=lambda pair: (pair[0] in own, -pair[1].expected))
    rows += [
        PreviewRow(
            f"{'Your own ' if name in own else ''}{view.table.called(name)} caught",
            f"{100 * fate.caught:.0f} %, lost {100 * fate.destroyed:.0f} %",
            WAYS["area"].roll,
        )
        for name, fate in worst
        if fate.expected > 0.005
    ]
    spread = lost_over_landings(landings, own)
    mean = f"{sum(fate.expected for name, fate in fates.items() if name not in own):.1f} HP lost on average"
    mean += f", {sum(fates[name].expected for name in own):.1f} HP of your own" if own else ""
    laid = _landing(view, bug, key, target)
    lost = areas.set_off(view, *(areas.most(shot) for _, shot in landings if shot))
    dice = [] if weapon.scatter else bug_fire.area_dice(view, bug, key, target, point)
    return Preview(
        "Shoot",
        f"{view.table.called(bug)} at {view.table.called(target)}",
        cut(rows),
        1.0 - spread[0],
        "at least one is lost",
        losses_bars(spread),
        f"{mean}; before a die is passed on",
        () if is_structure(view, target) else ((bug, target),),
        (laid, *lost),
        areas.pushes(view, dice, "area"),
    )


def _scattering(point: Point, sides: int, off: float) -> list[PreviewRow]:
    """From where (inches) and by what die a shot scatters, and how likely it comes down off the table."""
    there = say("{}, {} by D{}", inches(point[0], 1, unit=False), inches(point[1], 1), sides)
    rows = [PreviewRow("scatters from", there, bug_fire.SCATTER)]
    return [*rows, PreviewRow("leaves the table", f"{100 * off:.0f} %", bug_fire.OFF_TABLE)] if off else rows


def _landing(view: Battle, bug: str, key: str, target: str) -> EffectArea:
    """The area about the point of aim, or all that it may cover by scattering."""
    known = weapons()[key]
    aim = bug_fire.aim_point(view, bug, target)
    points = [point for point in bug_fire.landings(view, bug, key, aim) if on_table(view.table.ground, point)]
    region = threat.together([threat.about(point, known.area) for point in points])
    dice = (die for point in points for die in bug_fire.area_dice(view, bug, key, target, point))
    caught = tuple(dict.fromkeys(die.target for die in dice))
    if not known.scatter:
        return EffectArea(region, say("{}, {}", known.name, inches(known.area)), area.BUG_AREA, caught)
    words = say("{}, {}, comes down in here", known.name, inches(known.area))
    return EffectArea(region, words, bug_fire.SCATTER, caught, sure=False)


def pass_die(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """One try to pass a die from a stand to another model."""
    option = decision.chosen(answer)
    if not option.act:
        return None
    rows = tuple(
        PreviewRow(f"{words} {view.table.called(name)}", f"{hits_of(view, name)} HP", bug_fire.PASS)
        for words, (name,) in (("from", option.by), ("to", option.to))
    )
    chance = exactly(lambda: alone(bug_fire.PASSED_ON))[1]
    needs = need_rows([bug_fire.PASSED_ON])
    return Preview("Pass a die on", "", (*rows, *needs), chance, "the die is passed on")
