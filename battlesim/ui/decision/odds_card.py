"""The odds card, shown before an answer is confirmed: line of sight, blockers, exact odds and modifiers.

If the table has too little room for it, a short version is shown first, and the rest on further pages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from battlesim.engine.measuring import known_preview
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.render import widgets as p
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.report.battle_bar import fit_in_lines
from battlesim.rulings.piece_gaps import gap_text
from battlesim.rulings.sight import Verdict
from battlesim.rulings.sight_evidence import Evidence, sight_evidence
from battlesim.table.phrases import percent, phrase, rounded_percentages, with_names
from battlesim.table.state import AnyState
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.session.sight_display import MIN_HIDDEN_FRACTION, object_name, sight_phrase
from battlesim.ui.toolkit.controls import draw_key_chip
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background
from battlesim.ui.toolkit.work_queue import SHORT_LANE, KeyedResult, WorkQueue

CARD_WIDTH_PX, MIN_WIDTH_WITH_RULE_IDS_PX = 316.0, 300.0
"""Width of the card, and the width from which rule ids fit."""
PADDING_PX, HEADER_HEIGHT_PX, FOOTER_HEIGHT_PX = 16.0, 42.0, 34.0
"""Padding at the sides, height of the header, and of the footer that leads to the other pages."""
ROW_HEIGHT_PX, LINE_HEIGHT_PX, MIN_VALUE_INDENT_PX = 20.0, 16.0, 12.0
"""Height of a row and of each further line, and smallest indent of a value on lines of its own."""
RULE_COLUMN_PX: Final = 84.0
CHANCE_HEIGHT_PX, BARS_HEIGHT_PX = 48.0, 96.0
NOTE_LINE_HEIGHT_PX: Final = 14.0
"""Height of a line of the note."""
MAX_WHOLE_CARD_FRACTION, MAX_CARD_FRACTION = 0.40, 0.45
"""Fractions of the table's area: a card up to the first is shown whole, a page covers at most the second."""
SHORT_CARD_ROWS: Final = 2
"""Number of rows on the short first page of a split card."""
SCALE_BAR_ROOM_PX: Final = 50.0
"""Height in pixels left free at the table's foot for the scale bar."""
MAX_CACHED_CARDS: Final = 8
"""Largest number of cards that are cached, so that a recent one is shown at once."""


class OddsCard(NamedTuple):
    """A card that shows the odds of an answer, with its most important line of sight.

    `evidence` is the geometry of that line, and `view` the state for which the odds were computed.
    """

    preview: Preview
    evidence: Evidence | Verdict | None = None
    view: AnyState | None = None


def card_of(picker: Picker[object], draft: object) -> OddsCard | None:
    """Return the odds card of a draft, None if the ruleset has no odds for it; may be slow."""
    ruleset = picker.model.ruleset
    if draft is None or picker.decision.check(picker.view, draft) is not None:
        return None
    found = known_preview(ruleset, picker.view, picker.decision, draft)
    if found is None:
        return None
    view = picker.view_after(draft)
    table = view.table
    for viewer, target in found.sights:
        if viewer in table.pieces and target in table.pieces:
            pair = table.pieces[viewer], table.pieces[target]
            return OddsCard(found, sight_evidence(table, ruleset.sight_rules(view), *pair), view)
    return OddsCard(found)


def card_of_act(answers: Sequence[tuple[Picker[Any], Any]]) -> OddsCard | None:
    """Return the odds card of an act: that of its last answer that has one; may be slow."""
    found = (card_of(picker, draft) for picker, draft in reversed(answers))
    return next((card for card in found if card), None)


class OddsCardCache:
    """The odds cards of a decision, which are computed in the background and cached for each answer tried.

    `value` is the card requested last, or None until it is ready. `latest` is the last card that was
    computed.
    """

    def __init__(self, queue: WorkQueue | None = None) -> None:
        self._coming: KeyedResult[OddsCard | None] = KeyedResult(queue, SHORT_LANE)
        self._kept: list[tuple[Hashable, OddsCard | None]] = []
        self._wanted: Hashable = None
        self.latest: OddsCard | None = None

    @property
    def value(self) -> OddsCard | None:
        """The requested card, None while it is not known or if there is none."""
        return next((card for key, card in self._kept if key == self._wanted), None)

    @property
    def busy(self) -> bool:
        """True while a card is being computed."""
        return self._coming.busy

    @property
    def working(self) -> bool:
        """True while the card requested last is being computed."""
        return self._wanted is not None and all(key != self._wanted for key, _ in self._kept)

    def request(self, key: Hashable, work: Callable[[], OddsCard | None]) -> None:
        """Request the card of a key; None requests none."""
        self._wanted = key
        if key is not None and not self.working:
            self.latest = self.value
        if key is not None and all(key != kept for kept, _ in self._kept):
            self._coming.request(key, work)

    def poll(self) -> bool:
        """Take a card that is ready. Return True if there is a new one."""
        self._coming.poll()
        key = self._coming.key
        if key is None or any(key == kept for kept, _ in self._kept):
            return False
        self._kept = [(key, self._coming.value), *self._kept][:MAX_CACHED_CARDS]
        self.latest = self.latest if self.working else self.value
        return True

    def reset(self) -> None:
        """Drop all cards, with the decision."""
        self._kept, self._wanted, self.latest = [], None, None
        self._coming.reset()


