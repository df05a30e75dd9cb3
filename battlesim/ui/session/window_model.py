"""The data that a window shows: a history, a playback position, the camera and the user's selection."""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import AnyRuleset, GameFacts
from battlesim.render.camera import Camera, fitted_camera
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.text_layout import shown_text
from battlesim.report.unit_names import (
    MAX_LETTERED_UNIT_SIZE,
    kind_name,
    kind_plural_name,
    kind_profile,
    unit_letters,
    unit_name,
)
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.phrases import AnyText, length_text
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState
from battlesim.ui.session.display_state import DisplayState
from battlesim.ui.session.log_line import BY_ORDER_REASON, LogLine, line_with_reasons
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.pointer_state import PointerState
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.volley import NO_VOLLEY, volley_head, volley_lines, volley_results
from battlesim.ui.settings.key_bindings import KeyBindings


class WindowModel:
    """The data that the panels of a window show. Commands change the data, and panels only read it."""

    def __init__(
        self, ruleset: AnyRuleset, looks: RulesetLooks, history: ViewHistory, playback: Playback, title: str
    ) -> None:
        self.ruleset, self.looks, self.title = ruleset, looks, title
        self.history, self.playback = history, playback
        self.state: AnyState = history.state(0)
        self.facts: GameFacts = ruleset.facts(self.state)
        self.bindings = KeyBindings()
        self.camera: Camera = fitted_camera(
            self.state.table.ground.width, self.state.table.ground.height, 100, 100
        )
        self.pointer, self.display = PointerState(), DisplayState()
        self.prompt: AnyText = ""
        self.decision: Decision[Any] | None = None
        self.decision_rule = ""
        self.ending: tuple[str, ...] = ()
        """Texts for the end of the battle, from the longest form to the shortest; empty while it goes on."""
        self.seen_by = ""
        self.overview = self.looked_up = ""
        self.known_letters: dict[UnitId, str] = {}
        self.conduct: dict[UnitId, str] = {}
        """Standing orders as text, by unit id."""

    @property
    def line(self) -> int:
        """The number of the log line that is shown."""
        return self.playback.line

    @property
    def own_side(self) -> SideKey:
        """The side of the user: the side that is asked, or else the one whose knowledge is shown."""
        asked = self.decision.side if self.decision else NO_SIDE
        return asked if any(side.key == asked for side in self.state.table.sides) else self.history.side

    def catch_up(self) -> None:
        """Load the state and facts at the current playback position."""
        state = self.history.state(self.playback.event_index)
        if state is not self.state:
            self.state = state
            self.facts = self.ruleset.facts(state)

    def switch_history(self, story: ViewHistory, playback: Playback, letters: dict[UnitId, str]) -> None:
        """Show another history, and reset the selection and scroll positions."""
        playback.speed, playback.reduced_motion = self.playback.speed, self.playback.reduced_motion
        playback.waits_after = self.playback.waits_after
        self.history, self.playback, self.known_letters = story, playback, letters
        self.prompt = self.decision_rule = self.display.score_of = ""
        self.decision = None
        self.pointer, self.display.scroll, self.display.opened = PointerState(), None, frozenset()
        self.catch_up()

    def go_to_newest(self) -> None:
        """Go to the newest event and play from there."""
        self.display.scroll = None
        self.playback.go_to_newest()

    def stamp(self) -> tuple[object, ...]:
        """Return all values, except for the camera, on which the panels depend, to detect changes."""
        play = self.playback
        told = (
            self.history.side,
            self.own_side,
            self.history.undo_count,
            len(self.history),
            self.ending_text,
            self.overview,
            self.title,
        )
        person = (
            *self.pointer.stamp(),
            *self.display.stamp(),
            self.rule(),
            self.prompt,
            tuple(self.conduct.items()),
        )
        settled = self.line < 0 or play.has_settled(self.history.lines[self.line].roll_event_number)
        return (play.event_index, play.line, settled, play.playing, play.waiting, play.speed, *told, *person)

    def listed_lines(self) -> list[int]:
        """Return the numbers of the log lines that pass the filter and have been shown.

        If the log is scrolled back, lines not shown yet are included.
        """
        last = max(self.line, 0)
        lines, opened = self.history.lines, self.display.opened
        found = [
            k
            for k, line in enumerate(lines)
            if (line.volley_start == NO_VOLLEY or line.volley_start in opened) and self._is_of_filter(k)
        ]
        return found if self.display.scroll is not None else [k for k in found if k <= last]

    def _is_of_filter(self, number: int) -> bool:
        """Return True if a line passes the filter; a closed volley passes if any of its lines does."""
        closed = number not in self.display.opened
        lines = volley_lines(self.history.lines, number) if closed else (number,)
        return any(self.history.lines[k].matches_filter(self.display.filter) for k in lines)

    def is_closed(self, number: int) -> bool:
        """Return True if the line begins a volley that is not expanded."""
        return number not in self.display.opened and len(volley_lines(self.history.lines, number)) > 1

    def results(self, number: int) -> list[AnyText]:
        """Return the results of a line or a closed volley, from the longest form to the shortest."""
        lines = self.history.lines
        if not self.is_closed(number):
            return [lines[number].result]
        return volley_results(lines, number, self.kinds_name)

    def has_settled(self, number: int) -> bool:
        """Return True if the dice of a line have settled on the screen or the line is not reached yet."""
        line, play = self.history.lines[number], self.playback
        return line.first > play.event_index or play.has_settled(line.roll_event_number)

    def is_result_known(self, number: int) -> bool:
        """Return True if all dice of a line, or of a whole closed volley, have settled.

        How far an announced move goes is known only once it has been made.
        """
        line, now = self.history.lines[number], self.playback.event_index
        if line.courses and line.first <= now < line.last:
            return False
        parts = volley_lines(self.history.lines, number) if self.is_closed(number) else (number,)
        return self.history.lines[number].first > self.playback.event_index or all(
            self.playback.has_settled(self.history.lines[part].roll_event_number) for part in parts
        )

    def open_volley(self, number: int) -> None:
        """Expand or collapse the volley that contains a line."""
        head = volley_head(self.history.lines, number)
        if len(volley_lines(self.history.lines, head)) > 1:
            self.display.opened ^= {head}

    def shown_lines(self, rows: int) -> list[int]:
        """Return the numbers of the lines visible in the log's `rows` rows; without scrolling, the newest."""
        found = self.listed_lines()
        end = len(found) if self.display.scroll is None else min(max(self.display.scroll, rows), len(found))
        return found[max(0, end - rows) : end]

    def scroll_log(self, rows: int, by: int) -> None:
        """Scroll the log by a number of lines; at its end it follows the battle again."""
        end = len(self.listed_lines()) if self.display.scroll is None else self.display.scroll
        self.display.scroll = max(rows, end + by)
        if by > 0 and self.display.scroll >= len(self.listed_lines()):
            self.display.scroll = None

    def log_corner_text(self) -> str:
        """Return the text in the log's corner: events not shown yet, another side's intent, or a hint."""
        behind = len(self.history) - self.playback.event_index
        if not self.playback.playing and behind:
            key = self.bindings.key_label("now")
            return f"{behind} event{'s' * (behind > 1)} ahead of this moment  ·  {key} goes to the latest"
        return self.intent_text() or "click a line to see that moment again"

    @property
    def ending_text(self) -> str:
        """The text for the end of the battle, or "" while it goes on."""
        return self.ending[0] if self.ending else ""

    def pace_forms(self) -> tuple[str, ...]:
        """Return texts for the state of playback, from the longest form to the shortest."""
        if self.playback.live:
            return self.ending or ("up to date",)
        if self.playback.waiting:
            return ("waiting for you",)
        return ("playing" if self.playback.playing else "paused",)

    @property
    def is_asked(self) -> bool:
        """True if a decision is open and the table shows the moment at which it is asked."""
        return bool(self.prompt) and self.playback.live

    def status_forms(self) -> tuple[str, ...]:
        """Return texts for the open decision, or for the viewing side and playback, longest first."""
        seen_by = (self.seen_by,) if self.seen_by else ()
        if self.is_asked:
            return f"you are asked: {self.prompt}", "you are asked", *seen_by
        if not seen_by:
            return self.pace_forms()
        return f"seen by {self.seen_by}: {self.pace_forms()[0]}", f"seen by {self.seen_by}", *seen_by

    def intent_text(self, number: int | None = None) -> str:
        """Return the name of another side and its reason for a line as one text; see `motive`."""
        side, why = self.motive(number)
        return f"{side}: {why}" if why else ""

    def motive(self, number: int | None = None) -> tuple[str, str]:
        """Return the name of another side and its reason for a line, by default the current one.

        Both are empty if the reason is unknown. For the viewer's own side only standing orders are reported.
        """
        line = line_with_reasons(self.history.lines, self.line if number is None else number)
        sides = {side.number: side for side in self.state.table.sides}
        said = [one for one in line.reasons if one.side in sides]
        told = (
            one for one in said if one.words == BY_ORDER_REASON or sides[one.side].key != self.history.side
        )
        return next(((sides[one.side].name, shown_text(one.words)) for one in told), ("", ""))

    def card_piece(self) -> Piece | None:
        """Return the piece on the unit card: hovered, else selected, else acting, else any piece.

        Without the first three it is a piece of the user's side, if that has one on the table.
        """
        pieces = self.state.table.pieces
        acting = self._now().actors
        unit = [p.id for p in self.state.table.pieces_of_unit(self.facts.unit)] if self.facts.unit else []
        for name in (
            self.pointer.hovered_piece,
            self.pointer.selected_piece,
            *acting[:1],
            *unit[:1],
            *[piece.id for piece in self.state.table.standing_pieces() if piece.side == self.own_side][:1],
            *list(pieces)[:1],
        ):
            if name in pieces:
                return pieces[name]
        return None

    def _now(self) -> LogLine:
        return self.history.lines[self.line]

    @property
    def visible_decision_rule(self) -> str:
        """The rule of the open decision, or "" while older events are still playing."""
        return self.decision_rule if self.playback.live else ""

    def rule(self) -> str:
        """Return the id of the rule whose text is shown: hovered, in the open decision, or last cited."""
        if known := self.pointer.hovered_rule or self.visible_decision_rule:
            return known
        number = (
            self.pointer.hovered_line
            if 0 <= self.pointer.hovered_line < len(self.history.lines)
            else self.line
        )
        while number > 0 and not self.history.lines[number].rules:
            number -= 1
        rules = self.history.lines[number].rules
        return rules[0] if rules else ""

    def unit_name(self, unit: UnitId) -> str:
        """Return the name of a unit, taken from the ruleset if it provides one."""
        return unit_name(self.state.table, unit, self.facts.units)

    def kind_name(self, kind: str) -> str:
        """Return the name of a kind of piece."""
        return kind_name(self.ruleset, kind)

    def kinds_name(self, kind: str) -> str:
        """Return the plural name of a kind of piece."""
        return kind_plural_name(self.ruleset, kind)

    def stats(self, piece: Piece) -> list[tuple[str, AnyText]]:
        """Return labels and values for a piece's card: statistics, or base and height, then hit points."""
        unit = self.state.table.units.get(piece.unit)
        own, of_unit = kind_profile(self.ruleset, piece.kind), unit.rules if unit else {}
        known = [(s, (of_unit if s.of_unit else own).get(s.field)) for s in self.looks.stats]
        found: list[tuple[str, AnyText]] = [(s.name, s.value_text(value)) for s, value in known if value]
        found = (
            found[:4]
            if found
            else [("Base", length_text(2 * piece.radius)), ("Height", length_text(piece.height))]
        )
        hits = (self.facts.hits_word, f"{piece.hits}/{piece.hits_full}")
        return [*found, hits] if piece.hits_full > 1 or not found else found

    def letters(self) -> dict[UnitId, str]:
        """Return the letters shown on the pieces of each unit."""
        min_size = 1 if self.looks.plate else 2  # a lone piece has a plate of its own
        self.known_letters = unit_letters(self.state.table, self.facts.units, self.known_letters, min_size)
        return self.known_letters

    def spent_pieces(self) -> frozenset[str]:
        """Return the ids of the pieces of activated units whose state is shown on a plate."""
        table, done = self.state.table, set(self.facts.done)
        units = [unit for unit in table.units if self.looks.plate]
        pieces = (piece for unit in units for piece in table.pieces_of_unit(unit))
        return frozenset(piece.id for piece in pieces if {piece.id, piece.unit} & done)

    def unit_members(self, piece: Piece) -> list[Piece]:
        """Return the members of a piece's unit, in play first; in a large unit only of the same kind."""
        unit = self.state.table.pieces_of_unit(piece.unit)
        if len(unit) > MAX_LETTERED_UNIT_SIZE:
            unit = [other for other in unit if other.kind == piece.kind]
        return sorted(unit, key=lambda other: not other.in_play)

    def weapon_rows(self, piece: Piece) -> list[tuple[str, str, str, str]]:
        """Return the name, note, range and dice of each of the piece's weapons."""
        return [tuple(arm) for arm in kind_profile(self.ruleset, piece.kind).get("arms", ())]
