import type { Router } from 'express'
import { asyncApiDocument } from './asyncapi/document.ts'
import type { Config } from './config/config.ts'
import { docsRouter } from './docs/docs-router.ts'
import { readBuiltPages } from './explorer/built-pages.ts'
import { explorerRouter } from './explorer/explorer-router.ts'
import { toolsOf } from './mcp/tools/index.ts'
import type { Tool } from './mcp/tools/tool.ts'
import { openApiDocument } from './openapi/document.ts'
import { operations } from './operations/index.ts'

/** What is served in addition to the REST operations. */
export interface Served {
  /** The tools that MCP offers. */
  tools: readonly Tool[]
  /** The routers that need no credential, in this order: the pages of the Explorer, then the docs and the contracts. */
  publicRouters: readonly Router[]
}

/** @throws Error if MCP_TOOLSETS names an unknown toolset */
export function servedBy({
  baseUrl,
  docsUrl,
  environment,
}: Pick<Config, 'baseUrl' | 'docsUrl' | 'environment'>): Served {
  const tools = toolsOf(environment.MCP_TOOLSETS, operations, environment.MCP_COMPACT)
  const openApi = openApiDocument(operations, { baseUrl, docsUrl })
  const asyncApi = asyncApiDocument({ docsUrl, topicPrefix: environment.KAFKA_TOPIC_PREFIX })
  return {
    tools,
    publicRouters: [explorerRouter(readBuiltPages()), docsRouter({ baseUrl, docsUrl, openApi, asyncApi })],
  }
}
