"""The timeline: turns, scores and losses of a whole battle, and the moment that is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from battlesim.render.drawlist import Dot, Item, Layer, PanelBox, Patch, Stroke, TextLine
from battlesim.render.palette import side_colour, text_colour
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import elided_name, elided_text, side_dots
from battlesim.table.state import Side
from battlesim.ui.parts import controls
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed
from battlesim.ui.review.chart import Chart, Curve
from battlesim.ui.review.review import PART, Review
from battlesim.ui.story.playback import SPEEDS, Playback

LEFT, RIGHT = 118.0, 36.0
"""Pixels beside the curves: names on the left, room for the knob on the right."""
HEAD_WIDTH: Final = 72.0
SPEED: Final = 48.0
WORDS: Final = 172.0 + SPEED * len(SPEEDS) + 24.0
"""Width of a speed's button, and where the words about the moment begin."""
MOST_STACKED: Final = 3
BESIDE: Final = 1.5
"""Pixels that the scores of many sides stand apart where they are level, as far as there is room."""
SPREAD: Final = 0.2
"""Of the height of the scores, for that."""
SEEN_BY: Final = "Seen by"
SIGN, INSIDE, SNUG = 18.0, 10.0, 6.0
"""Width of a side's colour with the room behind it, and from a segment's edge to what is in it, also where
there is little room."""
LEAST_WORDS, LEAST_NAME = 120.0, 44.0
"""Pixels that the words about the moment, and a name, are left where there is little room."""


LEAST: Final = 180.0
"""Height up to which a timeline has no room for the scores."""


class Rows:
    """The heights of the parts of a timeline so high; a crowded one leaves more of it to the scores."""

    def __init__(self, height: float, crowded: bool) -> None:
        self.tools = 30.0
        self.curves = height > LEAST
        self.flags, self.top = (66.0, 76.0) if self.curves and not crowded else (58.0, 66.0)
        self.foot = height - 62.0
        self.bottom = height - 50.0
        self.losses = self.foot - (8.0 if crowded else 16.0)
        self.low = self.foot - (26.0 if crowded else 34.0)
        self.middle = (self.top + self.low) / 2
        self.names = height - 36.0
        self.track = height - 18.0


class Legend(NamedTuple):
    """Widths: of the words before the viewers, about a viewer's name, of the name of each; 0 for none."""

    label: float
    about: float
    names: tuple[float, ...]

    @property
    def segments(self) -> list[float]:
        """The width of each viewer; all but the first have a sign."""
        return [2 * self.about + SIGN * bool(k) + name for k, name in enumerate(self.names)]


def across(review: Review, rect: Rect, at: float) -> float:
    """The x of a moment in the panel."""
    return LEFT + (rect.width - LEFT - RIGHT) * at / max(len(review), 1)


def moment_at(review: Review, rect: Rect, x: float) -> int:
    """The moment at an x of the panel."""
    share = (x - LEFT) / max(rect.width - LEFT - RIGHT, 1.0)
    return round(min(max(share, 0.0), 1.0) * len(review))


LOW: Final = 64.0
"""Pixels that the scores need for their middle to be named between the names of the sides."""


def build(review: Review, play: Playback, rect: Rect, key: str = "") -> Drawn:
    """The panel without what differs from moment to moment; `key` is that of as whom it is seen."""
    drawn, rows = Drawn([backed(rect.width, rect.height)]), Rows(rect.height, review.crowded)
    _tools(drawn, play, rows)
    _viewers(drawn, review, rect, rows, key)
    _turns(drawn, review, rect, rows)
    if rows.curves:
        drawn.items += _curves(review, rect, rows)
    _names(drawn, review.chart, review.sides, rows)
    _losses(drawn, review, rect, rows)
    for mark in review.marks:
        x = across(review, rect, mark.at)
        drawn.icon(x, rows.flags, "bookmark", 14, "yellow")
        drawn.spot(Rect(x - 8, rows.flags - 9, 16, 18), "seek", mark.at, mark.name)
    track = PanelBox(Layer.PANEL, LEFT, rows.track - 2, rect.width - LEFT - RIGHT, 4, "hover", 1.0, 2)
    drawn.items.append(track)
    low = rect.height - rows.top
    drawn.spot(Rect(LEFT - 12, rows.top, rect.width - LEFT - RIGHT + 24, low), "scrub")
    return drawn


