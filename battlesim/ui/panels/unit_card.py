"""The right panel, with the hovered piece, its unit and statistics, playback controls and a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.drawlist import CircleOutline, Layer, Token
from battlesim.render.icons import ICON_COLOURS
from battlesim.render.palette import side_colour
from battlesim.render.scene import piece_token
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.report.battle_bar import elided_text
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Aboard, Below, Inside, OnTable, Piece
from battlesim.ui.panels import pips
from battlesim.ui.session.playback import PLAYBACK_SPEEDS
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit import controls
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

LARGE_MEMBERS_PER_ROW: Final = 5
"""Members in a row of large tokens; larger units are drawn with smaller tokens."""
MEMBERS_PER_ROW, MEMBER_ROW_STEPS_PX, MEMBER_RADII_PX = (
    {False: LARGE_MEMBERS_PER_ROW, True: 8},
    {False: 50.0, True: 32.0},
    {False: 18.0, True: 11.0},
)
"""By whether tokens are small: members in a row, pixels from row to row, radius of each."""
RULE_LINE_HEIGHT_PX, RULE_FRAME_HEIGHT_PX, MIN_RULE_HEIGHT_PX = 17.0, 58.0, 100.0
"""Pixels: a line of a rule, everything around its text, and the smallest useful height."""
MIN_RULE_LINES: Final = 2
"""Smallest number of lines below a rule's section: one of its text, and one that says how many follow."""
HEADING_GAP_PX, MIN_MEMBERS_HEIGHT_PX = 14.0, 90.0
"""Pixels above a heading in a decision panel, and those that members need there."""
CONTROLS_HEIGHT_PX: Final = 138.0
"""Height of the playback controls at the foot of the panel."""


def build(model: WindowModel, rect: Rect, wide: bool, covered: float = 0.0) -> PanelContent:
    """Build the right panel: the piece on top, the controls below, and the rule in the room between them.

    `covered` is how far down an open decision covers it; below that there is only the rule.
    """
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    piece = model.card_piece()
    y = (
        _draw_piece(drawn, model, piece, rect.width, wide)
        if piece
        else _draw_no_piece(drawn, model, rect.width)
    )
    if covered:
        _draw_rule(drawn, model, covered + PANEL_GAP_PX, rect.height - 12, rect.width)
        return drawn
    controls = max(y, rect.height - CONTROLS_HEIGHT_PX)
    foot = controls - 12
    tall = _RuleText(model, rect.width, model.rule()).tall
    keep = min(tall, 190.0 if wide else 150.0)
    keep = keep if foot - y - keep > 60 else 0.0
    if piece:
        arms = _weapons_height(model, piece, rect.width)
        y = _draw_members(drawn, model, piece, y, rect.width, wide, foot - keep - arms)
        y = _draw_weapons(drawn, model, piece, y, rect.width, foot - keep)
    _draw_controls(drawn, model, controls, rect.width)
    _draw_rule(drawn, model, y, foot, rect.width)
    return drawn


def _draw_rule(drawn: PanelContent, model: WindowModel, y: float, foot: float, width: float) -> None:
    """Draw the rule at the foot of the room, if that is high enough to be useful."""
    rule = _RuleText(model, width, model.rule())
    if tall := rule.tall_in(foot - y):
        rule.show(drawn, foot - tall, tall)


def reserved_rule_height(most: float) -> float:
    """Return the height that every decision panel leaves below it for the rule, 0 if `most` is too little.

    It is the same for all decisions, so that nothing above it moves.
    """
    return most + PANEL_GAP_PX + 12 if most >= MIN_RULE_HEIGHT_PX else 0.0


def draw_unit_details(
    drawn: PanelContent, model: WindowModel, y: float, foot: float, width: float, rule: bool = False
) -> None:
    """Draw rule, weapons and unit of the piece into the free part of a decision panel, as far as they fit.

    The rule is drawn only with `rule`, when it has no room below the panel.
    """
    piece = model.card_piece()
    arms = _weapons_height(model, piece, width) if piece else 0.0
    if rule:
        foot = _draw_rule_beside(drawn, model, y + HEADING_GAP_PX, foot, width, arms)
    if piece and arms and y + arms <= foot:
        y = _draw_weapons(drawn, model, piece, y + HEADING_GAP_PX, width, foot)
    if piece and foot - y >= MIN_MEMBERS_HEIGHT_PX:
        _draw_members(drawn, model, piece, y + HEADING_GAP_PX, width, False, foot)


