"""Play battles by hand, from the start screen to the final score, with real keys or a real mouse.

    python -m benchmarks.drive --games 20 --scenario first_contact --side mi --hands keys

Needs Xvfb and xdotool. What is chosen is chosen by chance; in between, help and settings are opened, the view
is moved, the window gets another size, answers are taken back, the battle is left and gone on with. Each
record must verify and be that of the same battle without a window. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import get_args

from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.ui.session.human_player import AskLevel
from battlesim.ui.settings.settings import Settings
from battlesim.ui.system.status_file import OpenDecisionReport, ScreenReport
from benchmarks.drive_besides import BESIDES, CURTAIN, in_battle, offers
from benchmarks.drive_check import HUMAN, faults
from benchmarks.drive_screen import DefectError, Display, Program
from benchmarks.drive_ways import BACK, DEFAULT, GIVE, WAYS, Keyboard, Mouse

SELDOM = 0.04
"""How often something else is done before an answer."""
SEEN_AND_GIVEN = range(2)
"""How often what is laid by a key is confirmed: what comes with it has to be seen first."""
ANY = "any"
QUIT, NEWEST = "Ctrl+Q", "End"
ENDING, WORKING = "EndingPage", "is being worked out"
THINKING = 180.0
"""Seconds that the other side may take."""


class Battle:
    """One battle by hand. `lean` is the share of questions that are answered as they are marked, and `seldom`
    that before which something else is done."""

    seldom = SELDOM

    def __init__(
        self,
        program: Program,
        person: Keyboard | Mouse,
        seed: int,
        lean: float,
        pictures: Path | None = None,
        most: int = 0,
    ) -> None:
        self.program, self.person, self.hands = program, person, person.hands
        self.rng, self.lean, self.pictures, self.most = Random(seed), lean, pictures, most
        self.counts: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.by_keys = isinstance(person, Keyboard)

    # -- start screen --

    def begin(self, scenario: str, seats: Mapping[str, str], typed: bool = False) -> None:
        """Choose a battle on the start screen and begin it."""
        self.program.wait(lambda said: offers(said.screen, "scenario", scenario), what="for the start screen")
        self.program.focus()
        self.person.open("scenario", scenario)
        for side, name in seats.items():
            self.person.open("seat", f"{side} {name}")
        if typed:
            self.person.open("dice", " typed")
        self.person.open("begin")
        self.into_battle()

    def go_on(self) -> None:
        """Go on with the newest battle of the list."""
        kept = str(self.program.battles)
        listed = self.program.wait(lambda said: offers(said.screen, "record", kept), what="for the list")
        self.program.focus()
        record = next(one.value for one in listed.screen.controls if one.value.startswith(kept))
        self.person.open("record", record)
        self.person.open("begin")
        self.into_battle()

    def into_battle(self) -> None:
        self.wait_for_battle()
        self.program.focus()
        if self.by_keys:
            self.hands.key("5")
        else:
            self.hands.move(*self.empty())
            self.click("speed", "4")

    def wait_for_battle(self) -> None:
        """Until the battle is there; a curtain before it is lifted."""
        screen = self.program.wait(lambda said: in_battle(said.screen), what="for the battle").screen
        if screen.title == CURTAIN:
            self._look()

    def click(self, command: str, value: str = "") -> None:
        """Click on a control of the battle's panels, if it is there."""
        for one in self.program.settle().controls:
            if one.seen and one.command == command and value in ("", one.value):
                self.hands.click(one.at[0] + one.at[2] / 2, one.at[1] + one.at[3] / 2)
                self.program.settle()
                return

    def empty(self) -> tuple[int, int]:
        x, y, width, height = self.program.screen.table
        return x + width // 2, y + height - 30

    # -- the battle --

    def play(self) -> None:
        """Answer until the battle is over, or `most` answers were given. Raises DefectError."""
        while True:
            said = self.program.wait(lambda said: self._turn(said.screen), THINKING, "for a question")
            screen = said.screen
            if screen.over or (self.most and self.counts["answers"] >= self.most):
                return
            if screen.title == CURTAIN:
                self._look()
                continue
            if screen.title == ENDING:
                self.ended()
                continue
            if screen.kind != "battle":
                raise DefectError(f"{screen.title}: {' '.join(screen.words)}")
            if screen.asked is None:
                self.to_the_newest()
                continue
            if self.rng.random() < self.seldom:
                self._something_else()
                continue
            self.answer(screen.asked)

    def ended(self) -> None:
        """The page that tells how it ended is there: read it, and on to the table."""
        self.program.wait(lambda said: WORKING not in " ".join(said.screen.words), what="for how it ended")
        self.picture("ending", "told")
        self.person.open("leave")
        self.program.wait(lambda said: said.screen.kind == "battle", what="for the table")

    @staticmethod
    def _turn(screen: ScreenReport) -> bool:
        """Whether there is something to do for the person."""
        return bool(screen.kind != "battle" or screen.over or screen.asked or not screen.newest)

    def _look(self) -> None:
        """The other side has looked away: lift the curtain, once it says for whom."""
        said = self.program.wait(lambda said: self._lifts(said.screen), what="for who is to look")
        if said.screen.title != CURTAIN:
            return
        self.program.focus()
        self.counts["curtains"] += 1
        self.picture("curtain", "down")
        if self.by_keys:
            self.hands.key(GIVE)
        else:
            self.person.open("look")
        self.program.wait(lambda said: said.screen.title != CURTAIN, what="for the curtain to rise")

    @staticmethod
    def _lifts(screen: ScreenReport) -> bool:
        """Whether the curtain can be lifted, or is gone: before the first question it is down for nobody."""
        return screen.title != CURTAIN or offers(screen, "look")

    def to_the_newest(self) -> None:
        """What is moving is skipped."""
        self.counts["skipped"] += 1
        if self.by_keys:
            self.hands.key(NEWEST)
        else:
            self.click("now")
        self.program.settle()

    def answer(self, asked: OpenDecisionReport) -> None:
        """Answer the open question."""
        key = f"{asked.kind} {asked.what}"
        self.picture(key, "1 asked")
        if self.rng.random() >= self.lean:
            WAYS[asked.kind](self.person, asked)
            self.program.settle()
        elif asked.kind in ("DicePicker", "HandfulPicker"):
            WAYS[asked.kind](self.person, asked)
        self.picture(key, "2 chosen")
        self.kinds[key] += 1
        if self.gone(asked) or self._given(asked):
            return
        self.counts["refused"] += 1
        now = self.program.screen.asked
        if now and not now.refusal:
            raise DefectError(f"refused without a word: {asked.what}: {asked.prompt}: {now.summary}")
        self.picture(f"{asked.kind} refused", now.refusal[:40].replace("/", " ") if now else "")
        for _ in range(2):
            self.person.act(DEFAULT)
            self.program.settle()
            if self.gone(asked) or any(self._given(asked) for _ in SEEN_AND_GIVEN):
                return
            self.person.act(BACK)
        now = self.program.screen.asked
        raise DefectError(
            f"stuck: {asked.what}: {asked.prompt}: the default is refused: {now and now.refusal}"
        )

    def gone(self, asked: OpenDecisionReport) -> bool:
        """Whether the question was answered already."""
        screen = self.program.settle()
        if screen.kind == "battle" and screen.asked and screen.asked.number == asked.number:
            return False
        self.counts["answers"] += 1
        return True

    def _given(self, asked: OpenDecisionReport) -> bool:
        self.person.act(GIVE)
        return self.gone(asked)

    def _something_else(self) -> None:
        """Look something up, move the view, take an answer back, leave and come back."""
        chosen = self.rng.choice(list(BESIDES))
        self.counts[chosen] += 1
        BESIDES[chosen](self)
        self.program.settle()

    def leave(self) -> None:
        """To the start screen."""
        if self.by_keys:
            self.hands.key(QUIT)
        else:
            self.click("quit")
        self.program.wait(lambda said: said.screen.kind == "menu", what="for the start screen")

    def picture(self, name: str, part: str) -> None:
        """Keep a picture, once for each name."""
        path = self.pictures and self.pictures / f"{name} {part}.png"
        if path and not path.exists():
            self.program.settle()
            self.program.display.picture(path)


