"""The sight range of the selected piece, shown as a ring if weather or darkness limits it."""

from __future__ import annotations

import math

from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.render.light import mood_by_name
from battlesim.table.phrases import length_text, phrase
from battlesim.ui.session.window_model import WindowModel


def items(model: WindowModel) -> tuple[Item, ...]:
    """Return a ring at sight range from the edge of the base, or nothing if sight is unlimited."""
    piece = model.state.table.pieces.get(model.pointer.selected_piece)
    if piece is None or piece.table_position is None:
        return ()
    far = model.ruleset.sight_rules(model.state).limit_of(piece.id)
    ground = model.state.table.ground
    if far >= math.hypot(ground.width, ground.height):
        return ()
    mist = mood_by_name(ground.mood).mist
    size, words = (ground.width, ground.height), phrase("sees {}", length_text(far))
    return overlays.sight_limit_ring(*piece.xy, piece.radius + far, size, words, mist)
