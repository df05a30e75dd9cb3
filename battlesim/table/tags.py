"""The tags that identify the types of structs in files, even after a class is renamed."""

from __future__ import annotations

import msgspec


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the tag that identifies a struct class in files. Raises TypeError if the class has none."""
    tag = kind.__struct_config__.tag
    if tag is None:
        raise TypeError(f"{kind.__name__} has no tag, which is needed to save it")
    return str(tag)
