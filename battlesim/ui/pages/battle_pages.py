"""Pages that replace a battle on the screen for a while: the curtain between players and standing orders."""

from __future__ import annotations

from typing import Any, Final

from battlesim.engine.decisions import DICE_SIDE
from battlesim.render.palette import side_colour
from battlesim.table.ids import NO_UNIT, SideKey, UnitId
from battlesim.table.state import Side
from battlesim.ui.battle.battle_screen import BattleScreen
from battlesim.ui.battle.window import Window
from battlesim.ui.decision.decision_prompt import DecisionPrompt
from battlesim.ui.pages.orders_page import OrdersPage
from battlesim.ui.pages.page import DialogPage, PageWriter
from battlesim.ui.pages.page_loop import show_page
from battlesim.ui.settings.settings import Settings

REACTIONS_ONLY_TEXT: Final = "standing orders answer only in another side's turn; this question is yours"


class CurtainPage(DialogPage):
    """A page that hides the battle while one human player hands over to the next at the same screen."""

    status_title = "CurtainPage"
    name = "curtain"
    first = ("look", "")

    def __init__(self, battle: BattleScreen) -> None:
        self.keys, self.battle, self.left = battle.model.bindings, battle, False
        self.side: Side | None = None
        self.tick(0.0)

    def tick(self, elapsed: float) -> bool:
        """Update the side that must look next; none is left when the battle is over."""
        battle, before = self.battle, self.side
        battle.receive_updates()
        question = battle.runner.open_decision if battle.runner else None
        side = battle.curtain.next_side(question)
        sides = {known.key: known for known in battle.model.state.table.sides}
        self.side = sides.get(side, before if question is None else None)
        over = battle.runner is None or battle.runner.is_over
        self.done = self.done or (self.side is None and question is not None) or over
        return self.side != before

    def write(self, pen: PageWriter) -> None:
        """Write which sides look away, which side continues, and the buttons."""
        if self.side is None:
            pen.paragraph("The battle is about to begin", "title", "bright", True)
            return
        views, table = self.battle.curtain.views, self.battle.model.state.table
        others = [side.name for side in table.sides if side.key in views and side.key != self.side.key]
        pen.box(pen.x, pen.y + 2, 4, 50, side_colour(self.side.number), 1.0, 2)
        pen.x, pen.width = pen.x + 16, pen.width - 16
        pen.paragraph(f"{' and '.join(others)}, look away", "title", "bright", True)
        pen.paragraph(f"{self.side.name} must decide, and may know more than you.")
        pen.x, pen.width = pen.x - 16, pen.width + 16
        pen.space(14)
        look = f"{self.side.name}: show the table"
        pen.button(("look", ""), look, "alert", self.keys.key_label("press"), on=True)
        pen.button(("leave", ""), "Leave; the battle is saved", "close", self.keys.key_label("leave"))

    def do(self, command: str, value: Any) -> None:
        """Lift the curtain or leave."""
        if command in ("look", "begin") and self.side is not None:
            self.battle.switch_side(self.side.key)
            self.done = True
        elif command == "leave":
            self.left = self.done = True


def show_curtain(window: Window, settings: Settings) -> Settings:
    """Cover the battle until the side that must decide looks at it, or the window is left."""
    assert isinstance(window.content, BattleScreen)
    page = CurtainPage(window.content)
    show_page(window, page, settings)
    window.running = window.running and not page.left
    return settings


def show_orders(window: Window, settings: Settings) -> Settings:
    """Show the standing orders of the current side until the user leaves the page."""
    asking, model = window.prompt, window.model
    if asking is None:
        return settings
    units = {unit: model.unit_name(unit) for unit in units_for_orders(asking)}
    page = OrdersPage(asking.own_orders, asking.human, side_for_orders(asking), units, model.bindings)
    picked = model.state.table.pieces.get(model.pointer.selected_piece)
    before = asking.human.orders
    show_page(window, page, settings, page.unit_hotspot(picked.unit if picked else NO_UNIT))
    asking.offer_buttons()
    if asking.human.orders != before:
        _answer_by_orders(asking)
    return settings


def side_for_orders(asking: DecisionPrompt) -> SideKey:
    """Return the side whose units can be given orders: the one that must decide, else the side shown."""
    asked = asking.open_decision.decision.side if asking.open_decision else DICE_SIDE
    own = (asked, asking.curtain.shown, *asking.human.sides)
    return SideKey(next((side for side in own if side in asking.human.sides), ""))


def units_for_orders(asking: DecisionPrompt) -> list[UnitId]:
    """Return the units of that side that have a piece in play."""
    pieces = asking.model.state.table.pieces_of_side(side_for_orders(asking))
    return list(dict.fromkeys(piece.unit for piece in pieces if piece.unit and piece.in_play))


def _answer_by_orders(asking: DecisionPrompt) -> None:
    """Answer the open question by the changed orders, or show why they do not apply."""
    if asking.human.ask_again():
        asking.model.playback.playing = True
    elif asking.picker and not asking.reaction:
        asking.picker.refusal = REACTIONS_ONLY_TEXT
