"""The texts of the rules, and the tables of a rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, runtime_checkable

import msgspec

from battlesim.table.phrases import AnyText


class RuleText(msgspec.Struct, frozen=True):
    """An entry of the rulebook: a short paraphrase of a rule and, for an option, its values and default.

    `whole` is the full text if `text` is only a part of it. `chapter` is the heading of the chapter. `cover`
    is the grade of cover ("partial" or "full") that the entry describes, or "".
    """

    kind: str
    text: AnyText
    section: AnyText = ""
    option: str = ""
    choices: tuple[str, ...] = ()
    default: str = ""
    whole: AnyText = ""
    chapter: str = ""
    cover: str = ""

    @property
    def full_text(self) -> AnyText:
        """The full text of the rule."""
        return self.whole or self.text

    @property
    def heading(self) -> str:
        """The heading under which the rule is listed in the rulebook."""
        return self.chapter or str(self.section)

    def contains_words(self, rule: str, words: Iterable[str]) -> bool:
        """Return whether the rule's id, heading and texts together contain all of the given words."""
        book = f"{rule} {self.heading} {self.section} {self.text} {self.whole} {self.option}".lower()
        return all(word.lower() in book for word in words)

    @property
    def option_text(self) -> str:
        """The name of the rule's option and the option's values as text, or "" if the rule has no option."""
        if not self.option:
            return ""
        named = (f"{c} (default)" if c == self.default else c for c in self.choices)
        return f"option {self.option}: {', '.join(named)}"


class RulebookTable(NamedTuple):
    """A table from the rulebook, with its title, column headings and rows of cells."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[AnyText, ...], ...]


@runtime_checkable
class SupportsTables(Protocol):
    """The protocol of a ruleset that can show its values as tables."""

    def tables(self) -> tuple[RulebookTable, ...]:
        """Return the tables that the rules use, such as those of models, weapons and terrain."""
        ...
