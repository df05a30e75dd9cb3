"""A table in a photograph: found again within the error that is told, and laid as a map with its models."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from battlesim.photo import opencv as opencv_module
from battlesim.photo.base_detection import (
    MIN_OFFERED_LIKELIHOOD,
    STANDARD_SIZES_MM,
    DetectedBase,
    base_at,
    find_bases,
    size_likelihoods,
)
from battlesim.photo.camera_pose import camera_from_corners
from battlesim.photo.edge_detection import refined_camera
from battlesim.photo.photo_files import read_picture
from battlesim.photo.photo_map import build_photo_map
from battlesim.photo.rim_fitting import Rim, blur_edge_shift
from battlesim.photo.sketch import BaseMark
from battlesim.photo.table_photo import stated_error
from battlesim.photo.top_view import top_view
from battlesim.scenarios.picture_cache import PictureInfo
from battlesim.scenarios.situations import load_situation
from battlesim.scenarios.toml_reading import InputError
from benchmarks.attack_files import tem_length
from tests.support.photos import SIZE, TABLE, bases, corners, photo, put, shot

PLAIN = np.full((900, 1200, 3), 90, np.uint8)
CORNERS = np.array([[200.0, 800.0], [1000.0, 800.0], [850.0, 200.0], [350.0, 200.0]])


def nearest(base: DetectedBase) -> tuple[float, float]:
    """How far from the next base that is there, and how wide that one is."""
    return min((math.dist((base.x, base.y), true[:2]), true.size) for true in photo().bases)


def test_places_are_found_within_the_error_that_is_told() -> None:
    off = [nearest(base)[0] for base in bases()]
    assert len(bases()) >= 13 and np.median(off) < 0.05
    assert all(far <= base.error < 0.25 for far, base in zip(off, bases(), strict=True))


def test_sizes_that_are_sure_are_right() -> None:
    sure = [base for base in bases() if base.sure]
    assert len(sure) >= 7
    assert all(nearest(base)[1] == base.size for base in sure)


def test_a_base_that_is_pointed_at_is_found_by_its_rim() -> None:
    true = next(base for base in photo().bases if base.size == 40.0)
    found = base_at(shot().picture, shot().camera, TABLE, (true.x + 0.15, true.y - 0.1, 0.6))
    assert math.dist((found.x, found.y), true[:2]) < 0.05 and found.size == 40.0


def test_where_no_rim_shows_a_base_stands_as_it_was_placed() -> None:
    camera, _ = refined_camera(PLAIN, CORNERS, TABLE)
    found = base_at(PLAIN, camera, TABLE, (10.0, 7.0, 25.0 / 50.8))
    assert (found.x, found.y, found.size) == (10.0, 7.0, 25.0) and found.error > 0.1


def test_edges_of_the_table_better_the_camera() -> None:
    assert shot().edges == 4
    true = np.array([base[:2] for base in photo().bases])
    by_hand = camera_from_corners(np.array(corners()), TABLE, SIZE)
    assert shot().camera.point_errors(true).max() < 0.5 * by_hand.point_errors(true).max()


def test_from_above_the_table_fills_the_picture() -> None:
    above = top_view(photo().picture, shot().camera, TABLE, 10.0)
    assert above.shape == (150, 200, 3)
    for x, y in ((5.05, 5.05), (15.05, 10.05)):
        (pixel,) = shot().camera.project(np.array([[x, y]]))
        seen = photo().picture[round(pixel[1]), round(pixel[0])].astype(int)
        laid = above[round((15.0 - y) * 10 - 0.5), round(x * 10 - 0.5)].astype(int)
        assert np.abs(seen - laid).max() < 25


def test_an_empty_table_has_no_bases() -> None:
    camera, edges = refined_camera(PLAIN, CORNERS, TABLE)
    assert edges == 0 and find_bases(PLAIN, camera, TABLE) == ()


def test_the_error_of_a_table_is_that_of_its_worst_model() -> None:
    doubtful = msgspec.structs.replace(bases()[0], error=0.2)
    assert stated_error(shot(), (doubtful, *bases()[1:])) == 0.2
    assert max(base.error for base in bases()) <= stated_error(shot(), bases()) < 0.2


def test_only_bases_whose_size_is_likely_are_offered() -> None:
    assert min(base.likely for base in bases()) >= MIN_OFFERED_LIKELIHOOD


@pytest.mark.parametrize("wide", [0.8, 1.5, 2.2, 3.5])
def test_blur_drives_the_edges_of_a_line_apart(wide: float) -> None:
    at = np.arange(-2.0, wide / 2, 0.001)
    steep = np.exp(-(at**2) / 2) - np.exp(-((at - wide) ** 2) / 2)
    assert blur_edge_shift(wide) == pytest.approx(-at[steep.argmax()], abs=0.002)


@pytest.mark.parametrize(("top", "size"), [(0.8, 25.0), (0.0, 28.5), (-0.5, 28.5)])
def test_a_rim_that_may_be_that_of_the_top_is_of_a_wider_base(top: float, size: float) -> None:
    edge = Rim(np.array([10.0, 8.0]), 25.6 / 50.8, 0.002, 0.002, 1.0, 1.0, top, 80.0)
    off, chances = size_likelihoods(edge)
    assert STANDARD_SIZES_MM[int(chances.argmax())] == size and off[int(chances.argmax())] < 2.0


def test_what_is_laid_is_a_map_with_its_tolerance_and_its_models(tmp_path: Path) -> None:
    marks = [BaseMark(bases()[0], True), BaseMark(bases()[1], True, 1, "oval", 42.0, 30.0).with_size(75.0)]
    laid = build_photo_map(shot(), marks, 'the "club" table.jpg')
    (tmp_path / "t.jpg").write_bytes(laid.picture)
    (tmp_path / "t.toml").write_text(laid.map_text("t.jpg"))
    (tmp_path / "t_models.toml").write_text(laid.models_text("t.toml"))
    table = load_situation(tmp_path / "t_models.toml").table
    assert table.ground.tolerance == stated_error(shot(), bases()[:2]) and table.ground.picture
    (first, second) = table.pieces.values()
    assert (first.xy, first.side, second.side) == ((bases()[0].x, bases()[0].y), "a", "b")
    assert first.radius == pytest.approx(bases()[0].size / 50.8, abs=1e-4)
    assert second.hull and (second.hull.form, second.table_position and second.table_position.facing) == (
        "oval",
        30.0,
    )
    assert [round(side * 25.4) for side in (second.hull.length, second.hull.width)] == [75, 42]


@pytest.mark.parametrize("cut", [0.2, 0.7])
def test_pictures_that_are_cut_off_are_refused(tmp_path: Path, cut: float) -> None:
    raw = put(tmp_path / "whole.jpg").read_bytes()
    short = tmp_path / "short.jpg"
    short.write_bytes(raw[: int(len(raw) * cut)])
    with pytest.raises(InputError, match="truncated or damaged"):
        read_picture(short)


def test_what_a_reader_mends_is_not_told_past_us(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    mended = tmp_path / "mended.jpg"
    raw = bytearray(put(tmp_path / "whole.jpg").read_bytes())
    raw[-400:-390] = b"\x00" * 10
    mended.write_bytes(bytes(raw[:-2] + b"\x11" * 30 + raw[-2:]))
    read_picture(mended)
    assert not capfd.readouterr().err


def test_small_pictures_and_scans_without_end_are_refused(tmp_path: Path) -> None:
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), np.zeros((50, 50, 3), np.uint8))
    with pytest.raises(InputError, match="at least 200 a side"):
        read_picture(small)
    bomb = tmp_path / "bomb.jpg"
    raw = put(tmp_path / "whole.jpg").read_bytes()
    bomb.write_bytes(raw[:-2] + b"\xff\xda\x00\x02" * 200 + b"\xff\xd9")
    with pytest.raises(InputError, match="more than 100 scans to be decoded"):
        read_picture(bomb)
    bomb.write_bytes(tem_length(1))
    with pytest.raises(InputError, match="damaged"):
        read_picture(bomb)


def test_a_picture_of_another_size_than_it_said_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path / "a.jpg")
    said = read_picture(path).shape
    monkeypatch.setattr(
        "battlesim.photo.photo_files.picture_info", lambda raw: PictureInfo(".jpg", said[1] + 1, said[0])
    )
    with pytest.raises(InputError, match="damaged"):
        read_picture(path)


def test_opencv_is_told_the_largest_picture_before_it_is_imported() -> None:
    ask = (
        "import numpy\n"
        "from battlesim.photo.opencv import load_opencv\n"
        "cv = load_opencv()\n"
        "raw = cv.imencode('.png', numpy.zeros((8000, 8001), numpy.uint8))[1]\n"
        "try:\n"
        "    print(cv.imdecode(raw, 1))\n"
        "except cv.error as error:\n"
        "    print('MAX_IMAGE_PIXELS' in str(error))\n"
    )
    run = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "True"


def test_without_opencv_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(opencv_module, "import_module", absent)
    with pytest.raises(InputError, match="OpenCV") as caught:
        read_picture(put(tmp_path / "club.jpg"))
    assert "battlesim-tabletop[photo]" in str(caught.value)