def _draw_rule_beside(
    drawn: PanelContent, model: WindowModel, y: float, foot: float, width: float, arms: float
) -> float:
    """Draw the rule at the foot, shorter if that leaves room for weapons `arms` high.

    Return where it begins.
    """
    rule = _RuleText(model, width, model.rule())
    tall = rule.tall_in(foot - y - arms) or rule.tall_in(foot - y)
    if tall:
        rule.show(drawn, foot - tall, tall)
    return foot - tall


def _draw_no_piece(drawn: PanelContent, model: WindowModel, width: float) -> float:
    drawn.items += p.heading_items(12, 22, width - 24, "Unit", "point at a piece")
    return 40


def _draw_piece(drawn: PanelContent, model: WindowModel, piece: Piece, width: float, wide: bool) -> float:
    table, size = model.state.table, 96.0 if wide else 72.0
    token = tokens(model, piece, wide)[0]
    drawn.box(12, 12, size, size, "void", 1.0, 8, "line")
    middle, side = 12 + size / 2, table.side(piece.side)
    drawn.items.append(token._replace(x=middle, y=middle + 2))
    for tally in [tally for tally in model.facts.tallies_of(piece.id) if tally.most]:
        drawn.items += pips.segment_bar(18, size, size - 12, tally, side_colour(side.number))
    x, room = 26 + size, width - size - 38
    kind = model.kind_name(piece.kind)
    about = next((s for s in (f"{kind}, {side.name}", kind) if text_width(s, "small") <= room), kind)
    sizes = ("title", "lead", "body") if wide else ("lead", "body", "small")
    size_of_name = next((s for s in sizes if text_width(piece.name, s, True) <= room), sizes[-1])
    drawn.write(x, 28, elided_text(piece.name, room, size_of_name, True), size_of_name, "bright", True)
    drawn.write(x, 50, elided_text(about, room, "small"), "small", "dim")
    at = x
    for name, tone in _state_chips(model, piece):
        if at + text_width(name, "caption") + 12 > width - 12:
            break
        items, more = p.chip_items(at, 74, name, tone)
        drawn.items += items
        at += more
    if wide:
        place = elided_text(_place_text(model, piece), room, "caption")
        drawn.write(x, 98, place, "caption", "dim")
    y = 24 + size
    drawn.items += p.stat_items(12, y, width - 24, model.stats(piece))
    return y + 72


def tokens(model: WindowModel, piece: Piece, wide: bool) -> list[Token]:
    """Return the portrait of a piece and the tokens of its unit's members, without positions."""
    table, fellows = model.state.table, model.unit_members(piece)
    radius = MEMBER_RADII_PX[_is_crowded(fellows, wide)]
    portrait = _panel_token(piece_token(table, piece, model.looks), (96.0 if wide else 72.0) * 0.36)
    shown = fellows if len(fellows) > 1 else []
    return [
        portrait,
        *(_panel_token(piece_token(table, q, model.looks), radius, not q.in_play) for q in shown),
    ]


def _is_crowded(unit: Sequence[Piece], wide: bool) -> bool:
    """Return whether the members are so many that they are drawn small."""
    return len(unit) > (2 * LARGE_MEMBERS_PER_ROW if wide else LARGE_MEMBERS_PER_ROW)


def _panel_token(token: Token, radius: float, gone: bool = False) -> Token:
    """Return a round token for the panel, with a fixed facing, no badge; grey if the piece is not in play."""
    turned = token._replace(layer=Layer.PANEL, radius=radius, facing=60.0, badge="", more=False)
    return turned._replace(flying=False, stretch=0.0, faded=gone, spent=gone or token.spent)


def _state_chips(model: WindowModel, piece: Piece) -> list[tuple[str, str]]:
    found = [(tally.text, "text") for tally in model.facts.tallies_of(piece.id)]
    if piece.unit in model.conduct:
        found.append((model.conduct[piece.unit], "sky"))
    if piece.hits < piece.hits_full:
        found.append((f"{piece.hits} of {piece.hits_full} {model.facts.hits_word}", "orange"))
    for mark in model.state.table.marks_of(piece):
        words, icon = model.looks.mark_text(mark), model.looks.badges.get(mark.kind, mark.name)
        if words and words not in [w for w, _ in found]:
            found.append((words, ICON_COLOURS.get(icon, "text")))
    return found


