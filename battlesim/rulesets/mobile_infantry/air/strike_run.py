"""Strike runs of Thunderbolt bombers at the end of the Mobile Infantry turn, and their previews."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from battlesim.engine.decisions import ChooseOne, ChooseSome
from battlesim.engine.option import Option, closed_if, closed_last, closed_option
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.engine.ruleset import Preview, PreviewRow, Step
from battlesim.geometry.arcs import bearing, point_in_direction
from battlesim.geometry.edge_distances import distance_to_segment
from battlesim.geometry.shapes import Point
from battlesim.mechanics.deployment import table_edge_lines
from battlesim.mechanics.pieces import gap, ids_in_play, is_within_distance
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.piece_gaps import precise_length_text
from battlesim.table.events import PiecesAdded, PiecesRemoved
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Piece

from ..aftermath import attack_previews, chain_reactions
from ..aftermath.attack_previews import attack_preview, models_label
from ..arachnids.melee import own_loss_rows
from ..attack import area_effects
from ..attack.attack_modes import AIRSTRIKE
from ..attack.die_outcome import FLAME, PIERCING
from ..core.lookups import entrances_on_table, models_in_play, new_piece, short_list_text
from ..core.marks import ALERT, FLYING
from ..core.profiles import profile, weapons
from ..core.state import BUGS, MI, Battle, Game
from ..troopers.shooting import BLASTS, SECOND_BLAST_RANGE_IN
from . import interception
from .interception import FlightLine

LINE = "MI-AIR-02"
BOMBER = "MI-AIR-03"
RELEASE = "MI-AIR-04"
LOAD = "MI-AIR-10"
NONE_KEY = "no"
MAX_RELEASES = 2
MUNITION_COUNTERS: Mapping[str, str] = {"napalm": "napalm_used", "heat_missile": "heat_used"}


def next_step(state: Battle) -> Step | None:
    """Return the step for a strike run granted this turn and not yet flown or declined, or None."""
    game = state.game
    return Step("strike_run") if game.count("runs_granted") > game.count("runs_flown") else None


def munition_left(state: Battle, munition: str) -> int:
    """Return how many units of a munition are left for a strike run."""
    carried = weapons()[munition].ammo
    used = state.game.count(MUNITION_COUNTERS[munition]) if state.game.parameters.load_for_all_runs else 0
    return max(0, carried - used)


def fly_strike_run(play: Play[Game]) -> Script[None]:
    """Fly a strike run: choose munition and line of flight, resolve interception and bombs, then leave."""
    play = play.under_rule("MI-AIR-01")
    munition = yield from _munition(play)
    change_counter(play, "runs_flown", 1)
    if munition == NONE_KEY:
        return
    line = yield from _line(play)
    change_counter(play, "serial", 1, AIRSTRIKE)
    plane = new_bomber(play.state, line)
    play.emit(PiecesAdded(rule=BOMBER, pieces=(plane,)))
    if (yield from interception.offer_interception(play, plane.id, line)):
        yield from _release_all(play, plane.id, munition, line)
    if plane.id in play.state.table.pieces:
        play.emit(PiecesRemoved(rule=BOMBER, pieces=(play.state.table.piece(plane.id),)))


def _munition(play: Play[Game]) -> Script[str]:
    """Ask for the type of munition of the run."""
    kinds = []
    for key in MUNITION_COUNTERS:
        name, left = weapons()[key].name, munition_left(play.state, key)
        used_up = closed_option(key, name, "all are used up", AIRSTRIKE)
        open_to = Option(key, f"{name} (up to {min(MAX_RELEASES, left)})", rule="MI-AIR-05")
        kinds.append(open_to if left else used_up)
    options = closed_last((*kinds, Option(NONE_KEY, "Let the run go")))
    return (
        yield from play.choose_one("strike", MI, "Strike run: which munition?", options, least=NONE_KEY)
    ).key


def _line(play: Play[Game]) -> Script[FlightLine]:
    """Ask for the entry and exit of the run, which are different points on the table edge."""
    lines = table_edge_lines(play.state.table.ground)
    ask = partial(ChoosePoint, side=MI, what="line", rule=LINE, lines=lines)
    start = yield from play.ask(ask(prompt="Where does the bomber enter?"))
    end = yield from play.ask(ask(prompt="Where does the bomber leave?", begin=start))
    return (start, end)


def new_bomber(state: Battle, line: FlightLine) -> Piece:
    """Return a new Thunderbolt bomber at its entry point."""
    x0, y0 = line[0]
    facing = round(bearing(*line), 3)
    id = f"thunderbolt-{state.game.count('serial')}"
    place = standing_place(state.table.ground, round(x0, 3), round(y0, 3), facing)
    name = profile("thunderbolt").name
    return new_piece("thunderbolt", id, name, MI, UnitId("air support"), place).with_mark(FLYING)


def bomber_line(bomber: Piece, length: float = 10.0) -> FlightLine:
    """Return the line of flight of a bomber: `length` inches from its position in the direction it faces."""
    return (bomber.xy, point_in_direction(bomber.xy, bomber.facing, length))


def targets_under_line(
    state: Battle, line: FlightLine, min_distance: float = -math.inf
) -> list[tuple[float, str]]:
    """Return the enemy models whose bases touch a line of flight, in the order in which it reaches them.

    Each id is preceded by its distance along the line in inches, which is at least `min_distance`.
    """
    touched = [p for p in bomb_targets(state) if not _beside(p, line)]
    found = [(_along(line, p.xy), p.id) for p in touched]
    return sorted((along, name) for along, name in found if is_within_distance(min_distance, along))


def bomb_targets(state: Battle) -> list[Piece]:
    """Return all pieces that a bomber may attack."""
    return [
        p for p in (*models_in_play(state, BUGS), *entrances_on_table(state)) if p.table_position is not None
    ]


def _beside(piece: Piece, line: FlightLine) -> AnyText:
    """Return why a base is not under a bomber's line of flight, or "" if it is."""
    off = distance_to_segment(piece.xy, *line) - piece.radius
    return "" if is_within_distance(off, 0.0) else phrase("{distance} off its line", precise_length_text(off))


