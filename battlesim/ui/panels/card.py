"""The right panel: the piece under the pointer, its unit, its figures; controls; the rule."""

from __future__ import annotations

from typing import Any, Final

from battlesim.render import panels as p
from battlesim.render.drawlist import Box, Item, Layer, Ring, Text, Token
from battlesim.render.icons import TONES
from battlesim.render.scene import token_of
from battlesim.render.text import fitted, width_of, wrapped
from battlesim.report.caption import clipped, clipped_name
from battlesim.table.pieces import Aboard, Below, Inside, OnTable, Piece
from battlesim.ui.layout import Rect
from battlesim.ui.model import Model
from battlesim.ui.panels.base import Drawn, Spot, backed
from battlesim.ui.playback import SPEEDS

MOST_MEMBERS: Final = 10
COLUMNS: Final = 5


def build(model: Model, rect: Rect, wide: bool) -> Drawn:
    """The panel; where it is low, the text of the rule makes room."""
    drawn = Drawn([backed(rect.width, rect.height)])
    piece = model.card_piece()
    y = _unit(drawn, model, piece, rect.width, wide) if piece else _nobody(drawn, model, rect.width)
    box = 168.0 if wide else 128.0
    tall = 150.0 if wide else 138.0
    controls = rect.height - box - 44 - tall
    if controls < y:
        controls, box = max(y, rect.height - tall), 0.0
    if piece:
        _weapons(drawn, model, piece, y, rect.width, controls - 8)
    _controls(drawn, model, controls, rect.width)
    if box:
        _why(drawn, model, rect.height - box - 24, rect.width, box)
    return drawn


def _nobody(drawn: Drawn, model: Model, width: float) -> float:
    drawn.items += p.heading(12, 22, width - 24, "Unit", "point at a piece")
    return 40


def _unit(drawn: Drawn, model: Model, piece: Piece, width: float, wide: bool) -> float:
    table, size = model.state.table, 96.0 if wide else 72.0
    token = tokens(model, piece, wide)[0]
    drawn.items.append(Box(Layer.PANEL, 12, 12, size, size, "void", 1.0, 8, "line"))
    middle = 12 + size / 2
    drawn.items.append(token._replace(x=middle, y=middle + 2))
    x, room = 26 + size, width - size - 38
    side = table.side(piece.side)
    kind = model.kind_name(piece.kind)
    about = next((s for s in (f"{kind}, {side.name}", kind) if width_of(s, "small") <= room), kind)
    sizes = ("title", "lead", "body") if wide else ("lead", "body")
    size_of_name = next((s for s in sizes if width_of(piece.name, s, True) <= room), sizes[-1])
    drawn.items += [
        Text(Layer.PANEL, x, 28, clipped(piece.name, room, size_of_name, True), size_of_name, "bright", True),
        Text(Layer.PANEL, x, 50, clipped(about, room, "small"), "small", "dim"),
    ]
    at = x
    for name, tone in _states(model, piece):
        if at + width_of(name, "caption") + 12 > width - 12:
            break
        items, more = p.chip(at, 74, name, tone)
        drawn.items += items
        at += more
    if wide:
        place = clipped(_place(model, piece), room, "caption")
        drawn.items.append(Text(Layer.PANEL, x, 98, place, "caption", "dim"))
    y = 24 + size
    drawn.items += p.stats(12, y, width - 24, model.stats(piece))
    return _members(drawn, model, piece, y + 72, width, wide)


def tokens(model: Model, piece: Piece, wide: bool) -> list[Token]:
    """The portrait of a piece and the tokens of its fellows, without a place."""
    table, fellows = model.state.table, model.fellows(piece)
    shown = fellows[: MOST_MEMBERS if wide else COLUMNS] if len(fellows) > 1 else []
    portrait = _plain(token_of(table, piece, model.looks), (96.0 if wide else 72.0) * 0.36)
    return [portrait, *(_plain(token_of(table, q, model.looks), 18.0, not q.in_play) for q in shown)]


def _plain(token: Token, radius: float, gone: bool = False) -> Token:
    """A token for the panel: facing one way, without a badge; grey when the piece is not in play."""
    turned = token._replace(layer=Layer.PANEL, radius=radius, facing=60.0, badge="", more=False)
    return turned._replace(flying=False, faded=gone, spent=gone or token.spent)


def _states(model: Model, piece: Piece) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if piece.hits < piece.hits_full:
        found.append((f"{piece.hits} of {piece.hits_full} hits", "orange"))
    unsaid = model.looks.unsaid
    for mark in piece.marks:
        words = mark.name.split(":")[0] + (
            f" {mark.count}" if mark.count > 1 and mark.name not in unsaid else ""
        )
        if words not in [w for w, _ in found]:
            found.append((words, TONES.get(mark.name, "text")))
    return found


def _place(model: Model, piece: Piece) -> str:
    place, table = piece.place, model.state.table
    if isinstance(place, OnTable):
        return f"at {place.x:.1f}, {place.y:.1f} in" + (f", {place.z:.1f} in up" if place.z else "")
    if isinstance(place, Inside):
        terrain = table.terrain(place.terrain)
        return f"inside {terrain.called}"
    if isinstance(place, Aboard):
        return f"aboard {table.piece(place.piece).name}"
    return "below ground" if isinstance(place, Below) else f"off the table ({place.why})"


