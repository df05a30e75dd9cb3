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
from battlesim.ui.pages.page import (
    DIALOG_PADDING_PX,
    FocusState,
    HotspotKey,
    Page,
    PageWriter,
    pane_of_writer,
    writer_for_pane,
)
from battlesim.ui.pages.page_loop import create_page_host, run_page
from battlesim.ui.replay.replay_session import BranchRequest, SeekRequest
from battlesim.ui.session.battle_summary import (
    BattleSummary,
    LuckSummary,
    TurningPoint,
    UnitCasualties,
    out_phrase,
    summarize_battle,
)
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect
from battlesim.ui.toolkit.scrolling import Pane
from battlesim.ui.toolkit.work_queue import SHORT_LANE, KeyedResult, WorkQueue

MIN_WIDE_WIDTH_PX: Final = 1100.0
"""Width from which the parts stand side by side; below it one under the other."""
HEADER_HEIGHT_PX, FOOTER_HEIGHT_PX = 112.0, 64.0
MAX_LOSS_CELLS: Final = 32
"""Cells of a bar of losses: one a head up to so many, then in proportion."""
INPUT_DELAY_S: Final = 1.0
"""Seconds that it is seen before anything on it can be pressed: keys meant for the battle press nothing."""
NUMBER_COLUMN_PX: Final = 60.0
"""Pixels of a column of figures."""
LUCK_RANGE_SIGMAS: Final = 3.0
"""Standard deviations to either side that a bar of luck shows."""


class FinishedBattle(NamedTuple):
    """A battle that is over, and its account."""

    record: Record
    account: BattleSummary


def load_finished_battle(path: Path) -> FinishedBattle:
    """The account of a record. Raises RecordError."""
    record = load_record(path)
    return FinishedBattle(record, summarize_battle(record))


