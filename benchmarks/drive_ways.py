"""How a person answers each kind of question: with the keys alone, or with the mouse alone.

What is chosen is chosen by chance. A way says what to do before the answer is given; giving it, and what to
do when it is refused, is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from random import Random
from typing import Protocol

from battlesim.ui.system.status_file import ControlReport, OpenDecisionReport, RowReport, ScreenReport
from benchmarks.drive_screen import DefectError, Hands, Program, middle

FAR = 6.0
"""Inches that a piece is sent at most."""
GIVE, DEFAULT, BACK = "Enter", "0", "Esc"
ARROWS = ("Up", "Down", "Left", "Right")
KEPT = ("Never", "Always", "Nearest", "Undo")
"""Beginnings of what is not pressed by chance: standing orders, answers taken back."""


class Person(Protocol):
    """Somebody with hands at the program."""

    program: Program
    hands: Hands
    rng: Random

    def act(self, label: str) -> None:
        """Press a button of the question by the key that stands on it."""
        ...

    def row(self, number: int) -> None:
        """Choose a row of the question."""
        ...

    def place(self, dx: float, dy: float) -> None:
        """Send what is asked about some inches away."""
        ...


Way = Callable[[Person, OpenDecisionReport], None]


def rest(asked: OpenDecisionReport) -> list[str]:
    """The keys of what can be done besides giving, default and back."""
    usual = (GIVE, DEFAULT, BACK)
    kept = [key for key, label in asked.acts if label.startswith(KEPT) or "standing order" in label.lower()]
    return [key for key, _ in asked.acts if key not in (*usual, *kept)]


def sides(row: RowReport) -> int:
    """How many sides the die of a row has, by its label."""
    return int(row.label.rpartition("(D")[2].rstrip(")"))


def free(asked: OpenDecisionReport) -> list[int]:
    """The rows that are on offer."""
    return [k for k, row in enumerate(asked.rows) if not row.blocked]


def one(person: Person, asked: OpenDecisionReport) -> None:
    """A row by chance, more often than what is marked already."""
    if free(asked) and person.rng.random() < 0.7:
        number = person.rng.choice(free(asked))
        if not asked.rows[number].on:
            person.row(number)


def some(person: Person, asked: OpenDecisionReport) -> None:
    """Some rows in or out."""
    for _ in range(person.rng.randrange(4)):
        if free(asked):
            person.row(person.rng.choice(free(asked)))


def values(person: Person, asked: OpenDecisionReport) -> None:
    """Another value for some rows."""
    for _ in range(person.rng.randrange(4)):
        if asked.rows:
            person.row(person.rng.randrange(len(asked.rows)))


def dice(person: Person, asked: OpenDecisionReport) -> None:
    """A face for each die, begun anew until all of them have one."""
    now: OpenDecisionReport | None = asked
    while now is not None and now.number == asked.number and not all(row.on for row in now.rows):
        for number in (k for k, _ in enumerate(asked.rows) for _ in range(2)):
            person.row(number)
        now = person.program.settle().asked


def handful(person: Person, asked: OpenDecisionReport) -> None:
    """A die for some faces, and all that are left for one."""
    for _ in range(person.rng.randrange(4)):
        person.row(person.rng.randrange(len(asked.rows)))
    if extra := rest(person.program.settle().asked or asked):
        person.act(extra[0])


def places(person: Person, asked: OpenDecisionReport) -> None:
    """Pieces sent somewhere, the others brought along, turned, sent into something."""
    extra = rest(asked)
    for _ in range(person.rng.randrange(1, 3)):
        person.place(person.rng.uniform(-FAR, FAR), person.rng.uniform(-FAR, FAR))
    if extra and person.rng.random() < 0.7:
        person.act(extra[0])
    if extra and person.rng.random() < 0.3:
        person.act(person.rng.choice(extra))
    if person.rng.random() < 0.1:
        person.act(BACK)


WAYS: Mapping[str, Way] = {
    "OnePicker": one,
    "ConfirmPicker": one,
    "MomentPicker": one,
    "CardPicker": one,
    "SomePicker": some,
    "AllotPicker": values,
    "AssignPicker": values,
    "DicePicker": dice,
    "HandfulPicker": handful,
    "MeasuredPicker": places,
    "MovePicker": places,
    "PlacePicker": places,
    "PointPicker": places,
    "TemplatePicker": places,
    "MarkerPicker": places,
    "FacingPicker": places,
}


class Keyboard:
    """Keys alone; the pointer stays where it was."""

    def __init__(self, program: Program, rng: Random) -> None:
        self.program, self.hands, self.rng = program, program.hands, rng

    def act(self, label: str) -> None:
        """Its key."""
        self.hands.key(label)

    def row(self, number: int) -> None:
        """By its key, else with the arrows; dice by their digits."""
        asked = self.program.screen.asked
        if asked is None or number >= len(asked.rows):
            return
        row = asked.rows[number]
        if asked.kind == "DicePicker":
            self.hands.key(str(self.rng.randrange(1, min(9, sides(row)) + 1)))
        elif row.press:
            self.hands.key(row.press)
        else:
            away = number - asked.cursor
            self.hands.key(*["Down" if away > 0 else "Up"] * min(abs(away), 8))
        if asked.kind == "AssignPicker":
            self.hands.key(self.rng.choice(("Left", "Right")))
        if asked.kind == "HandfulPicker":
            self.hands.key("1")

    def place(self, dx: float, dy: float) -> None:
        """With the arrows, Shift for whole inches; sometimes another piece first."""
        if self.rng.random() < 0.3:
            self.hands.key("Tab")
        for steps, keys in ((dx, ("Right", "Left")), (dy, ("Up", "Down"))):
            self.hands.key(*[f"Shift+{keys[steps < 0]}"] * min(4, abs(round(steps))))

    def open(self, command: str, value: str = "") -> None:
        """Press a control of a page: Tab to it, Enter."""
        self.reach(command, value)
        self.hands.key("Enter")
        self.program.settle()

    def reach(self, command: str, value: str = "") -> None:
        """The keyboard to a control of a page."""
        for _ in range(40):
            controls = self.program.settle().controls
            here = next((k for k, one in enumerate(controls) if one.focused), -1)
            there = controls.index(wanted(controls, command, value))
            if here == there:
                return
            ways = (there - here) % len(controls), (here - there) % len(controls)
            key = "Tab" if ways[0] <= ways[1] or here < 0 else "Shift+Tab"
            self.hands.key(*[key] * max(1, min(ways)))


class Mouse:
    """The mouse alone."""

    def __init__(self, program: Program, rng: Random) -> None:
        self.program, self.hands, self.rng = program, program.hands, rng

    def act(self, label: str) -> None:
        """Click its button."""
        asked = self.program.screen.asked
        keys = [key for key, _ in asked.acts] if asked else []
        if label in keys:
            self._click("act", str(keys.index(label)))

    def row(self, number: int) -> None:
        """Click on it, scrolled to with the wheel."""
        for _ in range(40):
            screen = self.program.settle()
            shown = [int(c.value) for c in screen.controls if (c.panel, c.command) == ("question", "row")]
            if not shown or number in shown or screen.asked is None:
                break
            panel = next(c for c in screen.controls if (c.panel, c.command) == ("question", "row"))
            self.hands.wheel(*middle(panel), number > shown[-1])
        self._click("row", str(number))

    def _click(self, command: str, value: str) -> None:
        control = find(self.program.settle(), "question", command, value)
        if control is not None:
            self.hands.click(*middle(control))

    def place(self, dx: float, dy: float) -> None:
        """Click or drag to a place on the table; sometimes another piece, or a step on the way, first."""
        screen = self.program.settle()
        asked, inch = screen.asked, screen.inch
        if asked is None:
            return
        here = [screen.pieces[row.key] for row in asked.rows if row.key in screen.pieces]
        x, y = self.rng.choice(here) if here else _centre(screen)
        to = _within(screen, x + dx * inch, y - dy * inch)
        chance = self.rng.random()
        if here and chance < 0.3:
            self.hands.drag((x, y), to)
        else:
            if here and chance < 0.6:
                self.hands.click(x, y)
            if chance > 0.9:
                self.hands.click(*_within(screen, x + dx * inch / 2, y), 3)
            self.hands.click(*to)

    def open(self, command: str, value: str = "") -> None:
        """Click on a control of a page, scrolled to with the wheel."""
        for _ in range(80):
            screen = self.program.settle()
            control = wanted(screen.controls, command, value)
            if control.seen:
                break
            beside = next(c for c in screen.controls if c.panel == control.panel and c.seen)
            self.hands.wheel(*middle(beside), control.at[1] > beside.at[1])
        self.hands.click(*middle(control))
        self.program.settle()


def wanted(controls: Sequence[ControlReport], command: str, value: str) -> ControlReport:
    """A control of a page. Raises DefectError where there is none."""
    for one in controls:
        if (one.command, one.value) == (command, value):
            return one
    raise DefectError(f"{command} {value} is not on the screen: {[(c.command, c.value) for c in controls]}")


def find(screen: ScreenReport, panel: str, command: str, value: str) -> ControlReport | None:
    """A control of the battle's window."""
    wanted = (panel, command, value)
    return next((c for c in screen.controls if (c.panel, c.command, c.value) == wanted), None)


def _centre(screen: ScreenReport) -> tuple[float, float]:
    x, y, width, height = screen.table
    return x + width / 2, y + height / 2


def _within(screen: ScreenReport, x: float, y: float) -> tuple[float, float]:
    """A pixel of the table's part of the screen, to the right of the buttons that lie over it."""
    left, top, width, height = screen.table
    x, y = max(x, left + 20), min(max(y, top + 20), top + height - 20)
    for over in sorted((one.at for one in screen.controls if one.seen), key=itemgetter(0)):
        if 0 <= x - over[0] <= over[2] and 0 <= y - over[1] <= over[3]:
            x = over[0] + over[2] + 5
    return min(x, left + width - 20), y
