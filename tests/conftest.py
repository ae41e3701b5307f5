"""Strictness that holds for every test; what an area needs beside it stands in that area's own conftest."""

import os
import sys

from hypothesis import settings

# A test that waits for a slow machine is not wrong: the bound on time is pytest's, not hypothesis's.
# The same examples every time, so that a change is judged and not luck; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("explore", deadline=None, print_blob=True)
settings.register_profile("house", parent=settings.get_profile("explore"), derandomize=True, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))

# Nothing that a developer's shell knows of a real cloud reaches a test.
for _name in [name for name in os.environ if name.startswith(("AWS_", "TEMPORAL_"))]:
    del os.environ[_name]
os.environ.update(
    AWS_ACCESS_KEY_ID="test",
    AWS_SECRET_ACCESS_KEY="test",
    AWS_DEFAULT_REGION="eu-central-1",
    AWS_EC2_METADATA_DISABLED="true",
    AWS_CONFIG_FILE=os.devnull,
    AWS_SHARED_CREDENTIALS_FILE=os.devnull,
)


def _stay_at_home(event: str, args: tuple[object, ...]) -> None:
    """Refuse every connection that leaves this machine: a test that needs one tests something else."""
    if event != "socket.connect":
        return
    address = args[1]
    if isinstance(address, tuple) and not str(address[0]).startswith(("127.", "::1", "localhost")):
        message = f"a test tried to reach {address[0]}"
        raise ConnectionRefusedError(message)


sys.addaudithook(_stay_at_home)