def drive(options: argparse.Namespace, seed: int, home: Path) -> tuple[list[str], Battle]:
    """Play a battle by hand; what is wrong, in words."""
    wide, high = map(int, options.size.split("x"))
    display = Display((wide, high))
    cache = {"XDG_CACHE_HOME": str(options.cache)} if options.cache else None
    program = Program(display, home, extra=cache, settings=Settings(ask=options.ask))
    person = (Keyboard if options.hands == "keys" else Mouse)(program, Random(seed))
    battle = Battle(program, person, seed, options.lean, options.pictures, options.answers)
    found: list[str] = []
    try:
        battle.begin(options.scenario, seats_of(options, seed), options.typed)
        battle.play()
        battle.picture("over", options.scenario)
        battle.leave()
        program.close()
    except Exception as error:
        display.picture((options.pictures or home) / f"defect {options.hands} {seed}.png")
        found.append(
            f"{type(error).__name__}: {error}" if isinstance(error, DefectError) else traceback.format_exc()
        )
    finally:
        program.clear_up()
        display.close()
    if not found and not options.answers:
        found += faults(max(program.battles.glob("*.battle"), key=lambda path: path.stat().st_mtime))
    return found, battle


def seats_of(options: argparse.Namespace, seed: int) -> dict[str, str]:
    """Who plays: people the sides named (with "any", one after the other), the level all others.

    A side that acts by the rules is played where it is named.
    """
    every = load_scenario(options.scenario).plan.sides
    played = [side.key for side in every if side.played]
    people = [played[seed % len(played)]] if options.side == ANY else options.side.split(",")
    sides = [side.key for side in every if side.played or side.key in people]
    return {side: HUMAN if side in people else options.level for side in sides}


