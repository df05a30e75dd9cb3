"""The odds card of an answer before it is given: shots, charges and moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from battlesim.engine.decisions import ChooseSome, Decision
from battlesim.engine.measured_moves import MeasuredMove
from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.mechanics.preview_rows import losses_bars, percent
from battlesim.rulings.measured_move import StraightRun
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, length_text, phrase
from battlesim.table.pieces import Piece

from ..actions.mite_actions import EXPLODE_KEY, own_mites
from ..actions.move_action import reached_groups, with_contact_inside
from ..actions.study_action import SIX, STUDIES, STUDY_KEY, student_groups
from ..attack.losses import score_of
from ..attack.pools import TOTALS, WHOLE_SCORES, pool_kill_chances
from ..attack.shooting import OUTSIDERS, pool_of
from ..attack.volley import GROUPS_LINK, joined_volley
from ..contact.locks import defended_terrain
from ..core.lookups import (
    MEAN_DIE,
    DicePool,
    all_figures,
    close_dice,
    combat_of,
    figures_of,
    lives,
    merged_groups,
    sides_in,
)
from ..core.state import Battle, Volley
from ..core.terrain import OPEN, PROTECTION_NAMES
from ..core.vehicles import acting_group
from ..ground.motion import MOVES
from ..ground.protection import DEFENDS, PARTIAL, protection, terrain_grade
from ..ground.sight import seen_pairs
from ..objectives.items import objectives
from ..objectives.special_acts import ROLLS, helpers, needed_roll
from ..vehicles.decisions import drive_preview, flight_preview
from .blast_previews import chain_preview, support_preview, thrown_preview

DIE_FACES = 6


def answer_preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """Return the odds of an answer, or None if it has none."""
    if decision.what == "target":
        return shot_preview(view, UnitId(decision.about), UnitId(answer))
    if isinstance(decision, ChooseSome) and decision.what == "link":
        return linked_preview(view, decision, answer)
    if isinstance(decision, MeasuredMove) and decision.what == "move":
        group = UnitId(decision.about)
        run = with_contact_inside(view, group, decision.straight_run(view.table, answer), answer)
        return move_preview(view, group, run)
    if decision.what == "mite":
        return chain_preview(view, decision.side, answer)
    if decision.what == "action":
        return action_preview(view, UnitId(decision.about), answer)
    if decision.what == "support_point":
        return support_preview(view, decision.side, answer)
    if decision.what == "blast_point":
        return thrown_preview(view, UnitId(decision.about), answer)
    if decision.what == "drive":
        return drive_preview(view, acting_group(view, view.table.piece(decision.about)), answer)
    if decision.what == "flight":
        return flight_preview(view, acting_group(view, view.table.piece(decision.about)), answer)
    return None


def action_preview(view: Battle, group: UnitId, key: str) -> Preview | None:
    """Return a preview of an action that needs no further choice, or None if it has no odds."""
    mites = own_mites(view, group) if key == EXPLODE_KEY else []
    if len(mites) == 1:
        return chain_preview(view, view.table.units[group].side, mites[0].id)
    if key == STUDY_KEY:
        dice = len(student_groups(view, view.table.units[group]))
        return _roll_preview(view, group, "Study", (dice, SIX), "a species is understood", STUDIES)
    return action_roll_preview(view, group, key)


def action_roll_preview(view: Battle, group: UnitId, key: str) -> Preview | None:
    """Return the chance that a group's special act succeeds, or None if it is none or takes no roll."""
    act = next((act for act in objectives(view).acts if act.key == key and act.roll), None)
    if act is None:
        return None
    dice = len(helpers(view, group)), needed_roll(view, group)
    return _roll_preview(view, group, act.title, dice, "it succeeds", ROLLS)


def _roll_preview(
    view: Battle, group: UnitId, title: str, dice: tuple[int, int], success: str, rule: str
) -> Preview:
    """Return the chance that at least one of a number of dice shows a needed face or a higher one."""
    number, needed = dice
    rows = (PreviewRow("Dice", phrase("{}D6, one must show {}+", number, needed), rule),)
    chance = 1.0 - ((needed - 1) / DIE_FACES) ** number
    return Preview(title, view.table.units[group].name, rows, chance=chance, chance_of=success)


def linked_preview(view: Battle, decision: ChooseSome, chosen: Collection[str]) -> Preview | None:
    """Return the odds of a shot and the further shots linked with it, or None if none can be linked."""
    options = decision.options
    linked = [UnitId(option.by[0]) for option in options if option.key in chosen]
    if not options:
        return None
    return shot_preview(view, UnitId(decision.about), UnitId(options[0].to[0]), linked)


