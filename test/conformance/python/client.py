"""Connects the official client to URL with TOKEN, lists the tools, calls one twice, and prints what came of it as JSON.

Usage: client.py URL TOKEN MODE TOOL ARGUMENTS. MODE is that of the second generation ("legacy", "auto" or a version of the
protocol); the first generation has none.
"""

import asyncio
import json
import sys
from contextlib import asynccontextmanager
from importlib.metadata import version

GENERATION = int(version("mcp").split(".")[0])


@asynccontextmanager
async def first(url, headers, _mode):
    import httpx
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client

    async with httpx.AsyncClient(headers=headers) as http:
        async with streamable_http_client(url, http_client=http) as (read, write, _session_id):
            async with ClientSession(read, write) as session:
                await session.initialize()
                yield session


@asynccontextmanager
async def second(url, headers, mode):
    import httpx2
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(headers=headers) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            yield client


def leaves(error):
    """The errors in groups of errors, as text."""
    if isinstance(error, BaseExceptionGroup):
        return [text for inner in error.exceptions for text in leaves(inner)]
    return [f"{type(error).__name__}: {error}"]


async def main(url, token, mode, tool, arguments):
    connect = first if GENERATION == 1 else second
    said = {"errors": []}
    try:
        async with asyncio.timeout(20), connect(url, {"Authorization": f"Bearer {token}"}, mode) as client:
            said["tools"] = [found.name for found in (await client.list_tools()).tools]
            # Two calls, because without a handshake only the second one exceeds a quota of two requests.
            for _ in range(2):
                result = await client.call_tool(tool, json.loads(arguments))
            said["text"] = result.content[0].text
    except BaseException as error:
        said["errors"] = leaves(error)
    print(json.dumps(said))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