class EndingPage(Page):
    """The page. `wish` is what the person wants next, None for a look at the table as it is.

    `later` has what is known of the battle, `seed` gives the seed of another one.
    """

    status_title = "EndingPage"

    def __init__(
        self, finished_battle: KeyedResult[FinishedBattle], own_side: SideKey, seed: Callable[[], int]
    ) -> None:
        self.finished_battle, self.own_side, self._seed = finished_battle, own_side, seed
        self.next_request: BranchRequest | SeekRequest | None = None
        self._seen = 0.0

    def tick(self, elapsed: float) -> bool:
        """Look whether the account is there."""
        self._seen += elapsed if self.finished_battle.value else 0.0
        return self.finished_battle.poll()

    @property
    def sides(self) -> list[Side]:
        """The sides by number."""
        assert self.finished_battle.value is not None
        return sorted(self.finished_battle.value.account.state.table.sides, key=lambda side: side.number)

    # -- what it shows --

    def panes(self, width: float, height: float, marks: FocusState) -> list[Pane]:
        """The head over three columns, or over one; the ways on below."""
        foot = self._foot(width, height, marks)
        y, tall = (
            HEADER_HEIGHT_PX + 2 * PANEL_GAP_PX,
            height - HEADER_HEIGHT_PX - FOOTER_HEIGHT_PX - 4 * PANEL_GAP_PX,
        )
        if self.finished_battle.value is None:
            pen = writer_for_pane(
                Rect(
                    PANEL_GAP_PX,
                    PANEL_GAP_PX,
                    width - 2 * PANEL_GAP_PX,
                    height - FOOTER_HEIGHT_PX - 3 * PANEL_GAP_PX,
                ),
                marks,
                DIALOG_PADDING_PX,
            )
            pen.paragraph("The battle is over", "title", "bright", True)
            pen.paragraph("What decided it, and how the dice fell, is being worked out.", "body", "dim")
            return [
                pane_of_writer(
                    "head",
                    Rect(
                        PANEL_GAP_PX,
                        PANEL_GAP_PX,
                        width - 2 * PANEL_GAP_PX,
                        height - FOOTER_HEIGHT_PX - 3 * PANEL_GAP_PX,
                    ),
                    pen,
                ),
                foot,
            ]
        parts = (self._turnings, self._casualties, self._fortunes)
        if width < MIN_WIDE_WIDTH_PX:
            rect = Rect(
                PANEL_GAP_PX,
                PANEL_GAP_PX,
                width - 2 * PANEL_GAP_PX,
                height - FOOTER_HEIGHT_PX - 3 * PANEL_GAP_PX,
            )
            pen = writer_for_pane(rect, marks)
            self._head(pen)
            for part in parts:
                part(pen)
                pen.space(12)
            return [pane_of_writer("ending", rect, pen), foot]
        rect = Rect(PANEL_GAP_PX, PANEL_GAP_PX, width - 2 * PANEL_GAP_PX, HEADER_HEIGHT_PX)
        pen = PageWriter(marks, DIALOG_PADDING_PX, 14, rect.width - 2 * DIALOG_PADDING_PX)
        self._head(pen)
        found, wide = [Pane("head", rect, pen, HEADER_HEIGHT_PX)], (width - 4 * PANEL_GAP_PX) / 3
        for k, part in enumerate(parts):
            column = Rect(PANEL_GAP_PX + k * (wide + PANEL_GAP_PX), y, wide, tall)
            pen = writer_for_pane(column, marks)
            part(pen)
            found.append(pane_of_writer(f"column {k}", column, pen))
        return [*found, foot]

    def _head(self, pen: PageWriter) -> None:
        """Who won and why, and the scores."""
        assert self.finished_battle.value is not None
        record, told = self.finished_battle.value
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
        pen.paragraph(" ".join(lines), size, "bright", True)
        pen.paragraph(f"{capitalized(end.reason)}.", "body", "text", max_lines=2)
        facts, players = told.facts, _players(list(record.header.players.values()))
        of = f" of {facts.turns}" if facts.turns else ""
        pen.paragraph(
            f"{facts.turn_name(facts.turn)}{of}, seed {record.header.seed}, {players}",
            "small",
            "dim",
            max_lines=1,
        )
        pen.width = whole
        pen.space(8)

    def _turnings(self, pen: PageWriter) -> None:
        """The moments that decided it, and what the scores are made of."""
        assert self.finished_battle.value is not None
        told = self.finished_battle.value.account
        pen.heading("What decided it", "press one to see it again")
        for number, one in enumerate(told.turnings, 1):
            self._turning(pen, number, one)
        if not told.turnings:
            pen.paragraph("Nobody was lost, and no score changed.", "small", "dim")
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

    def _turning(self, pen: PageWriter, number: int, one: TurningPoint) -> None:
        """A moment as a row: its turn, what happened, and what it changed."""
        room = pen.width - 52
        lines, _ = fit_in_lines((one.words,), room, (("small", 2),))
        rect = Rect(pen.x, pen.y, pen.width, 30 + 18.0 * len(lines))
        place: HotspotKey = ("look", one.at)
        pen.box(*rect, "raised", 1.0, 6)
        pen.draw_row_background(rect, place)
        number_of = {side.key: side.number for side in self.sides}
        pen.add(*side_badge(rect.x + 20, rect.y + 18, 9, number_of.get(one.side, 0)))
        pen.write(rect.x + 40, rect.y + 15, one.turn, "caption", "dim", True)
        changed = f"+{one.gain:g}" if one.gain else f"{one.lost} lost"
        pen.write(rect.right - 12, rect.y + 15, changed, "body", "bright", True, "r")
        pen.lines(rect.x + 40, rect.y + 34, 18, lines, "small", "text")
        pen.add_hotspot(rect, *place, f"See moment {number} again")
        pen.y += rect.height + 6

    def _casualties(self, pen: PageWriter) -> None:
        """A bar for each unit: who is left of it."""
        assert self.finished_battle.value is not None
        told = self.finished_battle.value.account.casualties
        pen.heading("Losses", "pieces left of all")
        for side in self.sides:
            own = [one for one in told if one.side == side.key]
            if own:
                lost, of = sum(one.lost for one in own), sum(one.of for one in own)
                _named(pen, side, f"{lost} of {of} pieces lost{out_phrase(own)}")
            for one in own:
                _bar(pen, one, side.number)
            pen.space(6 if own else 0)

    def _fortunes(self, pen: PageWriter) -> None:
        """How many dice made it against how many were to, by side and unit."""
        assert self.finished_battle.value is not None
        told = self.finished_battle.value.account
        pen.heading("Luck", "the band holds two thirds of all battles")
        if told.fault or not told.fortunes:
            pen.paragraph(
                told.fault or "No dice that had anything to reach were rolled.", "small", "dim", max_lines=4
            )
            return
        right = pen.x + pen.width
        for k, label in enumerate(("rolled", "expected", "dice")):
            pen.write(right - k * NUMBER_COLUMN_PX, pen.y + 4, label, "caption", "dim", anchor="r")
        pen.space(16)
        sides = {side.key: side for side in self.sides}
        for one in told.fortunes:
            _fortune(pen, one, sides[one.side])
        pen.space(8)
        pen.paragraph(_verdict(told, self.sides), "body", "bright", True)
        words = "Every die that had a number to reach counts: hits, kills and saves alike."
        pen.paragraph(words, "caption", "dim")

    def _foot(self, width: float, height: float, marks: FocusState) -> Pane:
        """What can be done next."""
        rect = Rect(
            PANEL_GAP_PX, height - FOOTER_HEIGHT_PX - PANEL_GAP_PX, width - 2 * PANEL_GAP_PX, FOOTER_HEIGHT_PX
        )
        pen = PageWriter(marks, 12, 12, rect.width - 24)
        ways = [("look", 0, "Look again", "play"), ("again", "", "Another seed", "dice")]
        other = "The next side" if len(self._seats) > 2 else "The other side"
        ways += [("swap", "", other, "arrow")] if self._other else []
        ways += [("leave", "", "The table", "close")]
        wide = min(240.0, (pen.width - 8 * (len(ways) - 1)) / len(ways))
        for command, value, label, icon in ways:
            pen.y = 12
            pen.button((command, value), label, icon if wide > 150 else "", on=command == "look", width=wide)
            pen.x += wide + 8
        return Pane("foot", rect, pen, FOOTER_HEIGHT_PX)

    # -- what it does --

    @property
    def _seats(self) -> list[SideKey]:
        """The sides that have a seat, none before the account is there."""
        return list(self.finished_battle.value.record.header.players) if self.finished_battle.value else []

    @property
    def _other(self) -> SideKey:
        """The next side that has a seat, NO_SIDE where one side alone has one or nobody played."""
        seats = self._seats
        if len(seats) < 2 or not self.own_side:
            return NO_SIDE
        return seats[(seats.index(self.own_side) + 1) % len(seats)]

    def _end(self, wish: BranchRequest | SeekRequest) -> None:
        if self.finished_battle.value is not None and self._seen >= INPUT_DELAY_S:
            self.next_request, self.done = wish, True

    commands: ClassVar = {
        "look": lambda page, value: page._end(SeekRequest(int(value or 0))),
        "begin": lambda page, value: page._end(SeekRequest(0)),
        "again": lambda page, value: page._end(BranchRequest(0, NO_SIDE, page._seed())),
        "swap": lambda page, value: page._end(BranchRequest(0, page._other)),
        "leave": Page.leave,
    }


