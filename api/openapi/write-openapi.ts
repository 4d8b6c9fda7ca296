import { writeFileSync } from 'node:fs'
import { operations } from '../operations/index.ts'
import { openApiDocument } from './document.ts'

/** The addresses in the committed document, which does not belong to an installation. */
export const placeholders = { baseUrl: 'https://api.example.com', docsUrl: 'https://api.example.com/docs' }

/** The text of the committed `api/openapi.json`. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(operations, placeholders), null, 2)}\n`
}

if (import.meta.main) writeFileSync(new URL('../openapi.json', import.meta.url), openApiText())
