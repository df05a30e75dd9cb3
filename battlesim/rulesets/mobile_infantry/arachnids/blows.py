"""Melee: forms, where the dice go, the whole action, and Hoppers that attack aircraft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from battlesim.engine.decisions import Assign, ChooseOne
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.chance import how_many

from ..aftermath.cards import card, people
from ..aftermath.chains import blows_up
from ..attack import odds
from ..attack.pool import AttackDie
from ..attack.strike import KAMIKAZE_RULE
from ..attack.ways import EXPLOSION
from ..core.facts import has
from ..core.profiles import weapons
from ..core.state import Battle
from ..core.targets import is_structure
from ..core.words import dice_words
from ..ground import captives
from . import melee

Chosen = Mapping[str, str]
"""Each attacker with its form."""


def forms(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Each attacker with its form, its dice on the first model in its reach."""
    pairs = zip(decision.items, answer, strict=True)
    chosen = {item.key: form for item, form in pairs if form != melee.HOLD}
    dice = first_ones(chosen, melee.targets(view, tuple(chosen), False, False))
    return _blows(view, dice, "if all strike the first in reach") if dice else None


def attacks(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Every die where it is assigned to."""
    return _blows(view, melee.struck(decision.items, answer), "")


def action(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """A Melee of the whole unit, each with its first form at the first model in its reach."""
    if answer != "melee":
        return None
    return whole_melee(view, decision.chosen(answer).at, False, "with first forms at the first in reach")


def whole_melee(
    view: Battle, members: Sequence[str], free: bool, note: str, flew: Sequence[str] = ()
) -> Preview | None:
    """A Melee of a group as it would be by default; None when nobody reaches anybody."""
    reach = melee.targets(view, members, free, False, flew)
    dice = first_ones({bug: melee.forms(view, bug)[0] for bug in reach}, reach)
    return _blows(view, dice, note) if dice else None


def first_ones(chosen: Chosen, reach: Mapping[str, tuple[str, ...]]) -> list[AttackDie]:
    """The dice of attackers on the first model that each of them reaches."""
    return [
        AttackDie(form, bug, reach[bug][0])
        for bug, form in chosen.items()
        for _ in range(melee.dice_of(form))
        if reach.get(bug)
    ]


def _blows(view: Battle, dice: Sequence[AttackDie], note: str) -> Preview:
    """Dice in melee on their models."""
    bugs = list(dict.fromkeys(die.firer for die in dice))
    targets = list(dict.fromkeys(die.target for die in dice))
    forms = Counter(die.weapon for die in dice)
    before = [PreviewRow(weapons()[form].name, dice_words(n), melee.ASSIGN) for form, n in forms.items()]
    return card(
        view,
        "Melee",
        f"{people(view, bugs)} at {people(view, targets)}",
        odds.odds_of(view, dice, "melee"),
        how="melee",
        before=before,
        after=[*own_losses(dice), *_aftermath(view, targets, bugs)],
        note=note,
        sights=() if is_structure(view, targets[0]) else ((bugs[0], targets[0]),),
        dice=dice,
    )


def own_losses(dice: Sequence[AttackDie]) -> list[PreviewRow]:
    """Who dies of its own blow on a natural 1."""
    dying = {die.firer: 1.0 / die.gun.die for die in dice if die.gun.kamikaze}
    if not dying:
        return []
    spread = how_many(list(dying.values()))
    share = f"{100 * (1.0 - spread[0]):.0f} %, {sum(dying.values()):.1f} on average"
    return [PreviewRow("Own losses", share, KAMIKAZE_RULE)]


def _aftermath(view: Battle, targets: Sequence[str], bugs: Sequence[str]) -> list[PreviewRow]:
    """What a loss brings with it: a captive, an explosion."""
    pieces = [view.table.pieces[name] for name in targets if name in view.table.pieces]
    captors = any(has(view.table.piece(bug), "captor") for bug in bugs)
    rows = [
        PreviewRow(f"{p.name}, if lost", "is taken captive", captives.TAKEN)
        for p in pieces
        if p.kind == "command_team" and captors
    ]
    rows += [PreviewRow(f"{p.name}, if lost", "blows up", EXPLOSION) for p in pieces if blows_up(p)]
    return rows
