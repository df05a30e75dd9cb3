"""The end of a battle as a page: result, what decided it, losses, luck, and what can be done next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from battlesim.engine.luck import Luck, less_lucky_fraction
from battlesim.engine.record_read import Record
from battlesim.render.drawlist import Glyph, Layer, PanelBox
from battlesim.render.palette import side_colour, text_colour
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import elided_text, fit_in_lines, side_badge
from battlesim.report.ending import winners_in_words
from battlesim.scenarios.sources import load_record
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import AnyText, capitalized
from battlesim.table.state import Side
from battlesim.ui.battle.window import Window
from battlesim.ui.page import EDGE, Marks, Page, Pen, Place, pane, pen_for
from battlesim.ui.parts.layout import GAP, Rect
from battlesim.ui.parts.scrolling import Pane
from battlesim.ui.parts.work_queue import SOON, KeyedResult, WorkQueue
from battlesim.ui.review.review import Branch, Look
from battlesim.ui.settings.settings import Settings
from battlesim.ui.showing import desk_for, show
from battlesim.ui.story.account import Account, Casualties, Fortune, Turning, account, out_of_it

WIDE_FROM: Final = 1100.0
"""Width from which the parts stand side by side; below it one under the other."""
HEAD, FOOT = 112.0, 64.0
CELLS: Final = 32
"""Cells of a bar of losses: one a head up to so many, then in proportion."""
SETTLED: Final = 1.0
"""Seconds that it is seen before anything on it can be pressed: keys meant for the battle press nothing."""
FIGURES: Final = 60.0
"""Pixels of a column of figures."""
SIGMAS: Final = 3.0
"""Standard deviations to either side that a bar of luck shows."""


class Known(NamedTuple):
    """A battle that is over, and its account."""

    record: Record
    account: Account


def known(path: Path) -> Known:
    """The account of a record. Raises RecordError."""
    record = load_record(path)
    return Known(record, account(record))


class EndingPage(Page):
    """The page. `wish` is what the person wants next, None for a look at the table as it is.

    `later` has what is known of the battle, `seed` gives the seed of another one.
    """

    status_title = "EndingPage"

    def __init__(self, later: KeyedResult[Known], own: SideKey, seed: Callable[[], int]) -> None:
        self.later, self.own, self._seed = later, own, seed
        self.wish: Branch | Look | None = None
        self._seen = 0.0

    def tick(self, elapsed: float) -> bool:
        """Look whether the account is there."""
        self._seen += elapsed if self.later.value else 0.0
        return self.later.poll()

    @property
    def sides(self) -> list[Side]:
        """The sides by number."""
        assert self.later.value is not None
        return sorted(self.later.value.account.state.table.sides, key=lambda side: side.number)

    # -- what it shows --

    def panes(self, width: float, height: float, marks: Marks) -> list[Pane]:
        """The head over three columns, or over one; the ways on below."""
        foot = self._foot(width, height, marks)
        y, tall = HEAD + 2 * GAP, height - HEAD - FOOT - 4 * GAP
        if self.later.value is None:
            pen = pen_for(Rect(GAP, GAP, width - 2 * GAP, height - FOOT - 3 * GAP), marks, EDGE)
            pen.words("The battle is over", "title", "bright", True)
            pen.words("What decided it, and how the dice fell, is being worked out.", "body", "dim")
            return [pane("head", Rect(GAP, GAP, width - 2 * GAP, height - FOOT - 3 * GAP), pen), foot]
        parts = (self._turnings, self._casualties, self._fortunes)
        if width < WIDE_FROM:
            rect = Rect(GAP, GAP, width - 2 * GAP, height - FOOT - 3 * GAP)
            pen = pen_for(rect, marks)
            self._head(pen)
            for part in parts:
                part(pen)
                pen.space(12)
            return [pane("ending", rect, pen), foot]
        rect = Rect(GAP, GAP, width - 2 * GAP, HEAD)
        pen = Pen(marks, EDGE, 14, rect.width - 2 * EDGE)
        self._head(pen)
        found, wide = [Pane("head", rect, pen, HEAD)], (width - 4 * GAP) / 3
        for k, part in enumerate(parts):
            column = Rect(GAP + k * (wide + GAP), y, wide, tall)
            pen = pen_for(column, marks)
            part(pen)
            found.append(pane(f"column {k}", column, pen))
        return [*found, foot]

    def _head(self, pen: Pen) -> None:
        """Who won and why, and the scores."""
        assert self.later.value is not None
        record, told = self.later.value
        end, right = told.outcome, pen.x + pen.width
        top, whole = pen.y, pen.width
        for side in reversed([side for side in self.sides if side.key in end.scores]):
            score = f"{end.scores[side.key]:g}"
            wide = max(text_width(score, "display", True), text_width(side.name, "small")) + 12
            if right - wide < pen.x + whole / 2:
                break
            pen.write(
                right - wide / 2, top + 22, score, "display", text_colour(side_colour(side.number)), True, "c"
            )
            pen.write(right - wide / 2, top + 54, side.name, "small", "text", anchor="c")
            right -= wide + 16
        pen.width = right - pen.x
        lines, size = fit_in_lines(
            (winners_in_words(end.winners, self.sides),), pen.width, (("display", 1), ("title", 2)), True
        )
        pen.words(" ".join(lines), size, "bright", True)
        pen.words(f"{capitalized(end.reason)}.", "body", "text", most=2)
        facts, players = told.facts, _players(list(record.header.players.values()))
        of = f" of {facts.turns}" if facts.turns else ""
        pen.words(
            f"{facts.turn_name(facts.turn)}{of}, seed {record.header.seed}, {players}",
            "small",
            "dim",
            most=1,
        )
        pen.width = whole
        pen.space(8)

    def _turnings(self, pen: Pen) -> None:
        """The moments that decided it, and what the scores are made of."""
        assert self.later.value is not None
        told = self.later.value.account
        pen.heading("What decided it", "press one to see it again")
        for number, one in enumerate(told.turnings, 1):
            self._turning(pen, number, one)
        if not told.turnings:
            pen.words("Nobody was lost, and no score changed.", "small", "dim")
        pen.space(8)
        pen.heading("The scores")
        for side in self.sides:
            rows = told.facts.points.get(side.key, ())
            score = f"{told.outcome.scores.get(side.key, 0):g}"
            if len(rows) == 1 and rows[0].value == score:
                _named(pen, side, score, rows[0].label)
                continue
            if rows:
                _named(pen, side, score)
            for row in rows:
                room = pen.width - text_width(row.value, "small", True) - 12
                pen.write(pen.x, pen.y + 10, elided_text(row.label, room, "small"), "small")
                pen.write(pen.x + pen.width, pen.y + 10, row.value, "small", "bright", True, "r")
                pen.y += 20
            pen.space(6)

    def _turning(self, pen: Pen, number: int, one: Turning) -> None:
        """A moment as a row: its turn, what happened, and what it changed."""
        room = pen.width - 52
        lines, _ = fit_in_lines((one.words,), room, (("small", 2),))
        rect = Rect(pen.x, pen.y, pen.width, 30 + 18.0 * len(lines))
        place: Place = ("look", one.at)
        pen.box(*rect, "raised", 1.0, 6)
        pen.bed(rect, place)
        number_of = {side.key: side.number for side in self.sides}
        pen.add(*side_badge(rect.x + 20, rect.y + 18, 9, number_of.get(one.side, 0)))
        pen.write(rect.x + 40, rect.y + 15, one.turn, "caption", "dim", True)
        changed = f"+{one.gain:g}" if one.gain else f"{one.lost} lost"
        pen.write(rect.right - 12, rect.y + 15, changed, "body", "bright", True, "r")
        pen.lines(rect.x + 40, rect.y + 34, 18, lines, "small", "text")
        pen.spot(rect, *place, f"See moment {number} again")
        pen.y += rect.height + 6

    def _casualties(self, pen: Pen) -> None:
        """A bar for each unit: who is left of it."""
        assert self.later.value is not None
        told = self.later.value.account.casualties
        pen.heading("Losses", "pieces left of all")
        for side in self.sides:
            own = [one for one in told if one.side == side.key]
            if own:
                lost, of = sum(one.lost for one in own), sum(one.of for one in own)
                _named(pen, side, f"{lost} of {of} pieces lost{out_of_it(own)}")
            for one in own:
                _bar(pen, one, side.number)
            pen.space(6 if own else 0)

    def _fortunes(self, pen: Pen) -> None:
        """How many dice made it against how many were to, by side and unit."""
        assert self.later.value is not None
        told = self.later.value.account
        pen.heading("Luck", "the band holds two thirds of all battles")
        if told.fault or not told.fortunes:
            pen.words(told.fault or "No dice that had anything to reach were rolled.", "small", "dim", most=4)
            return
        right = pen.x + pen.width
        for k, label in enumerate(("rolled", "expected", "dice")):
            pen.write(right - k * FIGURES, pen.y + 4, label, "caption", "dim", anchor="r")
        pen.space(16)
        sides = {side.key: side for side in self.sides}
        for one in told.fortunes:
            _fortune(pen, one, sides[one.side])
        pen.space(8)
        pen.words(_verdict(told, self.sides), "body", "bright", True)
        words = "Every die that had a number to reach counts: hits, kills and saves alike."
        pen.words(words, "caption", "dim")

    def _foot(self, width: float, height: float, marks: Marks) -> Pane:
        """What can be done next."""
        rect = Rect(GAP, height - FOOT - GAP, width - 2 * GAP, FOOT)
        pen = Pen(marks, 12, 12, rect.width - 24)
        ways = [("look", 0, "Look again", "play"), ("again", "", "Another seed", "dice")]
        other = "The next side" if len(self._seats) > 2 else "The other side"
        ways += [("swap", "", other, "arrow")] if self._other else []
        ways += [("leave", "", "The table", "close")]
        wide = min(240.0, (pen.width - 8 * (len(ways) - 1)) / len(ways))
        for command, value, label, icon in ways:
            pen.y = 12
            pen.button((command, value), label, icon if wide > 150 else "", on=command == "look", width=wide)
            pen.x += wide + 8
        return Pane("foot", rect, pen, FOOT)

    # -- what it does --

    @property
    def _seats(self) -> list[SideKey]:
        """The sides that have a seat, none before the account is there."""
        return list(self.later.value.record.header.players) if self.later.value else []

    @property
    def _other(self) -> SideKey:
        """The next side that has a seat, NO_SIDE where one side alone has one or nobody played."""
        seats = self._seats
        if len(seats) < 2 or not self.own:
            return NO_SIDE
        return seats[(seats.index(self.own) + 1) % len(seats)]

    def _end(self, wish: Branch | Look) -> None:
        if self.later.value is not None and self._seen >= SETTLED:
            self.wish, self.done = wish, True

    commands: ClassVar = {
        "look": lambda page, value: page._end(Look(int(value or 0))),
        "begin": lambda page, value: page._end(Look(0)),
        "again": lambda page, value: page._end(Branch(0, NO_SIDE, page._seed())),
        "swap": lambda page, value: page._end(Branch(0, page._other)),
        "leave": Page.leave,
    }


def _players(names: Sequence[str]) -> str:
    """Who played, in the order of the sides; of more than two each once, with how many sides it had."""
    if len(names) <= 2:
        return ", ".join(names)
    return ", ".join(f"{name} x {many}" if many > 1 else name for name, many in Counter(names).items())


def _named(pen: Pen, side: Side, right: str, note: AnyText = "") -> None:
    """The name of a side with its sign, and a figure with what it is made of."""
    name, end = text_width(side.name, "body", True), pen.width - text_width(right, "small") - 8
    fits = elided_text(note, end - name - 42, "small") if note else ""
    pen.write(pen.x + end, pen.y + 12, fits, "small", "dim", anchor="r")
    pen.add(*side_badge(pen.x + 9, pen.y + 12, 8, side.number))
    pen.write(pen.x + 26, pen.y + 12, side.name, "body", "bright", True)
    pen.write(pen.x + pen.width, pen.y + 12, right, "small", "text", anchor="r")
    pen.y += 28


def _bar(pen: Pen, one: Casualties, number: int) -> None:
    """A cell a head of a unit, full for who is left, low for who takes no part; of a large one in
    proportion."""
    name = pen.width * 0.36
    pen.write(pen.x, pen.y + 10, elided_text(one.name, name - 8, "small"), "small")
    cells = min(one.of, CELLS)
    left, room = pen.x + name, pen.width - name - FIGURES
    step = room / cells
    fit, there = (round(many * cells / one.of) for many in (one.left, one.of - one.lost))
    for k in range(cells):
        ink, tall = (
            text_colour(side_colour(number)) if k < there else "hover",
            5.0 if fit <= k < there else 12.0,
        )
        pen.box(left + k * step, pen.y + 16 - tall, max(1.5, step - 2), tall, ink, 1.0, 2)
    pen.write(pen.x + pen.width, pen.y + 10, f"{one.left} of {one.of}", "small", "bright", anchor="r")
    pen.y += 22


def _fortune(pen: Pen, one: Fortune, side: Side) -> None:
    """A line: whose dice, where they fell between three deviations down and up, and the figures."""
    luck, y, right = one.luck, pen.y + 11, pen.x + pen.width
    if not one.unit:
        pen.add(*side_badge(pen.x + 8, y, 7, side.number))
    name = max(140.0, pen.width * 0.3)
    left, room = pen.x + name, pen.width - name - 3 * FIGURES + 16
    words = elided_text(one.unit or side.name, name - 30, "small", not one.unit)
    pen.write(pen.x + 22, y, words, "small", "text" if one.unit else "bright", not one.unit)
    middle, unit = left + room / 2, room / 2 / SIGMAS
    pen.add(PanelBox(Layer.PANEL, left, y - 2, room, 4, "hover", 1.0, 2))
    pen.add(PanelBox(Layer.PANEL, middle - unit, y - 5, 2 * unit, 10, "line", 1.0, 3))
    pen.box(middle - 0.5, y - 7, 1, 14, "faint", 1.0, 0)
    at = middle + unit * max(-SIGMAS, min(SIGMAS, luck.sigmas))
    pen.add(Glyph(Layer.PANEL, at, y, "diamond", text_colour(side_colour(side.number)), 6))
    for k, figure in enumerate((f"{luck.successes}", f"{luck.expected:.1f}", f"{luck.dice}")):
        pen.write(right - k * FIGURES, y, figure, "small", "bright" if k == 0 else "dim", k == 0, "r")
    pen.y += 24


def _verdict(told: Account, sides: list[Side]) -> str:
    """Who was luckier, and than in how many of a hundred battles."""
    whole = {one.side: one.luck for one in told.fortunes if not one.unit}
    best = max(whole, key=lambda side: whole[side].sigmas)
    against = [luck for side, luck in whole.items() if side != best]
    spread = sum(luck.variance for luck in whole.values())
    ahead = _over(whole[best]) - sum(map(_over, against)) / max(1, len(against))
    share = round(100 * less_lucky_fraction(ahead / spread**0.5)) if spread else 50
    name = next(side.name for side in sides if side.key == best)
    return f"{name} had better dice than in {share} of 100 battles"


def _over(luck: Luck) -> float:
    """How many dice more made it than expected."""
    return luck.successes - luck.expected


def show_ending(window: Window, settings: Settings, seed: Callable[[], int]) -> Settings:
    """Show how the battle ended, in place of the window, which is left with what the person wants next."""
    path = window.cast.ended
    if path is None:
        return settings
    queue = WorkQueue()
    later: KeyedResult[Known] = KeyedResult(queue, SOON)
    later.want(path, lambda: known(path))
    page = EndingPage(later, window.cast.own, seed)
    desk = desk_for(window.screen, page, settings)
    desk.focus = ("look", 0)
    try:
        show(desk)
    finally:
        queue.close()
    window.resized()
    if desk.closed:
        window.running, window.closed = False, True
    elif page.wish is not None:
        window.cast.take(window, page.wish)
    return settings
