"""The window: takes input, lets time pass, puts the panels and the table on the screen."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final

import pygame

from battlesim.render import text
from battlesim.render.drawlist import DrawList, Item
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.report.ending import ending_in_a_line
from battlesim.table.events import Moved
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.ui.battle.asking import Asking
from battlesim.ui.battle.hints import Hints, hint_card
from battlesim.ui.battle.layout import Layout, Rect, layout
from battlesim.ui.battle.noises import Noises
from battlesim.ui.battle.panels import card, dicecard, roster, tip, tools, top
from battlesim.ui.battle.panels import log as logpanel
from battlesim.ui.battle.panels.base import NOWHERE, Surface
from battlesim.ui.curtain import Curtain
from battlesim.ui.help import help_leaves
from battlesim.ui.settings.bindings import Bindings
from battlesim.ui.settings.keys import QUESTION
from battlesim.ui.story.feed import Feed, Thinking
from battlesim.ui.story.model import Model
from battlesim.ui.story.moment import Moment, moment
from battlesim.ui.table.attention import Attention, of_line
from battlesim.ui.table.instruments import Instruments
from battlesim.ui.table.overtable import OverTable, Part
from battlesim.ui.table.overview import Overview
from battlesim.ui.table.tableview import TableView

BATCHES: Final = 20
"""Batches of news taken in a frame."""
AHEAD: Final = 12
"""Events looked ahead for sprites to make."""
SPARE: Final = 0.004
"""Seconds of a frame in which sprites are begun; what is missing is shown as it was at another zoom."""


class Window(OverTable):
    """A screen with a model. `handle` takes an event, `frame` lets time pass and draws."""

    clear: ClassVar[tuple[str, ...]] = ("dice", "tools", "hint", "score")
    """The panels that let what is below them show through."""

    def __init__(
        self,
        screen: pygame.Surface,
        model: Model,
        feed: Feed | None = None,
        *,
        executor: Executor | None = None,
        folder: Path | None = None,
        scale: float = 1.0,
        bindings: Bindings | None = None,
        curtain: Curtain | None = None,
    ) -> None:
        super().__init__()
        self.screen = screen
        self.model: Model = model
        self.bindings = bindings or model.bindings
        self.feed = feed
        self.canvas = Canvas(scale)
        text.use(scale)
        self.view: TableView = TableView(model, self.canvas, executor, folder)
        self.noises: Noises | None = None
        self.hints: Hints | None = None
        self.wants = ""
        self.curtain: Curtain = curtain or Curtain(model)
        self.asking = Asking(feed, self.curtain, self.do) if feed and feed.asks else None
        self.instruments: Instruments = Instruments(model)
        self._panels = self._surfaces()
        self._overview = Overview(model, executor, folder)
        self._cleared: Layout | None = None
        self._dice_at: Rect | None = None
        self._thinking: Thinking | None = None
        self._attention = Attention()
        self.arrange()

    @property
    def bindings(self) -> Bindings:
        """Which key does what."""
        return self.model.bindings

    @bindings.setter
    def bindings(self, bindings: Bindings) -> None:
        self.model.bindings = bindings

    @property
    def busy(self) -> bool:
        """Whether anything is still under way: told, played, worked out, lit, or to be drawn."""
        told = self.feed is not None and self.feed.busy
        worked_out = self.instruments.busy or (self.asking is not None and self.asking.busy)
        played = self.model.playback.moving or self.view.gliding
        heard = self.noises is not None and bool(self.noises.caption)
        return self._dirty or told or worked_out or played or heard

    # -- time and drawing --

    def frame(self, elapsed: float) -> None:
        """Take what has happened, let `elapsed` seconds pass, and draw when anything has changed."""
        self.hear()
        if self.model.playback.tick(elapsed):
            self._dirty = True
        if self.feed and self.model.playback.live and self.curtain.next(self.feed.question):
            self.wants = self.wants or "curtain"
        if self.noises and self.noises.tick(elapsed):
            self._dirty = True
        if self.asking and self.asking.tick():
            self._dirty = True
        if self.instruments.tick():
            self._dirty = True
        if self.hints and self.hints.tick(self, elapsed):
            self._dirty = True
        self.model.catch_up()
        if self.asking:
            self.asking.aside = self.instruments.ruler.on
        if self._attention.tick(self, elapsed):
            self._dirty = True
        if self._dirty:
            self._dirty = False
            with self.canvas.sparing(SPARE):
                self.draw()
            self._dirty = self._dirty or self.canvas.unfinished
            pygame.display.flip()
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Make one sprite of those needed next: pieces that will have moved, the next unit's card."""
        model, play = self.model, self.model.playback
        if not play.moving:
            return
        coming = model.story.events[play.at : play.at + AHEAD]
        moved = (part for event in coming if isinstance(event, Moved) for part in event.parts)
        ppi, scale = model.camera.ppi, self.canvas.scale
        if any(self.canvas.prepare(token, ppi) for token in self.view.coming(moved)):
            return
        actors = [line.actors[0] for line in model.story.lines[model.line : model.line + 3] if line.actors]
        pieces = [model.state.table.pieces[name] for name in actors if name in model.state.table.pieces]
        wide = self.layout.measures.list_row > 44
        any(
            self.canvas.prepare(token, scale) for piece in pieces for token in card.tokens(model, piece, wide)
        )

    def hear(self) -> None:
        """Take what has happened."""
        if self.feed is None:
            return
        news = self.feed.take(BATCHES)
        if news:
            self.curtain.add(news)
        thinking = self.feed.thinking
        if news or thinking != self._thinking:
            self._thinking, self._dirty = thinking, True
        if self.feed.over and self.model.playback.live and not self.model.over:
            self.model.over, self._dirty = self._ending(), True

    def _ending(self) -> str:
        assert self.feed is not None
        end = self.feed.outcome
        if end is None:
            return self.feed.failure or "the battle was stopped"
        return ending_in_a_line(end.winners, end.scores, end.reason, self.model.state.table.sides)

    def draw(self) -> None:
        """Draw the whole screen."""
        model, scale = self.model, self.canvas.scale
        model.catch_up()
        now = self.shown(moment(model.playback, model.pointed, model.picked, model.letters()))
        if self._cleared != self.layout:
            self._cleared = self.layout
            self.screen.fill(rgba("void")[:3])
        place = self.layout.table
        target = self.screen.subsurface(pygame.Rect(place.scaled(scale)))
        cards = self.laid_over()
        lit = self.view.draw(target, now, cards)
        pygame.draw.rect(self.screen, rgba("line")[:3], place.scaled(scale), 1)
        small = self._overview.draw(now.table.ground, self.layout.left, self.canvas)
        self._show_panels()
        self._overview.frame(self.screen, model.camera, self.layout.left, scale)
        self._over_all(now)
        self._dirty = self._dirty or not (lit and small) or cards != self.laid_over()

    def shown(self, now: Moment) -> Moment:
        """The moment with what the open question and the instruments draw; one sight at a time."""
        asked = self.asking.overlays(not self.instruments.sight.shown) if self.asking else ()
        return replace(now, overlays=(*now.overlays, *asked, *self.instruments.overlays()))

    def parts(self) -> list[Part]:
        """The panels beside the table."""
        model, lay, m = self.model, self.layout, self.layout.measures
        covered = self.asking.covers(lay) if self.asking else 0.0
        return [
            Part("top", lay.top, self._thinking, lambda rect: top.build(model, rect, self._thinking)),
            Part("left", lay.left, None, lambda rect: roster.build(model, rect, m.list_row)),
            Part("log", lay.log, None, lambda rect: logpanel.build(model, rect, m.log_row)),
            Part("right", lay.right, covered, lambda rect: card.build(model, rect, m.list_row > 44, covered)),
            *self.score_card(),
            *self._hint(),
        ]

    def _hint(self) -> list[Part]:
        """The hint that is shown, if any."""
        hint = self.hints.hint if self.hints else None
        if self.hints is None or hint is None:
            return []
        return [Part("hint", self.hints.at, hint, lambda rect: hint_card(hint, self.bindings))]

    def _show_panels(self) -> None:
        for part in self.parts():
            panel = self._panels[part.name]
            if not (part.rect.width and part.rect.height):
                panel.spots = []
                continue
            stamp = (self.model.stamp(), part.rect, part.depends)
            if panel.stamp != stamp:
                panel.stamp = stamp
                panel.show(part.build(part.rect), part.rect, self.canvas)
            panel.blit(self.screen, part.rect, self.canvas.scale)
        self._tools()
        self._dice_at, over = None, self.score_card()
        if self.shows_dice and not over:
            self._dice_card()
        if self.asking:
            self.asking.draw(self.screen, self.canvas, self.layout, self.view.bases)
        for part in over:
            self._panels[part.name].blit(self.screen, part.rect, self.canvas.scale)

    def _tools(self) -> None:
        rect = self.tools_rect()
        drawn = tools.build(self.model, self.layout, self.instruments.lit(), self.instruments.shares())
        self._panels["tools"].show(drawn, rect, self.canvas)
        self._panels["tools"].blit(self.screen, rect, self.canvas.scale)

    def _dice_card(self) -> None:
        """The dice of the line that is being shown."""
        shown = dicecard.thrown(self.model)
        if shown is None:
            return
        line, settled, turn = shown
        about = of_line(self.model).regard
        rect = self._dice_at = self.in_corner(dicecard.WIDTH, dicecard.height(line), about)
        self._panels["dice"].show(dicecard.build(line, settled, turn), rect, self.canvas)
        self._panels["dice"].blit(self.screen, rect, self.canvas.scale)

    def _over_all(self, now: Moment) -> None:
        items: list[Item] = []
        if self.model.show_help:
            leaves = self.help_leaves()
            items += leaves[min(self.model.show_help, len(leaves)) - 1]
        elif not self._grip:
            items += self._tip(now)
        items += self.banner()
        if items:
            self.canvas.draw(self.screen, DrawList((), tuple(items)), NOWHERE)
            self._cleared = None

    def _tip(self, now: Moment) -> list[Item]:
        """What the pointer is on: a piece, else a rule whose text has no room beside, else a button."""
        model, lay, (x, y) = self.model, self.layout, self._pointer
        room = Rect(0, 0, *(side / self.canvas.scale for side in self.screen.get_size()))
        piece = now.table.pieces.get(model.pointed)
        if piece is not None and lay.table.holds(x, y):
            return tip.about(model, now.table, piece, *self._base(piece, x, y))
        if model.hot_rule and lay.measures.list_row <= 44:
            return tip.rule(model, x, y, room)
        return tip.words(x, y, model.tip, room) if model.tip and piece is None else []

    def _base(self, piece: Piece, x: float, y: float) -> tuple[float, float, Rect, float]:
        """Where on what part of the screen a piece's base is, and its radius; off the table the pointer."""
        camera, scale, table = self.model.camera, self.canvas.scale, self.layout.table
        if piece.spot is None:
            return x, y, table, 0.0
        across, down = camera.to_screen(*piece.xy)
        return table.x + across / scale, table.y + down / scale, table, piece.radius * camera.ppi / scale

    def help_leaves(self) -> list[list[Item]]:
        """The cards of the keys that count now."""
        room = self.screen.get_width() / self.canvas.scale, self.screen.get_height() / self.canvas.scale
        asked = (QUESTION,) if self.asking and self.asking.shown else ()
        keys = self.bindings.help((*asked, *self.screens))
        return help_leaves(keys, Rect(0, 0, *room), self.bindings.shown("help"))

    def restyle(self, scale: float, unit: text.Unit | None = None) -> None:
        """Draw everything anew, at another scale or with lengths in another unit."""
        self.canvas = Canvas(scale)
        text.use(scale, unit)
        self.view.canvas = self.canvas
        self._panels = self._surfaces()
        self._overview.forget()
        if self.asking:
            self.asking.restyle()
        self._cleared = None
        self.arrange()

    def arrange(self) -> None:
        """Place the panels for the size of the screen."""
        scale = self.canvas.scale
        width, height = self.screen.get_size()
        self.layout = self.laid(width / scale, height / scale)
        buttons = self.tools_rect().right + tools.EDGE - self.layout.table.x
        self.view.place(self.layout.table, scale, buttons)
        self._dirty = True

    def _surfaces(self) -> dict[str, Surface]:
        """A picture for every panel."""
        return defaultdict(Surface, {name: Surface(True) for name in self.clear})

    def laid(self, width: float, height: float) -> Layout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        return layout(width, height, self.model.folded, self.model.show_log)

    def turn(self, side: SideKey) -> None:
        """Show what a side knows, and nothing of what another one looked at."""
        seen = self.curtain.turn(side)
        self.instruments.close()
        self.instruments = Instruments(self.model)
        self._panels = self._surfaces()
        self._grip = None
        self.view.frame()
        if seen.camera:
            now = self.model.camera
            self.model.camera = replace(seen.camera, width=now.width, height=now.height)

    def take_back(self) -> str:
        """Take the last answer back; why that cannot be done, in words."""
        return self.asking.take_back() if self.asking else "nothing is asked here"

    def panels(self) -> list[tuple[str, Rect, Surface]]:
        """The panels that answer to the pointer and where they stand, but for that of the open question."""
        rects = {part.name: part.rect for part in self.parts()} | {"tools": self.tools_rect()}
        return [(name, rect, self._panels[name]) for name, rect in rects.items()]