def verdict_of(card: OddsCard) -> Verdict | None:
    """Return the sight verdict of a card, None if it has none."""
    return card.evidence.verdict if isinstance(card.evidence, Evidence) else card.evidence


def odds_rows(card: OddsCard, view: AnyState, sight_rule: str) -> list[PreviewRow]:
    """Return name, value and rule of each line: sight and distance, then what the ruleset says."""
    seen, rows = verdict_of(card), list[PreviewRow]()
    if seen is not None:
        names = view.table.pieces
        rows.append(PreviewRow(f"From {names[seen.viewer].name}", gap_text(seen.distance)))
        rows.append(PreviewRow("Sight", sight_phrase(seen), sight_rule))
    if isinstance(card.evidence, Evidence):
        for blocker in card.evidence.blockers[:3]:
            if blocker.share > MIN_HIDDEN_FRACTION:
                rows.append(PreviewRow(f"{object_name(view, blocker.id)} hides", percent(blocker.share)))

    def called(object_id: str) -> str:
        return view.table.name_of(object_id)

    named = (
        replace(row, label=with_names(row.label, called), value=with_names(row.value, called))
        for row in card.preview.rows
    )
    return [*rows, *named]


class OddsCardBlock(NamedTuple):
    """A part of an odds card that must fit on a single page: its height, a draw function and a rule id."""

    tall: float
    draw: Callable[[PanelContent, float], object]
    rule: str = ""


OddsCardPage = list[OddsCardBlock]
"""The blocks of a card that are shown at a time."""


def card_pages(
    card: OddsCard, view: AnyState, sight_rule: str, table: Rect, wide: float = CARD_WIDTH_PX
) -> list[OddsCardPage]:
    """Return the pages of a card: whole if the table has room for it, else short and then page by page.

    A card that is shown whole has a short second page unless it cannot be shorter.
    """
    found, rows = card.preview, odds_rows(card, view, sight_rule)
    chance = (
        []
        if found.chance is None
        else [_chance(chance_text(found.chance, found.bars), found.chance_of, wide)]
    )
    parts = [*(_line(row, wide) for row in rows), *chance, *_spread(found, wide)]
    short = [_line(row, wide) for row in short_rows(rows, verdict_of(card), sight_rule, view)]
    brief = [*short, *chance]
    if height([parts, brief]) <= _room(table, MAX_WHOLE_CARD_FRACTION, wide):
        return [parts, brief] if _sum(brief) < _sum(parts) else [parts]
    room = _room(table, MAX_CARD_FRACTION, wide) - HEADER_HEIGHT_PX - FOOTER_HEIGHT_PX
    while short and _sum([*short, *chance]) > room:
        short.pop()
    return [[*short, *chance], *_cut(parts, room)]


def _cut(parts: Sequence[OddsCardBlock], room: float) -> list[OddsCardPage]:
    """Return the blocks in pages of at most a height."""
    cut: list[OddsCardPage] = [[]]
    for part in parts:
        if cut[-1] and _sum([*cut[-1], part]) > room:
            cut.append([])
        cut[-1].append(part)
    return cut


def _sum(parts: Sequence[OddsCardBlock]) -> float:
    return sum(part.tall for part in parts)


def short_rows(
    rows: Sequence[PreviewRow], seen: Verdict | None, sight_rule: str, view: AnyState
) -> list[PreviewRow]:
    """Return the rows that say most: sight and distance, then the largest modifiers."""
    sight: list[PreviewRow] = (
        [
            PreviewRow(
                f"From {view.table.pieces[seen.viewer].name}",
                phrase("{}, {}", gap_text(seen.distance), sight_phrase(seen)),
                sight_rule,
            )
        ]
        if seen
        else []
    )
    rest = rows[2 * len(sight) :]
    foremost = sorted((row for row in rest if row.change), key=lambda row: -abs(row.change))
    return [*sight, *foremost, *(row for row in rest if not row.change)][:SHORT_CARD_ROWS]


def _room(table: Rect, share: float, wide: float) -> float:
    """Return the greatest height of a card that covers a fraction of the table."""
    return min(table.height - PADDING_PX - SCALE_BAR_ROOM_PX, share * table.width * table.height / wide)


def height(shown: Sequence[OddsCardPage], number: int = 0) -> float:
    """Return the height of a page; with several pages it includes the link to the next one."""
    return HEADER_HEIGHT_PX + _sum(shown[number]) + (FOOTER_HEIGHT_PX if len(shown) > 1 else PADDING_PX)


