import type { CodeBlock } from '../markdown/code-blocks.ts'
import type { PrefilledRequest } from './prefilled-request.ts'
import { typescriptSample } from './typescript-sample.ts'
import { variableOf } from './variable-of.ts'

type Part = PrefilledRequest['path'][number]

/**
 * Samples of a request in each language that readers can choose. Each sample reads the token from the variable `TOKEN`,
 * reads other values that the reader fills in from a variable such as `EXPORT_ID`, and prints the response.
 */
export function samplesOf(request: PrefilledRequest, baseUrl: string): CodeBlock[] {
  return [
    { language: 'sh', text: curl(request, baseUrl) },
    { language: 'ts', text: typescriptSample(request, baseUrl) },
    { language: 'python', text: python(request, baseUrl) },
  ]
}

/** A longer address is split into one line per parameter. */
const ADDRESS_LENGTH = 72

function curl({ path, query, body }: PrefilledRequest, baseUrl: string): string {
  const url = address(path, baseUrl, (variable) => `$${variable}`)
  const whole = query.length > 0 ? `${url}?${new URLSearchParams(query)}` : url
  const isLong = query.length > 0 && whole.length > ADDRESS_LENGTH
  const lines = [isLong ? `curl --get "${url}"` : `curl "${whole}"`, '-H "Authorization: Bearer $TOKEN"']
  if (isLong) lines.push(...query.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`))
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${quoted(json(body))}`)
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return /^[\w=.,:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function python({ path, query, body, accept }: PrefilledRequest, baseUrl: string): string {
  const isJson = accept === 'application/json'
  const url = address(path, baseUrl, (variable) => `{os.environ['${variable}']}`)
  const headers = [`"Authorization": f"Bearer {os.environ['TOKEN']}"`]
  if (body !== undefined) headers.push('"Content-Type": "application/json"')
  const request = [
    query.length > 0 ? 'f"{url}?{urlencode(query)}"' : 'url',
    'headers=headers',
    ...(body === undefined ? [] : ['data=json.dumps(body).encode()']),
  ]
  return [
    ...(isJson || body !== undefined ? ['import json'] : []),
    'import os',
    ...(query.length > 0 ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    `url = ${isOpen(path) ? 'f' : ''}"${url}"`,
    ...(query.length > 0 ? [`query = ${pythonPairs(query)}`] : []),
    headers.length === 1
      ? `headers = {${headers[0]}}`
      : `headers = {\n${headers.map((one) => `    ${one},\n`).join('')}}`,
    ...(body === undefined ? [] : [`body = ${pythonValue(body)}`]),
    '',
    `with urlopen(Request(${request.join(', ')})) as response:`,
    `    print(${isJson ? 'json.load(response)' : 'response.read().decode()'})`,
  ].join('\n')
}

/** @param show formats a variable as the language reads it within a string */
function address(path: readonly Part[], baseUrl: string, show: (variable: string) => string): string {
  return baseUrl + path.map((part) => (typeof part === 'string' ? part : show(variableOf(part.name)))).join('')
}

function isOpen(path: readonly Part[]): boolean {
  return path.some((part) => typeof part !== 'string')
}

function pythonPairs(query: readonly [string, string][]): string {
  if (!isOnce(query)) return JSON.stringify(query)
  return `{\n${query.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`).join('')}}`
}

function isOnce(query: readonly [string, string][]): boolean {
  return new Set(query.map(([name]) => name)).size === query.length
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/**
 * Converts JSON to Python: only `true`, `false`, and `null` differ, and examples contain these words only as values.
 */
function pythonValue(value: unknown): string {
  return JSON.stringify(value, null, 4)
    .replace(/(?<=: |^ *)true(?=,?$)/gm, 'True')
    .replace(/(?<=: |^ *)false(?=,?$)/gm, 'False')
    .replace(/(?<=: |^ *)null(?=,?$)/gm, 'None')
}
