"""Suppression fire by several models at an area, and at models behind cover."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import PiecesActed
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..assault import aftermath
from ..attack import area_points, area_suppression, cover_group, cover_suppression, suppression
from ..attack.cover_suppression import CoverShot
from ..attack.shooting import ask_and_shoot
from ..core.lookups import is_in_use, is_standing, own_models, piece_weapons
from ..core.state import Battle, Game
from ..ground.motion import MOVE
from ..sighting import observers
from ..waiting import waiting
from .fire_actions import has_light_weapon
from .model_actions import ModelAction
from .move_actions import perform_move

NO_COVER_KEY = "none"
FIRE_KEY = "fire"


def _barred(state: Battle, piece: Piece) -> AnyText:
    """Return why a state keeps a model from firing together with others, or "" if none does."""
    checks = (
        aftermath.why_barred_by_grapple,
        aftermath.why_barred_by_defeat,
        waiting.why_barred_by_waiting,
        observers.why_barred_by_observing,
        suppression.why_barred_by_suppression,
    )
    return next((why for check in checks if (why := check(state, piece, FIRE_KEY))), "")


def _partners(state: Battle, piece: Piece) -> list[Piece]:
    able = area_suppression.possible_firers(state, piece.side)
    return [other for other in able if other.id != piece.id and not _barred(state, other)]


def why_no_area(state: Battle, piece: Piece) -> AnyText:
    """Return why a model cannot suppress an area together with others, or "" if it can."""
    barred = {
        other.id: _barred(state, other) for other in area_suppression.possible_firers(state, piece.side)
    }
    return area_suppression.why_cannot_suppress_area(state, piece, barred)


def can_suppress(state: Battle, piece: Piece) -> bool:
    """Return whether joint suppression fire is listed among a model's actions."""
    arms = piece_weapons(piece).values()
    return is_in_use(state, "suppression") and any(not arm.no_suppression for arm in arms)


def perform_area(play: Play[Game], piece: str) -> Script[None]:
    """Ask which models fire together and suppress an area; this uses up all their actions."""
    own = play.state.table.piece(piece)
    options = [Option(other.id, other.name, (other.id,)) for other in _partners(play.state, own)]
    partners = yield from play.choose_some(
        "partners",
        own.side,
        phrase("Which models suppress together with {model}?", own.name),
        options,
        rule=area_suppression.TOGETHER,
        about=piece,
        least=1,
    )
    group = (piece, *partners)
    moved = yield from _move_first(play, group)
    able = [key for key in group if _can_still_fire(play.state, key, key in moved)]
    if len(able) >= area_points.MIN_FIRERS:
        yield from area_suppression.suppress_area(play, able, moved)
    elif able:
        yield from ask_and_shoot(play, able[0], able[0] in moved)
    for key in group:
        observers.mark_busy(play, key, FIRE_KEY)
    play.emit(PiecesActed(rule=area_suppression.TOGETHER, acted=group))


def _can_still_fire(state: Battle, key: str, moved: bool) -> bool:
    """Return whether a model of a group has a target to suppress after the moves of the group."""
    if not is_standing(state, key):
        return False
    return bool(area_suppression.possible_targets(state, state.table.piece(key), moved))


def _move_first(play: Play[Game], group: Sequence[str]) -> Script[tuple[str, ...]]:
    """Have the chosen models of a group move, one after the other, if the option allows it; return them."""
    table = play.state.table
    light = [key for key in group if has_light_weapon(play.state, table.piece(key))]
    if not play.state.game.parameters.suppression_after_move or not light:
        return ()
    moved = yield from play.choose_some(
        "movers",
        table.piece(group[0]).side,
        "Which models move before they fire?",
        [Option(key, table.piece(key).name, (key,)) for key in light],
        rule=area_suppression.TOGETHER,
        about=group[0],
    )
    for key in moved:
        yield from perform_move(MOVE, play, key)
    return tuple(moved)


def cover_decision(state: Battle, piece: Piece) -> ChooseOne:
    """Return the decision that asks which enemy behind cover a model tries to suppress."""
    options = closed_last(cover_suppression.cover_options(state, piece))
    return ChooseOne(
        side=piece.side,
        what="cover",
        prompt=phrase("{model}: suppress which enemy behind cover?", piece.name),
        rule=cover_suppression.TARGETS_COVER,
        about=piece.id,
        options=(*options, Option(NO_COVER_KEY, "Hold fire")),
        least=NO_COVER_KEY,
    )


def perform_cover(play: Play[Game], piece: str) -> Script[None]:
    """Ask which enemy behind cover a model tries to suppress, and fire at the cover."""
    own = play.state.table.piece(piece)
    decision = cover_decision(play.state, own)
    chosen = decision.chosen_option((yield from play.ask(decision)))
    if chosen.key != NO_COVER_KEY:
        target, item = chosen.to
        shot = CoverShot(own, piece_weapons(own)[chosen.act], item, play.state.table.piece(target))
        yield from cover_suppression.resolve_cover_shot(play, shot)


def _cover_partners(state: Battle, piece: Piece) -> dict[str, list[Piece]]:
    """Return for each item of cover that a model can fire at the other models that can fire at it as well."""
    own = {option.to[1] for option in cover_suppression.cover_options(state, piece) if not option.shut}
    able = [
        other
        for other in own_models(state, piece.side)
        if other.id != piece.id and other.id not in state.game.acted and not _barred(state, other)
    ]
    able = [other for other in able if not cover_suppression.why_cannot_suppress_cover(state, other)]
    found = {item: [p for p in able if cover_group.named_options(state, p, item)] for item in sorted(own)}
    return {item: partners for item, partners in found.items() if partners}


def why_no_cover_together(state: Battle, piece: Piece) -> AnyText:
    """Return why a model cannot join others in suppressing enemies behind cover, or "" if it can."""
    alone = cover_suppression.why_cannot_suppress_cover(state, piece)
    return alone or ("" if _cover_partners(state, piece) else "no other model can join")


def perform_cover_together(play: Play[Game], piece: str) -> Script[None]:
    """Ask for an item of cover and for partners, and suppress all the enemies behind it."""
    own = play.state.table.piece(piece)
    partners = _cover_partners(play.state, own)
    items = [Option(item, phrase("{}", Ref(item)), (item,)) for item in partners]
    prompt = phrase("{model}: suppress behind which cover?", own.name)
    item = (
        yield from play.choose_one("item", own.side, prompt, items, rule=cover_group.TOGETHER, about=piece)
    ).key
    joined = yield from play.choose_some(
        "partners",
        own.side,
        phrase("Which models suppress together with {model}?", own.name),
        [Option(other.id, other.name, (other.id,)) for other in partners[item]],
        rule=cover_group.TOGETHER,
        about=piece,
        least=1,
    )
    group = (piece, *joined)
    yield from cover_group.suppress_cover_together(play, item, group)
    for key in group:
        observers.mark_busy(play, key, FIRE_KEY)
    play.emit(PiecesActed(rule=cover_group.TOGETHER, acted=group))


COVER_TOGETHER_ACTION = ModelAction(
    "Suppress behind cover together",
    cover_group.TOGETHER,
    why_no_cover_together,
    perform_cover_together,
    cover_suppression.is_listed,
)
AREA_ACTION = ModelAction(
    "Suppress an area together", area_suppression.TOGETHER, why_no_area, perform_area, can_suppress
)
COVER_ACTION = ModelAction(
    "Suppress behind cover",
    cover_suppression.TARGETS_COVER,
    cover_suppression.why_cannot_suppress_cover,
    perform_cover,
    cover_suppression.is_listed,
)