def _players(names: Sequence[str]) -> str:
    """Who played, in the order of the sides; of more than two each once, with how many sides it had."""
    if len(names) <= 2:
        return ", ".join(names)
    return ", ".join(f"{name} x {many}" if many > 1 else name for name, many in Counter(names).items())


def _named(pen: PageWriter, side: Side, right: str, note: AnyText = "") -> None:
    """The name of a side with its sign, and a figure with what it is made of."""
    name, end = text_width(side.name, "body", True), pen.width - text_width(right, "small") - 8
    fits = elided_text(note, end - name - 42, "small") if note else ""
    pen.write(pen.x + end, pen.y + 12, fits, "small", "dim", anchor="r")
    pen.add(*side_badge(pen.x + 9, pen.y + 12, 8, side.number))
    pen.write(pen.x + 26, pen.y + 12, side.name, "body", "bright", True)
    pen.write(pen.x + pen.width, pen.y + 12, right, "small", "text", anchor="r")
    pen.y += 28


def _bar(pen: PageWriter, one: UnitCasualties, number: int) -> None:
    """A cell a head of a unit, full for who is left, low for who takes no part; of a large one in
    proportion."""
    name = pen.width * 0.36
    pen.write(pen.x, pen.y + 10, elided_text(one.name, name - 8, "small"), "small")
    cells = min(one.of, MAX_LOSS_CELLS)
    left, room = pen.x + name, pen.width - name - NUMBER_COLUMN_PX
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


def _fortune(pen: PageWriter, one: LuckSummary, side: Side) -> None:
    """A line: whose dice, where they fell between three deviations down and up, and the figures."""
    luck, y, right = one.luck, pen.y + 11, pen.x + pen.width
    if not one.unit:
        pen.add(*side_badge(pen.x + 8, y, 7, side.number))
    name = max(140.0, pen.width * 0.3)
    left, room = pen.x + name, pen.width - name - 3 * NUMBER_COLUMN_PX + 16
    words = elided_text(one.unit or side.name, name - 30, "small", not one.unit)
    pen.write(pen.x + 22, y, words, "small", "text" if one.unit else "bright", not one.unit)
    middle, unit = left + room / 2, room / 2 / LUCK_RANGE_SIGMAS
    pen.add(PanelBox(Layer.PANEL, left, y - 2, room, 4, "hover", 1.0, 2))
    pen.add(PanelBox(Layer.PANEL, middle - unit, y - 5, 2 * unit, 10, "line", 1.0, 3))
    pen.box(middle - 0.5, y - 7, 1, 14, "faint", 1.0, 0)
    at = middle + unit * max(-LUCK_RANGE_SIGMAS, min(LUCK_RANGE_SIGMAS, luck.sigmas))
    pen.add(Glyph(Layer.PANEL, at, y, "diamond", text_colour(side_colour(side.number)), 6))
    for k, figure in enumerate((f"{luck.successes}", f"{luck.expected:.1f}", f"{luck.dice}")):
        pen.write(
            right - k * NUMBER_COLUMN_PX, y, figure, "small", "bright" if k == 0 else "dim", k == 0, "r"
        )
    pen.y += 24


def _verdict(told: BattleSummary, sides: list[Side]) -> str:
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
    path = window.content.finished_record_path
    if path is None:
        return settings
    queue = WorkQueue()
    later: KeyedResult[FinishedBattle] = KeyedResult(queue, SHORT_LANE)
    later.request(path, lambda: load_finished_battle(path))
    page = EndingPage(later, window.content.own_side, seed)
    desk = create_page_host(window.screen, page, settings)
    desk.focus = ("look", 0)
    try:
        run_page(desk)
    finally:
        queue.close()
    window.handle_resize()
    if desk.closed:
        window.running, window.closed = False, True
    elif page.next_request is not None:
        window.content.leave_with(window, page.next_request)
    return settings
