"""Melee of the Arachnids: who can strike whom, forms and dice, the free Melee after a Move.; what the dice do
once assigned is in damage.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.engine.decisions import Assign, Item
from battlesim.engine.play import Play, Script
from battlesim.geometry.measure import disc_to_rings
from battlesim.geometry.shapes import bounds
from battlesim.mechanics.pieces import gap, standing, within
from battlesim.table.events import Said
from battlesim.table.pieces import Piece
from battlesim.table.words import say

from ..aftermath import chains
from ..attack.cover import Boxed, boxed
from ..attack.pool import AttackDie
from ..attack.ways import WAYS
from ..core.facts import models, of
from ..core.marks import FLYING
from ..core.profiles import weapons
from ..core.state import BUGS, MI, Battle, Game
from ..core.targets import rank
from ..core.words import dice_words, some

ASSIGN = "MI-BMEL-02"
STRIKE = 1.0
HOLD = "hold"


def foes(state: Battle, aloft: bool = False) -> list[Piece]:
    """The MI models that can be struck: aircraft in flight by a Hopper that has just flown."""
    return [p for p in models(state, MI) if aloft or not p.has(FLYING)]


def structures_in_reach(state: Battle, bug: str) -> tuple[str, ...]:
    """Walls and buildings within 1 in of a bug, which it may strike instead."""
    piece = state.table.piece(bug)
    if piece.spot is None:
        return ()
    ground = state.table.ground

    def standing_ones() -> tuple[Boxed, ...]:
        return tuple((t, bounds(t.rings[0])) for t in ground.terrain if t.hits > 0)

    near = boxed(ground.cached("mobile infantry: structures", standing_ones), piece, STRIKE)
    return tuple(t.id for t in near if within(disc_to_rings(*piece.xy, piece.radius, t.rings), STRIKE))


def forms(state: Battle, bug: str, reaction: bool = False) -> tuple[str, ...]:
    """The close-quarters forms a bug may use; in a Reaction those with React (MI-BTRT-07)."""
    own = of(state.table.piece(bug)).weapons
    return tuple(w for w in own if weapons()[w].melee and (weapons()[w].react or not reaction))


def targets(
    state: Battle, attackers: Sequence[str], free: bool, reaction: bool, flew: Sequence[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Who of a group can strike, and whom; walls and buildings too.

    A free Melee needs an enemy model within 1 in. `flew` names those who ended a flight in the Move that this
    Melee follows.
    """
    found: dict[str, tuple[str, ...]] = {}
    on_ground, all_of_them = foes(state), foes(state, aloft=True)
    for bug in (b for b in standing(state, attackers) if state.table.piece(b).spot is not None):
        near = all_of_them if bug in flew else on_ground
        models_near = tuple(p.id for p in near if within(gap(state, bug, p.id), STRIKE))
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
    text = say("{} in melee with {}: {}", some(tuple(chosen)), some(prey), dice_words(len(dice)))
    play.emit(Said(rule=WAYS["melee"].roll, text=text, by=next(iter(chosen)), at=(*prey, *chosen)))
    yield from chains.settle(play, dice, "melee")
    return tuple(chosen)


def _choose_forms(
    play: Play[Game], reach: Mapping[str, tuple[str, ...]], reaction: bool
) -> Script[dict[str, str]]:
    """Each attacker uses one of its forms, or holds."""
    items = tuple(
        Item(bug, play.state.table.piece(bug).name, (*forms(play.state, bug, reaction), HOLD))
        for bug in reach
    )
    question = Assign(
        side=BUGS,
        what="form",
        prompt="How does each attacker strike?",
        rule="MI-BWPN-02",
        about=items[0].key,
        items=items,
        names={form: weapons()[form].name for item in items for form in item.to if form != HOLD},
    )
    answer = yield from play.ask(question)
    return {item.key: key for item, key in zip(items, answer, strict=True) if key != HOLD}


def dice_of(form: str) -> int:
    """How many dice a form has."""
    dice = weapons()[form].dice
    assert isinstance(dice, int), f"{form}: melee dice are a number"
    return dice


def _assign(
    play: Play[Game], reach: Mapping[str, tuple[str, ...]], chosen: Mapping[str, str]
) -> Script[list[AttackDie]]:
    """Every die of every attacker goes to a model within 1 in of that attacker."""
    items: tuple[Item, ...] = ()
    for bug, form in chosen.items():
        name, own = f"{play.state.table.piece(bug).name}, {weapons()[form].name}", (bug, form)
        items += tuple(Item(f"{bug}#{form}#{n + 1}", name, reach[bug], own) for n in range(dice_of(form)))
    answer = tuple(item.to[0] for item in items)
    if any(len(item.to) > 1 for item in items):
        prompt, about = "Assign the attack dice", items[0].by[0]
        question = Assign(side=BUGS, what="attacks", prompt=prompt, rule=ASSIGN, about=about, items=items)
        answer = yield from play.ask(question)
    return struck(items, answer)


def struck(items: Sequence[Item], answer: Sequence[str]) -> list[AttackDie]:
    """The dice of attackers and their forms on the targets given to them."""
    pairs = zip(items, answer, strict=True)
    return [AttackDie(form, bug, target) for item, target in pairs for bug, form in (item.by,)]
