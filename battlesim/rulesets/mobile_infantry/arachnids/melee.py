"""Melee of the Arachnids: who can strike whom, forms and dice, the free Melee after a Move, and its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from battlesim.engine.decisions import Assign, AssignItem, ChooseOne
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.pieces import gap, ids_in_play, is_within_distance
from battlesim.rulings.piece_gaps import terrain_within
from battlesim.table.phrases import phrase

from ..aftermath import chains
from ..aftermath.cards import any_of, card, people
from ..aftermath.chains import blows_up
from ..attack.pool import AttackDie, weapons_of
from ..attack.strike import KAMIKAZE_RULE
from ..attack.ways import EXPLOSION, WAYS
from ..core.facts import dice_words, has, is_structure, models, rank, some
from ..core.marks import FLYING
from ..core.profiles import weapons
from ..core.state import BUGS, MI, Battle, Game
from ..ground import captives

ASSIGN = "MI-BMEL-02"
STRIKE = 1.0
HOLD = "hold"


def structures_in_reach(state: Battle, bug: str) -> tuple[str, ...]:
    """Walls and buildings within 1 in of a bug, which it may strike instead."""
    piece = state.table.piece(bug)
    if piece.table_position is None:
        return ()
    return tuple(t.id for t in terrain_within(state.table.ground, piece, STRIKE) if t.hits > 0)


def forms(state: Battle, bug: str, reaction: bool = False) -> tuple[str, ...]:
    """The close-quarters forms a bug may use; in a Reaction those with React (MI-BTRT-07)."""
    own = weapons_of(state.table.piece(bug), melee=True)
    return tuple(key for key in own if weapons()[key].react or not reaction)


def targets(
    state: Battle, attackers: Sequence[str], free: bool, reaction: bool, flew: Sequence[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Who of a group can strike, and whom; walls and buildings too.

    A free Melee needs an enemy model within 1 in. `flew` names those who ended a flight in the Move that this
    Melee follows: they alone strike aircraft in flight.
    """
    found: dict[str, tuple[str, ...]] = {}
    foes = models(state, MI)
    for bug in ids_in_play(state, attackers):
        able = [p for p in foes if bug in flew or not p.has_mark(FLYING)]
        models_near = tuple(p.id for p in able if is_within_distance(gap(state, bug, p.id), STRIKE))
        reach = () if free and not models_near else (*models_near, *structures_in_reach(state, bug))
        if reach and forms(state, bug, reaction):
            found[bug] = reach
    return found


def fight(
    play: Play[Game],
    attackers: Sequence[str],
    *,
    reaction: bool = False,
    free: bool = False,
    flew: Sequence[str] = (),
) -> Script[tuple[str, ...]]:
    """A Melee of a group, free after a Move or in a Reaction; who struck, () when nobody can or wants to."""
    reach = targets(play.state, attackers, free or reaction, reaction, flew)
    if not reach:
        return ()
    chosen = yield from _choose_forms(play, reach, reaction)
    if not chosen:
        return ()
    dice = yield from _assign(play, reach, chosen)
    prey = tuple(sorted(dict.fromkeys(die.target for die in dice), key=lambda name: rank(play.state, name)))
    text = phrase("{} in melee with {}: {}", some(tuple(chosen)), some(prey), dice_words(len(dice)))
    play.log_message(text, by=next(iter(chosen)), at=(*prey, *chosen), rule=WAYS["melee"].roll)
    yield from chains.settle(play, dice, "melee")
    return tuple(chosen)


def _choose_forms(
    play: Play[Game], reach: Mapping[str, tuple[str, ...]], reaction: bool
) -> Script[dict[str, str]]:
    """Each attacker uses one of its forms, or holds."""
    items = tuple(
        AssignItem(bug, play.state.table.piece(bug).name, (*forms(play.state, bug, reaction), HOLD))
        for bug in reach
    )
    names = {form: weapons()[form].name for item in items for form in item.to if form != HOLD}
    prompt, about = "How does each attacker strike?", items[0].key
    given = yield from play.assign("form", BUGS, prompt, items, rule="MI-BWPN-02", about=about, names=names)
    return {bug: form for bug, form in given.items() if form != HOLD}


def _assign(
    play: Play[Game], reach: Mapping[str, tuple[str, ...]], chosen: Mapping[str, str]
) -> Script[list[AttackDie]]:
    """Every die of every attacker goes to a model within 1 in of that attacker."""
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
    return struck(items, answer)


def struck(items: Sequence[AssignItem], answer: Sequence[str]) -> list[AttackDie]:
    """The dice of attackers and their forms on the targets given to them."""
    pairs = zip(items, answer, strict=True)
    return [AttackDie(form, bug, target) for item, target in pairs for bug, form in (item.by,)]


def forms_card(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Each attacker with its form, its dice on the first model in its reach."""
    pairs = zip(decision.items, answer, strict=True)
    chosen = {item.key: form for item, form in pairs if form != HOLD}
    dice = first_ones(chosen, targets(view, tuple(chosen), False, False))
    return _blows(view, dice, "if all strike the first in reach") if dice else None


def attacks_card(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Every die where it is assigned to."""
    return _blows(view, struck(decision.items, answer), "")


def action_card(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """A Melee of the whole unit, each with its first form at the first model in its reach."""
    if answer != "melee":
        return None
    return whole_melee(
        view, decision.chosen_option(answer).at, False, "with first forms at the first in reach"
    )


def whole_melee(
    view: Battle, members: Sequence[str], free: bool, note: str, flew: Sequence[str] = ()
) -> Preview | None:
    """A Melee of a group as it would be by default; None when nobody reaches anybody."""
    reach = targets(view, members, free, False, flew)
    dice = first_ones({bug: forms(view, bug)[0] for bug in reach}, reach)
    return _blows(view, dice, note) if dice else None


def first_ones(chosen: Mapping[str, str], reach: Mapping[str, tuple[str, ...]]) -> list[AttackDie]:
    """The dice of attackers on the first model that each of them reaches."""
    return [
        AttackDie(form, bug, reach[bug][0])
        for bug, form in chosen.items()
        for _ in range(int(weapons()[form].dice))
        if reach.get(bug)
    ]


def _blows(view: Battle, dice: Sequence[AttackDie], note: str) -> Preview:
    """Dice in melee on their models."""
    bugs = list(dict.fromkeys(die.firer for die in dice))
    struck_ones = list(dict.fromkeys(die.target for die in dice))
    used = Counter(die.weapon for die in dice)
    about = f"{people(view, bugs)} at {people(view, struck_ones)}"
    before = [PreviewRow(weapons()[form].name, dice_words(n), ASSIGN) for form, n in used.items()]
    after = [*own_losses(dice), *_aftermath(view, struck_ones, bugs)]
    sights = () if is_structure(view, struck_ones[0]) else ((bugs[0], struck_ones[0]),)
    return card(view, "Melee", about, dice, how="melee", before=before, after=after, note=note, sights=sights)


def own_losses(dice: Sequence[AttackDie]) -> list[PreviewRow]:
    """Who dies of its own blow on a natural 1."""
    dying = {die.firer: 1.0 / die.gun.die for die in dice if die.gun.kamikaze}
    if not dying:
        return []
    return [PreviewRow("Own losses", any_of([*dying.values()]), KAMIKAZE_RULE)]


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
