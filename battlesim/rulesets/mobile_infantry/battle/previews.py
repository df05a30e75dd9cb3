"""Previews of answers with exact odds, made by the functions that carry out the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import Preview
from battlesim.mechanics import act_types
from battlesim.table.ids import SideKey

from ..activations import bug_activation, move_previews
from ..aftermath import attack_previews
from ..air import strike_run
from ..arachnids import bug_fire, melee
from ..core.state import BUGS, MI, Battle
from ..reactions import reactions
from ..troopers import shooting, support_acts
from . import reinforcements

PreviewFunction = Callable[[Battle, Any, Any], Preview | None]
PREVIEW_FUNCTIONS: Mapping[tuple[SideKey, str], tuple[PreviewFunction, ...]] = {
    (MI, "move"): (move_previews.move_preview,),
    (MI, "target"): (strike_run.release_preview, shooting.target_preview),
    (MI, "weapons"): (shooting.weapons_preview,),
    (MI, "allocate"): (attack_previews.allocation_preview,),
    (MI, "source"): (attack_previews.flinch_source_preview,),
    (MI, "second_target"): (strike_run.release_preview, shooting.second_blast_preview),
    (MI, "pass_die"): (bug_fire.die_pass_preview,),
    (MI, "support"): (partial(act_types.act_preview, support_acts.SUPPORT_ACTS),),
    (MI, "react"): (reactions.reaction_preview,),
    (MI, "strike"): (strike_run.munition_preview,),
    (MI, "line"): (strike_run.strike_line_preview,),
    (BUGS, "move"): (move_previews.move_preview,),
    (BUGS, "action"): (melee.melee_action_preview,),
    (BUGS, "form"): (melee.forms_preview,),
    (BUGS, "attacks"): (melee.attacks_preview,),
    (BUGS, "target"): (bug_fire.bug_target_preview,),
    (BUGS, "source"): (attack_previews.flinch_source_preview,),
    (BUGS, "weapons"): (bug_fire.bug_mode_preview,),
    (BUGS, "react"): (reactions.reaction_preview,),
    (BUGS, "intercept"): (strike_run.interception_preview,),
    (BUGS, "capture_place"): (move_previews.captive_side_preview,),
    (BUGS, "activate"): (bug_activation.collapse_preview,),
    (BUGS, "arrive"): (bug_activation.collapse_preview,),
    (BUGS, "edge"): (reinforcements.entry_preview,),
    (BUGS, "tunnel"): (bug_activation.entrance_preview,),
    (BUGS, "enter"): (bug_activation.exit_preview,),
}
"""Preview functions by side and question; the first that returns a preview is used."""


def answer_preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """Return a preview of an answer, or None if it has none."""
    for card in PREVIEW_FUNCTIONS.get((decision.side, decision.what), ()):
        if (known := card(view, decision, answer)) is not None:
            return known
    return None
