"""The screen that is shown when the program has failed: where the battle is kept, and where the report is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from battlesim.ui.display import opened
from battlesim.ui.page import Pen, QuietPage
from battlesim.ui.settings.settings import Settings
from battlesim.ui.showing import desk_for, show
from battlesim.ui.start.choice import Resume, Review

Next = Literal["again", "start", "leave"]


class Kept(NamedTuple):
    """What there is to open again, in words: its name, where it is, and the button for it."""

    name: str
    where: str
    button: str
    icon: str


KEPT: Final = {
    Resume: Kept(
        "The battle",
        "Everything up to the last answer is kept in",
        "Go on with the battle from there",
        "play",
    ),
    Review: Kept("The record", "All of it is kept in", "Open the record again", "search"),
}


class CrashPage(QuietPage):
    """The page. `next` is what the person wants when it is `done`; `again` can be opened again."""

    status_title = "CrashPage"
    name, most = "crash", 640.0

    def __init__(self, what: str, report: Path | None, again: Resume | Review | None) -> None:
        self.what, self.report, self.again = what, report, again
        self.next: Next = "leave"

    def write(self, pen: Pen) -> None:
        """What has happened, what is kept where, and the ways on."""
        pen.words("The program has failed", "title", "bright", True)
        pen.words("This is a bug in the program, not your mistake. It was stopped before anything was lost.")
        pen.space(8)
        pen.words(self.what, "small", "dim", most=4)
        kept = KEPT[type(self.again)] if self.again else None
        if self.again and kept:
            pen.space(10)
            pen.heading(kept.name)
            pen.words(kept.where, "body")
            pen.path(self.again.path, "yellow")
        if self.report:
            pen.space(10)
            pen.heading("The report")
            pen.words("What went wrong is written down in", "body")
            pen.path(self.report, "yellow")
        pen.space(14)
        if kept:
            pen.button(("again", ""), kept.button, kept.icon, on=True)
        pen.button(("start", ""), "To the start screen", "undo", on=not kept)
        pen.button(("leave", ""), "Leave", "close")

    def do(self, command: str, value: Any) -> None:
        """Go on in one of the ways; what begins anything here is the first of them."""
        ways: dict[str, Next] = {"again": "again", "start": "start", "leave": "leave"}
        way = ways.get(command, ("again" if self.again else "start") if command == "begin" else None)
        if way:
            self.next, self.done = way, True


def show_crash(
    what: str,
    report: Path | None,
    again: Resume | Review | None,
    settings: Settings,
    size: tuple[int, int] | None = None,
) -> Next:
    """Say that the program has failed; what the person wants to do next."""
    page = CrashPage(what, report, again)
    desk = desk_for(opened("battlesim", size, settings), page, settings)
    desk.mark(("again" if again else "start", ""))
    show(desk)
    return "leave" if desk.closed else page.next
