"""Calls tools with a client library, and prints what its user gets of each as JSON.

Usage: every_tool.py LIBRARY URL TOKEN FILE. FILE has {tool: arguments}.
"""

import asyncio
import json
import sys
from importlib.metadata import version

from client import first, leaves, second


def content(result):
    assert not (getattr(result, "isError", False) or getattr(result, "is_error", False)), result.content[0].text
    return json.loads(result.content[0].text)


async def official(url, headers, calls, mode=""):
    async with (second if mode else first)(url, headers, mode) as client:
        await client.list_tools()
        for name, given in calls.items():
            yield name, content(await client.call_tool(name, given))


async def langchain(url, headers, calls):
    from langchain_mcp_adapters.client import MultiServerMCPClient

    server = {"transport": "streamable_http", "url": url, "headers": headers}
    tools = {tool.name: tool for tool in await MultiServerMCPClient({"brand": server}).get_tools()}
    for name, given in calls.items():
        message = await tools[name].ainvoke({"type": "tool_call", "id": "1", "name": name, "args": given})
        assert message.status == "success", message.content
        yield name, message.artifact["structured_content"]


async def openai_agents(url, headers, calls):
    from agents import RunContextWrapper
    from agents.mcp import MCPServerStreamableHttp
    from agents.mcp.util import MCPUtil

    async with MCPServerStreamableHttp(params={"url": url, "headers": headers}) as server:
        tools = {tool.name: tool for tool in await server.list_tools()}
        for name, given in calls.items():
            function = MCPUtil.to_function_tool(tools[name], server, True)
            assert function.strict_json_schema, name
            context = RunContextWrapper(context=None)
            output = await MCPUtil.invoke_mcp_tool(server, tools[name], context, json.dumps(given))
            yield name, json.loads(output if isinstance(output, str) else output["text"])


async def pydantic_ai(url, headers, calls):
    from pydantic_ai import Agent
    from pydantic_ai.mcp import MCPToolset
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
    from pydantic_ai.models.function import FunctionModel

    def model(messages, _info):
        if len(messages) > 1:
            return ModelResponse(parts=[TextPart("done")])
        return ModelResponse(parts=[ToolCallPart(name, given) for name, given in calls.items()])

    run = await Agent(FunctionModel(model), toolsets=[MCPToolset(url, headers=headers)]).run("Call every tool")
    for message in run.all_messages():
        for part in message.parts:
            if isinstance(part, ToolReturnPart):
                yield part.tool_name, part.content


async def google_genai(url, headers, calls):
    from google.genai import types
    from google.genai._adapters import McpToGenAiToolAdapter

    async with second(url, headers, "legacy") as client:
        adapter = McpToGenAiToolAdapter(client, await client.list_tools())
        declared = {tool.function_declarations[0].name for tool in adapter.tools}
        for name, given in calls.items():
            assert name in declared
            yield name, content(await adapter.call_tool(types.FunctionCall(name=name, args=given)))


async def fastmcp(url, headers, calls):
    from fastmcp import Client
    from fastmcp.client.transports import StreamableHttpTransport

    from plain import plain

    async with Client(StreamableHttpTransport(url, headers=headers)) as client:
        for name, given in calls.items():
            yield name, plain((await client.call_tool(name, given)).data)


libraries = {
    "mcp 1": ("mcp", official),
    "mcp 2, legacy": ("mcp", lambda *given: official(*given, mode="legacy")),
    "mcp 2, auto": ("mcp", lambda *given: official(*given, mode="auto")),
    "mcp 2, 2026-07-28": ("mcp", lambda *given: official(*given, mode="2026-07-28")),
    "langchain": ("langchain-mcp-adapters", langchain),
    "openai-agents": ("openai-agents", openai_agents),
    "pydantic-ai": ("pydantic-ai-slim", pydantic_ai),
    "google-genai": ("google-genai", google_genai),
    "FastMCP": ("fastmcp", fastmcp),
}


async def main(library, url, token, file):
    package, call = libraries[library]
    said = {"version": version(package), "results": {}, "errors": []}
    with open(file) as calls:
        given = json.load(calls)
    try:
        async with asyncio.timeout(120):
            async for name, result in call(url, {"Authorization": f"Bearer {token}"}, given):
                said["results"][name] = result
    except BaseException as error:
        said["errors"] = leaves(error)
    print(json.dumps(said))


asyncio.run(main(*sys.argv[1:]))
