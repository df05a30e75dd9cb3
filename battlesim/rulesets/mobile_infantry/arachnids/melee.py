"""Melee of the Arachnids: targets, attack forms and dice, the free Melee after a Move, and previews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from battlesim.engine.decisions import Assign, AssignItem, ChooseOne
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.pieces import gap, ids_in_play, is_within_distance
from battlesim.rulings.piece_gaps import terrain_within
from battlesim.table.phrases import phrase

from ..aftermath import chain_reactions
from ..aftermath.attack_previews import any_chance_text, attack_preview, models_label
from ..aftermath.chain_reactions import explodes
from ..attack.attack_dice import AttackDie, carried_weapons
from ..attack.attack_modes import ATTACK_MODES, EXPLOSION
from ..attack.die_outcome import KAMIKAZE_RULE
from ..core.lookups import (
    dice_count_text,
    has_trait,
    is_structure,
    models_in_play,
    short_list_text,
    target_rank,
)
from ..core.marks import FLYING
from ..core.profiles import weapons
from ..core.state import BUGS, MI, Battle, Game
from ..ground import captives

ASSIGN = "MI-BMEL-02"
MELEE_REACH_IN = 1.0
HOLD_KEY = "hold"


def structures_in_reach(state: Battle, bug: str) -> tuple[str, ...]:
    """Return the ids of walls and buildings within 1 in of a bug, which may strike them."""
    piece = state.table.piece(bug)
    if piece.table_position is None:
        return ()
    return tuple(t.id for t in terrain_within(state.table.ground, piece, MELEE_REACH_IN) if t.hits > 0)


def attack_forms(state: Battle, bug: str, reaction: bool = False) -> tuple[str, ...]:
    """Return the close-quarters attack forms that a bug may use (MI-BTRT-07)."""
    own = carried_weapons(state.table.piece(bug), melee=True)
    return tuple(key for key in own if weapons()[key].react or not reaction)


def melee_targets(
    state: Battle, attackers: Sequence[str], free: bool, reaction: bool, flown_ids: Sequence[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Return the targets of each attacker in a group that has any.

    A free Melee needs an enemy model within 1 in. `flown_ids` lists the attackers that have just ended a
    flight; only these can strike aircraft in flight.
    """
    found: dict[str, tuple[str, ...]] = {}
    foes = models_in_play(state, MI)
    for bug in ids_in_play(state, attackers):
        able = [p for p in foes if bug in flown_ids or not p.has_mark(FLYING)]
        models_near = tuple(p.id for p in able if is_within_distance(gap(state, bug, p.id), MELEE_REACH_IN))
        reach = () if free and not models_near else (*models_near, *structures_in_reach(state, bug))
        if reach and attack_forms(state, bug, reaction):
            found[bug] = reach
    return found


def run_melee(
    play: Play[Game],
    attackers: Sequence[str],
    *,
    reaction: bool = False,
    free: bool = False,
    flown_ids: Sequence[str] = (),
) -> Script[tuple[str, ...]]:
    """Run a Melee of a group and return the ids of the attackers that struck."""
    reach = melee_targets(play.state, attackers, free or reaction, reaction, flown_ids)
    if not reach:
        return ()
    chosen = yield from _choose_forms(play, reach, reaction)
    if not chosen:
        return ()
    dice = yield from _assign(play, reach, chosen)
    prey = tuple(
        sorted(dict.fromkeys(die.target for die in dice), key=lambda name: target_rank(play.state, name))
    )
    text = phrase(
        "{attackers} in melee with {targets}: {dice}",
        short_list_text(tuple(chosen)),
        short_list_text(prey),
        dice_count_text(len(dice)),
    )
    play.log_message(text, by=next(iter(chosen)), at=(*prey, *chosen), rule=ATTACK_MODES["melee"].roll)
    yield from chain_reactions.resolve_attack(play, dice, "melee")
    return tuple(chosen)


def _choose_forms(
    play: Play[Game], reach: Mapping[str, tuple[str, ...]], reaction: bool
) -> Script[dict[str, str]]:
    """Ask which form each attacker uses, or whether it holds back."""
    items = tuple(
        AssignItem(
            bug, play.state.table.piece(bug).name, (*attack_forms(play.state, bug, reaction), HOLD_KEY)
        )
        for bug in reach
    )
    names = {form: weapons()[form].name for item in items for form in item.to if form != HOLD_KEY}
    prompt, about = "How does each attacker strike?", items[0].key
    given = yield from play.assign("form", BUGS, prompt, items, rule="MI-BWPN-02", about=about, names=names)
    return {bug: form for bug, form in given.items() if form != HOLD_KEY}


