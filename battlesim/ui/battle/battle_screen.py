"""The window content for playing a battle: its panels, updates from the rules and the open decision."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pygame

from battlesim.render.drawlist import Item
from battlesim.report.ending import ending_forms
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import AnyText
from battlesim.ui.battle.commands import WINDOW_COMMANDS
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_content import Command
from battlesim.ui.decision.decision_prompt import DecisionPrompt
from battlesim.ui.panels import card_strip, log_panel, objectives, roster, top_bar, unit_card
from battlesim.ui.panels.announcement_card import announced_line
from battlesim.ui.panels.minimap import Minimap
from battlesim.ui.session.battle_runner import BattleRunner, ThinkingProgress
from battlesim.ui.session.hot_seat import HotSeatCurtain
from battlesim.ui.session.log_line import LogLine
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.settings.key_commands import ANY_SCREEN, BATTLE_SCREEN
from battlesim.ui.table.camera_subject import CameraSubject, CardSize, line_subject
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import InputHandler, Panel
from battlesim.ui.toolkit.layout import Rect, WindowLayout, window_layout
from battlesim.ui.toolkit.panel_content import PanelContent
from battlesim.ui.toolkit.work_queue import WorkQueue

MAX_BATCHES_PER_FRAME: Final = 20
"""Largest number of batches of updates taken in one frame."""


class BattleScreen:
    """The window content for playing a battle. Without a `runner`, a battle is shown but cannot continue."""

    key_screens: tuple[str, ...] = (BATTLE_SCREEN, ANY_SCREEN)

    def __init__(
        self, stage: Stage, runner: BattleRunner | None = None, curtain: HotSeatCurtain | None = None
    ) -> None:
        self.stage, self.model, self.runner = stage, stage.model, runner
        self.curtain = curtain or HotSeatCurtain(self.model)
        self.prompt: DecisionPrompt | None = (
            DecisionPrompt(runner, self.curtain, stage) if runner and runner.asks else None
        )
        self.thinking: ThinkingProgress | None = None
        self._told = False
        self._waits = "never"
        self.commands: Mapping[str, Command] = {
            **WINDOW_COMMANDS,
            "undo": lambda window, value: self.undo_answer(),
            "stop": lambda window, value: runner.stop_player() if runner else None,
        }
        self.panels: tuple[Panel, ...] = self._panels()
        self.card_panels: tuple[Panel, ...] = (
            (self.prompt.panel, self.prompt.odds_panel) if self.prompt else ()
        )
        self.input_handlers: tuple[InputHandler, ...] = (self.prompt,) if self.prompt else ()

    def _panels(self) -> tuple[Panel, ...]:
        """Create the panels: top bar, objectives, cards, roster, log and unit card."""
        model, stage = self.model, self.stage

        def covered() -> float:
            return self.prompt.covered_height() if self.prompt else 0.0

        def bar(rect: Rect) -> PanelContent:
            return top_bar.build(model, rect, self.thinking)

        def units(rect: Rect) -> PanelContent:
            return roster.build(model, rect, stage.layout.measures.list_row)

        def lines(rect: Rect) -> PanelContent:
            return log_panel.build(model, rect, stage.layout.measures.log_row)

        def unit(rect: Rect) -> PanelContent:
            return unit_card.build(model, rect, stage.layout.wide, covered())

        def told() -> object:
            return model.stamp(), model.card_piece(), covered()

        return (
            Panel("top", lambda: stage.layout.top, bar, lambda: (model.stamp(), self.thinking)),
            Panel(
                "goals", lambda: stage.layout.goals, lambda rect: objectives.strip(model, rect), model.stamp
            ),
            Panel(
                "cards", lambda: stage.layout.cards, lambda rect: card_strip.build(model, rect), model.stamp
            ),
            Panel("left", lambda: stage.layout.left, units, lambda: roster.stamp(model), "units"),
            Panel("log", lambda: stage.layout.log, lines, model.stamp, "scroll"),
            Panel("right", lambda: stage.layout.right, unit, told, "rule"),
        )

    @property
    def busy(self) -> bool:
        """True while the battle goes on by itself or anything about the decision is being computed."""
        told = self.runner is not None and self.runner.busy
        return told or (self.prompt is not None and self.prompt.busy)

    def layout(self, width: float, height: float) -> WindowLayout:
        """Return the layout of the panels in a window of a size, pixels at scale 1."""
        lay = window_layout(width, height, self.model.display.folded, self.model.display.log)
        lay = lay.with_goals(objectives.height(self.model.facts))
        return lay.with_strip(card_strip.height(self.model.facts, lay.table.width))

    def receive_updates(self) -> bool:
        """Take pending updates from the rules. Return True if anything changed."""
        if self.runner is None:
            return False
        news = self.runner.take_updates(MAX_BATCHES_PER_FRAME)
        if news:
            self.curtain.add(news)
        before, self.thinking = self.thinking, self.runner.thinking
        ended = self._tell_ending()
        return bool(news) or ended or self.thinking != before

    def _tell_ending(self) -> bool:
        """Show how the battle ended once the end is reached. Return False if nothing changed."""
        ended = self.runner and self.runner.is_over and self.model.playback.live
        if self.runner is None or not ended or self.model.ending_text:
            return False
        self.model.ending = self._ending(self.runner)
        return True

    def _ending(self, feed: BattleRunner) -> tuple[str, ...]:
        end = feed.outcome
        if end is None:
            return (feed.failure or "the battle was stopped",)
        return ending_forms(end.winners, end.scores, end.reason, self.model.state.table.sides)

    def requested_page(self) -> str:
        """Return the page to show in place of the window ("ending", "curtain"), "" for none."""
        play = self.model.playback
        if self.finished_record_path and self.model.ending and not self._told and not play.moving:
            self._told = True
            self._tell_ending()
            return "ending"
        waits = self.runner and play.live and self.curtain.next_side(self.runner.open_decision)
        return "curtain" if waits else ""

    @property
    def own_side(self) -> SideKey:
        """The first side that a human plays, NO_SIDE if none."""
        return next(iter(self.runner.human_sides), NO_SIDE) if self.runner else NO_SIDE

    @property
    def finished_record_path(self) -> Path | None:
        """The path of the record once the battle is over, else None."""
        return self.runner.record if self.runner and self.runner.is_over and self.runner.outcome else None

    def leave_with(self, window: Window, wish: Any) -> None:
        """Close the window and remember what the user wants next."""
        window.next_request, window.running = wish, False

    def banner_text(self) -> str:
        """Return the text for the banner: what playback or the open decision waits for, "" for nothing."""
        if self.model.playback.waiting and announced_line(self.model) is None:
            return f"{self.model.bindings.key_label('skip')} goes on"
        return self.prompt.waiting_text() if self.prompt else ""

    def speak(self, voiced: bool) -> None:
        """Let the log speak as the game does, or plainly."""
        self.curtain.speak(voiced)

    def wait_after_announcements(self, when: str) -> None:
        """Wait for a key after announcements: "always", "own" for those of human sides, or "never"."""
        self._waits = when
        self.model.playback.waits_after = self._waits_after

    def _waits_after(self, line: LogLine) -> bool:
        """Return True if playback waits after the announcement of a log line."""
        if self._waits != "own":
            return self._waits == "always"
        human = self.runner.human_sides if self.runner else ()
        return any(side.number == line.side and side.key in human for side in self.model.state.table.sides)

    def tick(self) -> bool:
        """Take decisions and hand over answers. Return True if the screen must be redrawn."""
        changed = self.prompt is not None and self.prompt.tick()
        if self.prompt and self.prompt.shown:
            self.model.playback.resume()
        return changed

    def camera_subject(self) -> CameraSubject | None:
        """Return what the camera keeps in view: the open decision, else the line if that is followed."""
        if self.prompt and self.prompt.shown:
            return self.prompt.camera_subject()
        if self.prompt and self.prompt.is_about_to_show:
            return None
        return line_subject(self.model) if self.model.display.follow else None

    def loose_card_sizes(self) -> tuple[CardSize, ...] | None:
        """Return the size of the odds card if there is one, else None, so that the dice card has room."""
        size = self.prompt.card_size() if self.prompt else None
        return (size,) if size else None

    def overlays(self) -> tuple[Item, ...]:
        """Return what the open decision draws on the table."""
        return self.prompt.overlays() if self.prompt else ()

    def close(self) -> None:
        """Stop the background work."""
        self.stage.queue.close()

    def switch_side(self, side: SideKey) -> None:
        """Show what a side knows, and drop what another side looked at."""
        seen = self.curtain.switch_to(side)
        self.stage.begin()
        self.stage.view.zoom_to_pieces()
        if seen.camera:
            now = self.model.camera
            self.model.camera = replace(seen.camera, width=now.width, height=now.height)

    def undo_answer(self) -> AnyText:
        """Undo the last answer. Return why that is not possible, "" if it is."""
        return self.prompt.undo_answer() if self.prompt else "nothing can be undone here"


def create_battle_window(
    screen: pygame.Surface,
    model: WindowModel,
    feed: BattleRunner | None = None,
    *,
    executor: Executor | None = None,
    folder: Path | None = None,
    scale: float = 1.0,
    bindings: KeyBindings | None = None,
    curtain: HotSeatCurtain | None = None,
    queue: WorkQueue | None = None,
) -> Window:
    """Create a window on a battle, covered at first if one side alone knows something."""
    stage = Stage(screen, model, executor, folder, scale, queue)
    battle = BattleScreen(stage, feed, curtain)
    window = Window(stage, battle, Minimap(model, executor, folder), bindings)
    window.requested_page = "curtain" if battle.curtain.secret else ""
    return window
