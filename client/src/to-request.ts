import { endpoints } from './contract.ts'
import type { OperationId } from './errors.ts'

/** A request without its token. */
export interface PreparedRequest {
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
}

/**
 * Makes the request of an operation. Each field is put into the path, query, or body, as the contract defines.
 * Undefined fields are left out.
 * @throws TypeError for a path field that is missing or cannot be part of a path
 */
export function toRequest(operationId: OperationId, input: object, baseUrl: string): PreparedRequest {
  const { method, path, pathNames, accept } = endpoints[operationId]
  const inPath: readonly string[] = pathNames
  const fields = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined))
  const filled = inPath.reduce(
    (text, name) => text.replace(`{${name}}`, segment(name, fields.get(name))),
    path as string,
  )
  const others = [...fields].filter(([name]) => !inPath.includes(name))
  const headers = { Accept: accept === 'application/json' ? accept : `${accept}, application/json` }
  if (method === 'POST') {
    const body = JSON.stringify(Object.fromEntries(others))
    return {
      url: baseUrl + filled,
      init: { method, headers: { ...headers, 'Content-Type': 'application/json' }, body },
    }
  }
  const query = new URLSearchParams(
    others.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
  )
  return { url: `${baseUrl}${filled}?${query}`.replace(/\?$/, ''), init: { method, headers } }
}

/** Rejects `.` and `..`, because URLs remove such segments in every spelling, which would change the path. */
function segment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  if (['', '.', '..'].includes(text)) throw new TypeError(`${name} must be given, and be neither "." nor ".."`)
  return encodeURIComponent(text)
}
