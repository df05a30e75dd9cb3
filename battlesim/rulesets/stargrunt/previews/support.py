"""Previews of support: the success of requests, and the effects of bursts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from battlesim.engine.option import Option
from battlesim.engine.ruleset import EffectArea, LossOdds, Preview, PreviewRow
from battlesim.geometry.regions import united_region
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import capped_chance, count_distribution
from battlesim.mechanics.preview_rows import losses_bars, percent, target_loss_rows
from battlesim.rulings.threat_regions import disc_region
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..core.lookups import is_ok, ok_figures, quality_die
from ..core.profiles import tables
from ..core.state import Battery, Battle, Mission
from ..support.arrival import (
    ACCURACY,
    CLOCK_SIDES,
    DEVIATES,
    DISTANCE_SIDES,
    HITS,
    burst_losses,
    clock_point,
    is_on_table,
    needed_accuracy,
)
from ..support.missions import ARRIVES, battery_of, delay
from ..support.points import REQUESTS, CallSupport
from ..support.request import CHITS, chits_left, request_roll
from .tests import cost_row, test_preview

FALLS_THERE = "at least one enemy is hit, if it falls there"
NAMED_FIGURES = 3
"""How many figures a burst names one by one; of more it tells the number."""


def battery_preview(view: Battle, unit: Unit, battery: Battery, chits: int = 0) -> Preview:
    """Return the odds of a support request with the given number of chits, and with other numbers."""
    roll, left = request_roll(unit, battery, chits), chits_left(view, unit.side)
    turns = delay(battery)
    arrival = "in this turn" if not turns else f"{turns} turn{'s' * (turns > 1)} later"
    others = (
        PreviewRow(
            f"With {number} chit{'s' * (number != 1)}",
            percent(request_roll(unit, battery, number).chances().get(1, 0.0)),
            CHITS,
        )
        for number in range(left + 1)
        if number != chits
    )
    rows = (
        *others,
        PreviewRow("Arrives", arrival, ARRIVES),
        PreviewRow("Missions left", f"{battery.missions}, {rounds_text(battery.rounds)} each"),
        cost_row("the action, and the chits", CHITS),
    )
    return test_preview("Request", f"{unit.name} calls {battery.name}", roll, "granted", *rows)


def impact_preview(view: Battle, decision: CallSupport, at: Point) -> Preview:
    """Return a preview of a burst at a point: the request, its area, and the losses of both sides."""
    losses = tuple(burst_losses(view, at, decision.radius, decision.warhead))
    about = tables().warhead[decision.warhead].name
    unit = view.table.units[view.table.pieces[decision.about].unit]
    battery = next(each for each in view.game.batteries if each.id == decision.battery)
    granted = request_roll(unit, battery, 0).chances().get(1, 0.0)
    rows = (PreviewRow("Granted without chits", percent(granted), REQUESTS),)
    return _burst_preview(view, decision.side, at, decision.radius, losses, about, rows)


def mission_preview(view: Battle, mission: Mission) -> Preview:
    """Return a preview of a mission: its effect, the chance that it is accurate, and where it may miss."""
    battery = battery_of(view, mission)
    radius = tables().burst[battery.size].radius
    losses = tuple(burst_losses(view, mission.at, radius, mission.warhead))
    accurate, missed = accuracy_chance(view, mission), missed_points(view, mission)
    rows = (
        PreviewRow("Falls where it was called", percent(accurate), ACCURACY),
        PreviewRow("Rounds", f"{mission.rounds}", HITS),
    )
    side = SideKey(battery.side)
    found = _burst_preview(view, side, mission.at, radius, losses, battery.name, rows)
    if not missed:
        return found
    region = united_region([disc_region(point, radius) for point in missed])
    reached = (p.id for p in view.table.standing_pieces() if _is_under(p, missed, radius))
    area = EffectArea(region, phrase("{}, if it misses", battery.name), DEVIATES, tuple(reached), sure=False)
    return Preview(
        found.title, found.about, found.rows, found.chance, found.chance_of, found.bars,
        areas=(area, *found.areas), losses=found.losses,
    )  # fmt: skip


def accuracy_chance(view: Battle, mission: Mission) -> float:
    """Return the chance that a mission is accurate, or 0 if its caller can no longer direct it."""
    if battery_of(view, mission).kind == "air":
        return 1.0
    caller = UnitId(mission.caller)
    if not ok_figures(view, caller):
        return 0.0
    die, needed = quality_die(view.table.units[caller]), needed_accuracy(view, mission)
    return max(0, die + 1 - needed) / die


def missed_points(view: Battle, mission: Mission) -> list[Point]:
    """Return the points on the table where the first round of an inaccurate mission can fall."""
    if accuracy_chance(view, mission) >= 1.0:
        return []
    caller, side = UnitId(mission.caller), SideKey(battery_of(view, mission).side)
    scores = range(1, needed_accuracy(view, mission)) if ok_figures(view, caller) else (1,)
    die = quality_die(view.table.units[caller]) if caller in view.table.units else 1
    inches = {face * score for face in range(1, DISTANCE_SIDES + 1) for score in scores if score <= die}
    points = (
        clock_point(view, side, mission.at, hour, float(far))
        for hour in range(1, CLOCK_SIDES + 1)
        for far in sorted(inches)
    )
    return [point for point in points if is_on_table(view, point)]


def _is_under(piece: Piece, points: list[Point], radius: float) -> bool:
    x, y = piece.xy
    return any((x - a) ** 2 + (y - b) ** 2 <= radius**2 for a, b in points)


def _burst_preview(
    view: Battle,
    side: SideKey,
    at: Point,
    radius: float,
    losses: tuple[tuple[Piece, float], ...],
    about: str,
    rows: tuple[PreviewRow, ...],
) -> Preview:
    """Return a preview of one burst: casualties of either side, and all who are under it."""
    able = [(piece, chance) for piece, chance in losses if is_ok(piece)]
    hostile = [chance for piece, chance in able if piece.side != side]
    hit = count_distribution(hostile)
    found = tuple(LossOdds(piece.id, (1.0 - chance, chance)) for piece, chance in able)
    rows = (
        *rows,
        PreviewRow("Radius", length_text(radius), HITS),
        *_unit_rows(view, able, side),
        *(
            target_loss_rows(found, view.table.name_of, HITS, points="")
            if len(found) <= NAMED_FIGURES
            else ()
        ),
    )
    caught = tuple(piece.id for piece, _ in losses)
    area = EffectArea(disc_region(at, radius), phrase("{} under it", len(caught)), HITS, caught)
    chance = capped_chance(1.0 - hit[0]) if hostile else None
    return Preview(
        "Burst", about, rows, chance, FALLS_THERE, losses_bars(hit) if hostile else (),
        areas=(area,), losses=found,
    )  # fmt: skip


def _unit_rows(view: Battle, able: list[tuple[Piece, float]], side: SideKey) -> Iterator[PreviewRow]:
    """Yield for each unit under a burst how many of it are there, and the mean of its casualties."""
    units: defaultdict[UnitId, list[float]] = defaultdict(list)
    for piece, chance in able:
        units[piece.unit].append(chance)
    for unit, chances in units.items():
        own = view.table.units[unit]
        label = f"Your own {own.name}" if own.side == side else own.name
        yield PreviewRow(label, f"{len(chances)} under it, {sum(chances):.1f} hit", HITS)


def mission_of_option(view: Battle, option: Option) -> Mission | None:
    """Return the mission that arrives if an option is chosen, or None if the option is of another kind."""
    return next((mission for mission in view.game.missions if mission.id == option.key), None)


def rounds_text(rounds: int) -> str:
    """Return a number of rounds as a text."""
    return f"{rounds} round{'s' * (rounds != 1)}"
