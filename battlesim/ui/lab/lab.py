"""The lab in a window: a table in hand, and what is done with it."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Final

import msgspec
import pygame

from battlesim.render.drawlist import Item
from battlesim.report.picture import looks_named
from battlesim.rulesets import registry
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.state import State
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.lab import bar
from battlesim.ui.lab.commands import commands_of, said
from battlesim.ui.lab.drawing.keeping import Keeping
from battlesim.ui.lab.drawing.mode import Drawing
from battlesim.ui.lab.drawing.unsaved import Unsaved
from battlesim.ui.lab.mode import Maker, Modes
from battlesim.ui.lab.photo.mode import Photo
from battlesim.ui.lab.sight.mode import Sight
from battlesim.ui.lab.tables import Tables
from battlesim.ui.lab.templates.mode import Templates
from battlesim.ui.lab.unplayed import InHand, Unplayed
from battlesim.ui.lab.work import Work
from battlesim.ui.panels.overview import Overview
from battlesim.ui.parts.layout import Layout
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.parts.work_queue import WorkQueue
from battlesim.ui.question.asking import Asking
from battlesim.ui.settings.bindings import Bindings
from battlesim.ui.settings.keys import BATTLE, EVERYWHERE, LAB
from battlesim.ui.settings.settings import Settings
from battlesim.ui.showing import show_page
from battlesim.ui.story.feed import Thinking
from battlesim.ui.story.model import Model
from battlesim.ui.story.playback import Playback
from battlesim.ui.story.story import Story
from battlesim.ui.table.regard import Size, Topic
from battlesim.ui.table.stage import Stage

MODES: Final[tuple[Maker, ...]] = (Sight, Templates, Drawing, Photo)
"""What can be done with a table, the first at once."""
ANYBODY: Final = "trooper"
"""The figure of a model of which no more is known than its base."""


class Lab:
    """The cast of a window on a table in hand."""

    asking: Asking | None = None
    thinking: Thinking | None = None
    own: SideKey = NO_SIDE
    ended: Path | None = None

    def __init__(self, stage: Stage, work: Work) -> None:
        self.stage, self.work = stage, work
        self.modes = Modes([make(stage, work) for make in MODES])
        self.commands: Mapping[str, Command] = commands_of(work) | said(work, self.modes.commands)
        self.panels: tuple[Panel, ...] = (self._bar(), *self.modes.panels())
        self.cards: tuple[Panel, ...] = ()
        self.parts: tuple[Part, ...] = (self.modes,)
        stage.instruments.sight.on = stage.model.shown.follow = False
        stage.view.fitted = True

    def _bar(self) -> Panel:
        model, modes = self.stage.model, self.modes

        def known() -> tuple[object, ...]:
            return model.pointing.hot, model.bindings, model.stamp(), modes.on.key, modes.on.about()

        return Panel("top", lambda: self.stage.layout.top, lambda rect: bar.build(model, modes, rect), known)

    def close(self) -> None:
        """Leave what is still worked out."""
        self.work.sheets.close()
        self.stage.queue.close()

    @property
    def unsaved(self) -> Keeping | None:
        """Where a map is kept that was drawn and not saved, None when there is none."""
        drawn = (mode for mode in self.modes.all if isinstance(mode, Drawing))
        return next((mode.keeping for mode in drawn if mode.unsaved), None)

    # -- what a window asks of its cast --

    @property
    def screens(self) -> tuple[str, ...]:
        """Where keys count: those of the mode that is on go first."""
        return self.modes.on.screen, LAB, BATTLE, EVERYWHERE

    @property
    def busy(self) -> bool:
        """Whether anything is still worked out."""
        return self.modes.on.busy or self.work.sheets.busy

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        return self.modes.on.layout(width, height)

    def hear(self) -> bool:
        """Nothing happens but by hand."""
        return False

    def wants(self) -> str:
        """Nothing but what commands ask for."""
        return ""

    def words(self) -> str:
        """What was done last, until the pointer is moved; that a sheet is being drawn as long as it is."""
        return self.work.sheets.said() if self.work.sheets.busy else self.work.message

    def take(self, window: Window, wish: Any) -> None:
        """Nothing follows from the lab."""

    def tick(self) -> bool:
        """Let the mode that is on have things worked out; whether anything is to be drawn anew."""
        fresh, news = self.modes.on.tick(), self.work.sheets.news()
        self.work.message = news or self.work.message
        return fresh or bool(news)

    def topic(self) -> Topic | None:
        """Nothing is spoken of that the view would have to follow."""
        return None

    def sizes(self) -> tuple[Size, ...] | None:
        """There are no loose cards."""
        return ()

    def overlays(self) -> tuple[Item, ...]:
        """What the mode that is on draws on the table."""
        return self.modes.on.overlays()


def lab_window(
    screen: pygame.Surface,
    tables: Tables,
    sheets: Path,
    *,
    executor: Executor | None = None,
    folder: Path | None = None,
    bindings: Bindings | None = None,
    queue: WorkQueue | None = None,
) -> Window:
    """A window on a table in hand; `sheets` is the folder for them."""
    played = registry.loadable_rulesets().get(tables.opened.ruleset)
    ruleset = Unplayed(played)
    story = Story(ruleset, State(tables.opened.table, InHand(tables.sketch())))
    looks = msgspec.structs.replace(looks_named(tables.opened.ruleset), other=ANYBODY)
    model = Model(ruleset, looks, story, Playback(story, True), tables.title)
    stage = Stage(screen, model, executor, folder, queue=queue)
    lab = Lab(stage, Work(model, tables, sheets, stage.queue, executor))
    return Window(stage, lab, Overview(model, executor, folder), bindings)


def left(window: Window, settings: Settings) -> bool:
    """Whether the lab is left for good, by whatever way it was to be: a map that is not saved is asked about
    first. Whoever closes the window upon that question leaves without saving."""
    assert isinstance(window.cast, Lab)
    keeping = window.cast.unsaved
    if keeping is None:
        return True
    page, closed = Unsaved(keeping, window.model.bindings), window.closed
    window.closed = False
    show_page(window, page, settings)
    if not (page.leaves or window.closed):
        window.running, window.wish = True, None
        return False
    window.closed = window.closed or closed
    return True
