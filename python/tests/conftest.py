"""What tests share."""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def program() -> str:
    """The program: that of LANDFALL, of the checkout, or on the PATH."""
    debug = ROOT / "target/debug/landfall"
    for found in (os.environ.get("LANDFALL"), debug, shutil.which("landfall")):
        if found and Path(found).exists():
            return str(found)
    pytest.skip("the program landfall is not built")
