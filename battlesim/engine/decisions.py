"""The vocabulary of decisions: what the rules can ask, as plain data.

Each kind can say whether an answer is legal (`check`), offer some that are (`suggest`), and name a legal
default. Who answers is invisible to the rules. Decisions that dice answer are in `chance_decisions.py`, moves
and placements in `moves.py`.
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

DecisionRole = Literal["who", "act", "part", "offer", "detail"]
"""What a question is: it says who acts, begins an act, is a part of one, offers something beside it, or is a
detail that a side may leave to advice even after the dice."""


class Decision(msgspec.Struct, Generic[A], frozen=True, kw_only=True):
    """A question of the rules to a side.

    `what` is the key of the question (target, reaction, move …), by which players, pickers and standing
    orders know it; `prompt` says it in words; `about` is the id of the piece or unit concerned; `course` is
    the way of whatever sets it off, which is shown while it is asked (inches).
    """

    answers: ClassVar[Any] = None

    side: SideKey
    what: str
    prompt: AnyText
    rule: str = ""
    about: str = ""
    course: tuple[tuple[float, float], ...] = ()

    def check(self, state: AnyState, answer: A) -> Refusal | None:
        """None when the answer is legal, else why not."""
        raise TypeError(f"{type(self).__name__} cannot be answered")

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[A]:
        """Up to `n` different legal answers."""
        raise TypeError(f"{type(self).__name__} cannot be answered")

    def random_answer(self, state: AnyState, n: int, rng: Rng) -> A:
        """One of about `n` legal answers by chance; cheaper than all of them where they are expensive."""
        found = self.suggest(state, n, rng)
        return rng.choice(found) if found else self.default(state)

    def default(self, state: AnyState) -> A:
        """A legal answer that commits to as little as possible."""
        raise TypeError(f"{type(self).__name__} cannot be answered")

    @property
    def role(self) -> DecisionRole:
        """What it is within an act, unless the ruleset says otherwise: what is put to a side anew."""
        return "act"

    def only_answer(self, state: AnyState) -> A | None:
        """The one legal answer, None where there are others or nobody can tell cheaply."""
        return None

    def parse_answer(self, raw: object) -> A:
        """A raw (JSON) answer as the type this decision takes. Raises msgspec.ValidationError."""
        answer: A = msgspec.convert(raw, type=self.answers)
        return answer


def count_range_text(minimum: int, maximum: int) -> str:
    """A bound in words: "2", "1 to 3"."""
    return f"{maximum}" if minimum == maximum else f"{minimum} to {maximum}"


class OptionDecision(Decision[A], frozen=True, kw_only=True):
    """A question with options: those that are open, and those that would be but for a reason."""

    options: tuple[Option, ...]

    @property
    def open_options(self) -> tuple[Option, ...]:
        """The options that can be chosen."""
        return tuple(option for option in self.options if not option.shut)

    @property
    def closed_options(self) -> tuple[Option, ...]:
        """The options that cannot be chosen, each saying why."""
        return tuple(option for option in self.options if option.shut)

    def open_option(self, key: str) -> Option | None:
        """The open option of a key, None where there is none."""
        return next((option for option in self.options if option.key == key and not option.shut), None)

    def chosen_option(self, answer: str) -> Option:
        """The option that a legal answer names."""
        found = self.open_option(answer)
        assert found is not None, "answers are legal"
        return found

    def closed_refusal(self, key: str) -> Refusal:
        """Why a key that is not open cannot be chosen."""
        for item in self.closed_options:
            if item.key == key:
                return Refusal(item.shut, item.rule)
        return Refusal(f"{key!r} is not among the choices: {', '.join(o.key for o in self.open_options)}")


class ChooseOne(OptionDecision[str], frozen=True, kw_only=True, tag="choose_one"):
    """Choose one of some options; the first is the default unless `least` names another.

    `least` names the option that takes nothing on: it passes, holds or ends. `fires` names the one that opens
    fire, for standing orders. `begins` names the option that a person's choice begins with; else that is
    `least` in the turn of another side, in one's own the first that commits to something.
    """

    answers: ClassVar[Any] = str

    least: str = ""
    begins: str = ""
    fires: str = ""

    def check(self, state: AnyState, answer: str) -> Refusal | None:
        """The key must be one of the options."""
        return None if self.open_option(answer) else self.closed_refusal(answer)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[str]:
        """Some of the options, all of them when `n` allows."""
        keys = [option.key for option in self.open_options]
        return keys if len(keys) <= n else rng.sample(keys, n)

    def default(self, state: AnyState) -> str:
        """The option that commits to least."""
        return self.least or self.open_options[0].key

    @property
    def role(self) -> DecisionRole:
        """What can be declined begins an act; what cannot is a part of one."""
        return "act" if self.least else "part"

    def only_answer(self, state: AnyState) -> str | None:
        """The one open option."""
        return self.open_options[0].key if len(self.open_options) == 1 else None


class ChooseSome(OptionDecision[tuple[str, ...]], frozen=True, kw_only=True, tag="choose_some"):
    """Choose between `least` and `most` of some options; the order given counts where `ordered`.

    By default as few as allowed are taken, as many as allowed with `whole`.
    """

    answers: ClassVar[Any] = tuple[str, ...]

    least: int = 0
    most: int = 0
    ordered: bool = False
    whole: bool = False

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """Every key an option, none twice, as many as allowed."""
        keys = {option.key for option in self.open_options}
        for key in answer:
            if key not in keys:
                return self.closed_refusal(key)
        if len(set(answer)) < len(answer):
            return Refusal("one of the choices is named twice", self.rule)
        if not self.least <= len(answer) <= self.most:
            return Refusal(f"choose {count_range_text(self.least, self.most)}, not {len(answer)}", self.rule)
        return None

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[str, ...]]:
        """None, all, each alone, and random ones, as far as the numbers allow."""
        keys = [option.key for option in self.open_options]
        found = [self.default(state), tuple(keys[: self.most]), *((key,) for key in keys)]
        for _ in range(n):
            size = rng.randrange(self.least, self.most + 1)
            picked = frozenset(rng.sample(keys, size))
            found.append(tuple(key for key in keys if key in picked))
        legal = [some for some in dict.fromkeys(found) if self.check(state, some) is None]
        return legal[:n]

    def default(self, state: AnyState) -> tuple[str, ...]:
        """The first ones, as few as allowed, or as many."""
        return tuple(option.key for option in self.open_options[: self.most if self.whole else self.least])

    @property
    def role(self) -> DecisionRole:
        """A part of an act."""
        return "part"

    def only_answer(self, state: AnyState) -> tuple[str, ...] | None:
        """All of them, where all have to be taken and their order does not count."""
        forced = self.least >= len(self.open_options) and (len(self.open_options) < 2 or not self.ordered)
        return tuple(option.key for option in self.open_options) if forced else None


class Confirm(Decision[bool], frozen=True, kw_only=True, tag="confirm"):
    """Yes or no."""

    answers: ClassVar[Any] = bool

    def check(self, state: AnyState, answer: bool) -> Refusal | None:
        """Both are legal."""
        return None

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[bool]:
        """Both."""
        return [False, True][:n]

    def default(self, state: AnyState) -> bool:
        """No."""
        return False


class AssignItem(msgspec.Struct, frozen=True):
    """One thing to be assigned (a die, a counter), the keys it may go to, and what it comes from."""

    key: str
    label: AnyText
    to: tuple[str, ...]
    by: tuple[str, ...] = ()


class Assign(Decision[tuple[str, ...]], frozen=True, kw_only=True, tag="assign"):
    """Assign every item to one of its keys; the answer names the key of each item, in order.

    `spread` limits how uneven the result may be: no key gets more than one above any other key. `names` are
    the words for keys that are no pieces, `parts` what a key stands for that means several things at once;
    an item that goes to the key `holds` takes no part.
    """

    answers: ClassVar[Any] = tuple[str, ...]

    items: tuple[AssignItem, ...]
    spread: bool = False
    names: dict[str, str] = {}
    parts: dict[str, tuple[str, ...]] = {}
    holds: str = ""

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """One key for each item, each among those it may go to, evenly where asked."""
        if len(answer) != len(self.items):
            return Refusal(f"{len(self.items)} are to be assigned, not {len(answer)}", self.rule)
        for item, key in zip(self.items, answer, strict=True):
            if key not in item.to:
                return Refusal(f"{item.label} cannot go to {key}", self.rule)
        return self._uneven(answer) if self.spread else None

    def _uneven(self, answer: tuple[str, ...]) -> Refusal | None:
        keys = sorted({key for item in self.items for key in item.to})
        counts = [answer.count(key) for key in keys]
        if max(counts) - min(counts) <= 1:
            return None
        shown = ", ".join(f"{key} {count}" for key, count in zip(keys, counts, strict=True))
        return Refusal(f"not spread evenly: {shown}", self.rule)

    def resulting_ids(self, state: AnyState, answer: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The things that each item would come to, where that is not its key; () when it is."""
        return ()

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[tuple[str, ...]]:
        """The default, all on one key where possible, and random ones."""
        found = [self.default(state)]
        for key in sorted({key for item in self.items for key in item.to}):
            found.append(tuple(key if key in item.to else item.to[0] for item in self.items))
        if self.spread:
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
        """A part of an act."""
        return "part"

    def only_answer(self, state: AnyState) -> tuple[str, ...] | None:
        """The one key of each item, where none has two."""
        return tuple(item.to[0] for item in self.items) if all(len(i.to) == 1 for i in self.items) else None

    def default(self, state: AnyState) -> tuple[str, ...]:
        """Dealt out in turn where evenness is asked, else each to its first key."""
        if self.spread and self.items:
            return self._dealt(self.items[0].to)
        return tuple(item.to[0] for item in self.items)


