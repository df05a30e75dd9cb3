"""Hints for new players: short texts, each shown once beside the part of the screen that it explains.

The texts are in `hints.toml`. The hints already shown are stored in a file in the user's state folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import platformdirs

from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.codec import CodecError, decode
from battlesim.engine.decisions import Decision, OptionDecision
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.ruleset import AnyRuleset, Hint, SupportsHints
from battlesim.file_writing import write_atomically
from battlesim.plain_files import UnreadableError, read_plain
from battlesim.render import widgets as p
from battlesim.render.drawlist import Glyph, Layer, PanelBox
from battlesim.render.text_layout import wrapped_lines
from battlesim.table.tags import tag_of
from battlesim.ui.decision.decision_prompt import DecisionPrompt
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.table import card_placement
from battlesim.ui.table.card_placement import Disc
from battlesim.ui.table.stage import Stage
from battlesim.ui.toolkit import controls
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect
from battlesim.ui.toolkit.panel_content import PanelContent

HINT_WIDTH_PX: Final = 336.0
PADDING_PX, LINE_HEIGHT_PX, BUTTON_HEIGHT_PX, ANCHOR_GAP_PX, TABLE_MARGIN_PX = 14.0, 19.0, 30.0, 10.0, 8.0
"""Padding, heights of a line and a button, gap for the tip that points at the subject, and margin, pixels."""
HINT_BUTTON_LABELS: Final = ("Got it", "No more hints")
MAX_FILE_BYTES: Final = 65536
MIN_READING_S: Final = 2.0
"""Seconds after which a hint that was shown counts as read."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hint: tuple[Hint, ...]


@cache
def all_hints() -> tuple[Hint, ...]:
    """Return the hints of all battles, the most important first."""
    return msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=_File).hint


def hints_of(ruleset: AnyRuleset) -> tuple[Hint, ...]:
    """Return the hints of a battle: those of its ruleset first, as they refer to what is asked just now."""
    return (*(ruleset.hints if isinstance(ruleset, SupportsHints) else ()), *all_hints())


def seen_hints_file() -> Path:
    """Return the path of the file that lists the hints already seen."""
    return Path(platformdirs.user_state_dir("battlesim")) / "hints.json"


def load_seen_hints(file: Path) -> frozenset[str]:
    """Return the ids of the hints already seen; none if the file cannot be read."""
    try:
        return frozenset(decode(read_plain(file, MAX_FILE_BYTES), list[str]))
    except (UnreadableError, CodecError):
        return frozenset()


def save_seen_hints(seen: frozenset[str], file: Path) -> None:
    """Write the ids of the hints already seen; if that fails, they are shown again next time."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, msgspec.json.encode(sorted(seen)))
    except OSError:
        pass


class HintPresenter:
    """An object that decides which hint to show to the user.

    It shows at most one hint for each decision, apart from urgent hints.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.on, self.file = True, file or seen_hints_file()
        self.buttons = HINT_BUTTON_LABELS
        self.seen = load_seen_hints(self.file)
        self.hint: Hint | None = None
        self.card_rect = Rect(0, 0, 0, 0)
        self._stood = 0.0
        self._question: object = None
        self._quiet: object = None

    def tick(self, stage: Stage, asking: DecisionPrompt | None, elapsed: float) -> bool:
        """Update the hint for what is going on. Return True if something else is to be shown.

        A hint that was shown for `MIN_READING_S` seconds before its subject was over counts as seen.
        """
        topics, known = topics_of(asking) if self.on and asking else {}, hints_of(stage.model.ruleset)
        self._question = asking.picker if asking else None
        was, self._stood = (self.hint, self.card_rect), self._stood + elapsed
        self.hint = self._next(topics, known)
        if self.hint is not was[0]:
            if was[0] and self._stood >= MIN_READING_S:
                self._see(was[0])
            self._stood = 0.0
        if self.hint and asking:
            at = _placed(self.hint, topics, stage, asking)
            self.hint, self.card_rect = (self.hint, at) if at else (None, self.card_rect)
        return was != (self.hint, self.card_rect)

    def _next(self, topics: Mapping[str, Rect], known: Sequence[Hint]) -> Hint | None:
        fresh = [hint for hint in known if hint.when in topics and hint.id not in self.seen]
        waits = self._quiet is not None and self._quiet is self._question
        able = [hint for hint in fresh if hint.now or not waits]
        urgent = next((hint for hint in able if hint.now), None)
        return urgent or (self.hint if self.hint in able else next(iter(able), None))

    def _see(self, hint: Hint) -> None:
        self.seen |= {hint.id}
        save_seen_hints(self.seen, self.file)

    def dismiss(self) -> None:
        """Mark the hint as read; no other one, unless urgent, is shown before the next decision."""
        if self.hint:
            self._see(self.hint)
        self.hint, self._quiet = None, self._question

    def set_hints_enabled(self, on: bool) -> None:
        """Show hints or none, and read again which ones have been seen."""
        self.on, self.seen = on, load_seen_hints(self.file)


