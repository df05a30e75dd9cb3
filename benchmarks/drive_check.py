"""Whether a record made by hand is that of a battle without a window in which people answer the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from battlesim.engine.decisions import ALL_SIDES, DICE_SIDE, Decision, parse_answer
from battlesim.engine.dice import DiceKind, DiceSource, ScriptedDice, SeededDice
from battlesim.engine.digest import first_difference
from battlesim.engine.record import BookmarkLine, RemarkLine
from battlesim.engine.record_read import Record, RecordItem, read_record
from battlesim.engine.record_write import Recorder
from battlesim.engine.run import start_run
from battlesim.engine.verify import verify_record
from battlesim.players.base import Player, PlayerContext, Reply
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.rulesets import registry
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState

HUMAN = "human"


class Again:
    """Gives a person's answers once more, in order."""

    def __init__(self, answers: Sequence[Any]) -> None:
        self.left = list(answers)

    def answer(self, view: AnyState, decision: Decision[Any], moment: PlayerContext) -> Reply:
        """The next one."""
        return Reply(parse_answer(decision, self.left.pop(0)), "as before")


def answers_of(record: Record, side: str) -> list[Any]:
    """What a side has answered and not taken back."""
    own = [line for line in record.answers if line.side in (side, ALL_SIDES)]
    return [line.answer[side] if line.side == ALL_SIDES else line.answer for line in own]


def dice_of(record: Record) -> DiceSource:
    """The same dice: of the seed, or those that were typed in."""
    if record.header.dice is DiceKind.seeded:
        return SeededDice(record.header.seed)
    came = (line.answer for line in record.answers if line.side == DICE_SIDE)
    return ScriptedDice(one for some in came for one in ([some] if isinstance(some, str) else some))


def play_again(record: Record, path: Path) -> None:
    """Play the battle without a window: people answer as recorded, the others think anew."""
    header = record.header
    seats: dict[SideKey, Player] = {
        side: Again(answers_of(record, side)) if name == HUMAN else load_player(name)
        for side, name in header.players.items()
    }
    run = start_run(record.ruleset, record.state)
    recorder = Recorder.create(path, header, record.state, run)
    try:
        Match(run, seats, dice_of(record), recorder, seed=header.seed).play()
    finally:
        recorder.close()


def happened(record: Record) -> list[RecordItem]:
    """Steps, answers, events, digests and the outcome, but for what was only said."""
    said = (RemarkLine, BookmarkLine)
    return [entry.what for entry in record.live[1:] if not isinstance(entry.what, said)]


def faults(path: Path) -> list[str]:
    """What is wrong with the record of a battle that was played to its end, in words."""
    record = read_record(path, registry.load_ruleset)
    found = [str(line.text) for line in _remarks(record) if line.kind == "fault"]
    if record.outcome is None:
        found.append("the record has no end")
    checked = verify_record(record)
    if checked.difference or checked.missing:
        found.append(f"verify: {checked.difference or 'incomplete'}")
    beside = path.with_suffix(".again")
    play_again(record, beside)
    words = first_difference(happened(record), happened(read_record(beside, registry.load_ruleset)))
    if words:
        found.append(f"without a window it goes otherwise: {words} (by hand, without)")
    return found


def _remarks(record: Record) -> list[RemarkLine]:
    return [entry.what for entry in record.live if isinstance(entry.what, RemarkLine)]
