"""What a person has the window show: how far lists are scrolled, what is left out, folded, asked for."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class DisplayState:
    """The log by kind and from where on, with the volleys that are open; the lists of units and the text of a
    rule likewise; which panels and signs there are, whose score is explained, and whether the view follows
    what is going on.
    """

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
        """The first line of a rule's text that is shown, 0 to `most`; another rule begins at its head."""
        known, first = self.rule_from
        self.rule_from = rule, max(0, min(first if known == rule else 0, most))
        return self.rule_from[1]

    def stamp(self) -> tuple[object, ...]:
        """What panels depend on."""
        return (
            self.filter,
            self.opened,
            self.scroll,
            self.help,
            self.score_of,
            *self.units_from.values(),
            self.rule_from,
        )
