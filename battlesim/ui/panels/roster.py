"""The left panel, which lists the units or kinds of pieces of every side above the minimap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from battlesim.geometry.shapes import Point
from battlesim.render import widgets as p
from battlesim.render.drawlist import Icon, Layer, PictureItem
from battlesim.render.palette import side_colour, text_colour
from battlesim.render.scene import piece_token
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import (
    UNPLAYED_SIDE_LABEL,
    UNPLAYED_SIDE_SHORT_LABEL,
    elided_name,
    elided_text,
    side_badge,
    side_dots,
)
from battlesim.report.unit_names import MAX_LETTERED_UNIT_SIZE
from battlesim.table.ids import NO_UNIT, SideKey, UnitId
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Below, Inside, Off, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground
from battlesim.table.units import Unit
from battlesim.ui.panels import checklist, pips
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.controls import hidden_rows_text
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

MAX_LISTED_UNIT_SIZE: Final = MAX_LETTERED_UNIT_SIZE
"""Largest unit that is listed as a unit; larger ones are listed by kinds of pieces."""
MIN_LISTED_ROWS: Final = 5
"""Number of rows of units that the checklist of a turn leaves room for."""
MINIMAP_PICTURE = "overview"
SIDE_FRAME_HEIGHT_PX, FOLDED_SIDE_HEIGHT_PX, MORE_TEXT_HEIGHT_PX = 46.0, 36.0, 14.0
"""Pixels: of a side besides its rows, of a folded side, of the text that there are more rows."""
ABBREVIATIONS: Final = (("in play", "here"), ("in reserve", "to come"), (" here", ""))
"""Replacements that shorten a row's note, applied one after the other until it fits."""
OFF_TABLE_WORDS: Final = {"reserve": "in reserve", "left": "gone off"}
"""The words for pieces that are off the table, by the reason, where the reason itself is unclear."""


@dataclass(frozen=True)
class RosterRow:
    """A row of the unit list: the pieces of a unit, and the number of them that are in play (`standing`).

    `out` pairs each mark for pieces out of action with the number of such pieces. `marks` are the marks
    (named states) of the whole unit.
    """

    name: str
    pieces: tuple[Piece, ...]
    standing: int
    out: tuple[tuple[str, int], ...] = ()
    unit: UnitId = NO_UNIT
    marks: tuple[str, ...] = ()


def roster_rows(model: WindowModel, table: Table, side: SideKey) -> list[RosterRow]:
    """Return the rows of a side: its units with pieces in play or to come.

    Large units and those of an unplayed side are listed by kinds of pieces, together with small ones of that
    name.
    """
    played, units = table.side(side).played, dict[UnitId, list[Piece]]()
    for piece in table.pieces_of_side(side):
        units.setdefault(piece.unit, []).append(piece)
    rows: dict[tuple[str, UnitId], list[Piece]] = {}
    for unit, pieces in units.items():
        if played and len(pieces) <= MAX_LISTED_UNIT_SIZE:
            rows[model.unit_name(unit), unit] = pieces
            continue
        for kind, alike in _by_kind(pieces).items():
            rows.setdefault((model.kinds_name(kind), NO_UNIT), []).extend(alike)
    for name, unit in [row for row in rows if row[1] and (row[0], NO_UNIT) in rows]:
        rows[name, NO_UNIT] = rows.pop((name, unit)) + rows[name, NO_UNIT]
    found = [
        _roster_row(name, pieces, table.units.get(unit), unit, model) for (name, unit), pieces in rows.items()
    ]
    return sorted(found, key=lambda group: not group.standing)


def _by_kind(pieces: Sequence[Piece]) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(piece.kind, []).append(piece)
    return found


def _roster_row(
    name: str, pieces: list[Piece], known: Unit | None, unit: UnitId, model: WindowModel
) -> RosterRow:
    looks = model.looks
    here = [piece for piece in pieces if piece.in_play]
    out = Counter(filter(None, map(looks.out_mark, here)))
    said = [looks.mark_text(mark) for mark in known.marks] if known and here else []
    marks = tuple(filter(None, [model.conduct.get(unit, ""), *said])) if here else ()
    return RosterRow(name, tuple(pieces), len(here) - out.total(), tuple(out.items()), unit, marks)


