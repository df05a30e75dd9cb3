"""The objects in the window that are hovered or selected."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class PointerState:
    """The piece under the pointer, the selected piece, and the part of the panels under the pointer."""

    hovered_piece: str = ""
    selected_piece: str = ""
    hovered_command: str = ""
    tip: str = ""
    hovered_line: int = -1
    hovered_rule: str = ""
    hovered_score: str = ""

    def clear_hover(self) -> None:
        """Clear everything hovered; the selection stays."""
        self.hovered_piece = self.hovered_command = self.tip = self.hovered_rule = self.hovered_score = ""
        self.hovered_line = -1

    def stamp(self) -> tuple[object, ...]:
        """Return the values on which the panels depend, to detect changes."""
        return (
            self.selected_piece,
            self.hovered_command,
            self.hovered_line,
            self.hovered_rule,
            self.hovered_score,
        )
