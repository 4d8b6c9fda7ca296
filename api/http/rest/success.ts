import { hash } from 'node:crypto'
import type { OperationResult } from '../../core/checked-response.ts'
import type { Operation } from '../../core/operation.ts'
import type { Reply } from '../exchange.ts'
import { type Incoming, queryOf } from '../request.ts'
import type { Services } from '../services.ts'
import { responseJson } from './response-json.ts'

const VARY = 'Authorization, Accept-Encoding'
const TAG_LENGTH = 27
const ENTITY_TAG = /(?:W\/)?("[^"]*")/g

/** Responds with the result of an operation as JSON. The ETag is a hash of the body. */
export function createSuccess({ config, send }: Pick<Services, 'config' | 'send'>, operation: Operation) {
  return (req: Incoming, res: Reply, result: OperationResult): void => {
    const { rows, next, location } = result
    const json = responseJson(result)
    const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
    if (location !== undefined) headers.Location = `${config.baseUrl}${location}`
    if (operation.method === 'GET') {
      const vary = res.getHeader('Vary')
      headers.Vary = vary ? `${vary}, ${VARY}` : VARY
      headers['Cache-Control'] = 'private, no-cache'
      // The ETag is weak, because every content encoding of the body has the same one.
      const tag = `"${hash('sha256', json, 'base64url').slice(0, TAG_LENGTH)}"`
      headers.ETag = `W/${tag}`
      if (next !== null) headers.Link = `<${config.baseUrl}${nextTarget(operation, req, next)}>; rel="next"`
      if (isKnown(req.headers['if-none-match'], tag)) {
        send.respond(res, { status: 304, headers, body: null, code: null, rows: 0 })
        return
      }
    }
    headers['Content-Type'] = 'application/json'
    send.respond(res, { status: 200, headers, body: json, code: null, rows: req.method === 'HEAD' ? 0 : rows })
  }
}

/**
 * Whether If-None-Match contains an ETag. The request's own Cache-Control is ignored, because Node's fetch sends
 * `no-cache` together with If-None-Match.
 */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, known]) => known === tag)
}

function nextTarget(operation: Operation, req: Incoming, cursor: string): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(req.params[name])))
  const query = new URLSearchParams(queryOf(req.url))
  query.set('cursor', cursor)
  return `${path}?${query}`
}
