"""What a window speaks of stays in view; a view moved by hand stays as it is until the next question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from battlesim.render.camera import Camera
from battlesim.render.framing import BARELY, WELL, Covering, Covers, Place, Regard
from battlesim.table.pieces import Off
from battlesim.ui.battle.layout import Rect
from battlesim.ui.story.model import Model
from battlesim.ui.table import corner
from battlesim.ui.table.regard import around, of_things

if TYPE_CHECKING:
    from battlesim.ui.battle.window import Window


RING: Final = 8.0
"""Pixels about a base in which it is marked."""


Size = tuple[float, float]
"""Width and height, pixels at scale 1."""


class Topic(NamedTuple):
    """What is spoken of and where that is; whether it is put to somebody: a question, a note."""

    what: object
    regard: Regard
    asked: bool = False


class Attention:
    """Moves the view of a window."""

    def __init__(self) -> None:
        self._what: object = None
        self._stamp: object = None
        self._turn: int = -1

    def tick(self, window: Window, elapsed: float) -> bool:
        """Let the view come to what is spoken of; whether it has moved."""
        topic, view = window.topic(), window.view
        if topic is not None and (topic.regard.discs or topic.regard.bounds):
            cards, camera = window.loose(), window.model.camera
            about = topic.regard if topic.asked else None
            stamp = (topic.what, about, cards, camera.width, camera.height, view.takes)
            if stamp != self._stamp:
                self._stamp = stamp
                self._attend(window, topic, cards)
        return view.glide(1.0 if window.model.playback.reduced else elapsed)

    def _attend(self, window: Window, topic: Topic, cards: Sequence[Size]) -> None:
        view, model = window.view, window.model
        fresh = topic.what != self._what and topic.asked
        self._what = topic.what
        turn = 0 if topic.asked else _turn(model)
        fresh, self._turn = fresh or turn > self._turn, turn
        if fresh:
            view.by_hand = False
        if topic.asked and view.by_hand:
            if window.asking and (spots := window.asking.looks_at()):
                view.bring(spots)
            return
        covering = covering_of(window, cards)
        view.attend(topic.regard, covering, fresh, BARELY if topic.asked else WELL)


def of_line(model: Model) -> Topic:
    """The line that is shown: who does something to whom, and where they go or were lost."""
    line = model.story.lines[model.line]
    shooters = (shot.by for shot in line.shots)
    about = of_things(model.state.table, (*line.actors, *line.targets, *shooters))
    ways = (part.path for part in line.trails if not isinstance(part.new, Off))
    lost = around(at for at, _ in line.graves)
    many = len(line.actors) + len(line.targets) + len(line.shots) + len(line.graves)
    return Topic((line.first, many), Regard((*lost, *about.discs), tuple(at for way in ways for at in way)))


def _turn(model: Model) -> int:
    """The place in the log of the last line that begins a turn or a phase."""
    lines = model.story.lines
    return next((k for k in range(model.line, -1, -1) if lines[k].kind == "turn"), 0)


def covering_of(window: Window, sizes: Sequence[Size]) -> Covering:
    """What lies over the table: the buttons, the scale, a panel, and cards of some sizes."""
    layout, scale = window.layout, window.canvas.scale
    asking = window.asking if window.asking and window.asking.shown else None
    panel = asking.place(layout) if asking else corner.NOWHERE
    panel = panel if panel.meets(layout.table) else corner.NOWHERE
    room, still = corner.free(layout, panel), [window.tools_rect(), *([panel] if panel.width else [])]

    def place(rect: Rect) -> Place:
        x, y = rect.x - layout.table.x, rect.y - layout.table.y
        edges = (x - RING, y - RING, x + rect.width + RING, y + rect.height + RING)
        left, top, right, low = (scale * edge for edge in edges)
        return left, top, right, low

    def covers(camera: Camera) -> Covers:
        bar = corner.Screen(camera, scale, layout.table).bar
        cards = (corner.places(room, *size, bar) for size in sizes)
        return Covers(tuple(map(place, (*still, bar))), tuple(tuple(map(place, ways)) for ways in cards))

    return covers
