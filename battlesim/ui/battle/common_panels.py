"""The panels that lie on the table in every window: tool buttons, dice, announcements, score and hints."""

from __future__ import annotations

from collections.abc import Callable, Collection

from battlesim.engine.ruleset import Hint
from battlesim.ui.battle import hints as hints_of
from battlesim.ui.battle.hints import HintPresenter
from battlesim.ui.battle.lesson import LessonPresenter
from battlesim.ui.panels import announcement_card, dice_card, objectives, relations_card, tool_buttons
from battlesim.ui.table import card_placement
from battlesim.ui.table.camera_subject import CardSize, line_subject, objects_subject
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit.components import Panel
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect
from battlesim.ui.toolkit.panel_content import PanelContent


class CommonPanels:
    """The panels over the table in every window: tool buttons, dice, announcements, score and hints.

    `hints` decides which hint is shown, and `commands` are the commands that have a button.
    `content_card_sizes` returns the sizes of the other movable cards over the table, or None. Space is left
    for these cards.
    """

    def __init__(
        self,
        stage: Stage,
        content_card_sizes: Callable[[], tuple[CardSize, ...] | None],
        commands: Collection[str],
    ) -> None:
        self.stage, self.model, self.content_card_sizes, self.commands = (
            stage,
            stage.model,
            content_card_sizes,
            commands,
        )
        self.hints: HintPresenter | LessonPresenter | None = None
        self.tools = Panel(
            "tools", lambda: stage.layout.button_area, self._tools, self._tools_stamp, card=True
        )
        self.dice = Panel("dice", self._dice_place, self._dice, card=True, loose=True)
        self.announcement = Panel(
            "announcement",
            self._announcement_place,
            self._announcement,
            lambda: announcement_card.stamp(self.model),
            card=True,
            loose=True,
        )
        self.relations = Panel(
            "relations", self._relations_place, self._relations, self._relations_stamp, card=True, loose=True
        )
        self.score = Panel("score", self._score_place, self._score, self.model.stamp, card=True)
        self.hint = Panel("hint", self._hint_place, self._hint, self._hint_stamp, card=True)

    def loose_card_sizes(self) -> tuple[CardSize, ...]:
        """Return the sizes of the cards that are placed where they cover least."""
        hint, own = self._hinted(), self.content_card_sizes()
        hints = ((hints_of.HINT_WIDTH_PX, hints_of.height(hint, self.model.bindings)),) if hint else ()
        line = self._thrown() if own is None else None
        dice = ((dice_card.CARD_WIDTH_PX, dice_card.height(line[0])),) if line else ()
        act = announcement_card.announced_line(self.model) if own is None else None
        table = ((announcement_card.CARD_WIDTH_PX, announcement_card.height(self.model, act)),) if act else ()
        return (*(own or dice), *table, *hints)

    def _tools(self, rect: Rect) -> PanelContent:
        lay = self.stage.instruments
        return tool_buttons.build(
            self.model, self.stage.layout, self._tool_commands(), lay.enabled_tools(), lay.progress()
        )

    def _tool_commands(self) -> Collection[str]:
        """Return the commands that have a tool button, without those that the ruleset does not support."""
        shut = {name for name, on in self.stage.instruments.available_tools().items() if not on}
        return [command for command in self.commands if command not in shut]

    def _tools_stamp(self) -> tuple[object, ...]:
        model, lay = self.model, self.stage.instruments
        shown = (model.display.follow, model.display.names, model.display.dice, model.pointer.hovered_command)
        return (*shown, *lay.enabled_tools().values(), *lay.progress().values(), model.bindings)

    def _thrown(self) -> dice_card.ShownRoll | None:
        """Return the roll that has a card: none while the content has cards, or another card shows it."""
        free = self.model.display.dice and not self._hinted() and self.content_card_sizes() is None
        free = free and announcement_card.announced_line(self.model) is None
        return dice_card.shown_roll(self.model) if free else None

    def _dice_place(self) -> Rect:
        line = self._thrown() if not objectives.explained_side(self.model) else None
        if line is None:
            return EMPTY_RECT
        about = line_subject(self.model).framing
        return self.stage.least_covering_card_rect(dice_card.CARD_WIDTH_PX, dice_card.height(line[0]), about)

    def _dice(self, rect: Rect) -> PanelContent:
        shown = self._thrown()
        return dice_card.build(*shown) if shown else PanelContent()

    def _announcement_place(self) -> Rect:
        """Return the rect of the card of an announced act, empty without one."""
        line = announcement_card.announced_line(self.model)
        if line is None or objectives.explained_side(self.model) or self.content_card_sizes() is not None:
            return EMPTY_RECT
        tall, about = announcement_card.height(self.model, line), line_subject(self.model).framing
        return self.stage.least_covering_card_rect(announcement_card.CARD_WIDTH_PX, tall, about)

    def _announcement(self, rect: Rect) -> PanelContent:
        line = announcement_card.announced_line(self.model)
        return announcement_card.build(self.model, line) if line else PanelContent()

    def _relations_place(self) -> Rect:
        """Return the rect of the list of relations, empty if they are not shown."""
        shown = self.stage.instruments.relations.shown()
        if shown is None:
            return EMPTY_RECT
        names = (name for piece, relation in shown.relations for name in (piece, relation.other))
        about = objects_subject(self.model.state.table, names)
        tall = relations_card.height(shown)
        return self.stage.least_covering_card_rect(
            relations_card.CARD_WIDTH_PX, tall, about, self.stage.card_rects("relations")
        )

    def _relations(self, rect: Rect) -> PanelContent:
        shown = self.stage.instruments.relations.shown()
        return relations_card.build(self.model, shown) if shown else PanelContent()

    def _relations_stamp(self) -> tuple[object, ...]:
        return self.stage.instruments.relations.shown(), *self.model.pointer.stamp()

    def _score_place(self) -> Rect:
        """Return the rect of the score card, empty if none is requested."""
        of, stage = objectives.explained_side(self.model), self.stage
        if not of:
            return EMPTY_RECT
        under, room = (
            objectives.card_rect(self.model, stage.layout, of),
            card_placement.free_table_rect(stage.layout),
        )
        beside = card_placement.candidate_rects(
            room, under.width, under.height, stage.table_projection.scale_bar_rect
        )
        places = [under, *(at for at in beside if at.x >= room.x)]
        return card_placement.least_covering_rect(places, stage.subject_discs(), stage.piece_discs())

    def _score(self, rect: Rect) -> PanelContent:
        of = objectives.explained_side(self.model)
        return objectives.build(self.model, of, rect) if of else PanelContent()

    def _hinted(self) -> Hint | None:
        """Return the hint that is shown, None for none."""
        return self.hints.hint if self.hints else None

    def _hint_place(self) -> Rect:
        return self.hints.card_rect if self.hints and self.hints.hint else EMPTY_RECT

    def _hint(self, rect: Rect) -> PanelContent:
        hint = self._hinted()
        buttons = self.hints.buttons if self.hints else hints_of.HINT_BUTTON_LABELS
        return hints_of.hint_card(hint, self.model.bindings, buttons) if hint else PanelContent()

    def _hint_stamp(self) -> object:
        return self._hinted(), self.model.bindings