def _place_text(model: WindowModel, piece: Piece) -> AnyText:
    place, table = piece.place, model.state.table
    if isinstance(place, OnTable):
        up = phrase(", {} up", length_text(place.z, 1)) if place.z else ""
        return phrase("at {}, {}{}", length_text(place.x, 1, unit=False), length_text(place.y, 1), up)
    if isinstance(place, Inside):
        terrain = table.terrain(place.terrain)
        return f"inside {terrain.spoken_name}"
    if isinstance(place, Aboard):
        return f"aboard {table.piece(place.piece).name}"
    if isinstance(place, Below):
        return f"under {table.piece(place.piece).name}" if place.piece in table.pieces else "below ground"
    return f"off the table ({place.why})"


def _draw_members(
    drawn: PanelContent, model: WindowModel, piece: Piece, y: float, width: float, wide: bool, foot: float
) -> float:
    """Draw the unit in as many rows as fit, at least one, and the number of the rest.

    Return where they end.
    """
    unit = model.unit_members(piece)
    if len(unit) < 2:
        return y
    alive = [q for q in unit if q.in_play and q.hits]
    out = Counter(filter(None, map(model.looks.out_mark, alive)))
    hurt = sum(q.hits < q.hits_full for q in alive)
    more = [f"{hurt} wounded"] * bool(hurt) + [f"{count} {mark}" for mark, count in out.items()]
    words = ", ".join((f"{len(alive) - out.total()} of {len(unit)}", *more))
    drawn.items += p.heading_items(12, y, width - 24, "Members", words)
    small = _is_crowded(unit, wide)
    columns, step, radius = MEMBERS_PER_ROW[small], MEMBER_ROW_STEPS_PX[small], MEMBER_RADII_PX[small]
    rows = max(1, min(-(-len(unit) // columns), int((foot - y - 20) // step)))
    most = len(unit) if rows * columns >= len(unit) else rows * columns - 1
    across, top = (width - 24) / columns, y + 14 + step / 2
    for k, (member, token) in enumerate(zip(unit[:most], tokens(model, piece, wide)[1:], strict=False)):
        cx, cy = 12 + (k % columns + 0.5) * across, top + k // columns * step
        drawn.items.append(token._replace(x=cx, y=cy))
        if member.id == piece.id:
            drawn.items.append(CircleOutline(Layer.PANEL, cx, cy, radius, "bright", 1.8, 3.0))
        place = Rect(cx - across / 2, cy - step / 2, across, step)
        drawn.add_hotspot(place, "pick", member.id, member.name, piece=member.id)
    if most < len(unit):
        cx, cy = 12 + (columns - 0.5) * across, top + (rows - 1) * step
        drawn.write(cx, cy, f"+{len(unit) - most}", "caption", "dim", True, "c")
    return y + 26 + rows * step


def _weapon_lines(arm: tuple[str, str, str, str], width: float) -> tuple[list[str], list[str]]:
    """Return the lines of a weapon's name, which stands beside its range, and those of its note."""
    name, note, reach, _ = arm
    return wrapped_lines(name, width - 100 - text_width(reach, "body", True), "body"), wrapped_lines(
        note, width - 24, "caption"
    )


def _weapon_height(lines: tuple[list[str], list[str]]) -> float:
    return 8 + 17.0 * len(lines[0]) + 14.0 * len(lines[1])


def _weapons_height(model: WindowModel, piece: Piece, width: float) -> float:
    """Return the full height of the weapons."""
    arms = model.weapon_rows(piece)
    return 18 + sum(_weapon_height(_weapon_lines(arm, width)) for arm in arms) if arms else 0.0


def _draw_weapons(
    drawn: PanelContent, model: WindowModel, piece: Piece, y: float, width: float, foot: float
) -> float:
    """Draw the weapons, as many as fit. Return where they end."""
    arms = model.weapon_rows(piece)
    shown = [(arm, _weapon_lines(arm, width)) for arm in arms]
    if not arms or foot - y < 18 + _weapon_height(shown[0][1]):
        return y
    drawn.items += p.heading_items(12, y, width - 24, "Weapons", "range           dice")
    y += 18
    for (_, _, reach, dice), (names, notes) in shown:
        if y + _weapon_height((names, notes)) > foot:
            break
        drawn.write(width - 80, y + 12, reach, "body", "text", True, "r")
        drawn.write(width - 12, y + 12, dice, "body", "text", True, "r")
        low = drawn.lines(12, y + 12, 17, names)
        drawn.lines(12, low - 1, 14, notes, "caption", "dim")
        y += _weapon_height((names, notes))
    return y + 8


def _draw_controls(drawn: PanelContent, model: WindowModel, y: float, width: float) -> None:
    """Draw the playback controls: play, pause, step, speed."""
    play = model.playback
    drawn.items += p.heading_items(12, y, width - 24, "Watch", model.pace_forms()[:2][-1])
    third = (width - 24 - 16) / 3
    playing = ("Pause", "pause") if play.playing else ("Play", "play")
    playing = ("Go on", "play") if play.waiting else playing
    rows = (("Back", "prev", "back"), (*playing, "toggle"), ("Next", "next", "next"))
    for k, (label, icon, command) in enumerate(rows):
        place = Rect(12 + k * (third + 8), y + 24, third, 40)
        on = command == "toggle" and play.playing
        state: p.WidgetState = (
            "on" if on else "hover" if model.pointer.hovered_command == command else "normal"
        )
        drawn.add(*p.button_items(*place, label, icon if third > 90 else "", state))
        drawn.add_hotspot(place, command)
    names = [name for name, _ in PLAYBACK_SPEEDS]
    controls.draw_segments(drawn, Rect(12, y + 74, width - 24, 32), names, play.speed, "speed")
    key = model.bindings.key_label
    speeds = f"{key('speed_1')}-{key('speed_5')}"
    acts = {"plays": key("toggle"), "steps": key("next"), "speed": speeds, "all keys": key("help")}
    controls.draw_key_legend(drawn, Rect(12, y + 113, width - 24, 18), acts)


class _RuleText:
    """The text of the hovered rule, or of what is shown; it scrolls if it does not fit."""

    def __init__(self, model: WindowModel, width: float, rule: str) -> None:
        self.model, self.width, self.id = model, width, rule
        entry, room = model.ruleset.rulebook.get(self.id), width - 48
        section = entry.section if entry else ""
        beside = text_width(self.id, "small", True) + 12 + text_width(section, "caption") <= room
        self.beside = section if beside else ""
        self.under = [] if beside else wrapped_lines(section, room, "caption")
        self.lines = wrapped_lines(entry.text, room, "small") if entry else []

    @property
    def tall(self) -> float:
        """The full height."""
        return RULE_FRAME_HEIGHT_PX + RULE_LINE_HEIGHT_PX * (len(self.under) + len(self.lines))

    def tall_in(self, room: float) -> float:
        """Return the height to use in some room: all of it, a useful part, or 0."""
        tall, least = (
            min(self.tall, room),
            RULE_FRAME_HEIGHT_PX + RULE_LINE_HEIGHT_PX * (len(self.under) + MIN_RULE_LINES),
        )
        return tall if tall >= min(self.tall, max(MIN_RULE_HEIGHT_PX, least)) else 0.0

    def show(self, drawn: PanelContent, y: float, tall: float) -> None:
        """Draw the rule from a height on: as many lines as fit, then how many follow."""
        model, left, right = self.model, 24.0, self.width - 24
        asked = "of the question" if model.visible_decision_rule else "of this line"
        of = "under the pointer" if model.pointer.hovered_rule else asked
        drawn.items += p.heading_items(12, y + 4, self.width - 24, "Why", f"rule {of}")
        drawn.box(12, y + 22, self.width - 24, tall - 24, "void", 1.0, 6)
        if not self.lines:
            return
        drawn.add_hotspot(Rect(12, y + 22, self.width - 24, tall - 24), "rules", self.id)
        drawn.write(left, y + 38, self.id, "small", "yellow", True)
        drawn.write(right, y + 38, self.beside, "caption", "dim", anchor="r")
        y += 58
        y = drawn.lines(left, y - 3, RULE_LINE_HEIGHT_PX, self.under, "caption", "dim") + 3
        room = int((tall - (self.tall - RULE_LINE_HEIGHT_PX * len(self.lines))) // RULE_LINE_HEIGHT_PX)
        whole = room >= len(self.lines)
        most = len(self.lines) if whole else max(1, room - 1)
        first = model.display.scrolled_rule(self.id, len(self.lines) - most)
        y = drawn.lines(left, y, RULE_LINE_HEIGHT_PX, self.lines[first : first + most], "small")
        if not whole:
            key, below = model.bindings.key_label, len(self.lines) - first - most
            more = controls.hidden_rows_text(first, below, key("rule_up"), key("rule_down"))
            drawn.write(left, y, more, "caption", "dim")
