import type { Graph } from './connect.ts'
import { type Wanted, wantedSchema } from './migrations.ts'
import { listIndexes } from './system/schema.ts'

/** An index or a constraint that cannot be used. One that is being filled heals by waiting. */
export interface SchemaFault {
  name: string
  kind: Wanted['kind']
  state: 'missing' | 'failed' | 'populating'
}

/**
 * What of the schema is missing, has failed, or is being filled. Statements name their indexes, so that they are refused
 * where these cannot be used, and never scan the store instead.
 * @throws GraphError when the graph does not answer
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

/** Such as `entity_words is missing`. */
export function faultText({ name, state }: SchemaFault): string {
  return `${name} ${stateTexts[state]}`
}

const stateTexts = { missing: 'is missing', failed: 'has failed', populating: 'is being filled' }

/**
 * Makes what is missing or has failed, and waits until it can be used. What is there under its name and is another thing, or
 * has failed, is dropped first.
 * @throws GraphError, for example where rows that are there twice keep a constraint from being made
 */
export async function repairSchema(graph: Graph, { name, kind, state }: SchemaFault): Promise<void> {
  const wanted = wantedSchema().get(name)
  if (!wanted || state === 'populating') return
  if (kind === 'CONSTRAINT') await graph.execute(`DROP CONSTRAINT ${name} IF EXISTS`)
  await graph.execute(`DROP INDEX ${name} IF EXISTS`)
  await graph.execute(wanted.statement)
  await graph.execute('CALL db.awaitIndex($name, 300)', { name })
}
