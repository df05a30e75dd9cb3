"""The window: takes input, lets time pass, puts the panels and the table on the screen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

import pygame

from battlesim.render import text
from battlesim.render.board_cache import Board
from battlesim.render.camera import Camera
from battlesim.render.drawlist import DrawList, Item
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.table.events import Moved
from battlesim.table.terrain import Ground
from battlesim.ui.asking import Asking
from battlesim.ui.bindings import Bindings
from battlesim.ui.commands import COMMANDS
from battlesim.ui.curtain import Curtain
from battlesim.ui.feed import Feed, Thinking
from battlesim.ui.help import help_card
from battlesim.ui.hints import Hints, hint_card
from battlesim.ui.instruments import Instruments
from battlesim.ui.keys import BATTLE, EVERYWHERE, QUESTION, Action
from battlesim.ui.layout import Layout, Rect, layout
from battlesim.ui.log import where
from battlesim.ui.model import Model
from battlesim.ui.moment import Moment, moment
from battlesim.ui.noises import Noises
from battlesim.ui.panels import card, dicecard, roster, tip, tools, top
from battlesim.ui.panels import log as logpanel
from battlesim.ui.panels.banner import banner
from battlesim.ui.panels.base import NOWHERE, Drawn, Spot, Surface
from battlesim.ui.playback import seconds
from battlesim.ui.tableview import TableView

BATCHES: Final = 20
"""Batches of news taken in a frame."""
AHEAD: Final = 12
"""Events looked ahead for sprites to make."""
SPRITES: Final = 6
"""Sprites of tokens made in a frame; the others are shown as they were at another zoom."""
DRAG_FROM: Final = 4
SETTLE: Final = 0.35
"""Seconds that dice take to settle."""


class Part(NamedTuple):
    """A panel of the window: where it stands, what it depends on besides the model, and what makes it."""

    name: str
    rect: Rect
    depends: object
    build: Callable[[Rect], Drawn]


class Window:
    """A screen with a model. `handle` takes an event, `frame` lets time pass and draws."""

    commands: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = COMMANDS
    clear: ClassVar[tuple[str, ...]] = ("dice", "tools", "hint")
    """The panels that let what is below them show through."""
    screens: ClassVar[tuple[str, ...]] = (BATTLE, EVERYWHERE)
    """The tables of keys that hold here, the first one first."""

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
        self.screen = screen
        self.model: Model = model
        self.bindings = bindings or model.bindings
        self.feed = feed
        self.canvas = Canvas(scale)
        text.use(scale)
        self.view: TableView = TableView(model, self.canvas, executor, folder)
        self.running = True
        self.noises: Noises | None = None
        self.hints: Hints | None = None
        self.wants = ""
        self.curtain: Curtain = curtain or Curtain(model)
        self.asking = Asking(feed, self.curtain, self.do) if feed and feed.asks else None
        self.instruments: Instruments = Instruments(model)
        self._panels = self._surfaces()
        self._small = Board(model.state.table.ground, executor, folder)
        self._small_shown: tuple[Ground, float, bool] | None = None
        self._small_count = 0
        self._cleared: Layout | None = None
        self._dirty = True
        self._thinking: Thinking | None = None
        self._pointer = (-1.0, -1.0)
        self._grip: tuple[int, int] | None = None
        self._dragged = False
        self.arrange()

    @property
    def bindings(self) -> Bindings:
        """Which key does what."""
        return self.model.bindings

    @bindings.setter
    def bindings(self, bindings: Bindings) -> None:
        self.model.bindings = bindings

    # -- time and drawing --

    def frame(self, elapsed: float) -> None:
        """Take what has happened, let `elapsed` seconds pass, and draw when anything has changed."""
        self.hear()
        if self.model.playback.tick(elapsed):
            self._dirty = True
        if self.noises and self.noises.tick(elapsed):
            self._dirty = True
        if self.asking and self.asking.tick():
            self._dirty = True
        if self.instruments.tick():
            self._dirty = True
        if self.hints and self.hints.tick(self, elapsed):
            self._dirty = True
        play = self.model.playback
        if self.view.follow(self.model.story.lines[play.line], elapsed, not play.reduced):
            self._dirty = True
        if self._dirty:
            self._dirty = False
            with self.canvas.sparing(SPRITES):
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
        """Take what has happened; see whether another side has to look at the screen."""
        if self.feed is None:
            return
        news = self.feed.take(BATCHES)
        if news:
            self.curtain.add(news)
        if self.model.playback.live and self.curtain.next(self.feed.question):
            self.wants = self.wants or "curtain"
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
        names = {side.key: side.name for side in self.model.state.table.sides}
        return (
            f"{names.get(end.winner, end.winner)} win: {end.reason}"
            if end.winner
            else f"a draw: {end.reason}"
        )

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
        lit = self.view.draw(target, now)
        pygame.draw.rect(self.screen, rgba("line")[:3], place.scaled(scale), 1)
        self._overview(now)
        self._show_panels(now)
        self._over_all(now)
        self._dirty = self._dirty or not lit

    def shown(self, now: Moment) -> Moment:
        """The moment with what the open question and the instruments draw on the table."""
        asked = self.asking.overlays() if self.asking else ()
        return replace(now, overlays=(*now.overlays, *asked, *self.instruments.overlays()))

    def kept_clear(self) -> list[tuple[float, float]]:
        """Places of the screen that no card may cover."""
        return []

    def parts(self) -> list[Part]:
        """The panels beside the table."""
        model, lay, m = self.model, self.layout, self.layout.measures
        return [
            Part("top", lay.top, self._thinking, lambda rect: top.build(model, rect, self._thinking)),
            Part("left", lay.left, model.camera, lambda rect: roster.build(model, rect, m.list_row)),
            Part("log", lay.log, None, lambda rect: logpanel.build(model, rect, m.log_row)),
            Part("right", lay.right, None, lambda rect: card.build(model, rect, m.list_row > 44)),
            *self._hint(),
        ]

    def _hint(self) -> list[Part]:
        """The hint that is shown, if any."""
        hint = self.hints.hint if self.hints else None
        if self.hints is None or hint is None:
            return []
        return [Part("hint", self.hints.at, hint, lambda rect: hint_card(hint, self.bindings))]

    def _show_panels(self, now: Moment) -> None:
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
        if self.model.show_dice and not (self.asking and self.asking.card):
            self._dice_card(now)
        if self.asking:
            self.asking.draw(self.screen, self.canvas, self.layout)

    def _tools(self) -> None:
        wide = self.layout.measures.list_row > 44
        rect = self.tools_rect()
        self._panels["tools"].show(tools.build(self.model, wide, self.instruments.lit()), rect, self.canvas)
        self._panels["tools"].blit(self.screen, rect, self.canvas.scale)

    def tools_rect(self) -> Rect:
        """Where the buttons stand on the table."""
        table = self.layout.table
        return Rect(table.x + 12, table.y + 12, *tools.size(self.layout.measures.list_row > 44))

    def _dice_card(self, now: Moment) -> None:
        """The dice of the line that is being shown."""
        play = self.model.playback
        line = self.model.story.lines[self.model.line]
        if not line.dice or play.at < line.first or (play.at == line.first and not play.since):
            return
        thrown = play.at > line.first and play.event is not None and type(play.event).__name__ == "Rolled"
        rolling = (
            (thrown or play.at == line.first) and play.since > 0 and play.since < SETTLE and not play.reduced
        )
        lasts = seconds(play.event) if play.event else 0.0
        turn = int(play.since * 24) if rolling and lasts else 0
        table, camera = self.layout.table, self.model.camera
        scale = self.canvas.scale
        spots = [where(now.table, name) for name in (*line.targets, *line.actors)]
        pixels = [camera.to_screen(*spot) for spot in spots if spot]
        on_screen = [(table.x + x / scale, table.y + y / scale) for x, y in pixels]
        tall = dicecard.height(line)
        x, y = dicecard.place(table, tall, [*on_screen, *self.kept_clear()])
        rect = Rect(x, y, dicecard.WIDTH, tall)
        self._panels["dice"].show(dicecard.build(line, not rolling, turn), rect, self.canvas)
        self._panels["dice"].blit(self.screen, rect, scale)

    def _overview(self, now: Moment) -> None:
        """Keep the small picture of the table up to date."""
        ground = now.table.ground
        rect = self.layout.left
        if not rect.width:
            return
        size = roster.overview_size(rect, ground)
        ppi = round(size * self.canvas.scale, 3)
        camera = Camera(ground.height, ppi, 0, 0, round(ground.width * ppi), round(ground.height * ppi))
        if self._small_shown == (ground, ppi, True):
            return
        self._small.show(ground)
        picture = pygame.Surface((camera.width, camera.height))
        lit = self._small.draw(picture, camera)
        shown = (ground, ppi, lit)
        if shown != self._small_shown:
            self._small_shown, self._small_count = shown, self._small_count + 1
            self.model.overview = f"{roster.OVERVIEW} {self._small_count}"
            self.canvas.pictures = {self.model.overview: picture}
        self._dirty = self._dirty or not lit

    def _over_all(self, now: Moment) -> None:
        items: list[Item] = []
        if self.model.show_help:
            items += self._help()
        elif not self._grip:
            items += self._tip(now)
        waiting = self.asking.waiting() if self.asking else ""
        words = self.model.over or waiting or self.instruments.words()
        heard = self.noises.caption if self.noises else ""
        items += banner(self.layout.table, words, heard)
        if items:
            self.canvas.draw(self.screen, DrawList((), tuple(items)), NOWHERE)
            self._cleared = None

    def _tip(self, now: Moment) -> list[Item]:
        """What the pointer is on, in words."""
        piece = now.table.pieces.get(self.model.pointed)
        x, y = self._pointer
        if self.model.tip and piece is None:
            room = (side / self.canvas.scale for side in self.screen.get_size())
            return tip.words(x, y, self.model.tip, Rect(0, 0, *room))
        if piece is None or not self.layout.table.holds(x, y):
            return []
        side = now.table.side(piece.side)
        lines = [
            f"{self.model.kind_name(piece.kind)}, {side.name}",
            f"{piece.hits} of {piece.hits_full} hits",
        ]
        marks = ", ".join(dict.fromkeys(mark.name.split(":")[0] for mark in piece.marks))
        lines += [marks] if marks else []
        return tip.card(x, y, piece.name, lines, self.layout.table)

    def _help(self) -> list[Item]:
        room = self.screen.get_width() / self.canvas.scale, self.screen.get_height() / self.canvas.scale
        asked = (QUESTION,) if self.asking and self.asking.shown else ()
        return help_card(self.bindings.help((*asked, *self.screens)), Rect(0, 0, *room))

    def restyle(self, scale: float, reader: Callable[[str], str] = str) -> None:
        """Draw everything anew, at another scale or with other words for lengths."""
        self.canvas = Canvas(scale)
        text.use(scale, reader)
        self.view.canvas = self.canvas
        self._panels = self._surfaces()
        self._small_shown = self._cleared = None
        self.arrange()

    def arrange(self) -> None:
        """Place the panels for the size of the screen."""
        scale = self.canvas.scale
        width, height = self.screen.get_size()
        self.layout = self.laid(width / scale, height / scale)
        self.view.place(self.layout.table, scale)
        self._dirty = True

    def _surfaces(self) -> dict[str, Surface]:
        """A picture for every panel."""
        return defaultdict(Surface, {name: Surface(True) for name in self.clear})

    def laid(self, width: float, height: float) -> Layout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        return layout(width, height, self.model.folded, self.model.show_log)

    def turn(self, side: str) -> None:
        """Show what a side knows, and nothing of what another one looked at."""
        seen = self.curtain.turn(side)
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

    # -- input --

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event of the keyboard, the pointer or the window."""
        found = _HANDLERS.get(event.type)
        busy = self.model.show_help or self._grip or self._on_hint(event)
        if not busy and (self._measures(event) or (self.asking and self.asking.event(event))):
            self._dirty = True
        elif found:
            found(self, event)
            self._dirty = True

    def _on_hint(self, event: pygame.event.Event) -> bool:
        """Whether a button was pressed on a hint."""
        if event.type != pygame.MOUSEBUTTONDOWN or not (self.hints and self.hints.hint):
            return False
        return self.hints.at.holds(event.pos[0] / self.canvas.scale, event.pos[1] / self.canvas.scale)

    def _measures(self, event: pygame.event.Event) -> bool:
        """Whether the ruler took an event."""
        if event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        scale, table = self.canvas.scale, self.layout.table
        x, y = event.pos[0] - table.x * scale, event.pos[1] - table.y * scale
        self._pointer = event.pos[0] / scale, event.pos[1] / scale

        def free() -> bool:
            return table.holds(*self._pointer) and not self._spots()

        at = self.model.camera.to_table(x, y)
        return self.instruments.event(event, at, lambda: self.view.under(x, y), free)

    def do(self, command: str, value: Any = 0) -> None:
        """Carry out a command by its name. Raises KeyError for an unknown one."""
        self.commands[command](self, value)
        self._dirty = True

    def _key(self, event: pygame.event.Event) -> None:
        action = self.action(event)
        if self.model.show_help and action and action.command == "quit":
            self.do("help")
        elif action and action.command in self.commands:
            self.do(action.command, action.value)

    def action(self, event: pygame.event.Event) -> Action | None:
        """What a key means here."""
        return self.bindings.find(BATTLE, event.key, event.mod)

    def _wheel(self, event: pygame.event.Event) -> None:
        x, y = self._pointer
        if self.layout.log.holds(x, y):
            self.do("scroll", -event.y)
        elif self.layout.table.holds(x, y):
            self.model.follow = False
            self.view.zoom(event.y, *self._on_table())

    def _on_table(self) -> tuple[float, float]:
        """The pointer in pixels of the table's view."""
        scale, table = self.canvas.scale, self.layout.table
        return (self._pointer[0] - table.x) * scale, (self._pointer[1] - table.y) * scale

    def _move(self, event: pygame.event.Event) -> None:
        scale = self.canvas.scale
        self._pointer = event.pos[0] / scale, event.pos[1] / scale
        if self._grip:
            dx, dy = self._grip[0] - event.pos[0], self._grip[1] - event.pos[1]
            if self._dragged or abs(dx) + abs(dy) >= DRAG_FROM:
                self._dragged, self.model.follow = True, False
                self.view.pan(dx, dy)
                self._grip = event.pos
            return
        self._point()

    def _point(self) -> None:
        """What is under the pointer: a piece of the table, or a place of a panel."""
        model = self.model
        model.pointed, model.hot, model.hot_line, model.hot_rule = "", "", -1, ""
        model.tip = ""
        spots = self._spots()
        if not spots and self.layout.table.holds(*self._pointer):
            model.pointed = self.view.under(*self._on_table())
        for spot, _, _ in spots:
            model.tip = spot.tip or model.tip
            model.pointed = spot.piece or model.pointed
            model.hot_rule = spot.rule or model.hot_rule
            model.hot = spot.command or model.hot
            if spot.command == "line":
                model.hot_line = int(spot.value)

    def _spots(self) -> list[tuple[Spot, float, float]]:
        """The spots under the pointer, the uppermost last, with the pointer's place on their panel."""
        if self.asking and self.asking.holds(*self._pointer):
            return self.asking.spots(*self._pointer)
        found: list[tuple[Spot, float, float]] = []
        for _, rect, panel in self.panels():
            x, y = self._pointer[0] - rect.x, self._pointer[1] - rect.y
            found += [(spot, x, y) for spot in panel.spots if spot.rect.holds(x, y)]
        return found

    def panels(self) -> list[tuple[str, Rect, Surface]]:
        """The panels that answer to the pointer and where they stand, but for that of the open question."""
        rects = {part.name: part.rect for part in self.parts()} | {"tools": self.tools_rect()}
        return [(name, rect, self._panels[name]) for name, rect in rects.items()]

    def _press(self, event: pygame.event.Event) -> None:
        self._move(event)
        if event.button not in (1, 2, 3):
            return
        if event.button == 1 and self._spots():
            spot, x, y = self._spots()[-1]
            self._click(spot, x, y)
        elif self.layout.table.holds(*self._pointer):
            self._grip, self._dragged = event.pos, False

    def _click(self, spot: Spot, x: float, y: float) -> None:
        if spot.command == "centre":
            k, ground = float(spot.value), self.model.state.table.ground
            self.view.centre((x - spot.rect.x) / k, ground.height - (y - spot.rect.y) / k)
        elif spot.command in self.commands:
            self.do(spot.command, spot.value)

    def _release(self, event: pygame.event.Event) -> None:
        if self._grip and not self._dragged and event.button == 1:
            self.model.picked = self.view.under(*self._on_table())
        self._grip = None

    def _resize(self, event: pygame.event.Event) -> None:
        self.screen = pygame.display.get_surface() or self.screen
        self.arrange()

    def _quit(self, event: pygame.event.Event) -> None:
        self.running = False


_HANDLERS: Final[dict[int, Callable[[Window, pygame.event.Event], None]]] = {
    pygame.KEYDOWN: Window._key,
    pygame.MOUSEWHEEL: Window._wheel,
    pygame.MOUSEMOTION: Window._move,
    pygame.MOUSEBUTTONDOWN: Window._press,
    pygame.MOUSEBUTTONUP: Window._release,
    pygame.VIDEORESIZE: Window._resize,
    pygame.QUIT: Window._quit,
}
