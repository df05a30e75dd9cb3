"""Sighting: the enemies against which a model may act this turn, and perception."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import ThresholdRoll, d6_at_least, roll_script, single_roll
from battlesim.mechanics.pieces import is_within_distance, set_mark
from battlesim.rulings.piece_gaps import piece_gap, too_far_text
from battlesim.table.events import Modifier
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.events import EnemySighted, SightingsTaken
from ..core.lookups import has_ability, is_in_use, own_models, standing_enemies
from ..core.marks import PERCEIVED
from ..core.skills import BATTLES
from ..core.state import Battle, Game
from ..ground.rooms import why_shut_in
from .hiding import has_line_of_sight

PICTURE = "IE-SIG-03"
LEADER_SIGHT = "IE-SIG-08"
PERCEPTION = "IE-SIG-12"
TRIES = "IE-GAP-74"
MAX_LEADER_GAP_IN = 10.0
MAX_PERCEPTION_GAP_IN = 8.0
PERCEPTION_NUMBER = 6
NO_ENEMY_KEY = "none"


def take_picture(play: Play[Game]) -> None:
    """Record which enemies each model of a side has sighted as its turn begins (IE-SIG-07)."""
    state = play.state
    own = own_models(state, state.game.phase)
    seen = {
        model.id: tuple(e.id for e in standing_enemies(state, model) if has_line_of_sight(state, model, e))
        for model in own
    }
    leaders = leaders_of(state, state.game.phase)
    sightings = {
        model.id: tuple(sorted({*seen[model.id], *told_by_leaders(state, model, leaders, seen)}))
        for model in own
    }
    play.emit(SightingsTaken(rule=PICTURE, seen=_without_empty(seen), sightings=_without_empty(sightings)))


def _without_empty(found: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {key: enemies for key, enemies in found.items() if enemies}


def leaders_of(state: Battle, side: str) -> list[Piece]:
    """Return the leaders of a side on the table."""
    return [model for model in own_models(state, side) if has_ability(model, "leader")]


def told_by_leaders(
    state: Battle, model: Piece, leaders: Sequence[Piece], seen: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """Yield the enemies seen by leaders that a model sees within 10 in."""
    for leader in leaders:
        near = is_within_distance(piece_gap(state.table, model, leader), MAX_LEADER_GAP_IN)
        if leader.id != model.id and near and has_line_of_sight(state, model, leader):
            yield from seen.get(leader.id, ())


def is_sighted(state: Battle, piece: Piece, enemy: Piece) -> bool:
    """Return whether a model has sighted an enemy this turn; always True if sighting is not used (IE-SIG-04).

    If an option says so, the enemies that it sees now count as well (IE-GAP-75).
    """
    if why_shut_in(state, piece, enemy):
        return False
    if not is_in_use(state, "sighting") or enemy.id in state.game.sightings.get(piece.id, ()):
        return True
    return state.game.parameters.sights_at_action and has_line_of_sight(state, piece, enemy)


def why_not_sighted(state: Battle, piece: Piece, enemy: Piece) -> AnyText:
    """Return why a model may take no offensive action against an enemy, or "" if it has sighted it.

    Rules: IE-SIG-02, IE-SIG-06.
    """
    return "" if is_sighted(state, piece, enemy) else "not sighted when the turn began"


def perception_roll(piece: Piece) -> ThresholdRoll:
    """Return the roll by which a model perceives an enemy; leaders add 1."""
    return d6_at_least(PERCEPTION_NUMBER, PERCEPTION, *_perception_modifiers(piece), on="to perceive")


def _perception_modifiers(piece: Piece) -> Iterator[Modifier]:
    if has_ability(piece, "leader"):
        yield Modifier(1, "leader", LEADER)
    if survived := piece.mark_count(BATTLES):
        yield Modifier(survived, "battles survived", VETERAN)


LEADER = "IE-SIG-13"
VETERAN = "IE-EXP-14"


def perception_options(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield an option for each enemy that a model has not sighted; too distant ones are not available.

    Rules: IE-SIG-10, IE-SIG-11.
    """
    for enemy in standing_enemies(state, piece):
        if not is_sighted(state, piece, enemy):
            far = too_far_text(piece_gap(state.table, piece, enemy), MAX_PERCEPTION_GAP_IN)
            walls = why_shut_in(state, piece, enemy)
            tried = piece.has_mark(f"{PERCEIVED}:{enemy.id}")
            yield Option(
                enemy.id,
                phrase("{}", Ref(enemy.id)),
                at=(enemy.id,),
                rule=PERCEPTION,
                by=(piece.id,),
                act="perceive",
                to=(enemy.id,),
                shut=walls or far or ("tried in this turn" if tried else ""),
            )


def why_cannot_perceive(state: Battle, piece: Piece) -> AnyText:
    """Return why a model has no enemy to try to perceive, or "" if it has one."""
    if piece.has_mark(PERCEIVED) and state.game.parameters.perceives_once:
        return "it has tried in this turn"
    options = list(perception_options(state, piece))
    if not options:
        return "it has sighted every enemy"
    return "" if any(not option.shut for option in options) else options[0].shut


def has_unsighted_enemy(state: Battle, piece: Piece) -> bool:
    """Return whether there is an enemy that a model has not sighted."""
    return any(not is_sighted(state, piece, enemy) for enemy in standing_enemies(state, piece))


def perceive(play: Play[Game], piece: str) -> Script[None]:
    """Ask which enemy a model tries to perceive, and roll; this uses up no action."""
    own = play.state.table.piece(piece)
    decision = perception_decision(play.state, own)
    chosen = decision.chosen_option((yield from play.ask(decision)))
    if chosen.key != NO_ENEMY_KEY:
        set_mark(play, [piece], PERCEIVED, 1, TRIES)
        if not play.state.game.parameters.perceives_once:
            set_mark(play, [piece], f"{PERCEIVED}:{chosen.key}", 1, TRIES)
        text = phrase("{} perceives {}", Ref(piece), Ref(chosen.key))
        if (yield from roll_script(play, single_roll(perception_roll(own)), text, rule=PERCEPTION, by=piece)):
            play.emit(EnemySighted(rule=PERCEPTION, model=piece, enemy=chosen.key))


def perception_decision(state: Battle, piece: Piece) -> ChooseOne:
    """Return the decision that asks which enemy a model tries to perceive."""
    return ChooseOne(
        side=piece.side,
        what="perceive",
        prompt=phrase("{}: perceive whom?", piece.name),
        rule=PERCEPTION,
        about=piece.id,
        options=(*closed_last(perception_options(state, piece)), Option(NO_ENEMY_KEY, "Nobody")),
        least=NO_ENEMY_KEY,
    )
