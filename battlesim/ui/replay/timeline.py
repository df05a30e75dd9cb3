"""The timeline panel, which shows turns, scores and losses of the whole battle and the current moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from battlesim.render.drawlist import Dot, Item, Layer, PanelBox, Patch, Stroke, TextLine
from battlesim.render.palette import side_colour, text_colour
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import elided_name, elided_text, side_dots
from battlesim.table.state import Side
from battlesim.ui.replay.chart import BattleChart, ScoreCurve
from battlesim.ui.replay.replay_session import MOMENT_SEPARATOR, ReplaySession
from battlesim.ui.session.playback import PLAYBACK_SPEEDS, Playback
from battlesim.ui.toolkit import controls
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

LEFT_MARGIN_PX, RIGHT_MARGIN_PX = 118.0, 36.0
"""Margins in pixels beside the curves, for names on the left and the playhead's knob on the right."""
PLAYHEAD_WIDTH_PX: Final = 72.0
SPEED_BUTTON_WIDTH_PX: Final = 48.0
MOMENT_TEXT_X_PX: Final = 172.0 + SPEED_BUTTON_WIDTH_PX * len(PLAYBACK_SPEEDS) + 24.0
"""Left edge in pixels of the moment's description."""
MAX_STACKED_SIGNS: Final = 3
SCORE_OFFSET_PX: Final = 1.5
"""Preferred vertical offset in pixels between the equal scores of different sides."""
MAX_SCORE_OFFSET_FRACTION: Final = 0.2
"""Maximum fraction of the score area's height that all offsets together may take."""
SEEN_BY_LABEL: Final = "Seen by"
SIDE_SIGN_WIDTH_PX, SEGMENT_PADDING_PX, TIGHT_SEGMENT_PADDING_PX = 18.0, 10.0, 6.0
"""Width of a side's symbol with its gap, and the normal and tight padding of a segment, in pixels."""
MIN_MOMENT_TEXT_PX, MIN_NAME_WIDTH_PX = 120.0, 44.0
"""Minimum widths in pixels of the moment's description and of a side's name."""


MAX_HEIGHT_WITHOUT_SCORES_PX: Final = 180.0
"""Height in pixels up to which a timeline leaves out the scores."""


class TimelineRows:
    """The y positions of the rows of a timeline. The scores get more space for more than two sides."""

    def __init__(self, height: float, crowded: bool) -> None:
        self.tools = 30.0
        self.curves = height > MAX_HEIGHT_WITHOUT_SCORES_PX
        self.flags, self.top = (66.0, 76.0) if self.curves and not crowded else (58.0, 66.0)
        self.foot = height - 62.0
        self.bottom = height - 50.0
        self.losses = self.foot - (8.0 if crowded else 16.0)
        self.low = self.foot - (26.0 if crowded else 34.0)
        self.middle = (self.top + self.low) / 2
        self.names = height - 36.0
        self.track = height - 18.0


class PerspectiveLegend(NamedTuple):
    """The widths in pixels of the label, padding and names in the control that selects whose view is shown.

    Parts that are left out have the width 0.
    """

    label: float
    padding_px: float
    names: tuple[float, ...]

    @property
    def segments(self) -> list[float]:
        """The widths of the segments; every segment but the first includes a side's symbol."""
        return [
            2 * self.padding_px + SIDE_SIGN_WIDTH_PX * bool(k) + name for k, name in enumerate(self.names)
        ]


def moment_x(review: ReplaySession, rect: Rect, at: float) -> float:
    """Return the x coordinate of a moment in the panel."""
    return LEFT_MARGIN_PX + (rect.width - LEFT_MARGIN_PX - RIGHT_MARGIN_PX) * at / max(len(review), 1)


def moment_at(review: ReplaySession, rect: Rect, x: float) -> int:
    """Return the moment at an x coordinate of the panel."""
    share = (x - LEFT_MARGIN_PX) / max(rect.width - LEFT_MARGIN_PX - RIGHT_MARGIN_PX, 1.0)
    return round(min(max(share, 0.0), 1.0) * len(review))


MIN_SCORES_LABEL_HEIGHT_PX: Final = 64.0
"""Height in pixels of the score area above which its middle is labelled."""


