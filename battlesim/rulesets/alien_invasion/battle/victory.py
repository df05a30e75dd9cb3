"""The end of a battle, and who has won: several may, or nobody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from battlesim.engine.ruleset import Outcome, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.rulings.measured_stops import CONTACT_IN
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Off, Piece

from ..actions.hole_action import holes
from ..attack.losses import kill_counter
from ..core.lookups import (
    LEFT,
    UNDERGROUND,
    enemy_figures,
    figure_kind,
    figures_of,
    groups_of,
    is_alive,
)
from ..core.state import PASSES, Battle, VictoryRule
from ..core.vehicles import is_vehicle
from ..objectives.items import items_held, objectives
from .returning import fallen_returners
from .special_events import is_eliminated
from .witnesses import living_witnesses

ENDS, DEFAULT = "MT-GAP-71", "MT-GAP-84"
NOT_DEAD = (LEFT, Off("reserve"))
MAX_PASSES, LAST_PASS = 3, 10
ONE_LEFT = "one faction is left"
OWN_TEXTS = {
    "studied": "all aliens studied",
    "holes_closed": "all holes closed",
    "holds": "{objects} held",
    "flag": "{item}",
    "killed": "{figure} killed",
    "no_aliens": "no alien left",
    "brought_off": "{objects} brought off the table",
    "guards": "{item} touched, no enemy within {count} in",
}


def figures_left(state: Battle, side: SideKey) -> int:
    """Return how many figures of a side are still in the game."""
    return sum(is_alive(piece) and not is_vehicle(piece) for piece in state.table.pieces_of_side(side))


def sides_left(state: Battle) -> list[SideKey]:
    """Return the factions that have figures left."""
    left = [side for side in state.game.seats if not is_eliminated(state, side)]
    return [side for side in state.game.seats if side in left or fallen_returners(state, side)]


def is_somebody_left(state: Battle, side: SideKey) -> bool:
    """Return whether a side has figures left: in play, gone off the table alive, or still to come."""
    return side in sides_left(state) or bool(_survivors(state, (side,)))


def is_one_alliance(state: Battle, sides: Sequence[SideKey]) -> bool:
    """Return whether sides are at most one faction, or are all allied beyond this batch."""
    allied = [set(pact.sides) for pact in state.game.alliances if not pact.truce]
    return all(set(pair) in allied for pair in combinations(sides, 2))


def is_met(state: Battle, rule: VictoryRule) -> bool:
    """Return whether a victory condition is met now."""
    return _is_achieved(state, rule) and not (rule.unseen and living_witnesses(state))


def _is_achieved(state: Battle, rule: VictoryRule) -> bool:
    if rule.when == "holes_closed":
        return not holes(state)
    if rule.when == "studied":
        return not unsolved_species(state) and bool(alien_species(state))
    if rule.when in ("holds", "brought_off"):
        return _held(state, rule) >= rule.than
    if rule.when == "guards":
        return guards(state, rule.side, rule.named, rule.than)
    if rule.when == "wiped_out":
        return not _survivors(state, rule.of)
    if rule.when == "no_aliens":
        return not aliens_left(state)
    if rule.when == "killed":
        return bool(state.game.count(kill_counter(rule.named, rule.side)))
    if rule.when == "flag":
        return rule.item in objectives(state).flags
    left = sum(figures_left(state, side) for side in rule.of)
    return left < (rule.than if rule.when == "fewer" else 1)


def _held(state: Battle, rule: VictoryRule) -> int:
    """Return how many of the objects of a condition its side holds, where they must be."""
    where = UNDERGROUND if rule.below else LEFT if rule.when == "brought_off" else None
    return items_held(state, rule.side, rule.named, where)


def _survivors(state: Battle, sides: Sequence[SideKey]) -> list[Piece]:
    """Return the figures of sides that are not dead, on the table or off it, without vehicles."""
    pieces = (piece for side in sides for piece in state.table.pieces_of_side(side) if not is_vehicle(piece))
    return [piece for piece in pieces if is_alive(piece) or piece.place in NOT_DEAD]


def guards(state: Battle, side: SideKey, piece: str, inches: float) -> bool:
    """Return whether a figure of a side touches a piece that has no enemy within a distance.

    A figure that flies off with the piece no longer guards it.

    Rules: MT-SCN-05.
    """
    held = state.table.pieces.get(piece)
    if held is None or held.table_position is None:
        return False
    own = [figure for unit in groups_of(state, side) for figure in figures_of(state, unit.id)]
    touched = any(piece_gap(state.table, figure, held) <= CONTACT_IN for figure in own)
    enemies = enemy_figures(state, side)
    return touched and all(piece_gap(state.table, enemy, held) > inches + TOL for enemy in enemies)


def aliens_left(state: Battle) -> int:
    """Return how many figures of alien species are still in the game, above or below ground.

    Rules: MT-SCN-08.
    """
    living = (piece for piece in state.table.pieces.values() if is_alive(piece))
    return sum(bool(figure_kind(state, piece).species) for piece in living)


def alien_species(state: Battle) -> list[str]:
    """Return the alien species that have, or have had, figures in the battle.

    Rules: MT-GAP-49.
    """
    kinds = [figure_kind(state, piece) for piece in state.table.pieces.values()]
    return list(dict.fromkeys(kind.species for kind in kinds if kind.species))


def unsolved_species(state: Battle) -> list[str]:
    """Return the alien species that have not been studied successfully."""
    return [species for species in alien_species(state) if species not in state.game.studied]


def conditions(state: Battle, side: SideKey) -> list[VictoryRule]:
    """Return a side's victory conditions: its own, the study of all aliens, or else that no enemy is left.

    Rules: MT-MIB-17.
    """
    faction = state.game.factions[side]
    own = [rule for rule in state.game.victory if rule.side == side]
    others = tuple(key for key in state.game.seats if key != side)
    if faction.studies:
        own = [*own, VictoryRule(side, "studied")]
    own = own or [VictoryRule(side, "destroyed", others)]
    return [*own, VictoryRule(side, "killed", item=faction.hunts)] if faction.hunts else own


def met_condition(state: Battle, side: SideKey, at_end: bool = True) -> VictoryRule | None:
    """Return the first victory condition that a side has met, or None.

    A side that is wiped out has met none. Some conditions count only `at_end`, when the battle is over.
    """
    if not is_somebody_left(state, side):
        return None
    open_rules = (rule for rule in conditions(state, side) if at_end or not rule.at_end)
    return next((rule for rule in open_rules if is_met(state, rule)), None)


def winners(state: Battle, at_end: bool = True) -> tuple[SideKey, ...]:
    """Return all sides that have met a victory condition, which win together (MT-VIC-02)."""
    return tuple(side for side in state.game.seats if met_condition(state, side, at_end))


def victory_text(state: Battle) -> str:
    """Return the text of a victory, with its level for each side whose conditions have levels."""
    met = [rule for side in state.game.seats if (rule := met_condition(state, side))]
    levels = [f"{state.table.side(rule.side).name} {rule.level}" for rule in met if rule.level]
    return ": ".join(["victory", *([", ".join(levels)] if levels else [])])


def scores(state: Battle) -> dict[SideKey, float]:
    """Return the number of shooting dice that each side has destroyed."""
    return {side: state.game.destroyed.get(side, 0) / 2 for side in state.game.seats}


def battle_outcome(state: Battle) -> Outcome | None:
    """Return how the battle has ended after a batch of cards, or None if it goes on."""
    left, passes, end = sides_left(state), state.game.count(PASSES), state.game.parameters.end
    won = winners(state)
    if end == "last_faction":
        if len(left) < 2:
            return Outcome(won or tuple(left), scores(state), ONE_LEFT)
        return Outcome((), scores(state), "the deck ran out ten times") if passes >= LAST_PASS else None
    if end == "first_victory" and winners(state, at_end=False):
        return Outcome(won, scores(state), victory_text(state))
    if is_one_alliance(state, left):
        reason = ONE_LEFT if len(left) < 2 else "one alliance is left"
        return Outcome(won or tuple(left), scores(state), reason)
    return _at_limit(state, won) if passes >= MAX_PASSES else None


def _at_limit(state: Battle, won: tuple[SideKey, ...]) -> Outcome:
    """Return the outcome at the third exhaustion of the deck: dice win by option only."""
    reason = "the deck ran out three times"
    if not won and state.game.parameters.dice_win:
        best = max(scores(state).values())
        won = tuple(side for side, score in scores(state).items() if score == best and best)
    return Outcome(won, scores(state), reason)


def end_rows(state: Battle) -> tuple[PreviewRow, ...]:
    """Return rows with each side's victory conditions and what each condition still takes."""
    rows = []
    for side in state.game.seats:
        name = state.table.side(side).name
        rows += [
            PreviewRow(f"{name}: {_text(state, rule)}", _still(state, rule), ENDS, side=side)
            for rule in conditions(state, side)
        ]
    return tuple(rows)


