"""The hug of a Face Hugger: how it takes hold, how a victim is freed, how it ends."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceRoll, DiceScript, exact_chances, roll_script
from battlesim.mechanics.pieces import clear_marks, set_mark
from battlesim.table.events import DieResult
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Aboard, Piece

from ..attack.bursts import work_through
from ..attack.harm import UP, dies, hurt, outcome, put_down
from ..attack.wounds import pair, wound
from ..core.facts import can
from ..core.losses import lost
from ..core.marks import DOWN, HUGGED
from ..core.state import MARINES, Battle, Game
from ..ground.arrivals import arrive

FREEING = "TS-GAP-66"
TURNS = 4
"""Ends of turns that a victim sees: that of the turn of the hug and three more."""
FREED, HELD, SPRAYED = "freed", "held", "sprayed"


def take_hold(play: Play[Game], by: str, victim: str, margin: int) -> None:
    """A Face Hugger's attack that beats the defence by anything hugs, in place of a wound (TS-ALN-17)."""
    if margin < 1:
        return
    reading, under = play.state.game.parameters.hug, play.under_rule(FREEING)
    if reading == "plain_incapacitated":
        put_down(play, victim, FREEING)
        return
    under.log_message(phrase("{} hugs {}", Ref(by), Ref(victim)), by=by, at=(victim,))
    hold(under, by, victim)
    if reading == "dead":
        dies(play, victim, "melee", FREEING, by)


def hold(play: Play[Game], by: str, victim: str) -> None:
    """Fix a Face Hugger on its victim, who is out of action from now on."""
    clear_marks(play, [play.state.table.piece(victim)], UP.__contains__)
    play.move_piece(by, Aboard(victim), "hug")
    set_mark(play, [victim], HUGGED, TURNS)


class Freeing(DiceRoll[str], frozen=True, kw_only=True):
    """The die of who frees a victim: from `least` on it does, and a natural 1 sprays the victim with acid."""

    least: int

    def value_of(self, faces: Sequence[int]) -> str:
        """What a face comes to."""
        return FREED if faces[0] >= self.least else SPRAYED if faces[0] == 1 else HELD

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Freed or not."""
        return ("hit" if self.value_of(faces) == FREED else "miss",)

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """The least face that frees."""
        return ((self.least, "to free"),)


def freeing(state: Battle, by: Piece, victim: Piece) -> DiceScript[str | int]:
    """Whether a marine frees a victim, a Medic on 4+, others on a 6; or the margin of an acid wound."""
    came: str = yield Freeing(least=4 if can(by, "medic") else 6, rule=FREEING)
    if came != SPRAYED:
        return came
    return (yield from wound(pair(state, 0, "Acid", victim, "acid")))


def freeing_odds(state: Battle, by: Piece, victim: Piece) -> dict[str, float]:
    """How surely a marine frees a victim, does not, or kills it."""
    odds = {FREED: 0.0, HELD: 0.0, "dead": 0.0}
    for came, chance in exact_chances(lambda: freeing(state, by, victim)).items():
        killed = isinstance(came, int) and outcome(state, victim, came) == "dead"
        odds["dead" if killed else FREED if came == FREED else HELD] += chance
    return odds


def free(play: Play[Game], by: str, victim: str) -> Script[None]:
    """Have an active marine in contact try to free a victim; the action is paid by whoever asks for it."""
    under, table = play.under_rule(FREEING), play.state.table
    fate = freeing(play.state, table.piece(by), table.piece(victim))
    came = yield from roll_script(
        under, fate, phrase("{} frees {}", Ref(by), Ref(victim)), rule=FREEING, by=by
    )
    if came == FREED:
        for hugger in table.pieces_aboard(victim):
            lost(play, hugger.id, FREEING, by)
        set_mark(under, [victim], HUGGED, 0)
        set_mark(under, [victim], DOWN, 1)
    elif isinstance(came, int):
        yield from work_through(play, hurt(under, victim, came, "acid", by))


def turn_over(play: Play[Game]) -> None:
    """End a turn for all who are hugged on the table: in time they die, and the Face Hugger with them."""
    under = play.under_rule(FREEING)
    for victim in [
        p for p in play.state.table.pieces_of_side(MARINES) if p.table_position and p.has_mark(HUGGED)
    ]:
        huggers = play.state.table.pieces_aboard(victim.id)
        set_mark(under, [victim.id], HUGGED, victim.mark_count(HUGGED) - 1)
        if victim.mark_count(HUGGED) == 1:
            dies(play, victim.id, "melee", FREEING)
            if play.state.game.parameters.hug == "bursts":
                arrive(under, "alien", huggers[0], victim.xy)
