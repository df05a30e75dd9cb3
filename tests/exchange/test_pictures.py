"""Pictures: kept beside the map as its ground, refused in one line when they are none."""

from __future__ import annotations

import base64
import io
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pygame
import pytest

from battlesim.exchange.plan import ImportOptions
from battlesim.render.board import lit_pixels, table_box
from battlesim.scenarios.maps import parse_map
from battlesim.scenarios.picture_cache import PictureError, picture_info
from battlesim.scenarios.toml_reading import InputError
from benchmarks.attack_files import frame
from tests.exchange.conftest import Import

WIDE, HIGH = 40, 20


def picture(suffix: str = "png") -> bytes:
    """A picture whose left half is red and whose right half is blue."""
    surface = pygame.Surface((WIDE, HIGH))
    surface.fill("#C02020", (0, 0, WIDE // 2, HIGH))
    surface.fill("#2020C0", (WIDE // 2, 0, WIDE // 2, HIGH))
    raw = io.BytesIO()
    pygame.image.save(surface, raw, f"a.{suffix}")
    return raw.getvalue()


def part(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb() -> bytes:
    """A sound picture of 60,000 x 60,000 pixels in a few bytes."""
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + part(b"IHDR", header)
        + part(b"IDAT", zlib.compress(b"\0"))
        + part(b"IEND", b"")
    )


def drawing(image: Any, pixels: int = 4) -> dict[str, Any]:
    resolution = {"map_size": {"x": 10, "y": 5}, "pixels_per_grid": pixels}
    return {"format": 0.3, "resolution": resolution, "image": image}


def coded(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def test_the_picture_of_a_drawing_is_the_colour_of_the_ground(imported: Import) -> None:
    ground, report = imported(drawing(coded(picture())))
    left, right = np.split(lit_pixels(ground, 8, table_box(ground, 8)), 2, axis=1)
    assert left[..., 0].mean() > 2 * left[..., 2].mean()
    assert right[..., 2].mean() > 2 * right[..., 0].mean()
    assert "the picture, 40 x 20 pixels, as the ground" in report.taken


def test_every_part_of_a_lit_picture_is_as_the_whole(imported: Import) -> None:
    ground, _ = imported(drawing(coded(picture())))
    whole = lit_pixels(ground, 8, table_box(ground, 8))
    assert (lit_pixels(ground, 8, (30, 10, 60, 30)) == whole[10:30, 30:60]).all()


def test_a_picture_that_is_gone_leaves_the_ground_plain(
    imported: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground, _ = imported(drawing(coded(picture())))
    monkeypatch.setenv("XDG_CACHE_HOME", "/nowhere")
    plain = msgspec.structs.replace(ground, picture=msgspec.UNSET)
    box = table_box(ground, 8)
    assert (lit_pixels(ground, 8, box) == lit_pixels(plain, 8, box)).all()


def test_a_ground_names_its_picture_by_what_is_in_it_and_without_one_says_nothing(imported: Import) -> None:
    ground, _ = imported(drawing(coded(picture())))
    said = json.loads(msgspec.json.encode(ground))
    assert len(said["picture"]) == 64 and "/" not in said["picture"]
    bare, _ = imported(drawing(None))
    assert "picture" not in json.loads(msgspec.json.encode(bare))


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_what_a_picture_says_of_itself(suffix: str) -> None:
    assert picture_info(picture(suffix)) == (f".{suffix}", WIDE, HIGH)


@pytest.mark.parametrize("bare", [b"\xff\x01", b"\xff\xd0", b"\xff\xff\xff\x01\xff\xd7"])
def test_markers_of_a_jpeg_without_a_length_are_passed_over(bare: bytes) -> None:
    raw = picture("jpg")
    assert picture_info(raw[:2] + bare + raw[2:]) == (".jpg", WIDE, HIGH)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw[:2] + b"\xff\x00" + raw[2:],
        lambda raw: raw[:2] + b"\xff\xe0\x00\x01" + raw[2:],
        lambda raw: raw[:2] + raw,
        lambda raw: raw[:2] + frame(9, 9) + raw[2:],
        lambda raw: raw[:2] + b"\xff\xd9" + raw[2:],
    ],
    ids=["no marker", "short length", "two starts", "two frames", "end at once"],
)
def test_a_jpeg_that_is_no_whole_one_is_refused(spoil: Callable[[bytes], bytes]) -> None:
    with pytest.raises(PictureError, match="truncated or damaged"):
        picture_info(spoil(picture("jpg")))


@pytest.mark.parametrize(
    "head",
    [
        b"VP8X" + struct.pack("<I", 10) + bytes(4) + (39).to_bytes(3, "little") + (19).to_bytes(3, "little"),
        b"VP8L" + struct.pack("<I", 10) + b"\x2f" + struct.pack("<I", 39 | 19 << 14) + bytes(5),
        b"VP8 " + struct.pack("<I", 10) + b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 40, 20),
    ],
)
def test_what_a_webp_picture_says_of_itself(head: bytes) -> None:
    body = b"WEBP" + head
    assert picture_info(b"RIFF" + struct.pack("<I", len(body)) + body) == (".webp", 40, 20)


def test_a_picture_that_does_not_fit_its_squares_is_told(imported: Import) -> None:
    _, report = imported(drawing(coded(picture()), pixels=5))
    assert report.changed == [
        "the picture of 40 x 20 pixels, not 50 x 25 as its squares have, covers the table"
    ]


@pytest.mark.parametrize(
    ("image", "message"),
    [
        ("modules/cave/map.webp", "is damaged, or only names a picture"),
        ("https://example.org/a.png", "is damaged, or only names a picture"),
        ("../../etc/passwd", "is damaged, or only names a picture"),
        (coded(b"GIF89a"), "is not a PNG, JPEG or WebP picture"),
        (coded(picture()[:-20]), "the picture file is truncated or damaged"),
        (coded(picture()[:10]), "the picture file is truncated or damaged"),
        (coded(picture()).replace("A", "B", 30), "is"),
        (coded(picture("jpg")[:200]), "the picture file is truncated or damaged"),
        (coded(b"RIFF\xff\xff\xff\x00WEBPVP8X"), "the picture file is truncated or damaged"),
        (coded(bomb()), "has 60000 x 60000 pixels; the maximum is 64 million pixels"),
    ],
)
def test_what_is_no_picture_is_refused_in_one_line_or_left_out(
    imported: Import, image: str, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        imported(drawing(image))
    said = str(caught.value)
    assert message in said and said.endswith("(--no-picture leaves it out)") and "\n" not in said
    _, report = imported(drawing(image), ImportOptions(pictures=False))
    assert "the picture" in report.left_out


TABLE = '[table]\nwidth = 10\nheight = 5\npicture = "{}"\n'


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("there.png", "table.picture: 'there.png': there is no such file"),
        ("../b.png", "table.picture: '../b.png' is not a plain file name (a file beside the map)"),
        ("/etc/passwd", "is not a plain file name"),
        ("torn.png", "table.picture: 'torn.png': the picture file is truncated or damaged"),
    ],
)
def test_a_map_with_a_picture_that_cannot_be_is_refused_in_one_line(
    tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "torn.png").write_bytes(picture()[:-5])
    with pytest.raises(InputError) as caught:
        parse_map(TABLE.format(name), tmp_path / "a.toml")
    assert message in str(caught.value)
