"""Controls for decisions between options: choosing one, choosing several, or answering yes or no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from battlesim.engine.decisions import ChooseOne, ChooseSome, Confirm
from battlesim.engine.lookahead import decision_role
from battlesim.engine.option import Risk
from battlesim.engine.standing_orders import OrderPolicy, StandingOrder, risk_of, standing_answer
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.table.phrases import (
    MAX_NAMED_ITEMS,
    AnyText,
    abbreviated_list,
    joined_text,
    phrase,
    with_names,
)
from battlesim.ui.decision.pickers.option_odds import OptionOdds
from battlesim.ui.decision.pickers.option_rows import closed_rows, option_row
from battlesim.ui.decision.pickers.picker import ROW_DIGIT_KEYS, KeyPicker, Picker
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.decision.pickers.row_digits import digits_by_option
from battlesim.ui.settings.key_commands import DECISION_SCREEN
from battlesim.ui.table.object_marks import highlight_items
from battlesim.ui.toolkit.work_queue import WorkQueue

A = TypeVar("A")


class OptionPicker(Picker[A]):
    """A base class for controls that offer options, mark them on the table and take standing orders."""

    _risk_told = False

    def overlay(self) -> list[Item]:
        """Return rings around possible objects and the current one, and brackets around selected ones."""
        rows, now = self.rows(), self.current()
        open_to = [thing for row in rows if not (row.blocked or row.on) for thing in row.object_ids]
        chosen = [thing for row in rows if row.on for thing in row.object_ids]
        items = highlight_items(self.view, [thing for thing in open_to if thing not in chosen], "open")
        items += highlight_items(self.view, chosen, "target")
        return items + (highlight_items(self.view, now.object_ids, "here") if now else [])

    def order_buttons(self, always: str) -> list[PickerButton]:
        """Return the buttons of standing orders for later reactions of this kind: whether, and to whom."""
        if not self.reacts:
            return []
        return [
            *self.order_button("always", always, "yes"),
            *self._until_risk(),
            *self.order_button("never", "Never again", "least"),
            *self.order_button("nearest", "Always nearest", "nearest"),
            *self.order_button(
                "pass_turn", f"Not this {self.facts.turn_word.lower()}", "least", self.facts.turn
            ),
        ]

    def _until_risk(self) -> list[PickerButton]:
        """Return the order to fire until that has cost something, if the rules name such a risk."""
        risk = risk_of(self.decision)
        return self.order_button("until", f"Fire until {risk.name}", "yes", until=risk.name) if risk else []

    def order_button(
        self, act: str, label: str, policy: OrderPolicy, turn: int = 0, until: str = ""
    ) -> list[PickerButton]:
        """Return a button for a standing order that answers this and later reactions, if it answers this one.

        An order to fire at any cost needs a second press; the first one states the cost.
        """
        decision = self.decision
        order = StandingOrder(
            decision.side, decision.what, policy, prompt=self.prompt, turn=turn, until=until
        )
        answer = standing_answer((order,), self.view, decision, turn)
        if answer is None or not self.reacts:
            return []
        risk = risk_of(decision) if policy == "yes" and not until else None

        def give() -> None:
            if risk and not self._risk_told:
                self._risk_told = True
                self.set_draft(answer)
                self.refusal = self._risk_words(risk)
                return
            self.order = order
            self.set_draft(answer)
            self.commit()

        return [PickerButton(act, label, give)]

    def _risk_words(self, risk: Risk) -> AnyText:
        """Return what an order to fire may cost, and the keys that give it all the same or limit it."""
        shown = self.model.bindings.key_label
        if risk.met:
            return phrase("{risk}. Press {key} to fire anyway", risk.words, shown("always"))
        keys = shown("always"), shown("until")
        return phrase("{}. Press {key} to fire anyway, {key} to be asked when it happens", risk.words, *keys)


class OnePicker(OptionPicker[str], KeyPicker[str]):
    """A control for choosing one option. A digit or click selects it, and Enter or another click confirms."""

    status_kind = "OnePicker"
    decision: ChooseOne
    _warned = False

    def begin(self, queue: WorkQueue | None) -> None:
        """Put the cursor where the decision begins."""
        self._odds = OptionOdds(self.model.ruleset, self.view, self.decision, queue)
        self.put_cursor(self._first())

    def tick(self) -> bool:
        """Take the odds of the options once they are known. Return True if the list changed."""
        return self._odds.poll()

    def commit(self) -> None:
        """Confirm the selected option; if it leaves a unit idle or gives something up, only when repeated."""
        lost = self._lost()
        if not lost or self._warned:
            super().commit()
            return
        self._warned = True
        self.refusal = phrase("{loss}. Confirm again to go ahead anyway", lost)

    def _lost(self) -> AnyText:
        """Return what would be lost with the selected option, "" for nothing."""
        if idle := self._idle():
            return phrase("{names} can still act", abbreviated_list(idle))
        able = [one.key for one in self.decision.open_options]
        draft = self.draft()
        return self.decision.chosen_option(draft).loses if draft in able and len(able) > 1 else ""

    def _idle(self) -> list[AnyText]:
        """Return the names of those who could still act if the selected option ends that."""
        decision, ruleset = self.decision, self.model.ruleset
        ends = self.draft() == decision.least and not self.reacts
        if not ends or decision_role(ruleset, decision) != "who":
            return []
        able = [
            one for one in decision.open_options if one.key != decision.least and not (one.to or one.settled)
        ]
        return [with_names(one.label, self.name) for one in able]

    def take_default(self) -> None:
        """Select the option that does nothing; confirm it if the user has selected it already."""
        if self._chosen_by_user and self.chosen == self.pinned_key():
            self.commit()
        else:
            super().take_default()

    def _first(self) -> str:
        """Return the first option: in another side's turn one that does nothing, else one that acts."""
        keys, least = [option.key for option in self.decision.open_options], self.decision.least
        calm = least if self.reacts else ""
        return self.decision.begins or calm or next((key for key in keys if key != least), keys[0])

    @property
    def _in_order(self) -> bool:
        """True if rows keep their positions when options close: for acts of the user's own turn."""
        is_act = decision_role(self.model.ruleset, self.decision) == "act"
        return not self.reacts and (is_act or bool(self._reserved_digits()))

    def _reserved_digits(self) -> Mapping[str, str]:
        """Return the ruleset's fixed digits by option key if the decision has an act with one, else none."""
        digits = self.model.ruleset.option_digits
        return digits if any(option.key in digits for option in self.decision.options) else {}

    def _row_digits(self) -> dict[str, str]:
        """Return the digit that selects each option, open or closed, without those bound to other keys."""
        used = self.model.bindings.used_keys(DECISION_SCREEN)
        digits = digits_by_option([option.key for option in self.decision.options], self._reserved_digits())
        return {key: digit for key, digit in digits.items() if digit not in used}

    def _listed(self) -> list[PickerRow]:
        """Return the options in order, the closed ones with their reason at the position of the first."""
        asked, called = self.decision, self.name
        on = self.chosen
        about, rule = asked.about, asked.rule
        odds = self._odds.text
        rows = {
            one.key: option_row(one, one.key == on, rule, called, about, odds(one.key))
            for one in asked.open_options
        }
        rows |= {row.object_ids[0]: row for row in closed_rows(asked.closed_options, rule, called, about)}
        return [rows[one.key] for one in asked.options if one.key in rows]

    def pinned_key(self) -> str:
        """Return the key of the option that does nothing in the user's own turn, "" for none."""
        return "" if self.reacts or len(self.decision.open_options) < 2 else self.decision.least

    def kept_keys(self) -> tuple[str, ...]:
        """Return the pinned key, and of a question who acts the open options that stand for no object."""
        pinned = self.pinned_key()
        if not pinned or decision_role(self.model.ruleset, self.decision) != "who":
            return super().kept_keys()
        units = self.view.table.units
        orders = [one.key for one in self.decision.open_options if not one.at and one.key not in units]
        return (pinned, *(key for key in orders if key != pinned))

    def row_keys(self) -> dict[str, PickerRow]:
        """Return the keys of the rows; a row shows its last key, the default key only below all others."""
        found = super().row_keys()
        rows = {row.key: row for row in self.rows() if not row.blocked}
        if self._in_order:
            lettered = {key: row for key, row in found.items() if key not in ROW_DIGIT_KEYS}
            digits = {digit: rows[key] for key, digit in self._row_digits().items() if key in rows}
            found = dict(sorted(digits.items())) | lettered
        least = self.pinned_key()
        default = {self.model.bindings.key_label("default"): rows[least]} if least in rows else {}
        return found | default if [least] == [*rows][-1:] else default | found

    def rows(self) -> list[PickerRow]:
        """Return the open options, in a reaction letting it pass first, then the closed ones with reasons."""
        if self._in_order:
            return self._listed()
        asked, called = self.decision, self.name
        order = sorted(asked.open_options, key=lambda one: self.reacts and one.key != asked.least)
        odds = self._odds.text
        found = [
            option_row(one, one.key == self.chosen, asked.rule, called, asked.about, odds(one.key))
            for one in order
        ]
        return found + closed_rows(asked.closed_options, asked.rule, called, asked.about)

    def draft_text(self) -> AnyText:
        """Return the label of the selected option."""
        return with_names(self.decision.chosen_option(str(self.draft())).label, self.name)

    def draft_note(self) -> AnyText:
        """Return the note of the selected option."""
        return with_names(self.decision.chosen_option(str(self.draft())).note, self.name)

    def draft(self) -> str | None:
        """Return the selected option, None if there is none."""
        row = self.current()
        return row.key if row else None

    def row_matches(self, row: PickerRow, things: list[str]) -> bool:
        """Return True if a click means a row; an option that does nothing only if it is an object there."""
        calm = row.key == self.decision.least and not self._is_there(row, things)
        return super().row_matches(row, things) and not calm

    def _is_there(self, row: PickerRow, things: list[str]) -> bool:
        """Return True if an option is itself an object on the table, or a unit with a piece there."""
        pieces = self.view.table.pieces
        return row.key in things or any(pieces[thing].unit == row.key for thing in things if thing in pieces)

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """Select an option; a second click confirms it only if the option is the clicked object."""
        row = self._row_of(things)
        looked_at = row is not None and row.key == self.chosen and not self._is_there(row, things)
        return (looked_at and button == 1) or super().press(at, things, button)

    def back(self) -> None:
        """Go back to the option with which the decision began; its key selects it before it confirms it."""
        self.set_draft(self._first())
        self.chosen = ""

    def own_buttons(self) -> list[PickerButton]:
        """Return the buttons of standing orders for later reactions: whether to fire, and at whom."""
        return self.order_buttons("Always fire")


