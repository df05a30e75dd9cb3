"""Jobs in processes of their own, with limits on time and memory, and how they ended."""

from __future__ import annotations

import os
import resource
import signal
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from battlesim.commands.failures import is_bad_input

SECONDS, REFUSAL_SECONDS = 10.0, 1.0
MEGABYTES = 300
DONE, REFUSED, FAILED = 0, 2, 3


class Measured(NamedTuple):
    """How a job ended in a process of its own: one word, what is wrong with that ("": nothing), what it said,
    processor time and memory."""

    word: str
    wrong: str
    text: str
    seconds: float
    megabytes: float


def in_a_fork(job: Callable[[], object]) -> tuple[str, str]:
    """Run a job in a process of its own. Return how it ended and what is wrong with that."""
    found = measured(job)
    return found.word, found.wrong


def measured(job: Callable[[], object]) -> Measured:
    """Run a job in a process of its own and measure it."""
    ours, theirs = os.pipe()
    before = resident_kb()
    child = os.fork()
    if not child:
        os.close(ours)
        fence()
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        os._exit(ended(job, theirs))
    os.close(theirs)
    with os.fdopen(ours, "rb") as said:
        words = said.read().decode(errors="replace").strip()
    _, status, used = os.wait4(child, 0)
    seconds, grown = used.ru_utime + used.ru_stime, max(0, used.ru_maxrss - before) / 1024
    word, wrong = judged(os.waitstatus_to_exitcode(status), words, seconds, grown)
    return Measured(word, wrong, words, seconds, grown)


def resident_kb() -> float:
    """Return the memory of this process now, in KB: its greatest so far, which large files raise, would hide
    what a child of it takes."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize() / 1024
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def ended(job: Callable[[], object], said: int) -> int:
    """The exit code that a job comes to, as on the command line; what it said goes down a pipe."""
    try:
        job()
    except Exception as error:
        refused = is_bad_input(error)
        text = str(error) if refused else traceback.format_exc()
        os.write(said, text.encode(errors="replace")[-4000:])
        return REFUSED if refused else FAILED
    return DONE


def fence() -> None:
    """No more than the bounds from here on: a limit of the system on memory and on processor time."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS) + 2, int(SECONDS) + 3))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    signal.alarm(120)


def judged(code: int, words: str, seconds: float, megabytes: float, start: float = 0.0) -> tuple[str, str]:
    """How something ended, and what is wrong with that: its code, words, processor time, memory.

    `start` are the seconds that the program takes to start.
    """
    most, largest = REFUSAL_SECONDS if code == REFUSED else SECONDS, MEGABYTES
    wrong = ""
    if code not in (DONE, 1, REFUSED) or "Traceback" in words:
        wrong = f"ended with {code}: {words}"
    elif code == REFUSED and not words:
        wrong = "was refused without a word"
    elif seconds > most + start or megabytes > largest:
        wrong = f"ended with {code} after {seconds:.1f} s and {megabytes:.0f} MB: {words}"
    return "refused" if code == REFUSED else "done", wrong