class AskAll(Decision[dict[str, Any]], frozen=True, kw_only=True, tag="ask_all"):
    """Ask several sides at once, each its own decision; nobody knows the others' answers before all are in.

    The answer holds each side's part by its key. `side` is EVERYBODY. Players and people are put their own
    part alone, and pickers are those of the parts.
    """

    parts: dict[SideKey, Decision[Any]]

    def check(self, state: AnyState, answer: dict[str, Any]) -> Refusal | None:
        """A legal answer for each side."""
        if answer.keys() != self.parts.keys():
            return Refusal(f"answers are needed from {', '.join(self.parts)}", self.rule)
        checks = (part.check(state, answer[side]) for side, part in self.parts.items())
        return next((refusal for refusal in checks if refusal), None)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[dict[str, Any]]:
        """The suggestions for each side, side by side."""
        found = {side: part.suggest(state, n, rng) for side, part in self.parts.items()}
        count = min(len(some) for some in found.values())
        return [{side: some[i] for side, some in found.items()} for i in range(count)]

    def default(self, state: AnyState) -> dict[str, Any]:
        """Each side's default."""
        return {side: part.default(state) for side, part in self.parts.items()}

    def parse_answer(self, raw: object) -> dict[str, Any]:
        """Each side's part read as its own decision reads it."""
        parts = msgspec.convert(raw, type=dict[SideKey, Any])
        return {
            side: self.parts[side].parse_answer(part) for side, part in parts.items() if side in self.parts
        }


def parse_answer(decision: Decision[Any], raw: object) -> object:
    """A raw (JSON) answer as the type this decision takes. Raises msgspec.ValidationError."""
    return decision.parse_answer(raw)
