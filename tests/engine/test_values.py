"""Plain values as typed records: which key a fault names, and what it suggests."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from battlesim.engine.value_decoding import BadValueError, convert_values


class Shed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="shed", tag_field="form"):
    width: float
    colour: Literal["red", "green"] = "red"


class Pond(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pond", tag_field="form"):
    depth: float


class Farm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: dict[str, Shed | Pond] = {}
    fields: tuple[dict[str, float], ...] = ()
    owner: str | None = None


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"ownr": "x"}, "ownr: unknown key (did you mean owner?)"),
        ({"owner": 3}, "owner: expected text, got a whole number"),
        (
            {"places": {"a": {"form": "pond", "depth": 1}, "b": {"form": "pnd"}}},
            "places.b.form: unknown word 'pnd'",
        ),
        ({"places": {"a": {"form": "pond", "deph": 1}}}, "places.a.deph: unknown key (did you mean depth"),
        (
            {"places": {"a": {"form": "shed", "width": 1, "colour": "rad"}}},
            "places.a.colour: unknown word 'rad'",
        ),
        ({"places": {"a": {"form": "shed"}}}, "places.a.width: is missing"),
        ({"fields": [{"x": 1}, {"y": 2, "z": "w"}]}, "fields[1].z: expected a number, got text"),
    ],
)
def test_a_fault_names_its_key(raw: Any, expected: str) -> None:
    with pytest.raises(BadValueError) as caught:
        convert_values(raw, Farm)
    assert str(caught.value).startswith(expected)


def test_what_fits_is_taken() -> None:
    assert convert_values({"places": {"a": {"form": "pond", "depth": 1}}}, Farm).places["a"] == Pond(1)
