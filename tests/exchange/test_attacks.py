"""Small files that ask for much are refused in one line; `benchmarks.attack_files` measures them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import forks, fuzz, fuzz_maps
from benchmarks.attack_files import MAPS, OWN_MAPS, tem_length

SIZES = {
    "picture": 1,
    "picture_scans": 0.01,
    "attribute_defaults": 1,
    "parameter_entities": 0.01,
    "entity_references": 0.03,
    "long_namespace": 1,
    "size_digits": 1,
    "size_blanks": 1,
    "width_digits": 1,
    "points_digits": 1,
    "points_blanks": 1,
    "transform_digits": 1,
    "transform_blanks": 1,
    "path_digits": 1,
    "crossing_combs": 1,
    "crossing_outline": 0.5,
    "bad_shapes": 0.01,
    "packed_layers": 1,
    "scattered_layers": 0.01,
    "long_walls": 0.2,
    "many_portals": 0.3,
    "own_lines": 0.3,
    "crossing_lines": 0.3,
    "broad_lines": 0.3,
}
"""How large each is here: so that it is refused, and would be stopped by the limit on time or memory if it
were worked out."""


@pytest.mark.parametrize(("name", "size"), SIZES.items(), ids=SIZES)
def test_a_file_that_asks_for_much_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, size: float
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "a.toml"
    path.write_bytes((MAPS | OWN_MAPS)[name](size))
    ended = forks.measured(lambda: (fuzz_maps.imported if name in MAPS else fuzz.check)(path))
    assert ended.word == "refused" and "\n" not in ended.text


def test_names_of_100_kb_are_read_once_for_all_their_tiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "a.tmx"
    path.write_bytes(MAPS["long_names"](1))
    assert forks.measured(lambda: fuzz_maps.imported(path)).wrong == ""


def test_a_map_whose_picture_hides_its_size_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "b.jpg").write_bytes(tem_length(1))
    (tmp_path / "a.toml").write_text('[table]\nwidth = 9\nheight = 9\npicture = "b.jpg"\n')
    ended = forks.measured(lambda: fuzz.check(tmp_path / "a.toml"))
    assert (ended.word, "'b.jpg': the picture file is truncated or damaged" in ended.text) == (
        "refused",
        True,
    )
