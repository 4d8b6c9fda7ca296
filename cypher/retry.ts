import { setTimeout as delay } from 'node:timers/promises'
import { isRetryableError, Neo4jError } from 'neo4j-driver'
import { IncompleteRow } from './errors.ts'

const RETRY_FOR_MS = 10_000

/**
 * Retries after deadlocks and other transient failures. The driver's own retry waits one second first, which is too
 * long for the frequent case of two partitions that write the same supplier.
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

/** Waits begin at 10 ms and double, 1.25 s in all. That is much longer than a commit is visible only in part. */
const MOST_READINGS = 8

/**
 * Reads again while rows are incomplete. Neo4j has the isolation level read committed, and a commit does not become
 * visible at once. While it is written to the store, a reader may see old and new properties of one node, and the index
 * may return a node that has lost its label. Measured with Neo4j 2026 Community: one of several hundred reads of a node
 * that is being written.
 * @param read gets whether this is the last attempt
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
