"""A window: lets time pass, hands events to its parts, and puts them on the screen.

What is shown in it, a battle that is played or a record that is gone over, is its cast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

import pygame

from battlesim.render.camera import SCREEN_CAMERA
from battlesim.render.drawlist import DrawList, Item, Plate
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.render.text_extent import ItemExtent, plate_extent
from battlesim.render.text_layout import LengthUnit
from battlesim.table.events import PiecesMoved
from battlesim.table.ids import SideKey
from battlesim.table.state import Table
from battlesim.ui.battle.cards import Cards
from battlesim.ui.battle.input import Edges, Explaining, Grip, Helping, Keys, Leading, Measuring, Panels
from battlesim.ui.battle.lesson import Teacher
from battlesim.ui.battle.noises import Noises
from battlesim.ui.help import help_leaves
from battlesim.ui.panels import card, tip
from battlesim.ui.panels.banner import banner
from battlesim.ui.panels.overview import Overview
from battlesim.ui.parts.layout import Layout, Rect
from battlesim.ui.parts.part import POINTING, Panel, Part, taker
from battlesim.ui.parts.surface import Surface
from battlesim.ui.question.asking import Asking
from battlesim.ui.settings.bindings import Bindings
from battlesim.ui.settings.keys import QUESTION, Action
from battlesim.ui.story.feed import Thinking
from battlesim.ui.story.moment import moment
from battlesim.ui.table.attention import Attention
from battlesim.ui.table.regard import Size, Topic
from battlesim.ui.table.stage import Stage

AHEAD: Final = 12
"""Events looked ahead for sprites to make."""
SPARE: Final = 0.004
"""Seconds of a frame in which sprites are begun; what is missing is shown as it was at another zoom."""
SEEN: Final = (*POINTING, pygame.KEYDOWN, pygame.MOUSEWHEEL)
"""Events after which all is drawn anew: a tip may have come or gone."""
Command = Callable[["Window", Any], object]


class Cast(Protocol):
    """What a window shows besides the table and what goes with every table.

    `panels` stand beside the table, `cards` on it; `parts` hear events before the panels do. `screens` are
    the tables of keys that hold, the first one first; `thinking` says whose player is at it.
    """

    commands: Mapping[str, Command]
    panels: tuple[Panel, ...]
    cards: tuple[Panel, ...]
    parts: tuple[Part, ...]
    asking: Asking | None
    thinking: Thinking | None

    @property
    def screens(self) -> tuple[str, ...]:
        """Where keys count, the first of them first."""
        ...

    @property
    def own(self) -> SideKey:
        """The side of the person who plays or played, NO_SIDE where nobody does."""
        ...

    @property
    def ended(self) -> Path | None:
        """The record of the battle once it is over."""
        ...

    def take(self, window: Window, wish: Any) -> None:
        """Do what the person wants after the end."""
        ...

    @property
    def busy(self) -> bool:
        """Whether anything of its own is still under way."""
        ...

    def layout(self, width: float, height: float) -> Layout:
        """Where the panels stand in a window of that size (pixels at scale 1)."""
        ...

    def hear(self) -> bool:
        """Take what has happened; whether anything has."""
        ...

    def wants(self) -> str:
        """The page that is to be shown in place of the window, "" for none."""
        ...

    def words(self) -> str:
        """What is being waited for or was done, "" for nothing."""
        ...

    def tick(self) -> bool:
        """Let time pass, after the playback; whether anything is to be drawn anew."""
        ...

    def topic(self) -> Topic | None:
        """What is spoken of."""
        ...

    def sizes(self) -> tuple[Size, ...] | None:
        """How large its loose cards are; None where it has none, so that there is room for the dice."""
        ...

    def overlays(self) -> tuple[Item, ...]:
        """What it draws on the table."""
        ...

    def close(self) -> None:
        """Leave what is under way."""
        ...


class Window:
    """A screen with a model. `handle` takes an event, `frame` lets time pass and draws."""

    def __init__(self, stage: Stage, cast: Cast, overview: Overview, bindings: Bindings | None) -> None:
        self.stage, self.cast, self.model = stage, cast, stage.model
        self.model.bindings = bindings or self.model.bindings
        self.view, self.instruments, self.asking = stage.view, stage.instruments, cast.asking
        self.noises: Noises | None = None
        self.wants = ""
        self.wish: Any = None
        self.running, self.closed = True, False
        self.dirty = True
        self._cleared: object = None
        self.overview, self.attention = overview, Attention()
        self.cards = Cards(stage, cast.sizes, cast.commands)
        always = self.cards
        stage.panels = (*cast.panels, always.tools, always.dice, *cast.cards, always.score, always.hint)
        stage.topic, stage.sizes, stage.do = cast.topic, always.sizes, self.do
        helping, panels = Helping(stage, self.action), Panels(stage, cast.commands)
        keys = Keys(stage, self.action, cast.commands)
        words = Leading(stage, self.leading, "now")
        self.parts: tuple[Part, ...] = (
            Measuring(stage),
            words,
            Explaining(stage),
            *cast.parts,
            helping,
            panels,
            Grip(stage),
            keys,
        )
        self.arrange()

    @property
    def lesson(self) -> Teacher | None:
        """The lesson that is played, if one is."""
        return self.cards.hints if isinstance(self.cards.hints, Teacher) else None

    def teach(self, lesson: Teacher) -> None:
        """Have a lesson in place of hints."""
        self.cards.hints = lesson
        if self.asking:
            self.asking.gate = lambda act: lesson.refusal(self.stage, act)
            self.asking.given = lesson.gave

    @property
    def screen(self) -> pygame.Surface:
        """What it is drawn on."""
        return self.stage.screen

    @property
    def canvas(self) -> Canvas:
        """What it is drawn with."""
        return self.stage.canvas

    @property
    def busy(self) -> bool:
        """Whether anything is still under way: told, played, worked out, lit, or to be drawn."""
        played = self.model.playback.moving or self.view.gliding
        heard = self.noises is not None and bool(self.noises.caption)
        return self.dirty or self.cast.busy or self.instruments.busy or played or heard

    # -- events --

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event of the keyboard, the pointer or the window."""
        if event.type in POINTING:
            self.stage.point(event)
        if event.type == pygame.VIDEORESIZE:
            self.resized()
        elif event.type == pygame.QUIT:
            self.running, self.closed = False, True
        if event.type in SEEN:
            self.view.stir()
        taken = taker(self.parts, event)
        self.dirty = self.dirty or taken is not None or event.type in (*SEEN, pygame.WINDOWEXPOSED)

    def do(self, command: str, value: Any = 0) -> None:
        """Carry out a command by its name. Raises KeyError for an unknown one."""
        self.cast.commands[command](self, value)
        if self.lesson:
            self.lesson.did(command)
        self.dirty = True

    def action(self, event: pygame.event.Event) -> Action | None:
        """What a key means here."""
        found = (self.model.bindings.find(screen, event.key, event.mod) for screen in self.cast.screens)
        return next(filter(None, found), None)

    def resized(self) -> None:
        """Take the screen as it is now."""
        self.stage.screen = pygame.display.get_surface() or self.stage.screen
        self.arrange()

    # -- time and drawing --

    def frame(self, elapsed: float) -> None:
        """Take what has happened, let `elapsed` seconds pass, and draw when anything has changed."""
        changed = [self.cast.hear(), self.model.playback.tick(elapsed)]
        self.wants = self.wants or self.cast.wants()
        changed.append(self.noises is not None and self.noises.tick(elapsed))
        changed += [self.cast.tick(), self.instruments.rest(elapsed), self.instruments.tick()]
        self.model.catch_up()
        if self.cast.layout(*self.stage.size) != self.stage.layout:
            self.arrange()
        hints = self.cards.hints
        changed.append(hints is not None and hints.tick(self.stage, self.asking, elapsed))
        changed += [self.attention.tick(self.stage, elapsed), self.view.blow(elapsed)]
        self.dirty = self.dirty or any(changed)
        if self.dirty:
            self.dirty = False
            with self.canvas.limit_new_sprites(SPARE):
                self.draw()
            self.dirty = self.dirty or self.canvas.unfinished
            pygame.display.flip()
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Make one sprite of those needed next: pieces that will have moved, the next unit's card."""
        model, play = self.model, self.model.playback
        if not play.moving:
            return
        coming = model.story.events[play.at : play.at + AHEAD]
        moved = (part for event in coming if isinstance(event, PiecesMoved) for part in event.parts)
        ppi, scale = model.camera.ppi, self.canvas.scale
        if any(self.canvas.prepare_token(token, ppi) for token in self.view.coming(moved)):
            return
        actors = [line.actors[0] for line in model.story.lines[model.line : model.line + 3] if line.actors]
        pieces = [model.state.table.pieces[name] for name in actors if name in model.state.table.pieces]
        tokens = (token for piece in pieces for token in card.tokens(model, piece, self.stage.layout.wide))
        any(self.canvas.prepare_token(token, scale) for token in tokens)

    def draw(self) -> None:
        """Draw the whole screen."""
        model, stage, scale = self.model, self.stage, self.canvas.scale
        model.catch_up()
        now = moment(model.playback, model.pointing.pointed, model.pointing.picked, model.letters())
        now = replace(now, overlays=(*now.overlays, *self.cast.overlays(), *self.instruments.overlays()))
        shown = (self.stage.layout, *(panel.rect for panel in self.cast.panels if not panel.clear))
        if self._cleared != shown:
            self._cleared = shown
            self.screen.fill(rgba("void")[:3])
        place = self.stage.layout.table
        target = self.screen.subsurface(pygame.Rect(place.scaled(scale)))
        cards = self.laid_over()
        lit = self.view.draw(target, now, cards)
        pygame.draw.rect(self.screen, rgba("line")[:3], place.scaled(scale), 1)
        small = self.overview.draw(now.table.ground, self.stage.layout.left, self.canvas)
        for panel in stage.panels:
            panel.show(self.screen, self.canvas)
        self.overview.frame(self.screen, model.camera, self.stage.layout.left, scale)
        self._over_all(now.table)
        self.dirty = self.dirty or not (lit and small) or cards != self.laid_over()

    def _over_all(self, table: Table) -> None:
        """The card of keys or a tip, and words."""
        items: list[Item] = []
        if self.model.shown.help:
            leaves = self.help_leaves()
            items += leaves[min(self.model.shown.help, len(leaves)) - 1]
        elif not self.stage.gripped:
            items += self._tip(table)
        items += self.banner()
        if items:
            self.canvas.draw(self.screen, DrawList((), tuple(items)), SCREEN_CAMERA)
            self._cleared = None

    def _tip(self, table: Table) -> list[Item]:
        """What the pointer is on: a piece, else a rule whose text has no room beside, else a button."""
        model, lay, (x, y) = self.model, self.stage.layout, self.stage.pointer
        room, piece = Rect(0, 0, *self.stage.size), table.pieces.get(model.pointing.pointed)
        if (why := self.instruments.hindered.answer) and self.stage.points_at_table:
            return tip.why(model, why, x, y, lay.table)
        if piece is not None and self.stage.points_at_table and not model.pointing.tip:
            return tip.about(model, table, piece, partial(self.stage.beside_disc, self.stage.base(piece)))
        if (
            (told := self.instruments.terrain.lines())
            and self.stage.points_at_table
            and not model.pointing.tip
        ):
            name = self.instruments.terrain.name
            return tip.terrain(name, told, partial(self.stage.beside_disc, (x, y, tip.POINTER)))
        if model.pointing.hot_rule and not lay.wide:
            return tip.rule(model, x, y, room)
        said = model.pointing.tip and (piece is None or self.stage.points_at_table)
        return tip.words(x, y, model.pointing.tip, room) if said else []

    def banner(self) -> list[Plate]:
        """How the battle stands or what is to be done next, and what is heard."""
        stage = self.stage
        words = self._farewell() or self.cast.words() or self.instruments.words()
        heard = self.noises.caption if self.noises else ""
        if not (heard or words):
            return []
        return banner(self.stage.layout.table, words, heard, stage.cards(), stage.kept(), stage.others())

    def leading(self) -> list[Edges]:
        """Where words stand that lead to the question that waits, pixels of the screen at scale 1."""
        waits = self.cast.words() and not self.model.playback.playing
        scale = self.canvas.scale
        return [_edges(plate, plate_extent(plate, scale), scale) for plate in self.banner()] if waits else []

    def _farewell(self) -> str:
        """How the battle ended and what can be done now; "" while it goes on."""
        back, leave = (self.model.bindings.shown(action) for action in ("back", "quit"))
        how = f"{self.model.bindings.shown('ending')} tells how, " if self.cast.ended else ""
        ways = f"{how}{back} looks back, {leave} leaves.".replace(" ", "\N{NO-BREAK SPACE}")
        return f"{self.model.over}. {ways}" if self.model.over else ""

    def laid_over(self) -> tuple[Edges, ...]:
        """The cards and words over the table, pixels of its view; words on the table keep off them."""
        table, scale = self.stage.layout.table, self.canvas.scale
        cards = ((card.x, card.y, card.right, card.bottom) for card in self.stage.cards())
        words = (_edges(plate, plate_extent(plate, scale), scale) for plate in self.banner())
        return tuple(
            ((a - table.x) * scale, (b - table.y) * scale, (c - table.x) * scale, (d - table.y) * scale)
            for a, b, c, d in (*cards, *words)
        )

    def help_leaves(self) -> list[list[Item]]:
        """The cards of the keys that count now."""
        asked = (QUESTION,) if self.asking and self.asking.shown else ()
        keys = self.model.bindings.help((*asked, *self.cast.screens), None if asked else self.cast.commands)
        return help_leaves(keys, Rect(0, 0, *self.stage.size), self.model.bindings.shown("help"))

    def restyle(self, scale: float, unit: LengthUnit | None = None) -> None:
        """Draw everything anew, at another scale or with lengths in another unit."""
        self.stage.restyle(scale, unit)
        self.overview.forget()
        self._cleared = None
        self.arrange()

    def arrange(self) -> None:
        """Place the panels for the size of the screen."""
        self.stage.lay(self.cast.layout(*self.stage.size))
        self.dirty = True

    def panels(self) -> list[tuple[str, Rect, Surface]]:
        """The panels and cards that are shown, by name, and where they stand."""
        placed = ((panel, panel.rect) for panel in self.stage.panels)
        return [(panel.name, rect, panel.surface) for panel, rect in placed if rect.width and rect.height]


def _edges(plate: Plate, room: ItemExtent, scale: float) -> Edges:
    """Left, top, right and bottom of a plate on the screen, pixels at scale 1."""
    x, y = plate.x + room.x / scale, plate.y + room.y / scale
    return x, y, x + room.width / scale, y + room.height / scale