class ConfirmPicker(OptionPicker[bool]):
    """A control for answering yes or no."""

    status_kind = "ConfirmPicker"
    decision: Confirm

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with no."""
        self.yes = False
        self.cursor = 1

    def rows(self) -> list[PickerRow]:
        """Return the rows for yes and no."""
        rule = self.decision.rule
        return [
            PickerRow("yes", "Yes", rule=rule, on=self.yes),
            PickerRow("no", "No", rule=rule, on=not self.yes),
        ]

    def row_keys(self) -> dict[str, PickerRow]:
        """Return the keys for yes and for no."""
        keys = self.model.bindings
        return {keys.key_label(row.key).lower(): row for row in self.rows()}

    def draft(self) -> bool:
        """Return the selected answer."""
        return self.yes

    def draft_text(self) -> str:
        """Return "yes" or "no"."""
        return "yes" if self.yes else "no"

    def set_draft(self, answer: bool) -> None:
        """Select yes or no."""
        self.yes, self.cursor = answer, 0 if answer else 1

    def choose(self, row: PickerRow) -> None:
        """Select an answer and confirm it."""
        self.set_draft(row.key == "yes")
        self.commit()

    def step(self, by: int) -> None:
        """Select the other answer."""
        self.set_draft(not self.yes)

    def own_buttons(self) -> list[PickerButton]:
        """Return the buttons of standing orders: always, never, and not in this turn."""
        return self.order_buttons("Always yes")


class SomePicker(OptionPicker[tuple[str, ...]]):
    """A control for choosing several options. A digit or click adds or removes an option."""

    status_kind = "SomePicker"
    decision: ChooseSome
    warns = True

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with the default."""
        self.taken: list[str] = list(self.decision.default(self.view))

    def rows(self) -> list[PickerRow]:
        """Return the open options with their position in the order, then the closed ones."""
        rule = self.decision.rule
        found = []
        for option in self.decision.open_options:
            on = option.key in self.taken
            row = option_row(option, on, rule, self.name, self.decision.about)
            place = str(self.taken.index(option.key) + 1) if on and self.decision.ordered else "chosen" * on
            found.append(PickerRow(row.key, row.label, row.note, row.object_ids, row.rule, place, on))
        return found + closed_rows(self.decision.closed_options, rule, self.name, self.decision.about)

    def draft(self) -> tuple[str, ...]:
        """Return the selected options, in the order of the options unless the rules ask for an order."""
        if self.decision.ordered:
            return tuple(self.taken)
        return tuple(option.key for option in self.decision.open_options if option.key in self.taken)

    def set_draft(self, answer: tuple[str, ...]) -> None:
        """Select these options and no others."""
        self.taken = list(answer)

    def choose(self, row: PickerRow) -> None:
        """Add or remove an option; if only one can be selected, it replaces the other."""
        self.put_cursor(row.key)
        self.refusal = row.blocked
        if row.blocked:
            self.rule = row.rule
        elif row.key in self.taken:
            self.taken.remove(row.key)
        else:
            kept = [] if self.decision.most == 1 else self.taken
            self.taken = [*kept, row.key]

    def turn(self, by: int) -> None:
        """Add or remove the current option."""
        row = self.current()
        if row is not None:
            self.choose(row)

    def back(self) -> None:
        """Remove the option that was added last."""
        if self.taken:
            self.taken.pop()

    def own_buttons(self) -> list[PickerButton]:
        """Return the button that selects as many options as possible or none, if that can be several."""
        label = "None of them" if self._has_all else "All of them"
        return [PickerButton("all", label, self._all_or_none)] if self.decision.most > 1 else []

    @property
    def _has_all(self) -> bool:
        """True if as many options are selected as possible."""
        return len(self.taken) >= min(self.decision.most, len(self.decision.open_options))

    def _all_or_none(self) -> None:
        some = () if self._has_all else self.decision.open_options[: self.decision.most]
        self.taken = [option.key for option in some]

    def summary(self) -> str:
        """Return how many are selected, and how many must be unless any number is allowed."""
        least, most, total = self.decision.least, self.decision.most, len(self.decision.open_options)
        needed = f", {least}" if least == most else f", {least} to {most}"
        free = not least and most >= total
        return f"{len(self.taken)} of {total} chosen" + ("" if free else f"{needed} needed")

    def draft_text(self) -> AnyText:
        """Return the selected options by name, or how many they are if they are many."""
        known = {option.key: option.label for option in self.decision.open_options}
        names = [with_names(known[key], self.name) for key in self.draft()]
        if len(names) <= MAX_NAMED_ITEMS:
            return joined_text(names) if names else "none"
        return f"all {len(names)}" if len(names) == len(known) else f"{len(names)} of {len(known)}"
