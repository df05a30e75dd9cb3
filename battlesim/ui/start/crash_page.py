"""The page shown after a crash, which says where the battle and the crash report are saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from battlesim.ui.pages.page import DialogPage, PageWriter
from battlesim.ui.pages.page_loop import create_page_host, run_page
from battlesim.ui.settings.settings import Settings
from battlesim.ui.start.start_choice import ReplayChoice, ResumeChoice
from battlesim.ui.system.display import open_window

AfterCrash = Literal["again", "start", "leave"]


class ReopenLabels(NamedTuple):
    """Texts that offer to reopen a battle or replay: its name, location, a button label and an icon."""

    name: str
    location_text: str
    button: str
    icon: str


REOPEN_LABELS: Final = {
    ResumeChoice: ReopenLabels(
        "The battle",
        "Everything up to the last answer is saved in",
        "Resume the battle from there",
        "play",
    ),
    ReplayChoice: ReopenLabels("The record", "All of it is saved in", "Open the record again", "search"),
}


class CrashPage(DialogPage):
    """The page shown after a crash of the program. It offers to reopen the battle or replay, if possible.

    `reopen_choice` is that battle or replay, and `next` is what the user chose. If the code of a plug-in
    failed, `plugin_line` is the line at which it failed.
    """

    status_title = "CrashPage"
    name, max_width_px = "crash", 640.0

    def __init__(
        self,
        what: str,
        report: Path | None,
        reopen_choice: ResumeChoice | ReplayChoice | None,
        plugin_line: str = "",
    ) -> None:
        self.what, self.report, self.reopen_choice = what, report, reopen_choice
        self.plugin_line = plugin_line
        self.next: AfterCrash = "leave"

    def write(self, pen: PageWriter) -> None:
        """Write what happened, where everything is saved, and the buttons for the next step."""
        pen.paragraph("The program has failed", "title", "bright", True)
        culprit = f"a plug-in, at {self.plugin_line}" if self.plugin_line else "the program, not your mistake"
        pen.paragraph(f"This is a bug in {culprit}. It stopped before anything was lost.")
        pen.space(8)
        pen.paragraph(self.what, "small", "dim", max_lines=4)
        kept = REOPEN_LABELS[type(self.reopen_choice)] if self.reopen_choice else None
        if self.reopen_choice and kept:
            pen.space(10)
            pen.heading(kept.name)
            pen.paragraph(kept.location_text, "body")
            pen.path(self.reopen_choice.path, "yellow")
        if self.report:
            pen.space(10)
            pen.heading("The report")
            pen.paragraph("What went wrong is written in", "body")
            pen.path(self.report, "yellow")
        pen.space(14)
        if kept:
            pen.button(("again", ""), kept.button, kept.icon, on=True)
        pen.button(("start", ""), "To the start screen", "undo", on=not kept)
        pen.button(("leave", ""), "Leave", "close")

    def do(self, command: str, value: Any) -> None:
        """Leave the page with the chosen next step; the "begin" command takes the first one."""
        ways: dict[str, AfterCrash] = {"again": "again", "start": "start", "leave": "leave"}
        way = ways.get(command, ("again" if self.reopen_choice else "start") if command == "begin" else None)
        if way:
            self.next, self.done = way, True


def show_crash(
    what: str,
    report: Path | None,
    reopen_choice: ResumeChoice | ReplayChoice | None,
    settings: Settings,
    plugin_line: str = "",
    size: tuple[int, int] | None = None,
) -> AfterCrash:
    """Show that the program has failed. Return what the user wants to do next."""
    page = CrashPage(what, report, reopen_choice, plugin_line)
    desk = create_page_host(open_window("battlesim", size, settings), page, settings)
    desk.move_focus_to(("again" if reopen_choice else "start", ""))
    run_page(desk)
    return "leave" if desk.closed else page.next
