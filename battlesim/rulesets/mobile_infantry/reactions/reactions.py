"""Reactions of the MI to an Action: Fire at Will and Beat Feet; screech.py has those of the Arachnids.

Each Action of a unit triggers at most one Reaction by each model (MI-TURN-04).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from battlesim.engine.decisions import AssignItem, ChooseOne
from battlesim.engine.option import Option, Risk, closed_option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.mechanics import group_moves, reaction_decisions
from battlesim.mechanics.pieces import gap, ids_in_play, nearest_gap, set_mark
from battlesim.rulings.movement import EndApart, Motion, can_end_apart
from battlesim.rulings.piece_gaps import gap_text, precise_length_text
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Piece

from ..arachnids import screech
from ..arachnids.bug_movement import SWARM_RANGE_IN
from ..attack.attack_dice import OUT_OF_AMMO
from ..attack.firepower import ammo_counter_holders
from ..attack.volleys import FIRE_AT_WILL, REACTION_RANGE_IN
from ..core.lookups import (
    OTHER_SIDE,
    has_trait,
    models_able_to_react,
    models_in_play,
    move_rating,
    piece_profile,
    reactable_participants,
    trigger_text,
    why_cannot_react,
)
from ..core.marks import ALERT, AMMO, end_ready_state
from ..core.state import MI, Battle, Game
from ..ground import movement
from ..ground.movement import ModelFollowUp
from ..troopers import shooting

BEAT_FEET = "MI-FEET-01"
AWAY = "MI-FEET-02"
WHO_RUNS = "MI-GAP-20"
COST = "MI-FEET-03"

BEAT_FEET_GAIN_IN = 2.0
OUT_OF_AMMO_TEXT = "every 1 rolled takes a die off later Reactions until your next turn (Out of Ammo)"


def offer_reactions(play: Play[Game], participants: Sequence[str], act: str) -> Script[None]:
    """Ask the other side for its Reactions to an Action that the given models have completed.

    Reactions trigger no further Reactions, and an Action without participants triggers none. With the option
    each_model, the enemy may react to each model separately.
    """
    single = play.state.game.parameters.each_model_triggers
    triggers = [(m,) for m in participants] if single else [tuple(participants)]
    for trigger in triggers:
        here = reactable_participants(play.state, trigger)
        if not here:
            continue
        if play.state.table.piece(here[0]).side == MI:
            yield from screech.offer_screech(play, here)
        else:
            yield from _mi_reactions(play, here, act)


def reaction_follow_up(play: Play[Game], act: str, offered_ids: list[str]) -> ModelFollowUp | None:
    """Return a function that lets the enemy react to each model, or None if the option each_model is off."""
    if not play.state.game.parameters.each_model_triggers:
        return None

    def chance(model: str) -> Script[None]:
        offered_ids.append(model)
        yield from offer_reactions(play, (model,), act)

    return chance


def _mi_reactions(play: Play[Game], took_part: Sequence[str], act: str) -> Script[None]:
    """Run Reactions one by one in the order chosen by the MI player, computing the options each time."""
    reacted: set[str] = set()

    def react(chosen: Option) -> Script[None]:
        here = reactable_participants(play.state, took_part)
        if chosen.act == "fire":
            reacted.update((yield from _fire(play, here, reacted)))
        else:
            reacted.update(chosen.by)
            yield from run_beat_feet(play, chosen.by[0], here)

    yield from reaction_decisions.ask_reactions(
        play, lambda: _question(play.state, took_part, reacted, act), react
    )


def _question(state: Battle, took_part: Sequence[str], reacted: set[str], act: str) -> ChooseOne | None:
    here = reactable_participants(state, took_part)
    near = [p for p in models_able_to_react(state, MI, here, REACTION_RANGE_IN) if p.id not in reacted]
    firers = (
        shooting.models_with_targets(state, [p.id for p in near], reaction=True, targets=here) if near else ()
    )
    feet = [_feet(state, p, here) for p in near if not has_trait(p, "aircraft")]
    if not firers and all(option.shut for option in feet):
        return None
    note = trigger_text(state, firers, here)
    risk = _ammo_risk(state, near, firers)
    fire = Option("fire", "Fire at Will", firers, note, FIRE_AT_WILL, firers, "fire", risk=risk)
    return reaction_decisions.reaction_decision(
        MI,
        f"React to the enemy's {act}?",
        (fire if firers else _no_fire(state, near, here), *feet),
        rule=FIRE_AT_WILL,
        about=here[0],
        fires="fire" if firers else "",
    )


def _ammo_risk(state: Battle, near: Sequence[Piece], firers: Sequence[str]) -> Risk | None:
    """Return the risk that a Fire at Will brings an Out of Ammo counter, or None if that is impossible.

    The risk counts as having occurred if a model nearby already has a counter.
    """
    if not ammo_counter_holders(state, firers):
        return None
    return Risk("Out of Ammo", OUT_OF_AMMO_TEXT, any(piece.mark_count(AMMO) for piece in near))


def _feet(state: Battle, runner: Piece, here: Sequence[str]) -> Option:
    """Return a model's option to Beat Feet, which is closed if the model cannot run."""
    key, label, one = f"feet:{runner.id}", f"{runner.name}: Beat Feet", (runner.id,)
    if why := why_cannot_run(state, runner, here):
        return closed_option(key, label, why, AWAY)
    return Option(key, label, one, trigger_text(state, one, here), BEAT_FEET, one, "feet")


