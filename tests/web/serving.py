"""A site of its own, in a process of its own, with an empty library."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""How Chromium is started, so that it asks nobody anything."""
SECONDS_TO_START = 60


@contextmanager
def served(*options, home=None, told=None):
    """The address of the site, which ends with the block; what it prints is added to ``told``."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "warbook", "web", "--port", str(port), *options]
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        log = Path(folder, "log")
        with log.open("wb") as out:
            env = {**inherited, "WARBOOK_HOME": str(home or folder)}
            site = subprocess.Popen(command, env=env, stdout=out, stderr=subprocess.STDOUT)
        address = f"http://127.0.0.1:{port}"
        try:
            _await(address, site, log)
            yield address
        finally:
            site.terminate()
            site.wait(20)
            if told is not None:
                told.append(log.read_text("utf-8"))


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def _await(address, site, log):
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until and site.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"the site did not start: {log.read_text('utf-8')}")
