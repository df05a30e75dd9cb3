"""The hug of a Face Hugger: its attack, attempts to free the victim, and the victim's death."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.mechanics.carrying import put_aboard
from battlesim.mechanics.chance import DiceRoll, DiceScript, exact_chances, roll_script
from battlesim.mechanics.pieces import clear_marks, set_mark
from battlesim.table.events import DieResult
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..attack.chain_reactions import resolve_chain
from ..attack.wound_effects import (
    MARKS_LOST_WHEN_DOWN,
    apply_wound,
    kill_figure,
    put_out_of_action,
    wound_outcome,
)
from ..attack.wound_rolls import wound_dice_script, wound_roll
from ..core.lookups import has_ability
from ..core.marks import DOWN, HUGGED
from ..core.removal import remove_figure
from ..core.state import MARINES, Battle, Game
from ..ground.creature_placement import place_creature

FREEING = "TS-GAP-66"
HUG_TURNS = 4
"""The number of turn ends until a victim dies: that of the turn of the hug and three more."""
FREED_RESULT, HELD_RESULT, SPRAYED_RESULT = "freed", "held", "sprayed"


def apply_hug_attack(play: Play[Game], hugger_id: str, victim: str, margin: int) -> None:
    """Apply a Face Hugger's attack; the victim is hugged if the attack beats its defence (TS-ALN-17)."""
    if margin < 1:
        return
    reading, under = play.state.game.parameters.hug, play.under_rule(FREEING)
    if reading == "plain_incapacitated":
        put_out_of_action(play, victim, FREEING)
        return
    under.log_message(phrase("{} hugs {}", Ref(hugger_id), Ref(victim)), by=hugger_id, at=(victim,))
    attach_hugger(under, hugger_id, victim)
    if reading == "dead":
        kill_figure(play, victim, "melee", FREEING, hugger_id)


def attach_hugger(play: Play[Game], hugger_id: str, victim: str) -> None:
    """Attach a Face Hugger to its victim, which is then out of action."""
    clear_marks(play, [play.state.table.piece(victim)], MARKS_LOST_WHEN_DOWN.__contains__)
    put_aboard(play, [hugger_id], victim, how="hug")
    set_mark(play, [victim], HUGGED, HUG_TURNS)


class FreeingRoll(DiceRoll[str], frozen=True, kw_only=True):
    """A roll to free a victim, which succeeds on `least` or more; a natural 1 sprays the victim with acid."""

    least: int

    def value_of(self, faces: Sequence[int]) -> str:
        """Return the result of the roll: "freed", "held" or "sprayed"."""
        return FREED_RESULT if faces[0] >= self.least else SPRAYED_RESULT if faces[0] == 1 else HELD_RESULT

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return "hit" if the victim is freed and "miss" otherwise."""
        return ("hit" if self.value_of(faces) == FREED_RESULT else "miss",)

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """Return the lowest face that frees the victim, with a label."""
        return ((self.least, "to free"),)


def freeing_dice_script(state: Battle, rescuer: Piece, victim: Piece) -> DiceScript[str | int]:
    """Return a script that rolls to free a victim and gives a word or the margin of an acid wound."""
    came: str = yield FreeingRoll(least=4 if has_ability(rescuer, "medic") else 6, rule=FREEING)
    if came != SPRAYED_RESULT:
        return came
    return (yield from wound_dice_script(wound_roll(state, 0, "Acid", victim, "acid")))


def freeing_odds(state: Battle, rescuer: Piece, victim: Piece) -> dict[str, float]:
    """Return the chances that a marine frees a victim, fails to free it, and kills it."""
    odds = {FREED_RESULT: 0.0, HELD_RESULT: 0.0, "dead": 0.0}
    for came, chance in exact_chances(lambda: freeing_dice_script(state, rescuer, victim)).items():
        killed = isinstance(came, int) and wound_outcome(state, victim, came) == "dead"
        odds["dead" if killed else FREED_RESULT if came == FREED_RESULT else HELD_RESULT] += chance
    return odds


def try_to_free(play: Play[Game], rescuer_id: str, victim: str) -> Script[None]:
    """Roll a marine's attempt to free a victim in contact."""
    under, table = play.under_rule(FREEING), play.state.table
    fate = freeing_dice_script(play.state, table.piece(rescuer_id), table.piece(victim))
    came = yield from roll_script(
        under, fate, phrase("{} frees {}", Ref(rescuer_id), Ref(victim)), rule=FREEING, by=rescuer_id
    )
    if came == FREED_RESULT:
        for hugger in table.pieces_aboard(victim):
            remove_figure(play, hugger.id, FREEING, rescuer_id)
        set_mark(under, [victim], HUGGED, 0)
        set_mark(under, [victim], DOWN, 1)
    elif isinstance(came, int):
        yield from resolve_chain(play, apply_wound(under, victim, came, "acid", rescuer_id))


def end_hug_turn(play: Play[Game]) -> None:
    """Count down to the deaths of hugged marines; an option lets an Alien then burst from the body."""
    under = play.under_rule(FREEING)
    for victim in [
        p for p in play.state.table.pieces_of_side(MARINES) if p.table_position and p.has_mark(HUGGED)
    ]:
        huggers = play.state.table.pieces_aboard(victim.id)
        set_mark(under, [victim.id], HUGGED, victim.mark_count(HUGGED) - 1)
        if victim.mark_count(HUGGED) == 1:
            kill_figure(play, victim.id, "melee", FREEING)
            if play.state.game.parameters.hug == "bursts":
                place_creature(under, "alien", huggers[0], victim.xy)
