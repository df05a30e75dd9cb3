"""The types of decisions that the rules can ask a side to make.

Each type can check answers and suggest legal answers, including a default. Dice rolls are in
`chance_decisions`, moves and placements in `position_decisions`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from battlesim.engine.dice import Rng
from battlesim.engine.option import Option
from battlesim.engine.refusal import Refusal
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState

A = TypeVar("A")

DICE_SIDE = SideKey("dice")
ALL_SIDES = SideKey("everybody")

DecisionRole = Literal["who", "act", "part", "offer", "detail", "recurring"]
"""The role of a decision within an act.

It chooses which unit or piece acts ("who"), begins an act, is part of an act, makes an additional offer, is a
detail that a side may leave to advice even after dice are rolled, or is asked so often ("recurring") that a
standing order may answer it in any turn.
"""


class Decision(msgspec.Struct, Generic[A], frozen=True, kw_only=True):
    """A decision that the rules ask a side to make.

    `what` is the kind of decision, such as "target" or "move", and `prompt` is the question for the player.
    `about` is the id of the piece or unit concerned. `course` is the path, in inches, of the move that led to
    the decision; it is shown while the player decides.
    """

    answers: ClassVar[Any] = None

    side: SideKey
    what: str
    prompt: AnyText
    rule: str = ""
    about: str = ""
    course: tuple[tuple[float, float], ...] = ()

    def check(self, state: AnyState, answer: A) -> Refusal | None:
        """Return None if an answer is legal, or a refusal that gives the reason if it is illegal."""
        raise TypeError(f"the class {type(self).__name__} must define check")

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[A]:
        """Return up to `n` different legal answers."""
        raise TypeError(f"the class {type(self).__name__} must define suggest")

    def random_answer(self, state: AnyState, n: int, rng: Rng) -> A:
        """Return a random legal answer. The larger `n` is, the more different answers are possible."""
        found = self.suggest(state, n, rng)
        return rng.choice(found) if found else self.default(state)

    def default(self, state: AnyState) -> A:
        """Return the default: the legal answer that commits the side least."""
        raise TypeError(f"the class {type(self).__name__} must define default")

    @property
    def role(self) -> DecisionRole:
        """The role of the decision in an action, such as "act" if it begins one. A ruleset can change it."""
        return "act"

    def only_answer(self, state: AnyState) -> A | None:
        """Return the only legal answer, or None if there are several or if it would be slow to tell."""
        return None

    def parse_answer(self, raw: object) -> A:
        """Convert decoded JSON to an answer. Raises msgspec.ValidationError if the data does not match."""
        answer: A = msgspec.convert(raw, type=self.answers)
        return answer


def count_range_text(minimum: int, maximum: int) -> str:
    """Return a range of numbers as text, such as "2" or "1 to 3"."""
    return f"{maximum}" if minimum == maximum else f"{minimum} to {maximum}"


class OptionDecision(Decision[A], frozen=True, kw_only=True):
    """A decision between options. Some options may be closed, which means that they cannot be chosen now."""

    options: tuple[Option, ...]

    @property
    def open_options(self) -> tuple[Option, ...]:
        """The options of the decision that can be chosen."""
        return tuple(option for option in self.options if not option.shut)

    @property
    def closed_options(self) -> tuple[Option, ...]:
        """The options of the decision that cannot be chosen, each with a reason."""
        return tuple(option for option in self.options if option.shut)

    def open_option(self, key: str) -> Option | None:
        """Return the available option with the given key, or None if there is no such option."""
        return next((option for option in self.options if option.key == key and not option.shut), None)

    def chosen_option(self, answer: str) -> Option:
        """Return the option that a legal answer chooses. The answer is the key of the option."""
        found = self.open_option(answer)
        assert found is not None, "answers are legal"
        return found

    def closed_refusal(self, key: str) -> Refusal:
        """Return a refusal that says why the option with this key is closed, or that it does not exist."""
        for item in self.closed_options:
            if item.key == key:
                return Refusal(item.shut, item.rule)
        return Refusal(f"{key!r} is not one of the options: {', '.join(o.key for o in self.open_options)}")


class ChooseOne(OptionDecision[str], frozen=True, kw_only=True, tag="choose_one"):
    """The decision to choose one of several options. The answer is the key of the chosen option.

    `least` is the key of the option that commits the side to nothing, such as "pass" or "hold". `fires` is
    the key of the option to open fire. `begins` is the key of the option that is selected at first for a
    human player. If it is "", that is the option `least` in another side's turn, and the first other option
    in the side's own turn.
    """

    answers: ClassVar[Any] = str

    least: str = ""
    begins: str = ""
    fires: str = ""

    def check(self, state: AnyState, answer: str) -> Refusal | None:
        """Return a refusal unless the answer is the key of an available option."""
        return None if self.open_option(answer) else self.closed_refusal(answer)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[str]:
        """Return the keys of up to `n` available options, chosen at random if there are more."""
        keys = [option.key for option in self.open_options]
        return keys if len(keys) <= n else rng.sample(keys, n)

    def default(self, state: AnyState) -> str:
        """Return the key of the option that commits the side to nothing, or of the first open one."""
        return self.least or self.open_options[0].key

    def options_for(self, goal: str) -> list[Option]:
        """Return the open options for an object: their key, their only target or a piece of a target."""
        exact, aimed = self.open_option(goal), [one for one in self.open_options if one.to == (goal,)]
        return [exact] if exact else aimed or [one for one in self.open_options if one.to and goal in one.at]

    @property
    def role(self) -> DecisionRole:
        """The decision's role in an action: "act" (beginning it) if the side can decline, else "part"."""
        return "act" if self.least else "part"

    def only_answer(self, state: AnyState) -> str | None:
        """Return the key of the available option if there is only one, or None if there are several."""
        return self.open_options[0].key if len(self.open_options) == 1 else None


