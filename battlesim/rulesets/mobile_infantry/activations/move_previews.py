"""Previews of Moves: the cost of paths, coherency, enemies in reach, and possible Reactions.

They also show whether captives are brought to a tunnel, and the points scored for that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from battlesim.engine.position_decisions import ChooseFacing, ChoosePoint, MoveGroup
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.mechanics.pieces import gap, ids_in_play, is_within_distance, nearest_gap
from battlesim.rulings.movement import (
    EndApart,
    GroupLink,
    Leg,
    Motion,
    leg_cost,
    leg_path_cost,
    table_after_leg,
)
from battlesim.rulings.piece_gaps import gap_text, precise_length_text
from battlesim.table.ids import SideKey
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Aboard, OnTable

from ..aftermath.attack_previews import models_label
from ..air import viking
from ..arachnids import screech
from ..arachnids.bug_movement import MOVE, SWARM
from ..arachnids.melee import default_melee_preview
from ..attack.volleys import FIRE_AT_WILL, REACTION_RANGE_IN
from ..core.lookups import OTHER_SIDE, has_trait, models_able_to_react, models_in_play, reactable_participants
from ..core.marks import CAPTIVE, FLYING
from ..core.state import BUGS, Battle
from ..ground import captives
from ..ground.movement import SHIPS
from ..ground.sight import HEIGHTS, SIGHT, sight_views
from ..reactions import reactions
from . import infantry_actions

RATING = "MI-MOVE-03"
MIN_GROUND_COST_IN = 0.05
"""Extra cost of the ground, in inches, from which it gets a row of its own."""


def move_preview(view: Battle, decision: MoveGroup | ChoosePoint, answer: Sequence[Leg]) -> Preview | None:
    """Return a preview of a Move as planned, including the free Melee that follows it."""
    if isinstance(decision, ChoosePoint) or not answer:
        return None
    motions = {motion.piece: motion for motion in decision.motions}
    rows, then = _ways(view, motions, answer, MOVE if decision.side == BUGS else RATING)
    there = tuple(motions) if decision.side == BUGS else tuple(leg.piece for leg in answer)
    movers = ids_in_play(then, there)
    rows += [*_together(then, decision.link, tuple(motions), decision.side), *_apart(then, decision.motions)]
    rows += [*_seen(then, decision.side, movers), *_may_react(then, decision.side, movers)]
    rows += [*delivery_rows(then, movers), *_landing(then, movers)]
    melee = _melee(then, decision, movers, motions) if decision.side == BUGS else None
    if melee is None:
        return Preview("Move", models_label(view, [leg.piece for leg in answer]), tuple(rows))
    title = f"Move, then {melee.title}"
    return replace(melee, title=title, rows=(*rows, *melee.rows), sights=())


def _ways(
    view: Battle, motions: Mapping[str, Motion], legs: Sequence[Leg], rule: str
) -> tuple[list[PreviewRow], Battle]:
    """Return rows about the costliest path and its rough ground, and the state after all the legs."""
    table, costs = view.table, dict[str, tuple[float, float]]()
    for leg in legs:
        motion = motions[leg.piece]
        bill = leg_path_cost(table, motion, leg)
        costs[leg.piece] = leg_cost(table, motion, leg), bill.areas + bill.climbs
        table = table_after_leg(table, motion, leg)
    worst = min(costs, key=lambda name: motions[name].allowance - costs[name][0])
    cost, extra = costs[worst]
    allowance = motions[worst].allowance
    name = "Way" if len(legs) == 1 else f"Longest way, {view.table.name_of(worst)}"
    rows = [
        PreviewRow(name, phrase("{} of {}", length_text(cost, 1, unit=False), length_text(allowance)), rule),
        PreviewRow("Left over", length_text(max(0.0, allowance - cost), 1), rule),
    ]
    if extra > MIN_GROUND_COST_IN:
        rows.append(PreviewRow("Of that for ground and climbing", length_text(extra, 1), HEIGHTS))
    return rows, view.with_table(table)


def _together(then: Battle, link: GroupLink | None, group: Sequence[str], side: SideKey) -> list[PreviewRow]:
    """Return a row with the number of models that end the Move in coherency with the group."""
    if link is None or len(group) < 2 or link.leader not in then.table.pieces:
        return []
    others = [name for name in ids_in_play(then, group) if name != link.leader]
    held = [name for name in others if is_within_distance(gap(then, name, link.leader), link.within)]
    rule = SWARM if link.chain else screech.LED if side == BUGS else infantry_actions.MOVE
    words = f"{len(held)} of {len(others)}"
    return [
        PreviewRow(
            phrase(
                "Within {distance} of {leader}", length_text(link.within), then.table.name_of(link.leader)
            ),
            words,
            rule,
        )
    ]


def _apart(then: Battle, motions: Sequence[Motion]) -> list[PreviewRow]:
    """Return rows with the gap between each model that runs away and the enemy that it runs from."""
    return [
        PreviewRow(
            f"From {then.table.name_of(foe)}",
            phrase(
                "{gap}, at least {minimum}",
                precise_length_text(gap(then, m.piece, foe), unit=False),
                precise_length_text(rule.least),
            ),
            reactions.AWAY,
        )
        for m in motions
        for rule in m.ends
        if isinstance(rule, EndApart)
        for foe in rule.pieces
    ]


def _landing(then: Battle, movers: Sequence[str]) -> list[PreviewRow]:
    """Return a row for each moving dropship that says whether it can land at the end, or why not."""
    ships = [p for name in movers if has_trait(p := then.table.piece(name), "transport")]
    faults = [viking.why_cannot_land(then, ship.with_mark(FLYING)) for ship in ships]
    return [
        PreviewRow("Landing", phrase("no: {}", fault) if fault else "possible", SHIPS) for fault in faults
    ]


def _seen(then: Battle, side: SideKey, movers: Sequence[str]) -> list[PreviewRow]:
    """Return a row with the number of enemies that see at least one mover at the end of the Move."""
    foes = [p for p in models_in_play(then, OTHER_SIDE[side]) if isinstance(p.place, OnTable)]
    here = [then.table.piece(name) for name in movers]
    here = [p for p in here if isinstance(p.place, OnTable)]
    if not foes or not here:
        return []
    views = sight_views(then, [(foe, mover) for foe in foes for mover in here])
    seeing = {foe for (foe, _), found in views.items() if found.visible}
    return [PreviewRow("Seen at the end by", f"{len(seeing)} of {len(foes)}", SIGHT)]


def _may_react(then: Battle, side: SideKey, movers: Sequence[str]) -> list[PreviewRow]:
    """Return a row for the enemies that may react at the end of the Move; no enemy reacts on the way."""
    here = reactable_participants(then, movers)
    if not here:
        return []
    able = models_able_to_react(then, OTHER_SIDE[side], here, REACTION_RANGE_IN)
    rule = FIRE_AT_WILL if side == BUGS else screech.SCREECH
    if not able:
        return [PreviewRow("May react", "nobody at the end", rule)]
    close = min(nearest_gap(then, p.id, here) for p in able)
    return [PreviewRow("May react", phrase("{} at the end, {}", len(able), gap_text(close, "away")), rule)]


def _melee(
    then: Battle, decision: MoveGroup, movers: Sequence[str], motions: Mapping[str, Motion]
) -> Preview | None:
    flew = [name for name in movers if motions[name].flying]
    at_once = decision.rule == screech.LED or not then.game.parameters.react_before_free_melee
    first = "" if at_once else "before it the enemy may react"
    return default_melee_preview(then, movers, True, first, flew)


def delivery_rows(view: Battle, movers: Sequence[str]) -> list[PreviewRow]:
    """Return a preview row for each captive held by a mover, with its distance from a tunnel."""
    held = [(bug, captive) for bug in movers if (captive := captives.held_captive(view, bug))]
    return [_row(view, bug, captive, range(360)) for bug, captive in held]


def _off(view: Battle, bug: str, captive: str, side: float) -> float:
    """Return the gap to a tunnel if the captive lies on the given side of its captor."""
    piece = view.table.piece(captive).with_mark(CAPTIVE, 1, f"{side % 360.0:.1f}")
    return captives.gap_to_tunnel(view.with_table(view.table.with_pieces(piece)), bug, captive)


def _row(view: Battle, bug: str, captive: str, sides: Iterable[float]) -> PreviewRow:
    """Return the row for a captive on the best side of its captor: at a tunnel, or the distance to one."""
    off = min(_off(view, bug, captive, side) for side in sides)
    at = (
        f"{captives.next_captive_points(view):g} VP"
        if off <= TOL
        else phrase("{} short", precise_length_text(off))
    )
    words = "no tunnel is left" if math.isinf(off) else at
    return PreviewRow(f"{view.table.name_of(captive)} to a tunnel", words, captives.DELIVERED)


def captive_side_preview(view: Battle, decision: ChooseFacing, answer: float) -> Preview | None:
    """Return a preview of the side on which a bug carries a captive: whether the captive reaches a tunnel."""
    place = view.table.piece(decision.about).place
    if not isinstance(place, Aboard):
        return None
    row = _row(view, place.piece, decision.about, (answer,))
    return Preview("Captive", view.table.name_of(decision.about), (row,))
