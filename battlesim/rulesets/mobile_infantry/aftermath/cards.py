"""What all previews are made of: rows for dice and modifiers, distributions, the chance that counts.

And what an attack lays on the table: areas of effect, pushes of a flinch, what losses may set off. Whatever
may be lost by the worst dice is drawn, and what that may take with it in its turn.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlesim.engine.decisions import Assign
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import count_distribution
from battlesim.mechanics.odds import Odds, TargetOdds
from battlesim.mechanics.preview_rows import (
    expected_loss,
    loss_summary,
    modifier_rows,
    target_loss_rows,
    threshold_rows,
    truncated_rows,
)
from battlesim.rulings import threat_regions
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import length_text, phrase

from ..attack import area, damage
from ..attack.allocation import WhichKind, WhoFirst
from ..attack.pool import AttackDie
from ..attack.strike import odds_of, save_fails
from ..attack.ways import EXPLOSION, WAYS, Way
from ..below import tunnels
from ..core.facts import dice_words, has, hits_of, is_structure, ratings, thing
from ..core.profiles import weapons
from ..core.state import MI, Battle
from . import chains


def card(
    view: Battle,
    title: str,
    about: str,
    dice: Sequence[AttackDie],
    *,
    how: str = "fire",
    main: str = "",
    before: Sequence[PreviewRow] = (),
    after: Sequence[PreviewRow] = (),
    note: str = "",
    sights: tuple[tuple[str, str], ...] = (),
    side: SideKey = NO_SIDE,
    laid: tuple[EffectArea, ...] = (),
) -> Preview:
    """Dice that lie on their targets: what each needs, who is lost how surely, how many in all.

    `how` is the way of the attack, which names the rules; `main` the target whose dice are told one by one,
    the first one when it is empty. Models of `side`, the attacker's own, are told apart from the others.
    `laid` are the areas that the dice come from.
    """
    shot = odds_of(view, dice, how)
    first = next((one for one in shot.targets if one.target == main), None)
    first = first or (shot.targets[0] if shot.targets else None)
    way, name = WAYS[how], view.table.name_of
    rows = [*before, *(kinds(view, first, way) if first else ())]
    foes, own = apart(view, shot, side)
    if len(shot.targets) > 1:
        rows += target_loss_rows(foes, name, way.removed)
    rows += target_loss_rows(own, name, way.removed, "Your own ")
    if pushed := pushes(view, dice, how):
        who = "If it flinches" if len(shot.targets) == 1 else "If all live and flinch"
        rows.append(PreviewRow(who, "pushed as drawn", way.flinch))
    rows += after
    lost = f"{expected_loss(foes):.1f} HP lost on average{f', {expected_loss(own):.1f} HP of your own' if own else ''}"
    chance, words, bars = loss_summary(foes, name)
    notes = "; ".join(part for part in (lost, note) if part)
    dying = {die.firer: hits_of(view, die.firer) for die in dice if die.gun.kamikaze}
    shown = (*laid, *set_off(view, most(shot) | dying))
    return Preview(title, about, truncated_rows(rows), chance, words, bars, notes, sights, shown, pushed)


def apart(view: Battle, shot: Odds, side: SideKey) -> tuple[list[TargetOdds], list[TargetOdds]]:
    """Those that are shot at, and the attacker's own among them."""
    pieces = view.table.pieces
    own = [one for one in shot.targets if one.target in pieces and pieces[one.target].side == side]
    return [one for one in shot.targets if one not in own], own


def kinds(view: Battle, one: TargetOdds, way: Way) -> list[PreviewRow]:
    """What each kind of die needs, and what changes that."""
    without = [] if ratings(view, one.target).save else [PreviewRow("Save", "none", way.save)]
    rows: list[PreviewRow] = []
    for kind in one.dice:
        rows.append(PreviewRow("Dice on it", f"{kind.count}x {kind.name}", way.roll))
        rows += [*threshold_rows(kind.throws), *without, *modifier_rows(kind.throws)]
    return list(dict.fromkeys(rows))


def any_of(chances: Sequence[float]) -> str:
    """How surely one at least of some things happens, and how many do on average."""
    return f"{100 * (1.0 - count_distribution(chances)[0]):.0f} %, {sum(chances):.1f} on average"


def people(view: Battle, ids: Sequence[str]) -> str:
    """One name, or how many they are."""
    return view.table.name_of(ids[0]) if len(ids) == 1 else f"{len(ids)} models"


def allocate(view: Battle, decision: WhichKind | WhoFirst, answer: Sequence[str]) -> Preview:
    """Every model with the dice that it would be given, from the nearest outward."""
    dice = decision.laid(answer)
    shot = odds_of(view, dice, "fire")
    rank = {model: place for place, model in enumerate((*decision.layout.order, *(d.target for d in dice)))}
    lost = sum(one.destroyed_chance for one in shot.targets)
    either = decision.either(answer) if isinstance(decision, WhichKind) else {}
    rows = [PreviewRow("Lost on average", f"{lost:.1f} of {len(shot.targets)}", WAYS["fire"].removed)]
    for one in sorted(shot.targets, key=lambda one: rank[one.target]):
        shapes = Counter(die.gun.short for die in dice if die.target == one.target)
        given = ", ".join(f"{count}x {shape}" for shape, count in shapes.items())
        words = f"{given}: lost {100 * one.destroyed_chance:.0f} %"
        more = len(either.get(one.target, (one.target,))) - 1
        names = view.table.name_of(one.target) + (f" or {more} more" if more else "")
        rows.append(PreviewRow(names, words, "MI-SHOT-05"))
    chance, words, bars = loss_summary(apart(view, shot, MI)[0], view.table.name_of)
    about = f"{dice_words(len(dice))}, nearest first"
    note = f"{shot.expected:.1f} HP lost on average"
    note += "; which of those at equal distance is asked next" if either else ""
    laid, pushed = set_off(view, most(shot)), pushes(view, dice, "fire")
    return Preview(
        "Dice on their models",
        about,
        truncated_rows(rows),
        chance,
        words,
        bars,
        note,
        areas=laid,
        pushes=pushed,
    )


