import type { Graph } from './connect.ts'
import { type Wanted, wantedSchema } from './migrations.ts'
import { listIndexes } from './system/schema.ts'

/** An index or a constraint that is not usable. One that is being populated becomes usable without intervention. */
export interface SchemaFault {
  name: string
  kind: Wanted['kind']
  state: 'missing' | 'failed' | 'populating'
}

/**
 * Returns indexes and constraints that are missing, have failed, or are being populated. Statements name their indexes,
 * so they fail if these are not usable, and never scan the store instead.
 * @throws GraphError when the graph is unavailable
 */
export async function schemaFaults(graph: Pick<Graph, 'read'>): Promise<SchemaFault[]> {
  const found = new Map((await graph.read(listIndexes, null, {})).map((row) => [row.name, row]))
  return [...wantedSchema()].flatMap(([name, { kind }]): SchemaFault[] => {
    const state = stateOf(found.get(name), kind)
    return state ? [{ name, kind, state }] : []
  })
}

function stateOf(
  row: ReturnType<typeof listIndexes.row.parse> | undefined,
  kind: Wanted['kind'],
): SchemaFault['state'] | null {
  if (!row || (row.owningConstraint !== null) !== (kind === 'CONSTRAINT')) return 'missing'
  if (row.state === 'ONLINE') return null
  return row.state === 'FAILED' ? 'failed' : 'populating'
}

/** Describes a fault, for example `entity_words is missing`. */
export function faultText({ name, state }: SchemaFault): string {
  return `${name} ${stateTexts[state]}`
}

const stateTexts = { missing: 'is missing', failed: 'has failed', populating: 'is being filled' }

/**
 * Creates an index or constraint that is missing or has failed, and waits until it is usable. An existing one with the
 * same name that failed or is different is dropped first.
 * @throws GraphError, for example when duplicate rows prevent a constraint
 */
export async function repairSchema(graph: Graph, { name, kind, state }: SchemaFault): Promise<void> {
  const wanted = wantedSchema().get(name)
  if (!wanted || state === 'populating') return
  if (kind === 'CONSTRAINT') await graph.execute(`DROP CONSTRAINT ${name} IF EXISTS`)
  await graph.execute(`DROP INDEX ${name} IF EXISTS`)
  await graph.execute(wanted.statement)
  await graph.execute('CALL db.awaitIndex($name, 300)', { name })
}
