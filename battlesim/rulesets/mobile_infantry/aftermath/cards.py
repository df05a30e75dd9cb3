"""What all previews are made of: rows for dice and modifiers, distributions, the chance that counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.mechanics.cards import chances, change_rows, cut, fates, mean, need_rows
from battlesim.mechanics.chance import how_many
from battlesim.mechanics.odds import Odds, TargetOdds
from battlesim.table.ids import NO_SIDE, SideKey

from ..attack.allocation import WhichKind, WhoFirst
from ..attack.pool import AttackDie
from ..attack.strike import odds_of
from ..attack.ways import WAYS, Way
from ..core.state import MI, Battle
from ..core.targets import hits_of, ratings
from ..core.words import dice_words
from . import areas


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
    way, name = WAYS[how], view.table.called
    rows = [*before, *(kinds(view, first, way) if first else ())]
    foes, own = apart(view, shot, side)
    if len(shot.targets) > 1:
        rows += fates(foes, name, way.removed)
    rows += fates(own, name, way.removed, "Your own ")
    if pushed := areas.pushes(view, dice, how):
        who = "If it flinches" if len(shot.targets) == 1 else "If all live and flinch"
        rows.append(PreviewRow(who, "pushed as drawn", way.flinch))
    rows += after
    lost = f"{mean(foes):.1f} HP lost on average{f', {mean(own):.1f} HP of your own' if own else ''}"
    chance, words, bars = chances(foes, name)
    notes = "; ".join(part for part in (lost, note) if part)
    dying = {die.firer: hits_of(view, die.firer) for die in dice if die.gun.kamikaze}
    shown = (*laid, *areas.set_off(view, areas.most(shot) | dying))
    return Preview(title, about, cut(rows), chance, words, bars, notes, sights, shown, pushed)


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
        rows += [*need_rows(kind.throws), *without, *change_rows(kind.throws)]
    return list(dict.fromkeys(rows))


def any_of(chances: Sequence[float]) -> str:
    """How surely one at least of some things happens, and how many do on average."""
    return f"{100 * (1.0 - how_many(chances)[0]):.0f} %, {sum(chances):.1f} on average"


def people(view: Battle, ids: Sequence[str]) -> str:
    """One name, or how many they are."""
    return view.table.called(ids[0]) if len(ids) == 1 else f"{len(ids)} models"


def allocate(view: Battle, decision: WhichKind | WhoFirst, answer: Sequence[str]) -> Preview:
    """Every model with the dice that it would be given, from the nearest outward."""
    dice = decision.laid(answer)
    shot = odds_of(view, dice, "fire")
    rank = {model: place for place, model in enumerate((*decision.layout.order, *(d.target for d in dice)))}
    lost = sum(one.destroyed for one in shot.targets)
    either = decision.either(answer) if isinstance(decision, WhichKind) else {}
    rows = [PreviewRow("Lost on average", f"{lost:.1f} of {len(shot.targets)}", WAYS["fire"].removed)]
    for one in sorted(shot.targets, key=lambda one: rank[one.target]):
        shapes = Counter(die.gun.short for die in dice if die.target == one.target)
        given = ", ".join(f"{count}x {shape}" for shape, count in shapes.items())
        words = f"{given}: lost {100 * one.destroyed:.0f} %"
        more = len(either.get(one.target, (one.target,))) - 1
        names = view.table.called(one.target) + (f" or {more} more" if more else "")
        rows.append(PreviewRow(names, words, "MI-SHOT-05"))
    chance, words, bars = chances(apart(view, shot, MI)[0], view.table.called)
    about = f"{dice_words(len(dice))}, nearest first"
    note = f"{shot.expected:.1f} HP lost on average"
    note += "; which of those at equal distance is asked next" if either else ""
    return Preview(
        "Dice on their models",
        about,
        cut(rows),
        chance,
        words,
        bars,
        note,
        areas=areas.set_off(view, areas.most(shot)),
        pushes=areas.pushes(view, dice, "fire"),
    )
