"""The strip above the table that shows played and upcoming cards, and piles with their number of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from battlesim.engine.cards_and_counts import Card, NamedCount, ResourceTally
from battlesim.engine.ruleset import GameFacts
from battlesim.render import widgets as p
from battlesim.render.drawlist import Dot, Icon, Item, Layer, PanelBox, Stroke
from battlesim.render.palette import side_colour, text_colour
from battlesim.render.text_layout import fitted_text, text_width
from battlesim.report.battle_bar import elided_text, side_badge
from battlesim.table.state import Side
from battlesim.ui.panels import pips
from battlesim.ui.panels.card_forecast import forecast
from battlesim.ui.panels.pips import PIP_RADIUS_PX
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

MIN_WIDE_WIDTH_PX: Final = 1100.0
"""Width of the strip in pixels from which the wide measures are used."""
SHRUNK_CARD_WIDTH_PX, NAMED_CARD_WIDTH_PX = 44.0, 76.0
"""Width of a card reduced to its sign, and of one with its name; a low window has room for nine."""
FACE_X_PX, LONG_NOTE_X_PX, CARD_MARGIN_PX = 40.0, 12.0, 6.0
"""Pixels from a card's edge to its face, to a note too long to stand below the face, and free at its end."""
FIT_TO_FACE: Final = 0.1
"""Used in place of a width: as wide as the face in small letters."""
SHRINKING_STEPS: Final = (
    ("done", SHRUNK_CARD_WIDTH_PX),
    ("coming", NAMED_CARD_WIDTH_PX),
    ("coming", FIT_TO_FACE),
    ("coming", SHRUNK_CARD_WIDTH_PX),
    ("open", SHRUNK_CARD_WIDTH_PX),
    ("done", 0.0),
    ("coming", 0.0),
    ("open", 0.0),
)
"""The steps in which cards are narrowed when not all fit: state of the cards and their new width."""
CARD_GAP_PX: Final = 6.0
CORNER_SIGN_WIDTH_PX = 18.0
"""Width of a sign in a card's corner."""


class CardStripSizes(NamedTuple):
    """Sizes in the card strip: its height, the top and height of cards, and the widths of cards and piles."""

    height: float
    top: float
    tall: float
    widths: dict[str, float]
    pile: float


WIDE_SIZES: Final = CardStripSizes(104, 28, 66, {"done": 132, "now": 264, "open": 142, "coming": 114}, 60)
NARROW_SIZES: Final = CardStripSizes(80, 24, 48, {"done": 96, "now": 186, "open": 106, "coming": 98}, 48)


def height(facts: GameFacts, width: float) -> float:
    """Return the height of the strip over a table of that width, 0 if a ruleset has no cards and no piles."""
    shown = bool(facts.cards) or any(count.pile for count in facts.counts)
    return _sizes(width).height if shown else 0.0


def _sizes(width: float) -> CardStripSizes:
    return WIDE_SIZES if width >= MIN_WIDE_WIDTH_PX else NARROW_SIZES


def build(model: WindowModel, rect: Rect) -> PanelContent:
    """Build the card strip."""
    facts, sizes = model.facts, _sizes(rect.width)
    sides = {side.key: side for side in model.state.table.sides}
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    title = facts.cards_are or f"{facts.turn_name(facts.turn)}: its cards"
    second = facts.second.text if facts.second else ""
    drawn.items += p.heading_items(12, 12, rect.width - 24, title, second)
    _write_forecast(drawn, model, rect.width - text_width(second, "caption"), title)
    piles = [count for count in facts.counts if count.pile]
    right = rect.width - 12
    for count in reversed(piles):
        right -= sizes.pile
        _draw_pile(drawn, count, right, sizes)
        right -= CARD_GAP_PX
    x = 12.0
    widths = _card_widths(facts.cards, right - x, sizes)
    for card, wide in zip(facts.cards, widths, strict=True):
        side = sides.get(card.side)
        if wide:
            place = Rect(x, sizes.top, wide, sizes.tall)
            _draw_card(drawn, card, side, place)
            whose = f"{side.name}: " if side else ""
            hidden = ", hidden from the others" if card.hidden_from else ""
            tip = f"{whose}{_full_text(card)}{hidden}"
            drawn.add_hotspot(place, "rules" if card.rule else "", card.rule, tip, rule=card.rule)
            x += wide + CARD_GAP_PX
    return drawn