def main() -> int:
    """Play; exit code 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--scenario", choices=sorted(scenario_files()), default="first_contact")
    parser.add_argument("--side", default=ANY, help="the sides that are played by hand, with commas, or any")
    parser.add_argument("--hands", choices=("keys", "mouse"), default="keys")
    parser.add_argument("--level", default="recruit")
    parser.add_argument(
        "--lean", type=float, default=0.3, help="share of questions answered as they are marked"
    )
    parser.add_argument("--answers", type=int, default=0, help="stop after so many answers (0: at the end)")
    parser.add_argument("--ask", choices=get_args(AskLevel), default="acts", help="how much is asked")
    parser.add_argument("--typed", action="store_true", help="roll by hand too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each kind of question")
    parser.add_argument("--keep", type=Path, help="a folder for record and reports of a battle gone wrong")
    parser.add_argument("--cache", type=Path, help="a folder for lit tables, kept from battle to battle")
    options = parser.parse_args()
    failures = 0
    for seed in range(options.seed, options.seed + options.games):
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="drive-") as home:
            found, battle = drive(options, seed, Path(home))
            if found and options.keep:
                kept = options.keep / f"{options.scenario} {options.hands} {seed}"
                shutil.copytree(home, kept, dirs_exist_ok=True)
        failures += bool(found)
        for words in found:
            print(
                f"FAILED {options.scenario} {options.side} by {options.hands}, seed {seed}: {words}",
                flush=True,
            )
        counts = ", ".join(f"{name} {count}" for name, count in battle.counts.items())
        per = battle.hands.presses / max(1, battle.counts["answers"])
        took = time.perf_counter() - began
        still = f"at most {battle.program.longest:.1f} s without a frame"
        print(f"seed {seed}: {counts}; {per:.1f} presses an answer, {took:.0f} s, {still}", flush=True)
    print(
        f"{options.games} battles of {options.scenario}, {options.side} by {options.hands}: {failures} wrong"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