def stamp(model: WindowModel) -> tuple[object, ...]:
    """Return everything that the panel depends on."""
    person = (
        model.pointer.selected_piece,
        tuple(model.conduct.items()),
        tuple(model.display.units_from.items()),
    )
    return model.state, model.facts, model.overview, model.line, *person


def build(model: WindowModel, rect: Rect, row: float) -> PanelContent:
    """Build the left panel."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    table = model.state.table
    small = minimap_rect(rect, table.ground)
    sides = sorted(table.sides, key=lambda side: side.number)
    lists = {side.key: roster_rows(model, table, side.key) for side in sides}
    bottom = small.y - 40 - checklist.height(model, small.y - 40 - MIN_LISTED_ROWS * row)
    room = bottom - SIDE_FRAME_HEIGHT_PX * len(sides)
    if len(sides) > 2 and row * sum(map(len, lists.values())) > room:
        _draw_folded_sides(drawn, model, sides, lists, rect.width, row, bottom)
    else:
        y = 22.0
        for side in sides:
            most = _rows_for_side(lists, side.key, int(room // row))
            y = _draw_side(drawn, model, side, lists[side.key], y, rect.width, row, most)
    if bottom < small.y - 40:
        checklist.draw(drawn, model, Rect(12, bottom + 8, rect.width - 24, 0))
    _draw_minimap(drawn, model, small, rect.width)
    return drawn


def _draw_folded_sides(
    drawn: PanelContent,
    model: WindowModel,
    sides: Sequence[Side],
    lists: dict[SideKey, list[RosterRow]],
    width: float,
    row: float,
    bottom: float,
) -> None:
    """Draw a line for each side, with the list of the selected piece's side, else of the active one."""
    picked = model.state.table.pieces.get(model.pointer.selected_piece)
    unfolded = picked.side if picked else model.facts.active
    drawn.items += p.heading_items(12, 22, width - 24, f"{len(sides)} sides", "in play")
    y = 36.0
    rest = bottom - y - FOLDED_SIDE_HEIGHT_PX * len(sides) - MORE_TEXT_HEIGHT_PX
    for side in sides:
        _draw_side_line(drawn, model, side, lists[side.key], y, width)
        y += FOLDED_SIDE_HEIGHT_PX
        if side.key == unfolded and rest >= row:
            y = _draw_rows(drawn, model, side, lists[side.key], y, width, row, int(rest // row))


def _draw_side_line(
    drawn: PanelContent, model: WindowModel, side: Side, found: list[RosterRow], y: float, width: float
) -> None:
    """Draw a side with its sign and name, what became of its pieces, and how many are in play."""
    pieces = [piece for group in found for piece in group.pieces]
    standing = sum(group.standing for group in found)
    active, middle = model.facts.active == side.key, y + FOLDED_SIDE_HEIGHT_PX / 2
    if active:
        drawn.box(6, y + 1, width - 12, FOLDED_SIDE_HEIGHT_PX - 2, "hover", 1.0, 5)
        drawn.box(6, y + 1, 4, FOLDED_SIDE_HEIGHT_PX - 2, side_colour(side.number), 1.0, 2)
    drawn.items += side_badge(26, middle, 9, side.number)
    ink = text_colour(side_colour(side.number)) if standing else "dim"
    drawn.write(width - 16, middle, str(standing), "body", ink, True, "r")
    off = Counter(piece.place.why for piece in pieces if isinstance(piece.place, Off))
    words = [f"{count} {mark}" for mark, count in _out_counts(found)]
    words += [f"{count} {'to come' if why == 'reserve' else why}" for why, count in sorted(off.items())]
    room = width - 42 - 16 - text_width(str(standing), "body", True) - 8
    ruled = (
        []
        if side.played
        else [", ".join((*words, ending)) for ending in (UNPLAYED_SIDE_LABEL, UNPLAYED_SIDE_SHORT_LABEL)]
    )
    forms = ruled or [", ".join(words)]
    note = _first_fitting(forms, room)
    high = middle - (7 if note else 0)
    name = elided_text(side.name, room, "body", active)
    drawn.write(42, high, name, "body", "bright" if active else "text", active)
    if note:
        drawn.write(42, middle + 8, elided_text(note, room, "caption"), "caption", "dim")
    if pieces:
        first = next((piece for piece in pieces if piece.in_play), pieces[0])
        drawn.add_hotspot(
            Rect(6, y, width - 12, FOLDED_SIDE_HEIGHT_PX), "pick", first.id, f"Open {side.name}"
        )


def _out_counts(found: Sequence[RosterRow]) -> list[tuple[str, int]]:
    """Return how many pieces of some rows take no part where they are, by the mark that says so."""
    return list(sum((Counter(dict(group.out)) for group in found), Counter[str]()).items())


def _first_fitting(forms: Sequence[str], room: float) -> str:
    """Return the first text that fits, else the last one."""
    return next((words for words in forms if text_width(words, "caption") <= room), forms[-1])


def minimap_px_per_in(rect: Rect, ground: Ground) -> float:
    """Return the pixels per inch of the minimap in the panel."""
    return min((rect.width - 16) / ground.width, rect.height * 0.24 / ground.height)


def minimap_rect(rect: Rect, ground: Ground) -> Rect:
    """Return the rect of the minimap in the panel."""
    k = minimap_px_per_in(rect, ground)
    wide, high = ground.width * k, ground.height * k
    return Rect((rect.width - wide) / 2, rect.height - 8 - high, wide, high)


def _rows_for_side(lists: dict[SideKey, list[RosterRow]], side: SideKey, rows: int) -> int:
    """Return how many rows a side gets: all if they fit, else its part and what the other sides leave."""
    need = {key: len(found) for key, found in lists.items()}
    if sum(need.values()) <= rows:
        return need[side]
    half = rows // len(need)
    spare = sum(max(0, half - n) for n in need.values())
    return min(need[side], max(1, half + spare))


def _draw_side(
    drawn: PanelContent,
    model: WindowModel,
    side: Side,
    found: list[RosterRow],
    y: float,
    width: float,
    row: float,
    most: int,
) -> float:
    able = [group for group in found if group.standing]
    done = sum(_row_state(model, group) == "done" for group in able)
    active = "active" if model.facts.active == side.key else ""
    played = (f"{done} of {len(able)} done", f"{done} of {len(able)}") if done else (active,)
    ruled = (
        f"{played[0]}, {UNPLAYED_SIDE_LABEL}" if played[0] else UNPLAYED_SIDE_LABEL,
        UNPLAYED_SIDE_LABEL,
        UNPLAYED_SIDE_SHORT_LABEL,
    )
    room = width - 24 - text_width(side.name.upper(), "caption", True) - p.PANEL_PADDING_PX
    forms = played if side.played else ruled
    drawn.items += p.heading_items(12, y, width - 24, side.name, _first_fitting(forms, room))
    return _draw_rows(drawn, model, side, found, y + 22, width, row, most) + 26


def _draw_rows(
    drawn: PanelContent,
    model: WindowModel,
    side: Side,
    found: list[RosterRow],
    y: float,
    width: float,
    row: float,
    most: int,
) -> float:
    """Draw as many rows of a list as fit. Return the y where they end."""
    first = _first_shown_row(model, side.key, found, most)
    for group in found[first : first + most]:
        _draw_row(drawn, model, group, y, width, row)
        y += row
    if len(found) > most:
        up, down = model.bindings.key_label("units_up"), model.bindings.key_label("units_down")
        words = elided_text(
            hidden_rows_text(first, len(found) - first - most, up, down), width - 28, "caption"
        )
        drawn.write(16, y + 8, words, "caption", "dim")
        y += MORE_TEXT_HEIGHT_PX
    return y


def _first_shown_row(model: WindowModel, side: SideKey, found: list[RosterRow], most: int) -> int:
    """Return the first row that is shown: the scroll position, moved to show a newly selected piece."""
    first = model.display.units_from.get(side, 0)
    chosen = [
        k for k, group in enumerate(found) if any(p.id == model.pointer.selected_piece for p in group.pieces)
    ]
    if chosen and model.display.units_for != model.pointer.selected_piece:
        model.display.units_for = model.pointer.selected_piece
        first = min(max(first, chosen[0] - most + 1), chosen[0])
    model.display.units_from[side] = max(0, min(first, len(found) - most))
    return model.display.units_from[side]


def _draw_row(
    drawn: PanelContent, model: WindowModel, group: RosterRow, y: float, width: float, row: float
) -> None:
    kind, _ = Counter(piece.kind for piece in group.pieces).most_common(1)[0]
    first = next(piece for piece in group.pieces if piece.kind == kind)
    leader = next((piece for piece in group.pieces if piece.in_play), first)
    token = piece_token(model.state.table, first, model.looks)._replace(
        facing=60.0, lost=0, full=0, badge="", more=False, stretch=0.0
    )
    state = _row_state(model, group)
    purse = next(iter(model.facts.tallies_of(group.unit)), None) if group.unit else None
    held = purse.free + purse.held if purse else 0
    actions = model.facts.actions_left if state == "now" and not purse else 0
    bold = state == "now"
    room, signs = width - 70, 16.0 * actions + 8 if actions else 26.0 if state == "done" else 0.0
    signs += pips.width(held) + 4 if held else 0
    wide = text_width(group.name, "body", bold) > room - signs
    note = _row_note(group, room - (signs if wide else 0))
    below = wide and signs > 0 and text_width(note, "caption") <= room - signs
    beside = room - (0 if below else signs)
    size = "body" if text_width(group.name, "body", bold) <= beside else "small"
    label = elided_name(group.name, beside, size, bold)
    note = elided_text(note, room, "caption")
    items = p.row_items(6, y - (48 - row) / 2, width - 12, token, label, note, state, actions, below, size)
    gone = not group.standing
    drawn.items += [item for item in items if not (gone and isinstance(item, Icon))]
    if purse and held:
        right = width - 16 - pips.width(held) - (22 if state == "done" else 0)
        colour = text_colour(side_colour(model.state.table.side(first.side).number))
        drawn.items += pips.row(right, y - (48 - row) / 2 + (33 if below else 15), purse, colour)
    drawn.add_hotspot(Rect(6, y, width - 12, row), "pick", leader.id, piece=leader.id)


def _row_note(group: RosterRow, room: float) -> str:
    """Return where the row's pieces are and the last marks of their unit, as many as fit in `room` pixels."""
    where = Counter(piece.place.why for piece in group.pieces if isinstance(piece.place, Off))
    below = sum(isinstance(piece.place, Below) for piece in group.pieces)
    words = [f"{group.standing} in play"] if group.standing else []
    words += [f"{count} {mark}" for mark, count in group.out]
    words += [f"{below} below"] if below else []
    words += [f"{count} {OFF_TABLE_WORDS.get(why, why)}" for why, count in sorted(where.items())]
    states = [group.marks[number:] for number in range(len(group.marks) + 1)]
    return _first_fitting(
        [note for marks in states for note in _shorter_notes(", ".join((*words, *marks)))], room
    )


def _shorter_notes(note: str) -> Iterator[str]:
    """Yield a note in shorter and shorter forms."""
    yield note
    for long, short in ABBREVIATIONS:
        note = note.replace(long, short)
        yield note


def _row_state(model: WindowModel, group: RosterRow) -> Literal["", "now", "done"]:
    facts = model.facts
    if not group.standing or (group.unit and group.unit in facts.done):
        return "done"
    if group.unit and group.unit == facts.unit:
        return "now"
    return "done" if all(x.id in facts.done for x in group.pieces if x.in_play) else ""


def _draw_minimap(drawn: PanelContent, model: WindowModel, at: Rect, width: float) -> None:
    """Draw the minimap with pieces as the signs of their sides; the camera's rect is drawn later."""
    table = model.state.table
    ground, k = table.ground, at.height / table.ground.height
    size = phrase("{} x {}", length_text(ground.width, unit=False), length_text(ground.height))
    drawn.items += p.heading_items(12, at.y - 20, width - 24, "Table", size)
    drawn.items.append(PictureItem(Layer.PANEL, at.x, at.y, model.overview))
    numbers = {side.key: side.number for side in table.sides}
    signs: dict[int, list[Point]] = {}
    for piece in table.pieces.values():
        spot = piece.xy if piece.table_position else _position_inside(table, piece)
        if spot:
            place = at.x + spot[0] * k, at.y + (ground.height - spot[1]) * k
            signs.setdefault(numbers[piece.side], []).append(place)
    drawn.items += [side_dots(some, 1.9 if side == 1 else 2.1, side) for side, some in signs.items()]
    drawn.add_hotspot(at, "centre", k, "Click to move the view there")


def _position_inside(table: Table, piece: Piece) -> Point | None:
    """Return the position of a piece that is inside an object on the table; None for any other piece."""
    return object_position(table, piece.id) if isinstance(piece.place, Inside) else None
