"""Data to HTML: Jinja templates that escape every value, so that no document's text becomes markup."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from nicegui import ui


@cache
def environment() -> Environment:
    """The templates, with every value escaped and every unknown name an error."""
    loader = PackageLoader("warbook.web")
    return Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def render(template: str, **values: Any) -> str:
    """A template's HTML with these values."""
    return environment().get_template(template).render(**values)


def show(template: str, **values: Any) -> ui.html:
    """Put a template on the page; its ``content`` may be replaced later."""
    return ui.html(render(template, **values), sanitize=False)
