"""The template of the game: the Blast, a circle of six inches in diameter."""

from __future__ import annotations

from battlesim.engine.template_kinds import TemplateKind

BLAST, BLAST_RADIUS_IN = "MT-SET-10", 3.0


def template_kinds() -> tuple[TemplateKind, ...]:
    """Return the Blast, a round template that catches every base it covers at least partly."""
    return (TemplateKind("Blast", f"blast:{BLAST_RADIUS_IN:g}", BLAST),)
