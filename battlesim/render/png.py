"""Pictures as the bytes of a PNG file."""

from __future__ import annotations

import io

import pygame


def png_bytes(surface: pygame.Surface) -> bytes:
    """Return the bytes of a picture as PNG. Raises pygame.error."""
    raw = io.BytesIO()
    pygame.image.save(surface, raw, "picture.png")
    return raw.getvalue()
