import type { Router } from 'express'
import type { Config } from './config.ts'
import { docsRouter } from './docs/docs-router.ts'
import { openApiDocument } from './openapi.ts'
import { operations } from './operations/index.ts'

/** What everyone may read without a credential: the docs and the contract. */
export function publicRouters({ baseUrl, docsUrl }: Pick<Config, 'baseUrl' | 'docsUrl'>): Router[] {
  return [docsRouter({ baseUrl, docsUrl, openApi: openApiDocument(operations, { baseUrl, docsUrl }) })]
}
