import type { Graph } from './connect.ts'
import { createNames } from './create-names.ts'
import { type MigrationLease, withMigrationLease } from './migration-lease.ts'
import { type Migration, migrations, wantedSchema } from './migrations.ts'
import { renewFoundBy } from './renew-found-by.ts'
import { type Execute, renewWords } from './renew-words.ts'
import { listMigrations } from './system/schema.ts'

/**
 * Migrations that compute values which Cypher cannot. They run after the statements of their file and, like these, may
 * run twice.
 */
const computed: Readonly<Record<string, (execute: Execute) => Promise<void>>> = {
  '0016-words-without-invisible.cypher': renewWords,
  '0019-found-by.cypher': renewFoundBy,
}

/**
 * Migrates the schema of the graph: runs each file of `migrations/` once, in order. An empty store gets the resulting
 * schema in one transaction. If several processes migrate at the same time, one works and the others wait for it. A
 * migration counts as applied when its indexes are usable. Also creates the names that statements use.
 * @returns the names of the migrations that this process applied
 * @throws Error when an applied file was changed afterwards, GraphError when the graph is unavailable
 */
export async function migrate(graph: Graph): Promise<string[]> {
  // Uses `execute`, which has a long timeout, because a server that has just started responds slowly.
  const pending = async () => pendingOf(await graph.execute(listMigrations.text))
  const isDone = async () => (await pending()).length === 0
  const applied = (await isDone())
    ? []
    : await withMigrationLease(graph, isDone, async (lease) => apply(graph, await pending(), lease))
  await createNames(graph)
  return applied ?? []
}

/**
 * Adds the projected label to nodes that projectors of version 1.0 wrote after the migration. During an upgrade, these
 * are the last processes to be replaced.
 * @throws GraphError when the graph is unavailable
 */
export async function labelProjected(graph: Graph): Promise<void> {
  const labelling = migrations().find(({ name }) => name === '0009-projected-label.cypher')
  for (const statement of labelling?.statements ?? []) await graph.execute(statement)
}

/** Whether the graph has the schema of this version. @throws the errors of `migrate` */
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

/**
 * Every statement may run twice, because a process may have ended after running some statements and before storing
 * that.
 */
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

/** Whether a store has neither data nor a schema, except what the migration lease needs. */
async function isEmpty(graph: Graph): Promise<boolean> {
  const found = [
    await graph.execute('MATCH (n) WHERE NOT n:Migration RETURN 1 AS found LIMIT 1'),
    await graph.execute(
      "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' AND name <> 'migration_name' RETURN name LIMIT 1",
    ),
  ]
  return found.every((rows) => rows.length === 0)
}
