"""Previews of the odds of the answer selected for a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.engine.option import Option
from battlesim.engine.ruleset import Preview
from battlesim.mechanics.chance import capped_chance
from battlesim.table.pieces import Piece

from ..attack.area_points import SuppressArea
from ..attack.building_shots import wall_target
from ..attack.cover_suppression import CoverShot
from ..attack.shooting import TARGET, TARGET_AFTER_MOVE, is_wasted, shot_acts, shot_at
from ..attack.strike import Shot
from ..core.lookups import piece_weapons
from ..core.marks import WAITS_TO_ASSAULT
from ..core.state import Battle
from ..waiting.zones import moved_to, shot_chance, waiting_shot
from .area_previews import area_preview
from .previews import building_preview, cover_preview, fight_preview, shot_preview

OptionPreview = Callable[[Battle, Piece, Option], Preview | None]
"""A function that returns the odds card of an option of a model."""


def answer_preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """Return the odds of an answer before it is given, or None if it has none."""
    if isinstance(decision, SuppressArea):
        return area_preview(view, decision, answer)
    if isinstance(decision, ChooseMoment):
        return None if answer == LET_PASS else _reaction(view, decision, answer)
    preview = OPTION_PREVIEWS.get(decision.what)
    if preview is None or not isinstance(decision, ChooseOne) or answer == decision.least:
        return None
    option = decision.chosen_option(answer)
    own = view.table.pieces.get(option.by[0] if option.by else decision.about)
    return preview(view, own, option) if own is not None and own.table_position is not None else None


def _shot(view: Battle, own: Piece, option: Option) -> Preview | None:
    return _possible_shot(view, shot_at(view, own.id, shot_acts(own)[option.act], option.to[0]))


def _shot_after_move(view: Battle, own: Piece, option: Option) -> Preview | None:
    return _possible_shot(view, shot_at(view, own.id, shot_acts(own)[option.act], option.to[0], moved=True))


def _possible_shot(view: Battle, shot: Shot) -> Preview | None:
    return None if is_wasted(view, shot) else shot_preview(view, shot)


def _cover(view: Battle, own: Piece, option: Option) -> Preview:
    target, item = option.to
    return cover_preview(view, CoverShot(own, piece_weapons(own)[option.act], item, view.table.piece(target)))


def _building(view: Battle, own: Piece, option: Option) -> Preview:
    target = wall_target(view, own, view.table.terrain(option.to[0]))
    return building_preview(view, Shot(own, target, piece_weapons(own)[option.act]))


def _fight(view: Battle, own: Piece, option: Option) -> Preview:
    return fight_preview(own, view.table.piece(option.key))


def _last_shot(view: Battle, own: Piece, option: Option) -> Preview | None:
    return _waiting_shot(view, own, view.table.piece(option.to[0]))


def _reaction(view: Battle, decision: ChooseMoment, answer: int) -> Preview | None:
    """Return the odds card of a reaction to a mover where it would stand at the moment."""
    stop = decision.stops[answer]
    waiter, mover = view.table.pieces.get(stop.by), view.table.pieces.get(decision.mover)
    if waiter is None or mover is None:
        return None
    mover = moved_to(view.table.ground, mover, stop.point)
    there = view.with_table(view.table.with_pieces(mover))
    return (
        fight_preview(waiter, mover)
        if waiter.has_mark(WAITS_TO_ASSAULT)
        else _waiting_shot(there, waiter, mover)
    )


def _waiting_shot(view: Battle, waiter: Piece, target: Piece) -> Preview | None:
    shot = waiting_shot(view, waiter, target)
    if shot is None:
        return None
    chance = capped_chance(shot_chance(view, shot))
    words = f"{target.name} loses a HIT"
    return msgspec.structs.replace(shot_preview(view, shot), chance=chance, chance_of=words)


OPTION_PREVIEWS: Mapping[str, OptionPreview] = {
    TARGET: _shot,
    TARGET_AFTER_MOVE: _shot_after_move,
    "cover": _cover,
    "building": _building,
    "enemy": _fight,
    "last_shot": _last_shot,
}
"""The odds cards of options, by the key of their decision."""
