"""Hints for who plays for the first time: short words beside what they speak of, each shown once.

The words are data (`hints.toml`); what has been seen is kept in one file in the user's own folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import platformdirs

from battlesim.engine.codec import CodecError, decode
from battlesim.engine.ruleset import AnyRuleset, Hint, SupportsHints
from battlesim.file_writing import write_atomically
from battlesim.plain_files import UnreadableError, read_plain
from battlesim.render import widgets as p
from battlesim.render.drawlist import Glyph, Layer, PanelBox
from battlesim.render.text_layout import wrapped_lines
from battlesim.table.tags import tag_of
from battlesim.ui.parts import controls
from battlesim.ui.parts.layout import NOWHERE, Rect
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.question.asking import Asking
from battlesim.ui.settings.bindings import Bindings
from battlesim.ui.table import corner
from battlesim.ui.table.corner import Disc
from battlesim.ui.table.stage import Stage

WIDTH: Final = 336.0
EDGE, LINE, BUTTON, TIP, CORNER = 14.0, 19.0, 30.0, 10.0, 8.0
"""Pixels: from the edge to the words, of a line, of the buttons, of the tip that points at what is meant."""
BUTTONS: Final = ("Got it", "No more hints")
LARGEST_FILE: Final = 65536
READ: Final = 2.0
"""Seconds in which a hint can be read."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hint: tuple[Hint, ...]


@cache
def all_hints() -> tuple[Hint, ...]:
    """The hints, those first that go first."""
    return msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=_File).hint


def hints_of(ruleset: AnyRuleset) -> tuple[Hint, ...]:
    """The hints in a battle: those of its ruleset first, as they speak of what is asked just now."""
    return (*(ruleset.hints if isinstance(ruleset, SupportsHints) else ()), *all_hints())


def seen_file() -> Path:
    """Where it is kept what has been seen."""
    return Path(platformdirs.user_state_dir("battlesim")) / "hints.json"


def load_seen(file: Path) -> frozenset[str]:
    """The ids of the hints that have been seen; none where the file cannot be read."""
    try:
        return frozenset(decode(read_plain(file, LARGEST_FILE), list[str]))
    except (UnreadableError, CodecError):
        return frozenset()