def build(
    card: OddsCard, shown: Sequence[OddsCardPage], number: int = 0, key: str = "", wide: float = CARD_WIDTH_PX
) -> PanelContent:
    """Build a page of the card; `key` turns to the next page."""
    found, tall = card.preview, height(shown, number)
    drawn = PanelContent([panel_background(wide, tall)])
    drawn.write(PADDING_PX, 24, found.title, "lead", "bright", True)
    left = PADDING_PX + 12 + text_width(found.title, "lead", True)
    about, size = fit_in_lines((found.about,), wide - PADDING_PX - left, (("small", 1), ("caption", 2)))
    drawn.lines(wide - PADDING_PX, 24 - 6 * (len(about) - 1), 12, about, size, "dim", anchor="r")
    y = HEADER_HEIGHT_PX
    for part in shown[number]:
        part.draw(drawn, y)
        if part.rule:
            drawn.add_hotspot(Rect(8, y, wide - 16, part.tall), "rules", part.rule, rule=part.rule)
        y += part.tall
    if len(shown) > 1:
        y = tall - FOOTER_HEIGHT_PX / 2 - 1
        drawn.hairline(PADDING_PX, tall - FOOTER_HEIGHT_PX + 2, wide - 2 * PADDING_PX)
        drawn.write(PADDING_PX, y, _next(shown, number), "small", "sky")
        draw_key_chip(drawn, wide - PADDING_PX, y, key)
        drawn.add_hotspot(Rect(0, tall - FOOTER_HEIGHT_PX, wide, FOOTER_HEIGHT_PX), "odds", 1)
    return drawn


def _next(shown: Sequence[OddsCardPage], number: int) -> str:
    """Return the label of the current page and the next one."""
    if len(shown) == 2:
        other = shown[1 - number]
        return "Summary" if _sum(other) < _sum(shown[number]) else "The whole card"
    if number == 0:
        return "The whole card"
    many = len(shown) - 1
    return f"{number} of {many}: " + ("next page" if number < many else "summary")


def chance_text(chance: float, bars: Sequence[tuple[str, float]]) -> str:
    """Return a probability in per cent, equal to the sum of its last rounded bars if they add up to it."""
    shares = [share for _, share in bars]
    last = (k for k in range(len(shares)) if math.isclose(sum(shares[k:]), chance, abs_tol=1e-9))
    return percent(chance, next((sum(rounded_percentages(shares)[k:]) for k in last), None))


def _chance(share: str, chance_of: str, wide: float) -> OddsCardBlock:
    at = PADDING_PX + 12 + text_width(share, "display", True)
    lines = wrapped_lines(chance_of, wide - PADDING_PX - at, "body")[:2]
    first = 30 if len(lines) == 1 else 20

    def draw(drawn: PanelContent, y: float) -> None:
        drawn.hairline(PADDING_PX, y + 6, wide - 2 * PADDING_PX)
        drawn.write(PADDING_PX, y + 28, share, "display", "bright", True)
        for k, line in enumerate(lines):
            drawn.write(at, y + first + 18 * k, line)

    return OddsCardBlock(CHANCE_HEIGHT_PX, draw)


def _spread(found: Preview, wide: float) -> list[OddsCardBlock]:
    """Return the blocks of the distribution and of the note, which has at most two lines."""
    bars, lines = (
        found.bars,
        wrapped_lines(found.note, wide - 2 * PADDING_PX, "caption")[:2] if found.note else [],
    )
    room, tall = wide - 2 * PADDING_PX, NOTE_LINE_HEIGHT_PX * len(lines) + 6
    chances = OddsCardBlock(
        BARS_HEIGHT_PX, lambda drawn, y: drawn.add(*p.chance_items(PADDING_PX, y + 64, room, bars))
    )
    note = OddsCardBlock(
        tall, lambda drawn, y: drawn.lines(PADDING_PX, y + 6, NOTE_LINE_HEIGHT_PX, lines, "caption", "dim")
    )
    return [part for part, there in ((chances, bars), (note, lines)) if there]


def _line(row: PreviewRow, wide: float) -> OddsCardBlock:
    """Return the block of a row: label on the left, value before the rule ids, on more lines if necessary."""
    label, value, rule = row.label, row.value, row.rule
    ruled = wide >= MIN_WIDTH_WITH_RULE_IDS_PX
    right = wide - PADDING_PX - (RULE_COLUMN_PX if ruled else 0.0)
    room = right - PADDING_PX
    names = wrapped_lines(label, room, "small")
    values = wrapped_lines(value, room - MIN_VALUE_INDENT_PX, "small", True)
    beside = text_width(names[-1], "small") + 8 + text_width(value, "small", True) <= room
    first = len(names) - beside
    lines = max(len(names), first + len(values))

    def draw(drawn: PanelContent, y: float) -> None:
        y += ROW_HEIGHT_PX / 2
        drawn.lines(PADDING_PX, y, LINE_HEIGHT_PX, names, "small")
        drawn.lines(right, y + LINE_HEIGHT_PX * first, LINE_HEIGHT_PX, values, "small", "bright", True, "r")
        if ruled:
            drawn.write(wide - PADDING_PX, y, rule, "caption", "dim", anchor="r")

    return OddsCardBlock(ROW_HEIGHT_PX + LINE_HEIGHT_PX * (lines - 1), draw, rule)
