import type { Graph, Run } from '../../../cypher/connect.ts'
import type { Query } from '../../../cypher/query.ts'
import { listInvalidOrganizations, listOrganizations } from '../../../cypher/system/credentials.ts'
import { listClaimableExports, listExpiredExports } from '../../../cypher/system/export-queue.ts'

const own = new Set<string>()

/** Registers an organization of this process, so that background work in this process includes it. */
export function ownOrganization(key: string): void {
  own.add(key)
}

/** Statements of background work on all organizations: the reconciler, housekeeping, and writers of exports. */
const ofAll = new Set(
  [listOrganizations, listInvalidOrganizations, listClaimableExports, listExpiredExports].map(({ name }) => name),
)
const MANY = 10_000

/**
 * A graph in which background work sees only organizations of this process. Otherwise a suite could take a job of
 * another suite, or send an event to its own topics, and the other suite would wait indefinitely.
 */
export function ownView(graph: Graph): Graph {
  return {
    ...graph,
    read: (query, organization, params, signal) =>
      filtered(query, params, (given) => graph.read(query, organization, given, signal)),
    readFromLeader: (query, organization, params) =>
      filtered(query, params, (given) => graph.readFromLeader(query, organization, given)),
    write: (work, runExclusive) =>
      graph.write((run) => {
        const ownRun: Run = (query, organization, params) =>
          filtered(query, params, (given) => run(query, organization, given))
        return work(ownRun)
      }, runExclusive),
  }
}

async function filtered<P, R>({ name }: Query<P, R>, params: P, ask: (params: P) => Promise<R[]>): Promise<R[]> {
  const { keys, limit } = params as { keys?: string[] | null; limit?: number }
  if (!ofAll.has(name) || keys) return ask(params)
  const rows = await ask(limit === undefined ? params : { ...params, limit: MANY })
  return rows.filter((row) => {
    const { key, organization = key } = row as { key?: string; organization?: string }
    return organization !== undefined && own.has(organization)
  })
}
