"""What a person points at, and what has been picked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Pointing:
    """The pieces that are pointed at and picked; of panels the command, line, rule and score under the
    pointer, and the words about it.
    """

    pointed: str = ""
    picked: str = ""
    hot: str = ""
    tip: str = ""
    hot_line: int = -1
    hot_rule: str = ""
    hot_score: str = ""

    def away(self) -> None:
        """At nothing; what was picked stays so."""
        self.pointed = self.hot = self.tip = self.hot_rule = self.hot_score = ""
        self.hot_line = -1

    def stamp(self) -> tuple[object, ...]:
        """What panels depend on, but for the card of the piece that is pointed at."""
        return self.picked, self.hot, self.hot_line, self.hot_rule, self.hot_score