def why_cannot_run(state: Battle, runner: Piece, trigger_ids: Sequence[str]) -> AnyText:
    """Return why a model cannot run away, or "" if it can."""
    clear = beat_feet_end_rule(state, runner.id, trigger_ids)
    open_to = can_end_apart(state.table, beat_feet_motion(state, runner.id, trigger_ids), clear)
    return (
        ""
        if open_to
        else phrase("no Move can end at least {distance} further away", length_text(BEAT_FEET_GAIN_IN))
    )


def _no_fire(state: Battle, near: Sequence[Piece], here: Sequence[str]) -> Option:
    """Return a closed option to Fire at Will, with the reason for the first of the participants."""
    _, faults = shooting.target_options(state, [p.id for p in near], reaction=True, targets=tuple(here))
    return closed_option("fire", "Fire at Will", f"{faults[0].label}: {faults[0].shut}", faults[0].rule)


def _fire(play: Play[Game], here: Sequence[str], reacted: set[str]) -> Script[set[str]]:
    """Run a Fire at Will; all models that fire at a target form one pool and keep Alert (MI-FIRE-04)."""
    near = [
        p.id for p in models_able_to_react(play.state, MI, here, REACTION_RANGE_IN) if p.id not in reacted
    ]
    joined = [p.id for p in models_able_to_react(play.state, MI, here, play.state.game.parameters.join_range)]
    able = [*near, *(p for p in joined if p not in reacted)]
    shot = yield from shooting.run_shooting(play, able, targets=tuple(here), reaction=True, first=near)
    yield from _count_ammo(play, shot.firers, shot.faces.count(1))
    return set(shot.firers)


