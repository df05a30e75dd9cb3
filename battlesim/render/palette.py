"""All colours, type sizes, signs of sides and kinds of ground.

Colours are RGB floats from 0 to 1. Colours with a meaning are taken from the Okabe-Ito palette and are always
combined with a shape.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Colour = NDArray[np.float32]

COLOUR_HEX: Final[dict[str, str]] = {
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "purple": "#CC79A7",
    "void": "#0B0E12",
    "panel": "#151A21",
    "raised": "#1E252E",
    "hover": "#29323D",
    "line": "#35404D",
    "faint": "#66737F",
    "dim": "#9BA8B4",
    "text": "#E6EBEF",
    "bright": "#FFFFFF",
    "mint": "#4CD6A8",
    "ink": "#0A0C0F",
    "cream": "#F4E9D0",
    "violet": "#8855DD",
    "bone": "#FDFBEF",
    "crimson": "#BE2456",
    "ember": "#F08A3C",
    "pink": "#DD96BD",
    "lilac": "#B497FF",
    "rose": "#FF7E9E",
}

PALETTE_CHANGES: Final[dict[str, dict[str, str]]] = {
    "default": {},
    "high contrast": {
        "void": "#000000",
        "panel": "#000000",
        "raised": "#10151B",
        "hover": "#18212A",
        "line": "#9BA8B4",
        "faint": "#9BA8B4",
        "dim": "#D5DCE2",
        "text": "#FFFFFF",
    },
}
"""Colours that each palette changes."""


class PaletteWeight(NamedTuple):
    """The factors by which a palette strengthens the fills of regions and the rims of pieces."""

    fills: float = 1.0
    rims: float = 1.0


PALETTE_WEIGHTS: Final = {"default": PaletteWeight(), "high contrast": PaletteWeight(2.0, 1.25)}
MAX_FILL_ALPHA: Final = 0.5
"""Maximum opacity to which a palette strengthens a fill, so that the table below stays visible."""

_USUAL: Final = dict(COLOUR_HEX)

TYPE_SIZES_PX: Final = {"caption": 11, "small": 12, "body": 14, "lead": 16, "title": 20, "display": 28}

SIDE_COLOURS: Final = {
    1: "sky",
    2: "vermillion",
    3: "mint",
    4: "yellow",
    5: "purple",
    6: "violet",
    7: "bone",
    8: "crimson",
}
"""Colour names by side number; 0 means no side. In greyscale they are eight even steps."""

TEXT_COLOURS: Final = {"vermillion": "ember", "purple": "pink", "violet": "lilac", "crimson": "rose"}
"""Readable text colours that replace colours too dark for text."""

SIDE_RIMS: Final = {
    1: "ring",
    2: "teeth",
    3: "dashes",
    4: "square",
    5: "double",
    6: "hexagon",
    7: "beads",
    8: "thorns",
}
"""Shapes of the rim by side number, which distinguish the sides without colour."""

SIDE_DOTS: Final = {
    1: "disc",
    2: "triangle",
    3: "square",
    4: "diamond",
    5: "ring",
    6: "cross",
    7: "bar",
    8: "claw",
}
"""Simplest signs of the sides by side number, used where a rim does not fit."""

SIDE_TONES: Final = {
    0: {
        "body": "#A9AFB5",
        "light": "#DFE3E6",
        "gear": "#70767C",
        "dark": "#3B4046",
        "gun": "#8B9299",
        "accent": "#9BA8B4",
        "ground": "#2A3036",
    },
    1: {
        "body": "#AEBBC6",
        "light": "#E3EAF0",
        "gear": "#6F7E8B",
        "dark": "#3D4A56",
        "gun": "#8FA0AE",
        "accent": "#56B4E9",
        "ground": "#1F3242",
    },
    2: {
        "body": "#C98B54",
        "light": "#F3D3A0",
        "gear": "#8A5430",
        "dark": "#3F2216",
        "gun": "#B07A48",
        "accent": "#FF9A4A",
        "ground": "#402318",
    },
    3: {
        "body": "#9FB3A9",
        "light": "#DDEAE2",
        "gear": "#5F776C",
        "dark": "#33493F",
        "gun": "#8FA79B",
        "accent": "#4CD6A8",
        "ground": "#1B3A30",
    },
    4: {
        "body": "#B9B083",
        "light": "#F2ECC4",
        "gear": "#7C744A",
        "dark": "#353118",
        "gun": "#A39A6A",
        "accent": "#F0E442",
        "ground": "#38351E",
    },
    5: {
        "body": "#B39AB0",
        "light": "#EBDCE8",
        "gear": "#7A5F77",
        "dark": "#46343F",
        "gun": "#A58CA0",
        "accent": "#CC79A7",
        "ground": "#3A2634",
    },
    6: {
        "body": "#A79CC4",
        "light": "#E5DEF6",
        "gear": "#6D6390",
        "dark": "#332B4D",
        "gun": "#958AB3",
        "accent": "#8855DD",
        "ground": "#2C2350",
    },
    7: {
        "body": "#5B6771",
        "light": "#1F252B",
        "gear": "#7C8892",
        "dark": "#39434B",
        "gun": "#4A545C",
        "accent": "#B5553C",
        "ground": "#A9B3BA",
    },
    8: {
        "body": "#C7A0A4",
        "light": "#F6DCDC",
        "gear": "#7F4A56",
        "dark": "#341820",
        "gun": "#9A6A72",
        "accent": "#FF7E9E",
        "ground": "#1B0B10",
    },
}
"""Tones of figures by side number: pale on dark, or dark on pale for side 7, to be legible at 18 px."""

GROUND_COLOURS: Final = {
    "desert": ("#8E7257", "#6F5644", "#A98F70"),
    "dust": ("#83776A", "#685E55", "#9C9082"),
    "grass": ("#5F6B45", "#4B5738", "#7D8355"),
    "klendathu": ("#8F6A52", "#684A3C", "#AD8767"),
    "deck": ("#59626B", "#4A525B", "#6B757E"),
    "snow": ("#A2AFBC", "#818F9E", "#C4CED7"),
    "street": ("#565A60", "#484C53", "#666A70"),
}
"""Base, dark and pale colour of each ground, weakly saturated so that tokens stand out."""


def colour(value: str | ArrayLike) -> Colour:
    """Return a colour given by name, as "#RRGGBB" or as three floats. Raises KeyError for an unknown name."""
    if isinstance(value, str):
        text = value if value.startswith("#") else COLOUR_HEX[value]
        return np.array([int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)], np.float32)
    return np.asarray(value, np.float32)


class _Used:
    """The palette in use."""

    name = "default"


def use_palette(name: str) -> None:
    """Use the named palette for all drawing from now on. Raises KeyError if there is no such palette."""
    COLOUR_HEX.update({**_USUAL, **PALETTE_CHANGES[name]})
    _Used.name = name


def palette_in_use() -> str:
    """Return the name of the palette in use."""
    return _Used.name


def fill_alpha(alpha: float) -> float:
    """Return the opacity of the fill of a region in the current palette, given its usual opacity."""
    return max(alpha, min(alpha * PALETTE_WEIGHTS[_Used.name].fills, MAX_FILL_ALPHA))


def mix(a: ArrayLike, b: ArrayLike, fraction: ArrayLike) -> NDArray[np.float32]:
    """Return a blend of two colours. It is `a` if `fraction` is 0, and `b` if `fraction` is 1."""
    t = np.asarray(fraction, np.float32)
    return np.asarray(np.asarray(a, np.float32) * (1 - t) + np.asarray(b, np.float32) * t, np.float32)


@lru_cache(maxsize=1024)
def _bytes_of(text: str, alpha: float) -> tuple[int, int, int, int]:
    r, g, b = (int(text[i : i + 2], 16) for i in (1, 3, 5))
    return r, g, b, round(max(0.0, min(1.0, alpha)) * 255)


def rgba(value: str | ArrayLike, alpha: float = 1.0) -> tuple[int, int, int, int]:
    """Return a colour with an opacity (0 to 1) as four bytes: red, green, blue and alpha."""
    if isinstance(value, str):
        return _bytes_of(value if value.startswith("#") else COLOUR_HEX[value], alpha)
    r, g, b = (round(float(v) * 255) for v in np.clip(colour(value), 0, 1))
    return r, g, b, round(max(0.0, min(1.0, alpha)) * 255)


def side_colour(number: int) -> str:
    """Return the name of a side's colour, or "dim" if there is no side with this number."""
    return SIDE_COLOURS.get(number, "dim")


def text_colour(colour: str) -> str:
    """Return a variant of a colour that is readable as text. A readable colour is returned unchanged."""
    return TEXT_COLOURS.get(colour, colour)