def topics_of(asking: DecisionPrompt) -> dict[str, Rect]:
    """Return the topics that are current, each with its rect on the screen."""
    if not asking.shown or asking.picker_input is None:
        return {}
    panel = asking.picker_input.placement.panel
    decision = asking.picker_input.picker.decision
    found = dict.fromkeys(["question", hint_kind(decision), *decision_topics(decision)], panel)
    if asking.planner.pickers:
        found["act"] = panel
    if asking.runner.open_decision and not asking.runner.open_decision.fixed:
        found["undo"] = panel
    if asking.reaction:
        found["reaction"] = panel
    if asking.odds_card and asking.odds_panel.shown_rect.width:
        found["odds"] = asking.odds_panel.shown_rect
    return found


def decision_topics(decision: Decision[Any]) -> Iterator[str]:
    """Yield the topics of a decision: its `what`, and that with each open option or for several pieces."""
    topic = f"asked:{decision.what}"
    yield topic
    if isinstance(decision, OptionDecision):
        yield from (f"{topic}:{option.key}" for option in decision.open_options)
    if isinstance(decision, MoveGroup) and len(decision.motions) > 1:
        yield f"{topic}:several"


def hint_kind(decision: Decision[Any]) -> str:
    """Return the tag of a kind of decision; "roll_handful" for real dice that are entered by faces."""
    handful = isinstance(decision, RollDice) and decision.is_handful
    return "roll_handful" if handful else tag_of(type(decision))


def _placed(hint: Hint, topics: Mapping[str, Rect], stage: Stage, asking: DecisionPrompt) -> Rect | None:
    """Return the rect of a hint: on no card, and beside the tool buttons; None if there is no room.

    With the odds card on the table, it must not cover any piece that the decision refers to.
    """
    kept, tall, lay = stage.subject_discs(), height(hint, stage.model.bindings), stage.layout
    left = lay.button_area.right
    room = lay.table._replace(x=left, width=lay.table.right - left)
    named = {"table": lay.button_area, "log": lay.log, "top": lay.top}.get(hint.beside)
    anchor = named if named and named.width and named.height else topics[hint.when]
    at = card_rect_beside(anchor, tall, room, stage.card_rects("hint"), kept, stage.piece_discs())
    return (
        None
        if at and asking.odds_card and any(card_placement.overlaps_disc(at, disc) for disc in kept)
        else at
    )


