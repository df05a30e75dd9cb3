"""What the window shows before a shot: exact odds, every modifier, the rules behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlesim.engine.decisions import Assign, ChooseOne, Decision
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.rulesets.mobile_infantry import odds
from battlesim.rulesets.mobile_infantry.bug_fire import aim_point, can_shoot
from battlesim.rulesets.mobile_infantry.profiles import weapons
from battlesim.rulesets.mobile_infantry.shooting import HOLD, PLUS, fit_weapons, loads
from battlesim.rulesets.mobile_infantry.sightlines import Lines
from battlesim.rulesets.mobile_infantry.state import BUGS, MI, Battle
from battlesim.rulesets.mobile_infantry.targets import hits_of, is_structure, name_of, thing
from battlesim.rulesets.mobile_infantry.turn import side_of

MOST_ROWS = 12
MOST_BARS = 5


def preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """The odds of a target or of a choice of weapons; None for any other answer."""
    found = _PREVIEWS.get((decision.side, decision.what))
    return found(view, decision, answer) if found else None


def _mi_target(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """All who can fire at a target do, each with what it would take first."""
    option = next((option for option in decision.options if option.key == answer), None)
    if option is None or not option.by:
        return None
    reaction = _reaction(view)
    aim = thing(view, answer)
    choice: dict[str, tuple[str, ...]] = {}
    for firer in option.by:
        keys = fit_weapons(view, view.table.piece(firer), reaction)
        found = loads(view, Lines(view, {firer: keys}, [aim]), firer, keys, answer)
        choice[firer] = tuple(found[0].split(PLUS)) if found else ()
    return _shot(view, answer, choice, reaction, "if all of them fire")


def _mi_weapons(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Exactly those who fire with what they fire."""
    pairs = zip(decision.items, answer, strict=True)
    choice = {item.key: tuple(load.split(PLUS)) for item, load in pairs if load != HOLD}
    return _shot(view, decision.about, choice, _reaction(view), "") if choice else None


def _reaction(view: Battle) -> bool:
    """Whether the MI fire in the turn of the Arachnids, which only a Reaction allows."""
    return side_of(view.game.phase) != MI


def _shot(
    view: Battle, target: str, choice: Mapping[str, tuple[str, ...]], reaction: bool, note: str
) -> Preview:
    shot = odds.preview(view, target, choice, reaction=reaction)
    dice = sum(kind.count for one in shot.targets for kind in one.dice)
    firers = [firer for firer, keys in choice.items() if keys]
    who = name_of(view, firers[0]) if len(firers) == 1 else f"{len(firers)} models"
    on_it = next((one for one in shot.targets if one.target == target), None)
    rows = [PreviewRow("Dice in the pool", str(dice), "MI-SHOT-03"), *_weapons(choice)]
    rows += _kinds(on_it) if on_it else []
    rows += [
        PreviewRow(f"also on {name_of(view, one.target)}", f"{one.expected:.1f} HP", "MI-SHOT-05")
        for one in shot.targets
        if one is not on_it
    ]
    return Preview(
        "Shoot",
        f"{who} at {name_of(view, target)}",
        tuple(rows[:MOST_ROWS]),
        on_it.destroyed if on_it else 0.0,
        f"{name_of(view, target)} is lost",
        _bars(on_it) if on_it else (),
        "; ".join(w for w in (f"{shot.expected:.1f} HP lost in all on average", note) if w),
        () if is_structure(view, target) else tuple((firer, target) for firer in firers),
    )


def _weapons(choice: Mapping[str, tuple[str, ...]]) -> list[PreviewRow]:
    keys = [key for keys in choice.values() for key in keys]
    return [
        PreviewRow(weapons()[key].name, f"{keys.count(key)}x", "MI-SHOT-02") for key in dict.fromkeys(keys)
    ]


def _kinds(one: odds.TargetOdds) -> list[PreviewRow]:
    """What each kind of die needs, and what changes that."""
    rows: list[PreviewRow] = []
    for kind in one.dice:
        rows.append(PreviewRow("Dice on it", f"{kind.count}x {kind.die}", "MI-SHOT-05"))
        rows += [_need(words) for words in kind.needs.split(", ")]
        rows += [PreviewRow(change.words, f"{change.value:+d}", change.rule) for change in kind.modifiers]
    return list(dict.fromkeys(rows))


def _need(words: str) -> PreviewRow:
    """A need ("Kill 8+") as name, value, rule."""
    if words == "no Save":
        return PreviewRow("Save", "none", "MI-SHOT-09")
    name, _, value = words.partition(" ")
    return PreviewRow(name, value, "MI-SHOT-09" if name == "Save" else "MI-SHOT-07")


def _bars(one: odds.TargetOdds) -> tuple[tuple[str, float], ...]:
    """The chances of losing 0, 1, 2 … HP; what is more than there is room for stands together."""
    chances = odds.spread(one.dice, one.hits)
    names = ["no loss", *(f"{lost} HP" for lost in range(1, one.hits)), "lost"]
    if len(chances) > MOST_BARS:
        middle = sum(chances[MOST_BARS - 2 : -1])
        chances = [*chances[: MOST_BARS - 2], middle, chances[-1]]
        names = [*names[: MOST_BARS - 2], f"{MOST_BARS - 2}+ HP", "lost"]
    return tuple(zip(names, chances, strict=True))


def _bug_target(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """A shot in the first mode that there is for the target."""
    option = next((option for option in can_shoot(view, decision.about) if option.key == answer), None)
    if option is None:
        return None
    piece = view.table.piece(decision.about)
    keys = [k for k in fit_weapons(view, piece, False) if weapons()[k].name in option.note.split(", ")]
    return _area(view, decision.about, keys[0], answer) if keys else None


def _bug_weapons(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    return _area(view, decision.items[0].key, answer[0], decision.about)


def _area(view: Battle, bug: str, key: str, target: str) -> Preview:
    """Mean losses over every place where the shot may come down."""
    weapon, mean = weapons()[key], odds.bug_preview(view, bug, key, target)
    x, y = aim_point(view, bug, target)
    rows = [PreviewRow(weapon.name, f"area {weapon.area:g} in" if weapon.area else "one die", "MI-BSHT-02")]
    if weapon.scatter:
        rows.append(PreviewRow("scatters from", f"{x:.1f}, {y:.1f} in by D{weapon.scatter}", "MI-BTRT-08"))
    worst = sorted(mean.items(), key=lambda pair: (-pair[1], pair[0]))
    rows += [
        PreviewRow(name_of(view, name), f"{lost:.2f} of {hits_of(view, name)} HP", "MI-BSHT-03")
        for name, lost in worst
        if lost > 0.005
    ]
    return Preview(
        "Shoot",
        f"{name_of(view, bug)} at {name_of(view, target)}",
        tuple(rows[:MOST_ROWS]),
        note=f"{sum(mean.values()):.1f} HP lost in all on average",
        sights=() if is_structure(view, target) else ((bug, target),),
    )


_PREVIEWS: Mapping[tuple[str, str], Callable[[Battle, Any, Any], Preview | None]] = {
    (MI, "target"): _mi_target,
    (MI, "weapons"): _mi_weapons,
    (BUGS, "target"): _bug_target,
    (BUGS, "weapons"): _bug_weapons,
}