def _write_forecast(drawn: PanelContent, model: WindowModel, right: float, title: str) -> None:
    """Write what the open cards mean for the user's side to the right of the title."""
    left = 28 + text_width(title.upper(), "caption", True)
    told = forecast(model.facts, model.state.table, model.own_side)
    drawn.write(left, 12, fitted_text(told, right - left - 28, "caption"), "caption", "text")


def _full_text(card: Card) -> str:
    """Return everything that a card says, as one text."""
    left = f"{card.pips - card.spent} of {card.pips} left" if card.pips and card.state != "done" else ""
    taken = f"{card.struck} to be taken" if card.struck else ""
    return ", ".join(part for part in (card.face, card.note, left, taken, card.more) if part)


def _card_widths(cards: Sequence[Card], room: float, sizes: CardStripSizes) -> list[float]:
    """Return a width for each card; cards played shrink first, then those to come, the last ones first.

    A card that does not fit even then has the width 0, but never the card in play.
    """
    widths = [sizes.widths[card.state] for card in cards]
    for state, to in SHRINKING_STEPS:
        for k in _indices_by_state(cards, state):
            if sum(wide + CARD_GAP_PX for wide in widths if wide) <= room + CARD_GAP_PX:
                return widths
            widths[k] = min(widths[k], _face_width(cards[k].face) if to == FIT_TO_FACE else to)
    return widths


def _face_width(face: str) -> float:
    """Return the width of a card that has room only for its face in small letters."""
    return FACE_X_PX + text_width(face, "small", True) + CARD_MARGIN_PX


def _indices_by_state(cards: Sequence[Card], state: str) -> list[int]:
    """Return the indices of the cards of a state: the first played first, the last to come first."""
    found = [k for k, card in enumerate(cards) if card.state == state]
    return found if state == "done" else found[::-1]


def _draw_card(drawn: PanelContent, card: Card, side: Side | None, at: Rect) -> None:
    colour = side_colour(side.number if side else 0)
    now, done, coming = card.state == "now", card.state == "done", card.state == "coming"
    if now:
        at = Rect(at.x, at.y - 3, at.width, at.height + 8)
        drawn.box(at.x - 3, at.y - 3, at.width + 6, at.height + 6, colour, 0.35, 8)
    fill = {"now": "hover", "done": "panel", "open": "raised", "coming": "void"}[card.state]
    edge = "" if coming else text_colour(colour) if now and side else "line"
    drawn.add(PanelBox(Layer.PANEL, *at, fill, 1.0, 6, edge, card.state == "open"))
    if coming:
        ring = ((at.x, at.y), (at.right, at.y), (at.right, at.bottom), (at.x, at.bottom), (at.x, at.y))
        drawn.add(Stroke(Layer.PANEL, ring, "faint", 1.2, dash=(5.0, 4.0)))
    drawn.box(at.x, at.y + 2, 5, at.height - 4, "faint" if done else colour, 1.0, 2)
    middle = at.y + (at.height / 2 if at.width <= SHRUNK_CARD_WIDTH_PX else 20)
    drawn.add(*_crest_items(card, side, at.x + 22, middle, 11.0 if now else 8.0))
    if at.width > SHRUNK_CARD_WIDTH_PX:
        _write_card_text(drawn, card, at, middle)
    for k, (name, ink) in enumerate(_corner_icons(card)):
        drawn.icon(
            at.right - 11 - CORNER_SIGN_WIDTH_PX * k, at.y + 14 if now else at.bottom - 11, name, 14, ink
        )


def _corner_icons(card: Card) -> list[tuple[str, str]]:
    """Return the icons in a card's corner: finished (unless in play), hidden from others."""
    done = [("ready", "dim")] if card.state == "done" else []
    return [*done, ("hidden", "text")] if card.hidden_from else done


def _crest_items(card: Card, side: Side | None, x: float, y: float, radius: float) -> tuple[Item, ...]:
    """Return the badge of the card's side, or the icon of an event if it has none."""
    if side is None:
        return (Icon(Layer.PANEL, x, y, "stunned", 2 * radius, "dim" if card.state == "done" else "yellow"),)
    return side_badge(x, y, radius, side.number)


