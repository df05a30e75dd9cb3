"""Whole messages over a socket, whose other end may be hostile: it can neither stall nor flood this one."""

from __future__ import annotations

import socket
import time
from typing import Final

from battlesim.engine.codec import MAX_JSON_BYTES

HEAD: Final = 4
"""Bytes before a message that say how many it has."""
AT_ONCE: Final = 1 << 16


class Wire:
    """One end of a pair of sockets. Raises EOFError when the other is closed or sends what is no message."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._got = bytearray()

    def send(self, raw: bytes, within: float | None = None) -> None:
        """Send a message. Raises EOFError, also when it is not taken in so many seconds."""
        try:
            self._socket.settimeout(within)
            self._socket.sendall(len(raw).to_bytes(HEAD, "big") + raw)
        except OSError as error:
            raise EOFError(str(error)) from None

    def receive(self, within: float | None = None) -> bytes | None:
        """The next message; None when it is not whole in so many seconds."""
        until = None if within is None else time.monotonic() + within
        while (message := self._whole()) is None:
            left = None if until is None else max(0.0, until - time.monotonic())
            try:
                self._socket.settimeout(left)
                found = self._socket.recv(AT_ONCE)
            except (TimeoutError, BlockingIOError):
                return None
            except OSError as error:
                raise EOFError(str(error)) from None
            if not found:
                raise EOFError("the other end is closed")
            self._got += found
        return message

    def _whole(self) -> bytes | None:
        size = int.from_bytes(self._got[:HEAD], "big")
        if len(self._got) >= HEAD and size > MAX_JSON_BYTES:
            raise EOFError(f"a message of {size} bytes")
        if len(self._got) < HEAD + size or len(self._got) < HEAD:
            return None
        message = bytes(self._got[HEAD : HEAD + size])
        del self._got[: HEAD + size]
        return message

    def close(self) -> None:
        """Close this end."""
        self._socket.close()
