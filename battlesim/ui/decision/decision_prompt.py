"""The open decision in the window, with its control, its panel, its odds card and the resulting answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from battlesim.engine.repeat_answer import AnsweredDecision
from battlesim.engine.standing_orders import StandingOrder, is_reacting
from battlesim.engine.unit_orders import LATER_UNITS, order_texts
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.render.framing import FramingSubject
from battlesim.render.text_layout import unit_in_use
from battlesim.table.phrases import AnyText, phrase, with_names
from battlesim.ui.decision import odds_card
from battlesim.ui.decision.act_planner import ActPlanner
from battlesim.ui.decision.odds_leaves import LaidCard, OddsLeaves
from battlesim.ui.decision.panel_rect import question_rect
from battlesim.ui.decision.pickers import Picker, PickerPlacement, picker_for
from battlesim.ui.decision.pickers.decision_subject import decision_subject, subject_piece, wider_subject
from battlesim.ui.decision.pickers.picker_input import PickerInput
from battlesim.ui.decision.pickers.picker_overlay import dimmed_table, overlay_points, picker_overlay
from battlesim.ui.decision.pickers.picker_rows import PickerButton
from battlesim.ui.panels import unit_card
from battlesim.ui.session.battle_runner import BattleRunner
from battlesim.ui.session.hot_seat import HotSeatCurtain
from battlesim.ui.session.human_player import OpenDecision
from battlesim.ui.session.sight_display import sight_overlay as evidence_of
from battlesim.ui.table import preview_overlay
from battlesim.ui.table.camera_subject import CameraSubject, CardSize
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import MIN_DRAG_PX, Panel
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect
from battlesim.ui.toolkit.panel_content import PanelContent


class DecisionPrompt:
    """The decision that the user must make now, shown once the playback of earlier events is over.

    The confirmed answer is passed to the rules. If the user undoes an action, it is planned again.
    """

    def __init__(self, runner: BattleRunner, curtain: HotSeatCurtain, stage: Stage) -> None:
        self.runner, self.human, self.curtain, self.model = runner, runner.human, curtain, curtain.model
        self.stage = stage
        self.picker: Picker[Any] | None = None
        self.picker_input: PickerInput | None = None
        self.shown = False
        self.open_decision: OpenDecision | None = None
        self._card = odds_card.OddsCardCache(stage.queue)
        stands = (lambda: self.panel_rect() if self.shown else EMPTY_RECT, self._panel, self._panel_stamp)
        self.panel = Panel("question", *stands, card=True, solid=True)
        self._leaves = OddsLeaves(stage)
        leaf = (self._leaf_place, self._leaf_drawn, self._leaves.stamp)
        self.odds_panel = Panel("odds", *leaf, card=True, solid=True, loose=True, working=self._outdated)
        self.planner = ActPlanner(self.human, self.model, stage.queue)
        self._subject = self._says = ""
        self._taken_at: Point | None = None
        self._looked: list[Point] = []
        self._regarded: tuple[object, FramingSubject] | None = None
        self._found = 0
        self.gate: Callable[[Sequence[AnsweredDecision]], AnyText] | None = None
        self.on_act_given: Callable[[Sequence[AnsweredDecision]], None] | None = None
        self.reaction = self.is_measuring = False
        self._acts: list[list[AnsweredDecision]] = []
        self._back: list[AnsweredDecision] = []

    # -- time --

    def tick(self) -> bool:
        """Take a new decision, take results, hand over an answer. Return True if anything changed."""
        self.is_measuring = self.stage.instruments.ruler.on
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
        question = self.curtain.visible_decision(self.runner.open_decision)
        if question is self.open_decision or (question is None and self.open_decision is None):
            return False
        self.open_decision, self._subject, self._says, self._looked = question, "", "", []
        self._card.reset()
        self.planner.reset()
        self._leaves.forget()
        self.model.decision = question.decision if question else None
        self._look_away()
        self.model.decision_rule = question.decision.rule if question else ""
        called = (question.view if question and question.view else self.model.state).table.name_of
        self.model.prompt = with_names(question.decision.prompt, called) if question else ""
        if question is None:
            self.picker = self.picker_input = None
            return True
        view = question.view or self.model.state
        self.picker = picker_for(question.decision, view, self.model, self.stage.queue)
        back, self._back = self._back, []
        if back and back[0][0] == question.decision:
            self.picker.set_draft(back[0][1])
            self.planner.plan_again(back)
        elif question.advised is not None:
            self.picker.set_draft(question.advised)
        self.picker_input = PickerInput(self.picker, self.planner)
        self.offer_buttons()
        others_turn = is_reacting(self.model.ruleset, view, question.decision.side)
        self.reaction = self.picker.reacts and others_turn
        return True

    def _look_away(self) -> None:
        """Deselect a piece of a side that is not asked, if several people share the screen."""
        model = self.model
        selected = model.state.table.pieces.get(model.pointer.selected_piece)
        if model.decision and selected and len(self.curtain.views) > 1 and selected.side != model.own_side:
            model.pointer.selected_piece = ""

    def new_looked_at_points(self) -> list[Point]:
        """Return the points of interest that have just changed; none during a drag."""
        if not self.shown or self.picker is None or self.picker_input is None or self.picker_input.held:
            return []
        spots = self.picker.looked_at_points()
        fresh, self._looked = spots != self._looked, spots
        return spots if fresh else []

    def framing_subject(self) -> FramingSubject | None:
        """Return what the decision refers to on the table, None during a drag."""
        if not self.shown or self.picker is None or self.picker_input is None or self.picker_input.held:
            return None
        picker, plan = self.picker, id(self.planner.plan)
        stamp = (picker, picker.changes, picker.draft(), picker.cursor, self._card.value, plan)
        if self._regarded is None or self._regarded[0] != stamp:
            card = self.odds_card
            later = [follow_up for follow_up, _ in self.planner.drafts()]
            self._regarded = stamp, decision_subject(picker, card.preview if card else None, later)
        return self._regarded[1]

    def camera_subject(self) -> CameraSubject | None:
        """Return what the decision refers to, else the line before it; None until the odds are known.

        Waiting for the odds means that the camera moves once.
        """
        regard = None if self.planner.busy or self._card.busy else self.framing_subject()
        if self.picker and regard and not (regard.discs or regard.points):
            regard = wider_subject(self.picker, self.model)
        choice = (self.picker.draft(), self.picker.cursor) if self.picker else None
        return (
            CameraSubject(self.open_decision, regard, True, self.new_looked_at_points, choice)
            if regard
            else None
        )

    def offer_buttons(self) -> None:
        """Offer the buttons of every decision: undo, standing orders, and those of the planner."""
        own = self.own_orders()
        self.model.conduct = order_texts(own, self.model.state.table)
        if self.picker is None:
            return
        many = sum(order.unit != LATER_UNITS for order in own)
        label = f"{many} standing order{'s' * (many > 1)}" if own else "Standing orders"
        offered = own or self.picker.reacts
        listed = (PickerButton("orders", label, lambda: self.stage.do("orders", 0)),) if offered else ()
        undo = PickerButton("undo", "Undo", lambda: self.stage.do("undo", 0))
        self.picker.extra_buttons = (undo, *self.planner.offered_buttons(self.picker), *listed)

    def own_orders(self) -> list[StandingOrder]:
        """Return the standing orders of those who may see the screen."""
        shown = self.curtain.shown
        return [order for order in self.human.orders if order.side == shown or not self.curtain.secret]

    @property
    def is_about_to_show(self) -> bool:
        """True if a decision is open and playback has caught up, but it is not shown yet."""
        return self.picker is not None and not self.shown and self.model.playback.live

    def undo_answer(self) -> AnyText:
        """Undo the last answer. Return why that is not possible, "" if it is."""
        why: AnyText = ""
        question = self.runner.open_decision
        if question is None:
            why = self._says = "nothing can be undone before the next question"
        elif question.fixed:
            why = phrase("the answer cannot be undone: {reason}", question.fixed)
        else:
            self.human.undo_answer(question.number)
            self._back = self._acts.pop() if self._acts else []
        if self.picker is not None:
            self.picker.refusal = why
        return why

    def _give(self, picker: Picker[Any]) -> None:
        if picker.answer is None or self.open_decision is None:
            return
        act = self.planner.planned_act(picker)
        why = self.planner.idle_move_warning(picker) or (self.gate(act) if self.gate else "")
        if why:
            picker.answer, picker.opened, picker.refusal = None, 0, why
            return
        several = self.planner.has_followers
        if not self.planner.confirm(self.open_decision, picker):
            return
        self.model.playback.waits_before_turn = several
        self.planner.remember_act(picker, act)
        self._acts.append(act)
        if self.on_act_given:
            self.on_act_given(act)
        if picker.order is not None:
            self.human.order(picker.order)
            self.human.ask_again()
        self.model.playback.playing = True
        self.model.pointer.selected_piece = ""

    def _work_out(self, picker: Picker[Any]) -> bool:
        """Request the follow-ups, the odds and the piece of the decision. Return True if anything changed."""
        fresh = self.open_decision is not None and self.planner.update(self.open_decision, picker)
        subject = subject_piece(picker, self.model.state.table) if self.shown else ""
        changed = subject != self._subject
        if changed or not self.model.pointer.selected_piece:
            self._subject = subject
            self.model.pointer.selected_piece = subject or self.model.pointer.selected_piece
        act = [(picker, picker.draft()), *self.planner.drafts()]
        key = tuple((one.decision, draft) for one, draft in act)
        self._card.request(None if self.planner.busy else key, lambda: odds_card.card_of_act(act))
        return self._card.poll() or changed or fresh

    # -- drawing --

    @property
    def odds_card(self) -> odds_card.OddsCard | None:
        """The odds card of the draft as far as it is known, None while something else is shown."""
        return self._card.value if self.shown and not self.is_measuring else None

    def _outdated(self) -> bool:
        """Return True while the odds of the draft are not known."""
        return self.planner.busy or self._card.working

    @property
    def busy(self) -> bool:
        """True while the odds, the plan or the picker are being computed."""
        return self._card.busy or self.planner.busy or (self.picker is not None and self.picker.busy)

    def panel_rect(self) -> Rect:
        """Return the rect of the decision panel: between unit card and rule, else on the table."""
        return question_rect(self.stage.layout)

    def covered_height(self) -> float:
        """Return how far down the decision panel covers the right panel, 0 if it does not."""
        right = self.stage.layout.right
        return self.panel_rect().bottom - right.y if self.shown and right.width else 0.0

    def overlays(self) -> tuple[Item, ...]:
        """Return the graphics of picker, plan and odds; evidence only while no other sight is shown."""
        if not self.shown or self.picker is None:
            return ()
        card, sights = self.odds_card, not self.stage.instruments.sight.shown
        evidence = evidence_of(card.evidence, card.view or self.picker.view) if card and sights else []
        laid = (
            preview_overlay.preview_overlay(card.preview, self.picker.view, self.picker.decision.side)
            if card
            else []
        )
        dimmed = dimmed_table(self.picker.view) if self.reaction else []
        return (*dimmed, *laid, *picker_overlay(self.picker), *self.planner.overlay(), *evidence)

    def turn_odds_page(self, by: int) -> None:
        """Show another page of the odds card; the first follows the last."""
        self._leaves.turn(by)

    def card_size(self) -> CardSize | None:
        """Return the size of the first page of the odds card, None without one.

        The camera does not move when a page is turned.
        """
        laid = self._laid()
        return self._leaves.size(laid) if laid else None

    def _laid(self) -> LaidCard | None:
        """Return the card with its layout, or the last one that was known while a newer one is computed."""
        outdated = self._outdated() and self.shown and not self.is_measuring
        card = self._card.latest if outdated else self.odds_card
        return self._leaves.lay_out(card, self.picker.view) if card and self.picker else None

    def _leaf_place(self) -> Rect:
        """Return the rect where the card hides least of what is asked about, then of all pieces."""
        laid = self._laid()
        if not self.shown or laid is None:
            return EMPTY_RECT
        about = self.framing_subject() or (self._regarded[1] if self._regarded else None)
        spots = self.stage.table_projection.screen_points(overlay_points(self.overlays()))
        return self._leaves.place(laid, about.discs if about else (), spots)

    def _leaf_drawn(self, rect: Rect) -> PanelContent:
        laid = self._laid()
        assert laid
        return self._leaves.build(laid)

    def _panel(self, rect: Rect) -> PanelContent:
        assert self.picker_input
        self.picker_input.placement = PickerPlacement(self.stage.layout.table, rect, self.stage.canvas.scale)
        drawn = self.picker_input.panel(rect)
        right = self.stage.layout.right
        if right.width:
            free = self.picker_input.listing.free
            unit_card.draw_unit_details(drawn, self.model, *free, rect.width, rect.bottom >= right.bottom)
        return drawn

    def _panel_stamp(self) -> tuple[object, ...]:
        """Return all values that the panel depends on."""
        assert self.picker_input
        picker, listing, stage = self.picker_input.picker, self.picker_input.listing, self.stage
        moved = (picker.changes, self._found, picker.cursor, listing.scroll, listing.hot)
        given = (picker.draft(), picker.answer is None, picker.follow_ups, picker.looking)
        said = picker.refusal, picker.extra_buttons
        drawn_with = stage.layout, stage.canvas.scale, self.model.bindings, unit_in_use()
        beside = self.model.card_piece(), self.model.rule(), self.model.display.rule_from
        return (picker, *moved, *given, *said, *drawn_with, *beside)

    # -- input --

    @property
    def held(self) -> bool:
        """True during a drag on the table."""
        return self.picker_input is not None and self.picker_input.held

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event, or a turn of the wheel over the odds card. Return True if it was used.

        A second press at the same point, where the first one gave an answer, is swallowed: it is not meant
        for what appears there now.
        """
        press = event.type == pygame.MOUSEBUTTONDOWN
        if event.type == pygame.MOUSEMOTION and not self._again(event):
            self._taken_at = None
        again, under = press and self._again(event), self.stage.card_under_pointer()
        used = self._used(event) if not press or under in ("", self.panel.name) else False
        if used:
            self.model.pointer.tip = self.model.pointer.hovered_rule = ""  # what they were about may be gone
            self.model.pointer.hovered_piece = ""
        if press and (used or under == self.panel.name):
            self._taken_at = event.pos
        return used or again

    def _used(self, event: pygame.event.Event) -> bool:
        if not self.shown or self.picker_input is None:
            return False
        if event.type == pygame.MOUSEWHEEL and self._on_card(*pygame.mouse.get_pos()):
            self._leaves.roll(-event.y)
            return True
        return self.picker_input.event(event, self.model.camera)

    def _again(self, event: pygame.event.Event) -> bool:
        """Return True if the pointer rests where the decision took a press."""
        if self._taken_at is None:
            return False
        (x, y), (x0, y0) = event.pos, self._taken_at
        return bool(abs(x - x0) + abs(y - y0) < MIN_DRAG_PX)

    def _on_card(self, x: float, y: float) -> bool:
        """Return True if a pixel of the screen lies on the odds card."""
        scale = self.stage.canvas.scale
        return self.odds_card is not None and self.odds_panel.shown_rect.holds(x / scale, y / scale)

    def waiting_text(self) -> str:
        """Return the text for a user who looks back while a decision waits, or whose undo failed; else ""."""
        if self.runner.open_decision is None or self.shown:
            return "" if self.shown else self._says
        key = self.model.bindings.key_label("now")
        return "" if self.model.playback.playing else f"a question is waiting: {key} shows it"
