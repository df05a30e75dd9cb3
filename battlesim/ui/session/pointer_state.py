"""The pointer's state: what it hovers over, and what is selected."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class PointerState:
    """The hovered and the selected piece, and what is hovered on panels."""

    hovered_piece: str = ""
    selected_piece: str = ""
    hovered_command: str = ""
    tip: str = ""
    hovered_line: int = -1
    hovered_rule: str = ""
    hovered_score: str = ""

    def clear_hover(self) -> None:
        """Note that nothing is hovered; the selection stays."""
        self.hovered_piece = self.hovered_command = self.tip = self.hovered_rule = self.hovered_score = ""
        self.hovered_line = -1

    def stamp(self) -> tuple[object, ...]:
        """Return the values that the panels depend on, without the hovered piece.

        Only the card of that piece depends on it.
        """
        return (
            self.selected_piece,
            self.hovered_command,
            self.hovered_line,
            self.hovered_rule,
            self.hovered_score,
        )