class ChooseSome(OptionDecision[tuple[str, ...]], frozen=True, kw_only=True, tag="choose_some"):
    """The decision to choose at least `least` and at most `most` options. The answer lists their keys.

    If `ordered` is true, their order matters. The default is the smallest allowed number of options, or the
    largest if `whole` is true.
    """

    answers: ClassVar[Any] = tuple[str, ...]

    least: int = 0
    most: int = 0
    ordered: bool = False
    whole: bool = False

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """Return a refusal unless the answer lists different available options in an allowed number."""
        keys = {option.key for option in self.open_options}
        for key in answer:
            if key not in keys:
                return self.closed_refusal(key)
        if len(set(answer)) < len(answer):
            return Refusal("no option can be chosen twice", self.rule)
        if not self.least <= len(answer) <= self.most:
            count = count_range_text(self.least, self.most)
            return Refusal(f"choose {count} of the options, not {len(answer)}", self.rule)
        return None

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[str, ...]]:
        """Return up to `n` legal selections: the default, the largest, single options and random ones."""
        keys = [option.key for option in self.open_options]
        found = [self.default(state), tuple(keys[: self.most]), *((key,) for key in keys)]
        for _ in range(n):
            size = rng.randrange(self.least, self.most + 1)
            picked = frozenset(rng.sample(keys, size))
            found.append(tuple(key for key in keys if key in picked))
        legal = [some for some in dict.fromkeys(found) if self.check(state, some) is None]
        return legal[:n]

    def default(self, state: AnyState) -> tuple[str, ...]:
        """Return as many of the first keys as allowed if `whole` is true, or else as few as allowed."""
        return tuple(option.key for option in self.open_options[: self.most if self.whole else self.least])

    @property
    def role(self) -> DecisionRole:
        """The role of the decision in an action: always "part", because it never begins an action."""
        return "part"

    def only_answer(self, state: AnyState) -> tuple[str, ...] | None:
        """Return all keys if every option must be chosen and their order does not matter, else None."""
        forced = self.least >= len(self.open_options) and (len(self.open_options) < 2 or not self.ordered)
        return tuple(option.key for option in self.open_options) if forced else None


class Confirm(Decision[bool], frozen=True, kw_only=True, tag="confirm"):
    """A yes-or-no decision. The answer is True for yes and False for no."""

    answers: ClassVar[Any] = bool

    def check(self, state: AnyState, answer: bool) -> Refusal | None:
        """Return None: a yes-or-no question accepts either answer."""
        return None

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[bool]:
        """Return up to `n` of the possible answers, starting with False."""
        return [False, True][:n]

    def default(self, state: AnyState) -> bool:
        """Return False, the answer for no."""
        return False


class AssignItem(msgspec.Struct, frozen=True):
    """An item to be assigned, such as a die. `to` lists the keys to which it may be assigned.

    `by` lists the ids of the pieces to which the item belongs.
    """

    key: str
    label: AnyText
    to: tuple[str, ...]
    by: tuple[str, ...] = ()