def _write_card_text(drawn: PanelContent, card: Card, at: Rect, middle: float) -> None:
    """Write the face, and below it the pips that are left, else the note."""
    now, done = card.state == "now", card.state == "done"
    left, ink = at.x + FACE_X_PX, "dim" if done or card.state == "coming" else "bright"
    size = "lead" if now else "body"
    room = at.right - left - CARD_MARGIN_PX - CORNER_SIGN_WIDTH_PX * (now and bool(card.hidden_from))
    size = size if text_width(card.face, size, not done) <= room else "small"
    faces = [face for face in _shorter_faces(card) if text_width(face, size, not done) <= room]
    face = faces[0] if faces else elided_text(card.face, room, size, not done)
    drawn.write(left, middle, face, size, ink, not done)
    low = at.bottom - 13
    if now and card.pips:
        _draw_segments(drawn, card, Rect(at.x + 14, low - 5, at.width - 28, 10))
        return
    if card.pips and not done:
        drawn.add(*_pip_items(card, left, low))
        left += pips.width(card.pips) + 6
    forms = _taken_texts(card) if done and card.pips else _shorter_notes(card.note)
    room = at.right - left - max(8, 2 + CORNER_SIGN_WIDTH_PX * len(_corner_icons(card)))
    if not card.pips and text_width(card.note, "caption") > room:
        left, room = at.x + LONG_NOTE_X_PX, room + left - at.x - LONG_NOTE_X_PX
    fits = (words for words in forms if text_width(words, "caption") <= room)
    drawn.write(left, low, next(fits, ""), "caption", "dim")


def _taken_texts(card: Card) -> Iterator[str]:
    """Yield texts for how many pips of a card were taken, the longest first."""
    yield f"{card.spent} of {card.pips} taken"
    yield f"{card.spent} of {card.pips}"


def _shorter_faces(card: Card) -> Iterator[str]:
    """Yield a card's face, then without the last word if the note below it says that word again."""
    yield card.face
    first, _, last = card.face.rpartition(" ")
    if first and last.lower() == card.note.lower():
        yield first


def _shorter_notes(note: str) -> Iterator[str]:
    """Yield a note, then its beginnings up to each comma, the longest first."""
    yield note
    parts = note.split(", ")
    yield from (f"{', '.join(parts[:k])}, …" for k in range(len(parts) - 1, 0, -1))


def _pip_items(card: Card, x: float, y: float) -> list[Item]:
    """Return a disc for each free pip, struck through if it will be taken, and a grey one for each spent."""
    left = pips.row(x, y, ResourceTally("", "", card.pips - card.spent, struck=card.struck), "text")
    end = x + pips.width(card.pips - card.spent) + PIP_RADIUS_PX
    return [
        *left,
        *(
            Dot(Layer.PANEL, end + pips.PIP_STEP_PX * k, y, PIP_RADIUS_PX, "faint", 0)
            for k in range(card.spent)
        ),
    ]


def _draw_segments(drawn: PanelContent, card: Card, at: Rect) -> None:
    """Draw the pips of the card in play as segments: spent, current and to come."""
    step = (at.width + 4) / card.pips
    for k in range(card.pips):
        spent, present = k < card.spent, k == card.spent
        fill = "line" if spent else "sky" if present else "panel"
        x = at.x + k * step
        drawn.box(x, at.y, step - 4, at.height, fill, 1.0, 3, "" if present else "faint")
        if spent:
            drawn.icon(x + (step - 4) / 2, at.y + at.height / 2, "ready", 10, "text")


def _draw_pile(drawn: PanelContent, count: NamedCount, x: float, sizes: CardStripSizes) -> None:
    """Draw a pile with the number of cards in it."""
    wide, tall = sizes.pile, sizes.tall - 12
    for k in range(min(3, 1 + count.now // 6) - 1, -1, -1):
        drawn.box(x + 2 * k, sizes.top - 2 * k, wide - 6, tall, "raised", 1.0, 5, "line")
    middle = x + (wide - 6) / 2
    drawn.write(middle, sizes.top + tall / 2, f"{count.now}", "title", "bright", True, "c")
    drawn.write(
        middle, sizes.top + tall + 9, elided_text(count.name, wide, "caption"), "caption", "dim", anchor="c"
    )
