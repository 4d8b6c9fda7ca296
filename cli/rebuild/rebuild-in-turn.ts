import type { Graph } from '../../cypher/connect.ts'
import { countOwnProjected } from '../../cypher/records/drop-organization.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import { listOrganizations } from '../organizations.ts'
import { awaitOrganization } from './await-organization.ts'
import type { RebuildHooks } from './drop.ts'
import type { RebuildScope } from './plan-rebuild.ts'
import { rebuildOrganization } from './rebuild-organization.ts'

export interface InTurn extends RebuildScope, Omit<RebuildHooks, 'onDropped'> {
  /** The organizations to rebuild, in this order. */
  organizations: readonly string[]
  onProgress(line: string): void
  signal: AbortSignal
  /** Called when the rebuild of an organization has ended, also if it was interrupted, with the number of dropped rows. */
  onDropped(organization: string, rows: number): void
}

/** All organizations, the one with the most data last, so that most of them wait for the shortest time. */
export async function bySize(graph: Graph): Promise<string[]> {
  const sized: { key: string; nodes: number }[] = []
  for (const { key } of await listOrganizations(graph)) {
    const [counts] = await graph.read(countOwnProjected, key, {})
    sized.push({ key, nodes: counts?.nodes ?? 0 })
  }
  return sized.sort((a, b) => a.nodes - b.nodes).map(({ key }) => key)
}

/**
 * Rebuilds organizations one after the other, and waits for the end of each.
 * @returns the organizations that are not rebuilt because the signal aborted
 * @throws the errors of `rebuildOrganization`
 */
export async function rebuildInTurn(
  graph: Graph,
  connection: KafkaConnection,
  { organizations, onDropped, ...options }: InTurn,
): Promise<string[]> {
  const { groupId, onProgress, signal } = options
  for (const [at, organization] of organizations.entries()) {
    if (signal.aborted) return organizations.slice(at)
    let rows: number | null = null
    const count = (more: number) => {
      rows = (rows ?? 0) + more
    }
    onProgress(`Rebuilding ${organization} (${at + 1} of ${organizations.length}).`)
    try {
      await rebuildOrganization(graph, connection, { ...options, organization, onDropped: count })
    } finally {
      if (rows !== null) onDropped(organization, rows)
    }
    const isFinished = await awaitOrganization(graph, { groupId, organization, onProgress, signal })
    onProgress(isFinished ? `${organization} is rebuilt.` : `The projectors continue the rebuild of ${organization}.`)
  }
  return []
}
