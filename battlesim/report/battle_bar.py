"""The bar at the top of the window and of battle pictures, which shows the title, turn, phase and scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from battlesim.engine.ruleset import GameFacts
from battlesim.geometry.outlines import transformed
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import (
    CircleOutline,
    Item,
    Layer,
    PanelBox,
    Patch,
    PlainShape,
    SideGlyphs,
    Stroke,
    TextLine,
    plain_shape,
)
from battlesim.render.drawlist import Dot as Disc
from battlesim.render.palette import SIDE_RIMS, side_colour, text_colour
from battlesim.render.text_layout import fitted_text, shown_text, shown_words, text_width, wrapped_lines
from battlesim.render.tokens import rim_shape
from battlesim.table.phrases import AnyText, capitalized
from battlesim.table.state import Side

MIN_WIDE_BAR_PX: Final = 1400
MAX_SCORES_FRACTION: Final = 0.4
"""The largest fraction of the bar's width that scores with names may take if there are over two sides."""
PHASE_PILL_HEIGHT_PX: Final = 24
PHASE_PILL_GAP_PX: Final = 6
MORE_PILL_WIDTH_PX: Final = 34.0
"""The width in pixels of the pill that counts the labels that do not fit."""
MIN_CUT_TITLE_BAR_PX, MIN_TITLE_WIDTH_PX = 1000.0, 24.0
"""The smallest width of a bar with a shortened title, and of the room for that title, in pixels."""
UNPLAYED_SIDE_SHORT_LABEL: Final = "by the rules"
UNPLAYED_SIDE_LABEL: Final = f"{UNPLAYED_SIDE_SHORT_LABEL} of the game"
"""The text that replaces the player's name for a side that no player controls."""
TITLE_X_WITHOUT_WORDMARK_PX = 68.0
"""The horizontal position of the title in pixels if the program's name is left out."""


def side_badge(x: float, y: float, radius: float, side: int) -> tuple[Item, ...]:
    """Return graphics items for a side's badge in its colour and shape. An unknown side gets a faint dot."""
    if side not in SIDE_RIMS:
        return (Disc(Layer.PANEL, x, y, 2.5, "faint", 0),)
    return (Patch(Layer.PANEL, _rim_at(x, y, radius, side), side_colour(side), 1.0, 0, 0),)


@lru_cache(maxsize=256)
def _rim_at(x: float, y: float, radius: float, side: int) -> PlainShape:
    return plain_shape(transformed(rim_shape(SIDE_RIMS[side]), (radius, 0, 0, radius, x, y)))


def side_dots(points: Sequence[Point], radius: float, side: int) -> SideGlyphs:
    """Return a graphics item that marks points of a panel with small dots in a side's colour and shape."""
    return SideGlyphs(Layer.PANEL, tuple(points), side, text_colour(side_colour(side)), radius)


