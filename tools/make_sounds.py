"""Makes the sounds of the program from sines and noise: `python tools/make_sounds.py [FOLDER]`.

Each sound is a function of time in seconds; nothing is recorded, so nothing is anybody else's.
"""

from __future__ import annotations

import math
import random
import struct
import sys
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

RATE = 22050
LOUDEST = 0.7
FOLDER = Path(__file__).resolve().parent.parent / "assets" / "sounds"
Samples = list[float]


def _noise(seconds: float, seed: int, smooth: float) -> Samples:
    """Noise with its high tones taken off: each sample goes `smooth` of the way to a new random one."""
    rng, value, out = random.Random(seed), 0.0, []
    for _ in range(round(seconds * RATE)):
        value += (rng.uniform(-1, 1) - value) * smooth
        out.append(value)
    return out


def _tone(seconds: float, pitch: Callable[[float], float]) -> Samples:
    """A sine whose pitch (hertz) goes by time."""
    phase, out = 0.0, []
    for k in range(round(seconds * RATE)):
        phase += 2 * math.pi * pitch(k / RATE) / RATE
        out.append(math.sin(phase))
    return out


def _faded(samples: Samples, attack: float, decay: float, gain: float = 1.0) -> Samples:
    """Rising for `attack` seconds, then falling to a third every `decay` seconds; silent at the end."""
    last = len(samples) - 1
    shape = (
        min(1.0, k / RATE / attack) * math.exp(-k / RATE / decay) * min(1.0, (last - k) / (0.01 * RATE))
        for k in range(len(samples))
    )
    return [sample * level * gain for sample, level in zip(samples, shape, strict=True)]


def _mixed(*parts: tuple[float, Samples]) -> Samples:
    """Parts laid over each other, each beginning at its second."""
    long = max(round(start * RATE) + len(part) for start, part in parts)
    out = [0.0] * long
    for start, part in parts:
        first = round(start * RATE)
        for k, sample in enumerate(part):
            out[first + k] += sample
    return out


def _shot() -> Samples:
    crack = _faded(_noise(0.30, 1, 0.75), 0.001, 0.045)
    boom = _faded(_tone(0.30, lambda t: 140 * math.exp(-7 * t) + 45), 0.002, 0.08, 0.8)
    return _mixed((0.0, crack), (0.0, boom))


def _die() -> Samples:
    knocks = (0.0, 0.085, 0.15, 0.20, 0.235)
    parts = []
    for k, at in enumerate(knocks):
        body = _tone(0.05, lambda t, k=k: 1150 + 170 * (k % 3))  # type: ignore[misc]
        parts.append((at, _faded(body, 0.0005, 0.008, 0.9 - 0.15 * k)))
        parts.append((at, _faded(_noise(0.03, 10 + k, 0.9), 0.0005, 0.006, 0.5 - 0.08 * k)))
    return _mixed(*parts)


def _step() -> Samples:
    parts = [(at, _faded(_noise(0.09, 30 + k, 0.22), 0.004, 0.022)) for k, at in enumerate((0.0, 0.13))]
    return _mixed(*parts)


def _loss() -> Samples:
    low = _faded(_tone(0.7, lambda t: 196 - 60 * t), 0.01, 0.22)
    under = _faded(_tone(0.7, lambda t: 98 - 30 * t), 0.01, 0.25, 0.7)
    return _mixed((0.0, low), (0.0, under), (0.0, _faded(_noise(0.2, 50, 0.3), 0.001, 0.05, 0.4)))


def _screech() -> Samples:
    def voice(base: float, wobble: float) -> Samples:
        return _tone(
            0.9, lambda t: base * (1 + 0.7 * t * (0.9 - t)) + wobble * math.sin(2 * math.pi * 31 * t)
        )

    rough = [a * (0.6 + 0.4 * b) for a, b in zip(voice(1250, 190), _noise(0.9, 60, 0.5), strict=True)]
    return _mixed((0.0, _faded(rough, 0.06, 0.42)), (0.02, _faded(voice(1870, 260), 0.08, 0.35, 0.4)))


def _click() -> Samples:
    return _faded(_tone(0.035, lambda t: 1800 - 12000 * t), 0.0008, 0.007, 0.8)


SOUNDS: dict[str, Callable[[], Samples]] = {
    "shot": _shot,
    "die": _die,
    "step": _step,
    "loss": _loss,
    "screech": _screech,
    "click": _click,
}


def frames(samples: Samples) -> bytes:
    """16-bit samples, the loudest at LOUDEST."""
    most = max(map(abs, samples)) or 1.0
    return struct.pack(f"<{len(samples)}h", *(round(s / most * LOUDEST * 32767) for s in samples))


def make(folder: Path) -> Iterator[Path]:
    """Write every sound; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, build in SOUNDS.items():
        path = folder / f"{name}.wav"
        with wave.open(str(path), "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(RATE)
            out.writeframes(frames(build()))
        yield path


if __name__ == "__main__":
    for written in make(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER):
        print(f"{written}: {written.stat().st_size} bytes")
