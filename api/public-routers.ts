import type { Router } from 'express'
import { asyncApiDocument } from './asyncapi/document.ts'
import type { Config } from './config/config.ts'
import { docsRouter } from './docs/docs-router.ts'
import { readBuiltPages } from './explorer/built-pages.ts'
import { explorerRouter } from './explorer/explorer-router.ts'
import { openApiDocument } from './openapi/document.ts'
import { operations } from './operations/index.ts'

/** What everyone may read without a credential: the pages of the explorer, the docs and the contracts. */
export function publicRouters({
  baseUrl,
  docsUrl,
  environment,
}: Pick<Config, 'baseUrl' | 'docsUrl' | 'environment'>): Router[] {
  const openApi = openApiDocument(operations, { baseUrl, docsUrl })
  const asyncApi = asyncApiDocument({ docsUrl, topicPrefix: environment.KAFKA_TOPIC_PREFIX })
  return [explorerRouter(readBuiltPages()), docsRouter({ baseUrl, docsUrl, openApi, asyncApi })]
}
