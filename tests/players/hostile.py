"""Players that do what no player should; each otherwise takes the default."""

from __future__ import annotations

import gc
import hashlib
import os
import re
import sys
import time
from types import SimpleNamespace

from battlesim.players.base import ConsideredAnswer, Reply


class Default:
    """Takes the default, after having done what it does."""

    def answer(self, view, decision, moment):
        return self.reply(decision.default(view), view, moment)


class Hangs(Default):
    def reply(self, answer, view, moment):
        time.sleep(3600)


class Eats(Default):
    def reply(self, answer, view, moment):
        bytes(3 << 30)


class Leaves(Default):
    def reply(self, answer, view, moment):
        sys.exit(0)


class Dies(Default):
    def reply(self, answer, view, moment):
        os._exit(0)


class Aborts(Default):
    def reply(self, answer, view, moment):
        os.abort()


class NoWords(Default):
    def reply(self, answer, view, moment):
        raise SpeechlessError


class SpeechlessError(Exception):
    def __str__(self):
        raise SystemExit(self)

    __repr__ = __str__


class Babbles(Default):
    def reply(self, answer, view, moment):
        raise ValueError("\ud800 and on " * 100_000)


class Interrupts(Default):
    def reply(self, answer, view, moment):
        raise KeyboardInterrupt


class NoReply(Default):
    def reply(self, answer, view, moment):
        return SimpleNamespace(answer=answer)


class NoReason(Default):
    def reply(self, answer, view, moment):
        return Reply(answer, None)


class LongReason(Default):
    def reply(self, answer, view, moment):
        return Reply(answer, "because " * 1000)


class HalfALetter(Default):
    def reply(self, answer, view, moment):
        return Reply(answer, memory={"\ud800": 1})


class NoNumber(Default):
    def reply(self, answer, view, moment):
        return Reply(answer, considered=(ConsideredAnswer(answer, float("nan")),))


class Endless(Default):
    def reply(self, answer, view, moment):
        return Reply(answer, memory=[float("inf")])


class Remembers(Default):
    """Things that are not plain."""

    def reply(self, answer, view, moment):
        return Reply(answer, memory=object())


class Hoards(Default):
    def reply(self, answer, view, moment):
        return Reply(answer, memory="x" * 34_000_000)


class Deep(Default):
    def reply(self, answer, view, moment):
        nest = []
        for _ in range(900):
            nest = [nest]
        return Reply(answer, memory=nest)


class Circles(Default):
    def reply(self, answer, view, moment):
        ring = []
        ring.append(ring)
        return Reply(answer, memory=ring)


class Lists(Default):
    def reply(self, answer, view, moment):
        return Reply(answer, considered=(ConsideredAnswer(answer, 1.0),) * 1000)


class Answers:
    """Nonsense, of every kind in turn."""

    KINDS = (
        None,
        "the moon",
        7,
        -1e308,
        [1e300] * 4,
        [[1e308, -1e308]] * 50,
        {"a": {"b": [1]}},
        [],
        "x" * 99_999,
    )

    def answer(self, view, decision, moment):
        return Reply(self.KINDS[moment.number % len(self.KINDS)])


class Forges(Default):
    """Says what it likes on its process's way out."""

    def reply(self, answer, view, moment):
        from battlesim.players.worker_process import MessageSocket

        wire = next(frame for frame in frames() if isinstance(frame.get("wire"), MessageSocket))["wire"]
        wire.send(b'{"type":"answered","id":"\xff"}')
        time.sleep(3600)


class Boasts(Default):
    """Of a message that never comes."""

    def reply(self, answer, view, moment):
        from battlesim.players.worker_process import MessageSocket

        wire = next(frame for frame in frames() if isinstance(frame.get("wire"), MessageSocket))["wire"]
        wire._socket.sendall(b"\xff\xff\xff\xff")
        time.sleep(3600)


def frames():
    """The names in every function that is at work, the innermost first."""
    at = sys._getframe()
    while at:
        yield at.f_locals
        at = at.f_back


class Spies(Default):
    """Looks all through its process for a number whose hash it remembers, and tells what it has found."""

    def reply(self, answer, view, moment):
        found = {number for number in numbers_here(view, moment) if hashed(number) == moment.memory}
        return Reply(answer, f"found {sorted(found)}")


def hashed(number):
    return hashlib.sha256(str(number).encode()).hexdigest()


def numbers_here(*starts):
    """Every number in the memory of this process, also those written in its texts and bytes."""
    roots = [*gc.get_objects(), sys.argv, sys.orig_argv, dict(os.environ), *frames(), *starts]
    things = (*roots, *gc.get_referents(*roots))
    numbers = {thing for thing in things if type(thing) is int}
    texts = {thing for thing in things if type(thing) in (str, bytes) and len(thing) < 100_000}
    for text in texts:
        digits = re.findall(r"\d{9,}", text if isinstance(text, str) else text.decode(errors="replace"))
        numbers.update(map(int, digits))
    return numbers


class Progresses(Default):
    def reply(self, answer, view, moment):
        moment.progress(-1, 10**30)
        moment.progress("a", None)


class Orders(Default):
    """Says that nobody was asked."""

    def reply(self, answer, view, moment):
        return Reply(answer, by="order")


class Forks(Default):
    """There are two of it from then on, and both answer."""

    def reply(self, answer, view, moment):
        os.fork()
        return Reply(answer, f"process {os.getpid()}")


class Prints(Default):
    def reply(self, answer, view, moment):
        print("{")
        os.write(1, b"{")
        return Reply(answer)


class Bends(Default):
    """Changes what it is shown."""

    def reply(self, answer, view, moment):
        view.table.pieces.clear()
        return Reply(answer)


class BendsMemory(Default):
    """Changes what it remembers, and says nothing of it."""

    def reply(self, answer, view, moment):
        if moment.memory:
            moment.memory.append(1)
        return Reply(answer, f"{moment.memory}", memory=None if moment.memory else [0])


SAYS = {
    "Eats": "MemoryError",
    "Leaves": "SystemExit: 0",
    "Dies": "its process has ended",
    "Aborts": "its process has ended",
    "NoWords": "SpeechlessError",
    "Babbles": r"ValueError: \ud800 and on",
    "Interrupts": "KeyboardInterrupt",
    "NoReply": "the player returned an object of type SimpleNamespace instead of a Reply",
    "NoReason": "reason",
    "LongReason": "the reason has 8000 characters",
    "HalfALetter": "the reply cannot be converted to plain data",
    "NoNumber": "the reply contains a number that is not finite",
    "Endless": "the reply contains a number that is not finite",
    "Remembers": "the reply cannot be converted to plain data",
    "Hoards": "the reply is 340000",
    "Deep": "nested more than",
    "Circles": "the reply cannot be converted to plain data",
    "Lists": "the reply lists 1000 answers",
    "Answers": "",
    "Forges": "its process sent a message that cannot be decoded",
    "Boasts": "its process has ended",
    "Progresses": "ValueError",
}
"""What is said of those that do not answer; `Hangs` is left to those who cut it off."""
FENCED = ("Eats", "Dies", "Aborts", "Interrupts", "Forges", "Boasts", "Progresses")
"""Those that only a process of their own keeps in."""
HARMLESS = ("Orders", "Prints")
"""Those whose answer counts all the same."""
