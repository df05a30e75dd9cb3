"""The regions where a model could strike in its next activation, as shown in the window.

MI and shooting bugs move once and fire, turning freely; weapons that need Ready fire without moving; other
bugs move twice and strike in a free Melee. Difficult ground, climbing and other bases are ignored, so no
model can strike farther than shown. Lengths are in inches.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from battlesim.engine.ruleset import Threat
from battlesim.geometry.regions import common_region, united_region
from battlesim.geometry.shapes import Region
from battlesim.mechanics.threats import clamped_range, location_region, range_text, threatened_region
from battlesim.rulings import threat_regions
from battlesim.rulings.movement import Motion
from battlesim.table.phrases import AnyText, joined_text, length_text, phrase
from battlesim.table.pieces import Inside, OnTable, Piece

from ..air import viking
from ..arachnids import bug_movement, melee
from ..arachnids.bug_fire import SHOOT
from ..attack.attack_dice import carried_weapons
from ..core.lookups import has_trait, is_model, move_rating, piece_profile
from ..core.marks import used_mark
from ..core.profiles import weapon_mount, weapons
from ..core.state import BUGS, Battle
from ..ground import movement
from ..ground.sight import ARCS_BY_NAME, ONE_TARGET, battle_sight_rules

LOWEST_TARGET_HEIGHT_IN = 0.75
"""Height in inches of the lowest models that fight."""


RangeAndArc = tuple[float, str]
"""A range and an arc."""


def threats(view: Battle, name: str) -> tuple[Threat, ...]:
    """Return the regions that a model threatens, the farthest first, or () if it does not fight."""
    piece = view.table.pieces.get(name)
    if piece is None or not is_model(piece) or not isinstance(piece.place, OnTable | Inside):
        return ()
    return view.table.cached_value(
        ("mobile infantry: threats", name), lambda: (*_shots(view, piece), *_strikes(view, piece))
    )


def current_threats(view: Battle, name: str) -> tuple[Threat, ...]:
    """Return the regions that a model's weapons with an arc of fire cover from where it stands."""
    piece = view.table.pieces.get(name)
    if piece is None or not isinstance(piece.place, OnTable):
        return ()
    armed = {arms: keys for arms, keys in _armed(piece).items() if arms[1]}
    if not armed:
        return ()
    seen, found = _seen(view, piece), []
    for (reach, arc), keys in sorted(armed.items(), key=lambda pair: -pair[0][0]):
        now = threatened_region(view.table, piece, reach, ARCS_BY_NAME[arc], seen)
        found.append(Threat(_names(keys), range_text(view.table, reach), _rule(piece), now, ()))
    return tuple(found)


def _motion(view: Battle, piece: Piece, allowance: float, flying: bool) -> Motion:
    if has_trait(piece, "aircraft"):
        return viking.viking_motion(view, piece.id)
    if piece.side == BUGS:
        (able,) = bug_movement.bug_motions(view, (piece.id,))
    else:
        able = movement.model_motion(view, piece.id)
    return replace(able, allowance=allowance, flying=flying)


def _moved(view: Battle, piece: Piece, moves: Sequence[tuple[str, float]]) -> tuple[AnyText, Region]:
    """Return a text such as "after a move of 6 in", and the region that the model's centre can reach."""
    whole = sum(far for _, far in moves)
    flies = any(word == "flight" for word, _ in moves)
    places = threat_regions.outer_reach_region(view.table, _motion(view, piece, whole, flies))
    words = [phrase("a {move} of {distance}", word, length_text(far)) for word, far in moves]
    if len(alike := set(moves)) < len(moves):
        words = [phrase("two {move}s of {distance}", word, length_text(far)) for word, far in alike]
    return phrase("after {}", joined_text(words, " and ")), places


def _shots(view: Battle, piece: Piece) -> list[Threat]:
    """Return the threats of a Move and a shot or, for weapons that need Ready, of the shot alone."""
    armed = _armed(piece)
    if not armed:
        return []
    seen = then = _seen(view, piece)
    words: AnyText = "after Ready"
    places = location_region(view.table, piece)
    if not {weapon_mount(key) for key in carried_weapons(piece)} & {*view.game.parameters.ready_used_up}:
        words, places = _moved(view, piece, [("Move", piece_profile(piece).move)])
        rules = battle_sight_rules(view.game.parameters)
        then = united_region(
            [
                seen,
                threat_regions.region_seen_from_rim(
                    view.table, rules, piece, places, LOWEST_TARGET_HEIGHT_IN
                ),
            ]
        )
    found = []
    for (far, arc), keys in sorted(armed.items(), key=lambda pair: -pair[0][0]):
        reach = piece.radius + clamped_range(view.table, far)
        after = common_region(then, threat_regions.grown_region(view.table, places, reach))
        now = threatened_region(view.table, piece, far, ARCS_BY_NAME.get(arc), seen)
        told = phrase("{}, {}", words, range_text(view.table, far))
        found.append(Threat(_names(keys), told, _rule(piece), now, after))
    return found


def _armed(piece: Piece) -> dict[RangeAndArc, list[str]]:
    """Return the weapons that still have ammunition, by range and arc."""
    found: dict[RangeAndArc, list[str]] = {}
    for key in carried_weapons(piece):
        weapon = weapons()[key]
        if not weapon.ammo or piece.mark_count(used_mark(key)) < weapon.ammo:
            found.setdefault((weapon.range, weapon.arc), []).append(key)
    return found


def _seen(view: Battle, piece: Piece) -> Region:
    return threat_regions.region_seen_by_piece(
        view.table, battle_sight_rules(view.game.parameters), piece, LOWEST_TARGET_HEIGHT_IN
    )


def _names(keys: Sequence[str]) -> str:
    return ", ".join(weapons()[key].name for key in keys)


def _rule(piece: Piece) -> str:
    return SHOOT if piece.side == BUGS else ONE_TARGET


def _strikes(view: Battle, piece: Piece) -> list[Threat]:
    """Return the threats of a free Melee after two Moves, one of which is a flight for models that fly."""
    forms = carried_weapons(piece, melee=True)
    if not forms:
        return []
    known = piece_profile(piece)
    walk = ("Move", move_rating(view, piece))
    words, places = _moved(view, piece, [("flight", known.fly), walk] if known.fly else [walk, walk])
    reach = piece.radius + melee.MELEE_REACH_IN
    now, then = (
        threat_regions.grown_region(view.table, where, reach)
        for where in (location_region(view.table, piece), places)
    )
    return [
        Threat(
            _names(forms), phrase("{}, {}", words, length_text(melee.MELEE_REACH_IN)), "MI-BMOV-04", now, then
        )
    ]
