"""A virtual screen, the program on it, and hands: real keys and a real mouse, by way of the X server.

What is on the screen the program says itself (`battlesim.ui.system.status_file`); nothing is guessed from
pixels.
"""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from battlesim.ui.settings.settings import Settings, save_settings
from battlesim.ui.system.status_file import STATUS_VARIABLE, ControlReport, ScreenReport

ROOT = Path(__file__).parents[1]
PATIENCE = 600.0
"""Seconds after which what was waited for will never come, however busy the machine is."""
HEARD = 5
"""Frames after which what was pressed shows: the file may be two behind, the present one knows nothing."""
BLINK = 0.1
"""Seconds between two looks at the file from which on nobody has looked."""
FROZEN = 300.0
"""Seconds without a frame after which there will never be another, however busy the machine is."""
THE_WINDOW = ("xdotool", "search", "--onlyvisible", "--class", ".")
"""Finds the one window there is; its name is not of a kind that xdotool reads everywhere."""
KEYSYMS: Mapping[str, str] = {
    "Enter": "Return",
    "Esc": "Escape",
    "Del": "Delete",
    "Page up": "Prior",
    "Page down": "Next",
    "+": "plus",
    "-": "minus",
    "=": "equal",
    ",": "comma",
    ".": "period",
    "/": "slash",
    "?": "question",
    "\\": "backslash",
    ";": "semicolon",
    "'": "apostrophe",
    "`": "grave",
    "[": "bracketleft",
    "]": "bracketright",
    "Space": "space",
    "Backspace": "BackSpace",
}


class DefectError(AssertionError):
    """Raised when the program does not do what a person may expect; says what was seen."""


class Said(msgspec.Struct, frozen=True):
    """What the file of `BATTLESIM_STATUS` holds."""

    frames: int
    listening: bool
    screen: ScreenReport


class Display:
    """A virtual screen. With `repeating` a key that is held comes again and again, as on most keyboards."""

    def __init__(self, size: tuple[int, int] = (1366, 768), repeating: bool = False) -> None:
        read, write = os.pipe()
        wide, high = size
        command = ["Xvfb", "-displayfd", str(write), "-noreset", "-screen", "0", f"{wide}x{high}x24"]
        command += [] if repeating else ["-r"]
        self._server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as said:
            self.name = f":{said.readline().strip()}"

    def close(self) -> None:
        """Switch it off."""
        self._server.terminate()
        self._server.wait()

    def picture(self, path: Path) -> None:
        """Keep what is on the screen, where ImageMagick is installed."""
        path.parent.mkdir(parents=True, exist_ok=True)
        env = os.environ | {"DISPLAY": self.name}
        subprocess.run(["import", "-window", "root", str(path)], env=env, check=False, timeout=60)


class Hands:
    """Keys and mouse of a display."""

    def __init__(self, display: str) -> None:
        self._env = os.environ | {"DISPLAY": display}
        mine, theirs = pty.openpty()  # so that what it says comes line by line
        self._tool = subprocess.Popen(
            ["xdotool", "-"], stdin=subprocess.PIPE, stdout=theirs, text=True, env=self._env
        )
        os.close(theirs)
        self._said = os.fdopen(mine)
        self.presses = 0

    def _do(self, words: str) -> None:
        assert self._tool.stdin is not None
        self._tool.stdin.write(f"{words}\n")
        self._tool.stdin.flush()

    def done(self) -> None:
        """Wait until the X server has had everything."""
        self._do("getmouselocation")
        self._said.readline()

    def key(self, *labels: str) -> None:
        """Press keys, by the words that stand on their buttons: "Enter", "Ctrl+Z", "a"."""
        for label in labels:
            *held, name = label.split("+") if len(label) > 1 else [label]
            sym = KEYSYMS.get(name) or (name.lower() if len(name) == 1 else name)
            self._do(f"key {'+'.join([*(word.lower() for word in held), sym])}")
            self.presses += 1

    def hold(self, label: str) -> None:
        """Press a key and do not let go."""
        self._do(f"keydown {KEYSYMS.get(label, label)}")
        self.presses += 1

    def let_go(self, label: str) -> None:
        """Let go of a key that was held."""
        self._do(f"keyup {KEYSYMS.get(label, label)}")

    def move(self, x: float, y: float) -> None:
        """The pointer to a pixel."""
        self._do(f"mousemove {round(x)} {round(y)}")

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Press and let go."""
        self.move(x, y)
        self._do(f"click {button}")
        self.presses += 1

    def drag(self, start: tuple[float, float], end: tuple[float, float], button: int = 1) -> None:
        """Press, move in a few steps, let go."""
        (x, y), (to_x, to_y) = start, end
        self.move(x, y)
        self._do(f"mousedown {button}")
        for k in range(1, 6):
            self.move(x + (to_x - x) * k / 5, y + (to_y - y) * k / 5)
            self.done()
        self._do(f"mouseup {button}")
        self.presses += 1

    def wheel(self, x: float, y: float, down: bool) -> None:
        """Turn the wheel by a notch."""
        self.click(x, y, 5 if down else 4)

    def type(self, text: str) -> None:
        """Letters."""
        for sign in text:
            self.key(sign)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, as a person drags its corner."""
        found = subprocess.run(THE_WINDOW, env=self._env, capture_output=True, text=True, check=False)
        for window in found.stdout.split()[-1:]:
            self._do(f"windowsize {window} {width} {height}")

    def focus(self) -> None:
        """Give the keyboard to the program's window, as a window manager does."""
        subprocess.run([*THE_WINDOW, "windowfocus"], env=self._env, capture_output=True, check=False)

    def close(self) -> None:
        """Let go of everything."""
        self._tool.terminate()
        self._tool.wait()
        self._said.close()


