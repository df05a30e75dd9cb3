"""What a person points at, and what has been picked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class PointerState:
    """The pieces that are pointed at and picked; of panels the command, line, rule and score under the
    pointer, and the words about it.
    """

    hovered_piece: str = ""
    selected_piece: str = ""
    hovered_command: str = ""
    tip: str = ""
    hovered_line: int = -1
    hovered_rule: str = ""
    hovered_score: str = ""

    def clear_hover(self) -> None:
        """At nothing; what was picked stays so."""
        self.hovered_piece = self.hovered_command = self.tip = self.hovered_rule = self.hovered_score = ""
        self.hovered_line = -1

    def stamp(self) -> tuple[object, ...]:
        """What panels depend on, but for the card of the piece that is pointed at."""
        return (
            self.selected_piece,
            self.hovered_command,
            self.hovered_line,
            self.hovered_rule,
            self.hovered_score,
        )
