"""Small battles of our own rulesets, for the contract tests. A new one adds its function to CASES."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from battlesim.mechanics.counters import is_hidden_below
from battlesim.mechanics.deck import DRAW_PILE
from battlesim.rulesets import registry
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Aboard, Below, Marker
from battlesim.table.state import AnyState, State
from battlesim.testing.case import BattleCase, case_from_scenario
from battlesim.testing.table import make_sides, make_table, standing_piece
from tests.support.tiny import SCENARIOS, put_on_path


def toy() -> BattleCase:
    """Two troopers and a mine against two: the mine may lie elsewhere for all that red knows."""
    from battlesim.rulesets.toy.state import MINE_KIND, Game

    mine = Marker("m", MINE_KIND, 9.0, 9.0, radius=0.5, side="blue")
    red = (standing_piece("a", 3, 3), standing_piece("b", 3, 6))
    blue = (standing_piece("c", 20, 20, side="blue"), standing_piece("d", 15, 20, side="blue"))
    field = make_table(*red, *blue, mine, width=24.0, height=24.0, table_sides=make_sides("red", "blue"))
    state = State(field, Game(turn=1, phase="red", phases=("red", "blue"), mined=("blue",)))

    def elsewhere(now: AnyState) -> list[AnyState]:
        if "m" not in now.table.markers:
            return []
        moved = [msgspec.structs.replace(mine, x=x, y=y) for x, y in ((14.0, 6.0), (20.0, 4.0))]
        return [now.with_table(now.table.with_marker(marker)) for marker in moved]

    return BattleCase(registry.load_ruleset("toy"), state, SideKey("red"), elsewhere)


def mobile_infantry() -> BattleCase:
    """A platoon at the outpost: for all that it knows, the tunnels may lie under other buildings."""
    from battlesim.rulesets.mobile_infantry.core.state import HiddenEntrance

    others = (HiddenEntrance("H1", "V1", 30.0, 30.0), HiddenEntrance("H2", "V2", 45.0, 40.0))

    def elsewhere(now: AnyState) -> list[AnyState]:
        if not now.game.hidden:
            return []
        return [now.with_game(hidden=others), now.with_game(hidden=others[:1])]

    return case_from_scenario("outpost_evac_platoon", "mi", elsewhere, answers=40)


def brawl() -> BattleCase:
    """Six gangs and passers-by: all is open."""
    return case_from_scenario(SCENARIOS / "six.toml", answers=60)


def card_duel() -> BattleCase:
    """Four against four with hands of cards: for all that west knows, east may hold any that are left."""

    def others(now: AnyState) -> list[AnyState]:
        deck, east = now.game.deck, now.table.sides[1].key
        pairs = {(mine, left) for mine in deck.pile(east) for left in deck.left if mine != left}
        swapped = [
            deck.moved([mine], east, DRAW_PILE).moved([left], DRAW_PILE, east) for mine, left in sorted(pairs)
        ]
        return [now.with_game(deck=other) for other in swapped]

    return case_from_scenario(SCENARIOS / "crossroads.toml", "west", others)


def squads() -> BattleCase:
    """Two patrols: for all that blue knows, the squads of gold may lie under other counters."""

    def others(now: AnyState) -> list[AnyState]:
        table, gold = now.table, now.table.sides[1].key
        hidden = [piece for piece in table.pieces_of_side(gold) if isinstance(piece.place, Aboard)]
        lie = sorted(p.id for p in table.standing_pieces() if p.side == gold and p.kind == "counter")
        moved = [msgspec.structs.replace(p, place=Aboard(_after(lie, p.place.piece))) for p in hidden]
        return [now.with_table(table.with_pieces(*moved))] if hidden and len(lie) > 1 else []

    return case_from_scenario(SCENARIOS / "hill_farm.toml", "blue", others)


def troice_station() -> BattleCase:
    """A platoon among markers: for all that the marines know, each may hold what another one does."""

    def others(now: AnyState) -> list[AnyState]:
        held = now.game.contents
        pairs = [(a, b) for a in sorted(held) for b in sorted(held) if a < b and held[a] != held[b]]
        return [now.with_game(contents={**held, a: held[b], b: held[a]}) for a, b in pairs[:4]]

    scenario = load_scenario("troice_first", {"marker_contents": "pool"})
    return BattleCase(scenario.ruleset, scenario.initial_state(), SideKey("marines"), others, answers=40)


def invasion_earth() -> BattleCase:
    """A patrol against two Daleks: everything is open."""
    return case_from_scenario("first_patrol", answers=40)


def stargrunt() -> BattleCase:
    """A squad against two broods: for all that the people know, they lie under other counters."""

    def others(now: AnyState) -> list[AnyState]:
        table = now.table
        hidden = [piece for piece in table.pieces.values() if is_hidden_below(table, piece)]
        lie = sorted(p.id for p in table.standing_pieces() if p.kind == "counter")
        lie = [key for key in lie if all(p.unit != table.piece(key).unit for p in hidden)]
        moved = [msgspec.structs.replace(p, place=Below(_after(lie, p.place.piece))) for p in hidden]
        return [now.with_table(table.with_pieces(*moved))] if moved and len(lie) > 1 else []

    return case_from_scenario("first_brood", "people", others, answers=40)


def alien_invasion() -> BattleCase:
    """U.N.I.T. against Spugs in the high street: everything is open."""
    return case_from_scenario("high_street", answers=60)


def hidden_ship() -> BattleCase:
    """U.N.I.T. at the secret base: for all that it knows, the ship may be hidden at any other site."""
    return _secret_base("hidden_craft", "site")


def hidden_below() -> BattleCase:
    """U.N.I.T. at the secret base: for all that it knows, a squad underground may be below another hole."""
    return _secret_base("below_secret", "hole")


def _secret_base(secret: str, place: str) -> BattleCase:
    """Return a case in which markers of one kind are hidden, each at a marker of another kind."""

    def others(now: AnyState) -> list[AnyState]:
        markers = now.table.markers.values()
        hidden = [marker for marker in markers if marker.kind == secret]
        places = [(marker.x, marker.y) for marker in markers if marker.kind == place]
        moved = [
            msgspec.structs.replace(marker, x=x, y=y)
            for marker in hidden
            for x, y in places
            if (x, y) != (marker.x, marker.y)
        ]
        return [now.with_table(now.table.with_marker(marker)) for marker in moved]

    options = {"underground_positions": "hidden"}
    return case_from_scenario("secret_base", "unit", others, answers=60, options=options)


def _after(names: list[str], name: str) -> str:
    return names[(names.index(name) + 1) % len(names)]


put_on_path()
CASES: dict[str, Callable[[], BattleCase]] = {
    "alien_invasion": alien_invasion,
    "brawl": brawl,
    "card_duel": card_duel,
    "invasion_earth": invasion_earth,
    "mobile_infantry": mobile_infantry,
    "squads": squads,
    "stargrunt": stargrunt,
    "toy": toy,
    "troice_station": troice_station,
}
LONG_CASES: dict[str, Callable[[], BattleCase]] = {"hidden_ship": hidden_ship, "hidden_below": hidden_below}
"""Cases that the contract tests do not play, because a battle of four factions takes too long for them."""
