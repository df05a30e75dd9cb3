"""The template of the game: the Blast, a circle of six inches in diameter."""

from __future__ import annotations

from battlesim.engine.template_kinds import TemplateKind

BLAST, BLAST_RADIUS_IN = "MT-SET-10", 3.0


def template_kinds() -> tuple[TemplateKind, ...]:
    """Return the Blast, which catches every base that it covers in part."""
    return (TemplateKind("Blast", f"blast:{BLAST_RADIUS_IN:g}", BLAST),)
