"""Who may ask the site, how much, and what browsers are told of its answers."""

import asyncio
import re

import httpx
import pytest
from jinja2 import DictLoader, Environment
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from warbook.web import limits
from warbook.web.guard import COOKIE, Guard, Rules
from warbook.web.headers import SecurityHeaders, marking
from warbook.web.limits import Limits
from web.visiting import apart

TOKEN = "a-token-of-the-table"
PHONE = ("10.0.0.7", 50_000)
HERE = ("127.0.0.1", 50_000)
BASE = "http://127.0.0.1:8080"


TEMPLATES = Environment(
    loader=DictLoader({"page": "<script>1</script><p>{{ told | safe }}</p><script type=module>2</script>"})
)
marking(TEMPLATES)
INJECTED = '<script>steal()</script><script nonce="guessed">steal()</script>'


async def page(request):
    return HTMLResponse(TEMPLATES.get_template("page").render(told=INJECTED))


async def echo(request):
    return PlainTextResponse(str(len(await request.body())))


async def socket(websocket):
    await websocket.accept()
    await websocket.send_text("hi")
    await websocket.close()


def site(token=None):
    """A small site behind the rules."""
    paths = [Route("/", page), Route("/api/x", echo, methods=["GET", "POST"]), WebSocketRoute("/ws", socket)]
    made = Starlette(routes=[*paths, Route("/import", echo, methods=["POST"])])
    made.add_middleware(Guard, rules=Rules(frozenset({"localhost", "den"}), token))
    made.add_middleware(Limits)
    made.add_middleware(SecurityHeaders)
    return made


