"""What all previews are made of: rows for dice and modifiers, distributions, the chance that counts."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.mechanics.cards import chances, change_rows, cut, fates, mean, need_rows
from battlesim.mechanics.odds import Odds, TargetOdds
from battlesim.table.ids import NO_SIDE, SideKey

from ..attack.pool import AttackDie
from ..attack.ways import WAYS, Way
from ..core.state import Battle
from ..core.targets import hits_of, ratings
from . import areas, foreseen


def card(
    view: Battle,
    title: str,
    about: str,
    shot: Odds,
    *,
    how: str = "fire",
    main: str = "",
    before: Sequence[PreviewRow] = (),
    after: Sequence[PreviewRow] = (),
    note: str = "",
    sights: tuple[tuple[str, str], ...] = (),
    side: SideKey = NO_SIDE,
    dice: Sequence[AttackDie] = (),
    laid: tuple[EffectArea, ...] = (),
) -> Preview:
    """Dice that lie on their targets: what each needs, who is lost how surely, how many in all.

    `how` is the way of the attack, which names the rules; `main` the target whose dice are told one by one,
    the first one when it is empty. Models of `side`, the attacker's own, are told apart from the others.
    `dice` are those that the odds are of, and `laid` the areas that they come from.
    """
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
    dying = {die.firer: hits_of(view, die.firer) for die in dice if die.kamikaze}
    shown = (*laid, *foreseen.set_off(view, foreseen.most(shot) | dying))
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


def people(view: Battle, ids: Sequence[str]) -> str:
    """One name, or how many they are."""
    return view.table.called(ids[0]) if len(ids) == 1 else f"{len(ids)} models"
