"""The page of standing orders, which decide in advance how a unit, or all units, will react."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, cast

from msgspec.structs import replace

from battlesim.engine.standing_orders import OrderPolicy, StandingOrder
from battlesim.engine.unit_orders import (
    CHANCE_STEP_PERCENT,
    DEFAULT_CHANCE_PERCENT,
    LATER_UNITS,
    MAX_CHANCE_PERCENT,
    MIN_CHANCE_PERCENT,
    REACTION_KEY,
    UnitOrders,
    orders_of_units,
)
from battlesim.render.text_layout import shown_text
from battlesim.table.ids import NO_UNIT, SideKey, UnitId
from battlesim.ui.pages.page import DialogPage, HotspotKey, PageWriter
from battlesim.ui.settings.key_bindings import KeyBindings

ASK_CHOICE, LOWER_ODDS, RAISE_ODDS = "ask", "less", "more"
ODDS_STEPS: Final = {LOWER_ODDS: -1, RAISE_ODDS: 1}
CONDUCT_CHOICES: Final = ((ASK_CHOICE, "Ask me"), ("least", "Hold"), ("likely", ""), ("stands", "Never run"))
"""What a unit can be ordered to do, with labels; the label of a shot at good odds states the odds."""


class OrderBook(Protocol):
    """An interface for giving and cancelling standing orders (decisions made in advance about reactions)."""

    def order(self, order: StandingOrder) -> None:
        """Give an order; it replaces one for the same reaction."""

    def lift(self, order: StandingOrder) -> None:
        """Lift an order."""


class OrdersPage(DialogPage):
    """The page for changing a side's standing orders, which decide about reactions in advance.

    There are orders for each unit and for all units.
    """

    status_title = "OrdersPage"
    name = "orders"
    max_width_px = 640.0
    keeps_backdrop = True

    def __init__(
        self,
        orders: Callable[[], list[StandingOrder]],
        commander: OrderBook,
        side: SideKey,
        units: Mapping[UnitId, str],
        bindings: KeyBindings | None = None,
    ) -> None:
        self.keys, self.orders, self.commander = bindings or KeyBindings(), orders, commander
        self.side, self.units = side, units
        self.focused_unit = NO_UNIT
        self.chance = DEFAULT_CHANCE_PERCENT

    def unit_hotspot(self, unit: UnitId) -> HotspotKey | None:
        """Return the hotspot that gets the focus when a unit is selected, None for other units."""
        return ("conduct", (unit, ASK_CHOICE)) if unit in self.units else None

    def write(self, pen: PageWriter) -> None:
        """Write the units, the orders for all, and the Back button."""
        self._note_focus(pen)
        pen.paragraph("Standing orders", "title", "bright", True)
        if self.units:
            keys = f"{self.keys.key_label('more_odds')} and {self.keys.key_label('less_odds')}"
            pen.paragraph("What each unit does by itself in another side's turn.", "body", "dim")
            how = f"{keys} change the odds at which it fires; units that fire together use the highest."
            pen.paragraph(how, "small", "dim")
            pen.space(6)
            if len(self.units) > 1:
                self._write_unit(pen, NO_UNIT, "All units")
            for unit, name in self.units.items():
                self._write_unit(pen, unit, name)
        found = self._orders_for_all()
        if found:
            pen.space(6)
            pen.heading("For all reactions")
            pen.paragraph("They answer for you until you lift them: press one to lift it.", "small", "dim")
        for number, order in enumerate(found):
            pen.row(("lift", number), order.text, f"given in: {shown_text(order.prompt)}", icon="close")
        pen.space(8)
        pen.button(("leave", ""), "Back to the battle", "play", self.keys.key_label("leave"), on=True)

    def _note_focus(self, pen: PageWriter) -> None:
        """Remember the focused or else the hovered unit."""
        for command, value in (pen.marks.focused, pen.marks.hovered):
            if command == "conduct":
                self.focused_unit = value[0]
                return

    def _write_unit(self, pen: PageWriter, unit: UnitId, name: str) -> None:
        known = self._current_orders
        order = known.get(unit)
        if unit == NO_UNIT:
            alike = {(each.policy, each.chance) if each else None for each in map(known.get, self.units)}
            order = known.get(next(iter(self.units))) if len(alike) == 1 else None
        chance = order.chance if order and order.policy == "likely" else self.chance
        pills = [(key, words or f"Fire at {chance} % or more") for key, words in CONDUCT_CHOICES]
        if order and order.policy == "likely":
            pills[-1:-1] = [(LOWER_ODDS, "\u2212"), (RAISE_ODDS, "+")]
        chosen = order.policy if order else ASK_CHOICE
        pen.label(name, "body", "bright" if unit == self.focused_unit else "text")
        pen.choices("conduct", unit, pills, "" if unit == NO_UNIT and len(alike) > 1 else chosen)

    def _orders_for_all(self) -> list[StandingOrder]:
        return [order for order in self.orders() if order.unit == NO_UNIT]

    def do(self, command: str, value: Any) -> None:
        """Give or lift an order, change the odds, or go back."""
        if command == "lift" and value < len(self._orders_for_all()):
            self.commander.lift(self._orders_for_all()[value])
        elif command == "conduct":
            self.focused_unit, wish = value
            if wish in ODDS_STEPS:
                self._change_odds(ODDS_STEPS[wish])
            else:
                self._order_units(wish)
        elif command == "odds":
            self._change_odds(value)
        super().do(command, value)

    @property
    def _current_orders(self) -> UnitOrders:
        """Return the standing orders by unit."""
        return orders_of_units(self.orders(), self.side, self.units)

    def _order_units(self, policy: str) -> None:
        """Order a unit, or all units and later ones, to do something; other units keep their orders."""
        meant = self._affected_units()
        kept = {unit: order for unit, order in self._current_orders.items() if unit not in meant}
        for order in [order for order in self.orders() if order.unit in (*meant, LATER_UNITS)]:
            self.commander.lift(order)
        for unit, order in kept.items():
            self.commander.order(replace(order, unit=unit))
        if policy != ASK_CHOICE:
            chance = self.chance if policy == "likely" else 0
            given = StandingOrder(self.side, REACTION_KEY, cast(OrderPolicy, policy), chance=chance)
            for unit in (*meant, *((LATER_UNITS,) if self.focused_unit == NO_UNIT else ())):
                self.commander.order(replace(given, unit=unit))

    def _change_odds(self, by: int) -> None:
        """Change the odds asked for by so many steps; units ordered to fire at good odds use the new ones."""
        known = self._current_orders
        now = [known[unit].chance for unit in self._affected_units() if unit in known and known[unit].chance]
        self.chance = min(
            max((now[0] if now else self.chance) + CHANCE_STEP_PERCENT * by, MIN_CHANCE_PERCENT),
            MAX_CHANCE_PERCENT,
        )
        if now or self.focused_unit != NO_UNIT:
            self._order_units("likely")

    def _affected_units(self) -> list[UnitId]:
        return list(self.units) if self.focused_unit == NO_UNIT else [self.focused_unit]
