import type { Log } from '../observability/log.ts'

const FLUSH_INTERVAL_MS = 20_000
const BATCH_SIZE = 1000

export interface CredentialUse {
  id: string
  at: string
}

/**
 * Collects when credentials were last used and writes these times in batches, so that no request waits for the write.
 */
export interface LastUsed {
  touch(credentialId: string): void
  /** Writes the collected times. Times that cannot be written are kept for the next flush. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Settings {
  /** Stores the times of last use, unless a later time is already stored. */
  write(uses: CredentialUse[]): Promise<unknown>
  log: Log
  now: () => number
  intervalMs?: number
}

/** Writes a use at most 20 seconds after it, or 60 seconds if one attempt fails. */
export function createLastUsed({ write, log, now, intervalMs = FLUSH_INTERVAL_MS }: Settings): LastUsed {
  let uses = new Map<string, number>()
  let flushing: Promise<void> = Promise.resolve()

  async function writeAll(): Promise<void> {
    const taken = uses
    uses = new Map()
    // All replicas lock the credentials in the same order, which avoids deadlocks.
    const sorted = [...taken].sort(([left], [right]) => (left < right ? -1 : 1))
    while (sorted.length > 0) {
      const batch = sorted.splice(0, BATCH_SIZE)
      try {
        await write(batch.map(([id, at]) => ({ id, at: new Date(at).toISOString() })))
      } catch (error) {
        log.warn(
          { reason: error instanceof Error ? error.message : 'unknown' },
          'Last uses of tokens not written, will retry',
        )
        for (const [id, at] of [...batch, ...sorted]) uses.set(id, Math.max(at, uses.get(id) ?? 0))
        return
      }
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(writeAll)
    return flushing
  }

  const timer = setInterval(flush, intervalMs).unref()
  return {
    touch(credentialId) {
      uses.set(credentialId, now())
    },
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
  }
}
