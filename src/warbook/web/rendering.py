"""Data to HTML: Jinja templates that escape every value, so that no document's text becomes markup."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from nicegui import ui

from warbook.web.headers import nonce
from warbook.web.plain import plain

STATIC = Path(__file__).parent / "static"
"""The files that are served as they are."""


@cache
def asset(name: str) -> str:
    """The address of a static file, which changes with its content: browsers may keep it for good."""
    return f"/static/{name}?v={blake2b((STATIC / name).read_bytes(), digest_size=6).hexdigest()}"


@cache
def environment() -> Environment:
    """The templates, with every value escaped and every unknown name an error."""
    loader = PackageLoader("warbook.web")
    made = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # to look whether a file has changed takes longer than most of them take to render
    )
    made.globals |= {"asset": asset, "nonce": nonce.get}
    made.filters["plain"] = plain
    return made


def render(template: str, **values: Any) -> str:
    """A template's HTML with these values."""
    return environment().get_template(template).render(**values)


def show(template: str, **values: Any) -> ui.html:
    """Put a template on the page; its ``content`` may be replaced later."""
    return ui.html(render(template, **values), sanitize=False)