class Assign(Decision[tuple[str, ...]], frozen=True, kw_only=True, tag="assign"):
    """The decision to assign items, such as dice, to keys, such as targets. The answer lists a key per item.

    If `spread` is true, the numbers of items on the keys may differ by at most one. `names` holds the texts
    of keys that are not pieces, `parts` the ids of the objects that a key stands for, and `holds` the key for
    unused items.
    """

    answers: ClassVar[Any] = tuple[str, ...]

    items: tuple[AssignItem, ...]
    spread: bool = False
    names: dict[str, str] = {}
    parts: dict[str, tuple[str, ...]] = {}
    holds: str = ""

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """Return a refusal unless each item goes to an allowed key, evenly spread if this is required."""
        if len(answer) != len(self.items):
            return Refusal(f"{len(self.items)} items must be assigned, not {len(answer)}", self.rule)
        for item, key in zip(self.items, answer, strict=True):
            if key not in item.to:
                return Refusal(f"{item.label} cannot be assigned to {key}", self.rule)
        return self._uneven(answer) if self.spread else None

    def _uneven(self, answer: tuple[str, ...]) -> Refusal | None:
        keys = sorted({key for item in self.items for key in item.to})
        counts = [answer.count(key) for key in keys]
        if max(counts, default=0) - min(counts, default=0) <= 1:
            return None
        shown = ", ".join(f"{key} {count}" for key, count in zip(keys, counts, strict=True))
        return Refusal(f"the items must be spread evenly, not as {shown}", self.rule)

    def resulting_ids(self, state: AnyState, answer: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return, for each item, the ids of the objects to which the answer may assign it.

        Return () if the keys in the answer are themselves the ids.
        """
        return ()

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[str, ...]]:
        """Return up to `n` legal assignments: the default, all items on one key, and random ones."""
        found = [self.default(state)]
        for key in sorted({key for item in self.items for key in item.to}):
            found.append(tuple(key if key in item.to else item.to[0] for item in self.items))
        if self.spread and self.items:
            found.extend(
                self._dealt(tuple(rng.sample(self.items[0].to, len(self.items[0].to)))) for _ in range(n)
            )
        else:
            found.extend(tuple(rng.choice(item.to) for item in self.items) for _ in range(n))
        legal = [some for some in dict.fromkeys(found) if self.check(state, some) is None]
        return legal[:n]

    def _dealt(self, order: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(order[i % len(order)] for i in range(len(self.items)))

    @property
    def role(self) -> DecisionRole:
        """The role of the decision in an action: always "part", because it never begins an action."""
        return "part"

    def only_answer(self, state: AnyState) -> tuple[str, ...] | None:
        """Return the assignment if each item has only one allowed key. Otherwise return None."""
        return tuple(item.to[0] for item in self.items) if all(len(i.to) == 1 for i in self.items) else None

    def default(self, state: AnyState) -> tuple[str, ...]:
        """Return an assignment of each item to its first key. If `spread` is true, use the keys in turn."""
        if self.spread and self.items:
            return self._dealt(self.items[0].to)
        return tuple(item.to[0] for item in self.items)


class AskAll(Decision[dict[str, Any]], frozen=True, kw_only=True, tag="ask_all"):
    """A decision that several sides make in secret and at the same time. Each side answers a part of it.

    No side learns the answer of another side before all have answered. The answer maps the key of each side
    to that side's answer, and `side` is ALL_SIDES.
    """

    parts: dict[SideKey, Decision[Any]]

    def check(self, state: AnyState, answer: dict[str, Any]) -> Refusal | None:
        """Return a refusal unless every side has given a legal answer."""
        if answer.keys() != self.parts.keys():
            return Refusal(f"every side must answer: {', '.join(self.parts)}", self.rule)
        checks = (part.check(state, answer[side]) for side, part in self.parts.items())
        return next((refusal for refusal in checks if refusal), None)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[dict[str, Any]]:
        """Return up to `n` answers. Each of them combines a suggestion for every side."""
        found = {side: part.suggest(state, n, rng) for side, part in self.parts.items()}
        count = min(len(some) for some in found.values())
        return [{side: some[i] for side, some in found.items()} for i in range(count)]

    def default(self, state: AnyState) -> dict[str, Any]:
        """Return the default answers of all sides, as a dict by side."""
        return {side: part.default(state) for side, part in self.parts.items()}

    def parse_answer(self, raw: object) -> dict[str, Any]:
        """Convert decoded JSON to the answers of all sides. Raises msgspec.ValidationError on failure."""
        parts = msgspec.convert(raw, type=dict[SideKey, Any])
        return {
            side: self.parts[side].parse_answer(part) for side, part in parts.items() if side in self.parts
        }


def parse_answer(decision: Decision[Any], raw: object) -> object:
    """Convert decoded JSON to an answer of the type that a decision needs; see `Decision.parse_answer`."""
    return decision.parse_answer(raw)
