"""Exchange of messages between processes over a socket, safe even if the other process is hostile.

Limits on time and size keep the other process from blocking or flooding this one.
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
    """One end of a socket pair, which sends and receives messages with limits on their time and size.

    The methods raise EOFError if the other end has been closed or has sent invalid data.
    """

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._received = bytearray()

    def send(self, raw: bytes, timeout_s: float | None = None) -> None:
        """Send a message. Raises EOFError if the other end is closed or does not read the message in time."""
        try:
            self._socket.settimeout(timeout_s)
            self._socket.sendall(len(raw).to_bytes(LENGTH_PREFIX_BYTES, "big") + raw)
        except OSError as error:
            raise EOFError(str(error)) from None

    def receive(self, timeout_s: float | None = None) -> bytes | None:
        """Return the next message, or None if it does not arrive completely within `timeout_s` seconds."""
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
                raise EOFError("the other process has closed the connection")
            self._received += chunk
        return message

    def _complete_message(self) -> bytes | None:
        size = int.from_bytes(self._received[:LENGTH_PREFIX_BYTES], "big")
        if len(self._received) >= LENGTH_PREFIX_BYTES and size > MAX_JSON_BYTES:
            raise EOFError(f"a message is {size} bytes long; the maximum is {MAX_JSON_BYTES}")
        if len(self._received) < LENGTH_PREFIX_BYTES + size or len(self._received) < LENGTH_PREFIX_BYTES:
            return None
        message = bytes(self._received[LENGTH_PREFIX_BYTES : LENGTH_PREFIX_BYTES + size])
        del self._received[: LENGTH_PREFIX_BYTES + size]
        return message

    def close(self) -> None:
        """Close this end of the socket pair."""
        self._socket.close()
