"""Reactions: what set them off, who could take part, what would come of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.mechanics.pieces import gap, nearest
from battlesim.rulings.measure import apart, told
from battlesim.table.words import inches, say

from ..arachnids import screech
from ..arachnids.bug_movement import SWARM_RANGE
from ..attack.loads import ALARM, FIRE_AT_WILL
from ..core.facts import models, move_rating, of, present
from ..core.state import MI, Battle
from ..troopers import shooting
from ..troopers.shots import all_fire
from . import reactions


def triggers(view: Battle, about: str) -> tuple[str, ...]:
    """Those who took part in what is reacted to, as far as it is known: the unit, or the one named."""
    now = view.game.activation
    single = view.game.parameters.each_model_triggers
    known = now.members if now is not None and not single and about in ("", *now.members) else (about,)
    return present(view, known)


def trigger_row(view: Battle, reactor: str, here: Sequence[str], rule: str) -> PreviewRow:
    """What sets a reaction off: the nearest of those who took part, and how near it is."""
    by = min(here, key=lambda name: (gap(view, reactor, name), name))
    away = gap(view, reactor, by)
    words = apart(away) if away <= TOL else say("{} of {}", told(away, unit=False), inches(ALARM))
    return PreviewRow(f"Trigger: {view.table.called(by)}", words, rule)


def react(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Fire at Will of all who can, at the nearest; or the room that a runner has."""
    here = triggers(view, decision.about)
    option = decision.chosen(answer)
    if not option.act or not here:
        return None
    return _pooled(view, option.by, here) if option.act == "fire" else _run(view, option.by[0], here)


def _pooled(view: Battle, firers: Sequence[str], here: Sequence[str]) -> Preview | None:
    """One pool at the nearest target that it bears on."""
    options, _ = shooting.targets_for(view, firers, reaction=True, targets=here)
    if not options:
        return None
    first = options[0]
    found = all_fire(view, first.by, first.key, True, "at the nearest; the target is named next")
    closest = min(first.by, key=lambda name: nearest(view, name, here))
    row = trigger_row(view, closest, here, FIRE_AT_WILL)
    return msgspec.structs.replace(found, title="Fire at Will", rows=(row, *found.rows))


def _run(view: Battle, model: str, here: Sequence[str]) -> Preview:
    """Beat Feet: from whom, how far it must end, with which Move; it costs Alert."""
    (rule,) = reactions.flight(view, model, here).ends
    foe = rule.pieces[0]  # type: ignore[union-attr]
    least = rule.least  # type: ignore[union-attr]
    rows = (
        trigger_row(view, model, here, reactions.BEAT_FEET),
        PreviewRow("Move", inches(move_rating(view, view.table.piece(model))), reactions.BEAT_FEET),
        PreviewRow(
            f"To end from {view.table.called(foe)}", say("at least {}", inches(least, 1)), reactions.AWAY
        ),
        PreviewRow("Alert", "is given up", reactions.COST),
    )
    return Preview("Beat Feet", view.table.called(model), rows)


def screeching(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Alarm Screech: who comes along, how far, and how near the enemy is."""
    here = triggers(view, decision.about)
    option = decision.chosen(answer)
    if not option.act or not here:
        return None
    (leader,) = option.by
    group, piece = (leader, *screech.followers(view, leader)), view.table.piece(leader)
    prey = [p.id for p in models(view, MI)]
    away = min(nearest(view, name, prey) for name in group)
    rows = [
        trigger_row(view, leader, here, screech.SCREECH),
        PreviewRow(
            "Come along", say("{}, within {} on Alert", len(group) - 1, inches(SWARM_RANGE)), screech.LED
        ),
        PreviewRow("Move", inches(move_rating(view, piece)), screech.LED),
        PreviewRow("The nearest enemy", apart(away, "away"), "MI-SCRE-04"),
        PreviewRow("Alert", "is given up", screech.COST),
    ]
    if of(piece).fly:
        rows.insert(3, PreviewRow("or in flight", inches(of(piece).fly), screech.IN_FLIGHT))
    return Preview("Alarm Screech", view.table.called(leader), tuple(rows))
