import type { Graph } from './connect.ts'
import { type MigrationLease, withMigrationLease } from './migration-lease.ts'
import { type Migration, migrations, wantedSchema } from './migrations.ts'
import { renewFoundBy } from './renew-found-by.ts'
import { type Execute, renewWords } from './renew-words.ts'
import { listMigrations } from './system/schema.ts'

/** What migrations compute that Cypher cannot, behind their statements. Like them it may run twice. */
const computed: Readonly<Record<string, (execute: Execute) => Promise<void>>> = {
  '0016-words-without-invisible.cypher': renewWords,
  '0019-found-by.cypher': renewFoundBy,
}

/**
 * Brings the graph's schema up to date: each file of `migrations/` once, in order. An empty store gets the schema that they
 * lead to in one transaction. Of several processes that do so at the same moment one works, and the others wait for it. A
 * migration counts as applied when its indexes can be used.
 * @returns the names that were applied now, by this process
 * @throws Error when a file that was applied has been changed since, GraphError when the graph does not answer
 */
export async function migrate(graph: Graph): Promise<string[]> {
  // As patient as the statements that follow: the first answer of a server that has just started takes its time.
  const pending = async () => pendingOf(await graph.execute(listMigrations.text))
  const isDone = async () => (await pending()).length === 0
  if (await isDone()) return []
  return (await withMigrationLease(graph, isDone, async (lease) => apply(graph, await pending(), lease))) ?? []
}

/**
 * Labels what projectors of version 1.0 wrote after the graph had been migrated, as those do that an upgrade replaces last.
 * @throws GraphError when the graph does not answer
 */
export async function labelProjected(graph: Graph): Promise<void> {
  const labelling = migrations().find(({ name }) => name === '0009-projected-label.cypher')
  for (const statement of labelling?.statements ?? []) await graph.execute(statement)
}

/** Whether the graph has the schema of this version. @throws as `migrate` does */
export async function isMigrated(graph: Graph): Promise<boolean> {
  return pendingOf(await graph.read(listMigrations, null, {})).length === 0
}

function pendingOf(rows: Record<string, unknown>[]): Migration[] {
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  return migrations().filter(({ name, checksum }) => {
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new Error(`Migration ${name} was changed after it had been applied; add a new file instead`)
    return !applied.has(name)
  })
}

/** Every statement may run twice: a process that died had run some of them, and noted none. */
async function apply(graph: Graph, pending: readonly Migration[], lease: MigrationLease): Promise<string[]> {
  const run = async (text: string, params: Record<string, unknown> = {}) => {
    await lease.renew()
    return graph.execute(text, params)
  }
  if (pending.length === migrations().length && (await isEmpty(graph))) {
    await lease.renew()
    await graph.executeTogether([...wantedSchema().values()].map(({ statement }) => statement))
  } else {
    for (const { name, statements } of pending) {
      for (const statement of statements) await run(statement)
      await computed[name]?.(run)
    }
  }
  await run('CALL db.awaitIndexes(300)')
  await run('UNWIND $pending AS row MERGE (m:Migration {name: row.name}) SET m.checksum = row.checksum', {
    pending: pending.map(({ name, checksum }) => ({ name, checksum })),
  })
  return pending.map(({ name }) => name)
}

/** Whether a store has neither data nor a schema, apart from what the lease of the migrations needs. */
async function isEmpty(graph: Graph): Promise<boolean> {
  const found = [
    await graph.execute('MATCH (n) WHERE NOT n:Migration RETURN 1 AS found LIMIT 1'),
    await graph.execute(
      "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' AND name <> 'migration_name' RETURN name LIMIT 1",
    ),
  ]
  return found.every((rows) => rows.length === 0)
}
