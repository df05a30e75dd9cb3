"""The control for moves: the goal, path and facing of each piece of a group, and what the piece enters."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import Item, Layer, Stroke
from battlesim.render.outdated import greyed_if
from battlesim.rulings.movement import (
    ENTRY_PREPOSITIONS,
    Leg,
    Motion,
    PlannedLeg,
    enterable_ids,
    may_advance,
    motion_reach,
    place_after_leg,
    start_point,
    start_points,
    table_after_legs,
)
from battlesim.table.phrases import AnyText, joined_text, length_text, phrase, with_names
from battlesim.table.pieces import OnTable
from battlesim.ui.decision.pickers.move_plan import PieceReach
from battlesim.ui.decision.pickers.move_planning import MovePlanningPicker
from battlesim.ui.decision.pickers.picker_overlay import arrow, cross_mark, ghost
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.table.object_marks import highlight_items
from battlesim.ui.toolkit.work_queue import KeyedResult, WorkQueue

NOBODY_CAN_MOVE_TEXT: Final = "none of these can move"
"""Summary if no piece of the group can move."""
NOBODY_MOVES_TEXT: Final = "nobody moves"
"""Summary of a plan in which every piece stays where it is."""


class MovePicker(MovePlanningPicker):
    """A control for moving a piece or a group. If the rules require it, the group's leader moves first."""

    status_kind = "MovePicker"

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with no piece moved."""
        super().begin(queue)
        self.via: list[Point] = []
        self._by_hand: set[str] = set()
        self._alone = len(self.motions) < 2
        self._reach: KeyedResult[PieceReach] = KeyedResult(queue)
        able = [k for k, m in enumerate(self.motions.values()) if self._able(m)]
        self.cursor = able[0] if able else 0
        self._look()

    @staticmethod
    def _able(motion: Motion) -> bool:
        return motion.allowance > 0.0 and bool(motion.leaving or motion.starts)

    @property
    def leg(self) -> Leg | None:
        """The planned leg of the current piece, None if it has none."""
        return next((leg for leg in self.plan.legs if leg.piece == self.motion.piece), None)

    # -- rows and answer --

    def rows(self) -> list[PickerRow]:
        """Return the pieces, each with the cost of its move."""
        return [self._row(motion) for motion in self.motions.values()]

    def _row(self, motion: Motion) -> PickerRow:
        leg = next((leg for leg in self.plan.legs if leg.piece == motion.piece), None)
        entry = next((e for e in motion.entries if leg and e.id == leg.enters), None)
        note = f"{ENTRY_PREPOSITIONS[entry.how]} {self.name(entry.id)}" if entry else ""
        value = self._cost_text(motion) if leg else self._allowance_text(motion)
        name, at, rule = self.name(motion.piece), (motion.piece,), self.decision.rule
        stuck = "" if self._able(motion) else "cannot move"
        return PickerRow(motion.piece, name, note, at, rule, value, leg is not None, stuck)

    def planned_answer(self) -> tuple[Leg, ...]:
        """Return the planned legs in order."""
        return self.plan.legs

    def choose(self, row: PickerRow) -> None:
        """Select a piece to be moved alone."""
        self.put_cursor(row.key)
        self.via, self.refusal, self._alone = [], row.blocked, True
        self._look()

    def step(self, by: int) -> None:
        """Select the next piece."""
        super().step(by)
        self.via, self._alone = [], True
        self._look()

    def own_buttons(self) -> list[PickerButton]:
        """Return the buttons: toward the enemy, bring the rest, go into, and turn."""
        some = self.motions.values()
        found = [PickerButton("toward", "To enemy", self.advance)] * may_advance(self.view.table, some)
        found += [PickerButton("rest", "Bring the rest", self.bring)] * (len(some) > 1)
        found += [PickerButton("enter", "Go into…", self._enter_next)] * any(one.entries for one in some)
        return found + self.facing_buttons(self.motions)

    def back(self) -> None:
        """Undo the last waypoint, else the last change."""
        if self.via:
            self.via.pop()
        else:
            super().back()

    def keep_clear_points(self) -> list[Point]:
        """Return the ends of the planned legs."""
        return [leg.end for leg in self.plan.legs]

    def summary(self) -> AnyText:
        """Return how many pieces move, and whether a plan is being computed."""
        if not any(self._able(motion) for motion in self.motions.values()):
            return NOBODY_CAN_MOVE_TEXT
        count = f"{len(self.plan.legs)} of {len(self.motions)} move"
        words: list[AnyText] = [count if self.plan.legs else NOBODY_MOVES_TEXT]
        words += [with_names(self.plan.short, self.name)] if self._missed() and self.plan.short else []
        return joined_text([*words, *["finding a path"] * self.drafting], "  ·  ")

    # -- planning --

    @property
    def busy(self) -> bool:
        """True while the plan, the arcs or the reach are being computed."""
        return super().busy or self._reach.working

    def tick(self) -> bool:
        """Take a plan or a reach that is ready. Return True if there is one."""
        reached = self._reach.poll()
        self.changes += reached
        return super().tick() or reached

    def on_new_plan(self) -> None:
        """Recompute the reach of the current piece."""
        self._look()

    def _look(self) -> None:
        """Request the reach of the current piece."""
        if not self.motions or not self._able(self.motion):
            return
        motion, others = self.motion, self._others(self.motion.piece)

        def work() -> PieceReach:
            table = table_after_legs(self.view.table, self.motions, others)
            return PieceReach(motion_reach(table, motion), enterable_ids(table, motion))

        self._reach.request((motion.piece, others), work)

    def _into(self) -> tuple[str, ...]:
        """Return the ids of what the current piece can enter, as far as they are known."""
        return self._reach.current.enterable_ids if self._reach.current and self._able(self.motion) else ()

    def move_to(self, goal: Point, whole: bool = False) -> None:
        """Request a plan that moves the current piece over the waypoints to a point, or the `whole` group."""
        motion, points = self.motion, (*self.via, goal)
        before = () if whole else self._others(motion.piece)
        self._by_hand -= set(self.motions) if whole else set()
        if not self._able(motion):
            self.refusal = f"{self.name(motion.piece)} cannot move"
            return
        self._by_hand.add(motion.piece)
        self.request_plan((motion.piece, points, before, whole), lambda: self._plan_to(points, before, whole))

    def advance(self) -> None:
        """Move the current piece toward the nearest enemy as far as a legal plan allows.

        The rest is brought along if that is necessary.
        """
        motion = self.motion
        before = self._others(motion.piece)
        self.remember_for_undo(f"move {motion.piece}")
        self._by_hand.add(motion.piece)
        self.request_plan(("toward", motion.piece, before), lambda: self._plan_toward_enemy(motion, before))

    def enter(self, thing: str) -> None:
        """Move the current piece into an object."""
        motion = self.motion
        before = self._others(motion.piece)
        self.remember_for_undo(f"enter {thing}")
        self._by_hand.add(motion.piece)
        self.request_plan((motion.piece, thing, before), lambda: self._plan_into(motion, before, thing))

    def _enter_next(self) -> None:
        """Move the current piece into the next object that it can enter."""
        things = self._into()
        if not things:
            self.refusal = f"{self.name(self.motion.piece)} has nothing to enter within reach"
            return
        now = self.leg.enters if self.leg else ""
        self.enter(things[(things.index(now) + 1) % len(things)] if now in things else things[0])

    def bring(self) -> None:
        """Bring along the pieces that were not moved by hand; those brought before are planned again."""
        legs = tuple(leg for leg in self.plan.legs if leg.piece in self._by_hand) or self.plan.legs
        goal = self._rally(legs)
        if goal is None:
            self.refusal = "move one of them first; the others then follow"
            return
        words = self.plan.words or "no other piece can come along"
        self.remember_for_undo("bring")
        self.request_plan(("bring", legs, self.plan.legs), lambda: self._plan_along(legs, words))

    def face(self, by: float) -> None:
        """Turn the current piece, degrees counter-clockwise."""
        self.wait_for_plan()
        motion, leg = self.motion, self.leg
        place = self.view.table.piece(motion.piece).place
        start = start_point(self.view.table, motion)
        if start is None:
            return
        old = leg.facing if leg and leg.facing is not None else None
        known = old if old is not None else place.facing if isinstance(place, OnTable) else 0.0
        facing = (known + by) % 360.0
        self.remember_for_undo(f"turn {motion.piece}")
        self._turned[motion.piece] = facing
        turned = msgspec.structs.replace(leg or Leg(motion.piece, (start,)), facing=facing)
        self.request_plan((turned, self.plan.legs), lambda: self._plan_with(PlannedLeg(turned)))

    def nudge(self, dx: float, dy: float) -> None:
        """Shift the goal of the current piece, also across points where it cannot stand."""
        self.wait_for_plan()
        here = self._missed() or (self.leg.end if self.leg else start_point(self.view.table, self.motion))
        if here is not None:
            self.remember_for_undo(f"move {self.motion.piece}")
            self.move_to((here[0] + dx, here[1] + dy))

    def _missed(self) -> Point | None:
        """Return the requested point at which the current piece cannot stand, None if there is none."""
        piece, at = self.plan.missed or ("", None)
        return at if piece == self.motion.piece else None

    # -- mouse --

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """Select a clicked piece of the group, enter a clicked object, or move to the clicked point.

        The right button adds a waypoint.
        """
        entry = next((t for t in things if any(t == e.id for e in self.motion.entries)), "")
        if button == 3:
            self.via.append((round(at[0], 3), round(at[1], 3)))
        elif taken := self._taken(at, things):
            self.choose(next(row for row in self.rows() if row.key == taken))
        elif entry:
            self.enter(entry)
        else:
            self.remember_for_undo(f"move {self.motion.piece}")
            self.move_to(at, not self._alone)
        return True

    def _taken(self, at: Point, things: list[str]) -> str:
        """Return the id of the group's piece at a point, where it will stand or stands; "" for none."""
        gone = {leg.piece for leg in self.plan.legs}
        return self.ghost_at(at) or next((t for t in things if t in self.motions and t not in gone), "")

    def ghost_at(self, at: Point) -> str:
        """Return the id of the piece that will stand at a point, "" for none."""
        ends = (leg for leg in self.plan.legs if not leg.enters)
        return next((g.piece for g in ends if math.dist(at, g.end) <= self.motions[g.piece].radius), "")

    def has_own_ghost_at(self, at: Point) -> bool:
        """Return True if the current piece will stand at a point."""
        return bool(self.motions) and self.ghost_at(at) == self.motion.piece

    def drag(self, at: Point) -> None:
        """Move the piece, or the whole group, toward the pointer."""
        self.remember_for_undo(f"move {self.motion.piece}")
        self.move_to(at, not self._alone)

    def looked_at_points(self) -> list[Point]:
        """Return where the current piece goes, else where it is or enters."""
        if self.leg:
            return [self.leg.end]
        return super().looked_at_points() or (
            start_points(self.view.table, self.motion)[:1] if self.motions else []
        )

    def overlay(self) -> list[Item]:
        """Return the graphics: reach, links, paths with costs, end positions, and what can be entered."""
        if not self.motions:
            return []
        region = self._reach.value.region if self._reach.value and self._able(self.motion) else None
        items = greyed_if(self._reach.working, overlays.reach_overlay(region) if region else ())
        for pair in self.plan.links:
            tint = "mint" if pair.holds else "vermillion"
            items.append(Stroke(Layer.PATH, (pair.a, pair.b), tint, 1.8, 0.95, (5, 3), 4.5, 0.45))
        for leg in self.plan.legs:
            items += self._path(leg)
        items += [*self.arcs.items(), *highlight_items(self.view, self._into(), "open")]
        if missed := self._missed():
            items += cross_mark(missed, self.leg.end if self.leg else None)
        items += [item for step in self.via for item in overlays.icon_pin(step, "flag", "cream", "waypoint")]
        return items + ([] if self.leg else highlight_items(self.view, (self.motion.piece,), "here"))

    def _path(self, leg: Leg) -> list[Item]:
        motion, table = self.motions[leg.piece], self.view.table
        words = self._cost_text(motion)
        mine = leg.piece == self.motion.piece
        items = list(overlays.move_path(leg.path, words if mine else "")) if len(leg.path) > 1 else []
        place = place_after_leg(table, motion, leg)
        x, y = (place.x, place.y) if isinstance(place, OnTable) else leg.end
        items += ghost(table.piece(leg.piece), x, y, self, leg.facing)
        if mine and leg.facing is not None and leg.piece in self._turned:
            items += arrow(x, y, motion.radius, leg.facing, f"{leg.facing:.0f}°")
        return items + (list(overlays.focus_ring(x, y, motion.radius)) if mine else [])

    def _cost_text(self, motion: Motion) -> AnyText:
        """Return the text of what a planned move costs, out of the allowance if there is a limit."""
        cost, limit = self.plan.costs[motion.piece], self._allowance_text(motion)
        return phrase("{} of {}", length_text(cost, 1, unit=False), limit) if limit else length_text(cost, 1)

    def _allowance_text(self, motion: Motion) -> AnyText:
        """Return the text of an allowance; "" if it exceeds what any straight way on the table costs.

        It is rounded, as a climb may have left any number.
        """
        ground = self.view.table.ground
        is_limit = motion.allowance < ground.width + ground.height
        return length_text(round(motion.allowance, 2)) if is_limit else ""
