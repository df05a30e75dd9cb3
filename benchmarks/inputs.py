"""Count what it takes to play a battle: `python -m benchmarks.inputs first_contact --side mi`.

Needs Xvfb and xdotool. Every press of a key and every click from the first picture of the battle to its last
counts. The habit is that of somebody who knows the game and takes good advice:

- In the turn of another side it fires where that is offered, and lets everything else pass.
- Of its own acts it does two in three as they are marked, whole and with one press. Each third one is of its
  own choice: another line of the question, or, where pieces go somewhere, another place, clicked on.
- It takes nothing back, looks nothing up, and waits for what moves.

Exit code 1 when a battle takes more than its budget, or one question about the moments of a move more than
two inputs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from battlesim.engine.record_read import read_record
from battlesim.rulesets import registry
from battlesim.table.events import DiceRolled
from battlesim.table.tags import tag_of
from battlesim.ui.system.status_file import OpenDecisionReport, ScreenReport
from benchmarks.drive import Battle, seats_of
from benchmarks.drive_check import faults
from benchmarks.drive_screen import DefectError, Display, Program
from benchmarks.drive_ways import DEFAULT, GIVE, Keyboard, free

BUDGETS: Final = {
    ("first_contact", "mi"): 150,
    ("first_contact", "bugs"): 150,
    ("outpost_evac", "mi"): 600,
    ("outpost_evac", "bugs"): 300,
    ("troice_first", "marines"): 150,
    ("troice_return", "marines"): 400,
    ("first_patrol", "unit"): 60,
    ("first_patrol", "daleks"): 60,
    ("village", "unit"): 250,
    ("first_brood", "people"): 60,
    ("encounter", "people"): 240,
    ("encounter", "aliens"): 240,
    ("high_street", "unit"): 90,
    ("high_street", "spug"): 90,
    ("secret_base", "dalek"): 200,
    ("glowing_eggs_six", "unit"): 250,
}
"""The most inputs that a battle may take, by scenario and side."""
OWN: Final = 3
"""Each so manieth act of one's own is not the one that is marked."""
WAITING_SHOT: Final = 2
"""The most inputs that a question about the moments of a move may take."""
WAIT, END, ALL, ONE_BY_ONE = "waits_to_fire", "end", "a", "Shift+Enter"
FIRES: Final = ("Fire", "Shoot", "Shot")
GO_ON: Final = "space"
"""The key after which what was announced happens."""
GONE: Final = 60.0
"""Seconds within which an answer is taken, however busy the machine is."""
AWAY: Final = (2.0, 1.0)
"""Inches from a piece to the place that it is sent to instead."""


class Counted(NamedTuple):
    """What a battle took: inputs in all, until the first dice, the answers that were asked for, and those
    that the record holds of the side; and the most inputs for one question about the moments of a move."""

    inputs: int
    first_dice: int
    answers: int
    recorded: int
    slowest_moment: int


