"""The pictures of all screens, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import screens


def told(
    *words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[object, str]:
    """The exit code and what is said of the fault."""
    monkeypatch.setattr("sys.argv", ["screens", *words])
    with pytest.raises(SystemExit) as left:
        screens.main()
    return left.value.code, capsys.readouterr().err


def test_an_unknown_screen_is_named_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(str(tmp_path), "chose one", monkeypatch=monkeypatch, capsys=capsys)
    assert code == 2 and said.count("\n") == 1
    assert "'chose one'" in said and "choose one" in said
    assert list(tmp_path.iterdir()) == []


def test_a_size_that_is_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(str(tmp_path), "--size", "large", monkeypatch=monkeypatch, capsys=capsys)
    assert code == 2 and "'large' is not a size" in said
