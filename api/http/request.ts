import type { z } from 'zod'
import type { FaultyInput } from '../../schemas/problem.ts'
import { ApiError } from '../core/errors.ts'
import type { Handler, Reply } from './exchange.ts'

/** An incoming request. */
export type Incoming = Parameters<Handler>[0]

/** A signal that is aborted when the response has been sent, possibly a timeout, or the caller has disconnected. */
export function endOf(res: Reply): AbortSignal {
  const end = new AbortController()
  res.once('close', () => end.abort())
  return end.signal
}

/** The query string of a URL, without the question mark. */
export function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

/**
 * Rejects callers that accept none of the media types of a response. An Accept header is only checked if it names a specific
 * type.
 * @throws ApiError not_acceptable
 */
export function requireAccepted(req: Incoming, mediaTypes: readonly string[]): void {
  const { accept } = req.headers
  if (accept === undefined || accept === '*/*' || mediaTypes.includes(accept)) return
  if (req.accepts(mediaTypes.flatMap((mediaType) => [mediaType, `${mediaType}; charset=utf-8`])) !== false) return
  const errors: FaultyInput[] = [{ in: 'header', name: 'Accept', detail: `must allow ${mediaTypes.join(' or ')}` }]
  throw new ApiError('not_acceptable', { errors })
}

/** Rejects all methods that a path does not support. */
export function methodNotAllowed(methods: readonly string[]): Handler {
  return (req) => {
    const detail = `${req.method} is not allowed on this path. Allowed methods: ${methods.join(', ')}.`
    throw new ApiError('method_not_allowed', { detail, headers: { Allow: methods.join(', ') } })
  }
}

/**
 * The part of an input that the audit trail stores. Unknown names are stored without their values, because a value may
 * be a secret.
 */
export function auditable(
  { input: { shape } }: { input: z.ZodObject },
  input: Record<string, unknown> | null,
): Record<string, unknown> {
  const given = input ?? {}
  const names = Object.keys(given).slice(0, 50)
  const known = (name: string) => Object.hasOwn(shape, name)
  return Object.fromEntries(names.map((name) => [name.slice(0, 100), known(name) ? given[name] : '[unknown]']))
}
