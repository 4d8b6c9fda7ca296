import { isRecord } from '../decode-values.ts'
import { type Incoming, isModern, META, toldByHeaders } from './read-message.ts'

const MOST = 500
const LONGEST = 2000
const remembered = new Set(['tools/call', 'tools/list'])

/**
 * What an SDK made of messages whose result it was, by their envelopes. It never sees arguments and rows, so that the same
 * envelope has the same result: whoever was let in once with it need not have a server made for the question again, which
 * was a third of the time of a small call.
 */
export interface KnownResults {
  /** Whether an envelope leads to a result, so that its tool may be called. */
  has(envelope: string): boolean
  /** Undefined where the SDK has yet to be asked. */
  get(envelope: string, isError: boolean): object | undefined
  set(envelope: string, isError: boolean, result: object): void
}

/** Some hundred envelopes, and none when there are more: there are few clients, and each has few. */
export function createKnownResults(): KnownResults {
  const results = new Map<string, { success?: object; error?: object }>()
  const kindOf = (isError: boolean) => (isError ? 'error' : 'success')
  return {
    has: (envelope) => results.has(envelope),
    get: (envelope, isError) => results.get(envelope)?.[kindOf(isError)],
    set(envelope, isError, result) {
      if (results.size >= MOST && !results.has(envelope)) results.clear()
      results.set(envelope, { ...results.get(envelope), [kindOf(isError)]: result })
    },
  }
}

/**
 * All that an SDK looks at in a request for tools, as one text: two requests with the same envelope differ in the value of
 * the id, in arguments, and in values of `_meta` that are no matter of the protocol's. Null for whatever else came.
 */
export function envelopeOf(incoming: Incoming): string | null {
  const { body, headers, method, id, params } = incoming
  if (method === null || !remembered.has(method) || !isRecord(body)) return null
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null
  const { arguments: given, _meta: meta, ...rest } = params
  const told = isModern(incoming) ? toldByHeaders.map((name) => headers[name] ?? null) : null
  const asked = isRecord(body.params)
    ? { ...rest, arguments: kindOf(given), _meta: ownMeta(meta) }
    : kindOf(body.params)
  const text = JSON.stringify([told, { ...body, id: typeof id, params: asked }])
  return text.length > LONGEST ? null : text
}

function ownMeta(meta: unknown): unknown {
  if (!isRecord(meta)) return kindOf(meta)
  return Object.entries(meta).map(([name, value]) => [name, name.startsWith(META) ? value : kindOf(value)])
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isSafeInteger(value) ? 'integer' : typeof value
}
