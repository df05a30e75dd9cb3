"""A battle in a window: the panels beside its table, what has happened, and what people are asked."""

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
from battlesim.ui.battle.commands import COMMANDS
from battlesim.ui.battle.window import Command, Window
from battlesim.ui.curtain import Curtain
from battlesim.ui.panels import card, cards, log, objectives, roster, top
from battlesim.ui.panels.overview import Overview
from battlesim.ui.parts.layout import Layout, Rect, layout
from battlesim.ui.parts.part import Panel, Part
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.parts.work_queue import WorkQueue
from battlesim.ui.question.asking import Asking
from battlesim.ui.settings.bindings import Bindings
from battlesim.ui.settings.keys import BATTLE, EVERYWHERE
from battlesim.ui.story.feed import Feed, Thinking
from battlesim.ui.story.model import Model
from battlesim.ui.table.regard import Size, Topic, of_line
from battlesim.ui.table.stage import Stage

BATCHES: Final = 20
"""Batches of news taken in a frame."""


class Battle:
    """The cast of a window on a battle; without a `feed` nothing more will happen in it."""

    screens: tuple[str, ...] = (BATTLE, EVERYWHERE)

    def __init__(self, stage: Stage, feed: Feed | None = None, curtain: Curtain | None = None) -> None:
        self.stage, self.model, self.feed = stage, stage.model, feed
        self.curtain = curtain or Curtain(self.model)
        self.asking: Asking | None = Asking(feed, self.curtain, stage) if feed and feed.asks else None
        self.thinking: Thinking | None = None
        self._told = False
        self.commands: Mapping[str, Command] = {
            **COMMANDS,
            "undo": lambda window, value: self.take_back(),
            "stop": lambda window, value: feed.stop() if feed else None,
        }
        self.panels: tuple[Panel, ...] = self._panels()
        self.cards: tuple[Panel, ...] = (self.asking.panel, self.asking.leaf) if self.asking else ()
        self.parts: tuple[Part, ...] = (self.asking,) if self.asking else ()

    def _panels(self) -> tuple[Panel, ...]:
        """The bar, the cards, the units, the log, the card of a unit."""
        model, stage = self.model, self.stage

        def covered() -> float:
            return self.asking.covers() if self.asking else 0.0

        def bar(rect: Rect) -> Drawn:
            return top.build(model, rect, self.thinking)

        def units(rect: Rect) -> Drawn:
            return roster.build(model, rect, stage.layout.measures.list_row)

        def lines(rect: Rect) -> Drawn:
            return log.build(model, rect, stage.layout.measures.log_row)

        def unit(rect: Rect) -> Drawn:
            return card.build(model, rect, stage.layout.wide, covered())

        def told() -> object:
            return model.stamp(), model.card_piece(), covered()

        return (
            Panel("top", lambda: stage.layout.top, bar, lambda: (model.stamp(), self.thinking)),
            Panel(
                "goals", lambda: stage.layout.goals, lambda rect: objectives.strip(model, rect), model.stamp
            ),
            Panel("cards", lambda: stage.layout.cards, lambda rect: cards.build(model, rect), model.stamp),
            Panel("left", lambda: stage.layout.left, units, lambda: roster.stamp(model), "units"),
            Panel("log", lambda: stage.layout.log, lines, model.stamp, "scroll"),
            Panel("right", lambda: stage.layout.right, unit, told, "rule"),
        )

    @property
    def busy(self) -> bool:
        """Whether the battle goes on by itself, or anything about the question is still worked out."""
        told = self.feed is not None and self.feed.busy
        return told or (self.asking is not None and self.asking.busy)

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        lay = layout(width, height, self.model.shown.folded, self.model.shown.log)
        lay = lay.with_goals(objectives.height(self.model.facts))
        return lay.with_strip(cards.height(self.model.facts, lay.table.width))

    def hear(self) -> bool:
        """Take what has happened; whether anything has."""
        if self.feed is None:
            return False
        news = self.feed.take(BATCHES)
        if news:
            self.curtain.add(news)
        before, self.thinking = self.thinking, self.feed.thinking
        ended = self.feed.over and self.model.playback.live and not self.model.over
        if ended:
            self.model.ending = self._ending(self.feed)
        return bool(news) or ended or self.thinking != before

    def _ending(self, feed: Feed) -> tuple[str, ...]:
        end = feed.outcome
        if end is None:
            return (feed.failure or "the battle was stopped",)
        return ending_forms(end.winners, end.scores, end.reason, self.model.state.table.sides)

    def wants(self) -> str:
        """The end, once it has been seen; the curtain, where another side has to look before a question."""
        play = self.model.playback
        if self.ended and not self._told and play.live and not play.moving:
            self._told = True
            return "ending"
        waits = self.feed and play.live and self.curtain.next(self.feed.question)
        return "curtain" if waits else ""

    @property
    def own(self) -> SideKey:
        """The first of the people."""
        return next(iter(self.feed.people), NO_SIDE) if self.feed else NO_SIDE

    @property
    def ended(self) -> Path | None:
        """The record of the battle once it is over."""
        return self.feed.record if self.feed and self.feed.over and self.feed.outcome else None

    def take(self, window: Window, wish: Any) -> None:
        """Leave the battle with the wish."""
        window.wish, window.running = wish, False

    def words(self) -> str:
        """What the open question waits for."""
        return self.asking.waiting() if self.asking else ""

    def tick(self) -> bool:
        """Take questions and hand over answers; whether anything is to be drawn anew."""
        return self.asking is not None and self.asking.tick()

    def topic(self) -> Topic | None:
        """What is spoken of: the open question, else the line that is shown if that is followed."""
        if self.asking and self.asking.shown:
            return self.asking.topic()
        if self.asking and self.asking.comes:
            return None
        return of_line(self.model) if self.model.shown.follow else None

    def sizes(self) -> tuple[Size, ...] | None:
        """The size of the card of odds, if there is one."""
        size = self.asking.card_size() if self.asking else None
        return (size,) if size else None

    def overlays(self) -> tuple[Item, ...]:
        """What the question draws on the table."""
        return self.asking.overlays() if self.asking else ()

    def close(self) -> None:
        """Leave what is still worked out."""
        self.stage.queue.close()

    def turn(self, side: SideKey) -> None:
        """Show what a side knows, and nothing of what another one looked at."""
        seen = self.curtain.turn(side)
        self.stage.begin()
        self.stage.view.frame()
        if seen.camera:
            now = self.model.camera
            self.model.camera = replace(seen.camera, width=now.width, height=now.height)

    def take_back(self) -> AnyText:
        """Take the last answer back; why that cannot be done, in words."""
        return self.asking.take_back() if self.asking else "nothing is asked here"


def battle_window(
    screen: pygame.Surface,
    model: Model,
    feed: Feed | None = None,
    *,
    executor: Executor | None = None,
    folder: Path | None = None,
    scale: float = 1.0,
    bindings: Bindings | None = None,
    curtain: Curtain | None = None,
    queue: WorkQueue | None = None,
) -> Window:
    """A window on a battle; what one side alone knows is behind a curtain from the beginning."""
    stage = Stage(screen, model, executor, folder, scale, queue)
    battle = Battle(stage, feed, curtain)
    window = Window(stage, battle, Overview(model, executor, folder), bindings)
    window.wants = "curtain" if battle.curtain.secret else ""
    return window
