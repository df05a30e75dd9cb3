"""The page at the end of a battle, with its result, turning points, losses and luck, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from battlesim.engine.record_read import Record
from battlesim.render.palette import side_colour, text_colour
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import fit_in_lines, side_badge
from battlesim.report.ending import winners_in_words
from battlesim.scenarios.sources import load_record
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import capitalized
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
from battlesim.ui.replay.ending_rows import (
    NUMBER_COLUMN_PX,
    luck_verdict,
    player_names_text,
    write_casualty_bar,
    write_luck_row,
    write_score_row,
    write_side_heading,
)
from battlesim.ui.replay.replay_session import BranchRequest, SeekRequest
from battlesim.ui.session.battle_summary import (
    BattleSummary,
    TurningPoint,
    out_phrase,
    summarize_battle,
)
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect
from battlesim.ui.toolkit.scrolling import Pane
from battlesim.ui.toolkit.work_queue import SHORT_LANE, KeyedResult, WorkQueue

MIN_WIDE_WIDTH_PX: Final = 1100.0
"""Window width in pixels from which the sections stand side by side."""
HEADER_HEIGHT_PX, FOOTER_HEIGHT_PX = 112.0, 64.0
INPUT_DELAY_S: Final = 1.0
"""Seconds during which the page ignores input, so that keys meant for the battle have no effect."""


class FinishedBattle(NamedTuple):
    """The saved record of a finished battle, with a summary of the battle."""

    record: Record
    account: BattleSummary


def load_finished_battle(path: Path) -> FinishedBattle:
    """Load the record of a finished battle and compute its summary.

    Raises RecordError if the record cannot be loaded, and ValueError if the battle is not over.
    """
    record = load_record(path)
    return FinishedBattle(record, summarize_battle(record))


class EndingPage(Page):
    """The page at the end of a battle, which is filled in as soon as `finished_battle` is computed.

    Until then it shows the `headline`, such as who has won.
    `next_request` says what the user wants to do next. If it is None, the user returns to the table or, if
    `leaves` is True, closes the battle. `seed` returns the seed for a new battle.
    """

    status_title = "EndingPage"

    def __init__(
        self,
        finished_battle: KeyedResult[FinishedBattle],
        own_side: SideKey,
        seed: Callable[[], int],
        headline: str = "",
    ) -> None:
        self.finished_battle, self.own_side, self._seed = finished_battle, own_side, seed
        self.headline = headline or "The battle is over"
        self.next_request: BranchRequest | SeekRequest | None = None
        self.leaves = False
        self._seen = 0.0

    def tick(self, elapsed: float) -> bool:
        """Advance by `elapsed` seconds. Return True if the summary has just arrived."""
        self._seen += elapsed if self.finished_battle.value else 0.0
        return self.finished_battle.poll()

    @property
    def sides(self) -> list[Side]:
        """The sides, sorted by number."""
        assert self.finished_battle.value is not None
        return sorted(self.finished_battle.value.account.state.table.sides, key=lambda side: side.number)

    # -- display --

    def panes(self, width: float, height: float, marks: FocusState) -> list[Pane]:
        """Return a header, the sections in one or three columns, and the buttons at the bottom."""
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
            pen.paragraph(self.headline, "title", "bright", True)
            pen.paragraph("Working out what decided it and how lucky the dice were …", "body", "dim")
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
        """Write the winners, the reason and the scores."""
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
        facts, players = told.facts, player_names_text(list(record.header.players.values()))
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
        """Write the turning points and the breakdown of the scores."""
        assert self.finished_battle.value is not None
        told = self.finished_battle.value.account
        pen.heading("What decided it", "click one to see it again")
        for number, one in enumerate(told.turnings, 1):
            self._turning(pen, number, one)
        if not told.turnings:
            pen.paragraph("No piece was lost, and no score changed.", "small", "dim")
        pen.space(8)
        conditions = [row for row in told.facts.ends if row.side]
        if conditions:
            pen.heading("How each side wins")
        for row in conditions:
            write_score_row(pen, row)
        pen.space(8 if conditions else 0)
        pen.heading("The scores")
        for side in self.sides:
            rows = told.facts.points.get(side.key, ())
            score = f"{told.outcome.scores.get(side.key, 0):g}"
            if len(rows) == 1 and rows[0].value == score:
                write_side_heading(pen, side, score, rows[0].label)
                continue
            if rows:
                write_side_heading(pen, side, score)
            for row in rows:
                write_score_row(pen, row)
            pen.space(6)

    def _turning(self, pen: PageWriter, number: int, one: TurningPoint) -> None:
        """Write a turning point as a row with its turn, event and gain or loss."""
        room = pen.width - 52
        lines, _ = fit_in_lines((one.words,), room, (("small", 2),))
        rect = Rect(pen.x, pen.y, pen.width, 30 + 18.0 * len(lines))
        place: HotspotKey = ("look", one.at)
        pen.box(*rect, "raised", 1.0, 6)
        pen.draw_row_background(rect, place)
        number_of = {side.key: side.number for side in self.sides}
        pen.add(*side_badge(rect.x + 20, rect.y + 18, 9, number_of.get(one.side, 0)))
        pen.write(rect.x + 40, rect.y + 15, one.turn, "caption", "dim", True)
        changed = f"+{round(one.gain, 1):g}" if one.gain else f"{one.lost} lost"
        pen.write(rect.right - 12, rect.y + 15, changed, "body", "bright", True, "r")
        pen.lines(rect.x + 40, rect.y + 34, 18, lines, "small", "text")
        pen.add_hotspot(rect, *place, f"See moment {number} again")
        pen.y += rect.height + 6

    def _casualties(self, pen: PageWriter) -> None:
        """Write a bar with the remaining pieces of each unit."""
        assert self.finished_battle.value is not None
        told = self.finished_battle.value.account.casualties
        pen.heading("Losses", "pieces left, of all")
        for side in self.sides:
            own = [one for one in told if one.side == side.key]
            if own:
                lost, of = sum(one.lost for one in own), sum(one.of for one in own)
                write_side_heading(pen, side, f"{lost} of {of} pieces lost{out_phrase(own)}")
            for one in own:
                write_casualty_bar(pen, one, side.number)
            pen.space(6 if own else 0)

    def _fortunes(self, pen: PageWriter) -> None:
        """Write the actual and expected successes or points of the dice, by side and unit."""
        assert self.finished_battle.value is not None
        told = self.finished_battle.value.account
        pen.heading("Luck", "the band covers two thirds of all battles")
        if told.fault or not told.fortunes:
            pen.paragraph(
                told.fault or "No dice were rolled whose luck could be told.", "small", "dim", max_lines=4
            )
            return
        right = pen.x + pen.width
        for k, label in enumerate(("rolled", "expected", "dice")):
            pen.write(right - k * NUMBER_COLUMN_PX, pen.y + 4, label, "caption", "dim", anchor="r")
        pen.space(16)
        sides = {side.key: side for side in self.sides}
        for one in told.fortunes:
            write_luck_row(pen, one, sides[one.side])
        pen.space(8)
        pen.paragraph(luck_verdict(told, self.sides), "body", "bright", True)
        words = "Every die with a target number counts: hits, kills and saves alike."
        if told.by_points:
            words = "Points of all dice that are added up, in shots and in fights."
        pen.paragraph(words, "caption", "dim")

    def _foot(self, width: float, height: float, marks: FocusState) -> Pane:
        """Return the pane with the buttons for the next steps."""
        rect = Rect(
            PANEL_GAP_PX, height - FOOTER_HEIGHT_PX - PANEL_GAP_PX, width - 2 * PANEL_GAP_PX, FOOTER_HEIGHT_PX
        )
        pen = PageWriter(marks, 12, 12, rect.width - 24)
        ways = [("look", 0, "Look again", "play"), ("again", "", "Another seed", "dice")]
        other = "The next side" if len(self._seats) > 2 else "The other side"
        ways += [("swap", "", other, "arrow")] if self._other else []
        ways += [("leave", "", "The table", "close"), ("quit", "", "Leave", "undo")]
        wide = min(240.0, (pen.width - 8 * (len(ways) - 1)) / len(ways))
        for command, value, label, icon in ways:
            pen.y = 12
            pen.button((command, value), label, icon if wide > 150 else "", on=command == "look", width=wide)
            pen.x += wide + 8
        return Pane("foot", rect, pen, FOOTER_HEIGHT_PX)

    # -- commands --

    @property
    def _seats(self) -> list[SideKey]:
        """The sides with a player; empty until the summary has been computed."""
        return list(self.finished_battle.value.record.header.players) if self.finished_battle.value else []

    @property
    def _other(self) -> SideKey:
        """The next side with a player, or NO_SIDE if there is only one side or no human played."""
        seats = self._seats
        if len(seats) < 2 or not self.own_side:
            return NO_SIDE
        return seats[(seats.index(self.own_side) + 1) % len(seats)]

    def _end(self, wish: BranchRequest | SeekRequest) -> None:
        if self.finished_battle.value is not None and self._seen >= INPUT_DELAY_S:
            self.next_request, self.done = wish, True

    def _leave_battle(self) -> None:
        if self._seen >= INPUT_DELAY_S:
            self.leaves = self.done = True

    commands: ClassVar = {
        "look": lambda page, value: page._end(SeekRequest(int(value or 0))),
        "begin": lambda page, value: page._end(SeekRequest(0)),
        "again": lambda page, value: page._end(BranchRequest(0, NO_SIDE, page._seed())),
        "swap": lambda page, value: page._end(BranchRequest(0, page._other)),
        "leave": Page.leave,
        "quit": lambda page, value: page._leave_battle(),
    }


def show_ending(window: Window, settings: Settings, seed: Callable[[], int]) -> Settings:
    """Show the ending page over the window, then carry out the user's choice. Return the settings."""
    path = window.content.finished_record_path
    if path is None:
        return settings
    queue = WorkQueue()
    later: KeyedResult[FinishedBattle] = KeyedResult(queue, SHORT_LANE)
    later.request(path, lambda: load_finished_battle(path))
    page = EndingPage(later, window.content.own_side, seed, window.model.ending[-1])
    desk = create_page_host(window.screen, page, settings)
    desk.focus = ("look", 0)
    try:
        run_page(desk)
    finally:
        queue.close()
    window.handle_resize()
    if desk.closed:
        window.running, window.closed = False, True
    elif page.leaves:
        window.running = False
    elif page.next_request is not None:
        window.content.leave_with(window, page.next_request)
    return settings
