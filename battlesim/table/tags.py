"""Tags that identify the types of structs in saved files. A tag stays the same if its class is renamed."""

from __future__ import annotations

import msgspec


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the tag that identifies a struct class in saved files. Raises TypeError if it has no tag."""
    tag = kind.__struct_config__.tag
    if tag is None:
        raise TypeError(f"{kind.__name__} needs a tag so that it can be saved")
    return str(tag)
