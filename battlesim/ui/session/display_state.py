"""What the user has chosen to see in the window, such as the log filter, scroll positions and open panels."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class DisplayState:
    """What the user has chosen to see in the window, such as the filter of the log and the open panels."""

    filter: str = ""
    opened: frozenset[int] = frozenset()
    scroll: int | None = None
    units_from: dict[str, int] = field(default_factory=dict)
    units_for: str = ""
    rule_from: tuple[str, int] = ("", 0)
    score_of: str = ""
    folded: bool = False
    log: bool = True
    help: int = 0
    names: bool = True
    dice: bool = True
    follow: bool = True

    def scrolled_rule(self, rule: str, most: int) -> int:
        """Return the first visible line of a rule's text, from 0 to `most`; a different rule starts at 0."""
        known, first = self.rule_from
        self.rule_from = rule, max(0, min(first if known == rule else 0, most))
        return self.rule_from[1]

    def stamp(self) -> tuple[object, ...]:
        """Return the values on which the panels depend, to detect changes."""
        return (
            self.filter,
            self.opened,
            self.scroll,
            self.help,
            self.score_of,
            *self.units_from.values(),
            self.rule_from,
        )
