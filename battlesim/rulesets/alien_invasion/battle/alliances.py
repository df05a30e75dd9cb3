"""Alliances and truces, which are declared and ended at the start of a batch."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_if
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import PreviewRow
from battlesim.engine.scenario_plan import ScenarioError
from battlesim.engine.value_decoding import did_you_mean
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import phrase

from ..core.events import AllianceChanged
from ..core.lookups import sides_in
from ..core.state import Alliance, Battle, Game, Pacts, PlannedAlliance
from .special_events import is_eliminated

DEALS = "MT-GAP-72"
NO_DEAL_KEY = "none"
MIN_DEALING_SIDES = 3
"""Two factions that are left alone have nobody against whom to deal."""
ENDED = {
    (False, False): "{side} and {other} are allies no longer",
    (False, True): "{side} ends the alliance with {other}",
    (True, False): "The truce between {side} and {other} is over",
    (True, True): "{side} breaks the truce with {other}",
}
"""How the end of a pact is told: whether it was a truce, and whether one of the two ended it."""


def planned_pacts(
    planned: tuple[PlannedAlliance, ...], seats: Sequence[SideKey]
) -> Pacts | msgspec.UnsetType:
    """Return the alliances of a scenario, unset if it has none. Raises ScenarioError for invalid ones."""
    for number, each in enumerate(planned):
        for side in each.sides:
            if side not in seats:
                key = f"rules.alliance[{number}].sides"
                raise ScenarioError(key, f"{side!r} has no seat", did_you_mean(side, list(seats)))
        if each.sides[0] == each.sides[1]:
            raise ScenarioError(f"rules.alliance[{number}].sides", "are the same side", "name two sides")
    return Pacts(planned=planned) if planned else msgspec.UNSET


def change_alliances(play: Play[Game], batch: int) -> Script[None]:
    """End truces, apply the scenario's alliances, and ask for deals unless an option forbids them."""
    mode = play.state.game.parameters.alliances
    if mode == "off":
        return
    for pact in play.state.game.alliances:
        if pact.truce:
            end_alliance(play, pact)
    for planned in (play.state.game.pacts or Pacts()).planned:
        if planned.batch == batch:
            declare(play, planned.sides, batch)
        elif planned.until == batch:
            end_alliance(play, Alliance(planned.sides))
    sides = dealing_sides(play.state)
    if mode != "scenario_only" and len(sides) >= MIN_DEALING_SIDES:
        for side in sides:
            yield from _deal(play, side, batch)


def dealing_sides(state: Battle) -> list[SideKey]:
    """Return the sides that can make deals, which are those with a seat and figures."""
    return [side for side in state.game.seats if not is_eliminated(state, side)]


def declare(play: Play[Game], sides: tuple[SideKey, SideKey], batch: int, truce: bool = False) -> None:
    """Make two sides allies."""
    one, other = (play.state.table.side(side).name for side in sides)
    play.emit(AllianceChanged(rule=DEALS, alliance=Alliance(sides, batch, truce)))
    text = phrase("{} and {} have a truce for this batch" if truce else "{} and {} are allies", one, other)
    play.log_message(text, rule=DEALS)


def end_alliance(play: Play[Game], pact: Alliance, by: SideKey = NO_SIDE) -> None:
    """End an alliance; if one side ends it, all sides remember that."""
    order = pact.sides if by in (NO_SIDE, pact.sides[0]) else pact.sides[::-1]
    names = tuple(play.state.table.side(side).name for side in order)
    play.log_message(phrase(ENDED[pact.truce, bool(by)], *names), rule=DEALS)
    play.emit(AllianceChanged(rule=DEALS, alliance=pact, ended=True, broken_by=by))


def _deal(play: Play[Game], side: SideKey, batch: int) -> Script[None]:
    """Ask a side for deals with one other after the other until it has none to make."""
    waiting = [other for other in dealing_sides(play.state) if other != side]
    while waiting:
        decision = deal_decision(play.state, side, waiting)
        key = NO_DEAL_KEY if len(decision.open_options) < 2 else (yield from play.ask(decision))
        if key == NO_DEAL_KEY:
            return
        chosen = next(option for option in decision.open_options if option.key == key)
        kind, other = chosen.act, SideKey(chosen.to[0])
        waiting.remove(other)
        if kind == "end":
            pact = next(p for p in play.state.game.alliances if {side, other} == set(p.sides))
            end_alliance(play, pact, side)
            continue
        deal = "An alliance" if kind == "ally" else "A truce for this batch"
        names = (play.state.table.side(key).name for key in (side, other))
        offer = phrase("{deal}, offered by {side} to {other}", deal, *names)
        about = next(unit.id for unit in play.state.table.units.values() if unit.side == side)
        prompt = phrase("{offer}: accept?", offer)
        if (yield from play.confirm("take_deal", other, prompt, rule=DEALS, about=about)):
            declare(play, (side, other), batch, truce=kind == "truce")
        else:
            play.log_message(phrase("{offer}: turned down", offer), rule=DEALS)


def deal_decision(state: Battle, side: SideKey, others: Sequence[SideKey]) -> ChooseOne:
    """Return the decision on whether a side offers others a truce or an alliance, or ends one."""
    options = [Option(NO_DEAL_KEY, "No deals", rule=DEALS)]
    for other in others:
        name, at = state.table.side(other).name, _figures(state, other)
        if state.game.are_allied(side, other):
            truce = _is_truce(state, side, other)
            ends = phrase("Break the truce with {}" if truce else "End the alliance with {}", name)
            options.append(Option(f"end.{other}", ends, at, rule=DEALS, act="end", to=(other,)))
            continue
        locked = "they are locked in a fight" if _are_locked(state, side, other) else ""
        offers = (
            (f"truce.{other}", "truce", phrase("Offer {side} a truce for this batch", name)),
            (f"ally.{other}", "ally", phrase("Offer {side} an alliance", name)),
        )
        options += [
            closed_if(locked, Option(key, label, at, rule=DEALS, act=kind, to=(other,)))
            for key, kind, label in offers
        ]
    return ChooseOne(
        side=side,
        what="deal",
        prompt="A new batch: any deals?",
        rule=DEALS,
        options=tuple(options),
        least=NO_DEAL_KEY,
    )


def _figures(state: Battle, side: SideKey) -> tuple[str, ...]:
    return tuple(piece.id for piece in state.table.standing_pieces() if piece.side == side)


def _is_truce(state: Battle, side: SideKey, other: SideKey) -> bool:
    return any(pact.truce for pact in state.game.alliances if {side, other} == set(pact.sides))


def _are_locked(state: Battle, side: SideKey, other: SideKey) -> bool:
    return any({side, other} <= set(sides_in(state, combat)) for combat in state.game.combats)


def alliance_rows(state: Battle) -> tuple[PreviewRow, ...]:
    """Return a row for each alliance and truce, and a row for the sides that have broken an alliance."""
    pacts, names = state.game.pacts or Pacts(), {side.key: side.name for side in state.table.sides}
    rows = [
        PreviewRow("Truce" if p.truce else "Allies", " and ".join(names[s] for s in p.sides), DEALS)
        for p in pacts.allied
    ]
    broken = ", ".join(names[side] for side in pacts.broken)
    return (*rows, *((PreviewRow("Have ended an alliance", broken, DEALS),) if broken else ()))
