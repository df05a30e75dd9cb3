"""The window content of the lab: a table to edit, and modes for judging it or drawing on it."""

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
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_content import Command
from battlesim.ui.decision.decision_prompt import DecisionPrompt
from battlesim.ui.lab import lab_bar
from battlesim.ui.lab.commands import commands_of, message_clearing_commands
from battlesim.ui.lab.drawing.map_saving import MapSaver
from battlesim.ui.lab.drawing.mode import DrawingMode
from battlesim.ui.lab.drawing.unsaved_map_page import UnsavedMapPage
from battlesim.ui.lab.lab_ruleset import LabGame, LabRuleset
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.lab.lab_table import LabTable
from battlesim.ui.lab.mode import ModeFactory, ModeSwitcher
from battlesim.ui.lab.photo.mode import PhotoMode
from battlesim.ui.lab.sight.mode import SightMode
from battlesim.ui.lab.templates.mode import TemplateMode
from battlesim.ui.pages.page_loop import show_page
from battlesim.ui.panels.minimap import Minimap
from battlesim.ui.session.battle_runner import ThinkingProgress
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.settings.key_commands import ANY_SCREEN, BATTLE_SCREEN, LAB_SCREEN
from battlesim.ui.settings.settings import Settings
from battlesim.ui.table.camera_subject import CameraSubject, CardSize
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import WindowLayout
from battlesim.ui.toolkit.work_queue import WorkQueue

MODE_FACTORIES: Final[tuple[ModeFactory, ...]] = (SightMode, TemplateMode, DrawingMode, PhotoMode)
"""The modes of the lab in the order of their tabs."""
UNKNOWN_PIECE_FIGURE: Final = "trooper"
"""The figure of a piece of which only the base is known."""


class LabScreen:
    """The window content of the lab, a table editor with modes for judging sight and for drawing a map."""

    prompt: DecisionPrompt | None = None
    thinking: ThinkingProgress | None = None
    own_side: SideKey = NO_SIDE
    finished_record_path: Path | None = None

    def __init__(self, stage: Stage, session: LabSession) -> None:
        self.stage, self.session = stage, session
        self.modes = ModeSwitcher([make(stage, session) for make in MODE_FACTORIES])
        self.commands: Mapping[str, Command] = commands_of(session) | message_clearing_commands(
            session, self.modes.commands
        )
        self.panels: tuple[Panel, ...] = (self._bar(), *self.modes.panels())
        self.card_panels: tuple[Panel, ...] = ()
        self.input_handlers: tuple[InputHandler, ...] = (self.modes,)
        stage.instruments.sight.on = stage.model.display.follow = False
        stage.view.fitted = True

    def _bar(self) -> Panel:
        model, modes = self.stage.model, self.modes

        def known() -> tuple[object, ...]:
            return (
                model.pointer.hovered_command,
                model.bindings,
                model.stamp(),
                modes.current_mode.key,
                modes.current_mode.status_text(),
            )

        return Panel(
            "top", lambda: self.stage.layout.top, lambda rect: lab_bar.build(model, modes, rect), known
        )

    def speak(self, voiced: bool) -> None:
        """No-op: the lab has no log of a battle."""

    def close(self) -> None:
        """Stop the background work."""
        self.session.sheets.close()
        self.stage.queue.close()

    @property
    def unsaved_map_saver(self) -> MapSaver | None:
        """The saver of a map with unsaved changes, None if there are none."""
        drawn = (mode for mode in self.modes.all if isinstance(mode, DrawingMode))
        return next((mode.keeping for mode in drawn if mode.has_unsaved_changes), None)

    # -- what a window asks of its cast --

    @property
    def key_screens(self) -> tuple[str, ...]:
        """The screens whose keys count, those of the current mode first."""
        return self.modes.current_mode.screen, LAB_SCREEN, BATTLE_SCREEN, ANY_SCREEN

    @property
    def busy(self) -> bool:
        """True while anything is still being computed."""
        return self.modes.current_mode.busy or self.session.sheets.busy

    def layout(self, width: float, height: float) -> WindowLayout:
        """Return the layout of the panels in a window of a size, pixels at scale 1."""
        return self.modes.current_mode.layout(width, height)

    def receive_updates(self) -> bool:
        """No-op: on the lab's table nothing happens by itself."""
        return False

    def requested_page(self) -> str:
        """Return "": the lab asks for no page by itself."""
        return ""

    def banner_text(self) -> str:
        """Return the state of the sheet that is drawn, else the message of the last command."""
        return self.session.sheets.status_text() if self.session.sheets.busy else self.session.message

    def leave_with(self, window: Window, wish: Any) -> None:
        """No-op: the lab has no ending page."""

    def tick(self) -> bool:
        """Advance the current mode. Return True if the screen must be redrawn."""
        fresh, news = self.modes.current_mode.tick(), self.session.sheets.take_result_text()
        self.session.message = news or self.session.message
        return fresh or bool(news)

    def camera_subject(self) -> CameraSubject | None:
        """Return None: the camera stays where the user puts it."""
        return None

    def loose_card_sizes(self) -> tuple[CardSize, ...] | None:
        """Return no sizes: the lab has no loose cards, and no room for the dice card either."""
        return ()

    def overlays(self) -> tuple[Item, ...]:
        """Return what the current mode draws on the table."""
        return self.modes.current_mode.overlays()


def create_lab_window(
    screen: pygame.Surface,
    tables: LabTable,
    sheets: Path,
    *,
    executor: Executor | None = None,
    folder: Path | None = None,
    bindings: KeyBindings | None = None,
    queue: WorkQueue | None = None,
) -> Window:
    """Create a window on a lab table; `sheets` is the folder for sheets."""
    played = registry.loadable_rulesets().get(tables.opened.ruleset)
    ruleset = LabRuleset(played)
    story = ViewHistory(ruleset, State(tables.opened.table, LabGame(tables.sketch())))
    looks = msgspec.structs.replace(looks_named(tables.opened.ruleset), other=UNKNOWN_PIECE_FIGURE)
    model = WindowModel(ruleset, looks, story, Playback(story, True), tables.title)
    stage = Stage(screen, model, executor, folder, queue=queue)
    lab = LabScreen(stage, LabSession(model, tables, sheets, stage.queue, executor))
    return Window(stage, lab, Minimap(model, executor, folder), bindings)


def confirm_leaving_lab(window: Window, settings: Settings) -> bool:
    """Ask about an unsaved map if there is one. Return True if the lab is left.

    Closing the window while the question is open leaves without saving.
    """
    assert isinstance(window.content, LabScreen)
    keeping = window.content.unsaved_map_saver
    if keeping is None:
        return True
    page, closed = UnsavedMapPage(keeping, window.model.bindings), window.closed
    window.closed = False
    show_page(window, page, settings)
    if not (page.leaves or window.closed):
        window.running, window.next_request = True, None
        return False
    window.closed = window.closed or closed
    return True
