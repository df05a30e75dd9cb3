"""The screen that is shown when the program has failed: where the battle is kept, and where the report is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

from battlesim.ui.desk import Desk, show
from battlesim.ui.display import opened
from battlesim.ui.layout import Rect
from battlesim.ui.page import Marks, Pane, Pen
from battlesim.ui.settings import Settings

WIDTH: Final = 640.0
EDGE: Final = 20.0
Next = Literal["resume", "start", "leave"]


class CrashPage:
    """The page. `next` is what the person wants when it is `done`."""

    def __init__(self, what: str, report: Path | None, record: Path | None) -> None:
        self.what, self.report, self.record = what, report, record
        self.done = False
        self.next: Next = "leave"

    def wants_keys(self) -> bool:
        """Never."""
        return False

    def tick(self, elapsed: float) -> bool:
        """Nothing happens on its own."""
        return False

    def panes(self, width: float, height: float, marks: Marks) -> list[Pane]:
        """One quiet card in the middle."""
        wide = min(WIDTH, width - 2 * EDGE)
        pen = Pen(marks, EDGE, EDGE, wide - 2 * EDGE - 4)
        pen.words("The program has failed", "title", "bright", True)
        pen.words(
            "This is a defect of the program, not of yours. It was stopped before anything was lost.", "body"
        )
        pen.space(8)
        pen.words(self.what, "small", "dim", most=4)
        if self.record:
            pen.space(10)
            pen.heading("The battle")
            pen.words("Everything up to the last answer is kept in", "body")
            self._path(pen, self.record)
        if self.report:
            pen.space(10)
            pen.heading("The report")
            pen.words("What went wrong is written down in", "body")
            self._path(pen, self.report)
        pen.space(14)
        if self.record:
            pen.button(("resume", ""), "Go on with the battle from there", "play", on=True)
        pen.button(("start", ""), "To the start screen", "undo", on=not self.record)
        pen.button(("leave", ""), "Leave", "close")
        tall = min(pen.y + EDGE - 8, height - 2 * EDGE)
        rect = Rect((width - wide) / 2, (height - tall) / 2, wide, tall)
        return [Pane("crash", rect, pen.drawn, pen.y + EDGE - 8)]

    def _path(self, pen: Pen, path: Path) -> None:
        """A path in as many lines as it needs, broken where folders meet."""
        for line in pen.broken(str(path).replace("/", "/ "), pen.width, "small"):
            pen.words(line.replace("/ ", "/"), "small", "yellow")

    def do(self, command: str, value: Any) -> None:
        """Carry out a command."""
        known = _COMMANDS.get(command)
        if known:
            self.next, self.done = known(self), True


_COMMANDS: Final[dict[str, Callable[[CrashPage], Next]]] = {
    "resume": lambda page: "resume",
    "begin": lambda page: "resume" if page.record else "start",
    "start": lambda page: "start",
    "leave": lambda page: "leave",
}


def show_crash(
    what: str,
    report: Path | None,
    record: Path | None,
    settings: Settings,
    size: tuple[int, int] | None = None,
) -> Next:
    """Say that the program has failed; what the person wants to do next."""
    screen = opened("battlesim", size, settings)
    page = CrashPage(what, report, record)
    desk = Desk(screen, page, settings.factor(*screen.get_size()), settings.bindings)
    desk.mark(("resume" if record else "start", ""))
    show(desk)
    return "leave" if desk.closed else page.next
