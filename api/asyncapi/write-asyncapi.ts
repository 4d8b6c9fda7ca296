import { writeFileSync } from 'node:fs'
import { placeholders } from '../openapi/write-openapi.ts'
import { asyncApiDocument } from './document.ts'

/** The text of the committed `api/asyncapi.json`, which does not belong to an installation. */
export function asyncApiText(): string {
  const document = asyncApiDocument({ docsUrl: placeholders.docsUrl, topicPrefix: '' })
  return `${JSON.stringify(document, null, 2)}\n`
}

if (import.meta.main) writeFileSync(new URL('../asyncapi.json', import.meta.url), asyncApiText())
