"""No test sees the library of the person who runs it, and none fails because a machine is slow."""

import pytest
from hypothesis import settings

settings.register_profile("warbook", deadline=None)
settings.load_profile("warbook")


@pytest.fixture(autouse=True, scope="session")
def _no_library_of_ones_own(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARBOOK_HOME", str(tmp_path_factory.mktemp("home")))
        yield