def save_seen(seen: frozenset[str], file: Path) -> None:
    """Keep what has been seen; where that cannot be done, hints come again next time."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, msgspec.json.encode(sorted(seen)))
    except OSError:
        pass


class Hints:
    """Decides which hint a window shows, if any (`on`): at most one a question, but for the urgent ones."""

    def __init__(self, file: Path | None = None) -> None:
        self.on, self.file = True, file or seen_file()
        self.buttons = BUTTONS
        self.seen = load_seen(self.file)
        self.hint: Hint | None = None
        self.at = Rect(0, 0, 0, 0)
        self._stood = 0.0
        self._question: object = None
        self._quiet: object = None

    def tick(self, stage: Stage, asking: Asking | None, elapsed: float) -> bool:
        """Look at what is going on; whether something else is to be shown.

        A hint that stood for `READ` seconds before what it speaks of was over counts as seen.
        """
        topics, known = topics_of(asking) if self.on and asking else {}, hints_of(stage.model.ruleset)
        self._question = asking.picker if asking else None
        was, self._stood = (self.hint, self.at), self._stood + elapsed
        self.hint = self._next(topics, known)
        if self.hint is not was[0]:
            if was[0] and self._stood >= READ:
                self._see(was[0])
            self._stood = 0.0
        if self.hint and asking:
            at = _placed(self.hint, topics, stage, asking)
            self.hint, self.at = (self.hint, at) if at else (None, self.at)
        return was != (self.hint, self.at)

    def _next(self, topics: Mapping[str, Rect], known: Sequence[Hint]) -> Hint | None:
        fresh = [hint for hint in known if hint.when in topics and hint.id not in self.seen]
        waits = self._quiet is not None and self._quiet is self._question
        able = [hint for hint in fresh if hint.now or not waits]
        urgent = next((hint for hint in able if hint.now), None)
        return urgent or (self.hint if self.hint in able else next(iter(able), None))

    def _see(self, hint: Hint) -> None:
        self.seen |= {hint.id}
        save_seen(self.seen, self.file)

    def dismiss(self) -> None:
        """The hint has been read; no other one, but for an urgent one, before the next question."""
        if self.hint:
            self._see(self.hint)
        self.hint, self._quiet = None, self._question

    def take(self, on: bool) -> None:
        """Show hints or none, those that the file says have not been seen."""
        self.on, self.seen = on, load_seen(self.file)


def topics_of(asking: Asking) -> dict[str, Rect]:
    """What is going on, and where on the screen."""
    if not asking.shown or asking.hands is None:
        return {}
    panel = asking.hands.seat.panel
    decision = asking.hands.picker.decision
    found = {"question": panel, _kind(decision): panel, f"asked:{decision.what}": panel}
    if asking.ahead.pickers:
        found["act"] = panel
    if asking.feed.question and not asking.feed.question.fixed:
        found["undo"] = panel
    if asking.reaction:
        found["reaction"] = panel
    if asking.card and asking.leaf.at.width:
        found["odds"] = asking.leaf.at
    return found


def _kind(decision: Any) -> str:
    """The name of a kind of question in the vocabulary."""
    return tag_of(type(decision))


def _placed(hint: Hint, topics: Mapping[str, Rect], stage: Stage, asking: Asking) -> Rect | None:
    """Where a hint stands: on no card, and beside the strip in which the buttons are; with odds on the table
    only where it lies over nobody who is spoken of."""
    kept, tall, lay = stage.kept(), height(hint, stage.model.bindings), stage.layout
    left = lay.buttons.right
    room = lay.table._replace(x=left, width=lay.table.right - left)
    named = {"table": lay.buttons, "log": lay.log, "top": lay.top}.get(hint.beside)
    anchor = named if named and named.width and named.height else topics[hint.when]
    at = beside(anchor, tall, room, stage.cards("hint"), kept, stage.others())
    return None if at and asking.card and any(corner.meets(at, disc) for disc in kept) else at


def beside(
    anchor: Rect,
    tall: float,
    room: Rect,
    cards: Sequence[Rect] = (),
    keep: Sequence[Disc] = (),
    others: Sequence[Disc] = (),
) -> Rect | None:
    """A place for a card of that height within the room and on no other card, that covers least of what to
    `keep` and of the `others`: beside another place, below what stands in the room, else along its rim. None
    where there is no such place."""
    away = TIP + 6
    low = min(max(anchor.bottom - tall - 24, room.y + 12), room.bottom - tall - 12)
    left = min(max(anchor.x, room.x + 12), room.right - WIDTH - 12)
    below = Rect(left, anchor.bottom + away, WIDTH, tall)
    places = (
        Rect(anchor.x - WIDTH - away, low, WIDTH, tall),
        Rect(anchor.right + away, low, WIDTH, tall),
        Rect(left, anchor.y - tall - away, WIDTH, tall),
    )
    ordered = (below, *places) if _within(anchor, room) else (*places, below)
    inner = Rect(room.x + CORNER, room.y + CORNER, room.width - 2 * CORNER, room.height - 2 * CORNER)
    rim = corner.places(inner, WIDTH, tall, NOWHERE)
    free = [place for place in (*ordered, Rect(left, low, WIDTH, tall), *rim) if _within(place, room)]
    free = [place for place in free if not any(place.meets(card) for card in cards)]
    return corner.best(free, keep, others) if free else None


def _within(place: Rect, room: Rect) -> bool:
    across = place.x >= room.x and place.right <= room.right
    return across and place.y >= room.y and place.bottom <= room.bottom


def words_of(hint: Hint, bindings: Bindings) -> str:
    """The text with the names of its keys."""
    return hint.text.format_map(_Keys(bindings))


class _Keys(dict[str, str]):
    def __init__(self, bindings: Bindings) -> None:
        super().__init__()
        self._bindings = bindings

    def __missing__(self, name: str) -> str:
        return self._bindings.shown(name)


def _lines(hint: Hint, bindings: Bindings) -> list[str]:
    return wrapped_lines(words_of(hint, bindings), WIDTH - 2 * EDGE, "small")


def height(hint: Hint, bindings: Bindings) -> float:
    """How tall its card is."""
    return 42 + LINE * len(_lines(hint, bindings)) + 10 + BUTTON + 12


def hint_card(hint: Hint, bindings: Bindings, buttons: tuple[str, str] = BUTTONS) -> Drawn:
    """Its card: title, words, and how to put it away."""
    tall = height(hint, bindings)
    drawn = Drawn([PanelBox(Layer.PANEL, 0, 0, WIDTH, tall, "hover", 0.97, 8, "sky", False, 0.07)])
    drawn.items.append(Glyph(Layer.PANEL, EDGE + 6, 22, "diamond", "sky", 6))
    drawn.write(EDGE + 20, 22, hint.title, "body", "bright", True)
    y = 10 + drawn.lines(EDGE, 42 + LINE / 2, LINE, _lines(hint, bindings), "small") - LINE / 2
    wide = WIDTH - 2 * EDGE - 8
    first: p.WidgetState = "on" if buttons[0] == BUTTONS[0] else "normal"
    _button(drawn, Rect(EDGE, y, wide * 0.4, BUTTON), "hint", buttons[0], bindings, first)
    more = Rect(EDGE + 8 + wide * 0.4, y, wide * 0.6, BUTTON)
    _button(drawn, more, "hints_off", buttons[1], bindings, "normal")
    return drawn


def _button(
    drawn: Drawn, box: Rect, command: str, label: str, bindings: Bindings, state: p.WidgetState
) -> None:
    """A button with the name of its key."""
    controls.button(drawn, box, label, bindings.shown(command), state=state)
    drawn.spot(box, command, 0)