class Habit(Battle):
    """One battle played by the habit. With `waits` all models lie in wait from its first turn on."""

    first_dice = inputs = acts = slowest_moment = 0
    seldom = 0.0
    waits = lies = False

    def _turn(self, screen: ScreenReport) -> bool:  # type: ignore[override]
        """Whether there is something to answer."""
        return bool(screen.kind != "battle" or screen.over or screen.asked or screen.waiting)

    def to_the_newest(self) -> None:
        """What was announced is read, and may go on."""
        self.counts["announcements"] += 1
        self.hands.key(GO_ON)
        self.program.wait(lambda said: not said.screen.waiting, GONE, "for what was announced")

    def play(self) -> None:
        """Play to the end; a battle may be over before the page of its end is there."""
        super().play()
        self.inputs = self.inputs or self.hands.presses

    def ended(self) -> None:
        """What is pressed from now on does not count."""
        self.inputs = self.hands.presses
        super().ended()

    def into_battle(self) -> None:
        """Wait for it; what was pressed on the start screen does not count."""
        super().into_battle()
        self.hands.presses = 0

    def answer(self, asked: OpenDecisionReport) -> None:
        """Answer the open question."""
        if not self.first_dice and self._rolled():
            self.first_dice = self.hands.presses
        self.kinds[asked.what] += 1
        before = self.hands.presses
        self._choose(asked)
        if not self._given(asked):
            self.hands.key(DEFAULT)
            if not self._given(asked) and not self._given(asked):  # who is left idle is named once
                now = self.program.screen.asked
                raise DefectError(f"stuck: {asked.what}: {asked.prompt}: {now and now.refusal}")
        self.counts["answers"] += 1
        spent = self.hands.presses - before
        self.counts[f"inputs for {asked.what}"] += spent
        if asked.kind == "MomentPicker":
            self.slowest_moment = max(self.slowest_moment, spent)

    def _choose(self, asked: OpenDecisionReport) -> None:
        """Mark the answer of the habit, where that is not what is marked."""
        marked = next((row for row in asked.rows if row.on), None)
        if self._reacts(asked):
            shot = next((k for k in free(asked) if asked.rows[k].label.startswith(FIRES)), None)
            if shot is not None and not asked.rows[shot].on:
                self.person.row(shot)
            return
        if self.waits and asked.what in ("piece", "wait"):
            self._wait(asked)
            return
        self.acts += 1
        if self.acts % OWN:
            return
        self.counts["own choices"] += 1
        if asked.kind == "MovePicker":
            self._send(asked)
        elif asked.kind == "OnePicker" and marked is not None:
            others = [k for k in free(asked) if not asked.rows[k].on and asked.rows[k].press][:2]
            if others:
                self.person.row(others[0])

    def _wait(self, asked: OpenDecisionReport) -> None:
        """Mark laying in wait with all models, or the end of the turn."""
        if asked.what == "wait":
            self.hands.key(ALL)
            return
        wanted = next(
            (k for k, row in enumerate(asked.rows) if row.key == (END if self.lies else WAIT)), None
        )
        now: OpenDecisionReport | None = asked
        while wanted is not None and now is not None and not now.rows[wanted].on:
            self.person.row(wanted)  # arrows go a few rows at a time
            now = self.program.settle().asked
        if not self.lies:
            self.lies = True
            self.hands.key(ONE_BY_ONE)

    def _reacts(self, asked: OpenDecisionReport) -> bool:
        return asked.what in ("react", "overwatch", "moment", "reaction", "last_shot")

    def _send(self, asked: OpenDecisionReport) -> None:
        """Click on a place of one's own."""
        screen = self.program.settle()
        here = next((screen.pieces[row.key] for row in asked.rows if row.key in screen.pieces), None)
        if here is not None:
            self.hands.click(here[0] + AWAY[0] * screen.inch, here[1] - AWAY[1] * screen.inch)
            self.program.settle()

    def _given(self, asked: OpenDecisionReport) -> bool:
        """Give what is marked; whether it was taken, once that is known."""
        now = self.program.settle().asked
        if now is None or now.number != asked.number:
            return True
        self.hands.key(GIVE)
        self.program.settle()

        def known(screen: ScreenReport) -> bool:
            now = screen.asked
            return now is None or now.number != asked.number or bool(now.refusal)

        screen = self.program.wait(lambda said: known(said.screen), GONE, "for an answer to be taken").screen
        return screen.asked is None or screen.asked.number != asked.number

    def _rolled(self) -> bool:
        """Whether dice have been rolled."""
        path = max(self.program.battles.glob("*.battle"), key=lambda path: path.stat().st_mtime)
        return tag_of(DiceRolled).encode() in path.read_bytes()


def count(options: argparse.Namespace, side: str, seed: int) -> tuple[Counted, Counter[str], list[str]]:
    """Play a battle as a side; what it took, by question too, and what is wrong. Raises DefectError."""
    wide, high = map(int, options.size.split("x"))
    display = Display((wide, high))
    with tempfile.TemporaryDirectory(prefix="inputs-") as home:
        program = Program(display, Path(home))
        battle = Habit(program, Keyboard(program, Random(seed)), seed, 1.0)
        battle.waits = options.wait
        try:
            battle.begin(options.scenario, seats_of(argparse.Namespace(**vars(options), side=side), seed))
            battle.play()
            battle.leave()
            program.close()
        except DefectError:
            if options.pictures:
                display.picture(options.pictures / f"inputs {options.scenario} {side}.png")
            for report in Path(home).rglob("battlesim-report-*.txt"):
                print(report.read_text())
            raise
        finally:
            program.clear_up()
            display.close()
        path = max(program.battles.glob("*.battle"), key=lambda path: path.stat().st_mtime)
        record = read_record(path, registry.load_ruleset)
        own = sum(line.side == side for line in record.answers)
        return (
            Counted(battle.inputs, battle.first_dice, battle.counts["answers"], own, battle.slowest_moment),
            battle.counts,
            faults(path),
        )


def main() -> int:
    """Play each battle; exit code 1 when one takes too much or goes wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenario", choices=sorted({scenario for scenario, _ in BUDGETS}))
    parser.add_argument("--side", choices=sorted({side for _, side in BUDGETS}), help="one side alone")
    parser.add_argument("--level", default="recruit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wait", action="store_true", help="lay all models in wait and leave them there")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of what went wrong")
    options = parser.parse_args()
    chosen, failed = vars(options).pop("side"), False
    for side in (side for scenario, side in BUDGETS if scenario == options.scenario):
        if chosen not in (None, side):
            continue
        began = time.perf_counter()
        counted, counts, wrong = count(options, side, options.seed)
        budget = BUDGETS[options.scenario, side]
        failed |= bool(wrong) or counted.inputs > budget or counted.slowest_moment > WAITING_SHOT
        print(
            f"{options.scenario} as {side}: {counted.inputs} inputs of at most {budget}, "
            f"the first dice after {counted.first_dice}; {counted.answers} questions asked, "
            f"at most {counted.slowest_moment} inputs about moments, "
            f"{counted.recorded} answers in the record, {time.perf_counter() - began:.0f} s"
        )
        print("  " + ", ".join(f"{name} {n}" for name, n in counts.most_common() if name != "answers"))
        for words in wrong:
            print(f"  WRONG: {words}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
