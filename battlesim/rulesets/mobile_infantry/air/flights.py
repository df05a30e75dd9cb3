"""Strike runs: the munition, the line of flight with who may intercept it, each release."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.engine.decisions import ChooseOne, ChooseSome
from battlesim.engine.moves import ChoosePoint
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.rulings.measure import told
from battlesim.table.words import inches, say

from ..aftermath import areas
from ..aftermath.cards import card, people
from ..arachnids.blows import own_losses
from ..attack import area, odds
from ..attack.pool import AttackDie
from ..attack.strike import FLAME, PIERCING
from ..attack.ways import AIRSTRIKE
from ..core.facts import models
from ..core.marks import ALERT
from ..core.profiles import weapons
from ..core.state import BUGS, MI, Battle
from ..troopers.shooting import BLASTS
from . import interception, strike_run
from .strike_run import NO

NAMED = 6
"""So many of those under a line, and of the Hoppers near it, are told one by one."""


def load(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """What a munition is, and how many Hoppers are on Alert against the run."""
    if answer == NO:
        return None
    weapon = weapons()[answer]
    alert = [p for p in models(view, BUGS) if p.kind == "hopper" and p.has(ALERT)]
    about = say("{} about the target", inches(weapon.area)) if weapon.area else "one model"
    dice = f"{weapon.dice}x D{weapon.die}+{weapon.bonus}"
    left = min(strike_run.RELEASES, strike_run.load(view, answer))
    rows = [
        PreviewRow("Dice on each model", dice, area.NAPALM if weapon.area else area.MISSILE),
        PreviewRow("Hits", about, AIRSTRIKE),
        PreviewRow("Blasts a release", str(weapon.blasts), BLASTS),
        PreviewRow("Releases left", str(left), strike_run.LOAD),
    ]
    if weapon.piercing:
        rows.append(PreviewRow("Piercing, on the Save", f"-{weapon.piercing}", PIERCING))
    if weapon.flame:
        rows.append(PreviewRow("Flame", "no cover counts", FLAME))
    rows.append(PreviewRow("Hoppers on Alert", str(len(alert)), interception.INTERCEPT))
    return Preview("Strike run", weapon.name, tuple(rows))


def line_of_flight(view: Battle, decision: ChoosePoint, answer: tuple[float, float]) -> Preview | None:
    """Who lies under the line, who may intercept, and how surely the bomber is lost to all of them."""
    if decision.begin is None:
        return None
    line = (decision.begin, answer)
    below, able = strike_run.under(view, line), interception.able(view, line)
    rows = [PreviewRow("Length of the run", inches(math.dist(*line), 1), strike_run.LINE)]
    rows += [
        PreviewRow(view.table.called(name), say("{} along", inches(along, 1)), strike_run.RELEASE)
        for along, name in below[:NAMED]
    ]
    under = f"{len(below)} piece{'s' * (len(below) > 1)}" if below else "nobody"
    rows.append(PreviewRow("Under the line", under, strike_run.RELEASE))
    words = say("{} within {}", len(able), inches(interception.REACH)) if able else "nobody"
    rows.append(PreviewRow("May intercept", words, interception.INTERCEPT))
    if not able:
        return Preview("Strike run", people(view, [n for _, n in below]) if below else "", tuple(rows))
    bomber = strike_run.bomber(view, line)
    there = view.with_table(view.table.with_pieces(bomber))
    forms = interception.forms_of(there, [p.id for p in able])
    dice = [AttackDie(form, hopper, bomber.id) for hopper, form in forms.items()]
    shot, note = odds.odds_of(there, dice, "interception"), "if all of them intercept"
    return card(there, "Strike run", "", shot, how="interception", before=rows, note=note)


def bombs(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """One release: its blasts on one target, or the second one on another."""
    munition = decision.chosen(answer).act
    if not munition:
        return None
    plane = view.table.piece(decision.about)
    aims = (decision.least, answer) if decision.least else (answer,) * weapons()[munition].blasts
    dice = area.bomb_dice(view, munition, plane.id, aims, strike_run.heading(plane))
    shot = odds.odds_of(view, dice, "bomb")
    about = f"{weapons()[munition].name} on {people(view, tuple(dict.fromkeys(aims)))}"
    blasts = dict.fromkeys(aims) if weapons()[munition].area else ()
    laid = tuple(areas.about(view, munition, aim, MI) for aim in blasts)
    return card(view, "Release", about, shot, how="bomb", main=aims[0], side=MI, dice=dice, laid=laid)


def intercept(view: Battle, decision: ChooseSome, answer: Sequence[str]) -> Preview | None:
    """Hoppers at an aircraft: how far they are from its line, one strike each."""
    if not answer:
        return None
    hoppers, aircraft = sorted(answer), view.table.called(decision.about)
    forms = interception.forms_of(view, hoppers)
    dice = [AttackDie(form, hopper, decision.about) for hopper, form in forms.items()]
    return card(
        view,
        "Interception",
        f"{people(view, hoppers)} at {aircraft}",
        odds.odds_of(view, dice, "interception"),
        how="interception",
        before=_off_line(view, hoppers, decision.course),
        after=own_losses(dice),
        note=f"before {aircraft} releases anything",
    )


def _off_line(view: Battle, hoppers: Sequence[str], course: Sequence[Point]) -> list[PreviewRow]:
    """How far each is from the line that the aircraft flies; of many the nearest ones."""
    (start, end), reach, rows = course, inches(interception.REACH), []
    far = {hopper: interception.off_line(view.table.piece(hopper), (start, end)) for hopper in hoppers}
    for hopper in sorted(far, key=far.__getitem__)[:NAMED]:
        label, words = (
            f"{view.table.called(hopper)} to its line",
            say("{} of {}", told(far[hopper], unit=False), reach),
        )
        rows.append(PreviewRow(label, words, interception.INTERCEPT))
    return rows