def _text(state: Battle, rule: VictoryRule) -> str:
    """Return what a condition says, with where, when and how it counts."""
    details = {", below ground": rule.below, ", no witness alive": rule.unseen, " at the end": rule.at_end}
    level = f" ({rule.level})" if rule.level else ""
    return _core_text(state, rule) + "".join(text for text, holds in details.items() if holds) + level


def _core_text(state: Battle, rule: VictoryRule) -> str:
    names = " and ".join(state.table.side(side).name for side in rule.of)
    item = rule.named.replace("_", " ")
    if rule.when in OWN_TEXTS:
        objects = f"{rule.than} {item}" if rule.than == 1 else f"{rule.than} {item}s"
        figure = _name_of_kind(state, rule.named)
        return OWN_TEXTS[rule.when].format(count=rule.than, item=item, objects=objects, figure=figure)
    if rule.when in ("destroyed", "wiped_out"):
        return f"{names} dead"
    return f"fewer than {rule.than} of {names} left"


def _name_of_kind(state: Battle, kind: str) -> str:
    """Return the name of a kind of figure as its faction gives it, or the kind if no faction has it."""
    kinds = (faction.figure for faction in state.game.factions.values())
    return next((figures[kind].name for figures in kinds if kind in figures), kind)


def _still(state: Battle, rule: VictoryRule) -> str:
    if is_met(state, rule):
        return "met"
    if rule.when == "holes_closed":
        return f"{len(holes(state))} open"
    if rule.when == "studied":
        return f"{len(unsolved_species(state))} unsolved"
    if rule.when in ("holds", "brought_off"):
        count = f"{_held(state, rule)} held" if rule.when == "holds" else f"{_held(state, rule)} off"
        return count + (f", {len(living_witnesses(state))} witnesses" if rule.unseen else "")
    if rule.when == "no_aliens":
        return f"{aliens_left(state)} left"
    if rule.when in ("flag", "killed", "guards"):
        return "not yet"
    if rule.when == "wiped_out":
        return f"{len(_survivors(state, rule.of))} left"
    return f"{sum(figures_left(state, side) for side in rule.of)} left"
