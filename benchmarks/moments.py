"""Moments of battles that are to be looked at, each as a person meets it.

`python -m benchmarks.screens FOLDER` draws them with all other screens. Each is the first question of an
automated battle that shows it, from the beginning or from a table that was set for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from battlesim.engine.decisions import Decision, OptionDecision
from battlesim.engine.dice import SeededDice
from battlesim.engine.ruleset import SupportsPreviews
from battlesim.engine.run import Run, start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.rulesets.troice_station.core.marks import HUGGED, OVERWATCH
from battlesim.rulesets.troice_station.core.profiles import profile
from battlesim.table.pieces import OnTable, Piece
from battlesim.ui.battle.window import Window
from battlesim.ui.settings.settings import Settings
from tests.ui.battles import SEED
from tests.ui.gallery import Screen
from tests.ui.gallery_battle import put, settle, watched
from tests.ui.gallery_pages import ending
from tests.ui.met import Met, met, parts

SIDE: Final = "marines"
LAST: Final = 2
"""A table that was set is played to the end of this turn: the first that begins after its set-up."""


class Placed(NamedTuple):
    """Where a piece is put, inches, as what kind and with which mark; "" leaves it what it is."""

    x: float
    y: float
    kind: str = ""
    mark: str = ""

    def of(self, piece: Piece) -> Piece:
        """A piece so placed."""
        piece = replace(piece, place=OnTable(self.x, self.y))
        if self.kind:
            own = profile(self.kind)
            name = self.kind.replace("_", " ").title()
            piece = replace(piece, kind=self.kind, name=name, radius=own.base / 2, height=own.height)
        return piece.with_mark(self.mark, 1) if self.mark else piece


class Moment(NamedTuple):
    """A question of a side: by what, with which words in it, how many marines are under the template that its
    first answer may leave, which mark somebody of the unit in question has.

    `row` is the key of the answer that is looked at, "*" for the first. With `placed` the battle begins after
    its set-up, with these pieces elsewhere, and goes by `seed`.
    """

    scenario: str
    what: str
    words: str = ""
    caught: int = 0
    mark: str = ""
    row: str = ""
    placed: Mapping[str, Placed] = {}
    seed: int = SEED

    def here(self, run: Run) -> bool:
        """Whether a battle has come to it."""
        return any(self._is(run, one) for one in parts(run.pending))

    def _is(self, run: Run, asked: Decision[Any]) -> bool:
        table = run.state.table
        if asked.side != SIDE or asked.what != self.what or self.words not in str(asked.prompt):
            return False
        if self.mark and not any(
            p.has_mark(self.mark) and p.unit == asked.about for p in table.standing_pieces()
        ):
            return False
        if not isinstance(asked, OptionDecision) or self.row in ("", "*"):
            return not self.caught or self._catches(run, asked)
        return any(option.key == self.row for option in asked.open_options)

    def _catches(self, run: Run, asked: Decision[Any]) -> bool:
        first = asked.open_options[0].key if isinstance(asked, OptionDecision) else None
        rules = run.ruleset
        found = rules.preview(run.state, asked, first) if isinstance(rules, SupportsPreviews) else None
        return any(len(area.caught) >= self.caught for area in (found.areas if found else ()))

    def met(self) -> Met:
        """The battle at this moment."""
        return self._staged() if self.placed else met(self.scenario, self.here)

    def _staged(self) -> Met:
        known = set_up(self.scenario)
        table = known.state.table
        pieces = {
            key: self.placed[key].of(one) if key in self.placed else one for key, one in table.pieces.items()
        }
        opening = replace(known.state, table=replace(table, pieces=pieces))
        run = start_run(known.ruleset, opening)
        news: list[Any] = []
        seats = {one.key: load_player("recruit") for one in table.sides if one.played}
        until = lambda run: self.here(run) or run.ruleset.facts(run.state).turn > LAST  # noqa: E731
        Match(run, seats, SeededDice(self.seed), seed=self.seed, on_updates=news.extend).play(until)
        assert self.here(run), f"{self.what} {self.words}: another seed is needed"
        return Met(opening, (*news, *run.take_updates()), run)


@cache
def set_up(scenario: str) -> Run:
    """A battle after its set-up, at the first question about pips."""
    return met(scenario, Moment(scenario, "pips").here).run


def _asked(moment: Moment) -> Screen:
    def draw(screen: Any, settings: Settings) -> Iterator[Window]:
        for window in put(moment.met(), SIDE, moment.scenario, screen, settings):
            assert window.prompt and window.prompt.picker
            rows = window.prompt.picker.rows()
            found = rows[:1] if moment.row == "*" else [row for row in rows if row.key == moment.row]
            for row in found:
                window.prompt.picker.choose(row)
                settle(window)
            yield window

    return draw


WAITING: Final = {
    "1A-2": Placed(23.0, 8.0, mark=OVERWATCH),
    "1A-3": Placed(24.05, 8.0, mark=OVERWATCH),
}
UNSEEN: Final = {"1A-2": WAITING["1A-2"], "1A-3": Placed(24.2, 8.0, mark=OVERWATCH)}
AT_THE_DOOR: Final = {
    "1A-1": Placed(30.0, 15.0),
    "1A-2": Placed(31.5, 16.0),
    "1A-3": Placed(30.0, 16.5),
    "1A-4": Placed(30.0, 18.0),
}
MOMENTS: Final[dict[str, Screen]] = {
    "station pips": _asked(Moment("troice_first", "pips")),
    "station overwatch": _asked(Moment("troice_first", "react", "moves", row="*")),
    "station reveal": _asked(
        Moment(
            "troice_first",
            "react",
            "light",
            row="*",
            placed=UNSEEN | {"marker-8": Placed(23.6, 21.0)},
            seed=5,
        )
    ),
    "station acid": _asked(
        Moment(
            "troice_first",
            "react",
            caught=2,
            row="*",
            placed=WAITING | {"marker-8": Placed(23.525, 9.25, "alien")},
            seed=1,
        )
    ),
    "station hug": _asked(
        Moment(
            "troice_first",
            "act",
            mark=HUGGED,
            placed={"marker-8": Placed(27.0, 9.0, "face_hugger")},
            seed=4,
        )
    ),
    "station door": _asked(
        Moment(
            "troice_first",
            "act",
            row="door",
            placed=AT_THE_DOOR | {"marker-8": Placed(33.6, 16.0, "alien")},
            seed=1,
        )
    ),
    "station last": lambda screen, settings: watched(screen, settings, "troice_first", 1.0),
    "station ending": lambda screen, settings: ending(screen, settings, "troice_first", SIDE),
}
"""Screens by name, as those of the gallery."""
