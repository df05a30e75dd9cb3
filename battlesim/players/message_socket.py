"""Whole messages over a socket, whose other end may be hostile: it can neither stall nor flood this one."""

from __future__ import annotations

import socket
import time
from typing import Final

from battlesim.engine.codec import MAX_JSON_BYTES

LENGTH_PREFIX_BYTES: Final = 4
"""Bytes before a message that say how many it has."""
RECEIVE_CHUNK_BYTES: Final = 1 << 16


class MessageSocket:
    """One end of a pair of sockets. Raises EOFError when the other is closed or sends what is no message."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._got = bytearray()

    def send(self, raw: bytes, timeout_s: float | None = None) -> None:
        """Send a message. Raises EOFError, also when it is not taken in so many seconds."""
        try:
            self._socket.settimeout(timeout_s)
            self._socket.sendall(len(raw).to_bytes(LENGTH_PREFIX_BYTES, "big") + raw)
        except OSError as error:
            raise EOFError(str(error)) from None

    def receive(self, timeout_s: float | None = None) -> bytes | None:
        """The next message; None when it is not whole in so many seconds."""
        until = None if timeout_s is None else time.monotonic() + timeout_s
        while (message := self._whole()) is None:
            left = None if until is None else max(0.0, until - time.monotonic())
            try:
                self._socket.settimeout(left)
                found = self._socket.recv(RECEIVE_CHUNK_BYTES)
            except (TimeoutError, BlockingIOError):
                return None
            except OSError as error:
                raise EOFError(str(error)) from None
            if not found:
                raise EOFError("the other end is closed")
            self._got += found
        return message

    def _whole(self) -> bytes | None:
        size = int.from_bytes(self._got[:LENGTH_PREFIX_BYTES], "big")
        if len(self._got) >= LENGTH_PREFIX_BYTES and size > MAX_JSON_BYTES:
            raise EOFError(f"a message of {size} bytes")
        if len(self._got) < LENGTH_PREFIX_BYTES + size or len(self._got) < LENGTH_PREFIX_BYTES:
            return None
        message = bytes(self._got[LENGTH_PREFIX_BYTES : LENGTH_PREFIX_BYTES + size])
        del self._got[: LENGTH_PREFIX_BYTES + size]
        return message

    def close(self) -> None:
        """Close this end."""
        self._socket.close()
