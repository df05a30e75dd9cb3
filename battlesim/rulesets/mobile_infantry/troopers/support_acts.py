"""Support acts, which a single stand may take instead of its unit's Action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from battlesim.engine.option import Option, closed_option
from battlesim.engine.play import Play, Script, optional_script
from battlesim.engine.position_decisions import ChooseFacing
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.mechanics.act_types import ActScore, ActType, ActTypes, act_option, act_options
from battlesim.mechanics.chance import DiceScript, d6_at_least, dice_forecast, roll_script
from battlesim.mechanics.pieces import face_piece, gap, is_within_distance, set_mark
from battlesim.mechanics.preview_rows import modifier_rows, threshold_rows
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.piece_gaps import gap_text, precise_length_text, terrain_gap
from battlesim.table.events import Modifier
from battlesim.table.phrases import AnyText, Ref, length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..attack.attack_dice import TAKE_READY
from ..core.lookups import has_trait, models_in_play, piece_profile
from ..core.marks import CAPTAIN_RANGE_IN, HEALED, MOVED, MOVED_AWAY, OFFICER, READY
from ..core.profiles import has_ready_weapon, weapons
from ..core.state import BUGS, MI, Battle, Game
from ..ground.movement import ModelFollowUp
from ..ground.unit_activation import can_act, promote_stand, promotion_note
from ..losses import hit_points
from . import search

SUPPORT = "MI-GAP-12"
FACING = "MI-GAP-08"
RADIO = "MI-GAP-26"
GRANTED = "MI-OBJ-06"
PROMOTE = "MI-TRT-06"
DONE_KEY = "done"
SHOWN_BEYOND_REACH_IN = 3.0
"""Distance beyond its reach, in inches, up to which an act is still listed, with the reason against it."""
MAX_STRIKE_RUNS = 4


def can_take_ready(piece: Piece) -> bool:
    """Return whether taking Ready has any effect on a model."""
    return has_ready_weapon(piece.kind) or has_trait(piece, "faces")


def needs_ready(state: Battle, piece: Piece) -> bool:
    """Return whether Ready would improve a model's gun.

    It would if a move has weakened the gun, or if the gun needs Ready for each shot and is not ready.
    """
    guns = [key for key in piece_profile(piece).weapons if weapons()[key].ready]
    used_up = [key for key in guns if key in state.game.parameters.ready_used_up]
    return bool(guns) and (piece.has_mark(MOVED) or (bool(used_up) and not piece.has_mark(READY)))


def _readies(state: Battle, piece: Piece) -> Iterator[Option]:
    if can_take_ready(piece):
        yield act_option("ready", piece, words="Ready", rule=TAKE_READY)


def _be_ready(view: Battle, option: Option) -> ActScore | None:
    """Return the score of taking Ready, or None if the model's gun does not need it."""
    needed = needs_ready(view, view.table.piece(option.by[0]))
    return ActScore(1.0, "be ready") if needed else None


