"""How the site is started, and what it says where it cannot."""

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from warbook.errors import InputError
from warbook.web import address
from warbook.web.pages.table import code
from warbook.web.rendering import asset, environment
from warbook.web.service import Service
from web.serving import served


def refusal(*words):
    done = subprocess.run([sys.executable, "-m", "warbook", "web", *words], capture_output=True, text=True)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_a_port_in_use_is_told_with_one_that_is_free():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = refusal("--port", str(port))
    assert f"port {port}: expected a free port, found one in use; --port " in told


@pytest.mark.parametrize("missing", ["nicegui", "starlette", "segno"])
def test_what_to_install_is_told_whatever_is_missing(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; from warbook.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "web", "--port", "1"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.endswith(
        f"expected the extra 'web' ({missing} is missing): pip install '.[web]' in a copy of Warbook\n"
    )


@pytest.mark.parametrize("host", ["203.0.113.9", "no-such-host.invalid"])
def test_a_host_that_is_not_ours_is_told(host):
    with pytest.raises(InputError, match="expected an address or a name of this machine"):
        address.check(host, 8080)


def test_the_table_is_not_served_where_nobody_reaches_it():
    assert "leave --host out" in refusal("--lan", "--host", "127.0.0.1")


def test_links_name_the_machine_and_carry_the_token():
    assert Service("127.0.0.1", 8080).link == "http://127.0.0.1:8080/"
    assert Service("127.0.0.1", 8080).table is None
    assert Service("::1", 8080).link == "http://[::1]:8080/"
    table = Service("192.168.1.4", 9000, "tok-en")
    assert table.table == "http://192.168.1.4:9000/?table=tok-en"
    assert Service("0.0.0.0", 9000, "tok-en").link == "http://127.0.0.1:9000/"


def test_the_code_of_a_link_refers_to_nothing_outside():
    drawn = code("http://192.168.1.4:9000/?table=tok-en")
    assert drawn.startswith("<svg")
    assert "http" not in drawn


def test_the_table_is_served_by_its_link_alone():
    host = address.of_table()
    if host is None:
        pytest.skip("this machine is in no network")
    with served("--lan") as site:
        for path in (
            "/",
            "/static/warbook.css",
            "/api/units",
            "/_nicegui_ws/socket.io/?EIO=4&transport=polling",
        ):
            with pytest.raises(urllib.error.HTTPError) as fault:
                urllib.request.urlopen(f"http://{host}:{site.rpartition(':')[2]}{path}", timeout=30)
            with fault.value:
                assert fault.value.code == 403
        urllib.request.urlopen(f"{site}/table", timeout=30).close()


def test_the_page_of_the_table_tells_how_to_share_it(page):
    page.goto("/table")
    page.get_by_text("warbook web --lan").wait_for()


def test_files_are_kept_by_browsers_under_an_address_of_their_content(site):
    with urllib.request.urlopen(site + asset("warbook.css")) as answer:
        assert "max-age=31536000" in answer.headers["cache-control"]
    templates = environment().loader
    for name in environment().list_templates():
        assert '"/static/' not in templates.get_source(environment(), name)[0], name


def test_nobody_reads_the_machines_files_by_a_name(site, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("Zorbs – Glass Man\n", "utf-8")
    for path in (f"/sheet/wh40k10/x/{secret}", "/static/../serving.py", "/static/%2e%2e/serving.py"):
        try:
            told = urllib.request.urlopen(site + path).read().decode()
        except urllib.error.HTTPError as fault:
            told = fault.read().decode()
        assert "Glass Man" not in told
        assert "def serve" not in told


def connected(site):
    host, _, port = site.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=30)


def test_headers_that_never_end_are_refused(site):
    with connected(site) as asks:
        asks.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        line = b"X-Zorb: " + b"z" * 1_000_000 + b"\r\n"
        with pytest.raises(OSError, match=r"reset|Broken pipe"):
            asks.sendall(line * 100)


def test_what_is_sent_in_many_small_pieces_is_taken_whole(site):
    text = b"attacker=Tormentors" + b"&weapons=zorb" * 3_000
    with connected(site) as asks:
        asks.sendall(b"POST /api/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        asks.sendall(b"".join(b"1;z\r\n%c\r\n" % letter for letter in text) + b"0\r\n\r\n")
        told = b""
        while b'"error"' not in told and (part := asks.recv(10_000)):
            told += part
    assert b'"error"' in told


def test_headers_after_what_is_sent_end_too(site):
    with connected(site) as asks:
        asks.sendall(b"POST /api/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
        with pytest.raises(OSError, match=r"reset|Broken pipe"):
            asks.sendall(b"X-Zorb: z\r\n" * 10_000_000)


def test_the_site_ends_soon_though_somebody_still_asks():
    with served() as site:
        asks = connected(site)
        asks.sendall(b"POST /api/odds HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n[")
        time.sleep(0.5)
        begun = time.monotonic()
    assert time.monotonic() - begun < 15
    asks.close()
