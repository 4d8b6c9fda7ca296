import type { z } from 'zod'
import type { FaultyInput } from '../../schemas/problem.ts'
import { ApiError } from '../core/errors.ts'
import type { Handler, Reply } from './exchange.ts'

/** A request as it came in. */
export type Incoming = Parameters<Handler>[0]

/** A signal that a request is over: it has its response, perhaps because its time was up, or its caller has gone. */
export function endOf(res: Reply): AbortSignal {
  const end = new AbortController()
  res.once('close', () => end.abort())
  return end.signal
}

/** The query string of a URL, without its question mark. */
export function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

/**
 * Refuses callers who do not accept what an operation returns. Only a header that names something special is negotiated.
 * @throws ApiError not_acceptable
 */
export function requireAccepted(req: Incoming, mediaType: string): void {
  const { accept } = req.headers
  if (accept === undefined || accept === '*/*' || accept === mediaType) return
  if (req.accepts([mediaType, `${mediaType}; charset=utf-8`]) !== false) return
  const errors: FaultyInput[] = [{ in: 'header', name: 'Accept', detail: `must allow ${mediaType}` }]
  throw new ApiError('not_acceptable', { errors })
}

/** Rejects what is not among the methods of a path. */
export function methodNotAllowed(methods: readonly string[]): Handler {
  return (req) => {
    const detail = `${req.method} is not allowed on this path. Allowed methods: ${methods.join(', ')}.`
    throw new ApiError('method_not_allowed', { detail, headers: { Allow: methods.join(', ') } })
  }
}

/** What the audit trail keeps of an input; of unknown names only that they came, because a secret may stand under one. */
export function auditable(
  { input: { shape } }: { input: z.ZodObject },
  input: Record<string, unknown> | null,
): Record<string, unknown> {
  const given = input ?? {}
  const names = Object.keys(given).slice(0, 50)
  const known = (name: string) => Object.hasOwn(shape, name)
  return Object.fromEntries(names.map((name) => [name.slice(0, 100), known(name) ? given[name] : '[unknown]']))
}
