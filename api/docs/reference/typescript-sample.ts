import type { PrefilledRequest } from './prefilled-request.ts'
import { variableOf } from './variable-of.ts'

/** A longer call is split into one line per field. */
const LINE_LENGTH = 80

/**
 * A request in TypeScript. It uses the client, which has a method for each operation, or `fetch` for requests that are
 * no operation.
 */
export function typescriptSample(request: PrefilledRequest, baseUrl: string): string {
  const isOperation = String(request.path[0]).startsWith('/v1/')
  return isOperation ? byClient(request, baseUrl) : byFetch(request, baseUrl)
}

function byClient({ operationId, input, accept }: PrefilledRequest, baseUrl: string): string {
  const call = (given: string) => `const response = await client.${operationId}(${given})`
  const fields = input.map(
    (field) => `${field.name}: ${'value' in field ? literal(field.value) : variable(field.name)}`,
  )
  const inLine = call(fields.length === 0 ? '' : `{ ${fields.join(', ')} }`)
  const inLines = call(`{\n${fields.map((field) => `  ${field.replaceAll('\n', '\n  ')},\n`).join('')}}`)
  return [
    "import { createClient } from '@tenant-data/client'",
    '',
    `const client = createClient({ baseUrl: '${baseUrl}', token: process.env.TOKEN ?? '' })`,
    inLine.length > LINE_LENGTH || inLine.includes('\n') ? inLines : inLine,
    `console.log(${accept === 'application/json' ? 'response' : 'await response.text()'})`,
  ].join('\n')
}

function byFetch({ method, path, body }: PrefilledRequest, baseUrl: string): string {
  return [
    `const response = await fetch('${baseUrl}${path.join('')}', {`,
    `  method: '${method}',`,
    `  headers: { Authorization: \`Bearer \${process.env.TOKEN}\`, 'Content-Type': 'application/json' },`,
    `  body: JSON.stringify(${literal(body).replaceAll('\n', '\n  ')}),`,
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    'console.log(await response.json())',
  ].join('\n')
}

function variable(name: string): string {
  return `process.env.${variableOf(name)} ?? ''`
}

/**
 * Formats a value as hand-written TypeScript: names without quotes where possible, strings in single quotes, and one
 * line per field.
 */
function literal(value: unknown): string {
  const [name, text] = [/^( *)"([A-Za-z_]\w*)":/gm, /"([^"'\\]*)"(?=,?$)/gm]
  return JSON.stringify(value, null, 2).replace(name, '$1$2:').replace(text, "'$1'")
}