class Program:
    """The program in a process of its own, with a home of its own.

    It begins with `settings` where there are any. `battles` is where it keeps its records, `longest` the
    longest time without a new frame in a battle in seconds; with `may_crash` the crash screen is no defect.
    """

    def __init__(
        self,
        display: Display,
        home: Path,
        arguments: Sequence[str] = (),
        extra: Mapping[str, str] | None = None,
        settings: Settings | None = None,
    ) -> None:
        home.mkdir(parents=True, exist_ok=True)
        if settings is not None:
            save_settings(settings, home / "config" / "battlesim" / "settings.toml")
        self.home, self.display = home, display
        self.status, self.battles = home / "status.json", home / "data" / "battlesim" / "battles"
        hidden = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
        env = {key: value for key, value in os.environ.items() if key not in hidden}
        env |= {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
        env |= {"DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy", STATUS_VARIABLE: str(self.status)}
        env["PYTHONFAULTHANDLER"] = "1"
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
        self._env = env | {"PYTHONPATH": path, **(extra or {})}
        self._command = [sys.executable, "-m", "battlesim", *arguments]
        self._err = (home / "stderr.txt").open("a+")
        self.hands = Hands(display.name)
        self.may_crash, self.longest = False, 0.0
        self.start()

    def start(self) -> None:
        """Begin, or begin again."""
        self.status.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            self._command, cwd=self.home, env=self._env, stdout=self._err, stderr=self._err
        )
        self._frames, self._since = -1, time.monotonic()
        self._looked = self._since

    def said(self) -> Said:
        """What the screen says now. Raises DefectError when the program has died or draws no more."""
        while True:
            try:
                found = msgspec.json.decode(self.status.read_bytes(), type=Said)
            except (FileNotFoundError, msgspec.DecodeError):
                found = None
            now = time.monotonic()
            self._since += now - self._looked if now - self._looked > BLINK else 0.0
            self._looked = now
            if found and found.frames != self._frames:
                on = found.screen.kind == "battle" and found.frames > self._frames > 0
                self.longest = max(self.longest, now - self._since) if on else self.longest
                self._frames, self._since = found.frames, now
            if self.process.poll() is not None:
                raise DefectError(f"the program has ended with {self.process.returncode}: {self.errors()}")
            if now - self._since > FROZEN:
                raise DefectError(
                    f"no frame for {FROZEN:g} s; the last words: {found and found.screen.asked}"
                )
            if found:
                if found.screen.title == "CrashPage" and not self.may_crash:
                    raise DefectError(f"the crash screen: {' '.join(found.screen.words)} {self.errors()}")
                return found
            time.sleep(0.02)

    @property
    def screen(self) -> ScreenReport:
        """What is on the screen."""
        return self.said().screen

    def settle(self) -> ScreenReport:
        """What is on the screen after what was pressed has been heard."""
        self.hands.done()
        goal = self.said().frames + HEARD
        return self.wait(lambda said: said.frames >= goal or said.frames < goal - HEARD).screen

    def focus(self) -> None:
        """Give it the keyboard, and wait until it listens: what is pressed sooner does not count."""

        def listens(said: Said) -> bool:
            if not said.listening:
                self.hands.focus()
            return said.listening

        self.wait(listens, what="for it to have the keyboard")

    def resize(self, width: int, height: int) -> None:
        """Give its window another size, and wait until it has that."""
        self.hands.resize(width, height)
        self.wait(lambda said: said.screen.size == (width, height), what="for another size")

    def wait(self, holds: Callable[[Said], object], seconds: float = PATIENCE, what: str = "") -> Said:
        """Wait until something holds. Raises DefectError when it takes too long."""
        end = time.monotonic() + seconds
        while not holds(said := self.said()):
            if time.monotonic() > end:
                raise DefectError(f"waited {seconds:g} s in vain {what}; the screen: {told(said.screen)}")
            time.sleep(0.01)
        return said

    def errors(self) -> str:
        """What it wrote, and the end of its reports on what has failed."""
        self._err.flush()
        reports = sorted((self.home / "state").rglob("battlesim-report-*.txt"))
        said = [(self.home / "stderr.txt").read_text()[-4000:], *(one.read_text()[-4000:] for one in reports)]
        return "\n".join(said)

    def alive(self) -> bool:
        """Whether it runs."""
        return self.process.poll() is None

    def kill(self) -> None:
        """End it at once, as if the power were cut."""
        self.process.kill()
        self.process.wait()

    def clear_up(self) -> None:
        """End it, however it stands, and let go of the keyboard."""
        self.kill()
        self.hands.close()

    def close(self, wanted: int = 0) -> None:
        """Have it end, and see that it does so quietly. Raises DefectError."""
        if self.alive():
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise DefectError("the program does not end when it is told to") from None
        if code != wanted:
            raise DefectError(f"the program has ended with {code}: {self.errors()}")


def told(screen: ScreenReport) -> str:
    """A screen in a few words."""
    asked = screen.asked
    words = f"{asked.what}: {asked.prompt} [{asked.refusal}]" if asked else " ".join(screen.words)[:400]
    return f"{screen.kind} {screen.title}, {words}, thinking {screen.thinking!r}, over {screen.over!r}"


def middle(control: ControlReport) -> tuple[float, float]:
    """Where to click on a control."""
    x, y, width, height = control.at
    return x + width / 2, y + height / 2
