"""Play battles by hand, from the start screen to the final score, with real keys or a real mouse.

    python -m benchmarks.drive --games 20 --scenario first_contact --side mi --hands keys

Needs Xvfb and xdotool. What is chosen is chosen by chance; in between, help and settings are opened, the view
is moved, the window gets another size, answers are taken back, the battle is left and gone on with. Each
record must verify and be that of the same battle without a window. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.ui.telling import Asked, Screen
from benchmarks.drive_check import HUMAN, faults
from benchmarks.drive_screen import DefectError, Display, Program
from benchmarks.drive_ways import BACK, DEFAULT, GIVE, WAYS, Keyboard, Mouse

SIZES = ((1366, 768), (1024, 700), (1280, 720))
SELDOM = 0.04
"""How often something else is done before an answer."""
ANY = "any"
CURTAIN = "CurtainPage"
ORDERS = ("Never", "Always", "Nearest")
"""How the buttons for standing orders begin."""
QUIT, UNDO, NEWEST = "Ctrl+Q", "Ctrl+Z", "End"
THINKING = 180.0
"""Seconds that the other side may take."""


class Battle:
    """One battle by hand. `lean` is the share of questions that are answered as they are marked."""

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
        self.program.wait(
            lambda said: self._offers(said.screen, "scenario", scenario), what="for the start screen"
        )
        self.hands.focus()
        self.person.open("scenario", scenario)
        for side, name in seats.items():
            self.person.open("seat", f"{side} {name}")
        if typed:
            self.person.open("dice", " typed")
        self.person.open("begin")
        self.into_battle()

    def go_on(self) -> None:
        """Go on with the newest battle of the list."""
        screen = self.program.wait(
            lambda said: self._offers(said.screen, "record"), what="for the list"
        ).screen
        self.hands.focus()
        record = next(one for one in screen.controls if one.command == "record")
        self.person.open("record", record.value)
        self.person.open("begin")
        self.into_battle()

    @staticmethod
    def _offers(screen: Screen, command: str, value: str = "") -> bool:
        return any(one.command == command and one.value.startswith(value) for one in screen.controls)

    def into_battle(self) -> None:
        self.program.wait(lambda said: said.screen.kind == "battle", what="for the battle")
        self.hands.focus()
        if self.by_keys:
            self.hands.key("5")
        else:
            self.hands.move(*self._empty())
            self.click("speed", "4")

    def click(self, command: str, value: str = "") -> None:
        """Click on a control of the battle's panels, if it is there."""
        for one in self.program.settle().controls:
            if one.command == command and value in ("", one.value):
                self.hands.click(one.at[0] + one.at[2] / 2, one.at[1] + one.at[3] / 2)
                self.program.settle()
                return

    def _empty(self) -> tuple[int, int]:
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
                self._look(screen)
                continue
            if screen.kind != "battle":
                raise DefectError(f"{screen.title}: {' '.join(screen.words)}")
            if screen.asked is None:
                self._to_the_newest()
                continue
            if self.rng.random() < SELDOM:
                self._something_else()
                continue
            self.answer(screen.asked)

    @staticmethod
    def _turn(screen: Screen) -> bool:
        """Whether there is something to do for the person."""
        return bool(screen.kind != "battle" or screen.over or screen.asked or not screen.newest)

    def _look(self, screen: Screen) -> None:
        """The other side has looked away: lift the curtain."""
        self.counts["curtains"] += 1
        self._picture("curtain", "down")
        if self.by_keys:
            self.hands.key(GIVE)
        else:
            self.person.open("look")
        self.program.wait(lambda said: said.screen.title != screen.title, what="for the curtain to rise")

    def _to_the_newest(self) -> None:
        """What is moving is skipped."""
        self.counts["skipped"] += 1
        if self.by_keys:
            self.hands.key(NEWEST)
        else:
            self.click("now")
        self.program.settle()

    def answer(self, asked: Asked) -> None:
        """Answer the open question."""
        key = f"{asked.kind} {asked.what}"
        self._picture(key, "1 asked")
        if self.rng.random() >= self.lean:
            WAYS[asked.kind](self.person, asked)
            self.program.settle()
        elif asked.kind == "DicePicker":
            WAYS[asked.kind](self.person, asked)
        self._picture(key, "2 chosen")
        self.kinds[key] += 1
        if self._gone(asked) or self._given(asked):
            return
        self.counts["refused"] += 1
        now = self.program.screen.asked
        if now and not now.refusal:
            raise DefectError(f"refused without a word: {asked.what}: {asked.prompt}: {now.summary}")
        self._picture(f"{asked.kind} refused", now.refusal[:40].replace("/", " ") if now else "")
        for _ in range(2):
            self.person.act(DEFAULT)
            self.program.settle()
            if self._gone(asked) or self._given(asked):
                return
            self.person.act(BACK)
        now = self.program.screen.asked
        raise DefectError(
            f"stuck: {asked.what}: {asked.prompt}: the default is refused: {now and now.refusal}"
        )

    def _gone(self, asked: Asked) -> bool:
        """Whether the question was answered already."""
        screen = self.program.settle()
        if screen.kind == "battle" and screen.asked and screen.asked.number == asked.number:
            return False
        self.counts["answers"] += 1
        return True

    def _given(self, asked: Asked) -> bool:
        self.person.act(GIVE)
        return self._gone(asked)

    # -- what a person does besides --

    def _something_else(self) -> None:
        """Look something up, move the view, take an answer back, leave and come back."""
        chosen = self.rng.choice(list(ELSE))
        self.counts[chosen] += 1
        ELSE[chosen](self)
        self.program.settle()

    def help(self) -> None:
        """Open and close the help card."""
        for wanted in (True, False):
            if self.by_keys:
                self.hands.key("F1")
            else:
                self.click("help")
            self.program.wait(
                lambda said, wanted=wanted: said.screen.help is wanted, what="for the help card"
            )

    def settings(self) -> None:
        """Into the settings and out again."""
        if self.by_keys:
            self.hands.key("F10")
        elif self._offers(self.program.screen, "settings"):
            self.click("settings")
        else:
            self.counts["no button: settings"] += 1
            return
        self.program.wait(lambda said: said.screen.kind == "menu", what="for the settings")
        self._picture("settings", "open")
        if self.by_keys:
            self.hands.key("Esc")
        else:
            self.person.open("leave", "0")
        self.program.wait(lambda said: said.screen.kind == "battle", what="for the battle after the settings")

    def view(self) -> None:
        """Nearer and farther, and along."""
        if self.by_keys:
            self.hands.key("+", "-", "Ctrl+Left", "Ctrl+Up", "Ctrl+Right", "Ctrl+Down", "F9", "F9")
            return
        x, y = self._empty()
        self.hands.wheel(x, y, False)
        self.hands.wheel(x, y, True)
        self.hands.drag((x, y), (x - 60, y - 40), 2)

    def log(self) -> None:
        """A line of the log, and back to the newest moment."""
        if self.by_keys:
            self.hands.key("Page up", "Page up", "Page down", "Page down", NEWEST)
        else:
            self.click("line")
            self.program.settle()
            self._to_the_newest()

    def resize(self) -> None:
        """Another size of the window."""
        self.hands.resize(*self.rng.choice(SIZES))
        time.sleep(0.3)

    def undo(self) -> None:
        """Take an answer back, or hear why not."""
        if self.by_keys:
            self.hands.key(UNDO)
        else:
            self.click("undo")
        self.program.settle()

    def orders(self) -> None:
        """Give a standing order, or lift one that was given."""
        asked = self.program.screen.asked
        acts = asked.acts if asked else ()
        listed = [key for key, label in acts if "standing order" in label]
        offered = [key for key, label in acts if label.startswith(ORDERS)]
        if listed:
            self.person.act(listed[0])
            self.program.wait(lambda said: said.screen.kind == "menu", what="for the standing orders")
            self._picture("orders", "listed")
            self.person.open("lift", "0")
            self.person.open("leave")
            self.program.wait(
                lambda said: said.screen.kind == "battle", what="for the battle after the orders"
            )
        elif asked and offered:
            self.person.act(self.rng.choice(offered))
            if not self._gone(asked):
                raise DefectError(f"the order is not taken: {asked.prompt}")

    def hint(self) -> None:
        """Put a hint away."""
        if self.by_keys:
            self.hands.key("F2")
        else:
            self.click("hint")

    def come_back(self) -> None:
        """Leave in the middle and go on from the start screen."""
        if self.counts["come_back"] > 2:
            return
        self.leave()
        self.go_on()

    def leave(self) -> None:
        """To the start screen."""
        if self.by_keys:
            self.hands.key(QUIT)
        elif self._offers(self.program.screen, "quit"):
            self.click("quit")
        else:
            raise DefectError("there is no button to leave the battle")
        self.program.wait(lambda said: said.screen.kind == "menu", what="for the start screen")

    def _picture(self, name: str, part: str) -> None:
        """Keep a picture, once for each name."""
        path = self.pictures and self.pictures / f"{name} {part}.png"
        if path and not path.exists():
            self.program.settle()
            self.program.display.picture(path)


