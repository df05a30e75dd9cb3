"""Previews of melee: the chances in a round between two figures, including attacks in return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.mechanics.chance import capped_chance
from battlesim.table.phrases import rounded_percentages
from battlesim.table.pieces import Piece

from ..attack.wound_effects import wound_outcome
from ..core.lookups import has_ability, piece_profile
from ..core.state import Battle
from .hug import FREEING, freeing_odds
from .melee_attacks import ATTACK_NAMES, DICE, NONE_KEY, TAIL_ATTACK, melee_roll

UNHURT_OUTCOME, HUGGED_OUTCOME = "unhurt", "hugged"
NO_LOSS = (UNHURT_OUTCOME, HUGGED_OUTCOME)
"""The outcomes of an attack after which a figure is not out of action."""


def attack_odds(state: Battle, attacker: Piece, victim: Piece, attacks: Sequence[str]) -> dict[str, float]:
    """Return the chance of each outcome of a series of attacks, which ends if the victim falls."""
    found, left = dict[str, float](), 1.0
    for name in attacks:
        chances = {UNHURT_OUTCOME: 0.0}
        for margin, chance in melee_roll(state, attacker, victim, name).chances().items():
            end = _end(state, attacker, victim, margin)
            chances[end] = chances.get(end, 0.0) + chance
        still = chances.pop(UNHURT_OUTCOME)
        found = {end: found.get(end, 0.0) + left * chances.get(end, 0.0) for end in found | chances}
        left *= still
    return {UNHURT_OUTCOME: left, **{end: capped_chance(chance) for end, chance in found.items()}}


def _end(state: Battle, by: Piece, victim: Piece, margin: int) -> str:
    if has_ability(by, "hug"):
        return HUGGED_OUTCOME if margin > 0 else UNHURT_OUTCOME
    return wound_outcome(state, victim, margin)


def round_odds(state: Battle, attacker: Piece, victim: Piece) -> tuple[dict[str, float], dict[str, float]]:
    """Return the chances of the outcomes of a round for the victim, and for the attacker."""
    theirs = attack_odds(state, attacker, victim, ATTACK_NAMES[piece_profile(attacker).attacks])
    back = attack_odds(state, victim, attacker, ATTACK_NAMES[piece_profile(victim).attacks])
    held = theirs[UNHURT_OUTCOME]
    ours = {end: held * chance for end, chance in back.items() if end != UNHURT_OUTCOME}
    return theirs, {UNHURT_OUTCOME: 1.0 - sum(ours.values()), **ours}


def round_preview(view: Battle, attacker_id: str, victim: str) -> Preview:
    """Return a preview of a round of melee."""
    own, other = view.table.piece(attacker_id), view.table.piece(victim)
    theirs, ours = round_odds(view, own, other)
    shares = zip(ours, rounded_percentages(list(ours.values())), strict=True)
    back = [PreviewRow(f"{own.name} is {end}", f"{share} %", DICE) for end, share in shares][1:]
    card = _card("Melee", own, other, (_row(view, own, other), _row(view, other, own), *back), theirs)
    return msgspec.structs.replace(card, losses=(*card.losses, _loss(own, ours)))


def tail_preview(view: Battle, attacker_id: str, victim: str) -> Preview:
    """Return a preview of a tail attack."""
    own, other = view.table.piece(attacker_id), view.table.piece(victim)
    return _card("Tail", own, other, (_row(view, own, other),), attack_odds(view, own, other, (TAIL_ATTACK,)))


def _card(
    title: str, by: Piece, victim: Piece, rows: tuple[PreviewRow, ...], odds: Mapping[str, float]
) -> Preview:
    words, out = f"{by.name} at {victim.name}", f"{victim.name} is out"
    hurt = 1.0 - odds[UNHURT_OUTCOME]
    return Preview(title, words, rows, hurt, out, _bars(odds), losses=(_loss(victim, odds),))


def _loss(figure: Piece, odds: Mapping[str, float]) -> LossOdds:
    """Return the odds that a figure is put out of action, which does not include being hugged."""
    out = capped_chance(sum(chance for end, chance in odds.items() if end not in NO_LOSS))
    return LossOdds(figure.id, (1.0 - out, out))


def freeing_preview(view: Battle, rescuer_id: str, victim: str) -> Preview:
    """Return a preview of an attempt to free a victim."""
    own, other = view.table.piece(rescuer_id), view.table.piece(victim)
    odds = freeing_odds(view, own, other)
    rows = (PreviewRow("The acid of a 1 kills", f"{100 * odds['dead']:.1f} %", FREEING),)
    words = f"{own.name} frees {other.name}"
    return Preview("Free", words, rows, odds["freed"], f"{other.name} is free", _bars(odds))


def _row(view: Battle, by: Piece, victim: Piece) -> PreviewRow:
    """Return a preview row with one figure's attack die against another figure's defence."""
    names = ATTACK_NAMES[piece_profile(by).attacks]
    mine, theirs = melee_roll(view, by, victim, names[0]).bonus
    return PreviewRow(f"{by.name}: {', '.join(names)}", f"D6{mine:+d} against D6{theirs:+d}", DICE)


def _bars(odds: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple((end, chance) for end, chance in odds.items() if chance > 0.0)


def melee_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of an answer about melee, or None if the decision is not about melee."""
    option = decision.chosen_option(answer)
    if decision.what == "melee" and option.act:
        return round_preview(view, decision.about, option.to[0])
    if decision.what == "opponent":
        return round_preview(view, decision.about, option.key)
    if decision.what == "tail" and option.key != NONE_KEY:
        return tail_preview(view, decision.about, option.key)
    if decision.what == "free" and option.key in view.table.pieces:
        return freeing_preview(view, decision.about, option.key)
    return None
