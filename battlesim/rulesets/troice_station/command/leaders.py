"""Leaders: their action dice, the chain of command, and the range at which they give pips, in inches."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from battlesim.engine.play import Play, Script
from battlesim.engine.point_allocation import PointRecipient
from battlesim.mechanics.chance import DiceScriptRun, PlainRoll, roll_together, single_roll
from battlesim.mechanics.pieces import gap, is_within_distance
from battlesim.table.events import DieTag
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, Ref, joined_text, phrase
from battlesim.table.pieces import Off, Piece
from battlesim.table.units import Unit

from ..actions.squad_groups import has_own_card
from ..core import pips
from ..core.events import CommanderPromoted
from ..core.lookups import active_pieces, has_ability, is_active, squad_figures
from ..core.state import MARINES, Battle, Game

DICE = "TS-SEQ-01"
COMMANDER = "TS-CMD-02"
NCO = "TS-CMD-04"
SQUAD_PIP = "TS-CMD-05"
LOST = "TS-GAP-15"
REACH = "TS-GAP-14"
D3_NOTE = "a D6 halved, rounded up"
"""The way to roll a D3 (TS-GAP-03)."""
LEADER_RANGE_IN, MAX_RADIO_GAP_IN = 12.0, 3.0
PIP_NOUNS = ("pip", "pips")


def present_squads(state: Battle) -> list[Unit]:
    """Return the marine squads that have a figure on the table."""
    own = [unit for unit in state.table.units.values() if unit.side == MARINES]
    return [unit for unit in own if squad_figures(state, unit.id)]


def commander_id(state: Battle) -> str:
    """Return the id of the commander, or "" if there is none."""
    if state.game.commander:
        return state.game.commander
    return next((p.id for p in state.table.pieces_of_side(MARINES) if has_ability(p, "commander")), "")


def active_leaders(state: Battle) -> list[Piece]:
    """Return the active leaders, the commander first (TS-CMD-01, TS-CMD-03)."""
    able = active_pieces(
        p for p in state.table.pieces_of_side(MARINES) if has_ability(p, "commander") or has_ability(p, "nco")
    )
    chief = commander_id(state)
    return sorted(able, key=lambda piece: (piece.id != chief, piece.id))


def promote_nco(play: Play[Game]) -> None:
    """Put an NCO in command after the commander's death, if the option for promotion is on."""
    chief = play.state.table.pieces.get(commander_id(play.state))
    if not play.state.game.parameters.promotes or chief is None or chief.place != Off("lost"):
        return
    heirs = [
        p
        for p in play.state.table.pieces_of_side(MARINES)
        if has_ability(p, "nco") and p.place != Off("lost")
    ]
    if heirs:
        play.emit(CommanderPromoted(rule=LOST, piece=min(heirs, key=lambda piece: piece.id).id))


def roll_action_dice(play: Play[Game]) -> Script[None]:
    """Roll the pips (action points) of leaders, 1D3 + 1, and squads, 1 or 1D3 by an option (TS-GAP-11)."""
    play = play.under_rule(DICE)
    able, own = active_leaders(play.state), present_squads(play.state)
    rolled = own if play.state.game.parameters.squads_roll else []
    names = [*(p.name for p in able), *(unit.name for unit in rolled)]
    casts = [
        DiceScriptRun(
            single_roll(PlainRoll(sides=(3,), tags=(DieTag(MARINES, name),), what=f"{name}: {D3_NOTE}"))
        )
        for name in names
    ]
    faces = yield from roll_together(play, casts, f"action dice, each {D3_NOTE}")
    for leader, face in zip(able, faces, strict=False):
        pips.set_pips(play, "purses", leader.id, face + 1)
    for unit in own:
        pips.set_pips(play, "pools", unit.id, 1, SQUAD_PIP)
    for unit, face in zip(rolled, faces[len(able) :], strict=True):
        pips.set_pips(play, "pools", unit.id, face)


def hand_out_pips(play: Play[Game], leader: str, only: Collection[str] | None = None) -> Script[None]:
    """Ask how a leader distributes pips (action points) to squads and figures.

    Pips left over are lost unless `only` is given; then only these ids get pips, and the leader keeps the
    rest.
    """
    piece, total = play.state.table.piece(leader), pips.leader_pips(play.state, leader)
    shares = [s for s in _shares(play.state, piece, total) if only is None or s.key in only]
    rule = COMMANDER if leader == commander_id(play.state) else NCO
    words = phrase("{leader} hands out pips", Ref(leader))
    given = yield from play.allocate(
        "pips", MARINES, words, shares, total, rule=rule, about=leader, called=PIP_NOUNS
    )
    parts = [phrase("{} to {}", many, Ref(key)) for key, many in given.items()]
    if parts:
        play.log_message(phrase("{}: {}", words, joined_text(parts)), by=leader, at=tuple(given), rule=rule)
    for key, many in given.items():
        where = "pools" if UnitId(key) in play.state.table.units else "own"
        pips.add_pips(play, where, key, many, rule)  # type: ignore[arg-type]
    pips.set_pips(play, "purses", leader, 0 if only is None else total - sum(given.values()), rule)


def _shares(state: Battle, leader: Piece, most: int) -> Iterator[PointRecipient]:
    """Yield the possible recipients of a leader's pips; an NCO can give pips only to the NCO's squads."""
    chief = leader.id == commander_id(state)
    for unit in present_squads(state):
        if chief or unit.rules.get("under") == leader.id:
            shut = _out_of_reach(state, leader, unit, chief)
            held = [p for p in active_pieces(squad_figures(state, unit.id)) if not has_own_card(state, p)]
            if held:
                yield PointRecipient(unit.id, unit.name, most, "", tuple(p.id for p in held), shut)
    for piece in active_pieces(state.table.pieces_of_side(MARINES)):
        if chief or (piece.id == leader.id and has_own_card(state, piece)):
            unit = state.table.units[piece.unit]
            shut = _out_of_reach(state, leader, unit, chief)
            yield PointRecipient(piece.id, piece.name, most, "alone", (piece.id,), shut)


def _out_of_reach(state: Battle, leader: Piece, unit: Unit, chief: bool) -> AnyText:
    """Return why a leader's pips cannot reach a squad (over 12 in without radio), or "" if they can."""
    here = [p.id for p in squad_figures(state, unit.id)]
    if not state.game.parameters.radio_needed:
        return ""
    if is_within_distance(min(gap(state, leader.id, one) for one in here), LEADER_RANGE_IN):
        return ""
    radios = [p for p in state.table.pieces_of_side(MARINES) if has_ability(p, "radio") and is_active(p)]
    heard = any(is_within_distance(gap(state, leader.id, radio.id), MAX_RADIO_GAP_IN) for radio in radios)
    return "" if chief and heard else phrase("{unit} is out of reach", unit.name)
