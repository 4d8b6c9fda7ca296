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
 * Rebuilds organizations one after the other, and waits for the end of each. If it ends early, it tells which ones are
 * not rebuilt.
 * @throws the errors of `rebuildOrganization`
 */
export async function rebuildInTurn(graph: Graph, connection: KafkaConnection, options: InTurn): Promise<void> {
  const { organizations, onProgress, signal } = options
  let done = 0
  try {
    for (const organization of organizations) {
      if (signal.aborted) return
      done += 1
      onProgress(`Rebuilding ${organization} (${done} of ${organizations.length}).`)
      await rebuildOne(graph, connection, options, organization)
    }
  } finally {
    const left = organizations.slice(done)
    if (left.length > 0) onProgress(`Not rebuilt: ${left.join(', ')}.`)
  }
}

async function rebuildOne(
  graph: Graph,
  connection: KafkaConnection,
  { onDropped, organizations: _, ...options }: InTurn,
  organization: string,
): Promise<void> {
  let rows: number | null = null
  const count = (more: number) => {
    rows = (rows ?? 0) + more
  }
  try {
    await rebuildOrganization(graph, connection, { ...options, organization, onDropped: count })
  } finally {
    if (rows !== null) onDropped(organization, rows)
  }
  const isFinished = await awaitOrganization(graph, { ...options, organization })
  options.onProgress(
    isFinished ? `${organization} is rebuilt.` : `The projectors continue the rebuild of ${organization}.`,
  )
}
