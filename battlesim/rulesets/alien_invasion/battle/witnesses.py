"""Witnesses: human figures that have ever seen a side that must not be seen."""

from __future__ import annotations

from battlesim.engine.play import Play, Script, optional_script
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import StepRules
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece

from ..core.lookups import figure_kind, figures_of, groups_of, is_alive
from ..core.state import Battle, Game
from ..ground.sight import pairs_seen

SEEN, WITNESS = "MT-SCN-03", "witness"


def secret_sides(state: Battle) -> list[SideKey]:
    """Return the sides that win more if no living figure has seen them."""
    return list(dict.fromkeys(rule.side for rule in state.game.victory if rule.unseen))


def living_witnesses(state: Battle) -> list[Piece]:
    """Return the living figures that have ever seen a side that must stay unseen."""
    return [piece for piece in state.table.pieces.values() if piece.has_mark(WITNESS) and is_alive(piece)]


def note_witnesses(play: Play[Game]) -> None:
    """Mark the human figures that now see a side that must stay unseen."""
    state = play.state
    for side in secret_sides(state):
        suspects = [figure for unit in groups_of(state, side) for figure in figures_of(state, unit.id)]
        others = [unit.id for key in state.game.factions if key != side for unit in groups_of(state, key)]
        figures = [figure for other in others for figure in figures_of(state, other)]
        viewers = [f for f in figures if figure_kind(state, f).humanoid and not f.has_mark(WITNESS)]
        pairs = pairs_seen(state, viewers, suspects)
        found = sorted({viewer for seen in pairs.values() for viewer, _ in seen})
        set_mark(play, found, WITNESS, 1, SEEN)


def with_witnesses(rules: StepRules) -> StepRules:
    """Run the rules of a step, and then mark any new witnesses."""

    def script(play: Play[Game], *arguments: str) -> Script[None]:
        yield from optional_script(rules(play, *arguments))
        note_witnesses(play)

    return script
