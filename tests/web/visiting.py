"""Visits to the site without a browser."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import wraps


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

        with ThreadPoolExecutor(1) as apart:  # a browser in this process has a loop of its own
            apart.submit(lambda: asyncio.run(run())).result()

    del visited.__wrapped__  # pytest would ask for a fixture of the visitor's name
    return visited
