"""The commands that keys and buttons can run in every window, by name; none of them changes the battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_content import Command
from battlesim.ui.panels import objectives, roster
from battlesim.ui.panels.log_panel import HEADER_HEIGHT_PX, LOG_FILTERS
from battlesim.ui.session.playback import PLAYBACK_SPEEDS
from battlesim.ui.session.volley import NO_VOLLEY, volley_head, volley_lines
from battlesim.ui.system.display import toggle_fullscreen

PAN_STEP_PX: Final = 80
"""Pixels by which an arrow key moves the camera."""


def _speed(window: Window, value: Any) -> None:
    window.model.playback.speed = max(0, min(int(value), len(PLAYBACK_SPEEDS) - 1))


def _line(window: Window, value: Any) -> None:
    """Go to the end of a log line, or of a closed volley as a whole, with all that it shows."""
    lines, number = window.model.history.lines, int(value)
    last = volley_lines(lines, number)[-1] if window.model.is_closed(number) else number
    window.model.playback.seek(lines[last].last)
    listed = window.model.listed_lines()
    row = number if number in listed else volley_head(lines, number)
    window.model.display.scroll = (
        max(visible_log_rows(window), listed.index(row) + 1) if row in listed else None
    )


def _filter(window: Window, value: Any) -> None:
    window.model.display.filter, window.model.display.scroll = str(value), None


def _kinds(window: Window, value: Any) -> None:
    kinds = [kind for _, kind in LOG_FILTERS]
    _filter(window, kinds[(kinds.index(window.model.display.filter) + 1) % len(kinds)])


def _volley(window: Window, value: Any) -> None:
    """Open or close the volley of a line by its number, -1 for the current one."""
    window.model.open_volley(window.model.line if value == NO_VOLLEY else int(value))


def visible_log_rows(window: Window) -> int:
    """Return how many lines of the log are visible."""
    return int((window.stage.layout.log.height - HEADER_HEIGHT_PX) // window.stage.layout.measures.log_row)


def _units(window: Window, value: Any) -> None:
    """Scroll the lists of units by rows; values beyond the end are corrected when they are drawn."""
    known = window.model.display.units_from
    known.update({side: first + int(value) for side, first in known.items()})


def _rule(window: Window, value: Any) -> None:
    """Scroll the text of the rule by lines; values beyond the end are corrected when it is drawn."""
    rule, first = window.model.display.rule_from
    window.model.display.rule_from = rule, first + int(value)


def _zoom(window: Window, value: Any) -> None:
    window.model.display.follow = False
    camera = window.model.camera
    window.view.zoom(int(value), camera.width / 2, camera.height / 2)


def _pan(window: Window, dx: int, dy: int) -> None:
    window.model.display.follow = False
    window.view.pan(dx, dy)


def _piece(window: Window, value: Any) -> None:
    """Select the next piece on the table."""
    standing = [piece.id for piece in window.model.state.table.standing_pieces()]
    if standing:
        picked = window.model.pointer.selected_piece
        at = standing.index(picked) + int(value) if picked in standing else 0
        _look_at(window, standing[at % len(standing)])


def _look_at(window: Window, piece: str) -> None:
    """Select a piece and bring it into view."""
    window.model.pointer.selected_piece = piece
    window.view.glide_to([window.model.state.table.piece(piece).xy])


def _unit(window: Window, value: Any) -> None:
    """Select the first piece of the next unit, or of the next kind in a large unit."""
    model, firsts = window.model, dict[str, str]()
    for piece in model.state.table.standing_pieces():
        firsts.setdefault(model.unit_members(piece)[0].id, piece.id)
    if not firsts:
        return
    now = model.state.table.pieces.get(model.pointer.selected_piece)
    units, here = list(firsts), model.unit_members(now)[0].id if now else ""
    at = units.index(here) + int(value) if here in firsts else 0
    _look_at(window, firsts[units[at % len(units)]])


def _follow(window: Window, value: Any) -> None:
    """Follow the battle with the camera, or stop following."""
    window.model.display.follow = not window.model.display.follow
    if window.model.display.follow:
        window.view.zoom_to_pieces()


def _fit(window: Window, value: Any) -> None:
    window.model.display.follow = False
    window.view.fit()


def _centre(window: Window, value: Any) -> None:
    """Centre the camera at the pointer's position in the minimap; the value is its pixels per inch."""
    left, ground, (x, y) = window.stage.layout.left, window.model.state.table.ground, window.stage.pointer
    at = roster.minimap_rect(left, ground)
    window.view.centre((x - left.x - at.x) / value, ground.height - (y - left.y - at.y) / value)


