"""Pickers of options: one of them, some of them, yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from battlesim.engine.decisions import ChooseOne, ChooseSome, Confirm
from battlesim.engine.lookahead import decision_role
from battlesim.engine.option import Option, Risk
from battlesim.engine.standing_orders import OrderPolicy, StandingOrder, risk_of, standing_answer
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.table.phrases import (
    MAX_NAMED_ITEMS,
    AnyText,
    NameLookup,
    abbreviated_list,
    capitalized,
    joined_text,
    phrase,
    with_names,
    without_prefix,
)
from battlesim.ui.decision.pickers.picker import ROW_DIGIT_KEYS, KeyPicker, Picker
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.settings.key_commands import DECISION_SCREEN
from battlesim.ui.table.object_marks import highlight_items
from battlesim.ui.toolkit.work_queue import WorkQueue

A = TypeVar("A")


def _label(option: Option, called: NameLookup, about: str) -> AnyText:
    """The words of an option; whom all of them are about is not named in each ("" for nobody)."""
    words = with_names(option.label, called)
    return capitalized(without_prefix(words, f"{called(about)}: ")) if about else words


def _row(option: Option, on: bool, rule: str, called: NameLookup, about: str) -> PickerRow:
    return PickerRow(
        option.key,
        _label(option, called, about),
        with_names(option.note, called),
        option.at,
        option.rule or rule,
        on=on,
    )


def _blocked(shut: Sequence[Option], rule: str, called: NameLookup, about: str) -> list[PickerRow]:
    """What is not on offer and why; what is shut for the same reason in one row."""
    alike: dict[tuple[AnyText, str], list[Option]] = {}
    for item in shut:
        alike.setdefault((with_names(item.shut, called), item.rule or rule), []).append(item)
    return [
        PickerRow(
            items[0].key,
            abbreviated_list([_label(item, called, about) for item in items]),
            object_ids=tuple(item.key for item in items),
            rule=by,
            blocked=why,
        )
        for (why, by), items in alike.items()
    ]


class OptionPicker(Picker[A]):
    """What pickers of options draw on the table, and the standing orders that they offer."""

    _risk_told = False

    def overlay(self) -> list[Item]:
        """Rings round what can be chosen, brackets round what is chosen, the cursor's ring."""
        rows, now = self.rows(), self.current()
        open_to = [thing for row in rows if not (row.blocked or row.on) for thing in row.object_ids]
        chosen = [thing for row in rows if row.on for thing in row.object_ids]
        items = highlight_items(self.view, [thing for thing in open_to if thing not in chosen], "open")
        items += highlight_items(self.view, chosen, "target")
        return items + (highlight_items(self.view, now.object_ids, "here") if now else [])

    def order_buttons(self, always: str) -> list[PickerButton]:
        """Orders for all later reactions of its kind: whether to react, and to whom."""
        if not self.reacts:
            return []
        return [
            *self.order_button("always", always, "yes"),
            *self._until_risk(),
            *self.order_button("never", "Never again", "least"),
            *self.order_button("nearest", "Always nearest", "nearest"),
            *self.order_button("pass_turn", "Not this turn", "least", self.facts.turn),
        ]

    def _until_risk(self) -> list[PickerButton]:
        """Return the order that opens fire until that has cost something, where the rules name a risk."""
        risk = risk_of(self.decision)
        return self.order_button("until", f"Fire until {risk.name}", "yes", until=risk.name) if risk else []

    def order_button(
        self, act: str, label: str, policy: OrderPolicy, turn: int = 0, until: str = ""
    ) -> list[PickerButton]:
        """A way to answer this and later reactions of its kind (in a turn) by an order, if that answers.

        The order to open fire whatever it costs is given by the second press; the first one says the cost.
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
        """Return what an order to open fire may cost, and the keys that give it all the same or limit it."""
        shown = self.model.bindings.key_label
        if risk.met:
            return phrase("{}. Press {} to fire all the same", risk.words, shown("always"))
        keys = shown("always"), shown("until")
        return phrase(
            "{}. Press {} to fire all the same, {} to be asked once that happens", risk.words, *keys
        )


class OnePicker(OptionPicker[str], KeyPicker[str]):
    """One option: the first digit or click looks at it, Enter or the same again takes it."""

    status_kind = "OnePicker"
    decision: ChooseOne
    _warned = False

    def begin(self, queue: WorkQueue | None) -> None:
        """The cursor where the question begins."""
        self.put_cursor(self._first())

    def commit(self) -> None:
        """Give what is marked; what leaves somebody idle or gives something up, only when asked once more."""
        lost = self._lost()
        if not lost or self._warned:
            super().commit()
            return
        self._warned = True
        self.refusal = phrase("{}. Once more ends it", lost)

    def _lost(self) -> AnyText:
        """Return what would be lost with what is marked, "" for nothing."""
        if idle := self._idle():
            return phrase("not yet done: {}", abbreviated_list(idle))
        able = [one.key for one in self.decision.open_options]
        draft = self.draft()
        return self.decision.chosen_option(draft).loses if draft in able and len(able) > 1 else ""

    def _idle(self) -> list[AnyText]:
        """Who could still act where what is marked lets none of them; not what could be done to something."""
        decision, ruleset = self.decision, self.model.ruleset
        ends = self.draft() == decision.least and not self.reacts
        if not ends or decision_role(ruleset, decision) != "who":
            return []
        able = [one for one in decision.open_options if one.key != decision.least and not one.to]
        return [with_names(one.label, self.name) for one in able]

    def take_default(self) -> None:
        """Look at what takes nothing on; take it when it is looked at already, as with the key of any row."""
        if self.chosen and self.chosen == self.pinned_key():
            self.commit()
        else:
            super().take_default()

    def _first(self) -> str:
        """Where the question says; in the turn of another side at what takes nothing on, so that no key
        pressed too often does; in one's own at the first that commits to something, else the only one."""
        keys, least = [option.key for option in self.decision.open_options], self.decision.least
        calm = least if self.reacts else ""
        return self.decision.begins or calm or next((key for key in keys if key != least), keys[0])

    @property
    def _in_order(self) -> bool:
        """Whether the rows stand where they stood when all of them were on offer: acts of one's own turn."""
        return not self.reacts and decision_role(self.model.ruleset, self.decision) == "act"

    def _listed(self) -> list[PickerRow]:
        """The options in their order, what is shut with its reason at the place of the first of its kind."""
        asked, called = self.decision, self.name
        on = self.chosen
        rows = {
            one.key: _row(one, one.key == on, asked.rule, called, asked.about) for one in asked.open_options
        }
        rows |= {
            row.object_ids[0]: row for row in _blocked(asked.closed_options, asked.rule, called, asked.about)
        }
        return [rows[one.key] for one in asked.options if one.key in rows]

    def pinned_key(self) -> str:
        """What takes nothing on, in one's own turn."""
        return "" if self.reacts or len(self.decision.open_options) < 2 else self.decision.least

    def row_keys(self) -> dict[str, PickerRow]:
        """As of all pickers; acts of one's own turn keep the digit of their place when others are shut, and
        what takes nothing on has the key of the default."""
        found = super().row_keys()
        rows = {row.key: row for row in self.rows() if not row.blocked}
        if self._in_order:
            taken = self.model.bindings.used_keys(DECISION_SCREEN)
            found = {key: row for key, row in found.items() if key not in ROW_DIGIT_KEYS}
            places = zip(ROW_DIGIT_KEYS, (one.key for one in self.decision.options), strict=False)
            digits = {digit: rows[key] for digit, key in places if key in rows and digit not in taken}
            found = digits | found
        least = self.pinned_key()
        return found | ({self.model.bindings.key_label("default"): rows[least]} if least in rows else {})

    def rows(self) -> list[PickerRow]:
        """The options, in a reaction letting it pass first; then what is not on offer and why."""
        if self._in_order:
            return self._listed()
        asked, called = self.decision, self.name
        order = sorted(asked.open_options, key=lambda one: self.reacts and one.key != asked.least)
        found = [_row(one, one.key == self.chosen, asked.rule, called, asked.about) for one in order]
        return found + _blocked(asked.closed_options, asked.rule, called, asked.about)

    def draft_text(self) -> AnyText:
        """What is marked, by its label."""
        return with_names(self.decision.chosen_option(str(self.draft())).label, self.name)

    def draft_note(self) -> AnyText:
        """What the option that is marked says of itself."""
        return with_names(self.decision.chosen_option(str(self.draft())).note, self.name)

    def draft(self) -> str | None:
        """The option of the cursor."""
        row = self.current()
        return row.key if row else None

    def row_matches(self, row: PickerRow, things: list[str]) -> bool:
        """A click on the table never means an option that takes nothing on, unless that is a thing there."""
        calm = row.key == self.decision.least and not self._is_there(row, things)
        return super().row_matches(row, things) and not calm

    def _is_there(self, row: PickerRow, things: list[str]) -> bool:
        """Whether an option is itself a thing on the table, or a unit of which there is a piece."""
        pieces = self.view.table.pieces
        return row.key in things or any(pieces[thing].unit == row.key for thing in things if thing in pieces)

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """Look at an option; a second click gives it only where it is the thing that is clicked on. What an
        option would do or end takes Enter, its digit or its row."""
        row = self._row_of(things)
        looked_at = row is not None and row.key == self.chosen and not self._is_there(row, things)
        return (looked_at and button == 1) or super().press(at, things, button)

    def back(self) -> None:
        """To the option that it began with."""
        self.set_draft(self._first())

    def own_buttons(self) -> list[PickerButton]:
        """Orders for later reactions: whether to fire, and at whom."""
        return self.order_buttons("Always fire")


