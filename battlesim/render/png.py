"""Encoding of pygame surfaces as PNG images."""

from __future__ import annotations

import io

import pygame


def png_bytes(surface: pygame.Surface) -> bytes:
    """Return a pygame surface as the bytes of a PNG file. Raises pygame.error if it cannot be encoded."""
    raw = io.BytesIO()
    pygame.image.save(surface, raw, "picture.png")
    return raw.getvalue()