def card_rect_beside(
    anchor: Rect,
    tall: float,
    room: Rect,
    cards: Sequence[Rect] = (),
    keep: Sequence[Disc] = (),
    others: Sequence[Disc] = (),
) -> Rect | None:
    """Return a free rect for a card beside an anchor, else along the rim of the room; None if there is none.

    It overlaps no other card and covers as little as possible of what to `keep`, then of the `others`.
    """
    away = ANCHOR_GAP_PX + 6
    low = min(max(anchor.bottom - tall - 24, room.y + 12), room.bottom - tall - 12)
    left = min(max(anchor.x, room.x + 12), room.right - HINT_WIDTH_PX - 12)
    below = Rect(left, anchor.bottom + away, HINT_WIDTH_PX, tall)
    places = (
        Rect(anchor.x - HINT_WIDTH_PX - away, low, HINT_WIDTH_PX, tall),
        Rect(anchor.right + away, low, HINT_WIDTH_PX, tall),
        Rect(left, anchor.y - tall - away, HINT_WIDTH_PX, tall),
    )
    ordered = (below, *places) if _within(anchor, room) else (*places, below)
    inner = Rect(
        room.x + TABLE_MARGIN_PX,
        room.y + TABLE_MARGIN_PX,
        room.width - 2 * TABLE_MARGIN_PX,
        room.height - 2 * TABLE_MARGIN_PX,
    )
    rim = card_placement.candidate_rects(inner, HINT_WIDTH_PX, tall, EMPTY_RECT)
    free = [place for place in (*ordered, Rect(left, low, HINT_WIDTH_PX, tall), *rim) if _within(place, room)]
    free = [place for place in free if not any(place.overlaps(card) for card in cards)]
    return card_placement.least_covering_rect(free, keep, others) if free else None


def _within(place: Rect, room: Rect) -> bool:
    across = place.x >= room.x and place.right <= room.right
    return across and place.y >= room.y and place.bottom <= room.bottom


def hint_text(hint: Hint, bindings: KeyBindings) -> str:
    """Return the text of a hint with the names of its keys."""
    return hint.text.format_map(_Keys(bindings))


class _Keys(dict[str, str]):
    def __init__(self, bindings: KeyBindings) -> None:
        super().__init__()
        self._bindings = bindings

    def __missing__(self, name: str) -> str:
        return self._bindings.key_label(name)


def _lines(hint: Hint, bindings: KeyBindings) -> list[str]:
    return wrapped_lines(hint_text(hint, bindings), HINT_WIDTH_PX - 2 * PADDING_PX, "small")


def height(hint: Hint, bindings: KeyBindings) -> float:
    """Return the height of a hint's card in pixels."""
    return 42 + LINE_HEIGHT_PX * len(_lines(hint, bindings)) + 10 + BUTTON_HEIGHT_PX + 12


def hint_card(
    hint: Hint, bindings: KeyBindings, buttons: tuple[str, str] = HINT_BUTTON_LABELS
) -> PanelContent:
    """Build the card of a hint: title, text and buttons."""
    tall = height(hint, bindings)
    drawn = PanelContent(
        [PanelBox(Layer.PANEL, 0, 0, HINT_WIDTH_PX, tall, "hover", 0.97, 8, "sky", False, 0.07)]
    )
    drawn.items.append(Glyph(Layer.PANEL, PADDING_PX + 6, 22, "diamond", "sky", 6))
    drawn.write(PADDING_PX + 20, 22, hint.title, "body", "bright", True)
    y = (
        10
        + drawn.lines(PADDING_PX, 42 + LINE_HEIGHT_PX / 2, LINE_HEIGHT_PX, _lines(hint, bindings), "small")
        - LINE_HEIGHT_PX / 2
    )
    wide = HINT_WIDTH_PX - 2 * PADDING_PX - 8
    first: p.WidgetState = "on" if buttons[0] == HINT_BUTTON_LABELS[0] else "normal"
    _button(drawn, Rect(PADDING_PX, y, wide * 0.4, BUTTON_HEIGHT_PX), "hint", buttons[0], bindings, first)
    more = Rect(PADDING_PX + 8 + wide * 0.4, y, wide * 0.6, BUTTON_HEIGHT_PX)
    _button(drawn, more, "hints_off", buttons[1], bindings, "normal")
    return drawn


def _button(
    drawn: PanelContent, box: Rect, command: str, label: str, bindings: KeyBindings, state: p.WidgetState
) -> None:
    """Draw a button with the label of its key."""
    controls.draw_button(drawn, box, label, bindings.key_label(command), state=state)
    drawn.add_hotspot(box, command, 0)
