"""The preset with which the start screen begins."""

from pathlib import Path

import pytest

from battlesim.ui.start.start_model import StartModel
from battlesim.ui.start.table_picture import TablePicture


@pytest.mark.parametrize(("scenario", "truces"), [("glowing_eggs", "yes"), ("first_patrol", None)])
def test_a_scenario_begins_with_the_preselected_preset(
    tmp_path: Path, scenario: str, truces: str | None
) -> None:
    model = StartModel(tmp_path, TablePicture(), people=True)
    model.choose(scenario)
    assert model.changed_options.get("automata_deal") == truces
    model.choose_preset("source")
    assert model.changed_options == {}
