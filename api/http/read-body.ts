import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeeper, MAX_DEPTH } from '../../schemas/checking/nesting.ts'
import { ApiError } from '../core/errors.ts'

const MAX_BODY_BYTES = 256 * 1024
const TOO_MANY_BYTES = 'is larger than 256 KiB'
/** The most values that a body may contain. No valid input needs more, and checking each value takes time. */
const MAX_VALUES = 20_000
const utf8 = new TextDecoder('utf-8', { fatal: true })
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/**
 * Reads the JSON value in the body of a request. The body must be valid UTF-8 and nested no deeper than MAX_DEPTH, so
 * that callers may traverse it recursively. If the caller expects "100 Continue" before it sends the body, it is sent
 * here, after all checks of the headers.
 * @throws ApiError unsupported_media_type, payload_too_large, malformed_json
 */
export async function readBody(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = req.headers
  if (!JSON_TYPE.test(type)) throw fault('unsupported_media_type', 'Content-Type', 'must be application/json')
  if (coding !== 'identity') throw fault('unsupported_media_type', 'Content-Encoding', 'must be identity')
  if (Number(req.headers['content-length']) > MAX_BODY_BYTES) throw tooLarge(TOO_MANY_BYTES)
  if (req.headers.expect !== undefined && req.httpVersion !== '1.0') res.writeContinue()
  const json = parse(await collect(req))
  if (isDeeper(json)) throw malformed(`is nested more than ${MAX_DEPTH} levels deep`)
  if (countOf(json) > MAX_VALUES) throw tooLarge(`contains more than ${MAX_VALUES.toLocaleString('en')} values`)
  return json
}

/** Counts the values in a JSON value, including itself. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((count, field) => count + countOf(field), 1)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw malformed('must be JSON in UTF-8')
  }
}

function malformed(detail: string): ApiError {
  return new ApiError('malformed_json', { errors: [{ in: 'body', name: '', detail }] })
}

/** Data above the limit is received and dropped, so that a caller that is still sending gets the response. */
function collect(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length <= MAX_BODY_BYTES) {
        chunks.push(chunk)
        return
      }
      req.off('data', onData)
      reject(tooLarge(TOO_MANY_BYTES))
    }
    req.on('data', onData)
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('error', () => reject(fault('invalid_request', 'Content-Length', 'is larger than the received body')))
  })
}

function tooLarge(detail: string): ApiError {
  return new ApiError('payload_too_large', { errors: [{ in: 'body', name: '', detail }] })
}

function fault(code: 'unsupported_media_type' | 'invalid_request', name: string, detail: string): ApiError {
  return new ApiError(code, { errors: [{ in: 'header', name, detail }] })
}
