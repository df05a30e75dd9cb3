"""The templates of the game: the Blast, a circle of six inches in diameter, and the explosion of a Mite."""

from __future__ import annotations

from battlesim.engine.template_kinds import TemplateKind

from ..core.state import Battle

BLAST, REACH = "MT-SET-10", "MT-GAP-50"
BLAST_RADIUS_IN, MITE_RADIUS_IN = 3.0, 6.0


def blast_radius(state: Battle | None) -> float:
    """Return how far an explosion reaches from the centre of a Mite, in inches."""
    small = state is not None and state.game.parameters.small_blasts
    return BLAST_RADIUS_IN if small else MITE_RADIUS_IN


def template_kinds(state: Battle | None) -> tuple[TemplateKind, ...]:
    """Return the Blast and the explosion of a Mite, which catch every base that they cover in part."""
    return (
        TemplateKind("Blast", f"blast:{BLAST_RADIUS_IN:g}", BLAST),
        TemplateKind("Mite", f"blast:{blast_radius(state):g}", REACH),
    )
