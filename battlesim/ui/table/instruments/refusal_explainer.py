"""Why the chosen piece may not do something: to the piece or at the place under the pointer, or at all.

It is asked of the view that is shown, so that nothing comes up that is not known.
"""

from __future__ import annotations

from typing import Final

from battlesim.engine.decisions import Decision
from battlesim.engine.why_query import WhyQuery, WhyReason, WhyReport, explain_why
from battlesim.geometry.shapes import Point
from battlesim.render.text_layout import fitted_text, wrapped_lines
from battlesim.table.phrases import AnyText, phrase, with_names
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import SHORT_LANE, IdentityKey, KeyedResult, WorkQueue

QUERY_GRID_IN: Final = 0.25
"""Inches between the places that are asked about."""
MAX_REASONS: Final = 4
"""Lines of a question, where nothing is pointed at, before it is said how many more there are."""
TEXT_WIDTH_PX: Final = 380.0
"""Pixels that lines are broken at."""


class RefusalExplainer:
    """On while `on`. `place` is where on the ground the pointer is, None elsewhere."""

    def __init__(self, model: WindowModel, queue: WorkQueue) -> None:
        self.model, self.on = model, False
        self.place: Point | None = None
        self._found: KeyedResult[WhyReport] = KeyedResult(queue, SHORT_LANE)
        self._wanted: tuple[object, ...] | None = None

    @property
    def busy(self) -> bool:
        """Whether it is still worked out."""
        return self._found.working

    def tick(self) -> bool:
        """Ask about what the pointer is on; whether there is something new to show."""
        asked = self._asked() if self.on else None
        state, question = self.model.state, self.model.decision if self.model.playback.live else None
        wanted = None if asked is None else (asked, state, question)
        changed = not _same(wanted, self._wanted)
        if changed:
            self._wanted = wanted
            if asked is None:
                self._found.reset()
            else:
                self._found.request(IdentityKey(wanted), lambda: self._why(asked, question))
        return self._found.poll() or changed

    def _why(self, asked: WhyQuery, question: Decision[object] | None) -> WhyReport:
        ahead = (question,) if question else ()
        return explain_why(self.model.ruleset, self.model.state, asked, question, ahead)

    def _asked(self) -> WhyQuery | None:
        pointing, pieces = self.model.pointer, self.model.state.table.pieces
        who, other = pointing.selected_piece or pointing.hovered_piece, pointing.hovered_piece
        if who not in pieces:
            return None
        if other and other != who:
            return WhyQuery(who, other)
        return WhyQuery(who, place=None if other else self.place)

    def point(self, at: Point, free: bool) -> None:
        """The pointer is on a place of the table, inches, unless something lies over it."""
        ground = self.model.state.table.ground
        on = free and 0 <= at[0] <= ground.width and 0 <= at[1] <= ground.height
        self.place = (
            (round(at[0] / QUERY_GRID_IN) * QUERY_GRID_IN, round(at[1] / QUERY_GRID_IN) * QUERY_GRID_IN)
            if on
            else None
        )

    @property
    def answer(self) -> WhyReport | None:
        """What is to be shown, None for nothing."""
        return self._found.current if self._wanted else None

    def instruction_text(self) -> str:
        """What the person is to do next, while nothing can be shown."""
        return "" if not self.on or self._wanted else "Choose a model, and point at a target or a place"


def _same(a: tuple[object, ...] | None, b: tuple[object, ...] | None) -> bool:
    if a is None or b is None:
        return a is b
    return a[0] == b[0] and a[1] is b[1] and a[2] is b[2]


def explanation_lines(model: WindowModel, found: WhyReport) -> list[tuple[str, str]]:
    """Who is asked now, and under each question what may be done and what may not, with the rule; at last how
    those rules begin that stand against something. Each line has its colour."""
    called = model.state.table.name_of
    told = _lines(with_names(_cited(found.now, found.now_rule), called), "dim") if found.now else []
    few = not found.asked.to and found.asked.place is None
    against = list[str]()
    for question in dict.fromkeys(reason.question for reason in found.reasons):
        own = sorted((r for r in found.reasons if r.question == question), key=lambda reason: reason.open)
        told += _lines(with_names(question, called), "text")
        for reason in own[: MAX_REASONS if few else None]:
            against += [] if reason.open else [reason.rule]
            told += _lines(with_names(_said(reason), called), "mint" if reason.open else "orange", "    ")
        if few and len(own) > MAX_REASONS:
            told.append((f"    and {len(own) - MAX_REASONS} more", "dim"))
    return told + [line for rule in dict.fromkeys(against) for line in _begins(model, rule)]


def _begins(model: WindowModel, rule: str) -> list[tuple[str, str]]:
    """How the text of a rule begins, after its id: as much as stands in two lines of the card."""
    known = model.ruleset.rulebook.get(rule)
    first, *more = (
        wrapped_lines(phrase("{}: {}", rule, known.text), TEXT_WIDTH_PX, "small") if known else [""]
    )
    rest = [fitted_text(f"    {' '.join(more)}", TEXT_WIDTH_PX, "small")] if more else []
    return [(line, "dim") for line in (first, *rest) if line]


def _said(reason: WhyReason) -> AnyText:
    words = phrase("{}: {}", reason.act, reason.words) if reason.words else reason.act
    return _cited(phrase("{}{}", "yes: " if reason.open else "no: ", words), reason.rule)


def _cited(words: AnyText, rule: str) -> AnyText:
    return phrase("{}  {}", words, rule) if rule else words


def _lines(words: AnyText, colour: str, inset: str = "") -> list[tuple[str, str]]:
    return [(f"{inset}{line}", colour) for line in wrapped_lines(words, TEXT_WIDTH_PX, "small")]
