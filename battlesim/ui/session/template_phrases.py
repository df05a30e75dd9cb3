"""Phrases for templates in the battle log: where a template lands, how far off its aim, and what is hit."""

from __future__ import annotations

import math
from typing import Final

from battlesim.rulings.place_phrases import nameless_terrain, place_text
from battlesim.table.events import TemplatePlaced
from battlesim.table.phrases import AnyText, abbreviated_list, joined_text, length_text, phrase, with_names
from battlesim.table.state import Table

MIN_REPORTED_SCATTER_IN: Final = 0.05
"""Shortest distance in inches between the aim and the template that is written in the log."""
MAX_NAMED_MODELS: Final = 2


def template_phrase(table: Table, placed: TemplatePlaced) -> AnyText:
    """Return the phrase for where a template lies, such as "1.3 in north of Ada, 2.0 in off, catches Bo"."""
    parts = [with_names(place_text(table, placed.at, nameless_terrain(table)), table.name_of)]
    off = math.dist(placed.at, placed.aimed_at)
    if off >= MIN_REPORTED_SCATTER_IN:
        parts.append(phrase("{} off", length_text(off, 1)))
    names = [table.name_of(key) for key in placed.caught]
    caught = abbreviated_list(names, MAX_NAMED_MODELS) if names else "nobody"
    return joined_text([*parts, phrase("catches {}", caught)])
