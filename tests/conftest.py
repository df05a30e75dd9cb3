"""What all tests share."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.tiny import put_on_path

put_on_path()
settings.register_profile("suite", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("suite")

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it starts aside ignore Ctrl-C


def pytest_collection_finish() -> None:
    """Leave the thousands of tests out of garbage collection, and collect less often: a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(autouse=True, scope="session")
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Settings, battles and whatever else is kept stay out of the folders of who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(tmp_path_factory.mktemp(name.lower())))
        yield