def words_rect(timeline: Rect, review: Review) -> Rect:
    """Where it stands in words which moment it is: between the speeds and as whom it is seen."""
    legend = _legend(review, timeline.width)
    taken = WORDS + legend.label + sum(legend.segments) + RIGHT + 16
    return Rect(timeline.x + WORDS, timeline.y + 15, max(0.0, timeline.width - taken), 30)


def words(string: str, rect: Rect) -> Drawn:
    """Words in a line, as many of its parts as there is room for."""
    parts = string.split(PART)
    whole = (PART.join(parts[:k]) for k in range(len(parts), 1, -1))
    fitting = next((line for line in whole if text_width(line, "small") <= rect.width), parts[0])
    said = elided_text(fitting, rect.width, "small")
    return Drawn([TextLine(Layer.PANEL, 0, rect.height / 2, said, "small", "dim")])


def _tools(drawn: Drawn, play: Playback, rows: Rows) -> None:
    """Play and speed."""
    y = rows.tools
    on = play.moving
    tools = (
        ("by_line", -1, "prev", "A line back"),
        ("toggle", 0, "pause" if on else "play", "Pause" if on else "Play"),
        ("by_line", 1, "next", "A line on"),
    )
    x = 36.0
    for command, value, icon, tip in tools:
        main = command == "toggle"
        drawn.items.append(Dot(Layer.PANEL, x, y, 17, "sky" if main else "raised", 0))
        drawn.icon(x, y, icon, 18, "ink" if main else "text")
        drawn.spot(Rect(x - 18, y - 18, 36, 36), command, value, tip)
        x += 44
    names = [name for name, _ in SPEEDS]
    speeds = Rect(x + 4, y - 15, SPEED * len(names), 30)
    controls.segments(drawn, speeds, names, play.speed, "speed", "Speed: {}")


def _legend(review: Review, width: float) -> Legend:
    """The legend in a panel so wide: names in full if that can be, with less room about them if it must; else
    the longest are cut, and where too little would be left signs alone tell the sides apart."""
    room, label = width - WORDS - RIGHT - LEAST_WORDS, text_width(SEEN_BY, "small") + 12
    names = [text_width(review.name(viewer), "small", True) for viewer in review.viewers]
    whole = (
        Legend(before, about, tuple(names)) for before, about in ((label, INSIDE), (0.0, INSIDE), (0.0, SNUG))
    )
    for legend in whole:
        if legend.label + sum(legend.segments) <= room:
            return legend
    everybody, *others = names
    most = _most(others, room - sum(Legend(0.0, SNUG, (everybody, *(0.0 for _ in others))).segments))
    if most < LEAST_NAME and review.crowded:
        return Legend(0.0, INSIDE, (everybody, *(0.0 for _ in others)))
    return Legend(0.0, SNUG, (everybody, *(min(name, max(most, LEAST_NAME)) for name in others)))


def _most(widths: Sequence[float], room: float) -> float:
    """How wide each may be at most, so that all of them have room together: the widest give way first."""
    left = sorted(widths)
    while left and left[0] * len(left) <= room:
        room -= left.pop(0)
    return room / len(left) if left else room


