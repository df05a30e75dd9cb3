"""The open question in the window: its picker, its panel, the card of odds, and the way back to the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from battlesim.engine.repeat_answer import AnsweredDecision
from battlesim.engine.standing_orders import StandingOrder
from battlesim.engine.unit_orders import LATER_UNITS, order_texts
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.render.framing import FramingSubject
from battlesim.render.text_layout import unit_in_use
from battlesim.table.phrases import AnyText, phrase, with_names
from battlesim.ui.curtain import Curtain
from battlesim.ui.panels import card as unit_card
from battlesim.ui.parts.layout import NOWHERE, Rect
from battlesim.ui.parts.part import DRAG_FROM, POINTING, Panel
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.question import odds_card
from battlesim.ui.question.ahead import Ahead
from battlesim.ui.question.odds_leaves import LaidCard, OddsLeaves
from battlesim.ui.question.panel_rect import question_rect
from battlesim.ui.question.pickers import Picker, Seat, picker_for
from battlesim.ui.question.pickers.hands import Hands
from battlesim.ui.question.pickers.parts import Act
from battlesim.ui.question.pickers.regarded import asked_about, of_question
from battlesim.ui.question.pickers.shown import on_table, spots_of, whole_table
from battlesim.ui.story.evidence import on_table as evidence_of
from battlesim.ui.story.feed import Feed
from battlesim.ui.story.person import Question
from battlesim.ui.table import foreseen
from battlesim.ui.table.regard import Size, Topic, of_line
from battlesim.ui.table.stage import Stage


class Asking:
    """What the person is asked, while something is asked and the picture has come that far. An act that is
    taken back is planned again."""

    def __init__(self, feed: Feed, curtain: Curtain, stage: Stage) -> None:
        self.feed, self.person, self.curtain, self.model = feed, feed.person, curtain, curtain.model
        self.stage = stage
        self.picker: Picker[Any] | None = None
        self.hands: Hands | None = None
        self.shown = False
        self.question: Question | None = None
        self._card = odds_card.Known(stage.queue)
        stands = (lambda: self.place() if self.shown else NOWHERE, self._panel, self._panel_stamp)
        self.panel = Panel("question", *stands, card=True, solid=True)
        self._leaves = OddsLeaves(stage)
        leaf = (self._leaf_place, self._leaf_drawn, self._leaves.stamp)
        self.leaf = Panel("odds", *leaf, card=True, solid=True, loose=True, working=self._outdated)
        self.ahead = Ahead(self.person, self.model, stage.queue)
        self._subject = self._says = ""
        self._taken_at: Point | None = None
        self._looked: list[Point] = []
        self._regarded: tuple[object, FramingSubject] | None = None
        self._found = 0
        self.gate: Callable[[Sequence[AnsweredDecision]], AnyText] | None = None
        self.given: Callable[[Sequence[AnsweredDecision]], None] | None = None
        self.reaction = self.aside = False
        self._acts: list[list[AnsweredDecision]] = []
        self._back: list[AnsweredDecision] = []

    # -- time --

    def tick(self) -> bool:
        """Take a new question, take results, hand over an answer; whether anything has changed."""
        self.aside = self.stage.instruments.ruler.on
        changed, live = self._take(), self.model.playback.live
        shown = live and self.picker is not None and (self.shown or not self.picker.drafting)
        changed = changed or shown != self.shown
        self.shown = shown
        if self.picker is None:
            return changed
        fresh = self.picker.tick()
        self._found += fresh
        fresh = self._work_out(self.picker) or fresh
        self._give(self.picker)
        return changed or fresh

    def _take(self) -> bool:
        question = self.curtain.through(self.feed.question)
        if question is self.question or (question is None and self.question is None):
            return False
        self.question, self._subject, self._says, self._looked = question, "", "", []
        self._card.forget()
        self.ahead.forget()
        self._leaves.forget()
        self.model.question = question.decision if question else None
        self.model.asked_rule = question.decision.rule if question else ""
        called = (question.view if question and question.view else self.model.state).table.name_of
        self.model.asked = with_names(question.decision.prompt, called) if question else ""
        if question is None:
            self.picker = self.hands = None
            return True
        view = question.view or self.model.state
        self.picker = picker_for(question.decision, view, self.model, self.stage.queue)
        back, self._back = self._back, []
        if back and back[0][0] == question.decision:
            self.picker.lay(back[0][1])
            self.ahead.plan_again(back)
        elif question.advised is not None:
            self.picker.lay(question.advised)
        self.hands = Hands(self.picker, self.ahead)
        self.offer()
        self.reaction = self.picker.reacts
        return True

    def looks_at(self) -> list[Point]:
        """The places of the table that have just come to be looked at; none while the pointer drags."""
        if not self.shown or self.picker is None or self.hands is None or self.hands.held:
            return []
        spots = self.picker.places()
        fresh, self._looked = spots != self._looked, spots
        return spots if fresh else []

    def regard(self) -> FramingSubject | None:
        """What is spoken of on the table; None while the pointer drags."""
        if not self.shown or self.picker is None or self.hands is None or self.hands.held:
            return None
        stamp = (self.picker, self.picker.changes, self.picker.draft(), self.picker.cursor, self._card.value)
        if self._regarded is None or self._regarded[0] != stamp:
            card = self.card
            self._regarded = stamp, of_question(self.picker, card.preview if card else None)
        return self._regarded[1]

    def topic(self) -> Topic | None:
        """What is asked about, the line before where that is nowhere; None until odds are known: the view
        goes there once."""
        regard = None if self.ahead.busy or self._card.busy else self.regard()
        if regard and not (regard.discs or regard.points):
            regard = of_line(self.model).regard
        choice = (self.picker.draft(), self.picker.cursor) if self.picker else None
        return Topic(self.question, regard, True, self.looks_at, choice) if regard else None

    def offer(self) -> None:
        """Offer what goes with every question: a way back, and the standing orders while there are any."""
        own = self.own_orders()
        self.model.conduct = order_texts(own, self.model.state.table)
        if self.picker is None:
            return
        many = sum(order.unit != LATER_UNITS for order in own)
        label = f"{many} standing order{'s' * (many > 1)}" if own else "Standing orders"
        offered = own or self.picker.reacts
        listed = (Act("orders", label, lambda: self.stage.do("orders", 0)),) if offered else ()
        undo = Act("undo", "Undo", lambda: self.stage.do("undo", 0))
        self.picker.extra = (undo, *self.ahead.offers(self.picker), *listed)

    def own_orders(self) -> list[StandingOrder]:
        """The standing orders of those who may see the screen."""
        shown = self.curtain.shown
        return [order for order in self.person.orders if order.side == shown or not self.curtain.secret]

    @property
    def comes(self) -> bool:
        """Whether a question is about to be shown."""
        return self.picker is not None and not self.shown and self.model.playback.live

    def take_back(self) -> AnyText:
        """Take the last answer back; why that cannot be done, in words."""
        why: AnyText = ""
        question = self.feed.question
        if question is None:
            why = self._says = "nothing can be taken back before the next question"
        elif question.fixed:
            why = phrase("no answer can be taken back: {}", question.fixed)
        else:
            self.person.take_back(question.number)
            self._back = self._acts.pop() if self._acts else []
        if self.picker is not None:
            self.picker.refusal = why
        return why

    def _give(self, picker: Picker[Any]) -> None:
        if picker.answer is None or self.question is None:
            return
        act = self.ahead.act(picker)
        why = self.ahead.idle(picker) or (self.gate(act) if self.gate else "")
        if why:
            picker.answer, picker.opened, picker.refusal = None, 0, why
            return
        if not self.ahead.confirm(self.question, picker):
            return
        self.ahead.remember(picker, act)
        self._acts.append(act)
        if self.given:
            self.given(act)
        if picker.order is not None:
            self.person.order(picker.order)
            self.person.reconsider()
        self.model.playback.playing = True
        self.model.pointing.picked = ""

    def _work_out(self, picker: Picker[Any]) -> bool:
        """Have worked out what follows on the draft, its odds, and the piece that is asked about."""
        fresh = self.question is not None and self.ahead.look(self.question, picker)
        subject = asked_about(picker, self.model.state.table)
        changed = subject != self._subject
        if changed or not self.model.pointing.picked:
            self._subject = subject
            self.model.pointing.picked = subject or self.model.pointing.picked
        act = [(picker, picker.draft()), *self.ahead.drafts()]
        key = tuple((one.decision, draft) for one, draft in act)
        self._card.want(None if self.ahead.busy else key, lambda: odds_card.card_of_act(act))
        return self._card.poll() or changed or fresh

    # -- drawing --

    @property
    def card(self) -> odds_card.OddsCard | None:
        """The card of odds of what is chosen, as far as it is known; none while something else goes on."""
        return self._card.value if self.shown and not self.aside else None

    def _outdated(self) -> bool:
        """Whether the odds of what is chosen are not known yet."""
        return self.ahead.busy or self._card.working

    @property
    def busy(self) -> bool:
        """Whether the odds, or what the picker shows, are still worked out."""
        return self._card.busy or self.ahead.busy or (self.picker is not None and self.picker.busy)

    def place(self) -> Rect:
        """Where the panel stands: between the unit card and the rule, else on the table."""
        return question_rect(self.stage.layout)

    def covers(self) -> float:
        """How far down the panel of the question covers the right one; 0 while it does not."""
        right = self.stage.layout.right
        return self.place().bottom - right.y if self.shown and right.width else 0.0

    def overlays(self) -> tuple[Item, ...]:
        """What the picker and the card draw on the table; what is seen only while no other sight is shown."""
        if not self.shown or self.picker is None:
            return ()
        card, sights = self.card, not self.stage.instruments.sight.shown
        evidence = evidence_of(card.evidence, card.view or self.picker.view) if card and sights else []
        laid = foreseen.on_table(card.preview, self.picker.view, self.picker.decision.side) if card else []
        dimmed = whole_table(self.picker.view) if self.reaction else []
        return (*dimmed, *laid, *on_table(self.picker), *self.ahead.overlay(), *evidence)

    def turn_leaf(self, by: int) -> None:
        """Show another leaf of the card; after the last one comes the first one."""
        self._leaves.turn(by)

    def card_size(self) -> Size | None:
        """Width and height of the card of odds as it comes; the view does not move when a leaf is turned."""
        laid = self._laid()
        return self._leaves.size(laid) if laid else None

    def _laid(self) -> LaidCard | None:
        """Return the card as it is laid out: the last one that was known while a newer one is worked out."""
        outdated = self._outdated() and self.shown and not self.aside
        card = self._card.latest if outdated else self.card
        return self._leaves.lay_out(card, self.picker.view) if card and self.picker else None

    def _leaf_place(self) -> Rect:
        """Where the card hides least of what is asked about, then of all pieces."""
        laid = self._laid()
        if not self.shown or laid is None:
            return NOWHERE
        about = self.regard() or (self._regarded[1] if self._regarded else None)
        spots = self.stage.on_screen.spots(spots_of(self.overlays()))
        return self._leaves.place(laid, about.discs if about else (), spots)

    def _leaf_drawn(self, rect: Rect) -> Drawn:
        laid = self._laid()
        assert laid
        return self._leaves.build(laid)

    def _panel(self, rect: Rect) -> Drawn:
        assert self.hands
        self.hands.seat = Seat(self.stage.layout.table, rect, self.stage.canvas.scale)
        drawn = self.hands.panel(rect)
        right = self.stage.layout.right
        if right.width:
            free = self.hands.listing.free
            unit_card.beside_question(drawn, self.model, *free, rect.width, rect.bottom >= right.bottom)
        return drawn

    def _panel_stamp(self) -> tuple[object, ...]:
        """Everything that the panel shows depends on."""
        assert self.hands
        picker, listing, stage = self.hands.picker, self.hands.listing, self.stage
        moved = (picker.changes, self._found, picker.cursor, listing.scroll, listing.hot)
        given = (picker.draft(), picker.answer is None, picker.then, picker.looking)
        said = picker.refusal, picker.extra
        drawn_with = stage.layout, stage.canvas.scale, self.model.bindings, unit_in_use()
        beside = self.model.card_piece(), self.model.rule(), self.model.shown.rule_from
        return (picker, *moved, *given, *said, *drawn_with, *beside)

    # -- input --

    @property
    def held(self) -> bool:
        """Whether something is dragged on the table."""
        return self.hands is not None and self.hands.held

    def event(self, event: pygame.event.Event) -> bool:
        """Whether the picker took an event, or the card a turn of the wheel.

        A second press where the first was an answer is not meant for what stands there now.
        """
        press = event.type == pygame.MOUSEBUTTONDOWN
        if event.type == pygame.MOUSEMOTION and not self._again(event):
            self._taken_at = None
        again, under = press and self._again(event), self.stage.covered()
        used = self._used(event) if not press or under in ("", self.panel.name) else False
        if used:
            self.model.pointing.tip = self.model.pointing.hot_rule = ""  # what they were about may be gone
        if used and event.type in POINTING:
            self.model.pointing.pointed = ""
        if press and (used or under == self.panel.name):
            self._taken_at = event.pos
        return used or again

    def _used(self, event: pygame.event.Event) -> bool:
        if not self.shown or self.hands is None:
            return False
        if event.type == pygame.MOUSEWHEEL and self._on_card(*pygame.mouse.get_pos()):
            self._leaves.roll(-event.y)
            return True
        return self.hands.event(event, self.model.camera)

    def _again(self, event: pygame.event.Event) -> bool:
        """Whether the pointer rests where the question took a press."""
        if self._taken_at is None:
            return False
        (x, y), (x0, y0) = event.pos, self._taken_at
        return bool(abs(x - x0) + abs(y - y0) < DRAG_FROM)

    def _on_card(self, x: float, y: float) -> bool:
        """Whether a pixel of the screen lies on the card."""
        scale = self.stage.canvas.scale
        return self.card is not None and self.leaf.at.holds(x / scale, y / scale)

    def waiting(self) -> str:
        """Words for a person who looks back while a question waits, or could not take an answer back."""
        if self.feed.question is None or self.shown:
            return "" if self.shown else self._says
        key = self.model.bindings.shown("now")
        return "" if self.model.playback.playing else f"you are asked something: {key} goes to it"