def shot_preview(view: Battle, group: UnitId, target: UnitId, linked: Sequence[UnitId] = ()) -> Preview:
    """Return the odds of a shot from one group at another, with the volley that it is part of.

    `linked` are the groups whose further shots are to be linked with it, once for each shot.
    """
    volley = joined_volley(view, group, target) or Volley(
        view.table.units[group].side, target, shots=(*linked,)
    )
    seen = {each: seen_pairs(view, each, target) for each in (group, *volley.shots)}
    pairs = frozenset((*volley.pairs, *(pair for own in seen.values() for pair in own)))
    dice = _added(pool_of(view, each) for each in (group, *volley.shots))
    figures = all_figures(view, merged_groups(view, target))
    grade = protection(view, target, pairs)
    combat = combat_of(view, target)
    split = combat is not None and (combat_of(view, group) is None or len(sides_in(view, combat)) > 2)
    rolled = sum(face for face in volley.faces if not (split and face % 2))
    note = "only even dice count here; odd ones go to the others in the fight" if split else ""
    blind = ", ".join(view.table.units[each].name for each in volley.shots if not seen[each])
    rows = (
        *((PreviewRow("Rolled so far", str(rolled), GROUPS_LINK),) if volley.fired else ()),
        PreviewRow("Dice", _dice_text(dice), TOTALS),
        *((PreviewRow("Sees none of them yet", blind, GROUPS_LINK),) if blind else ()),
        PreviewRow("Protection", PROTECTION_NAMES[grade], PARTIAL),
        *((PreviewRow("Shared", note, OUTSIDERS),) if split else ()),
    )
    title = f"{view.table.units[group].name} at {view.table.units[target].name}"
    heading = "Linked fire" if volley.shots or volley.fired else "Shoot"
    sights = tuple(sorted(seen[group]))[:1]
    thrown = _halved(dice) if split else dice
    return _kills_preview(view, heading, title, thrown, figures, grade, rows, sights, rolled)


def move_preview(view: Battle, group: UnitId, run: StraightRun) -> Preview:
    """Return a preview of a move: its length, what ends it, and the odds of any fight at its end."""
    end = phrase("{}", length_text(run.length, 1))
    if run.by:
        ground = view.table.ground.terrain_by_id().get(run.by[0])
        ender = ground.spoken_name if ground else Ref(run.by[0])
        end = phrase("{distance}, ended by {object}", length_text(run.length, 1), ender)
    line = PreviewRow("Line", end, MOVES)
    reached = reached_groups(view, run)
    if not reached:
        return Preview("Move", view.table.units[group].name, (line,))
    target = reached[0]
    terrain = defended_terrain(view, target, view.table.position_of(run.piece), run.end)
    grade = terrain_grade(view, terrain) if terrain else OPEN
    own, enemies = figures_of(view, group), figures_of(view, target)
    each = view.game.parameters.rolls_each
    suffered = pool_kill_chances(close_dice(view, enemies), score_of(view, own[0], OPEN), lives(own), each)
    lost = sum(number * chance for number, chance in enumerate(suffered))
    rows = (
        line,
        PreviewRow("They fight", PROTECTION_NAMES[grade], DEFENDS),
        PreviewRow("Lost in return", f"{lost:.1f} on average", WHOLE_SCORES),
    )
    dice = close_dice(view, own)
    title = f"{view.table.units[group].name} charges {view.table.units[target].name}"
    return _kills_preview(view, "Charge", title, dice, enemies, grade, rows, ())


def _added(pools: Iterable[DicePool]) -> DicePool:
    """Return the dice of several shots together; figures with an initial roll are all of one kind."""
    fixed, rolling, initial = zip(*pools, strict=True)
    return DicePool(sum(fixed), sum(rolling), max(initial))


def _dice_text(dice: DicePool) -> str:
    """Return dice as text, with the mean of their total."""
    fixed = f"{dice.fixed}D6" if dice.fixed or not dice.rolling else ""
    rolled = f"{dice.rolling} x {dice.initial}D6 times a D6" if dice.rolling else ""
    return f"{' + '.join(filter(None, (fixed, rolled)))}, {MEAN_DIE * dice.mean:g} on average"


def _halved(dice: DicePool) -> DicePool:
    """Return about half the dice: those that come up even."""
    return DicePool(dice.fixed // 2, dice.rolling // 2, dice.initial)


def _kills_preview(
    view: Battle,
    title: str,
    about: str,
    dice: DicePool,
    figures: list[Piece],
    grade: int,
    rows: tuple[PreviewRow, ...],
    sights: tuple[tuple[str, str], ...],
    rolled: int = 0,
) -> Preview:
    """Return the odds of dice against figures of one group, by the lowest of their scores.

    `rolled` is added to the total of the dice.
    """
    score = min(score_of(view, figure, grade) for figure in figures)
    chances = pool_kill_chances(dice, score, lives(figures), view.game.parameters.rolls_each, rolled)
    mean = sum(number * chance for number, chance in enumerate(chances))
    more = (
        PreviewRow("Score to kill", str(score), WHOLE_SCORES),
        PreviewRow("Killed", f"{mean:.1f} on average", WHOLE_SCORES),
        PreviewRow("All of them", percent(chances[-1]), WHOLE_SCORES),
    )
    return Preview(
        title,
        about,
        (*rows, *more),
        1.0 - chances[0],
        "at least one is killed",
        losses_bars(chances),
        sights=sights,
        losses=(LossOdds(figures[0].unit, chances),),
    )