def release_decision(state: Battle, bomber: Piece) -> ChooseOne:
    """Return the decision that asks which piece under the line of flight a bomber attacks."""
    line = bomber_line(bomber, math.hypot(state.table.ground.width, state.table.ground.height))
    options = tuple(closed_if(_beside(p, line), Option(p.id, p.name, (p.id,))) for p in bomb_targets(state))
    words = "Release on what?"
    return ChooseOne(side=MI, what="target", prompt=words, rule=RELEASE, about=bomber.id, options=options)


def _along(line: FlightLine, point: Point) -> float:
    """Return the distance of a point along a line in inches, by which the targets of a run are ordered."""
    (x0, y0), (x1, y1) = line
    along = (point[0] - x0) * (x1 - x0) + (point[1] - y0) * (y1 - y0)
    return round(along / math.dist(*line), 6)


def _release_all(play: Play[Game], bomber: str, munition: str, line: FlightLine) -> Script[None]:
    """Ask for up to two releases on targets along the line; blasts of Persistent munitions leave smoke."""
    play, after = play.under_rule(RELEASE), -math.inf
    for number in range(min(MAX_RELEASES, munition_left(play.state, munition))):
        reached = {name: along for along, name in targets_under_line(play.state, line, after)}
        if not reached:
            return
        options = (
            *_options(play.state, tuple(reached), munition),
            Option(NONE_KEY, "Release nothing (more)"),
        )
        prompt = f"Release {number + 1} of {MAX_RELEASES}: on what?"
        target = (yield from play.choose_one("target", MI, prompt, options, about=bomber)).key
        if target == NONE_KEY:
            return
        after = reached[target]
        targets = yield from _aims(play, bomber, munition, target, tuple(reached))
        change_counter(play, MUNITION_COUNTERS[munition], 1, LOAD)
        words = phrase("{} on {}", weapons()[munition].name, short_list_text(tuple(dict.fromkeys(targets))))
        play.log_message(words, by=bomber, at=targets)
        spots = dict.fromkeys(play.state.table.piece(t).xy for t in targets)
        clouds = area_effects.lay_weapon_smoke(play, munition, spots)
        dice = area_effects.bomb_dice(
            play.state, munition, bomber, targets, bomber_line(play.state.table.piece(bomber))
        )
        yield from chain_reactions.resolve_attack(play, dice, "bomb", new_smoke_ids=clouds)


def _aims(
    play: Play[Game], bomber: str, munition: str, first: str, reached: Sequence[str]
) -> Script[tuple[str, ...]]:
    """Return the target of each blast; a second blast is under the line and within 6 in of the first."""
    if weapons()[munition].blasts < 2:
        return (first,)
    near = [
        p
        for p in ids_in_play(play.state, reached)
        if is_within_distance(gap(play.state, first, p), SECOND_BLAST_RANGE_IN)
    ]
    if near == [first]:
        return (first, first)
    prompt, options = "Where does the second blast go?", _options(play.state, near, munition)
    play = play.under_rule(AIRSTRIKE)
    second = yield from play.choose_one("second_target", MI, prompt, options, about=bomber, least=first)
    return (first, second.key)


def _options(state: Battle, ids: Sequence[str], munition: str) -> tuple[Option, ...]:
    name = weapons()[munition].name
    known = state.table.piece
    return tuple(Option(p, known(p).name, (p,), name, RELEASE, act=munition) for p in ids)


MAX_LISTED_PIECES = 6
"""Largest number of pieces under a line, or of Hoppers near it, that are listed one by one."""


