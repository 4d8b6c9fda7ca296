import { setTimeout as delay } from 'node:timers/promises'
import { isRetryableError, Neo4jError } from 'neo4j-driver'
import { IncompleteRow } from './errors.ts'

const RETRY_FOR_MS = 10_000

/**
 * Tries again after deadlocks and other transient failures. The driver's own retry waits a second before the first, which
 * is an age where two partitions met at one supplier.
 */
export async function retrying<T>(attempt: () => Promise<T>, onRetry: (code: string) => void): Promise<T> {
  const begun = performance.now()
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 2, 1000)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Neo4jError) || !isRetryableError(error) || performance.now() - begun > RETRY_FOR_MS)
        throw error
      onRetry(error.code)
    }
    await delay(waitMs * (0.5 + Math.random()))
  }
}

/** With doubled waits from 10 ms on, a second and a quarter in all: far longer than a commit is seen in parts. */
const MOST_READINGS = 8

/**
 * Reads again what lacked something. Neo4j is read committed, and does not show a commit all at once: while it is written to
 * the store, a reader sees some properties of a node as they were and others as they will be, and finds by its index what
 * has lost its label. Measured with Neo4j 2026 Community: one reading in some hundreds of a node that is being written.
 * @param read told whether it is the last reading
 */
export async function rereading<T>(read: (isLast: boolean) => Promise<T>): Promise<T> {
  for (let readings = 1; ; readings += 1) {
    try {
      return await read(readings === MOST_READINGS)
    } catch (error) {
      if (!(error instanceof IncompleteRow) || readings === MOST_READINGS) throw error
    }
    await delay(5 * 2 ** readings)
  }
}
