import type { Run } from '../../cypher/connect.ts'
import { dropResolvedExceptions } from '../../cypher/records/drop-organization.ts'

/** The largest number of exceptions that one transaction deletes. */
const LIMIT = 5000

/**
 * Deletes resolved exceptions of organizations. A replay opens and resolves exceptions that never existed, because it
 * applies the records of a material in another order than they arrived.
 * @returns whether none is left
 */
export async function dropResolved(run: Run, organizations: readonly string[]): Promise<boolean> {
  let limit = LIMIT
  for (const organization of organizations) {
    const [row] = await run(dropResolvedExceptions, organization, { limit })
    limit -= row?.dropped ?? 0
    if (limit === 0) return false
  }
  return true
}
