"""Visits to the site without a browser."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from html import unescape


def apart(asked):
    """What a coroutine gives, in a thread of its own: a browser in this one has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asked).result()


async def refused(visitor, path, status=404):
    """The words of a page that tells what is wrong, with the status that says so."""
    answer = await visitor.http_client.get(path)
    assert answer.status_code == status, path
    return unescape(answer.text)


def visit(test):
    """A test whose first argument is a visitor of the site, in this process."""

    @wraps(test)
    def visited(*args, **kwargs):
        async def run():
            from nicegui.testing import user_simulation

            from warbook.web import serving

            async with user_simulation() as user:
                serving.build()
                await test(user, *args, **kwargs)

        apart(run())

    del visited.__wrapped__  # pytest would ask for a fixture of the visitor's name
    return visited
