"""What the screen says, as data in a file: for screen readers and other programs that help a person.

With `BATTLESIM_STATUS=FILE` in the environment the window keeps one JSON document in that file: every control
with its words, its key and its place, the open question, and where the pieces stand. Places are pixels of the
screen, x to the right, y down; `listening` says whether a key would count. It tells what can be seen and
changes nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from battlesim.files import write_whole
from battlesim.render.drawlist import Item, Text
from battlesim.render.text import read
from battlesim.scenarios.reading import InputError
from battlesim.table.ids import SideKey
from battlesim.ui.battle.window import Window
from battlesim.ui.desk import Desk
from battlesim.ui.incoming import INCOMING
from battlesim.ui.parts.layout import NOWHERE, Rect
from battlesim.ui.parts.surface import Spot
from battlesim.ui.question.asking import Asking

VARIABLE: Final = "BATTLESIM_STATUS"
QUESTION, ODDS = "question", "odds"
EVERY: Final = 0.02
"""Seconds between two writings."""
EDGE: Final = 1.0
"""Pixels at the edge of a pane: what has its middle there cannot be clicked."""
Pixels = tuple[int, int, int, int]


class Control(msgspec.Struct, frozen=True):
    """A place that answers to the pointer: its panel, command and value, words, and where it is.

    `seen` is False for one that is scrolled away or covered, `focused` True where the keyboard is.
    """

    panel: str
    command: str
    value: str
    words: str
    at: Pixels
    seen: bool = True
    focused: bool = False


class Row(msgspec.Struct, frozen=True):
    """A line of the open question: its key in the rules, words, value, the key that chooses it."""

    key: str
    label: str
    value: str = ""
    press: str = ""
    on: bool = False
    blocked: str = ""


class Asked(msgspec.Struct, frozen=True):
    """The open question: its number and kind, who is asked what, the rows, the cursor, what can be done.

    `acts` are chords of keys with their words; `refusal` is why the draft is, or would be, refused.
    """

    number: int
    kind: str
    side: SideKey
    what: str
    prompt: str
    rows: tuple[Row, ...]
    cursor: int
    acts: tuple[tuple[str, str], ...]
    summary: str = ""
    refusal: str = ""


class Screen(msgspec.Struct, frozen=True):
    """All of it. `kind` is menu or battle; `over` the words of a battle that has ended.

    `words` are those of a page, in a battle those of the card of odds. `table` is where the table is shown;
    `pieces` where they stand, by id; `inch` the pixels of an inch.
    """

    kind: str
    size: tuple[int, int]
    controls: tuple[Control, ...]
    title: str = ""
    words: tuple[str, ...] = ()
    help: bool = False
    asked: Asked | None = None
    table: Pixels = (0, 0, 0, 0)
    inch: float = 0.0
    pieces: dict[str, tuple[int, int]] = {}
    newest: bool = True
    thinking: str = ""
    over: str = ""
    line: str = ""


class Teller:
    """Keeps the file up to date, at most every `EVERY` seconds; `frames` counts what was looked at."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.frames = 0
        self._written = b""
        self._next = 0.0

    def tell(self, screen: Callable[[], Screen]) -> None:
        """Have the file say what the screen says now."""
        self.frames += 1
        if self.path is None or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        said = {"frames": self.frames, "listening": INCOMING.listening, "screen": screen()}
        raw = msgspec.json.encode(said)
        with suppress(OSError):  # a disk that is full for now ends no battle
            write_whole(self.path, raw, to_disk=False)


def teller() -> Teller:
    """The one that the environment asks for. Raises InputError where its file cannot be."""
    name = os.environ.get(VARIABLE, "")
    path = Path(name) if name else None
    if path and (os.path.isdir(path) or not os.path.isdir(path.absolute().parent)):
        raise InputError(VARIABLE, "", f"{path} cannot be a file", "name one in a folder that is there")
    return Teller(path)


