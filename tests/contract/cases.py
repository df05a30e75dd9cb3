"""Small battles of every ruleset, for the contract tests. A new ruleset adds its function to CASES."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.mechanics.deck import LEFT
from battlesim.rulesets import registry
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Marker
from battlesim.table.state import AnyState, State
from tests.support.table import sides, stand, table
from tests.support.tiny import SCENARIOS, put_on_path


class Case(msgspec.Struct, frozen=True):
    """A battle to start from.

    `swaps` gives states that differ from one in what `blind` must not know, and in nothing else; None where
    nothing is hidden.
    `answers` bounds how far the tests play it.
    """

    ruleset: AnyRuleset
    state: AnyState
    blind: str
    swaps: Callable[[AnyState], list[AnyState]] | None
    answers: int = 150


def toy() -> Case:
    """Two troopers and a mine against two: the mine may lie elsewhere for all that red knows."""
    from battlesim.rulesets.toy.state import MINE, Game

    mine = Marker("m", MINE, 9.0, 9.0, radius=0.5, side="blue")
    red = (stand("a", 3, 3), stand("b", 3, 6))
    blue = (stand("c", 20, 20, side="blue"), stand("d", 15, 20, side="blue"))
    field = table(*red, *blue, mine, width=24.0, height=24.0, of=sides("red", "blue"))
    state = State(field, Game(turn=1, phase="red", phases=("red", "blue"), mined=("blue",)))

    def elsewhere(now: AnyState) -> list[AnyState]:
        if "m" not in now.table.markers:
            return []
        moved = [msgspec.structs.replace(mine, x=x, y=y) for x, y in ((14.0, 6.0), (20.0, 4.0))]
        return [now.with_table(now.table.with_marker(marker)) for marker in moved]

    return Case(registry.get("toy"), state, "red", elsewhere)


def mobile_infantry() -> Case:
    """A platoon at the outpost: for all that it knows, the tunnels may lie under other buildings."""
    from battlesim.rulesets.mobile_infantry.core.state import HiddenEntrance

    scenario = load_scenario("outpost_evac_platoon")
    others = (HiddenEntrance("H1", "V1", 30.0, 30.0), HiddenEntrance("H2", "V2", 45.0, 40.0))

    def elsewhere(now: AnyState) -> list[AnyState]:
        if not now.game.hidden:
            return []
        return [now.with_game(hidden=others), now.with_game(hidden=others[:1])]

    return Case(scenario.ruleset, scenario.start(), "mi", elsewhere, answers=60)


def brawl() -> Case:
    """Six gangs and passers-by: all is open."""
    scenario = load_scenario(str(SCENARIOS / "six.toml"))
    return Case(scenario.ruleset, scenario.start(), "cats", None, answers=100)


def card_duel() -> Case:
    """Four against four with hands of cards: for all that west knows, east may hold any that are left."""
    scenario = load_scenario(str(SCENARIOS / "crossroads.toml"))
    west, east = (side.key for side in scenario.plan.sides)

    def others(now: AnyState) -> list[AnyState]:
        deck = now.game.deck
        pairs = {(mine, left) for mine in deck.pile(east) for left in deck.left if mine != left}
        swapped = [deck.moved([mine], east, LEFT).moved([left], LEFT, east) for mine, left in sorted(pairs)]
        return [now.with_game(deck=other) for other in swapped]

    return Case(scenario.ruleset, scenario.start(), west, others)


put_on_path()
CASES: dict[str, Callable[[], Case]] = {
    "brawl": brawl,
    "card_duel": card_duel,
    "mobile_infantry": mobile_infantry,
    "toy": toy,
}
