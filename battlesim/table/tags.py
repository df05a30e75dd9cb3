"""The tag of a struct: the word by which its kind is known in files, whatever its class is called."""

from __future__ import annotations

import msgspec


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the tag under which structs of a class are encoded. Raises TypeError for a class without one."""
    tag = kind.__struct_config__.tag
    if tag is None:
        raise TypeError(f"{kind.__name__} is encoded without a tag")
    return str(tag)