def _searches(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield an option for each building that a team may search.

    Buildings slightly out of reach, or to which the team is nearest in its unit, are closed options.
    """
    if piece.kind not in state.game.parameters.searchers:  # never mechs, aircraft, survivors: MI-OBJ-05
        return
    for house in (t for t in state.table.ground.terrain if t.kind == "building"):
        done = house.id in state.game.searched
        near = search.is_in_search_reach(
            state, piece, house.id, search.SEARCH_REACH_IN + SHOWN_BEYOND_REACH_IN
        )
        if not near and (done or not _is_nearest(state, piece, house)):
            continue
        why = "it has been searched" if done else _too_far(state, piece, house, search.SEARCH_REACH_IN)
        yield act_option(
            "search", piece, house.id, words=f"search {house.display_name}", rule=search.SEARCH, shut=why
        )


def _is_nearest(state: Battle, piece: Piece, house: Terrain) -> bool:
    """Return whether no other searching team of the unit is nearer to a building."""
    teams = [
        p
        for p in state.table.pieces_of_unit(piece.unit)
        if p.kind in state.game.parameters.searchers and p.table_position
    ]
    return piece == min(teams, key=lambda p: (terrain_gap(state.table, p, house.id), p.id), default=None)


def _search_card(view: Battle, option: Option) -> Preview:
    """Return a preview of a search, which shows the search table."""
    rows = [
        PreviewRow(f"D6: {face}", entry.text, search.FOUND) for face, entry in search.SEARCH_TABLE.items()
    ]
    return Preview(
        "Search",
        f"{view.table.name_of(option.by[0])}, {view.table.name_of(option.to[0])}",
        tuple(rows),
        sum(entry.people for entry in search.SEARCH_TABLE.values()) / len(search.SEARCH_TABLE),
        "survivors are found",
        note="unless the scenario itself has put something there",
    )


def _search_them(view: Battle, option: Option) -> ActScore | None:
    """Return the score of a search, or None if finding survivors would be too risky.

    It is too risky while bugs are near, if dead survivors would cost more than rescued survivors bring.
    """
    scoring = view.game.site.scoring
    brings = 1.0 / scoring.humans_per_point if scoring.survivors_are_humans else 0.5 * scoring.survivors_score
    safe = brings >= scoring.point_for_dead / scoring.dead_per_point
    late = view.game.turn >= view.game.parameters.turns
    hunted = any(has_trait(bug, "bug") for bug in models_in_play(view, BUGS))
    return ActScore(4.0, "somebody may be in there") if safe or late or not hunted else None


def _helps(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield an option for each wounded stand nearby.

    It is closed if the medic does not touch the stand, or if the stand has already been helped this turn.
    """
    for patient in hit_points.wounded_stands(state, piece.id) if has_trait(piece, "medic") else ():
        away = gap(state, piece.id, patient.id)
        helped = "has been helped in this turn" if patient.has_mark(HEALED) else ""
        why = phrase("{}, must touch", gap_text(away, "away")) if away > TOL else helped
        note, words = f"{patient.hits} of {patient.hits_full} HP", f"help {patient.name}"
        if is_within_distance(away, SHOWN_BEYOND_REACH_IN):
            yield act_option(
                "heal", piece, patient.id, words=words, note=note, rule=hit_points.HEAL, shut=why
            )


def _help_card(view: Battle, option: Option) -> Preview:
    """Return a preview of medical help, which restores one hit point without a roll."""
    patient = view.table.piece(option.to[0])
    change = f"{patient.hits} to {patient.hits + 1} of {patient.hits_full} HP"
    return Preview(
        "Medic", view.table.name_of(option.by[0]), (PreviewRow(patient.name, change, hit_points.HEAL),)
    )


def _calls(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield the option to call the fleet from the transmitter's building while the building stands.

    Infantry must be beside the building; a mech with Comms must touch it.
    """
    house = state.table.ground.terrain_by_id().get(state.game.site.transmitter)
    if (
        house is None
        or house.kind != "building"
        or not (has_trait(piece, "infantry") or has_trait(piece, "comms"))
    ):
        return
    reach = search.SEARCH_REACH_IN if has_trait(piece, "infantry") else 0.0
    if not search.is_in_search_reach(state, piece, house.id, reach + SHOWN_BEYOND_REACH_IN):
        return
    far, fault = _too_far(state, piece, house, reach), why_no_radio(state)
    needs = state.game.parameters.radio_needs
    command = ", +1" if piece.kind == "command_team" else ""
    note = f"{needs}+ on a D6{command}" if needs else "contact is certain"
    rule = RADIO if fault else GRANTED
    yield act_option("radio", piece, words="radio the fleet", note=note, rule=rule, shut=fault or far)


def _call_card(view: Battle, option: Option) -> Preview:
    """Return a preview of a call to the fleet, with the chance that it is answered."""
    found = dice_forecast(lambda: radio_dice_script(view, option.by[0]))
    rows = [*threshold_rows(found.rolls), *modifier_rows(found.rolls)]
    shown = tuple(rows) or (PreviewRow("D6", "no roll", RADIO),)
    return Preview(
        "Radio", view.table.name_of(option.by[0]), shown, found.chances[1], "a strike run is granted"
    )


def _promotions(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield options for a Captain to promote a Rifle Squad of any unit within 9 in to a Command Team."""
    if piece.mark_count(OFFICER) < CAPTAIN_RANGE_IN:
        return
    for squad in (p for p in state.table.pieces_of_side(MI) if p.kind == "rifle_squad" and can_act(p)):
        away = gap(state, piece.id, squad.id)
        least = phrase("{}, but must be within {}", gap_text(away, "away"), length_text(CAPTAIN_RANGE_IN))
        why = "" if is_within_distance(away, CAPTAIN_RANGE_IN) else least
        words, note = f"promote {squad.name}", promotion_note(squad)
        if is_within_distance(away, CAPTAIN_RANGE_IN + SHOWN_BEYOND_REACH_IN):
            yield act_option("promote", piece, squad.id, words=words, note=note, rule=PROMOTE, shut=why)


def why_no_radio(state: Battle) -> str:
    """Return why the radio cannot be used now, or "" if it can."""
    if not state.game.parameters.air_support:
        return "there is no air support"
    if state.game.count("radio_tried"):
        return "the radio has been tried in this turn"
    return (
        f"all {MAX_STRIKE_RUNS} strike runs are granted"
        if state.game.count("runs_granted") >= MAX_STRIKE_RUNS
        else ""
    )


def _too_far(state: Battle, piece: Piece, house: Terrain, reach: float) -> AnyText:
    """Return text with the distance by which a building is out of reach, or "" if it is within reach."""
    if search.is_in_search_reach(state, piece, house.id, reach):
        return ""
    least = phrase("within {range} of it", length_text(reach)) if reach else "touching it"
    off = precise_length_text(terrain_gap(state.table, piece, house.id))
    return phrase("{distance} from {building}, but must be {range}", off, house.display_name, least)


def run_support_acts(
    play: Play[Game],
    able_models: Callable[[], Sequence[Piece]],
    *,
    alike: bool,
    at_least_one: bool,
    follow_up: ModelFollowUp | None,
) -> Script[dict[str, str]]:
    """Run support acts one after another. Return the act of each model that took one.

    `follow_up` is run after each act. If `alike` is true, all acts are of the same kind as the first (option
    all_same). `able_models` is called before each act, because an act may change what models can do.
    """
    busy: dict[str, str] = {}
    kinds: Sequence[str] = tuple(SUPPORT_ACTS)
    while True:
        found = act_options(SUPPORT_ACTS, play.state, (p for p in able_models() if p.id not in busy), kinds)
        if all(option.shut for option in found):
            break
        must = at_least_one and not busy
        none = closed_option(DONE_KEY, "No support act", "this Action is one of support acts")
        options = (*found, none if must else Option(DONE_KEY, "No more support acts"))
        words, least = "Support acts in place of the unit's Action", "" if must else DONE_KEY
        chosen = yield from play.choose_one(
            "support", MI, words, options, rule=SUPPORT, least=least, begins=least
        )
        if not chosen.act:
            break
        (actor,) = chosen.by
        kinds = (chosen.act,) if alike else kinds
        busy[actor] = chosen.act
        yield from optional_script(SUPPORT_ACTS[chosen.act].perform(play, chosen))
        if follow_up:
            yield from follow_up(actor)
    return busy


def take_ready(play: Play[Game], stands: Sequence[str]) -> Script[None]:
    """Make stands take Ready: their guns are ready even after a move, and stands with a facing may turn."""
    armed = [s for s in stands if has_ready_weapon(play.state.table.piece(s).kind)]
    set_mark(play, armed, READY, 1, TAKE_READY)
    set_mark(play, armed, MOVED, 0, MOVED_AWAY)
    for stand in stands:
        if has_trait(play.state.table.piece(stand), "faces"):
            yield from choose_facing(play, stand)


def choose_facing(play: Play[Game], stand: str) -> Script[None]:
    """Ask for the facing of a stand and turn the stand to it."""
    piece = play.state.table.piece(stand)
    if piece.table_position is None:
        return
    play, prompt = play.under_rule(FACING), f"Facing of {piece.name}"
    facing = yield from play.ask(ChooseFacing(side=MI, what="facing", prompt=prompt, about=stand))
    face_piece(play, stand, round(facing % 360.0, 3), FACING)


COMMAND_TEAM_BONUS = Modifier(1, "Command Team", RADIO)


def radio_dice_script(state: Battle, actor: str) -> DiceScript[int]:
    """Return a script that rolls the dice for a radio call to the fleet."""
    needs, kind = state.game.parameters.radio_needs, state.table.piece(actor).kind
    if not needs:
        return 1
    changes = [COMMAND_TEAM_BONUS] if kind == "command_team" else []
    answers: int = yield d6_at_least(needs, RADIO, *changes, on="on the die")
    return answers


def _do_radio(play: Play[Game], option: Option) -> Script[None]:
    """Roll for the only call of this MI turn; on a success, the fleet grants a strike run."""
    play, (actor,) = play.under_rule(RADIO), option.by
    words, attempt = phrase("{actor} calls the fleet", Ref(actor)), radio_dice_script(play.state, actor)
    change_counter(play, "radio_tried", 1)
    if not (yield from roll_script(play, attempt, words, by=actor)):
        return
    if not play.state.game.count("contact_turn"):
        change_counter(play, "contact_turn", play.state.game.turn)
    change_counter(play, "runs_granted", 1)
    play.log_message("The fleet answers: a strike run is granted", by=actor, rule=GRANTED)


SUPPORT_ACTS: ActTypes = {
    "ready": ActType(_readies, lambda play, option: take_ready(play, option.by), score=_be_ready),
    "search": ActType(
        _searches,
        lambda play, option: search.search_building(play, *option.by, *option.to),
        _search_card,
        _search_them,
    ),
    "heal": ActType(
        _helps,
        lambda play, option: hit_points.heal_stand(play, *option.by, *option.to),
        _help_card,
        lambda view, option: ActScore(3.0, "patch them up"),
    ),
    "radio": ActType(_calls, _do_radio, _call_card, lambda view, option: ActScore(5.0, "raise the fleet")),
    "promote": ActType(_promotions, lambda play, option: promote_stand(play, option.to[0], PROMOTE)),
}


def support_options(state: Battle, pieces: Iterable[Piece]) -> list[Option]:
    """Return the support acts that are available to the given models, or just out of reach for them."""
    return act_options(SUPPORT_ACTS, state, pieces, tuple(SUPPORT_ACTS))
