"""Give damaged files and arguments to whatever reads them; nothing may hang, swell or end in a traceback.

    python -m benchmarks.fuzz --files 20000 --commands 500

Each file goes through the functions behind check, play, replay, judge, template, simulate, the start screen's
list and the settings, in a forked process of its own with limits on time and memory; `--commands` are runs of
the program itself. Refusals take at most 1 s and 300 MB, everything else 10 s and 500 MB; but whole battles
of sound scenarios take as long as they take. What does not hold is printed with its seed and kept in the
folder given by `--keep`. Exit code 1 when there is any.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from battlesim.data_folders import maps_folder
from battlesim.engine.dice import SeededDice
from battlesim.engine.run import start_run
from battlesim.players.levels import load_player
from battlesim.players.match import Match
from battlesim.report.judging import PieceOrPoint, rule_on_ends, ruleset_judging_rules, ruling_values
from battlesim.report.template_values import TemplatePose, template_query, template_rows
from battlesim.scenarios.file_checks import check_file_or_ruleset
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.sources import load_record, open_source, source_seen_by
from benchmarks import battles, fuzz_files
from benchmarks.attack_files import OWN_MAPS, with_outline
from benchmarks.forks import MEGABYTES, fence, in_a_fork, judged

STEPS = 40
"""Answers that a damaged scenario is played for."""


Job = Callable[[Path], object]


class Case(NamedTuple):
    """A damaged file, and what is done with it."""

    name: str
    raw: bytes
    job: Job


def main() -> int:
    """Run the fuzz; exit code 1 when anything does not hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--commands", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1, help="of the first file; they count up from it")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "battlesim-fuzz")
    options = parser.parse_args()
    ended: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        at_home(folder)
        known = samples(folder)
        warm(known, folder)
        for seed in range(options.seed, options.seed + options.files):
            ended[report(seed, *run_file(seed, known, folder), options.keep)] += 1
        for seed in range(options.seed, options.seed + options.commands):
            ended[report(seed, *run_command(seed, known, folder), options.keep)] += 1
    print(", ".join(f"{count} {word}" for word, count in sorted(ended.items())))
    return 1 if ended["wrong"] else 0


def at_home(folder: Path) -> None:
    """The program's own folders are in this one from now on, and there is no display."""
    for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(display, None)
    os.environ["SDL_VIDEODRIVER"] = "dummy"


SETTINGS = b"""scale = 125
palette = "high contrast"
units = "cm"
volume = 20
battles = "/tmp"
[keys]
fit = ["z"]
"""


def samples(folder: Path) -> dict[str, list[bytes]]:
    """Sound files of each kind. Records: a whole battle and the start of a larger one."""
    whole, begun = folder / "whole", folder / "begun"
    battles.play_out(battles.begin(whole, load_scenario("toy"), 1, "random"))
    match = battles.begin(begun, load_scenario("first_contact"), 1, "random")
    for _ in range(60):
        match.answer_next()
    found = {".battle": [whole.read_bytes(), begun.read_bytes()], "settings": [SETTINGS]}
    for kind, where in {"map": "", "scenario": "scenarios", "situation": "situations"}.items():
        found[kind] = [path.read_bytes() for path in sorted((maps_folder() / where).glob("*.toml"))]
    return found


def warm(known: dict[str, list[bytes]], folder: Path) -> None:
    """Import all that is needed once, before there are forks."""
    (folder / "a.battle").write_bytes(known[".battle"][0])
    for job in OF_RECORDS:
        if job is mend:  # there is nothing to mend yet
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            job(folder / "a.battle")


def case(seed: int, known: dict[str, list[bytes]]) -> Case:
    """The file of a seed."""
    rng = random.Random(seed)
    kind = rng.choice((".battle", ".battle", ".battle", "map", "scenario", "situation", "settings"))
    jobs = OF_RECORDS if kind == ".battle" else OF_TOML[kind]
    raw = rng.choice(known[kind])
    large = rng.random() < 0.03
    if large and kind == ".battle":
        return Case("a.battle", with_outline(raw, rng.choice((20_000, 100_000))), rng.choice(jobs))
    if large and kind == "map":
        asks_for_much = rng.choice(list(OWN_MAPS.values()))
        return Case("a.toml", asks_for_much(rng.choice((0.03, 0.3, 1.0))), rng.choice(jobs))
    return damaged(kind, raw, rng, jobs)


def damaged(kind: str, raw: bytes, rng: random.Random, jobs: Sequence[Job]) -> Case:
    """A sound file damaged, and one of the jobs to be done with it."""
    if kind == ".battle":
        return Case("a.battle", fuzz_files.record(raw.splitlines(), rng), rng.choice(jobs))
    return Case("a.toml", fuzz_files.toml(raw.decode(), rng), rng.choice(jobs))


def run_file(seed: int, known: dict[str, list[bytes]], folder: Path) -> tuple[str, str, bytes]:
    """What came of the file of a seed, what is wrong with that ("": nothing), and the file."""
    given = case(seed, known)
    path = folder / given.name
    path.write_bytes(given.raw)
    words, wrong = in_a_fork(lambda: given.job(path))
    return words, f"{wrong} ({given.job.__name__}, {given.name})" if wrong else "", given.raw