def _texts(items: Iterable[Item]) -> list[Text]:
    """The words of a panel."""
    return [item for item in items if isinstance(item, Text) and item.string]


def _labels(texts: Iterable[Text], spot: Rect) -> str:
    """The words that stand in a place of a panel."""
    return " ".join(text.string for text in texts if spot.holds(text.x, text.y))


def _pixels(rect: Rect, scale: float, dx: float = 0.0, dy: float = 0.0) -> Pixels:
    return rect._replace(x=rect.x + dx, y=rect.y + dy).scaled(scale)


def of_desk(desk: Desk) -> Screen:
    """What a page of controls says."""
    scale, found, words = desk.canvas.scale, list[Control](), list[str]()
    for pane in desk.panes:
        words += [item.string for item in pane.drawn.items if isinstance(item, Text)]
    for pane, spot in desk.spots():
        rect = desk.on_screen(pane, spot)
        seen = pane.rect.y + EDGE <= rect.y + rect.height / 2 <= pane.rect.bottom - EDGE
        control = Control(
            pane.name,
            spot.command,
            _value(spot),
            _labels(_texts(pane.drawn.items), spot.rect),
            _pixels(rect, scale),
            seen,
            desk.focus == (spot.command, spot.value),
        )
        found.append(control)
    kind = desk.page.status_title
    return Screen("menu", desk.screen.get_size(), tuple(found), kind, tuple(words), desk.show_help)


def of_window(window: Window) -> Screen:
    """What the battle's window says."""
    model, asking, scale = window.model, window.asking, window.canvas.scale
    panels = window.panels()
    over = next((rect for name, rect, _ in panels if name == QUESTION), NOWHERE)
    found = [
        Control(
            name,
            spot.command,
            _value(spot),
            _labels(texts, spot.rect),
            _pixels(spot.rect, scale, rect.x, rect.y),
            name == QUESTION or not over.holds(*_middle(rect, spot.rect)),
        )
        for name, rect, panel in panels
        for texts in [_texts(panel.items)]
        for spot in panel.spots
    ]
    odds = next((panel.items for name, _, panel in panels if name == ODDS), ())
    table = window.stage.layout.table.scaled(scale)
    places = {piece.id: model.camera.to_screen(*piece.xy) for piece in model.state.table.standing()}
    lines, play = model.story.lines, model.playback
    return Screen(
        "battle",
        window.screen.get_size(),
        tuple(found),
        model.title,
        tuple(item.string for item in odds if isinstance(item, Text)),
        help=bool(model.shown.help),
        asked=_asked(asking),
        table=table,
        inch=model.camera.ppi,
        pieces={name: (round(table[0] + x), round(table[1] + y)) for name, (x, y) in places.items()},
        newest=play.live,
        thinking=window.cast.thinking.side if window.cast.thinking else "",
        over=model.over,
        line=read(lines[play.line].text) if lines else "",
    )


def _middle(panel: Rect, spot: Rect) -> tuple[float, float]:
    return panel.x + spot.x + spot.width / 2, panel.y + spot.y + spot.height / 2


def _value(spot: Spot) -> str:
    return " ".join(map(str, spot.value)) if isinstance(spot.value, tuple) else str(spot.value)


def _asked(asking: Asking | None) -> Asked | None:
    """The question that is open: none once it is answered, however long the rules take to go on."""
    picker = asking.picker if asking and asking.shown else None
    if asking is None or picker is None or picker.answer is not None:
        return None
    decision, question = picker.decision, asking.question
    keys = {row.key: key for key, row in picker.row_keys().items()}
    rows = [
        Row(row.key, read(row.label), read(row.value), keys.get(row.key, ""), row.on, read(row.blocked))
        for row in picker.rows()
    ]
    return Asked(
        question.number if question else 0,
        picker.status_kind,
        decision.side,
        decision.what,
        read(picker.prompt),
        tuple(rows),
        picker.cursor,
        tuple((act.key, act.label) for act in picker.all_acts()),
        read(picker.summary()),
        read(picker.why()),
    )
