"""The code of the README runs."""

import re
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).parents[1] / "README.md"


def test_the_example_plays_its_best_move(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    assert "T south x=2 y=1 spin full ['soft_drop'" in capsys.readouterr().out
    assert names["clear"].lines == 2