def elided_text(string: AnyText, width: float, size: str = "body", bold: bool = False) -> str:
    """Return text shortened to fit a width in pixels. Words in the middle are replaced by an ellipsis."""
    if text_width(string, size, bold) <= width:
        return shown_text(string)
    words = shown_words(string)
    for left in range(len(words) - 1, 0, -1):
        head, tail = words[: left - left * 2 // 5], words[len(words) - left * 2 // 5 :]
        short = " ".join((*head, "…", *tail)).replace(", …", " …")
        if text_width(short, size, bold) <= width:
            return short
    return fitted_text(string, width, size, bold)


def fit_in_lines(
    wordings: Sequence[AnyText], width: float, sizes: Sequence[tuple[str, int]], bold: bool = False
) -> tuple[list[str], str]:
    """Return the lines of the first wording that fits into a width in pixels, and the text size that is used.

    `sizes` holds the text sizes to try, each with its maximum number of lines. If no wording fits, the last
    wording is shortened.
    """
    for size, max_lines in sizes:
        for words in wordings:
            lines = wrapped_lines(words, width, size, bold)
            if len(lines) <= max_lines and all(text_width(line, size, bold) <= width for line in lines):
                return lines, size
    size, max_lines = sizes[-1]
    return [elided_text(wordings[-1], width, size, bold)] if max_lines == 1 else [
        *lines[: max_lines - 1],
        elided_text(" ".join(lines[max_lines - 1 :]), width, size, bold),
    ], size


def elided_name(string: str, width: float, size: str = "body", bold: bool = False) -> str:
    """Return a name shortened to a width in pixels. Its last word is kept, as it is the most distinctive."""
    first, _, last = string.rpartition(" ")
    room = width - text_width(f" {last}", size, bold)
    if text_width(string, size, bold) <= width or not first or room < text_width("…", size, bold):
        return fitted_text(string, width, size, bold)
    return f"{elided_text(first, room, size, bold)} {last}"


def logo(x: float, y: float) -> tuple[Item, ...]:
    """Return graphics items for the program's logo, starting at `x` and vertically centred on `y`."""
    return (
        CircleOutline(Layer.PANEL, x + 12, y, 8, "sky", 2.2),
        Stroke(Layer.PANEL, ((x + 21, y - 7), (x + 12, y), (x + 21, y + 5)), "orange", 2.0),
        Disc(Layer.PANEL, x + 12, y, 2.6, "orange", 0),
    )


def wordmark(x: float, y: float) -> tuple[Item, ...]:
    """Return graphics items for the program's logo and name, which start at `x` and are centred on `y`."""
    return (*logo(x, y), TextLine(Layer.PANEL, x + 34, y - 1, "battlesim", "title", "bright", True))


class BarLayout(NamedTuple):
    """The layout of the bar above a battle: its title, shortened to fit, and the positions of its parts.

    Positions are horizontal, in pixels. `named` is True if the program's name is shown. The labels of the
    phases start at `phases` and must fit in before `end`.
    """

    named: bool
    title: str
    titled: float
    turn: float
    phases: float
    end: float


def bar_layout(
    width: float, title: str, facts: GameFacts, sides: Sequence[Side], right_margin: float = 16
) -> BarLayout:
    """Return the layout of the bar above a battle. In a narrow bar, parts are shortened or omitted."""
    wide = width >= MIN_WIDE_BAR_PX
    counted = _turn_width(facts) + (32 if wide else 16)
    places = score_slots(width - right_margin, facts, sides, wide)
    end = (places[0].left if places else width - right_margin) - 32
    phase = text_width(facts.phase, "small", True) + 24
    gap, max_title = (48, 250) if wide else (24, 170)
    left = end - TITLE_X_WITHOUT_WORDMARK_PX - gap - counted - phase
    whole = elided_text(title, max_title)
    known = whole if text_width(whole, "body") <= left else ""
    if not known and width >= MIN_CUT_TITLE_BAR_PX and left >= MIN_TITLE_WIDTH_PX:
        known = elided_text(title, left)
    titled = text_width(known, "body") + gap if known else 0.0
    x = 46 + text_width("battlesim", "title", True) + 32
    named = x + titled + counted + phase <= end and known in ("", whole)
    x = x if named else TITLE_X_WITHOUT_WORDMARK_PX
    return BarLayout(named, known, x, x + titled, x + titled + counted, end)


def _turn_width(facts: GameFacts) -> float:
    """Return the width in pixels of the turn's label and number."""
    of = f"of {facts.turns}" if facts.turns else ""
    return _word_width(facts) + 6 + text_width(str(facts.turn), "title", True) + text_width(of, "small")


def _word_width(facts: GameFacts) -> float:
    return max(42.0, text_width(facts.turn_word.upper(), "caption", True) + 8)


def battle_bar(
    width: float, height: float, title: str, facts: GameFacts, sides: Sequence[Side], right_margin: float = 16
) -> tuple[Item, ...]:
    """Return graphics items for the bar above a battle. Its last `right_margin` pixels are left free."""
    y, at = height / 2, bar_layout(width, title, facts, sides, right_margin)
    turn, of = str(facts.turn), f"of {facts.turns}" if facts.turns else ""
    number = at.turn + _word_width(facts)
    items: list[Item] = [
        PanelBox(Layer.PANEL, 0, 0, width, height, "panel", 1.0, 0),
        PanelBox(Layer.PANEL, 0, height - 1, width, 1, "line", 1.0, 0),
        *(wordmark(12, y) if at.named else logo(12, y)),
        PanelBox(Layer.PANEL, at.titled - 16, y - 12, 1, 24, "line", 1.0, 0),
        TextLine(Layer.PANEL, at.titled, y, at.title, "body", "dim"),
        TextLine(Layer.PANEL, at.turn, y, facts.turn_word.upper(), "caption", "dim", True),
        TextLine(Layer.PANEL, number, y - 1, turn, "title", "bright", True),
        TextLine(Layer.PANEL, number + 6 + text_width(turn, "title", True), y, of, "small", "dim"),
    ]
    places = score_slots(width - right_margin, facts, sides, width >= MIN_WIDE_BAR_PX)
    score = [item for place in places for item in _score(place, y, facts)]
    return (*items, *_phases(at.phases, y, at.end - at.phases, facts), *score)


def _extra_labels(facts: GameFacts) -> list[AnyText]:
    """Return the labels after the phases: the counter within the turn, the weather and all other counters."""
    counts = [count.text for count in (facts.second, *facts.counts) if count and not count.pile]
    words = [*counts[:1], facts.weather, *counts[1:]] if facts.second else [facts.weather, *counts]
    return [capitalized(word) for word in words if word]


def phase_labels(facts: GameFacts) -> list[AnyText]:
    """Return the labels shown in the bar above a battle: the turn's phases, the counters and the weather."""
    return [*map(capitalized, _phase_names(facts)), *_extra_labels(facts)]


def _phase_names(facts: GameFacts) -> tuple[str, ...]:
    return facts.phases if facts.phase in facts.phases else (facts.phase, *facts.phases)


def _phases(x: float, y: float, room: float, facts: GameFacts) -> list[Item]:
    """Return the draw items of the current phase and as many labels as fit; a pill counts the others."""
    now, words = _phase_names(facts).index(facts.phase), phase_labels(facts)
    wide = [text_width(name, "small", k == now) + 24 for k, name in enumerate(words)]
    first, last = _in_room(wide, now, room)
    shown = [(words[k], wide[k], k == now) for k in range(first, last)]
    before, after = _count(first), _count(len(words) - last)
    pills = (*before, *shown, *after)
    if sum(width for _, width, _ in pills) + PHASE_PILL_GAP_PX * (len(pills) - 1) > room:
        pills = tuple(shown) if wide[now] <= room else ()
    items: list[Item] = []
    for name, width, on in pills:
        fill, ink = ("sky", "ink") if on else ("raised", "dim")
        items.append(
            PanelBox(
                Layer.PANEL,
                x,
                y - PHASE_PILL_HEIGHT_PX / 2,
                width,
                PHASE_PILL_HEIGHT_PX,
                fill,
                1.0,
                PHASE_PILL_HEIGHT_PX / 2,
            )
        )
        items.append(TextLine(Layer.PANEL, x + width / 2, y, name, "small", ink, on, "c"))
        x += width + PHASE_PILL_GAP_PX
    return items


def _count(many: int) -> list[tuple[AnyText, float, bool]]:
    """Return the pill that counts the omitted labels, or an empty list if no label is omitted."""
    return [(f"+{many}", MORE_PILL_WIDTH_PX, False)] if many else []


def _in_room(wide: Sequence[float], now: int, room: float) -> tuple[int, int]:
    """Return the range of labels around the current phase that fits in a row.

    Labels before the current phase are dropped first, then labels at the end.
    """

    def fits(first: int, last: int) -> bool:
        signs = (MORE_PILL_WIDTH_PX + PHASE_PILL_GAP_PX) * ((first > 0) + (last < len(wide)))
        return sum(wide[first:last]) + PHASE_PILL_GAP_PX * (last - first - 1) + signs <= room

    firsts = [k for k in range(now + 1) if fits(k, len(wide))]
    if firsts:
        return firsts[0], len(wide)
    for first in range(max(0, now - 1), now + 1):
        lasts = [last for last in range(len(wide), now, -1) if fits(first, last)]
        if lasts:
            return first, lasts[0]
    return now, now + 1


class ScoreSlot(NamedTuple):
    """The position of a side's score in the bar above a battle; `named` says whether its name is shown."""

    side: Side
    left: float
    right: float
    named: bool


def score_slots(right: float, facts: GameFacts, sides: Sequence[Side], wide: bool) -> list[ScoreSlot]:
    """Return the positions of the sides' scores in the bar above a battle, ending at `right`.

    If `wide` is True, the names of the sides are shown where there is room for them.
    """
    scored = [side for side in sides if side.key in facts.scores or not facts.scores]
    gap = 24 if len(scored) <= 2 else 16
    names = [text_width(side.name, "small") + 8 for side in scored]
    bare = [text_width(_value(side, facts), "title", True) + 8 + 18 for side in scored]
    named = wide and (
        len(scored) <= 2 or sum(names) + sum(bare) + gap * len(scored) <= MAX_SCORES_FRACTION * right
    )
    slots: list[ScoreSlot] = []
    for side, name, value in reversed(list(zip(scored, names, bare, strict=True))):
        left = right - value - (name if named else 0)
        slots.insert(0, ScoreSlot(side, left, right, named))
        right = left - gap
    return slots


def _value(side: Side, facts: GameFacts) -> str:
    return f"{facts.scores.get(side.key, 0):g}"


def _score(place: ScoreSlot, y: float, facts: GameFacts) -> list[Item]:
    """Return the draw items of a side's badge, name and score."""
    value, left = _value(place.side, facts), place.left + 26
    named = [TextLine(Layer.PANEL, left, y, place.side.name, "small", "dim")] if place.named else []
    return [
        *side_badge(place.left + 9, y, 9, place.side.number),
        *named,
        TextLine(Layer.PANEL, place.right, y - 1, value, "title", "bright", True, "r"),
    ]