def _viewers(drawn: Drawn, review: Review, rect: Rect, rows: Rows, key: str) -> None:
    """The legend: the sides with their signs, and as whom the record is seen."""
    y, now, legend = rows.tools, review.viewers.index(review.wish), _legend(review, rect.width)
    wide = sum(legend.segments)
    x = rect.width - RIGHT - wide
    if legend.label:
        drawn.write(x - 12, y, SEEN_BY, "small", "dim", anchor="r")
    drawn.box(x, y - 15, wide, 30, "void", 1.0, 6)
    numbers = [0, *(side.number for side in review.sides)]
    for k, (viewer, wide, number) in enumerate(zip(review.viewers, legend.segments, numbers, strict=True)):
        on, left = k == now, x + legend.about
        if on:
            drawn.box(x + 2, y - 13, wide - 4, 26, "sky", 1.0, 5)
        if viewer:
            drawn.items.append(Dot(Layer.PANEL, left + 5, y, 9, "ink", 0))
            drawn.items.append(side_dots([(left + 5, y)], 5.5, number))
            left += SIGN
        if legend.names[k]:
            name = elided_name(review.name(viewer), legend.names[k] + 1, "small", True)
            drawn.write(left, y, name, "small", "ink" if on else "text", on)
        words = f"As {review.name(viewer)} knew it" if viewer else "All that happened"
        tip = f"{words} ({key})" if key else words
        drawn.spot(Rect(x, y - 15, wide, 30), "seen_by", k - now, tip)
        x += wide


def _turns(drawn: Drawn, review: Review, rect: Rect, rows: Rows) -> None:
    """Every other turn on a lighter ground, with their names below."""
    turns = review.chart.turns
    ends = [*(at for at, _ in turns[1:]), len(review)]
    for k, ((first, number), last) in enumerate(zip(turns, ends, strict=True)):
        x, end = across(review, rect, first), across(review, rect, last)
        if k % 2:
            drawn.box(x, rows.top, end - x, rows.bottom - rows.top, "raised", 1.0, 0)
        drawn.box(x, rows.top, 1, rows.bottom - rows.top, "line", 1.0, 0)
        names = (f"{review.whole.lines[0].turn_word} {number}", str(number))
        name = next((name for name in names if text_width(name, "small") + 8 < end - x), "")
        drawn.write((x + end) / 2, rows.names, name, "small", "dim", anchor="c")


def _curves(review: Review, rect: Rect, rows: Rows) -> list[Item]:
    """The scores of two sides up and down from the middle; of more, all up from the foot."""
    scored = sorted(review.chart.scores.items())
    pair = len(scored) <= 2
    wide, zero = rect.width - LEFT - RIGHT, rows.middle if pair else rows.low
    items: list[Item] = [PanelBox(Layer.PANEL, LEFT, zero, wide, 1, "faint", 0.6, 0)]
    for place, (side, curve) in enumerate(scored):
        if pair:
            items += _curve(review, curve, side, place, rect, rows)
        else:
            items += _line(review, scored, place, rect, rows)
    return items


def _line(
    review: Review, scored: Sequence[tuple[int, Curve]], place: int, rect: Rect, rows: Rows
) -> list[Item]:
    """One score of many in steps, a little beside the others, with its side's sign where it changes and at
    its end, where those who are level stand in a row."""
    side, curve = scored[place]
    beside = min(BESIDE, SPREAD * (rows.low - rows.top) / len(scored))
    tall = (rows.low - rows.top - beside * len(scored)) / review.chart.most
    foot, colour, value = rows.low - beside * (place + 1), text_colour(side_colour(side)), curve[-1][1]
    points = _steps(review, curve, rect, lambda score: foot - tall * score)
    changes = zip(points[1::2], points[2::2], strict=True)
    items = [side_dots([after for before, after in changes if after[1] != before[1]], 3.2, side)]
    level = [number for number, other in scored if other[-1][1] == value]
    row, column = divmod(level.index(side), 4)
    x = points[-1][0]
    items.append(side_dots([(x + 7 + 8 * column, rows.low - tall * value - 8 * row - 4)], 3.4, side))
    return [Stroke(Layer.PANEL, points, colour, 1.6), *items]


