"""The open question in the window: its picker, its panel, the card of odds, and the way back to the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import pygame

from battlesim.engine.decisions import DICE
from battlesim.engine.standing_orders import Order
from battlesim.geometry.shapes import Point
from battlesim.processes import thread
from battlesim.render.drawlist import Item, Layer, Patch, Stroke
from battlesim.render.framing import Disc, Regard
from battlesim.render.pygame_backend import Canvas
from battlesim.render.text import unit
from battlesim.ui.battle import odds_card
from battlesim.ui.battle.layout import GAP, Layout, Rect
from battlesim.ui.battle.panels import card as unit_card
from battlesim.ui.battle.panels.base import Spot, Surface
from battlesim.ui.battle.pickers import Picker, Seat, picker_for
from battlesim.ui.battle.pickers.hands import Hands
from battlesim.ui.battle.pickers.later import Later
from battlesim.ui.battle.pickers.parts import Act
from battlesim.ui.battle.pickers.regarded import of_question
from battlesim.ui.battle.pickers.shown import on_table, whole_table
from battlesim.ui.curtain import Curtain
from battlesim.ui.story.evidence import on_table as evidence_of
from battlesim.ui.story.feed import Feed
from battlesim.ui.story.person import Question
from battlesim.ui.table import corner, foreseen

WIDE_PANEL: Final = 320.0
LEAST_PANEL: Final = 420.0
"""A picker with less room than this takes the whole right panel."""
CARD_HEAD, NARROW_HEAD = 178.0, 154.0
"""Pixels of the right panel that stay visible above a picker: the unit card."""
RULE_SHARE: Final = 0.2
"""Share of the right panel that the text of the rule may take below a picker."""


class Asking:
    """What the person is asked, while something is asked and the picture has come that far."""

    def __init__(self, feed: Feed, curtain: Curtain, do: Callable[[str], None]) -> None:
        self.feed, self.person, self.curtain, self.model = feed, feed.person, curtain, curtain.model
        self._do = do
        self.picker: Picker[Any] | None = None
        self.hands: Hands | None = None
        self.shown = False
        self.question: Question | None = None
        self._pool = thread("pickers")
        self._odds_pool = thread("odds")
        self._card: Later[odds_card.OddsCard | None] = Later(self._odds_pool)
        self.panel, self._float = Surface(True), Surface(True)
        self._subject = self._says = ""
        self._looked: list[Point] = []
        self.card_at = Rect(0, 0, 0, 0)
        self._regarded: tuple[object, Regard] | None = None
        self._laid: tuple[odds_card.OddsCard, object, list[odds_card.Leaf]] | None = None
        self._leaf, self._leaves = 0, 1
        self._found = 0
        self.reaction = self.aside = False

    def close(self) -> None:
        """Drop what is being worked out."""
        for pool in (self._pool, self._odds_pool):
            pool.shutdown(wait=False, cancel_futures=True)

    # -- time --

    def tick(self) -> bool:
        """Take a new question, take results, hand over an answer; whether anything has changed."""
        changed = self._take()
        shown = self.picker is not None and self.model.playback.live
        changed = changed or shown != self.shown
        self.shown = shown
        if self.picker is None:
            return changed
        fresh = self.picker.tick()
        self._found += fresh
        fresh = self._look_ahead(self.picker) or fresh
        self._give(self.picker)
        return changed or fresh

    def _take(self) -> bool:
        question = self.curtain.through(self.feed.question)
        if question is self.question or (question is None and self.question is None):
            return False
        self.question, self._subject, self._says, self._looked = question, "", "", []
        self._card.forget()
        self._leaf, self._laid = 0, None
        self.model.asked_rule = question.decision.rule if question else ""
        self.model.asked = question.decision.prompt if question else ""
        if question is None:
            self.picker = self.hands = None
            return True
        view = question.view or self.model.state
        self.picker = picker_for(question.decision, view, self.model, self._pool)
        self.hands = Hands(self.picker)
        self.offer()
        self.reaction = self.picker.reacts and question.decision.side != DICE
        return True

    def looks_at(self) -> list[Point]:
        """The places of the table that have just come to be looked at; none while the pointer drags."""
        if not self.shown or self.picker is None or self.hands is None or self.hands.held:
            return []
        spots = self.picker.places()
        fresh, self._looked = spots != self._looked, spots
        return spots if fresh else []

    def regard(self) -> Regard | None:
        """What is spoken of on the table; None while the pointer drags."""
        if not self.shown or self.picker is None or self.hands is None or self.hands.held:
            return None
        stamp = (self.picker, self.picker.changes, self.picker.draft(), self.picker.cursor, self._card.value)
        if self._regarded is None or self._regarded[0] != stamp:
            card = self.card
            self._regarded = stamp, of_question(self.picker, card.preview if card else None)
        return self._regarded[1]

    def offer(self) -> None:
        """Offer what goes with every question: a way back, and the standing orders while there are any."""
        if self.picker is None:
            return
        orders = len(self.own_orders())
        label = f"{orders} standing order{'s' * (orders > 1)}"
        listed = (Act("orders", label, lambda: self._do("orders")),) if orders else ()
        self.picker.extra = (Act("undo", "Undo", lambda: self._do("undo")), *listed)

    def own_orders(self) -> list[Order]:
        """The standing orders of those who may see the screen."""
        shown = self.curtain.shown
        return [order for order in self.person.orders if order.side == shown or not self.curtain.secret]

    def take_back(self) -> str:
        """Take the last answer back; why that cannot be done, in words."""
        question = self.feed.question
        if question is None:
            why = "nothing can be taken back before the next question"
        elif question.fixed:
            why = f"no answer can be taken back: {question.fixed}"
        else:
            why = ""
            self.person.take_back(question.number)
        self._says = why
        if self.picker is not None:
            self.picker.refusal = why
        return why

    def _give(self, picker: Picker[Any]) -> None:
        if picker.answer is None or self.question is None:
            return
        if picker.order is not None:
            self.person.order(picker.order)
        self.person.give(self.question.number, picker.answer)
        self.model.playback.playing = True
        self.model.picked = ""

    def _look_ahead(self, picker: Picker[Any]) -> bool:
        """Have the odds of the draft worked out, and the piece that is asked about on the unit card."""
        row = picker.current()
        about = picker.decision.about
        looked_at = row.at if row else ()
        names = (about, *looked_at) if picker.lists else (*looked_at, about)
        subject = next((name for name in names if name in self.model.state.table.pieces), "")
        changed = subject != self._subject
        if changed:
            self._subject = subject
            self.model.picked = subject or self.model.picked
        draft = picker.draft()
        self._card.want((picker.decision, draft), lambda: odds_card.card_of(picker, draft))
        return self._card.poll() or changed

    # -- drawing --

    @property
    def card(self) -> odds_card.OddsCard | None:
        """The card of odds of what is chosen, as far as it is known; none while something else goes on."""
        return self._card.value if self.shown and not self.aside else None

    @property
    def leaf(self) -> Surface | None:
        """The leaf of the card that is shown."""
        return self._float if self.card else None

    @property
    def busy(self) -> bool:
        """Whether the odds, or what the picker shows, are still worked out."""
        return self._card.busy or (self.picker is not None and self.picker.busy)

    def place(self, layout: Layout) -> Rect:
        """Where the panel stands: between the unit card and the rule, else on the table."""
        right, wide = layout.right, layout.measures.list_row > 44
        if right.width:
            head, foot = (CARD_HEAD, self._foot(right)) if wide else (NARROW_HEAD, 0.0)
            head, foot = (head, foot) if right.height - head - foot >= LEAST_PANEL else (0.0, 0.0)
            return Rect(right.x, right.y + head, right.width, right.height - head - foot)
        table = layout.table
        tall = min(table.height - 24, 640.0)
        return Rect(table.right - WIDE_PANEL - 12, table.bottom - tall - 12, WIDE_PANEL, tall)

    def restyle(self) -> None:
        """Draw everything anew."""
        self.panel, self._float = Surface(True), Surface(True)

    def _foot(self, right: Rect) -> float:
        """Pixels that stay visible below the panel: the rule, where both have room."""
        room = right.height - CARD_HEAD - LEAST_PANEL - 12 - GAP
        return unit_card.below_question(self.model, right.width, min(room, RULE_SHARE * right.height))

    def covers(self, layout: Layout) -> float:
        """How far down the panel of the question covers the right one; 0 while it does not."""
        over = self.shown and bool(layout.right.width)
        return self.place(layout).bottom - layout.right.y if over else 0.0

    def overlays(self, sights: bool = True) -> tuple[Item, ...]:
        """What the picker and the card draw on the table, with or without what is seen."""
        if not self.shown or self.picker is None:
            return ()
        card = self.card
        evidence = evidence_of(card.evidence, self.picker.view) if card and sights else []
        laid = foreseen.on_table(card.preview, self.picker.view, self.picker.decision.side) if card else []
        dimmed = whole_table(self.picker.view) if self.reaction else []
        return (*dimmed, *laid, *on_table(self.picker), *evidence)

    def turn_leaf(self, by: int) -> None:
        """Show another leaf of the card; after the last one comes the first one."""
        self._leaf = (self._leaf + by) % self._leaves

    def leaves(self, layout: Layout) -> tuple[odds_card.OddsCard, list[odds_card.Leaf], float] | None:
        """The card, its leaves and its width."""
        card, picker = self.card, self.picker
        if card is None or picker is None:
            return None
        sight_rule = next(iter(self.model.ruleset.sight_ids), "")
        wide = min(odds_card.WIDTH, corner.free(layout, self.place(layout)).width)
        room = (layout.table, wide, unit())
        if self._laid is None or self._laid[0] is not card or self._laid[1] != room:
            self._laid = card, room, odds_card.leaves(card, picker.view, sight_rule, layout.table, wide)
        shown = self._laid[2]
        self._leaves = len(shown)
        self._leaf = min(self._leaf, self._leaves - 1)
        return card, shown, wide

    def card_size(self, layout: Layout) -> tuple[float, float] | None:
        """Width and height of the card of odds as it comes; the view does not move when a leaf is turned."""
        found = self.leaves(layout)
        return (found[2], odds_card.height(found[1])) if found else None

    def draw(
        self, screen: pygame.Surface, canvas: Canvas, layout: Layout, bases: Sequence[Disc] = ()
    ) -> None:
        """The panel, and the card where it hides least of what is asked about, then of `bases` (inches)."""
        if not self.shown or self.hands is None:
            return
        rect = self.place(layout)
        self.hands.seat = Seat(layout.table, rect, canvas.scale)
        self._show_panel(self.hands, rect, canvas)
        self.panel.blit(screen, rect, canvas.scale)
        found = self.leaves(layout)
        if found:
            self._draw_card(*found, screen, canvas, layout, bases)

    def _show_panel(self, hands: Hands, rect: Rect, canvas: Canvas) -> None:
        """Build the panel, but only where something has changed since it was built."""
        drawn_with = (rect, self.model.bindings, unit())
        if self.panel.stamp != (*self._panel_stamp(hands), *drawn_with):
            self.panel.show(hands.panel(rect), rect, canvas)
            self.panel.stamp = (*self._panel_stamp(hands), *drawn_with)

    def _panel_stamp(self, hands: Hands) -> tuple[object, ...]:
        """Everything that the panel shows depends on."""
        picker, listing = hands.picker, hands.listing
        moved = (picker.changes, self._found, picker.cursor, listing.scroll, listing.hot)
        return (picker, *moved, picker.draft(), picker.refusal, picker.extra)

    def _draw_card(
        self,
        card: odds_card.OddsCard,
        shown: list[odds_card.Leaf],
        wide: float,
        screen: pygame.Surface,
        canvas: Canvas,
        layout: Layout,
        bases: Sequence[Disc],
    ) -> None:
        tall, about = odds_card.height(shown, self._leaf), self.regard()
        on = corner.Screen(self.model.camera, canvas.scale, layout.table)
        kept = on.discs(about.discs if about else self._regarded[1].discs if self._regarded else ())
        places = corner.places(corner.free(layout, self.place(layout)), wide, tall, on.bar)
        rect = self.card_at = corner.best(places, kept, on.discs(bases), on.spots(_spots(self.overlays())))
        drawn = odds_card.build(card, shown, self._leaf, self.model.bindings.shown("odds"), wide)
        self._float.show(drawn, rect, canvas)
        self._float.blit(screen, rect, canvas.scale)

    # -- input --

    def event(self, event: pygame.event.Event) -> bool:
        """Whether the picker took an event, or the card a turn of the wheel."""
        if not self.shown or self.hands is None:
            return False
        if event.type == pygame.MOUSEWHEEL and self._on_card(*pygame.mouse.get_pos()):
            self._leaf = min(max(self._leaf - event.y, 0), self._leaves - 1)
            return True
        return self.hands.event(event, self.model.camera)

    def _on_card(self, x: float, y: float) -> bool:
        """Whether a pixel of the screen lies on the card."""
        scale = self.hands.seat.scale if self.hands else 1.0
        return self.card is not None and self.card_at.holds(x / scale, y / scale)

    def holds(self, x: float, y: float) -> bool:
        """Whether a place of the screen lies on the panel or the card."""
        if not self.shown or self.hands is None:
            return False
        return self.hands.seat.panel.holds(x, y) or (self.card is not None and self.card_at.holds(x, y))

    def spots(self, x: float, y: float) -> list[tuple[Spot, float, float]]:
        """The spots of the panel, or of the card, under a place of the screen."""
        if self.hands is None:
            return []
        on_card = self.card is not None and self.card_at.holds(x, y)
        rect = self.card_at if on_card else self.hands.seat.panel
        known = self._float.spots if on_card else self.hands.spots
        return [(s, x - rect.x, y - rect.y) for s in known if s.rect.holds(x - rect.x, y - rect.y)]

    def waiting(self) -> str:
        """Words for a person who looks back while a question waits, or could not take an answer back."""
        if self.feed.question is None or self.shown:
            return "" if self.shown else self._says
        key = self.model.bindings.shown("now")
        return "" if self.model.playback.playing else f"you are asked something: {key} goes to it"


def _spots(items: Iterable[Item]) -> Iterator[Point]:
    """Where the items on a table are, their lines at every corner; regions lie under everything."""
    for item in items:
        if isinstance(item, Stroke):
            yield from item.points if item.layer > Layer.ZONE else ()
        elif not isinstance(item, Patch):
            yield item.x, item.y