def report(seed: int, word: str, wrong: str, raw: bytes, keep: Path) -> str:
    """Print and keep what is wrong; how it ended in one word."""
    if not wrong:
        return word
    keep.mkdir(parents=True, exist_ok=True)
    (keep / f"{seed}").write_bytes(raw)
    print(f"seed {seed}: {wrong}", flush=True)
    return "wrong"


# -- what is done with files --


def check(path: Path) -> None:
    check_file_or_ruleset(str(path))


def replay(path: Path) -> None:
    from battlesim.commands.replay import replay as command

    record = load_record(path)
    command(path, to=len(record.frames), headless=True)


def export(path: Path) -> None:
    from battlesim.commands.replay import replay as command

    command(path, headless=True, export=path.with_suffix(".png"))


def judge(path: Path) -> None:
    source = open_source(str(path))
    pieces = [piece.id for piece in source.table.standing_pieces()][:2]
    first, second = (*pieces, "3,3", "9,9")[:2]
    ruling_values(
        rule_on_ends(
            source, PieceOrPoint(first), PieceOrPoint(second), ruleset_judging_rules(source, source.ruleset)
        )
    )


def template(path: Path) -> None:
    source = open_source(str(path))
    wish = template_query(source, source.ruleset, None, "blast:4")
    template_rows(source.table, wish, TemplatePose(5, 5))


def seen(path: Path) -> None:
    source = open_source(str(path))
    for side in source.table.sides:
        source_seen_by(source, side.key)


def go_on(path: Path) -> None:
    from battlesim.engine.record_resume import resume_battle
    from battlesim.rulesets import registry

    resume_battle(path, registry.load_ruleset).recorder.close()


def mend(path: Path) -> None:
    from battlesim.engine.record_repair import repaired_record
    from battlesim.rulesets import registry

    repaired_record(path, registry.load_ruleset)


def listing(path: Path) -> None:
    from battlesim.ui.start.catalogue import list_records, load_record_progress

    if any(not one.fault for one in list_records(path.parent)):
        load_record_progress(path)


def play(path: Path) -> None:
    """The first answers of a battle; `simulate` plays in the same way."""
    scenario = load_scenario(str(path))
    state = scenario.initial_state()
    seats = {side.key: load_player("random") for side in state.table.sides}
    match = Match(start_run(scenario.ruleset, state), seats, SeededDice(1), seed=1)
    for _ in range(STEPS):
        if match.current_run.pending is not None:
            match.answer_next()


def settings(path: Path) -> None:
    from battlesim.ui.settings.settings import load_settings

    found, _ = load_settings(path)
    _ = found.bindings, found.battles_folder


OF_RECORDS: tuple[Job, ...] = (check, replay, export, judge, template, seen, go_on, mend, listing)
OF_TOML: dict[str, tuple[Job, ...]] = {
    "map": (check, judge, template),
    "scenario": (check, play, play, judge, template),
    "situation": (check, judge, template),
    "settings": (settings,),
}

# -- the commands themselves --

ARGUMENTS = (
    *("nan", "inf", "1e300"),
    "-1",
    "0",
    "9" * 400,
    "9" * 5000,
    "",
    "x" * 5000,
    "1,1",
    "5,5,1e300",
    "toy",
    "é",
)
OPTIONS = {
    "judge": ("--from", "--to", "--at", "--base", "--height", "--to-base", "--to-height", "--ruleset"),
    "template": ("--shape", "--at", "--facing", "--step"),
    "replay": ("--to", "--seen-by"),
    "play": ("--seed", "--side", "--option"),
    "simulate": ("--seed", "--side", "--option"),
    "check": (),
}
USUAL = {
    "judge": ["--from", "3,3", "--to", "9,9"],
    "template": ["--shape", "blast:3", "--at", "5,5"],
    "replay": ["--headless"],
    "play": ["--headless"],
    "simulate": ["--games", "1"],
    "check": [],
}


def run_command(seed: int, known: dict[str, list[bytes]], folder: Path) -> tuple[str, str, bytes]:
    """What came of a command with a damaged file or damaged arguments."""
    rng = random.Random(seed)
    given = case(seed, known)
    path = folder / given.name
    path.write_bytes(given.raw)
    command = rng.choice(list(OPTIONS))
    words = [command, str(path) if rng.random() < 0.6 else rng.choice(("toy", "first_contact", *ARGUMENTS))]
    words += USUAL[command]
    for option in OPTIONS[command]:
        if rng.random() < 0.3:
            words += [option, rng.choice(ARGUMENTS)]
    out = folder / "said"
    with out.open("wb") as said:
        child = subprocess.Popen(
            (sys.executable, "-m", "battlesim", *words),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            preexec_fn=fence,  # noqa: PLW1509 - there are no threads here
        )
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    seconds, memory = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    text = out.read_bytes()[-2000:].decode(errors="replace")
    if plays_on(child.returncode, memory, words):
        return "done", "", given.raw
    word, wrong = judged(child.returncode, text, seconds, memory, start=4.0)
    return word, f"{wrong} ({' '.join(words)[:300]})" if wrong else "", given.raw


def plays_on(code: int, megabytes: float, words: Sequence[str]) -> bool:
    """Whether a command was stopped in the midst of a battle that is sound and takes as long as it takes."""
    if code != -signal.SIGXCPU or megabytes > MEGABYTES or words[0] not in ("play", "simulate"):
        return False
    return in_a_fork(lambda: play(Path(words[1]))) == ("done", "")


if __name__ == "__main__":
    sys.exit(main())
