"""The rules of the squads, from top to bottom: counters, turns, acts, flight, scores. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from battlesim.behaviour.advice import nearest_piece, pieces_with_points
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script, optional_script
from battlesim.engine.ruleset import Outcome, Preview, Step
from battlesim.mechanics import alternating_activations, basic_actions, group_moves, pieces
from battlesim.mechanics.act_types import ActScore, ActType, ActTypes, act_option, act_options
from battlesim.mechanics.chance import exact_chances, roll_script, single_roll
from battlesim.mechanics.turns import PiecesActed, StepRules
from battlesim.rulings.movement import GroupLink
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.events import PiecesMoved, PiecesRemoved, PieceTravel
from battlesim.table.ids import NO_SIDE, CardId, SideKey, UnitId
from battlesim.table.phrases import Ref, length_text, phrase
from battlesim.table.pieces import Aboard, Off, Piece

from .. import afoot
from .fight import at, dice, look, nerve, spotted, volley
from .state import (
    BROKEN,
    CONFIDENCE,
    COUNTER,
    SHAKEN,
    SUPPRESSED,
    Battle,
    Game,
    counters,
    enemies,
    figures,
    has,
    leads,
    other,
    under,
)

ACTIONS = 2
STRIDE, COHERENCY, FLEES = 6.0, 4.0, 6.0
WORTH = 3
PASS = "pass"


def hide(play: Play[Game]) -> Script[None]:
    """Each squad lies under a counter of its side by chance; those left over are dummies (SQD-HIDE-01)."""
    for unit in play.state.table.units.values():
        men = [man for man in play.state.table.pieces_of_unit(unit.id) if man.place == Off("reserve")]
        free = [one for one in counters(play.state, unit.side) if not under(play.state, one.id)]
        if men:
            why, names = phrase("{} lies under", Ref(unit.id)), {CardId(one.id): one.name for one in free}
            card = yield from play.draw_card(tuple(names), why, rule="SQD-HIDE-01", names=names, to=unit.side)
            parts = tuple(PieceTravel(man.id, man.place, Aboard(card)) for man in men)
            play.emit(PiecesMoved(rule="SQD-HIDE-01", parts=parts, how="hidden"))


def next_step(state: Battle) -> Step | Outcome:
    """Squads hide, sides act in turn while anybody can, then the turn ends (SQD-TURN-01, SQD-END-01)."""
    game, own = state.game, scores(state)
    if state.table.pieces_off("reserve"):
        return Step("hide")
    alive = {piece.side for piece in state.table.pieces.values() if piece.in_play and piece.kind != COUNTER}
    if len(alive) < 2:
        return Outcome(tuple(alive), own, "nobody else is left")
    if game.turn > game.turns:
        best = tuple(side for side, score in own.items() if score == max(own.values()))
        return Outcome(best if len(best) == 1 else (), own, f"{game.turns} turns were played")
    side = alternating_activations.next_side_to_activate(state, lambda key: bool(waiting(state, key)))
    return Step("activate", (side,)) if side else Step("end_turn")


def waiting(state: Battle, side: str) -> list[Piece]:
    """Who can still be activated in this turn: leaders of squads that are not broken, and counters."""
    able = [piece for piece in leads(state, side) if not has(state, piece, BROKEN)]
    return [piece for piece in (*able, *counters(state, side)) if piece.id not in state.game.acted]


def activate(play: Play[Game], side: SideKey) -> Script[None]:
    """A squad or a counter takes two different actions (SQD-ACT-01)."""
    able = waiting(play.state, side)
    options = [Option(one.id, one.name, (one.id,), lies_under(play.state, one)) for one in able]
    chosen = (yield from play.choose_one("squad", side, "Who acts?", options, rule="SQD-TURN-01")).key
    piece: Piece | None = play.state.table.piece(chosen)
    unit = next((man.unit for man in under(play.state, chosen)), play.state.table.piece(chosen).unit)
    done(play, [chosen, *(man.id for man in figures(play.state, unit))])
    left = list(ACTS)
    while piece and len(left) > len(ACTS) - ACTIONS:
        options = act_options(ACTS, play.state, [piece], left)
        if all(option.shut for option in options):
            break
        options.append(Option(PASS, "Nothing more"))
        act = yield from play.choose_one(
            "act", side, "What does it do?", options, rule="SQD-ACT-01", about=piece.id, least=PASS
        )
        if not act.act:
            break
        left.remove(act.act)
        yield from optional_script(ACTS[act.act].perform(play, act))
        piece = play.state.table.pieces.get(chosen) or next(iter(figures(play.state, unit)), None)
    alternating_activations.pass_activation(play, side, "SQD-TURN-01")


def lies_under(state: Battle, piece: Piece) -> str:
    """What its own side knows of a counter, in words; "" of a squad."""
    unit = next((man.unit for man in under(state, piece.id)), None)
    return state.table.units[unit].name if unit else "a dummy" if piece.kind == COUNTER else ""


def done(play: Play[Game], ids: list[str]) -> None:
    """These have acted in this turn."""
    play.emit(PiecesActed(rule="SQD-TURN-01", acted=tuple(ids)))


def pinned(state: Battle, piece: Piece) -> str:
    """Why a squad cannot do something; "" when it can (SQD-FIRE-03)."""
    return "suppressed: it can only rally" if has(state, piece, SUPPRESSED) else ""


def moves(state: Battle, piece: Piece) -> Iterator[Option]:
    """Squads and counters may move."""
    yield act_option("move", piece, words="move", rule="SQD-MOVE-01", shut=pinned(state, piece))


def move(play: Play[Game], chosen: Option) -> Script[None]:
    """Each figure goes up to 6 in, and ends near the leader, who goes first (SQD-MOVE-01)."""
    piece = play.state.table.piece(chosen.by[0])
    group = [piece] if piece.kind == COUNTER else figures(play.state, piece.unit)
    ids, link = [one.id for one in group], GroupLink(piece.id, COHERENCY)
    motions = [basic_actions.walk_motion(play.state.table, one, STRIDE, ids) for one in group]
    asked = group_moves.ask_move_order(
        play, piece.side, motions, link, rule="SQD-MOVE-01", prompt=f"{piece.name}: move", about=piece.id
    )
    order = yield from asked
    group_moves.carry_out_legs(play, order.legs, lambda state, one: order.motion(one), "SQD-MOVE-01")


def aims(state: Battle, piece: Piece) -> Iterator[Option]:
    """A squad may fire at a squad, and look closely at a counter (SQD-AIM-01)."""
    side = other(state, piece.side)
    for target in (*leads(state, side), *counters(state, side)) if piece.kind != COUNTER else ():
        if (seen := at(state, piece, target)).in_reach:
            first, second = dice(state, piece, target).sides
            words = f"{'look' if target.kind == COUNTER else 'fire'} at {target.name}"
            note, shut = (
                phrase("D{} against D{}, {}", first, second, length_text(seen.away, 1)),
                pinned(state, piece),
            )
            yield act_option("aim", piece, target.id, words=words, note=note, rule="SQD-AIM-01", shut=shut)


def aim(play: Play[Game], chosen: Option) -> Script[None]:
    """A counter that is made out is turned over; a squad that is hit loses the nearest of those seen."""
    state, own, target = play.state, *pair_of(play.state, chosen)
    hidden = target.kind == COUNTER
    fate, rule = (spotted, "SQD-SPOT-01") if hidden else (volley, "SQD-FIRE-01")
    why = phrase("{} looks at {}" if hidden else "{} fires at {}", Ref(own.id), Ref(target.id))
    hit = yield from roll_script(play, fate(state, own, target), why, rule=rule, by=own.id)
    if hidden and hit.told:
        reveal(play, target.id)
    elif hit.told:
        firers = [man.id for man in figures(state, own.unit)]
        seen = sorted(
            at(state, own, target).seen, key=lambda man: (pieces.nearest_gap(state, man, firers), man)
        )
        for man in seen[: hit.lost]:
            pieces.remove_from_play(play, man, "SQD-FIRE-02", own.id)
        settle(play, target.unit, 1, int(hit.falters))


def pair_of(state: Battle, chosen: Option) -> tuple[Piece, Piece]:
    """Who aims, and at whom."""
    return state.table.piece(chosen.by[0]), state.table.piece(chosen.to[0])


def settle(play: Play[Game], unit: UnitId, suppressed: int, steps: int) -> None:
    """A squad of whom somebody is left is suppressed or not, its confidence so many steps worse."""
    own = play.state.table.units[unit]
    worse = max(k for k, name in enumerate(CONFIDENCE) if k == 0 or own.has_mark(name)) + steps
    after = CONFIDENCE[max(0, min(worse, len(CONFIDENCE) - 1))]
    if men := figures(play.state, unit):
        pieces.set_mark(play, [unit], SUPPRESSED, suppressed, "SQD-FIRE-03")
        for name in CONFIDENCE[1:]:
            pieces.set_mark(play, [unit], name, int(name == after), "SQD-NERVE-01")
        words = ", ".join(mark.name for mark in play.state.table.units[unit].marks) or CONFIDENCE[0]
        play.log_message(phrase("{}: {}", Ref(unit), words), by=men[0].id, rule="SQD-NERVE-01")


def odds(view: Battle, chosen: Option) -> dict[str, float]:
    """Everything that may come of aiming, in words, with its chance."""
    own, target = pair_of(view, chosen)
    hidden, found = target.kind == COUNTER, dict[str, float]()
    for hit, chance in exact_chances(lambda: (spotted if hidden else volley)(view, own, target)).items():
        told = "turned over" if hidden else f"{hit.lost} lost" if hit.lost else "suppressed"
        words = (told if hit.told else "nothing") + (", falters" if hit.falters else "")
        found[words] = found.get(words, 0.0) + chance
    return found


def aim_card(view: Battle, chosen: Option) -> Preview:
    """The exact odds of aiming."""
    (own, target), ends = pair_of(view, chosen), odds(view, chosen)
    roll, sights = dice(view, own, target), (at(view, own, target).nearest,)
    success = "quality beats luck"
    return basic_actions.duel_preview("Aim", own, target, roll, ends, "nothing", success, sights=sights)


def aim_wish(view: Battle, chosen: Option) -> ActScore:
    """The likelier it tells, the better."""
    chance = 1.0 - odds(view, chosen).get("nothing", 0.0)
    return ActScore(1.0 + chance, f"tells with {chance:.0%}")


def reveals(state: Battle, piece: Piece) -> Iterator[Option]:
    """A counter may be turned over."""
    if piece.kind == COUNTER:
        yield act_option("reveal", piece, words="turn it over", rule="SQD-HIDE-03")


def reveal(play: Play[Game], counter: str) -> None:
    """A counter is turned over: its squad stands about where it lay, and a dummy is gone (SQD-HIDE-03)."""
    table, piece, men = play.state.table, play.state.table.piece(counter), under(play.state, counter)
    room = PlacementArea(
        blocked=basic_actions.blocking_terrain_ids(table),
        bases=tuple(p.id for p in table.standing_pieces() if p != piece),
    )
    pieces.put_on_table(play, placements_near(table, room, men, piece.xy), "SQD-HIDE-03", "exit")
    if counter in play.state.game.acted and men:
        done(play, [man.id for man in men])
    play.emit(PiecesRemoved(rule="SQD-HIDE-03", pieces=(piece,)))


def ambush(view: Battle, chosen: Option) -> ActScore | None:
    """Out into the open where there is somebody to fire at, or something to hold; never with a dummy."""
    piece = view.table.piece(chosen.by[0])
    foes, marks = enemies(view, piece.side), view.table.markers.values()
    there = any(math.dist(piece.xy, (marker.x, marker.y)) <= marker.radius for marker in marks)
    good = under(view, piece.id) and (there or (foes and look(view, [piece], foes).in_reach))
    return ActScore(1.5, "out into the open") if good else None


def rallies(state: Battle, piece: Piece) -> Iterator[Option]:
    """A squad that is suppressed or shaken may rally."""
    if has(state, piece, SUPPRESSED) or has(state, piece, SHAKEN):
        yield act_option("rally", piece, words="rally", rule="SQD-RALLY-01")


def rally(play: Play[Game], chosen: Option) -> Script[None]:
    """A squad that pulls itself together is no longer suppressed, and no longer shaken (SQD-RALLY-01)."""
    piece = play.state.table.piece(chosen.by[0])
    die = single_roll(nerve(play.state, piece.unit))
    if (
        yield from roll_script(
            play, die, phrase("{} rallies", Ref(piece.id)), rule="SQD-RALLY-01", by=piece.id
        )
    ):
        settle(play, piece.unit, 0, -1)


def end_turn(play: Play[Game]) -> None:
    """Broken squads flee straight away from the nearest enemy, off the table at its edge (SQD-NERVE-03)."""
    for unit in [unit for unit in play.state.table.units.values() if unit.has_mark(BROKEN)]:
        state, foes = play.state, enemies(play.state, unit.side)
        men = figures(state, unit.id) if foes else []
        start = {
            man.id: nearest_piece(man.xy, pieces_with_points(state.table, foes)).point or man.xy
            for man in men
        }
        afoot.flee(play, start, FLEES, phrase("{} is broken and flees", Ref(unit.id)), "SQD-NERVE-03")
    alternating_activations.begin_next_turn(play, "SQD-TURN-02", rotates=True)


def scores(state: Battle) -> dict[SideKey, float]:
    """A point for each figure that the other side has lost, more for objectives held (SQD-END-02)."""
    gone = [piece.side for piece in state.table.pieces.values() if piece.place in (Off("lost"), Off("left"))]
    held = [holder(state, marker.x, marker.y, marker.radius) for marker in state.table.markers.values()]
    sides = [side.key for side in state.table.sides]
    return {side: float(gone.count(other(state, side)) + WORTH * held.count(side)) for side in sides}


def holder(state: Battle, x: float, y: float, radius: float) -> SideKey:
    """The side with more figures of unbroken squads in a circle; "" for neither."""
    able = [
        man for man in state.table.standing_pieces() if man.kind != COUNTER and not has(state, man, BROKEN)
    ]
    near = [
        man.side for man in able if pieces.is_within_distance(math.dist(man.xy, (x, y)) - man.radius, radius)
    ]
    best = max(near, key=near.count, default=NO_SIDE)
    return best if 2 * near.count(best) > len(near) else NO_SIDE


ACTS: ActTypes = {
    "move": ActType(moves, move, score=lambda view, chosen: ActScore(1.2, "on to where it is wanted")),
    "aim": ActType(aims, aim, aim_card, aim_wish),
    "reveal": ActType(reveals, lambda play, chosen: reveal(play, chosen.by[0]), score=ambush),
    "rally": ActType(rallies, rally, score=lambda view, chosen: ActScore(1.1, "to be of use again")),
}
SCRIPTS: Mapping[str, StepRules] = {"hide": hide, "activate": activate, "end_turn": end_turn}
