import type { RunExclusive } from '../../cypher/connect.ts'

/** What lets tasks about some organizations run while no other about any of them does. */
export type MutexOf = (organizations: readonly string[]) => RunExclusive

/**
 * Lets one task of an organization run at a time, in the order of asking; those that have no organization in common run
 * beside each other. A task takes its place among those of all its organizations at once, so that none waits in a circle.
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