def _count_ammo(play: Play[Game], fired: Sequence[str], ones: int) -> Script[None]:
    """Place an Out of Ammo counter for every natural 1 of the pool, whichever weapon rolled it.

    Counters are spread as evenly as possible over models with Reloading!; the MI player places the remainder.
    They reduce the dice of later Reactions until the next MI turn.
    """
    holders = ammo_counter_holders(play.state, fired)
    if not ones or not holders:
        return
    given = [p for p in holders for _ in range(ones // len(holders))]
    if ones % len(holders):
        items = tuple(AssignItem(str(n + 1), f"Counter {n + 1}", holders) for n in range(ones))
        prompt, rule = "Spread the Out of Ammo counters as evenly as possible", "MI-FIRE-06"
        given = [*(yield from play.assign("counters", MI, prompt, items, rule=rule, spread=True)).values()]
    counts = {p: play.state.table.piece(p).mark_count(AMMO) for p in holders if p in given}
    parts = tuple(MarkChange(p, AMMO, old, old + given.count(p)) for p, old in counts.items())
    play.emit(MarksChanged(rule=OUT_OF_AMMO, parts=parts))


def beat_feet_end_rule(state: Battle, model: str, trigger_ids: Sequence[str]) -> EndApart:
    """Return the rule for the end of a Beat Feet: the minimum distance to the nearest triggering enemy."""
    from_whom = min(trigger_ids, key=lambda enemy: (round(gap(state, model, enemy), 3), enemy))
    return EndApart((from_whom,), gap(state, model, from_whom) + BEAT_FEET_GAIN_IN)


def beat_feet_motion(state: Battle, model: str, trigger_ids: Sequence[str]) -> Motion:
    """Return how a model may move in a Beat Feet Reaction."""
    return movement.model_motion(state, model, ends=(beat_feet_end_rule(state, model, trigger_ids),))


def fire_at_will_decision(state: Battle, piece: Piece) -> ChooseOne:
    """Return the decision that asks at which enemy a model fires, as if each had acted where it is."""
    aims, blocked = shooting.target_options(state, (piece.id,), reaction=True)
    foes = models_in_play(state, OTHER_SIDE[piece.side])
    why = {foe.id: why_cannot_react(state, piece, (foe.id,), REACTION_RANGE_IN) for foe in foes}
    at = (
        closed_option(one.key, one.label, why[one.key], FIRE_AT_WILL) if why[one.key] else one
        for one in (*aims, *blocked)
        if one.key in why
    )
    return reaction_decisions.reaction_decision(
        piece.side, "Fire at Will", tuple(at), rule=FIRE_AT_WILL, about=piece.id
    )


def beat_feet_decision(state: Battle, runner: Piece) -> ChooseOne:
    """Return the decision that asks from which enemy a model runs, as if each had acted where it is."""
    options = tuple(_run_from(state, runner, foe) for foe in models_in_play(state, OTHER_SIDE[runner.side]))
    return reaction_decisions.reaction_decision(
        runner.side, "Beat Feet", options, rule=BEAT_FEET, about=runner.id
    )


def _run_from(state: Battle, runner: Piece, foe: Piece) -> Option:
    """Return the option to run from an enemy, which is closed if that is impossible."""
    if has_trait(runner, "aircraft"):
        return closed_option(foe.id, foe.name, "aircraft do not run", WHO_RUNS)
    if why := why_cannot_react(state, runner, (foe.id,), REACTION_RANGE_IN):
        return closed_option(foe.id, foe.name, why, BEAT_FEET)
    if why := why_cannot_run(state, runner, (foe.id,)):
        return closed_option(foe.id, foe.name, why, AWAY)
    return Option(foe.id, foe.name, (foe.id,), rule=BEAT_FEET)


def run_beat_feet(play: Play[Game], model: str, trigger_ids: Sequence[str]) -> Script[None]:
    """Run a Beat Feet Reaction: a Move away from the enemy that ends Alert."""
    able = [beat_feet_motion(play.state, model, trigger_ids)]
    prompt = f"Beat Feet of {play.state.table.piece(model).name}: end at least 2 in further away"
    given = yield from group_moves.ask_move_order(play, MI, able, rule=AWAY, prompt=prompt, about=model)
    if not given.legs:
        return
    yield from movement.carry_out_move(play, given.legs, BEAT_FEET, "beat feet")
    set_mark(play, ids_in_play(play.state, [model]), ALERT, 0, COST)
    end_ready_state(play, [model])


def known_triggers(view: Battle, about: str) -> tuple[str, ...]:
    """Return the models to whose Action a side is reacting, as far as the view shows them.

    They are the activated unit or, with the option each_model, the model `about`.
    """
    now = view.game.activation
    single = view.game.parameters.each_model_triggers
    known = now.members if now is not None and not single and about in ("", *now.members) else (about,)
    return reactable_participants(view, known)


def trigger_preview_row(view: Battle, reactor: str, trigger_ids: Sequence[str], rule: str) -> PreviewRow:
    """Return a preview row that names the model that triggers a Reaction."""
    by = min(trigger_ids, key=lambda name: (gap(view, reactor, name), name))
    away = gap(view, reactor, by)
    words = (
        gap_text(away)
        if away <= TOL
        else phrase("{} of {}", precise_length_text(away, unit=False), length_text(REACTION_RANGE_IN))
    )
    return PreviewRow(f"Trigger: {view.table.name_of(by)}", words, rule)


def reaction_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of a Reaction: Fire at Will, Beat Feet or Alarm Screech."""
    here, option = known_triggers(view, decision.about), decision.chosen_option(answer)
    if not option.act or not here:
        return None
    if option.act == "fire":
        return _pooled(view, option.by, here)
    return (_run if option.act == "feet" else _screech)(view, option.by[0], here)


def _pooled(view: Battle, firers: Sequence[str], here: Sequence[str]) -> Preview | None:
    """Return a preview of a pool of dice at the nearest target that its weapons bear on."""
    options, _ = shooting.target_options(view, firers, reaction=True, targets=here)
    if not options:
        return None
    first = options[0]
    found = shooting.all_fire_preview(
        view, first.by, first.key, True, "at the nearest; the target is named next"
    )
    closest = min(first.by, key=lambda name: nearest_gap(view, name, here))
    row = trigger_preview_row(view, closest, here, FIRE_AT_WILL)
    return replace(found, title="Fire at Will", rows=(row, *found.rows))


def _run(view: Battle, model: str, here: Sequence[str]) -> Preview:
    """Return a preview of a Beat Feet: the enemy it runs from, the gap it needs, the Move and the cost."""
    clear = beat_feet_end_rule(view, model, here)
    rows = (
        trigger_preview_row(view, model, here, BEAT_FEET),
        PreviewRow("Move", length_text(move_rating(view, view.table.piece(model))), BEAT_FEET),
        PreviewRow(
            f"To end from {view.table.name_of(*clear.pieces)}",
            phrase("at least {}", length_text(clear.least, 1)),
            AWAY,
        ),
        PreviewRow("Alert", "is given up", COST),
    )
    return Preview("Beat Feet", view.table.name_of(model), rows)


def _screech(view: Battle, leader: str, here: Sequence[str]) -> Preview:
    """Return a preview of an Alarm Screech: the followers, the Move, and the gap to the nearest enemy."""
    group, piece = (leader, *screech.screech_followers(view, leader)), view.table.piece(leader)
    prey = [p.id for p in models_in_play(view, MI)]
    away = min(nearest_gap(view, name, prey) for name in group)
    rows = [
        trigger_preview_row(view, leader, here, screech.SCREECH),
        PreviewRow(
            "Come along",
            phrase("{number}, within {range} on Alert", len(group) - 1, length_text(SWARM_RANGE_IN)),
            screech.LED,
        ),
        PreviewRow("Move", length_text(move_rating(view, piece)), screech.LED),
        PreviewRow("The nearest enemy", gap_text(away, "away"), "MI-SCRE-04"),
        PreviewRow("Alert", "is given up", screech.COST),
    ]
    if piece_profile(piece).fly:
        rows.insert(3, PreviewRow("or in flight", length_text(piece_profile(piece).fly), screech.IN_FLIGHT))
    return Preview("Alarm Screech", view.table.name_of(leader), tuple(rows))
