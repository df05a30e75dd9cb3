"""The tags of structs, which identify their types in files, whatever the classes are called."""

from __future__ import annotations

import msgspec


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the tag under which a struct class is encoded. Raises TypeError if the class has no tag."""
    tag = kind.__struct_config__.tag
    if tag is None:
        raise TypeError(f"{kind.__name__} is encoded without a tag")
    return str(tag)