class ConfirmPicker(OptionPicker[bool]):
    """Yes or no."""

    status_kind = "ConfirmPicker"
    decision: Confirm

    def begin(self, queue: WorkQueue | None) -> None:
        """No."""
        self.yes = False
        self.cursor = 1

    def rows(self) -> list[PickerRow]:
        """Yes, no."""
        rule = self.decision.rule
        return [
            PickerRow("yes", "Yes", rule=rule, on=self.yes),
            PickerRow("no", "No", rule=rule, on=not self.yes),
        ]

    def row_keys(self) -> dict[str, PickerRow]:
        """The keys for yes and for no."""
        keys = self.model.bindings
        return {keys.key_label(row.key).lower(): row for row in self.rows()}

    def draft(self) -> bool:
        """What is marked."""
        return self.yes

    def draft_text(self) -> str:
        """Yes or no."""
        return "yes" if self.yes else "no"

    def set_draft(self, answer: bool) -> None:
        """Mark yes or no."""
        self.yes, self.cursor = answer, 0 if answer else 1

    def choose(self, row: PickerRow) -> None:
        """Say it."""
        self.set_draft(row.key == "yes")
        self.commit()

    def step(self, by: int) -> None:
        """The other one."""
        self.set_draft(not self.yes)

    def own_buttons(self) -> list[PickerButton]:
        """Always, never, and not in this turn."""
        return self.order_buttons("Always yes")


