import type { IncomingMessage } from 'node:http'
import type { FaultyInput } from '../../../schemas/problem.ts'
import { ApiError } from '../../errors.ts'

const MAX_BODY_BYTES = 256 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true })
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/**
 * The JSON value in the body of a request; UTF-8 without gaps.
 * @throws ApiError unsupported_media_type, payload_too_large, malformed_json
 */
export async function readBody(req: IncomingMessage): Promise<unknown> {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = req.headers
  if (!JSON_TYPE.test(type)) throw fault('unsupported_media_type', 'Content-Type', 'must be application/json')
  if (coding !== 'identity') throw fault('unsupported_media_type', 'Content-Encoding', 'must be identity')
  const bytes = await collect(req)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    const errors: FaultyInput[] = [{ in: 'body', name: '', detail: 'is not JSON in UTF-8' }]
    throw new ApiError('malformed_json', { errors })
  }
}

/** What is beyond the limit goes on flowing unread, so that the answer reaches a caller who is still sending. */
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
      reject(tooLarge())
    }
    req.on('data', onData)
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('error', () => reject(fault('invalid_request', 'Content-Length', 'promised more than arrived')))
  })
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large', { errors: [{ in: 'body', name: '', detail: 'is larger than 256 KiB' }] })
}

function fault(code: 'unsupported_media_type' | 'invalid_request', name: string, detail: string): ApiError {
  return new ApiError(code, { errors: [{ in: 'header', name, detail }] })
}
