"""The main window, which advances time, passes events to its input handlers and draws everything.

Its content is a battle being played, a record being replayed, or the lab.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from battlesim.render.camera import SCREEN_CAMERA
from battlesim.render.drawlist import DrawList, Item, Plate
from battlesim.render.palette import rgba
from battlesim.render.pygame_backend import Canvas
from battlesim.render.text_extent import ItemExtent, plate_extent
from battlesim.render.text_layout import LengthUnit
from battlesim.table.events import PiecesMoved
from battlesim.table.state import Table
from battlesim.ui.battle.common_panels import CommonPanels
from battlesim.ui.battle.input_handlers import (
    HelpCardInput,
    KeyCommandInput,
    PanelInput,
    RectEdges,
    RulerInput,
    ScoreCardInput,
    TableInput,
    TextLinkInput,
    drop_stale_hover,
)
from battlesim.ui.battle.lesson import LessonPresenter
from battlesim.ui.battle.sound_effects import SoundEffects
from battlesim.ui.battle.window_content import WindowContent
from battlesim.ui.panels import tooltips, unit_card
from battlesim.ui.panels.banner import banner
from battlesim.ui.panels.help_card import help_card_pages
from battlesim.ui.panels.minimap import Minimap
from battlesim.ui.session.table_frame import current_frame
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.settings.key_commands import DECISION_SCREEN, KeyCommand
from battlesim.ui.table.camera_follower import CameraFollower
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import POINTER_EVENTS, InputHandler, dispatch_event
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelPicture

SPRITE_LOOKAHEAD_EVENTS: Final = 12
"""Number of coming events for which sprites are prepared."""
SPRITE_BUDGET_S: Final = 0.004
"""Seconds of a frame in which new sprites may be started; missing ones are scaled from another zoom."""
REDRAW_EVENTS: Final = (*POINTER_EVENTS, pygame.KEYDOWN, pygame.MOUSEWHEEL)
"""Events after which everything is drawn again, as a tooltip may have changed."""


class Window:
    """The main window: the screen, table view and tools that all windows have (the stage), and its content.

    `handle` processes an input event, and `advance_frame` advances the time and draws a frame.
    """

    def __init__(
        self, stage: Stage, content: WindowContent, overview: Minimap, bindings: KeyBindings | None
    ) -> None:
        self.stage, self.content, self.model = stage, content, stage.model
        self.model.bindings = bindings or self.model.bindings
        self.view, self.instruments, self.prompt = stage.view, stage.instruments, content.prompt
        self.sound_effects: SoundEffects | None = None
        self.requested_page = ""
        self.next_request: Any = None
        self.running, self.closed = True, False
        self.dirty = True
        self._cleared: object = None
        self.overview, self.attention = overview, CameraFollower()
        self.cards = CommonPanels(stage, content.loose_card_sizes, content.commands)
        always = self.cards
        stage.panels = (
            *content.panels,
            always.tools,
            always.dice,
            always.announcement,
            always.relations,
            *content.card_panels,
            always.score,
            always.hint,
        )
        stage.camera_subject, stage.loose_card_sizes, stage.do = (
            content.camera_subject,
            always.loose_card_sizes,
            self.do,
        )
        helping, panels = HelpCardInput(stage, self.key_command), PanelInput(stage, content.commands)
        keys = KeyCommandInput(stage, self.key_command, content.commands)
        words = TextLinkInput(stage, self.link_rects, "now")
        self.input_handlers: tuple[InputHandler, ...] = (
            RulerInput(stage),
            words,
            ScoreCardInput(stage),
            *content.input_handlers,
            helping,
            panels,
            TableInput(stage),
            keys,
        )
        self.arrange()

    @property
    def lesson(self) -> LessonPresenter | None:
        """The current lesson, None for none."""
        return self.cards.hints if isinstance(self.cards.hints, LessonPresenter) else None

    def teach(self, lesson: LessonPresenter) -> None:
        """Show a lesson in place of hints."""
        self.cards.hints = lesson
        if self.prompt:
            self.prompt.gate = lambda act: lesson.refusal(self.stage, act)
            self.prompt.on_act_given = lesson.note_act

    @property
    def screen(self) -> pygame.Surface:
        """The surface of the screen."""
        return self.stage.screen

    @property
    def canvas(self) -> Canvas:
        """The canvas that everything is drawn with."""
        return self.stage.canvas

    @property
    def busy(self) -> bool:
        """True while anything is pending: updates, playback, computation, lighting or drawing."""
        played = self.model.playback.moving or self.view.gliding
        heard = self.sound_effects is not None and bool(self.sound_effects.caption)
        return self.dirty or self.content.busy or self.instruments.busy or played or heard

    # -- events --

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event of the keyboard, the pointer or the window."""
        if event.type in POINTER_EVENTS:
            self.stage.point(event)
        if event.type == pygame.VIDEORESIZE:
            self.handle_resize()
        elif event.type == pygame.QUIT:
            self.running, self.closed = False, True
        if event.type in REDRAW_EVENTS:
            self.view.note_input()
        taken = dispatch_event(self.input_handlers, event)
        self.dirty = self.dirty or taken is not None or event.type in (*REDRAW_EVENTS, pygame.WINDOWEXPOSED)

    def do(self, command: str, value: Any = 0) -> None:
        """Run a command by its name.

        Raises KeyError if it is unknown.
        """
        self.content.commands[command](self, value)
        if self.lesson:
            self.lesson.note_command(command)
        self.dirty = True

    def key_command(self, event: pygame.event.Event) -> KeyCommand | None:
        """Return the key command of a key event, None for a key without one."""
        found = (
            self.model.bindings.find(screen, event.key, event.mod) for screen in self.content.key_screens
        )
        return next(filter(None, found), None)

    def handle_resize(self) -> None:
        """Take the screen as it is now and place the panels."""
        self.stage.screen = pygame.display.get_surface() or self.stage.screen
        self.arrange()

    # -- time and drawing --

    def advance_frame(self, elapsed: float) -> None:
        """Take updates, advance by `elapsed` seconds, and draw if anything changed."""
        changed = [self.content.receive_updates(), self.model.playback.tick(elapsed)]
        self.requested_page = self.requested_page or self.content.requested_page()
        changed.append(self.sound_effects is not None and self.sound_effects.tick(elapsed))
        changed += [self.content.tick(), self.instruments.rest(elapsed), self.instruments.tick()]
        self.model.catch_up()
        if self.content.layout(*self.stage.size) != self.stage.layout:
            self.arrange()
        hints = self.cards.hints
        changed.append(hints is not None and hints.tick(self.stage, self.prompt, elapsed))
        changed += [self.attention.tick(self.stage, elapsed), self.view.advance_snow(elapsed)]
        drop_stale_hover(self.stage)
        self.dirty = self.dirty or any(changed)
        if self.dirty:
            self.dirty = False
            with self.canvas.limit_new_sprites(SPRITE_BUDGET_S):
                self.draw()
            self.dirty = self.dirty or self.canvas.unfinished
            pygame.display.flip()
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Prepare one sprite that is needed soon: of pieces after their moves, or of the next unit's card."""
        model, play = self.model, self.model.playback
        if not play.moving:
            return
        coming = model.history.events[play.event_index : play.event_index + SPRITE_LOOKAHEAD_EVENTS]
        moved = (part for event in coming if isinstance(event, PiecesMoved) for part in event.parts)
        ppi, scale = model.camera.ppi, self.canvas.scale
        if any(self.canvas.prepare_token(token, ppi) for token in self.view.upcoming_tokens(moved)):
            return
        actors = [line.actors[0] for line in model.history.lines[model.line : model.line + 3] if line.actors]
        pieces = [model.state.table.pieces[name] for name in actors if name in model.state.table.pieces]
        tokens = (
            token for piece in pieces for token in unit_card.tokens(model, piece, self.stage.layout.wide)
        )
        any(self.canvas.prepare_token(token, scale) for token in tokens)

    def draw(self) -> None:
        """Draw the whole screen."""
        model, stage, scale = self.model, self.stage, self.canvas.scale
        model.catch_up()
        pointer, plain = model.pointer, self.prompt is not None and self.prompt.card_size() is not None
        now = current_frame(
            model.playback,
            pointer.hovered_piece,
            pointer.selected_piece,
            model.letters(),
            plain,
            model.spent_pieces(),
        )
        now = replace(now, overlays=(*now.overlays, *self.content.overlays(), *self.instruments.overlays()))
        shown = (self.stage.layout, *(panel.rect for panel in self.content.panels if not panel.clear))
        if self._cleared != shown:
            self._cleared = shown
            self.screen.fill(rgba("void")[:3])
        place = self.stage.layout.table
        target = self.screen.subsurface(pygame.Rect(place.scaled(scale)))
        cards = self.occluding_rects()
        lit = self.view.draw(target, now, cards)
        pygame.draw.rect(self.screen, rgba("line")[:3], place.scaled(scale), 1)
        small = self.overview.draw(now.table.ground, self.stage.layout.left, self.canvas)
        for panel in stage.panels:
            panel.show(self.screen, self.canvas)
        if any(panel.card and not place.contains(panel.shown_rect) for panel in stage.panels):
            self._cleared = None
        self.overview.draw_view_rect(self.screen, model.camera, self.stage.layout.left, scale)
        self._over_all(now.table)
        self.dirty = self.dirty or not (lit and small) or cards != self.occluding_rects()

    def _over_all(self, table: Table) -> None:
        """Draw the help card or a tooltip, and the banner."""
        items: list[Item] = []
        if self.model.display.help:
            leaves = self.help_card_pages()
            items += leaves[min(self.model.display.help, len(leaves)) - 1]
        elif not self.stage.gripped:
            items += self._tip(table)
        items += self.banner()
        if items:
            self.canvas.draw(self.screen, DrawList((), tuple(items)), SCREEN_CAMERA)
            self._cleared = None

    def _tip(self, table: Table) -> list[Item]:
        """Return the tooltip at the pointer: a refusal, a piece, terrain, a hidden rule, or a button."""
        model, lay, (x, y) = self.model, self.stage.layout, self.stage.pointer
        room, piece = Rect(0, 0, *self.stage.size), table.pieces.get(model.pointer.hovered_piece)
        if (why := self.instruments.refusal_explainer.answer) and self.stage.points_at_table:
            return tooltips.refusal_tooltip(model, why, x, y, lay.table)
        if piece is not None and self.stage.points_at_table and not model.pointer.tip:
            return tooltips.piece_tooltip(
                model, table, piece, partial(self.stage.card_rect_beside_disc, self.stage.base_disc(piece))
            )
        if (
            (told := self.instruments.terrain.lines())
            and self.stage.points_at_table
            and not model.pointer.tip
        ):
            name = self.instruments.terrain.name
            return tooltips.terrain_tooltip(
                name, told, partial(self.stage.card_rect_beside_disc, (x, y, tooltips.POINTER_CLEARANCE_PX))
            )
        if model.pointer.hovered_rule and not lay.wide:
            return tooltips.rule_tooltip(model, x, y, room)
        said = model.pointer.tip and (piece is None or self.stage.points_at_table)
        return tooltips.text_tooltip(x, y, model.pointer.tip, room) if said else []

    def banner(self) -> list[Plate]:
        """Return the banner: the ending or what to do next, and the caption of the sound."""
        stage = self.stage
        words = self._farewell() or self.content.banner_text() or self.instruments.instruction_text()
        heard = self.sound_effects.caption if self.sound_effects else ""
        if not (heard or words):
            return []
        return banner(
            self.stage.layout.table,
            words,
            heard,
            [*stage.card_rects(), stage.table_projection.scale_bar_rect],
            stage.subject_discs(),
            stage.piece_discs(),
        )

    def link_rects(self) -> list[RectEdges]:
        """Return the rects of the text that leads to the waiting decision, screen pixels at scale 1."""
        waits = self.content.banner_text() and not self.model.playback.playing
        scale = self.canvas.scale
        return [_edges(plate, plate_extent(plate, scale), scale) for plate in self.banner()] if waits else []

    def _farewell(self) -> str:
        """Return how the battle ended and what can be done now, "" while it goes on."""
        back, leave = (self.model.bindings.key_label(action) for action in ("back", "quit"))
        how = (
            f"{self.model.bindings.key_label('ending')} explains it, "
            if self.content.finished_record_path
            else ""
        )
        ways = f"{how}{back} goes back, {leave} leaves.".replace(" ", "\N{NO-BREAK SPACE}")
        return f"{self.model.ending_text}. {ways}" if self.model.ending_text else ""

    def occluding_rects(self) -> tuple[RectEdges, ...]:
        """Return the rects of cards and text over the table in its pixels; labels on the table avoid them."""
        table, scale = self.stage.layout.table, self.canvas.scale
        cards = ((card.x, card.y, card.right, card.bottom) for card in self.stage.card_rects())
        words = (_edges(plate, plate_extent(plate, scale), scale) for plate in self.banner())
        return tuple(
            ((a - table.x) * scale, (b - table.y) * scale, (c - table.x) * scale, (d - table.y) * scale)
            for a, b, c, d in (*cards, *words)
        )

    def help_card_pages(self) -> list[list[Item]]:
        """Return the cards of the keys that count now."""
        asked = (DECISION_SCREEN,) if self.prompt and self.prompt.shown else ()
        keys = self.model.bindings.help(
            (*asked, *self.content.key_screens), None if asked else self.content.commands
        )
        return help_card_pages(keys, Rect(0, 0, *self.stage.size), self.model.bindings.key_label("help"))

    def restyle(self, scale: float, unit: LengthUnit | None = None) -> None:
        """Redraw everything at another scale, or with lengths in another unit."""
        self.stage.restyle(scale, unit)
        self.overview.invalidate()
        self._cleared = None
        self.arrange()

    def arrange(self) -> None:
        """Lay out the panels for the size of the screen."""
        self.stage.apply_layout(self.content.layout(*self.stage.size))
        self.dirty = True

    def panels(self) -> list[tuple[str, Rect, PanelPicture]]:
        """Return the visible panels and cards: name, rect and picture."""
        placed = ((panel, panel.rect) for panel in self.stage.panels)
        return [(panel.name, rect, panel.surface) for panel, rect in placed if rect.width and rect.height]


def _edges(plate: Plate, room: ItemExtent, scale: float) -> RectEdges:
    """Return left, top, right and bottom of a plate on the screen, pixels at scale 1."""
    x, y = plate.x + room.x / scale, plate.y + room.y / scale
    return x, y, x + room.width / scale, y + room.height / scale
