import type { Graph } from '../cypher/connect.ts'
import { type ConflictingCode, readConflictingCodes, startOfCodes } from '../cypher/ingest/conflicting-codes.ts'
import { findClaimants } from '../cypher/ingest/read-ingest.ts'
import type { Query } from '../cypher/query.ts'
import type { EntityType } from '../schemas/graph/entity-types.ts'

/** A code that several live entities of an organization claim. */
export interface Conflict {
  organization: string
  system: string
  instance: string
  kind: string
  value: string
  entities: { id: string; type: EntityType; label: string }[]
}

/** The conflicts of an organization, by code, at most `limit`. @throws GraphError */
export async function listConflicts(graph: Graph, organization: string, limit: number): Promise<Conflict[]> {
  const reader = {
    read: <P, R>(query: Query<P, R, 'tenant'>, params: P) => graph.read(query, organization, params),
  }
  const codes: ConflictingCode[] = []
  for (let at = await startOfCodes(reader); at !== null && codes.length < limit; ) {
    const found = await readConflictingCodes(reader, at)
    codes.push(...found.codes)
    at = found.next
  }
  const shown = codes.slice(0, limit)
  const ids = [...new Set(shown.flatMap((code) => code.ids))]
  const entities = new Map((await reader.read(findClaimants, { ids })).map((entity) => [entity.id, entity]))
  return shown.map(({ system, instance, kind, value, ids: claimants }) => ({
    organization,
    system,
    instance,
    kind,
    value,
    entities: [...claimants].sort().flatMap((id) => entities.get(id) ?? []),
  }))
}
