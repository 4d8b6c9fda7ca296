import type { IncomingMessage } from 'node:http'
import type { FaultyInput } from '../../../schemas/problem.ts'
import { ApiError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/input/invalid-request.ts'
import type { Handler } from '../exchange.ts'

/** The limit of other common servers. Parsing a header can take time that grows with the square of its length. */
const MAX_HEADER_KIB = 8
/**
 * A proxy and this service might use different ones of two such headers.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
const single = ['Host', 'Authorization']

/**
 * Rejects a header of more than 8 KiB, a second Host or Authorization header, and an unsupported Expect header, before
 * any later step reads the headers.
 */
export const requireSoundHeaders: Handler = (req, _res, next) => {
  const long = longHeader(req)
  if (long !== null) {
    const detail = `is larger than ${MAX_HEADER_KIB} KiB`
    const errors: FaultyInput[] = [{ in: 'header', name: long, detail }]
    throw new ApiError('headers_too_large', { detail: `The header ${long} ${detail}.`, errors })
  }
  const faults = [...repeated(req), ...unmetExpectation(req)]
  if (faults.length > 0) throw invalidRequest(faults)
  next()
}

/** Finds a header above the limit. Node joins the values of a repeated header, so their total length counts. */
function longHeader({ headers, rawHeaders }: IncomingMessage): string | null {
  for (const [name, value = ''] of Object.entries(headers)) {
    const values = typeof value === 'string' ? [value] : value
    if (values.every(({ length }) => length <= MAX_HEADER_KIB * 1024)) continue
    return rawHeaders.find((raw) => raw.toLowerCase() === name) ?? name
  }
  return null
}

function repeated({ rawHeaders }: IncomingMessage): FaultyInput[] {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  return single
    .filter((name) => names.indexOf(name.toLowerCase()) !== names.lastIndexOf(name.toLowerCase()))
    .map((name) => ({ in: 'header', name, detail: 'must not be repeated' }))
}

/**
 * The fault of an unsupported Expect header. HTTP/1.0 does not define that header, so it is ignored there.
 * https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
function unmetExpectation({ headers: { expect }, httpVersion }: IncomingMessage): FaultyInput[] {
  if (expect === undefined || httpVersion === '1.0' || expect.toLowerCase() === '100-continue') return []
  return [{ in: 'header', name: 'Expect', detail: 'must be 100-continue' }]
}
