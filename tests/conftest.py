"""What all tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.tiny import put_on_path

put_on_path()
settings.register_profile("suite", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("suite")

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it starts aside ignore Ctrl-C


@pytest.fixture(autouse=True, scope="session")
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Settings, battles and whatever else is kept stay out of the folders of who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(tmp_path_factory.mktemp(name.lower())))
        yield