Pushes = tuple[tuple[str, Point], ...]
"""Models and where they would end."""


def area_about(view: Battle, weapon: str, target: str, side: SideKey) -> EffectArea:
    """The area of a weapon about its target."""
    known = weapons()[weapon]
    caught = tuple(area.about_model(view, target, known.area, side))
    region = threat_regions.region_around_piece(view.table, thing(view, target), known.area)
    return EffectArea(region, phrase("{}, {}", known.name, length_text(known.area)), area.ABOUT, caught)


def pushes(view: Battle, dice: Sequence[AttackDie], how: str) -> Pushes:
    """Where those end who can live to flinch, if all do: each from the first that may have shaken it."""
    origins: dict[str, Point] = {}
    for name in dict.fromkeys(die.target for die in dice):
        if is_structure(view, name):
            continue
        piece, saves = view.table.piece(name), WAYS[how].shaken_by_saves and ratings(view, name).save > 0
        if damage.may_flinch(piece) and (piece.hits > 1 or saves):
            on_it = [die for die in dice if die.target == name]
            found = damage.sources_of(view, piece, on_it)
            origins |= {name: next(iter(found.values()))} if found else {}
    return _ends(view, origins)


def _ends(view: Battle, origins: Mapping[str, Point]) -> Pushes:
    parts = damage.pushes(view.table, origins)
    return tuple((part.piece, part.path[-1]) for part in parts)


def sources(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview:
    """Where each flinches to from whom it is given."""
    given = {item.key: source for item, source in zip(decision.items, answer, strict=True)}
    points = {
        name: damage.point_of(view, thing(view, source), view.table.piece(name))
        for name, source in given.items()
    }
    ends = _ends(view, {name: point for name, point in points.items() if point is not None})
    rows = [
        PreviewRow(f"{view.table.name_of(name)}, from", view.table.name_of(source), decision.rule)
        for name, source in given.items()
    ]
    return Preview("Flinch", phrase("{} straight away", length_text(damage.FLINCH)), tuple(rows), pushes=ends)


Wounds = Mapping[str, int]
"""The most HP that each model, entrance or structure may lose."""


class Effect(NamedTuple):
    """What a loss does: where and to whom, and the most HP that it may cost each of them."""

    area: EffectArea
    wounds: Wounds


def most(shot: Odds) -> dict[str, int]:
    """The most HP that dice may cost each of their targets."""
    return {one.target: one.max_points for one in shot.targets}


def failing(view: Battle, names: Sequence[str]) -> Wounds:
    """One Save each, 1 HP where it may fail."""
    return {name: 1 for name in names if save_fails(view, name)}


def set_off(view: Battle, *attacks: Wounds) -> tuple[EffectArea, ...]:
    """What any one of some attacks may set off, and that in its turn, first in, first out."""
    known: dict[str, Effect | None] = {}
    names = dict.fromkeys(name for wounds in attacks for name in _chain(view, wounds, known))
    return tuple(effect.area for name in names if (effect := known[name]) is not None)


def _chain(view: Battle, wounds: Wounds, known: dict[str, Effect | None]) -> list[str]:
    """All that one attack may take off, in the order in which they go; `known` keeps what each does."""
    most, lost, waiting = Counter(wounds), list[str](), deque(wounds)
    while waiting:
        name = waiting.popleft()
        if name in lost or most[name] < hits_of(view, name):
            continue
        lost.append(name)
        if name not in known:
            known[name] = _effect(view, name)
        more = effect.wounds if (effect := known[name]) else {}
        most.update(more)
        waiting.extend(more)
    return lost


def _effect(view: Battle, name: str) -> Effect | None:
    """What the loss of a thing does to others; None when it does nothing."""
    if is_structure(view, name):
        held = chains.shaken(view, name)
        return _fall(view, name, "falls", chains.FALL, held, held) if held else None
    piece = view.table.piece(name)
    if has(piece, "entrance"):
        found = tunnels.caught(view, name)
        return _fall(view, name, "collapses", tunnels.COLLAPSE, found.near, (*found.near, *found.under))
    if not chains.blows_up(piece):
        return None
    caught = tuple(p.id for p in chains.in_blast(view, piece))
    words = phrase("{} blows up if lost, {}", piece.name, length_text(chains.BLAST))
    area = EffectArea(
        threat_regions.region_around_piece(view.table, piece, chains.BLAST),
        words,
        EXPLOSION,
        caught,
        sure=False,
    )
    return Effect(area, most(odds_of(view, chains.blast_dice(view, piece), "volatile")))


def _fall(
    view: Battle, name: str, does: str, rule: str, beside: tuple[str, ...], saving: tuple[str, ...]
) -> Effect:
    """A thing that falls: those beside it or in it make a Save."""
    words = f"{view.table.name_of(name)} {does} if lost"
    area = EffectArea(
        threat_regions.region_around_piece(view.table, thing(view, name), 0.0),
        words,
        rule,
        beside,
        sure=False,
    )
    return Effect(area, failing(view, saving))