def build(review: ReplaySession, play: Playback, rect: Rect, key: str = "") -> PanelContent:
    """Build the timeline without its playhead and moment text; `key` labels the perspective key."""
    drawn, rows = (
        PanelContent([panel_background(rect.width, rect.height)]),
        TimelineRows(rect.height, review.crowded),
    )
    _tools(drawn, play, rows)
    _viewers(drawn, review, rect, rows, key)
    _turns(drawn, review, rect, rows)
    if rows.curves:
        drawn.items += _curves(review, rect, rows)
    _names(drawn, review.chart, review.sides, rows)
    _losses(drawn, review, rect, rows)
    for mark in review.marks:
        x = moment_x(review, rect, mark.at)
        drawn.icon(x, rows.flags, "bookmark", 14, "yellow")
        drawn.add_hotspot(Rect(x - 8, rows.flags - 9, 16, 18), "seek", mark.at, mark.name)
    track = PanelBox(
        Layer.PANEL,
        LEFT_MARGIN_PX,
        rows.track - 2,
        rect.width - LEFT_MARGIN_PX - RIGHT_MARGIN_PX,
        4,
        "hover",
        1.0,
        2,
    )
    drawn.items.append(track)
    low = rect.height - rows.top
    drawn.add_hotspot(
        Rect(LEFT_MARGIN_PX - 12, rows.top, rect.width - LEFT_MARGIN_PX - RIGHT_MARGIN_PX + 24, low), "scrub"
    )
    return drawn


def moment_text_rect(timeline: Rect, review: ReplaySession) -> Rect:
    """Return the rect of the moment's description, between the speeds and the perspectives."""
    legend = _legend(review, timeline.width)
    taken = MOMENT_TEXT_X_PX + legend.label + sum(legend.segments) + RIGHT_MARGIN_PX + 16
    return Rect(timeline.x + MOMENT_TEXT_X_PX, timeline.y + 15, max(0.0, timeline.width - taken), 30)


def build_moment_text(string: str, rect: Rect) -> PanelContent:
    """Build the description of the current moment with as many of its parts as fit."""
    parts = string.split(MOMENT_SEPARATOR)
    whole = (MOMENT_SEPARATOR.join(parts[:k]) for k in range(len(parts), 1, -1))
    fitting = next((line for line in whole if text_width(line, "small") <= rect.width), parts[0])
    said = elided_text(fitting, rect.width, "small")
    return PanelContent([TextLine(Layer.PANEL, 0, rect.height / 2, said, "small", "dim")])


def _tools(drawn: PanelContent, play: Playback, rows: TimelineRows) -> None:
    """Draw the playback buttons and the speed selector."""
    y = rows.tools
    on = play.moving
    tools = (
        ("by_line", -1, "prev", "Previous line"),
        ("toggle", 0, "pause" if on else "play", "Pause" if on else "Play"),
        ("by_line", 1, "next", "Next line"),
    )
    x = 36.0
    for command, value, icon, tip in tools:
        main = command == "toggle"
        drawn.items.append(Dot(Layer.PANEL, x, y, 17, "sky" if main else "raised", 0))
        drawn.icon(x, y, icon, 18, "ink" if main else "text")
        drawn.add_hotspot(Rect(x - 18, y - 18, 36, 36), command, value, tip)
        x += 44
    names = [name for name, _ in PLAYBACK_SPEEDS]
    speeds = Rect(x + 4, y - 15, SPEED_BUTTON_WIDTH_PX * len(names), 30)
    controls.draw_segments(drawn, speeds, names, play.speed, "speed", "Speed: {}")


def _legend(review: ReplaySession, width: float) -> PerspectiveLegend:
    """Return the widths of the perspective selector, chosen to fit the panel.

    Names are shown in full if possible, with less padding if necessary. Otherwise the longest names are
    shortened; if too little would remain of them, the sides are told apart by their symbols alone.
    """
    room, label = (
        width - MOMENT_TEXT_X_PX - RIGHT_MARGIN_PX - MIN_MOMENT_TEXT_PX,
        text_width(SEEN_BY_LABEL, "small") + 12,
    )
    names = [text_width(review.name(viewer), "small", True) for viewer in review.viewers]
    whole = (
        PerspectiveLegend(before, about, tuple(names))
        for before, about in (
            (label, SEGMENT_PADDING_PX),
            (0.0, SEGMENT_PADDING_PX),
            (0.0, TIGHT_SEGMENT_PADDING_PX),
        )
    )
    for legend in whole:
        if legend.label + sum(legend.segments) <= room:
            return legend
    everybody, *others = names
    most = _most(
        others,
        room
        - sum(PerspectiveLegend(0.0, TIGHT_SEGMENT_PADDING_PX, (everybody, *(0.0 for _ in others))).segments),
    )
    if most < MIN_NAME_WIDTH_PX and review.crowded:
        return PerspectiveLegend(0.0, SEGMENT_PADDING_PX, (everybody, *(0.0 for _ in others)))
    return PerspectiveLegend(
        0.0,
        TIGHT_SEGMENT_PADDING_PX,
        (everybody, *(min(name, max(most, MIN_NAME_WIDTH_PX)) for name in others)),
    )


