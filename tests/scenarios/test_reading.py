"""Files that are dear to read: each is refused in one line before it costs anything."""

from __future__ import annotations

import gc
import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from battlesim.engine.record import RecordError
from battlesim.scenarios.library import find_file
from battlesim.scenarios.sources import load_record
from battlesim.scenarios.template_specs import template_from_spec
from battlesim.scenarios.toml_reading import InputError, parse_toml, read_text

DEAR = {
    "a number of 5,000 digits": ("x = " + "9" * 5000, "a number has too many digits"),
    "a number of 4,000 digits": ("x = " + "9" * 4000, "x: is too large a number"),
    "1e300": ("[a]\nx = 1e300", "a.x: is too large a number"),
    "nan": ("x = [1, nan]", r"x\[1\]: nan is not a finite number"),
    "a key of 1,200 parts": (".".join("a" * 1200) + " = 1", "line 1: a key has more than 16 parts"),
    "a heading of 25,000 parts": ("\n[" + " . ".join("a" * 25_000) + "]", "line 2: a key has more than 16"),
    "quoted parts": (r'"a\"".' * 1200 + "a = 1", "a key has more than 16 parts"),
    "lists in lists": ("x = " + "[" * 100_000, "is nested too deeply"),
    "twenty tables in one another": ("x = " + "{a=" * 20 + "1" + "}" * 20, "is nested too deeply"),
    "a list without end": ("x = [" + "1," * 200_000 + "]", "holds more than 160000 values"),
    "parts without end": ("[a.b.c.d.e.f]\n" * 40_000, "holds more than 160000 values"),
    "a NUL that is written as such": (r'x = "a\u0000"', "x: contains a NUL character"),
}


@pytest.mark.parametrize("kind", DEAR)
def test_what_is_dear_to_read_is_one_line(kind: str) -> None:
    text, words = DEAR[kind]
    with pytest.raises(InputError, match=words) as caught:
        parse_toml(text, "x.toml")
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 600


def test_dots_in_words_are_no_key() -> None:
    words = "Hold the hill. " + "No. 1.2.3 … " * 20
    assert parse_toml(f'about = "{words}"', "x.toml") == {"about": words}


def test_nothing_is_thrown_away_while_a_large_text_is_read() -> None:
    rounds: list[str] = []
    watch = [lambda phase, info: rounds.append(phase)]
    text = "".join(f"[t{i}.a.b.c]\nx = {i}\n" for i in range(5000))
    gc.callbacks.extend(watch)
    try:
        assert len(parse_toml(text, "x.toml")) == 5000
    finally:
        gc.callbacks.remove(*watch)
    assert len(rounds) <= 2 and gc.isenabled()


def test_a_text_that_is_asked_for_twice_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = parse_toml("x = [1, 2]", "x.toml")
    monkeypatch.setattr(tomllib, "loads", None)
    assert parse_toml("x = [1, 2]", "y.toml") == first


NO_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a pipe": (os.mkfifo, "is a pipe, a file is needed"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "is a device, a file is needed"),
    "a link that leads nowhere": (lambda path: path.symlink_to("gone"), "a link to a missing file"),
    "a folder": (lambda path: path.mkdir(), "is a folder, a file is needed"),
}


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_plain_file_is_never_waited_for(tmp_path: Path, kind: str) -> None:
    make, words = NO_FILES[kind]
    make(tmp_path / "a")
    with pytest.raises(InputError, match=words):
        read_text(tmp_path / "a")
    with pytest.raises(RecordError, match=words):
        load_record(tmp_path / "a")


def test_a_name_of_5000_letters_is_one_short_line() -> None:
    with pytest.raises(InputError, match="no scenario has this id") as caught:
        find_file("x" * 5000, {"toy": Path("toy")}, "scenario")
    assert len(str(caught.value)) < 900


@pytest.mark.parametrize("facing", [float("nan"), float("inf"), 1e300])
def test_a_template_points_somewhere(facing: float) -> None:
    with pytest.raises(InputError, match="is not a direction"):
        template_from_spec("flame", 3, 3, facing)
