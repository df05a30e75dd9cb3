"""A short run of what `benchmarks.fuzz_maps` does at length: damaged drawings end in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.scenarios.toml_reading import InputError
from benchmarks import fuzz_maps


def test_damaged_drawings_are_read_or_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    known, path = fuzz_maps.samples(), tmp_path / "a.map"
    ended = set()
    for seed in range(150):
        path.write_bytes(fuzz_maps.case(seed, known))
        try:
            fuzz_maps.imported(path)
            ended.add("laid")
        except InputError as error:
            assert "\n" not in str(error)
            ended.add("refused")
    assert ended == {"laid", "refused"}