def _assign(
    play: Play[Game], reach: Mapping[str, tuple[str, ...]], chosen: Mapping[str, str]
) -> Script[list[AttackDie]]:
    """Ask for the target of every die, which must be in reach of its attacker."""
    items: tuple[AssignItem, ...] = ()
    for bug, form in chosen.items():
        name, own = f"{play.state.table.piece(bug).name}, {weapons()[form].name}", (bug, form)
        dice = range(1, int(weapons()[form].dice) + 1)
        items += tuple(AssignItem(f"{bug}#{form}#{n}", name, reach[bug], own) for n in dice)
    answer = tuple(item.to[0] for item in items)
    if any(len(item.to) > 1 for item in items):
        prompt, about = "Assign the attack dice", items[0].by[0]
        given = yield from play.assign("attacks", BUGS, prompt, items, rule=ASSIGN, about=about)
        answer = tuple(given.values())
    return assigned_dice(items, answer)


def assigned_dice(items: Sequence[AssignItem], answer: Sequence[str]) -> list[AttackDie]:
    """Return the attack dice with the targets assigned to them by an answer."""
    pairs = zip(items, answer, strict=True)
    return [AttackDie(form, bug, target) for item, target in pairs for bug, form in (item.by,)]


def forms_preview(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Return a preview of chosen attack forms, with each bug's dice on the first model in its reach."""
    pairs = zip(decision.items, answer, strict=True)
    chosen = {item.key: form for item, form in pairs if form != HOLD_KEY}
    dice = first_target_dice(chosen, melee_targets(view, tuple(chosen), False, False))
    return _blows(view, dice, "if all strike the first in reach") if dice else None


def attacks_preview(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Return a preview of a Melee with each die on its assigned target."""
    return _blows(view, assigned_dice(decision.items, answer), "")


def melee_action_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of a Melee of the whole unit, or None for another Action."""
    if answer != "melee":
        return None
    return default_melee_preview(
        view, decision.chosen_option(answer).at, False, "with first forms at the first in reach"
    )


def default_melee_preview(
    view: Battle, members: Sequence[str], free: bool, note: str, flown_ids: Sequence[str] = ()
) -> Preview | None:
    """Return a preview of a Melee in which each bug uses its first attack form on its first target."""
    reach = melee_targets(view, members, free, False, flown_ids)
    dice = first_target_dice({bug: attack_forms(view, bug)[0] for bug in reach}, reach)
    return _blows(view, dice, note) if dice else None


def first_target_dice(chosen: Mapping[str, str], reach: Mapping[str, tuple[str, ...]]) -> list[AttackDie]:
    """Return the dice of all attackers, each assigned to the first target in reach."""
    return [
        AttackDie(form, bug, reach[bug][0])
        for bug, form in chosen.items()
        for _ in range(int(weapons()[form].dice))
        if reach.get(bug)
    ]


def _blows(view: Battle, dice: Sequence[AttackDie], note: str) -> Preview:
    """Return a preview of melee dice on their targets."""
    bugs = list(dict.fromkeys(die.firer for die in dice))
    struck_ones = list(dict.fromkeys(die.target for die in dice))
    used = Counter(die.weapon for die in dice)
    about = f"{models_label(view, bugs)} at {models_label(view, struck_ones)}"
    before = [PreviewRow(weapons()[form].name, dice_count_text(n), ASSIGN) for form, n in used.items()]
    after = [*own_loss_rows(dice), *_aftermath(view, struck_ones, bugs)]
    sights = () if is_structure(view, struck_ones[0]) else ((bugs[0], struck_ones[0]),)
    return attack_preview(
        view, "Melee", about, dice, mode="melee", before=before, after=after, note=note, sights=sights
    )


def own_loss_rows(dice: Sequence[AttackDie]) -> list[PreviewRow]:
    """Return a preview row for the attackers that their own attack may kill, or [] if there are none."""
    dying = {die.firer: 1.0 / die.weapon_profile.die for die in dice if die.weapon_profile.kamikaze}
    if not dying:
        return []
    return [PreviewRow("Own losses", any_chance_text([*dying.values()]), KAMIKAZE_RULE)]


def _aftermath(view: Battle, targets: Sequence[str], bugs: Sequence[str]) -> list[PreviewRow]:
    """Return rows for the consequences of a loss, such as a captive or an explosion."""
    pieces = [view.table.pieces[name] for name in targets if name in view.table.pieces]
    captors = any(has_trait(view.table.piece(bug), "captor") for bug in bugs)
    rows = [
        PreviewRow(f"{p.name}, if lost", "is taken captive", captives.TAKEN)
        for p in pieces
        if p.kind == "command_team" and captors
    ]
    rows += [PreviewRow(f"{p.name}, if lost", "blows up", EXPLOSION) for p in pieces if explodes(p)]
    return rows
