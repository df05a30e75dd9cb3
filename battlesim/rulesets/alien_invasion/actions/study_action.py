"""Study of dead aliens: a Special action that makes the weapons of those who study better."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import DiceNeeds, Play, Script
from battlesim.table.events import DieResult
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.units import Unit

from ..core.events import SpeciesStudied
from ..core.group_action import GroupAction
from ..core.lookups import figure_kind, figures_of, groups_of
from ..core.state import Battle, Game

STUDIES, WHO = "MT-MIB-06", "MT-GAP-46"
SIX = 6
STUDY_KEY = "study"


def open_studies(state: Battle) -> list[str]:
    """Return the alien species that have been captured but not yet studied successfully."""
    return [species for species in state.game.specimens if species not in state.game.studied]


def student_groups(state: Battle, unit: Unit) -> list[Unit]:
    """Return the groups that take part in a study: those on the table whose weapons it improves.

    Rules: MT-MIB-16.
    """
    return [own for own in groups_of(state, unit.side) if _is_student(state, own)]


def _is_student(state: Battle, unit: Unit) -> bool:
    return any(figure_kind(state, figure).initial_roll for figure in figures_of(state, unit.id))


def why_cannot_study(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot study, or "" if it can."""
    return "" if open_studies(state) else "there is no specimen to study"


def study(play: Play[Game], group: UnitId) -> Script[None]:
    """Choose a species and roll a die for each group that studies it; any 6 is a success."""
    state, unit = play.state, play.state.table.units[group]
    species = open_studies(state)
    chosen = species[0]
    if len(species) > 1:
        options = [Option(key, key.capitalize()) for key in species]
        answer = yield from play.choose_one(
            "species", unit.side, "Study what?", options, rule=WHO, about=group
        )
        chosen = answer.key
    dice = (6,) * len(student_groups(state, unit))
    why = phrase("{group} studies: {chosen}", Ref(group), chosen)
    faces = yield from play.roll_dice(dice, why, rule=STUDIES, by=group, needs=any_six())
    if SIX in faces:
        play.emit(SpeciesStudied(rule=STUDIES, species=chosen, success=True))
        play.log_message(phrase("the {chosen} is understood: better weapons for all", chosen), rule=STUDIES)


def any_six() -> DiceNeeds:
    """Return the needed result for dice of which at least one must show a 6."""

    def results(faces: Sequence[int]) -> tuple[DieResult, ...]:
        return tuple("hit" if face == SIX else "miss" for face in faces)

    return DiceNeeds("6+", results)


def _may_study(state: Battle, group: UnitId) -> bool:
    """Return whether a group belongs to those who study."""
    unit = state.table.units[group]
    return state.game.factions[unit.side].studies and _is_student(state, unit)


STUDY_ACTION = GroupAction("Study a specimen", STUDIES, why_cannot_study, study, _may_study)