class Visitor:
    """Somebody at an address, with a jar of cookies."""

    def __init__(self, client=HERE, token=None):
        self.site, self.client, self.cookies = site(token), client, httpx.Cookies()

    def get(self, path, **given):
        return apart(self._ask("GET", path, **given))

    def post(self, path, **given):
        return apart(self._ask("POST", path, **given))

    async def _ask(self, method, path, **given):
        way = httpx.ASGITransport(self.site, client=self.client)
        async with httpx.AsyncClient(transport=way, base_url=BASE, cookies=self.cookies) as asks:
            answer = await asks.request(method, path, **given)
            self.cookies.update(asks.cookies)
            return answer

    def socket(self, **headers):
        """What a websocket says first; nothing where it is refused."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        given = {"host": "127.0.0.1:8080", **({"cookie": cookie} if cookie else {}), **headers}
        scope = {"type": "websocket", "path": "/ws", "query_string": b"", "client": self.client,
                 "headers": [(name.encode(), value.encode()) for name, value in given.items()],
                 "extensions": {"websocket.http.response": {}}, "subprotocols": []}  # fmt: skip
        said = []

        async def receive():
            return {"type": "websocket.connect"}

        async def send(message):
            said.append(message)

        apart(self.site(scope, receive, send))
        return next((each["text"] for each in said if each["type"] == "websocket.send"), None)


def visitor(client=HERE, token=None):
    return Visitor(client, token)


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "[::1]:9", "192.168.1.4:8080", "den:8080"])
def test_the_sites_own_names_and_addresses_are_answered(host):
    assert visitor().get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8080", "[::1"]
)
def test_a_name_that_was_made_to_point_here_is_refused(host):
    answer = visitor().get("/", headers={"host": host})
    assert answer.status_code == 403
    assert "this site&#39;s own address" in answer.text


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://[", "http://[x]"]
)
def test_another_sites_page_changes_nothing(origin):
    answer = visitor().post("/api/x", headers={"origin": origin})
    assert answer.status_code == 403
    assert answer.json()["error"]["expected"].startswith("expected a request of this site's own pages")


def test_the_sites_own_pages_and_programs_may_post():
    assert visitor().post("/api/x", headers={"origin": "http://127.0.0.1:8080"}).status_code == 200
    assert visitor().post("/api/x").status_code == 200


def test_another_sites_page_opens_no_socket():
    assert visitor().socket(origin="http://evil.example") is None
    assert visitor().socket(origin="http://[") is None
    assert visitor().socket(origin="http://127.0.0.1:8080") == "hi"


def test_from_elsewhere_nothing_is_answered_without_the_token():
    phone = visitor(PHONE, TOKEN)
    assert phone.get("/").status_code == 403
    assert "Scan the code".casefold() in phone.get("/").text.casefold()
    assert phone.get("/api/x").json()["error"]["place"] == "the table"
    assert phone.get("/?table=wrong").status_code == 403
    assert phone.get("/", headers={"cookie": f"{COOKIE}=wrong"}).status_code == 403
    assert phone.post(f"/api/x?table={TOKEN}x").status_code == 403
    assert phone.socket() is None


def test_the_link_of_the_table_lets_in_and_leaves_no_token_in_the_address():
    phone = visitor(PHONE, TOKEN)
    answer = phone.get(f"/?a=1&table={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?a=1")
    assert "httponly" in answer.headers["set-cookie"].casefold()
    assert phone.get("/").status_code == 200
    assert phone.socket() == "hi"


def test_a_link_of_the_table_leads_nowhere_else():
    answer = visitor(PHONE, TOKEN).get(f"{BASE}//evil.example/?table={TOKEN}")
    assert answer.headers["location"] == "/evil.example/"


def test_programs_bring_the_token_as_a_bearer():
    phone = visitor(PHONE, TOKEN)
    assert phone.get("/api/x", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_this_machine_needs_no_token():
    assert visitor(HERE, TOKEN).get("/").status_code == 200


def test_only_scripts_of_the_page_as_it_was_sent_may_run():
    answer = visitor().get("/")
    allowed = re.search(r"'nonce-([^']+)'", answer.headers["content-security-policy"])[1]
    assert answer.text.count(f'nonce="{allowed}"') == 2
    assert INJECTED in answer.text  # as it came in, without the mark that lets a script run
    assert "'unsafe-inline'" not in answer.headers["content-security-policy"].partition("style-src")[0]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert visitor().get("/").headers["content-security-policy"] != answer.headers["content-security-policy"]


async def pieces(number, size):
    for _ in range(number):
        yield b"x" * size


def test_what_is_sent_has_a_limit(monkeypatch):
    monkeypatch.setattr(limits, "MOST_BYTES", 1_000_000)
    assert visitor().post("/api/x", content=b"x" * 1_000_000).text == "1000000"
    answer = visitor().post("/api/x", content=b"x" * 1_000_001)
    assert answer.status_code == 413
    assert answer.json()["error"]["expected"] == "expected at most 1 MB"
    assert visitor().post("/api/x", content=pieces(5, 400_000)).status_code == 413
    assert visitor().post("/import", content=b"x" * 1_000_001).status_code == 200


async def halting():
    yield b"x"
    await asyncio.sleep(60)


def test_what_is_announced_and_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(limits, "SILENCE", 0.05)
    answer = visitor().post("/api/x", content=halting())
    assert (answer.status_code, answer.headers["connection"]) == (408, "close")
    assert answer.json()["error"]["place"] == "what was sent"


async def trickling():
    while True:
        yield b"x"
        await asyncio.sleep(0.01)


def test_what_comes_drop_by_drop_is_waited_for_only_so_long(monkeypatch):
    monkeypatch.setattr(limits, "WHOLE", 0.1)
    assert visitor().post("/api/x", content=trickling()).status_code == 408


def test_one_visitor_cannot_ask_for_ever():
    clock = [0.0]
    limited = Limits(None, lambda: clock[0])
    spent = [limited.spend("10.0.0.7") for _ in range(int(limits.AT_ONCE) + 1)]
    assert spent == [True] * int(limits.AT_ONCE) + [False]
    assert limited.spend("10.0.0.8")
    clock[0] = 1.0
    assert limited.spend("10.0.0.7")


def test_who_asks_too_often_is_told(monkeypatch):
    monkeypatch.setattr(limits, "AT_ONCE", 2.0)
    monkeypatch.setattr(limits, "A_SECOND", 0.0)
    phone, here = visitor(PHONE), visitor(HERE)
    assert [phone.get("/api/x").status_code for _ in range(3)] == [200, 200, 429]
    assert [here.get("/api/x").status_code for _ in range(3)] == [200, 200, 200]