def munition_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of a munition, with the number of Hoppers that may intercept."""
    if answer == NONE_KEY:
        return None
    weapon = weapons()[answer]
    alert = sum(hopper.has_mark(ALERT) for hopper in interception.hoppers_on_table(view))
    about = phrase("{radius} about the target", length_text(weapon.area)) if weapon.area else "one model"
    dice = f"{weapon.dice}x D{weapon.die}+{weapon.bonus}"
    left = min(MAX_RELEASES, munition_left(view, answer))
    rows = [
        PreviewRow("Dice on each model", dice, area_effects.NAPALM if weapon.area else area_effects.MISSILE),
        PreviewRow("Hits", about, AIRSTRIKE),
        PreviewRow("Blasts a release", str(weapon.blasts), BLASTS),
        PreviewRow("Releases left", str(left), LOAD),
    ]
    rows += [PreviewRow("Piercing, on the Save", f"-{weapon.piercing}", PIERCING)] if weapon.piercing else []
    rows += [PreviewRow("Flame", "no cover counts", FLAME)] if weapon.flame else []
    rows.append(PreviewRow("Hoppers on Alert", str(alert), interception.INTERCEPT))
    return Preview("Strike run", weapon.name, tuple(rows))


def strike_line_preview(view: Battle, decision: ChoosePoint, answer: tuple[float, float]) -> Preview | None:
    """Return a preview of a line of flight: the models under it, and the Hoppers that may intercept."""
    if decision.begin is None:
        return None
    line = (decision.begin, answer)
    below, able = targets_under_line(view, line), interception.able_interceptors(view, line)
    rows = [PreviewRow("Length of the run", length_text(math.dist(*line), 1), LINE)]
    rows += [
        PreviewRow(view.table.name_of(name), phrase("{} along", length_text(along, 1)), RELEASE)
        for along, name in below[:MAX_LISTED_PIECES]
    ]
    said = f"{len(below)} piece{'s' * (len(below) > 1)}" if below else "nobody"
    rows.append(PreviewRow("Under the line", said, RELEASE))
    words = (
        phrase("{} within {}", len(able), length_text(interception.INTERCEPTION_RANGE_IN))
        if able
        else "nobody"
    )
    rows.append(PreviewRow("May intercept", words, interception.INTERCEPT))
    if not able:
        return Preview("Strike run", models_label(view, [n for _, n in below]) if below else "", tuple(rows))
    plane = new_bomber(view, line)
    there = view.with_table(view.table.with_pieces(plane))
    dice = interception.interception_dice(there, [p.id for p in able], plane.id)
    note = "if all of them intercept"
    return attack_preview(there, "Strike run", "", dice, mode="interception", before=rows, note=note)


def release_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of dropping bombs with both blasts on one target, or on two targets."""
    munition = decision.chosen_option(answer).act
    if not munition:
        return None
    plane = view.table.piece(decision.about)
    aims = (decision.least, answer) if decision.least else (answer,) * weapons()[munition].blasts
    dice = area_effects.bomb_dice(view, munition, plane.id, aims, bomber_line(plane))
    about = f"{weapons()[munition].name} on {models_label(view, tuple(dict.fromkeys(aims)))}"
    blasts = dict.fromkeys(aims) if weapons()[munition].area else ()
    laid = tuple(attack_previews.weapon_effect_area(view, munition, aim, MI) for aim in blasts)
    return attack_preview(
        view, "Release", about, dice, mode="bomb", detailed_target=aims[0], side=MI, areas=laid
    )


def interception_preview(view: Battle, decision: ChooseSome, answer: Sequence[str]) -> Preview | None:
    """Return a preview of an interception: the Hoppers' distances from the line, and their attacks."""
    if not answer:
        return None
    hoppers, aircraft = sorted(answer), view.table.name_of(decision.about)
    dice = interception.interception_dice(view, hoppers, decision.about)
    about, before = f"{models_label(view, hoppers)} at {aircraft}", _off_line(view, hoppers, decision.course)
    after, note = own_loss_rows(dice), f"before {aircraft} releases anything"
    return attack_preview(
        view, "Interception", about, dice, mode="interception", before=before, after=after, note=note
    )


def _off_line(view: Battle, hoppers: Sequence[str], course: Sequence[Point]) -> list[PreviewRow]:
    """Return rows with the distances of the nearest Hoppers from the line of flight."""
    (start, end), reach, rows = course, length_text(interception.INTERCEPTION_RANGE_IN), []
    far = {hopper: interception.gap_to_line(view.table.piece(hopper), (start, end)) for hopper in hoppers}
    for hopper in sorted(far, key=far.__getitem__)[:MAX_LISTED_PIECES]:
        words = phrase("{} of {}", precise_length_text(far[hopper], unit=False), reach)
        rows.append(PreviewRow(f"{view.table.name_of(hopper)} to its line", words, interception.INTERCEPT))
    return rows
