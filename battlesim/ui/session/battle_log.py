"""The battle log, which describes the events of a battle in lines of text that suit every ruleset.

A line begins with a message from the rules, a dice roll or a move; results such as losses, damage and
distances are added to that line. The log understands only events on the table; of a ruleset's own state it
knows the turn and the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from battlesim.engine.ruleset import AnyRuleset, GameFacts
from battlesim.engine.voice import voice_of
from battlesim.report.picture import looks_of
from battlesim.table.agreement import with_plural_verb
from battlesim.table.events import (
    TABLE_EVENTS,
    AnswerRefused,
    CardDrawn,
    DiceRolled,
    Event,
    HitsChanged,
    MarkerPlaced,
    MarksChanged,
    MessageLogged,
    MovesAnnounced,
    PiecesAdded,
    PiecesMoved,
    TemplatePlaced,
    TerrainChanged,
)
from battlesim.table.phrases import AnyText, capitalized, joined_text, phrase, referenced_ids, with_names
from battlesim.table.pieces import Off
from battlesim.table.state import AnyState, Table
from battlesim.table.terrain import Terrain
from battlesim.ui.session.log_line import (
    AnswerReason,
    DamageTaken,
    LoggedAttack,
    LogLine,
    LogSnapshot,
    RemovedPiece,
    copied,
    counted_parts,
    lost_names,
)
from battlesim.ui.session.log_subjects import (
    acting_piece_ids,
    fallen_dice,
    is_plural_unit,
    losing_line,
    side_of,
    table_with_revealed_pieces,
)
from battlesim.ui.session.move_phrases import (
    are_set_down_beside,
    distance_phrases,
    is_only_a_turn,
    joining_phrase,
    leaving_phrase,
    move_phrase,
    piece_names_phrase,
)
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.session.template_phrases import template_phrase
from battlesim.ui.session.volley import NO_VOLLEY, joined_volley

JOINING: Final = "join"
"""The kind of move of a line that only says which pieces have joined, until a message says it better."""
MARKERS: Final = "markers"
"""The kind of move of a line that only names markers that a side puts on the table."""


class BattleLog:
    """The log of a battle. It describes each event in a new line or adds it to an existing line as a result.

    If `voiced` is True, lines are written in the style of the game, and otherwise in the plain words of the
    rules.
    """

    def __init__(self, ruleset: AnyRuleset, state: AnyState, voiced: bool = False) -> None:
        self.ruleset, self._looks = ruleset, looks_of(ruleset)
        self.voice, self.voiced = voice_of(ruleset), voiced
        self.lines: list[LogLine] = []
        self._facts = ruleset.facts(state)
        self._gone: set[str] = set()
        self._reasons: list[AnswerReason] = []
        self._answered: set[int] = set()
        self._step = self._facts.current_step
        self._begin(0, 0, self._say("The battle begins", 0), "turn")

    def add_event(self, event: Event, before: AnyState, after: AnyState, number: int) -> None:
        """Add an event to the log, given the states before and after it and the number of earlier events."""
        tell = None if is_only_a_turn(event) else _TELLERS.get(type(event))
        if tell is not None:
            table = table_with_revealed_pieces(before.table, after.table)
            line = tell(self, event, table, number) or self.lines[-1]
            line.cite(event.rule)
        elif not isinstance(event, TABLE_EVENTS):
            facts = self.ruleset.facts(after)
            self._step = facts.current_step
            self._phase(facts, number)
            self._add_spoken(self.voice.event_text(event, number, not self.voiced), after.table)
        self.lines[-1].last = number + 1

    def _say(self, text: AnyText, number: int) -> AnyText:
        """Return a text of the rules in the voice of the log."""
        said = self.voice.text_for(text, number) if self.voiced else None
        return text if said is None else said

    def _say_named(self, text: AnyText, table: Table, number: int) -> AnyText:
        """Return a text of the rules in the voice of the log, with names in place of references."""
        said = with_plural_verb(self._say(text, number), partial(is_plural_unit, table))
        return with_names(said, table.name_of)

    def _add_spoken(self, text: AnyText, table: Table, about: str = "") -> None:
        """Add what the voice says about an event, if it says anything, to the last line."""
        if text and self.lines[-1].kind != "turn":
            sides = {str(side.key): side.name for side in table.sides}
            self.lines[-1].add(with_names(text, lambda id: sides.get(id) or table.name_of(id)), about)

    def add_reason(self, reason: AnswerReason) -> None:
        """Store a player's reason, to be attached to the next line."""
        if reason.words and reason not in self._reasons:
            self._reasons.append(reason)

    def note_answer(self, side: int) -> None:
        """Note that the side with this number has given an answer, with or without a reason."""
        self._answered.add(side)

    def add_program_line(self, words: AnyText, number: int) -> None:
        """Add a line about the program itself, not about the battle, after the first `number` events."""
        reasons, answered = self._reasons, self._answered
        self._reasons, self._answered = [], set()
        self._begin(max(number - 1, 0), 0, words).last = number
        self._reasons, self._answered = reasons, answered

    def snapshot(self) -> LogSnapshot:
        """Return a snapshot of the log for `restore`."""
        still = tuple(copied(line) for line in self.lines[self._attack() :])
        return LogSnapshot(len(self.lines), still, self._facts, frozenset(self._gone), self._step)

    def restore(self, kept: LogSnapshot) -> None:
        """Restore the log to a snapshot and drop all lines added since."""
        self.lines[kept.lines - len(kept.open) :] = [copied(line) for line in kept.open]
        self._facts, self._gone, self._reasons = kept.facts, set(kept.gone), []
        self._step, self._answered = kept.step, set()

    def _attack(self) -> int:
        """Return the index of the line with the attack that is being resolved, or of the last line."""
        at = len(self.lines) - 1
        while at and self.lines[at].roll_rule and not self.lines[at].announced:
            at -= 1
        return at if self.lines[at].announced else len(self.lines) - 1

    def _cause(self, by: str, hurt: str) -> LogLine:
        """Return the line for harm to `hurt`: the object's own save, else the attack, else the last line."""
        last, attack = self.lines[-1], self.lines[self._attack()]
        return last if hurt in last.actors or by not in attack.actors else attack

    def _begin(self, number: int, side: int, text: AnyText, kind: str = "") -> LogLine:
        turn = self._facts.turn
        place = self.lines[-1].number + 1 if self.lines and self.lines[-1].turn == turn else 1
        line = LogLine(turn, place, side, capitalized(text), number, number, kind)
        line.turn_word, line.step = self._facts.turn_word, self._step
        if not kind:
            line.reasons, self._reasons = self._reasons, []
            line.answered, self._answered = side in self._answered, set()
        self.lines.append(line)
        return line

    def _phase(self, facts: GameFacts, number: int) -> None:
        """Begin a line for a new turn or phase, or reuse the last line if nothing has happened since it."""
        if (facts.turn, facts.phase) == (self._facts.turn, self._facts.phase):
            return
        self._facts = facts
        last = self.lines[-1]
        phase = self._say(facts.phase, number)
        if last.kind == "turn" and len(self.lines) > 1:
            last.text, last.last = phase, number + 1
            last.turn, last.number = facts.turn, last.number if last.turn == facts.turn else 1
        else:
            self._begin(number, 0, phase, "turn")

    def _said(self, event: MessageLogged, table: Table, number: int) -> None:
        by, last = acting_piece_ids(table, event.by), self.lines[-1]
        side, text = side_of(table, by or event.at), self._say_named(event.text, table, number)
        if last.how == JOINING and by and set(by) <= set(last.actors):
            last.text, last.how, line = capitalized(text), "", last
        else:
            line = self._begin(number, side, text)
        own = table.pieces[by[0]].side if by else ""
        for name in event.at:
            piece = table.pieces.get(name)
            friend = piece is not None and (piece.side == own or not own)
            (line.actors if friend else line.targets).append(name)

    def _announced(self, event: MovesAnnounced, table: Table, number: int) -> None:
        self._said(event, table, number)
        line, by = self.lines[-1], acting_piece_ids(table, event.by)
        line.actors = list(dict.fromkeys((*by, *line.actors)))
        line.courses = list(event.courses)
        if event.table:
            line.table = event.table.with_texts(lambda text: self._say_named(text, table, number))

    def _rolled(self, event: DiceRolled, table: Table, number: int) -> None:
        by = acting_piece_ids(table, event.by)
        line = self.lines[-1]
        on_table = line.table if line.awaits_table_roll and line.actors[:1] == by[:1] else None
        if not on_table and (not event.announced or line.kind or line.dice):
            aimed_at = bool(line.actors) and by and by[0] in line.targets
            side = side_of(table, by) or line.side
            why = self._thrown(event, table, by, number)
            under = NO_VOLLEY if event.announced else joined_volley(self.lines, number)
            line = self._begin(number, side, why)
            line.volley_start = under
            line.targets = by if aimed_at else []
        line.actors = line.actors or list(by)
        line.needs, line.modifiers = event.needs, event.modifiers
        line.announced, line.roll_rule = event.announced, event.rule
        line.dice, line.roll_event_number = fallen_dice(event, table), number
        if event.came:
            line.add(counted_parts(event.came))
        if on_table:
            line.table = on_table.with_face(event.faces[0])
            line.add(line.table.entries[line.table.fell - 1].text, "table")
        for rule in (event.rule, *(modifier.rule for modifier in event.modifiers)):
            line.cite(rule)
        line.shots = [LoggedAttack(a, b) for b in line.targets[:1] for a in line.actors if a != b]

    def _thrown(self, event: DiceRolled, table: Table, by: Sequence[str], number: int) -> AnyText:
        """Return the purpose of a roll as text, with the rolling pieces if nothing else names them."""
        why = self._say_named(event.why, table, number) or "dice"
        units = (table.units.get(table.pieces[name].unit) for name in by)
        is_named = any(unit and unit.name in str(why) for unit in units)
        named = event.needs or event.results or referenced_ids(event.why)
        return why if named or is_named or not by else phrase("{}: {}", piece_names_phrase(table, by), why)

    def _drawn(self, event: CardDrawn, table: Table, number: int) -> None:
        by = acting_piece_ids(table, event.by)
        line = self._begin(number, side_of(table, by), self._say_named(event.why, table, number) or "A card")
        line.actors = by
        line.add(event.name or event.card)

    def _hits(self, event: HitsChanged, table: Table, number: int) -> LogLine | None:
        piece, by = table.pieces.get(event.piece), acting_piece_ids(table, event.by)
        if piece is None:
            return None
        line = self._cause(by[0] if by else "", event.piece)
        if event.new > event.old:
            self._gone.discard(event.piece)
            if event.by:
                line.add(f"{piece.name} gains {event.new - event.old}")
            return line
        line.shots = [s for s in line.shots if (s.attacker, s.target) != (by[0] if by else "", piece.id)]
        line.shots += [LoggedAttack(a, piece.id, True) for a in by[:1] if a != piece.id]
        if event.new > 0:
            damage = DamageTaken(piece.name, event.old - event.new, event.new)
            hurt = damage.combined_with(line.hurt.get(piece.id))
            line.hurt[piece.id] = hurt
            line.add(self._say(hurt.words, number), piece.id)
        else:
            self._lose(losing_line(self.lines, event.rule, line), table, [piece.id], number)
        return line

    def _lose(self, line: LogLine, table: Table, ids: Sequence[str], number: int) -> None:
        fresh = [i for i in ids if i not in self._gone and i in table.pieces]
        self._gone.update(fresh)
        if not fresh:
            return
        pieces = [table.pieces[name] for name in fresh]
        line.lost |= {p.id: RemovedPiece(p.name, p.kind, table.side(p.side).number) for p in pieces}
        for name in fresh:
            line.result_texts.pop(name, None)
        spots = [(object_position(table, name), side_of(table, [name])) for name in fresh]
        line.graves += [(spot, side) for spot, side in spots if spot]
        found = lost_names(line.lost.values())
        line.add(joined_text(self._say(f"{names} lost", number) for names in found), "lost")

    def _marked(self, event: MarksChanged, table: Table, number: int) -> None:
        """Say which pieces have just received a mark: what the voice says, or that they are out of action."""
        struck = [part for part in event.parts if part.new > part.old == 0 and part.piece in table.pieces]
        for name in dict.fromkeys(part.name for part in struck):
            ids = [part.piece for part in struck if part.name == name]
            text, side = self.voice.mark_text(name, ids, number, not self.voiced), side_of(table, ids)
            out = ids if name in self._looks.out_marks and self.lines[-1].kind != "turn" else []
            for piece in out if not text else ():
                self.lines[-1].add(f"{table.pieces[piece].name} {name}", piece)
            if text and not self.lines[-1].leads_to_mark(side, ids):
                self._begin(number, side, with_names(text, table.name_of)).actors = ids
            else:
                self._add_spoken(text, table, out[0] if len(out) == 1 else "")

    def _moved(self, event: PiecesMoved, table: Table, number: int) -> None:
        gone = [p.piece for p in event.parts if isinstance(p.new, Off)]
        if gone:
            if event.how == "remove":
                self._lose(losing_line(self.lines, event.rule, self.lines[-1]), table, gone, number)
            else:
                self._leave(table, gone, event.how, number)
        parts = [p for p in event.parts if not isinstance(p.new, Off)]
        self._gone.difference_update(p.piece for p in parts)
        if not parts:
            return
        line, ids = self.lines[-1], [p.piece for p in parts]
        rolled_for_more = bool(line.dice) and not set(line.actors) <= set(ids)
        beside = (
            line.how == event.how and line.last == number and are_set_down_beside(table, parts, line.actors)
        )
        moves_on = line.how in ("", event.how) and bool(set(ids) & set(line.actors))
        goes_on = beside or (moves_on and not rolled_for_more)
        if line.kind == "turn" or line.decides or not goes_on:
            text = self._say(move_phrase(table, event.how, ids), number)
            line = self._begin(number, side_of(table, ids), text)
            line.actors = ids
        if beside:
            line.actors = list(dict.fromkeys((*line.actors, *ids)))
            line.text = capitalized(self._say(move_phrase(table, event.how, line.actors), number))
        line.how = event.how
        line.trails += parts
        if words := distance_phrases(table, line.trails):
            went = joined_text(words, "; ")
            line.result_texts = {} if str(went) in str(line.text) else {"went": went}

    def _leave(self, table: Table, ids: list[str], how: str, number: int) -> None:
        text = leaving_phrase(table, how, ids)
        line = self._begin(number, side_of(table, ids), self._say(text, number))
        line.actors, line.how = ids, how

    def _added(self, event: PiecesAdded, table: Table, number: int) -> None:
        """Add the pieces that join to the line of the act that brought them, or begin a line for them."""
        ids, last = [piece.id for piece in event.pieces], self.lines[-1]
        joins, side = joining_phrase(table, ids), side_of(table, ids)
        if not event.rule or (not last.trails and (event.rule in last.rules or side == last.side)):
            last.add(joins)
            return
        line = self._begin(number, side, joins)
        line.actors, line.how = ids, JOINING

    def _terrain(self, event: TerrainChanged, table: Table, number: int) -> LogLine | None:
        name, old = event.new.name or event.new.kind, event.old
        if old is None or event.new.hits >= old.hits:
            return self._swung(event.new, old) if old else None
        line = self.lines[self._attack()]
        line.add(f"{name} at {event.new.hits} of {event.new.hits_full}", event.new.id)
        return line

    def _swung(self, new: Terrain, old: Terrain) -> LogLine | None:
        """Add the doors and windows that were opened or shut. Return the line, or None if none changed."""
        was, line = {opening.id: opening.open for opening in old.openings}, self.lines[-1]
        swung = [one for one in new.openings if was.get(one.id, one.open) != one.open]
        for one in swung:
            line.add(f"{one.kind} of {new.display_name} {'open' if one.open else 'shut'}", one.id)
        return line if swung else None

    def _template(self, event: TemplatePlaced, table: Table, number: int) -> LogLine:
        """Add where a template lies to the roll that brought it there, or begin a line for it."""
        line, by = self.lines[-1], acting_piece_ids(table, event.by)
        if not line.dice or line.roll_event_number != number - 1:
            text = phrase("{}: {}", piece_names_phrase(table, by), event.name) if by else event.name
            line = self._begin(number, side_of(table, by), text)
            line.actors, where = by, template_phrase(table, event)
        else:
            where = phrase("{} {}", event.name, template_phrase(table, event))
        line.add(where, "template")
        line.targets += [name for name in event.caught if name not in (*line.targets, *line.actors)]
        line.templates.append(event)
        return line

    def _marker(self, event: MarkerPlaced, table: Table, number: int) -> None:
        """Begin a line for a marker that another side puts on the table, or add it to the line of the act."""
        name, acting = event.marker.name or event.marker.kind, self._answered - {self.lines[-1].side}
        line = self._begin(number, min(acting), name) if acting else self.lines[-1]
        if acting:
            line.how = MARKERS
        elif line.how == MARKERS and not line.dice:
            line.text = phrase("{}, {}", line.text, name)
        else:
            line.add(name, event.marker.id)

    def _refused(self, event: AnswerRefused, table: Table, number: int) -> None:
        self._begin(number, table.side(event.side).number, with_names(event.reason, table.name_of))


_TELLERS: Final[dict[type[Event], Callable[[BattleLog, Any, Table, int], LogLine | None]]] = {
    MessageLogged: BattleLog._said,
    MovesAnnounced: BattleLog._announced,
    DiceRolled: BattleLog._rolled,
    CardDrawn: BattleLog._drawn,
    HitsChanged: BattleLog._hits,
    MarksChanged: BattleLog._marked,
    PiecesMoved: BattleLog._moved,
    PiecesAdded: BattleLog._added,
    TerrainChanged: BattleLog._terrain,
    MarkerPlaced: BattleLog._marker,
    TemplatePlaced: BattleLog._template,
    AnswerRefused: BattleLog._refused,
}
