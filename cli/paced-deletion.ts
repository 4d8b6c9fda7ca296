import { setTimeout as delay } from 'node:timers/promises'

/** How fast rows are deleted. A node may contain a whole event, so `rows` also limits the memory of a transaction. */
export interface Pace {
  /** The number of rows of a transaction. */
  rows: number
  /** The length of the pause after a transaction, as a multiple of its duration. */
  pause: number
}

/** No organization can read, so nothing is waited for. */
export const FAST: Pace = { rows: 1000, pause: 0 }
/** Other organizations read and write at the same time. `npm run bench:capacity -- --rebuild` measures their reads. */
export const GENTLE: Pace = { rows: 200, pause: 1 }

/**
 * Repeats a transaction until it deletes nothing. Returns the number of deleted rows.
 * @param transaction deletes up to `limit` rows, and returns how many
 * @throws errors of the transaction
 */
export async function deleteAll(
  { rows, pause }: Pace,
  transaction: (limit: number) => Promise<number>,
): Promise<number> {
  for (let total = 0; ; ) {
    const startedAt = performance.now()
    const deleted = await transaction(rows)
    if (deleted === 0) return total
    total += deleted
    await delay(pause * (performance.now() - startedAt))
  }
}
