import type { Graph } from '../cypher/connect.ts'
import { findConflicts } from '../cypher/graph/find-conflicts.ts'
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

/** The conflicts of an organization, by code, at most `limit`. */
export async function listConflicts(graph: Graph, organization: string, limit: number): Promise<Conflict[]> {
  const rows = await graph.read(findConflicts, organization, { limit })
  return rows.map((row) => ({ organization, ...row }))
}
