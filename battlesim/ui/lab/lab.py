"""The lab in a window: a table in hand, the question on it, and what every rule says."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pygame

from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.report.picture import looks_named
from battlesim.report.sheet_plan import overlays_of
from battlesim.rulesets import registry
from battlesim.rulings.fields import in_view
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.state import State
from battlesim.table.words import Words, inches, say
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.lab import bar, columns, hand, seen, side
from battlesim.ui.lab.bench import HEIGHT
from battlesim.ui.lab.commands import commands_of
from battlesim.ui.lab.handling import Handling
from battlesim.ui.lab.layout import Placed, placed
from battlesim.ui.lab.tables import Tables
from battlesim.ui.lab.unplayed import Nothing, Unplayed
from battlesim.ui.lab.work import Work
from battlesim.ui.panels.overview import Overview
from battlesim.ui.parts.layout import Layout, Rect
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.question.asking import Asking
from battlesim.ui.settings.bindings import Bindings
from battlesim.ui.settings.keys import BATTLE, EVERYWHERE, LAB
from battlesim.ui.story.feed import Thinking
from battlesim.ui.story.model import Model
from battlesim.ui.story.playback import Playback
from battlesim.ui.story.story import Story
from battlesim.ui.table.regard import Size, Topic
from battlesim.ui.table.stage import Stage


class Lab:
    """The cast of a window on a table in hand."""

    screens: tuple[str, ...] = (LAB, BATTLE, EVERYWHERE)
    asking: Asking | None = None
    thinking: Thinking | None = None
    own: SideKey = NO_SIDE
    ended: Path | None = None

    def __init__(self, stage: Stage, work: Work) -> None:
        self.stage, self.model, self.work = stage, stage.model, work
        self.bench, self.dispute = work.bench, work.dispute
        self.commands: Mapping[str, Command] = commands_of(work)
        self.handling = Handling(stage, self.bench, self._clicked)
        self._laid: tuple[object, tuple[Item, ...]] = (None, ())
        self.placed: Placed = placed(*stage.size, False, True)
        self.panels: tuple[Panel, ...] = self._panels()
        self.cards: tuple[Panel, ...] = ()
        self.parts: tuple[Part, ...] = (self.handling,)
        stage.instruments.sight.on = False

    def close(self) -> None:
        """Leave what is still worked out."""
        self.dispute.close()

    # -- what a window asks of its cast --

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        return self.dispute.busy

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        shown = self.model.shown
        self.placed = placed(width, height, shown.folded, shown.log)
        return self.placed.lay

    def hear(self) -> bool:
        """Nothing happens but by hand."""
        return False

    def wants(self) -> str:
        """Nothing but what commands ask for."""
        return ""

    def words(self) -> str:
        """What was done last, until the pointer is moved."""
        return self.work.message

    def take(self, window: Window, wish: Any) -> None:
        """Nothing follows from the lab."""

    def tick(self) -> bool:
        """Have the question worked out; whether anything is to be drawn anew."""
        fresh = self.dispute.tick(self.bench.table, self.handling.dragged)
        ruling = self.dispute.ruling
        if fresh and ruling:
            self.rules.rules = ruling.ruled.judged.rules
        return fresh

    @property
    def rules(self) -> Unplayed:
        """The rules of the table."""
        assert isinstance(self.model.ruleset, Unplayed)
        return self.model.ruleset

    def topic(self) -> Topic | None:
        """Nothing is spoken of that the view would have to follow."""
        return None

    def sizes(self) -> tuple[Size, ...] | None:
        """There are no loose cards."""
        return ()

    def overlays(self) -> tuple[Item, ...]:
        """What is seen from the viewer, and what decides."""
        ruling, dispute = self.dispute.ruling, self.dispute
        room = dispute.room if not self.handling.dragged else None
        key = (id(ruling), id(room), self.work.region, self.bench.changes, dispute.viewer, dispute.asked)
        if self._laid[0] != key:
            self._laid = key, (*self._seen(), *self._decides())
        return self._laid[1]

    def _decides(self) -> tuple[Item, ...]:
        ruling, dispute, table = self.dispute.ruling, self.dispute, self.bench.table
        if dispute.asked and ruling:
            margins = None if self.handling.dragged else (dispute.room or {}).get("margin")
            return overlays_of(ruling.table, ruling.ruled, margins, apart)
        piece = table.pieces.get(dispute.viewer)
        return overlays.chosen(*piece.xy, piece.radius) if piece and piece.spot else ()

    def _seen(self) -> tuple[Item, ...]:
        """What is seen from the viewer, where that is wanted: the rest of the table is darkened."""
        table, dispute = self.bench.table, self.dispute
        viewer, target = (table.pieces.get(name) for name in (dispute.viewer, dispute.target))
        if not self.work.region or viewer is None:
            return ()
        row = dispute.rows(table)[0] if dispute.asked else None
        rules = dispute.ruling.ruled.judged.rules if dispute.ruling else self.rules.rules
        shown = row.column.table if row else table
        region = in_view(shown, rules, viewer, target.height if target else HEIGHT)
        return overlays.unseen(region, table.ground.width, table.ground.height)

    def _clicked(self, piece: str, looks: bool) -> None:
        self.model.pointing.picked, self.work.message = piece, ""
        (self.dispute.look if looks else self.dispute.look_at)(piece)

    # -- panels --

    def _panels(self) -> tuple[Panel, ...]:
        model, stage, dispute, keys = self.model, self.stage, self.dispute, self.model.bindings.shown

        def known() -> tuple[object, ...]:
            return (*dispute.stamp(), self.bench.changes, model.pointing.hot, model.bindings)

        def draw_bar(rect: Rect) -> Drawn:
            return bar.build(model, dispute, rect)

        def draw_seen(rect: Rect) -> Drawn:
            return seen.build(dispute, self.bench.table.pieces, rect)

        def draw_columns(rect: Rect) -> Drawn:
            return columns.build(dispute, rect, self.work.first, (keys("lab_up"), keys("lab_down")))

        def draw_hand(rect: Rect) -> Drawn:
            lit = {"region": self.work.region}
            return hand.build(dispute, self.bench.table.pieces, rect, model.bindings, model.pointing.hot, lit)

        return (
            Panel("top", lambda: stage.layout.top, draw_bar, lambda: (known(), model.stamp())),
            Panel("side", lambda: stage.layout.log, lambda rect: side.build(dispute, rect), known),
            Panel("seen", lambda: self.placed.seen, draw_seen, known),
            Panel(
                "columns",
                lambda: self.placed.columns,
                draw_columns,
                lambda: (known(), self.work.first),
                "roll",
            ),
            Panel("hand", lambda: self.placed.hand, draw_hand, lambda: (known(), self.work.region)),
        )


def apart(ruling: Mapping[str, Any]) -> Words:
    """How far the two of a ruling are apart."""
    edge, centre = ruling["distance"]["edge"], ruling["distance"]["centre"]
    between = say("{} edge to edge", inches(edge, 3))
    return between if centre is None else say("{}, {} centre to centre", between, inches(centre, 3))


def lab_window(
    screen: pygame.Surface,
    tables: Tables,
    sheets: Path,
    *,
    executor: Executor | None = None,
    folder: Path | None = None,
    bindings: Bindings | None = None,
    aside: bool = True,
) -> Window:
    """A window on a table in hand; `sheets` is the folder for them."""
    played = registry.working().get(tables.opened.ruleset)
    ruleset = Unplayed(played)
    story = Story(ruleset, State(tables.opened.table, Nothing()))
    model = Model(ruleset, looks_named(tables.opened.ruleset), story, Playback(story, True), tables.title)
    stage = Stage(screen, model, executor, folder)
    work = Work(model, tables, sheets, aside)
    work.dispute.viewer, work.dispute.target = tables.pair
    return Window(stage, Lab(stage, work), Overview(model, executor, folder), bindings)