def _steps(
    review: Review, curve: Curve, rect: Rect, height: Callable[[float], float]
) -> tuple[tuple[float, float], ...]:
    """A score as a line in steps: where it begins, then twice where it changes and at its end."""
    value = curve[0][1]
    points = [(across(review, rect, 0), height(value))]
    for at, after in (*curve, (len(review), curve[-1][1])):
        x = across(review, rect, at)
        points += [(x, height(value)), (x, height(after))]
        value = after
    return tuple(points)


def _curve(review: Review, curve: Curve, side: int, place: int, rect: Rect, rows: Rows) -> list[Item]:
    """A score in steps: of the first side upward, of the second downward."""
    up = 1 if place else -1
    tall = ((rows.low - rows.top) / 2 - 4) * up / review.chart.most
    points = _steps(review, curve, rect, lambda score: rows.middle + tall * score)
    ring = ((points[0][0], rows.middle), *points, (points[-1][0], rows.middle))
    fill = Patch(Layer.PANEL, ((ring,),), side_colour(side), 0.25, 0, 0)
    return [fill, Stroke(Layer.PANEL, points, side_colour(side), 2.0)]


def _names(drawn: Drawn, chart: Chart, sides: Sequence[Side], rows: Rows) -> None:
    """What the curves and signs are."""
    scored = [side for side in sides if side.number in chart.scores]
    beside = [(rows.losses, "losses")]
    if rows.curves and len(scored) > 2:
        beside += [(rows.top + 4, f"{chart.most:g}"), (rows.middle, "scores"), (rows.low, "0")]
    elif rows.curves:
        for place, side in enumerate(scored):
            y = (rows.middle + rows.low) / 2 if place else (rows.top + rows.middle) / 2
            bold = text_width(side.name, "caption", True) <= LEFT - 20
            words = elided_text(side.name, LEFT - 20, "caption", bold)
            drawn.write(LEFT - 16, y, words, "caption", text_colour(side_colour(side.number)), bold, "r")
        beside += [(rows.middle, "score")] if scored and rows.low - rows.top > LOW else []
    for y, words in beside:
        drawn.write(LEFT - 16, y, words, "caption", "dim", anchor="r")


def _losses(drawn: Drawn, review: Review, rect: Rect, rows: Rows) -> None:
    """A side's sign for every piece that was lost; many at once are stacked, of two sides up and down."""
    stacked: Counter[tuple[int, int]] = Counter()
    sides = sorted({side for _, side in review.chart.losses})
    pair = len(sides) <= 2 and len(review.sides) <= 2
    for at, side in review.chart.losses:
        x = across(review, rect, at)
        down = pair and side != review.sides[0].number
        place = round(x / 7), int(down)
        level = stacked[place]
        stacked[place] += 1
        if level < MOST_STACKED + (not pair):
            beside = 10 + 6 * level if down else -1 - 6 * level
            y = rows.losses + beside if pair else rows.foot - 7 - 6 * level
            drawn.add(side_dots([(x, y)], 2.6, side))


def head(review: Review, at: int, rect: Rect, tall: float) -> Drawn:
    """The moment that is shown: a line with its number and a knob on the track."""
    rows, x = Rows(tall, review.crowded), rect.width / 2
    words = f"{at:,}"
    wide = text_width(words, "caption", True) + 14
    dy = 60.0
    return Drawn(
        [
            PanelBox(Layer.PANEL, x - 1, rows.top - dy, 2, rows.track - rows.top, "bright", 1.0, 0),
            PanelBox(Layer.PANEL, x - wide / 2, rows.top - dy, wide, 18, "void", 0.95, 4),
            TextLine(Layer.PANEL, x, rows.top - dy + 9, words, "caption", "bright", True, "c"),
            Dot(Layer.PANEL, x, rows.track - dy, 8, "bright", 1.5),
        ]
    )


def head_rect(review: Review, timeline: Rect, at: int) -> Rect:
    """Where the moment that is shown stands on the screen."""
    x = timeline.x + across(review, timeline, at)
    return Rect(x - HEAD_WIDTH / 2, timeline.y + 60, HEAD_WIDTH, timeline.height - 60)
