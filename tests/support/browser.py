"""A page in real Chromium without a network, asked over a pipe what it shows (the DevTools protocol)."""

from __future__ import annotations

import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

PROGRAM: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
"""Where Chromium is, "" where there is none."""
FLAGS: Final = (
    *("--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-sandbox", "--disable-gpu"),
    *("--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "about:blank"),
)
DIALOG: Final = "Page.javascriptDialogOpening"
PATIENCE: Final = 60.0
"""Seconds without a word after which Chromium is given up."""
HIGH: Final = 10
STARTER: Final = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Has the ends of the pipes where Chromium looks for them."""


class Browser:
    """Orders go out on one pipe, answers and `events` come in on another, a zero byte after each."""

    def __init__(self, out: int, into: int) -> None:
        self._out, self._in = os.fdopen(out, "wb"), os.fdopen(into, "rb")
        self._session = ""
        self._last, self._rest = 0, b""
        self.events: list[dict[str, Any]] = []

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Give an order and wait for its answer."""
        self._last += 1
        order: dict[str, Any] = {"id": self._last, "method": method, "params": params}
        if self._session:
            order["sessionId"] = self._session
        self._out.write(json.dumps(order).encode() + b"\0")
        self._out.flush()
        while (said := self._hear()).get("id") != self._last:
            self.events.append(said)
        assert "error" not in said, said
        return dict(said["result"])

    def open(self, page: Path) -> None:
        """Open a file, and wait until all of it is there."""
        self._session, self.events = "", []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Network", "Page", "Accessibility"):
            self.ask(f"{domain}.enable")
        offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        self.ask("Network.emulateNetworkConditions", **offline)
        self.ask("Page.navigate", url=page.as_uri())
        while "Page.loadEventFired" not in self.heard():
            self.events.append(self._hear())
            if self.heard()[-1] == DIALOG:
                self.ask("Page.handleJavaScriptDialog", accept=True)

    def heard(self) -> list[str]:
        """What has happened, in order."""
        return [str(event.get("method")) for event in self.events]

    def asked_for(self) -> set[str]:
        """The kinds of address that the page has wanted something from: file, data, https …"""
        asked = (event for event in self.events if event.get("method") == "Network.requestWillBeSent")
        return {event["params"]["request"]["url"].partition(":")[0] for event in asked}

    def spoken(self, role: str) -> list[str]:
        """What a screen reader finds of a role."""
        nodes = self.ask("Accessibility.getFullAXTree")["nodes"]
        of_role = (node for node in nodes if node.get("role", {}).get("value") == role)
        return [node["name"]["value"] for node in of_role if node.get("name", {}).get("value")]

    def value(self, script: str) -> Any:
        """What a script finds in the page."""
        return self.ask("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def _hear(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], PATIENCE)
            more = os.read(self._in.fileno(), 65536) if ready else b""
            assert more, "Chromium says no more"
            self._rest += more
        said, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(said))


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Chromium for as long as it is asked, with a profile of its own in a folder."""
    (reads, out), (into, writes) = os.pipe(), os.pipe()
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD, HIGH) for end in (reads, writes)]
    command = [PROGRAM, *FLAGS[:-1], f"--user-data-dir={folder}", FLAGS[-1]]
    starter = [sys.executable, "-c", STARTER, *map(str, ends), *command]
    running = subprocess.Popen(starter, pass_fds=ends, stderr=subprocess.DEVNULL)
    for end in (reads, writes, *ends):
        os.close(end)
    try:
        yield Browser(out, into)
    finally:
        running.terminate()
        running.wait(20)
