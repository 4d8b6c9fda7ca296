import type { RunExclusive } from '../../cypher/connect.ts'

/** Returns a mutex for some organizations: no two tasks that share an organization run at the same time. */
export type MutexOf = (organizations: readonly string[]) => RunExclusive

/**
 * Creates mutexes by organization. Tasks of the same organization run one after the other, in the order of their calls.
 * Tasks without a common organization run concurrently. A task joins the queues of all its organizations at the same
 * time, so tasks cannot deadlock.
 */
export function createOrganizationMutex(): MutexOf {
  const last = new Map<string, Promise<unknown>>()
  return (organizations) => (task) => {
    const turn = Promise.all(organizations.map((organization) => last.get(organization))).then(task)
    const over = turn
      .catch(() => undefined)
      .then(() => {
        for (const one of organizations) if (last.get(one) === over) last.delete(one)
      })
    for (const organization of organizations) last.set(organization, over)
    return turn
  }
}