def _most(widths: Sequence[float], room: float) -> float:
    """Return the width limit under which all parts fit into `room`; only wider parts are shortened."""
    left = sorted(widths)
    while left and left[0] * len(left) <= room:
        room -= left.pop(0)
    return room / len(left) if left else room


def _viewers(drawn: PanelContent, review: ReplaySession, rect: Rect, rows: TimelineRows, key: str) -> None:
    """Draw the perspective selector with the sides' symbols."""
    y, now, legend = rows.tools, review.viewers.index(review.requested_viewer), _legend(review, rect.width)
    wide = sum(legend.segments)
    x = rect.width - RIGHT_MARGIN_PX - wide
    if legend.label:
        drawn.write(x - 12, y, SEEN_BY_LABEL, "small", "dim", anchor="r")
    drawn.box(x, y - 15, wide, 30, "void", 1.0, 6)
    numbers = [0, *(side.number for side in review.sides)]
    for k, (viewer, wide, number) in enumerate(zip(review.viewers, legend.segments, numbers, strict=True)):
        on, left = k == now, x + legend.padding_px
        if on:
            drawn.box(x + 2, y - 13, wide - 4, 26, "sky", 1.0, 5)
        if viewer:
            drawn.items.append(Dot(Layer.PANEL, left + 5, y, 9, "ink", 0))
            drawn.items.append(side_dots([(left + 5, y)], 5.5, number))
            left += SIDE_SIGN_WIDTH_PX
        if legend.names[k]:
            name = elided_name(review.name(viewer), legend.names[k] + 1, "small", True)
            drawn.write(left, y, name, "small", "ink" if on else "text", on)
        words = f"What {review.name(viewer)} knew" if viewer else "Everything that happened"
        tip = f"{words} ({key})" if key else words
        drawn.add_hotspot(Rect(x, y - 15, wide, 30), "seen_by", k - now, tip)
        x += wide


def _turns(drawn: PanelContent, review: ReplaySession, rect: Rect, rows: TimelineRows) -> None:
    """Draw the turns with alternating backgrounds and their names below."""
    turns = review.chart.turns
    ends = [*(at for at, _ in turns[1:]), len(review)]
    for k, ((first, number), last) in enumerate(zip(turns, ends, strict=True)):
        x, end = moment_x(review, rect, first), moment_x(review, rect, last)
        if k % 2:
            drawn.box(x, rows.top, end - x, rows.bottom - rows.top, "raised", 1.0, 0)
        drawn.box(x, rows.top, 1, rows.bottom - rows.top, "line", 1.0, 0)
        names = (f"{review.full_history.lines[0].turn_word} {number}", str(number))
        name = next((name for name in names if text_width(name, "small") + 8 < end - x), "")
        drawn.write((x + end) / 2, rows.names, name, "small", "dim", anchor="c")


def _curves(review: ReplaySession, rect: Rect, rows: TimelineRows) -> list[Item]:
    """Return the score curves: two sides mirrored around the middle, or more sides above one baseline."""
    scored = sorted(review.chart.scores.items())
    pair = len(scored) <= 2
    wide, zero = rect.width - LEFT_MARGIN_PX - RIGHT_MARGIN_PX, rows.middle if pair else rows.low
    items: list[Item] = [PanelBox(Layer.PANEL, LEFT_MARGIN_PX, zero, wide, 1, "faint", 0.6, 0)]
    for place, (side, curve) in enumerate(scored):
        if pair:
            items += _curve(review, curve, side, place, rect, rows)
        else:
            items += _line(review, scored, place, rect, rows)
    return items


def _line(
    review: ReplaySession,
    scored: Sequence[tuple[int, ScoreCurve]],
    place: int,
    rect: Rect,
    rows: TimelineRows,
) -> list[Item]:
    """Return the score curve of one of many sides, slightly offset from the others, with symbols.

    The side's symbol marks each change and the end; equal final scores have their symbols side by side.
    """
    side, curve = scored[place]
    beside = min(SCORE_OFFSET_PX, MAX_SCORE_OFFSET_FRACTION * (rows.low - rows.top) / len(scored))
    tall = (rows.low - rows.top - beside * len(scored)) / review.chart.max_score
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
    review: ReplaySession, curve: ScoreCurve, rect: Rect, height: Callable[[float], float]
) -> tuple[tuple[float, float], ...]:
    """Return a score curve as a step function: the start, then two points for each change and the end."""
    value = curve[0][1]
    points = [(moment_x(review, rect, 0), height(value))]
    for at, after in (*curve, (len(review), curve[-1][1])):
        x = moment_x(review, rect, at)
        points += [(x, height(value)), (x, height(after))]
        value = after
    return tuple(points)


