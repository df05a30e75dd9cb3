"""Types of acts that pieces can perform, such as shots, with their options, rules, previews and scores.

Users: Mobile Infantry (support acts), Troice Station (the creatures), the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Advice, Preview
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState


class ActScore(NamedTuple):
    """The value of an act to an AI player, and a text that gives the reason for this value."""

    worth: float
    why: str


class ActType(NamedTuple):
    """A type of act, such as a shot, defined by functions for its options, rules, preview and score.

    `offers` returns the options of a piece to perform the act. The options include targets that are just out
    of reach, but these cannot be chosen.
    """

    offers: Callable[[Any, Piece], Iterable[Option]]
    perform: Callable[[Play[Any], Option], Script[None] | None]
    preview: Callable[[Any, Option], Preview | None] = lambda view, option: None
    score: Callable[[Any, Option], ActScore | None] = lambda view, option: None


ActTypes = Mapping[str, ActType]
"""Act types by key."""


def act_option(
    act: str,
    by: Piece,
    *target_ids: str,
    words: AnyText,
    note: AnyText = "",
    rule: str = "",
    shut: AnyText = "",
) -> Option:
    """Return the option for the piece `by` to perform an act on the targets. Its label names the piece."""
    key = ":".join((act, by.id, *target_ids))
    return Option(
        key,
        phrase("{}: {}", by.name, words),
        (by.id, *target_ids),
        note,
        rule,
        (by.id,),
        act,
        target_ids,
        shut,
    )


def act_options(
    acts: ActTypes, state: AnyState, pieces: Iterable[Piece], kinds: Sequence[str]
) -> list[Option]:
    """Return all options of the given pieces for the given types of acts, whether available or not."""
    return [option for piece in pieces for kind in kinds for option in acts[kind].offers(state, piece)]


def act_preview(acts: ActTypes, view: AnyState, decision: ChooseOne, answer: str) -> Preview | None:
    """Return the preview (the odds shown beforehand) of the act in `answer`, or None if it has none."""
    option = decision.chosen_option(answer)
    return acts[option.act].preview(view, option) if option.act else None


def act_advice(acts: ActTypes, view: AnyState, decision: ChooseOne) -> list[Advice]:
    """Return a suggestion for an AI player, with score and reason, for each available act with a score."""
    scores = {o.key: acts[o.act].score(view, o) for o in decision.open_options if o.act}
    return [Advice(key, score.worth, score.why) for key, score in scores.items() if score]
