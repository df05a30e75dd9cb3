"""Functions that resume a recorded battle. If a player is replaced, the battle goes on in a new record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from battlesim.commands.output import print_note
from battlesim.commands.records import RecordPlace, new_record_place, recorder_session
from battlesim.commands.seating import HUMAN, resumed_seats
from battlesim.table.ids import SideKey

if TYPE_CHECKING:
    from battlesim.engine.record_read import Record
    from battlesim.engine.record_resume import ResumedBattle
    from battlesim.players.player_pool import PlayerPool
    from battlesim.ui.settings.settings import Settings


@contextmanager
def resumed_battle(
    place: RecordPlace, given_players: Mapping[SideKey, str], settings: Settings, answer_limit_s: float
) -> Iterator[tuple[ResumedBattle, PlayerPool]]:
    """Return a context manager that resumes a recorded battle and yields it with the pool of its players.

    `given_players` maps sides to the names of the players that replace the recorded players. If a player is
    replaced, the battle continues in a new record, and `place.path` is set to its path. Raises RecordError,
    InputError or PluginError if the record, another file or a player cannot be used.
    """
    from battlesim.engine.record_resume import resume_battle
    from battlesim.players.player_pool import PlayerPool
    from battlesim.rulesets import registry
    from battlesim.scenarios.sources import load_record

    record = load_record(place.path)
    names = resumed_seats(record, place.path, given_players)
    with PlayerPool(answer_limit_s) as seats:
        seats.check_players({side: name for side, name in names.items() if name != HUMAN})
        if names != record.header.players:
            place.path = _record_with_players(record, names, settings)
        going = resume_battle(place.path, registry.load_ruleset)
        with recorder_session(going.recorder, place):
            if going.recovered:
                print_note(f"{place.path}: {going.recovered}")
            yield going, seats


def _record_with_players(record: Record, names: Mapping[SideKey, str], settings: Settings) -> Path:
    """Create a new record of the same battle whose header names the new players, and return its path."""
    from battlesim.engine.record_branch import branch_record
    from battlesim.engine.record_replay import Replay

    replay = Replay(record)
    fresh = new_record_place(f"{Path(record.path).stem}-from-{len(replay)}", settings)
    return branch_record(replay, len(replay), names, fresh.path, fresh.alternatives)