class SomePicker(OptionPicker[tuple[str, ...]]):
    """Some options: each digit or click takes one in or out; the order counts where the rules say so."""

    status_kind = "SomePicker"
    decision: ChooseSome
    warns = True

    def begin(self, queue: WorkQueue | None) -> None:
        """What the default takes."""
        self.taken: list[str] = list(self.decision.default(self.view))

    def rows(self) -> list[PickerRow]:
        """The options with the place that each has in the order, then what is not on offer."""
        rule = self.decision.rule
        found = []
        for option in self.decision.open_options:
            on = option.key in self.taken
            row = _row(option, on, rule, self.name, self.decision.about)
            place = str(self.taken.index(option.key) + 1) if on and self.decision.ordered else "chosen" * on
            found.append(PickerRow(row.key, row.label, row.note, row.object_ids, row.rule, place, on))
        return found + _blocked(self.decision.closed_options, rule, self.name, self.decision.about)

    def draft(self) -> tuple[str, ...]:
        """What is taken, in the order of the options unless an order was asked."""
        if self.decision.ordered:
            return tuple(self.taken)
        return tuple(option.key for option in self.decision.open_options if option.key in self.taken)

    def set_draft(self, answer: tuple[str, ...]) -> None:
        """Take these and no others."""
        self.taken = list(answer)

    def choose(self, row: PickerRow) -> None:
        """In or out."""
        self.put_cursor(row.key)
        self.refusal = row.blocked
        if row.blocked:
            self.rule = row.rule
        elif row.key in self.taken:
            self.taken.remove(row.key)
        else:
            self.taken.append(row.key)

    def turn(self, by: int) -> None:
        """Left and right take the cursor's option in or out."""
        row = self.current()
        if row is not None:
            self.choose(row)

    def back(self) -> None:
        """The last one out again."""
        if self.taken:
            self.taken.pop()

    def own_buttons(self) -> list[PickerButton]:
        """All at once."""
        return [PickerButton("all", "All of them", self._all)]

    def _all(self) -> None:
        self.taken = [option.key for option in self.decision.open_options[: self.decision.most]]

    def summary(self) -> str:
        """How many are chosen, and how many have to be, unless it is all the same."""
        least, most, total = self.decision.least, self.decision.most, len(self.decision.open_options)
        needed = f", {least}" if least == most else f", {least} to {most}"
        free = not least and most >= total
        return f"{len(self.taken)} of {total} chosen" + ("" if free else f"{needed} needed")

    def draft_text(self) -> AnyText:
        """Who or what is taken, by name; of many how many."""
        known = {option.key: option.label for option in self.decision.open_options}
        names = [with_names(known[key], self.name) for key in self.draft()]
        if len(names) <= MAX_NAMED_ITEMS:
            return joined_text(names) if names else "none"
        return f"all {len(names)}" if len(names) == len(known) else f"{len(names)} of {len(known)}"
