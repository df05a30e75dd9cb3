"""Play a whole campaign on its pages by keys or by mouse: muster, battles of automated players, skills.

    python -m benchmarks.drive_campaign --hands keys --size 1366x768 --pictures pictures

The battles are played by automated players in the window. Exit code 1 if the program does not do what its
pages say.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from battlesim.scenarios.rosters import Roster, read_roster
from battlesim.ui.settings.settings import Settings
from benchmarks.drive import Battle
from benchmarks.drive_besides import offers
from benchmarks.drive_screen import DefectError, Display, Program, told
from benchmarks.drive_ways import Keyboard, Mouse, find

MAX_BATTLE_S, LOOK_S = 900.0, 0.5
"""Longest time of a battle in seconds, and the time between two jumps to its latest moment."""
FORCE, ROSTER = "unit", "three_nights"


class CampaignDrive:
    """A campaign on the pages of the window, driven by a person with keys or a mouse."""

    def __init__(self, program: Program, person: Keyboard | Mouse, pictures: Path | None) -> None:
        self.program, self.person, self.pictures = program, person, pictures
        self.battle = Battle(program, person, 1, 1.0)
        self.folder = program.battles / "campaigns"

    def roster(self) -> Roster:
        """The roster as it is saved."""
        return read_roster(self.folder / f"{ROSTER}.toml")

    def page(self, title: str) -> None:
        """Wait for a page."""
        self.program.wait(lambda said: said.screen.title == title, 60.0, f"for {title}")
        self.program.focus()

    def picture(self, name: str) -> None:
        """Keep a picture."""
        if self.pictures:
            self.program.settle()
            self.program.display.picture(self.pictures / f"{name}.png")

    def press(self, command: str, value: str = "") -> None:
        """Press a control of the page."""
        self.person.open(command, value)

    def expect(self, holds: bool, words: str) -> None:
        """Raise DefectError unless something holds."""
        if not holds:
            raise DefectError(f"{words}; the screen: {told(self.program.screen)}")

    def muster(self) -> None:
        """Buy a force: a radio is too dear until a model has been removed."""
        self.program.wait(lambda said: offers(said.screen, "scenario", "village"), what="for the start")
        self.program.focus()
        self.press("campaigns")
        self.page("CampaignsPage")
        self.picture("1 campaigns")
        self.press("muster", ".")
        self.page("MusterPage")
        self.press("extra", "0 2 radio")
        self.expect("12 are allowed" in " ".join(self.program.settle().words), "a radio was to be too dear")
        self.picture("2 too dear")
        self.press("remove", "0 6")
        self.press("extra", "0 2 radio")
        self.picture("3 muster")
        self.press("begin")
        self.press("leave")
        self.page("CampaignsPage")
        self.expect((self.folder / f"{FORCE}.toml").exists(), "the muster was to be saved")

    def begin(self) -> None:
        """Begin the campaign with the mustered force."""
        self.press("force", str(self.folder / f"{FORCE}.toml"))
        self.press("begin")
        self.page("RosterPage")
        self.picture("4 roster")
        self.press("player", " recruit")

    def fight(self, number: int) -> None:
        """Play the next battle to its end, and come back to the roster with what it brought."""
        self.press("begin")
        if self.program.settle().title == "RosterPage":
            self.press("begin")  # points were left to spend
        self.battle.into_battle()
        until = time.monotonic() + MAX_BATTLE_S
        while self.program.screen.title != "EndingPage":
            self.expect(time.monotonic() < until, "the battle was to end")
            if self.battle.by_keys:
                self.program.hands.key("End")
            else:
                self.battle.click("now")
            time.sleep(LOOK_S)
        self.program.wait(
            lambda said: any(one.command == "look" for one in said.screen.controls), what="for the summary"
        )
        self.picture(f"5 end of battle {number}")
        while self.program.settle().title == "EndingPage":
            time.sleep(LOOK_S)
            self.press("quit")
        self.page("RosterPage")
        self.picture(f"5 after battle {number}")
        self.expect(self.roster().battle == number + 1, f"battle {number} was to be counted")

    def learn(self) -> None:
        """Let the model that has most points buy what it can, take it back, and buy it for good."""
        before = self.roster()
        rich = max(before.model, key=lambda own: own.points, default=None)
        if rich is None or rich.points < 2:
            return
        self.press("model", rich.id)
        for command, value in (("buy", "super_fast"), ("undo", ""), ("buy", "super_fast")):
            self.press(command, value)
        self.expect(self.roster() == before, "nothing was to be kept before it is saved")
        self.picture("6 learns")
        self.press("save")
        taught = next(own for own in self.roster().model if own.id == rich.id)
        self.expect(taught.points == rich.points - 2, "the skill was to be paid")

    def play(self) -> None:
        """Play the whole campaign."""
        self.muster()
        self.begin()
        for number in (1, 2, 3):
            self.fight(number)
            self.learn()
        self.expect(find(self.program.settle(), "foot", "begin", "") is None, "no battle was to be left")
        self.press("leave")
        self.page("CampaignsPage")
        self.picture("7 over")


def main() -> int:
    """Read the command line and say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", choices=("keys", "mouse"), default="keys")
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args()
    began = time.perf_counter()
    wide, high = map(int, given.size.split("x"))
    with tempfile.TemporaryDirectory() as name:
        display = Display((wide, high))
        program = Program(display, Path(name), settings=Settings())
        person = (Keyboard if given.hands == "keys" else Mouse)(program, Random(1))
        drive = CampaignDrive(program, person, given.pictures)
        try:
            drive.play()
            program.close()
        except DefectError as error:
            drive.picture("defect")
            print(f"FAILED: {error}")
            return 1
        finally:
            roster = drive.roster() if (drive.folder / f"{ROSTER}.toml").exists() else None
            program.clear_up()
            display.close()
    held = f"{len(roster.model)} alive, {len(roster.lost)} lost" if roster else "no roster"
    presses = program.hands.presses
    print(f"a campaign by {given.hands}: {held}, {presses} presses, {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