def _members(drawn: Drawn, model: Model, piece: Piece, y: float, width: float, wide: bool) -> float:
    unit = model.fellows(piece)
    alive = [q for q in unit if q.in_play]
    if len(unit) < 2:
        return y
    hurt = sum(q.hits < q.hits_full for q in alive)
    words = f"{len(alive)} of {len(unit)}" + (f", {hurt} wounded" if hurt else "")
    drawn.items += p.heading(12, y, width - 24, "Members", words)
    step = (width - 24) / COLUMNS
    shown = unit[: MOST_MEMBERS if wide else COLUMNS]
    for k, (member, token) in enumerate(zip(shown, tokens(model, piece, wide)[1:], strict=True)):
        cx, cy = 12 + (k % COLUMNS + 0.5) * step, y + 38 + k // COLUMNS * 50
        drawn.items.append(token._replace(x=cx, y=cy))
        if member.id == piece.id:
            drawn.items.append(Ring(Layer.PANEL, cx, cy, 18, "bright", 1.8, 3.0))
        place = Rect(cx - 24, cy - 24, 48, 48)
        drawn.spots.append(Spot(place, "pick", member.id, member.name, piece=member.id))
    rows = -(-len(shown) // COLUMNS)
    return y + 38 + rows * 50


def _weapons(drawn: Drawn, model: Model, piece: Piece, y: float, width: float, foot: float) -> None:
    """Its weapons, as many as there is room for."""
    arms = model.arms(piece)
    if not arms or foot - y < 60:
        return
    drawn.items += p.heading(12, y, width - 24, "Weapons", "range           dice")
    for name, note, reach, dice in arms[: int((foot - y - 24) // 38)]:
        y += 38
        room = width - 100 - width_of(reach, "body", True)
        drawn.items += [
            Text(Layer.PANEL, 12, y - 8, clipped_name(name, room, "body"), "body", "text"),
            Text(Layer.PANEL, 12, y + 9, clipped(note, width - 24, "caption"), "caption", "dim"),
            Text(Layer.PANEL, width - 80, y - 8, reach, "body", "text", True, "r"),
            Text(Layer.PANEL, width - 12, y - 8, dice, "body", "text", True, "r"),
        ]


def _controls(drawn: Drawn, model: Model, y: float, width: float) -> None:
    """Play, pause, step, speed."""
    play = model.playback
    drawn.items += p.heading(12, y, width - 24, "Watch", model.pace_words().partition(":")[0])
    third = (width - 24 - 16) / 3
    rows: tuple[tuple[str, str, str, Any], ...] = (
        ("Back", "prev", "B", "back"),
        ("Pause" if play.playing else "Play", "pause" if play.playing else "play", "", "toggle"),
        ("Next", "next", "N", "next"),
    )
    for k, (label, icon, _, command) in enumerate(rows):
        x = 12 + k * (third + 8)
        on = command == "toggle" and play.playing
        state = "on" if on else "hover" if model.hot == command else "normal"
        drawn.items += p.button(x, y + 24, third, 40, label, icon if third > 90 else "", "", state)  # type: ignore[arg-type]
        drawn.spots.append(Spot(Rect(x, y + 24, third, 40), command))
    names = [name for name, _ in SPEEDS]
    drawn.items += p.segmented(12, y + 74, width - 24, 32, names, play.speed)
    step = (width - 24) / len(names)
    for k in range(len(names)):
        drawn.spots.append(Spot(Rect(12 + k * step, y + 74, step, 32), "speed", k))
    key = model.bindings.shown
    wide = f"{key('toggle')} plays, {key('next')} steps, {key('speed_1')}-{key('speed_5')} speed"
    few = f"{key('toggle')}, {key('next')}, {key('back')}, {key('speed_1')}-{key('speed_5')}"
    words = f"{wide}, {key('help')} all keys" if width > 300 else f"{few}; {key('help')} all keys"
    drawn.items.append(
        Text(Layer.PANEL, 12, y + 122, clipped(words, width - 24, "caption"), "caption", "dim")
    )


def _why(drawn: Drawn, model: Model, y: float, width: float, height: float) -> None:
    """The text of the rule under the pointer, or of what is being shown."""
    rule = model.rule()
    drawn.items += p.heading(12, y, width - 24, "Why", "rule under the pointer")
    drawn.items.append(Box(Layer.PANEL, 12, y + 20, width - 24, height - 16, "void", 1.0, 6))
    entry = model.ruleset.rulebook.get(rule)
    if entry is None:
        return
    drawn.items += [
        Text(Layer.PANEL, 24, y + 38, rule, "small", "yellow", True),
        Text(
            Layer.PANEL,
            width - 24,
            y + 38,
            fitted(entry.section, 130, "caption"),
            "caption",
            "dim",
            anchor="r",
        ),
    ]
    lines = wrapped(entry.text, width - 48, "small")
    most = int((height - 50) // 17)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]} …"]
    items: list[Item] = [
        Text(Layer.PANEL, 24, y + 60 + 17 * k, line, "small", "text") for k, line in enumerate(lines)
    ]
    drawn.items += items