def _odds(window: Window, value: Any) -> None:
    if window.prompt:
        window.prompt.turn_odds_page(int(value))


def _score(window: Window, value: Any) -> None:
    """Explain one side's score, or with the key all objectives; close the explanation if it is open."""
    shown, of = window.model.display, value if isinstance(value, str) else objectives.ALL_OBJECTIVES
    shown.score_of = "" if shown.score_of == of else of


def _help(window: Window, value: Any) -> None:
    """Show the next card of keys, after the last one none."""
    window.model.display.help = (window.model.display.help + 1) % (len(window.help_card_pages()) + 1)


def _pick(window: Window, value: Any) -> None:
    window.model.pointer.selected_piece = "" if window.model.pointer.selected_piece == value else str(value)


def _orders(window: Window, value: Any) -> None:
    window.requested_page = "orders" if window.prompt else ""


def _toggle(window: Window, value: Any) -> None:
    window.model.display.scroll = None
    window.model.playback.toggle()


def _next(window: Window, value: Any) -> None:
    window.model.display.scroll = None
    window.model.playback.show_next_line()


def _rules(window: Window, value: Any) -> None:
    """Open the rules page at the id that was pressed, else at the rule that is shown."""
    window.model.looked_up = str(value or window.model.rule())
    window.requested_page = "rules"


def _quit(window: Window, value: Any) -> None:
    window.running = False


def _ending(window: Window, value: Any) -> None:
    window.requested_page = "ending" if window.content.finished_record_path else ""


def _flip(of: Callable[[Window], object], name: str, room: bool = False) -> Command:
    """Return a command that toggles a setting; with `room` it also lays the panels out again."""

    def flip(window: Window, value: Any) -> None:
        setattr(of(window), name, not getattr(of(window), name))
        if room:
            window.arrange()

    return flip


def _want(page: str) -> Command:
    """Return a command that shows a page in place of the window."""

    def want(window: Window, value: Any) -> None:
        window.requested_page = page

    return want


def _no_hints(window: Window, value: Any) -> None:
    """End the current lesson, or else switch hints off."""
    if window.lesson:
        window.lesson.end()
    else:
        window.requested_page = "no hints"


WINDOW_COMMANDS: Final[dict[str, Command]] = {
    "toggle": _toggle,
    "next": _next,
    "let_happen": lambda window, value: window.model.playback.resume(),
    "back": lambda window, value: window.model.playback.show_previous_line(),
    "skip": lambda window, value: window.model.playback.skip(),
    "now": lambda window, value: window.model.go_to_newest(),
    "orders": _orders,
    "speed": _speed,
    "line": _line,
    "filter": _filter,
    "kinds": _kinds,
    "volley": _volley,
    "scroll": lambda window, value: window.model.scroll_log(max(1, visible_log_rows(window)), int(value)),
    "units": _units,
    "rule": _rule,
    "zoom": _zoom,
    "across": lambda window, value: _pan(window, PAN_STEP_PX * int(value), 0),
    "down": lambda window, value: _pan(window, 0, PAN_STEP_PX * int(value)),
    "fit": _fit,
    "centre": _centre,
    "piece": _piece,
    "unit": _unit,
    "pick": _pick,
    "follow": _follow,
    "nearer": lambda window, value: _zoom(window, 1),
    "names": _flip(lambda window: window.model.display, "names"),
    "dice": _flip(lambda window: window.model.display, "dice"),
    "odds": _odds,
    "score": _score,
    "ruler": lambda window, value: window.instruments.ruler.toggle(),
    "ruler_off": lambda window, value: window.instruments.ruler.clear(),
    "sight": _flip(lambda window: window.instruments.sight, "on"),
    "margins": _flip(lambda window: window.instruments.sight, "margins"),
    "why": _flip(lambda window: window.instruments.refusal_explainer, "on"),
    "threat": lambda window, value: window.instruments.threats.toggle("piece"),
    "threats": lambda window, value: window.instruments.threats.toggle("enemies"),
    "zones": lambda window, value: window.instruments.threats.toggle("zones"),
    "relations": lambda window, value: window.instruments.relations.cycle(),
    "fold": _flip(lambda window: window.model.display, "folded", room=True),
    "log": _flip(lambda window: window.model.display, "log", room=True),
    "help": _help,
    "ending": _ending,
    "settings": _want("settings"),
    "lab": _want("lab"),
    "rules": _rules,
    "fullscreen": lambda window, value: toggle_fullscreen(),
    "hint": lambda window, value: window.cards.hints.dismiss() if window.cards.hints else None,
    "hints_off": _no_hints,
    "step_again": lambda window, value: window.lesson.back() if window.lesson else None,
    "quit": _quit,
}
