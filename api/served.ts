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

/** What is served beside the REST operations. */
export interface Served {
  /** What MCP offers of the operations. */
  tools: readonly Tool[]
  /** What everyone may read without a credential, in this order: the pages of the Explorer, the docs and the contracts. */
  publicRouters: readonly Router[]
}

/** @throws Error when MCP_TOOLSETS names a toolset that there is not */
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
