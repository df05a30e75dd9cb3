"""Reactions of a side, asked for individually because each reaction changes the options for the next.

Users: Mobile Infantry (Fire at Will, Beat Feet, Alarm Screech), Troice Station (Overwatch).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.table.ids import SideKey

NO_REACTION = "done"
"""Key of the option to stop reacting; records store its value "done"."""


def reaction_decision(
    side: SideKey,
    prompt: str,
    options: Sequence[Option],
    *,
    rule: str,
    about: str,
    fires: str = "",
    passing: str = "No more reactions",
) -> ChooseOne:
    """Return the decision in which a side chooses its next reaction, or stops reacting.

    The available options come first, then the option to stop, labelled `passing`, then the unavailable
    options.
    """
    return ChooseOne(
        side=side,
        what="react",
        prompt=prompt,
        rule=rule,
        about=about,
        options=closed_last((*options, Option(NO_REACTION, passing))),
        least=NO_REACTION,
        fires=fires,
    )


def ask_reactions(
    play: Play[Any], next_decision: Callable[[], ChooseOne | None], react: Callable[[Option], Script[None]]
) -> Script[None]:
    """Ask for one reaction after another, until `next_decision` returns None or the side chooses to stop."""
    while (now := next_decision()) is not None:
        chosen = now.chosen_option((yield from play.ask(now)))
        if not chosen.act:
            return
        yield from react(chosen)
