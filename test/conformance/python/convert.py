"""Prints what the converters of client libraries make of the tools in a file, as JSON: {converter: {tool: schema}}.

Usage: convert.py FILE. FILE has {"tools": [...], "outputs": {tool: an output of its operation}}.
"""

import json
import sys
from copy import deepcopy

from agents.strict_schema import ensure_strict_json_schema
from anthropic import transform_schema
from fastmcp.utilities.json_schema_type import json_schema_to_type_adapter
from google.genai import types
from google.genai._mcp_utils import mcp_to_gemini_tool
from mcp.types import Tool
from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer

from plain import plain


def gemini(tool):
    listed = Tool(name=tool["name"], description=tool["description"], inputSchema=deepcopy(tool["inputSchema"]))
    declaration = mcp_to_gemini_tool(listed).function_declarations[0]
    assert isinstance(declaration.parameters, types.Schema)
    return declaration.parameters.model_dump(mode="json", exclude_none=True)


with open(sys.argv[1]) as file:
    given = json.load(file)
converters = {
    "openai-agents": lambda tool: ensure_strict_json_schema(deepcopy(tool["inputSchema"]), _reject_open_objects=True),
    "pydantic-ai": lambda tool: OpenAIJsonSchemaTransformer(deepcopy(tool["inputSchema"]), strict=True).walk(),
    "anthropic": lambda tool: transform_schema(deepcopy(tool["inputSchema"])),
    "google-genai": gemini,
    "pydantic": lambda tool: json_schema_to_type_adapter(tool["inputSchema"]).json_schema(),
    "FastMCP": lambda tool: plain(
        json_schema_to_type_adapter(tool["outputSchema"]).validate_python(given["outputs"][tool["name"]])
    ),
}
print(json.dumps({name: {tool["name"]: convert(tool) for tool in given["tools"]} for name, convert in converters.items()}))
