"""Transfer of whole messages over a socket, protected from a hostile process at the other end.

Such a process can neither stall nor flood this one.
"""

from __future__ import annotations

import socket
import time
from typing import Final

from battlesim.engine.codec import MAX_JSON_BYTES

LENGTH_PREFIX_BYTES: Final = 4
"""Size in bytes of the prefix that gives the length of a message."""
RECEIVE_CHUNK_BYTES: Final = 1 << 16


class MessageSocket:
    """One end of a pair of sockets that carries whole messages, with limits on time and size.

    Its methods raise EOFError if the other end is closed or sends invalid data.
    """

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._received = bytearray()

    def send(self, raw: bytes, timeout_s: float | None = None) -> None:
        """Send a message to the other end. Raises EOFError if that is closed or too slow to accept it."""
        try:
            self._socket.settimeout(timeout_s)
            self._socket.sendall(len(raw).to_bytes(LENGTH_PREFIX_BYTES, "big") + raw)
        except OSError as error:
            raise EOFError(str(error)) from None

    def receive(self, timeout_s: float | None = None) -> bytes | None:
        """Return the next message, or None if it is not complete within `timeout_s` seconds."""
        until = None if timeout_s is None else time.monotonic() + timeout_s
        while (message := self._complete_message()) is None:
            time_left = None if until is None else max(0.0, until - time.monotonic())
            try:
                self._socket.settimeout(time_left)
                chunk = self._socket.recv(RECEIVE_CHUNK_BYTES)
            except (TimeoutError, BlockingIOError):
                return None
            except OSError as error:
                raise EOFError(str(error)) from None
            if not chunk:
                raise EOFError("the other end is closed")
            self._received += chunk
        return message

    def _complete_message(self) -> bytes | None:
        size = int.from_bytes(self._received[:LENGTH_PREFIX_BYTES], "big")
        if len(self._received) >= LENGTH_PREFIX_BYTES and size > MAX_JSON_BYTES:
            raise EOFError(f"a message of {size} bytes is too large")
        if len(self._received) < LENGTH_PREFIX_BYTES + size or len(self._received) < LENGTH_PREFIX_BYTES:
            return None
        message = bytes(self._received[LENGTH_PREFIX_BYTES : LENGTH_PREFIX_BYTES + size])
        del self._received[: LENGTH_PREFIX_BYTES + size]
        return message

    def close(self) -> None:
        """Close this end of the socket pair."""
        self._socket.close()
