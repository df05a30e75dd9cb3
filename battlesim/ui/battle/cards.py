"""The cards that go with every table: the buttons, dice, what a score is made of, a hint."""

from __future__ import annotations

from collections.abc import Callable, Collection

from battlesim.engine.ruleset import Hint
from battlesim.ui.battle import hints as hints_of
from battlesim.ui.battle.hints import Hints
from battlesim.ui.battle.lesson import Teacher
from battlesim.ui.panels import dicecard, objectives, tools
from battlesim.ui.parts.layout import NOWHERE, Rect
from battlesim.ui.parts.part import Panel
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.table import corner
from battlesim.ui.table.regard import Size, of_line
from battlesim.ui.table.stage import Stage


class Cards:
    """The cards. `hints` decides which hint is shown; `own` gives the sizes of the loose cards of the cast,
    None where it has none, so that there is room for the dice; there are the buttons of `commands`."""

    def __init__(
        self, stage: Stage, own: Callable[[], tuple[Size, ...] | None], commands: Collection[str]
    ) -> None:
        self.stage, self.model, self.own, self.commands = stage, stage.model, own, commands
        self.hints: Hints | Teacher | None = None
        self.tools = Panel("tools", lambda: stage.layout.buttons, self._tools, self._tools_stamp, card=True)
        self.dice = Panel("dice", self._dice_place, self._dice, card=True, loose=True)
        self.score = Panel("score", self._score_place, self._score, self.model.stamp, card=True)
        self.hint = Panel("hint", self._hint_place, self._hint, self._hint_stamp, card=True)

    def sizes(self) -> tuple[Size, ...]:
        """How large the cards are that stand where they hide least."""
        hint, own = self._hinted(), self.own()
        hints = ((hints_of.WIDTH, hints_of.height(hint, self.model.bindings)),) if hint else ()
        line = self._thrown() if own is None else None
        dice = ((dicecard.WIDTH, dicecard.height(line[0])),) if line else ()
        return (*(own or dice), *hints)

    def _tools(self, rect: Rect) -> Drawn:
        lay = self.stage.instruments
        return tools.build(self.model, self.stage.layout, self.commands, lay.lit(), lay.shares())

    def _tools_stamp(self) -> tuple[object, ...]:
        model, lay = self.model, self.stage.instruments
        shown = (model.shown.follow, model.shown.names, model.shown.dice, model.pointing.hot)
        return (*shown, *lay.lit().values(), *lay.shares().values(), model.bindings)

    def _thrown(self) -> dicecard.Thrown | None:
        """The dice that have a card: not beside cards of the cast, nor beside a hint."""
        free = self.model.shown.dice and not self._hinted() and self.own() is None
        return dicecard.thrown(self.model) if free else None

    def _dice_place(self) -> Rect:
        line = self._thrown() if not objectives.explained(self.model) else None
        if line is None:
            return NOWHERE
        about = of_line(self.model).regard
        return self.stage.in_corner(dicecard.WIDTH, dicecard.height(line[0]), about)

    def _dice(self, rect: Rect) -> Drawn:
        shown = self._thrown()
        return dicecard.build(*shown) if shown else Drawn()

    def _score_place(self) -> Rect:
        """Where what a score is made of stands, if that is asked for."""
        of, stage = objectives.explained(self.model), self.stage
        if not of:
            return NOWHERE
        under, room = objectives.place(self.model, stage.layout, of), corner.free(stage.layout)
        beside = corner.places(room, under.width, under.height, stage.on_screen.bar)
        places = [under, *(at for at in beside if at.x >= room.x)]
        return corner.best(places, stage.kept(), stage.others())

    def _score(self, rect: Rect) -> Drawn:
        of = objectives.explained(self.model)
        return objectives.build(self.model, of, rect) if of else Drawn()

    def _hinted(self) -> Hint | None:
        """The hint that is shown."""
        return self.hints.hint if self.hints else None

    def _hint_place(self) -> Rect:
        return self.hints.at if self.hints and self.hints.hint else NOWHERE

    def _hint(self, rect: Rect) -> Drawn:
        hint = self._hinted()
        buttons = self.hints.buttons if self.hints else hints_of.BUTTONS
        return hints_of.hint_card(hint, self.model.bindings, buttons) if hint else Drawn()

    def _hint_stamp(self) -> object:
        return self._hinted(), self.model.bindings