def _curve(
    review: ReplaySession, curve: ScoreCurve, side: int, place: int, rect: Rect, rows: TimelineRows
) -> list[Item]:
    """Return a side's score as a filled step curve, upward for the first side and downward for the second."""
    up = 1 if place else -1
    tall = ((rows.low - rows.top) / 2 - 4) * up / review.chart.max_score
    points = _steps(review, curve, rect, lambda score: rows.middle + tall * score)
    ring = ((points[0][0], rows.middle), *points, (points[-1][0], rows.middle))
    fill = Patch(Layer.PANEL, ((ring,),), side_colour(side), 0.25, 0, 0)
    return [fill, Stroke(Layer.PANEL, points, side_colour(side), 2.0)]


def _names(drawn: PanelContent, chart: BattleChart, sides: Sequence[Side], rows: TimelineRows) -> None:
    """Draw the labels to the left of the score curves and losses."""
    scored = [side for side in sides if side.number in chart.scores]
    beside = [(rows.losses, "losses")]
    if rows.curves and len(scored) > 2:
        beside += [(rows.top + 4, f"{chart.max_score:g}"), (rows.middle, "scores"), (rows.low, "0")]
    elif rows.curves:
        for place, side in enumerate(scored):
            y = (rows.middle + rows.low) / 2 if place else (rows.top + rows.middle) / 2
            bold = text_width(side.name, "caption", True) <= LEFT_MARGIN_PX - 20
            words = elided_text(side.name, LEFT_MARGIN_PX - 20, "caption", bold)
            drawn.write(
                LEFT_MARGIN_PX - 16, y, words, "caption", text_colour(side_colour(side.number)), bold, "r"
            )
        beside += (
            [(rows.middle, "score")] if scored and rows.low - rows.top > MIN_SCORES_LABEL_HEIGHT_PX else []
        )
    for y, words in beside:
        drawn.write(LEFT_MARGIN_PX - 16, y, words, "caption", "dim", anchor="r")


def _losses(drawn: PanelContent, review: ReplaySession, rect: Rect, rows: TimelineRows) -> None:
    """Draw a side's symbol for every lost piece; simultaneous losses are stacked."""
    stacked: Counter[tuple[int, int]] = Counter()
    sides = sorted({side for _, side in review.chart.losses})
    pair = len(sides) <= 2 and len(review.sides) <= 2
    for at, side in review.chart.losses:
        x = moment_x(review, rect, at)
        down = pair and side != review.sides[0].number
        place = round(x / 7), int(down)
        level = stacked[place]
        stacked[place] += 1
        if level < MAX_STACKED_SIGNS + (not pair):
            beside = 10 + 6 * level if down else -1 - 6 * level
            y = rows.losses + beside if pair else rows.foot - 7 - 6 * level
            drawn.add(side_dots([(x, y)], 2.6, side))


def build_playhead(review: ReplaySession, at: int, rect: Rect, tall: float) -> PanelContent:
    """Build the playhead: a line with the moment's number and a knob."""
    rows, x = TimelineRows(tall, review.crowded), rect.width / 2
    words = f"{at:,}"
    wide = text_width(words, "caption", True) + 14
    dy = 60.0
    return PanelContent(
        [
            PanelBox(Layer.PANEL, x - 1, rows.top - dy, 2, rows.track - rows.top, "bright", 1.0, 0),
            PanelBox(Layer.PANEL, x - wide / 2, rows.top - dy, wide, 18, "void", 0.95, 4),
            TextLine(Layer.PANEL, x, rows.top - dy + 9, words, "caption", "bright", True, "c"),
            Dot(Layer.PANEL, x, rows.track - dy, 8, "bright", 1.5),
        ]
    )


def playhead_rect(review: ReplaySession, timeline: Rect, at: int) -> Rect:
    """Return the rect of the playhead on the screen."""
    x = timeline.x + moment_x(review, timeline, at)
    return Rect(x - PLAYHEAD_WIDTH_PX / 2, timeline.y + 60, PLAYHEAD_WIDTH_PX, timeline.height - 60)
