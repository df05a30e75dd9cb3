"""What all previews are made of: rows for dice and modifiers, distributions, the chance that counts."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.table.events import Modifier

from .. import odds
from ..pool import AttackDie
from ..state import Battle
from ..targets import hits_of, name_of
from ..ways import WAYS, Way
from . import areas, chains

MOST_ROWS = 18
MOST_BARS = 5
OTHERS = 3
"""Models beside the first target that have a row of their own."""


def card(
    view: Battle,
    title: str,
    about: str,
    shot: odds.Odds,
    *,
    how: str = "fire",
    main: str = "",
    before: Sequence[PreviewRow] = (),
    after: Sequence[PreviewRow] = (),
    note: str = "",
    sights: tuple[tuple[str, str], ...] = (),
    side: str = "",
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
    way = WAYS[how]
    rows = [*before, *(kinds(first, way) if first else ())]
    foes, own = apart(view, shot, side)
    if len(shot.targets) > 1:
        rows += fates(view, foes, way)
    rows += fates(view, own, way, "Your own ")
    pushed = areas.pushes(view, dice, how)
    if pushed:
        who = "If it flinches" if len(shot.targets) == 1 else "If all live and flinch"
        rows.append(PreviewRow(who, "pushed as drawn", way.flinch))
    rows += after
    mean = f"{lost(foes):.1f} HP lost on average{f', {lost(own):.1f} HP of your own' if own else ''}"
    chance, words, bars = chances(view, foes)
    notes = "; ".join(part for part in (mean, note) if part)
    dying = {die.firer: hits_of(view, die.firer) for die in dice if die.kamikaze}  # MI-BTRT-04
    shown = (*laid, *chains.set_off(view, chains.most(shot) | dying))
    return Preview(title, about, cut(rows), chance, words, bars, notes, sights, shown, pushed)


def cut(rows: Sequence[PreviewRow]) -> tuple[PreviewRow, ...]:
    """The rows that there is room for, and how many there are besides."""
    if len(rows) <= MOST_ROWS:
        return tuple(rows)
    return (*rows[: MOST_ROWS - 1], PreviewRow(f"and {len(rows) - MOST_ROWS + 1} more", ""))


def apart(view: Battle, shot: odds.Odds, side: str) -> tuple[list[odds.TargetOdds], list[odds.TargetOdds]]:
    """Those that are shot at, and the attacker's own among them."""
    pieces = view.table.pieces
    own = [one for one in shot.targets if one.target in pieces and pieces[one.target].side == side]
    return [one for one in shot.targets if one not in own], own


def lost(targets: Sequence[odds.TargetOdds]) -> float:
    """HP lost on average."""
    return sum(one.expected for one in targets)


def chances(
    view: Battle, targets: Sequence[odds.TargetOdds]
) -> tuple[float, str, tuple[tuple[str, float], ...]]:
    """The chance that counts, in words, and how many are lost how surely."""
    if len(targets) == 1:
        (only,) = targets
        return only.destroyed, f"{name_of(view, only.target)} is lost", hits_bars(only)
    spread = odds.numbers([one.destroyed for one in targets])
    return 1.0 - spread[0], "at least one is lost", bars_of(spread)


def fates(view: Battle, some: Sequence[odds.TargetOdds], way: Way, whose: str = "") -> list[PreviewRow]:
    """The fates of the first ones, and of all others together."""
    room = len(some) if len(some) <= OTHERS + 1 else OTHERS
    rows = [fate(view, one, way, whose) for one in some[:room]]
    if others := some[room:]:
        rows.append(PreviewRow(f"{whose}and {len(others)} more", f"{lost(others):.1f} HP", way.removed))
    return rows


def fate(view: Battle, one: odds.TargetOdds, way: Way, whose: str = "") -> PreviewRow:
    """How surely a model is lost, and how much on average."""
    share = f"lost {100 * one.destroyed:.0f} %, {one.expected:.1f} HP"
    return PreviewRow(f"{whose}{name_of(view, one.target)}", share, way.removed)


def kinds(one: odds.TargetOdds, way: Way) -> list[PreviewRow]:
    """What each kind of die needs, and what changes that."""
    rows: list[PreviewRow] = []
    for kind in one.dice:
        rows.append(PreviewRow("Dice on it", f"{kind.count}x {kind.die}", way.roll))
        rows += [_need(words, way) for words in kind.needs.split(", ")]
        rows += [change_row(change) for change in kind.modifiers]
    return list(dict.fromkeys(rows))


def change_row(change: Modifier) -> PreviewRow:
    """A modifier; one that changes nothing by itself is told in words alone."""
    return PreviewRow(change.words, f"{change.value:+d}" if change.value else "", change.rule)


def _need(words: str, way: Way) -> PreviewRow:
    """A need ("Kill 8+") as name, value, rule."""
    if words == "no Save":
        return PreviewRow("Save", "none", way.save)
    name, _, value = words.partition(" ")
    return PreviewRow(name, value, way.save if name == "Save" else way.kill)


def hits_bars(one: odds.TargetOdds) -> tuple[tuple[str, float], ...]:
    """The chances of losing 0, 1, 2 … HP; what is more than there is room for stands together."""
    chances = odds.spread(one.dice, one.hits)
    names = ["no loss", *(f"{lost} HP" for lost in range(1, one.hits)), "lost"]
    if len(chances) > MOST_BARS:
        middle = odds.bounded(sum(chances[MOST_BARS - 2 : -1]))
        chances = [*chances[: MOST_BARS - 2], middle, chances[-1]]
        names = [*names[: MOST_BARS - 2], f"{MOST_BARS - 2}+ HP", "lost"]
    return tuple(zip(names, chances, strict=True))


def bars_of(spread: Sequence[float]) -> tuple[tuple[str, float], ...]:
    """The chances of 0, 1, 2 … losses; what is more than there is room for stands together."""
    known = list(spread[: MOST_BARS - 1])
    names = ["no loss", "1 lost", *(f"{n} lost" for n in range(2, len(known)))]
    if len(spread) >= MOST_BARS:
        known.append(odds.bounded(sum(spread[MOST_BARS - 1 :])))
        names.append(f"{MOST_BARS - 1} or more")
    return tuple(zip(names, known, strict=False))


def people(view: Battle, ids: Sequence[str]) -> str:
    """One name, or how many they are."""
    return name_of(view, ids[0]) if len(ids) == 1 else f"{len(ids)} models"
