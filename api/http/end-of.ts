import type { Reply } from './exchange.ts'

/** A signal that a request is over: it was answered, perhaps because its time was up, or its caller has gone. */
export function endOf(res: Reply): AbortSignal {
  const end = new AbortController()
  res.once('close', () => end.abort())
  return end.signal
}