ELSE: Mapping[str, Callable[[Battle], None]] = {
    "help": Battle.help,
    "settings": Battle.settings,
    "view": Battle.view,
    "log": Battle.log,
    "resize": Battle.resize,
    "undo": Battle.undo,
    "orders": Battle.orders,
    "hint": Battle.hint,
    "come_back": Battle.come_back,
}


def drive(options: argparse.Namespace, seed: int, home: Path) -> tuple[list[str], Battle]:
    """Play a battle by hand; what is wrong, in words."""
    display = Display(tuple(map(int, options.size.split("x"))))
    program = Program(display, home, extra={"XDG_CACHE_HOME": str(options.cache)} if options.cache else None)
    person = (Keyboard if options.hands == "keys" else Mouse)(program, Random(seed))
    battle = Battle(program, person, seed, options.lean, options.pictures, options.answers)
    found: list[str] = []
    try:
        battle.begin(options.scenario, seats_of(options, seed), options.typed)
        battle.play()
        battle._picture("over", options.scenario)
        battle.leave()
        program.close()
    except Exception as error:
        display.picture((options.pictures or home) / f"defect {options.hands} {seed}.png")
        found.append(
            f"{type(error).__name__}: {error}" if isinstance(error, DefectError) else traceback.format_exc()
        )
    finally:
        program.kill()
        display.close()
    if not found and not options.answers:
        found += faults(max((home / "battles").glob("*.battle"), key=lambda path: path.stat().st_mtime))
    return found, battle


def seats_of(options: argparse.Namespace, seed: int) -> dict[str, str]:
    """Who plays: people the sides named (with "any", one after the other), the level all others."""
    sides = [side.key for side in load_scenario(options.scenario).plan.sides]
    people = [sides[seed % len(sides)]] if options.side == ANY else options.side.split(",")
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
    parser.add_argument("--typed", action="store_true", help="roll by hand too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each kind of question")
    parser.add_argument("--cache", type=Path, help="a folder for lit tables, kept from battle to battle")
    options = parser.parse_args()
    failures = 0
    for seed in range(options.seed, options.seed + options.games):
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="drive-") as home:
            found, battle = drive(options, seed, Path(home))
        failures += bool(found)
        for words in found:
            print(
                f"FAILED {options.scenario} {options.side} by {options.hands}, seed {seed}: {words}",
                flush=True,
            )
        counts = ", ".join(f"{name} {count}" for name, count in battle.counts.items())
        per = battle.hands.presses / max(1, battle.counts["answers"])
        took = time.perf_counter() - began
        print(f"seed {seed}: {counts}; {per:.1f} presses an answer, {took:.0f} s", flush=True)
    print(
        f"{options.games} battles of {options.scenario}, {options.side} by {options.hands}: {failures} wrong"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
