import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Graph } from './connect.ts'

const folder = new URL('migrations/', import.meta.url)

/**
 * Brings the graph's schema up to date: each file of `migrations/` once, in order. Several processes may do it at once,
 * because every statement is idempotent.
 * @returns the names that were applied now
 * @throws Error when a file that was applied has been changed since, GraphError when the graph does not answer
 */
export async function migrate(graph: Graph): Promise<string[]> {
  await graph.execute('CREATE CONSTRAINT migration_name IF NOT EXISTS FOR (m:Migration) REQUIRE m.name IS UNIQUE')
  const rows = await graph.execute('MATCH (m:Migration) RETURN m.name AS name, m.checksum AS checksum')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const done: string[] = []
  for (const name of readdirSync(folder).sort()) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    if (applied.get(name) === checksum) continue
    if (applied.has(name))
      throw new Error(`Migration ${name} was changed after it had been applied; add a new file instead`)
    for (const statement of statementsOf(text)) await graph.execute(statement)
    await graph.execute('MERGE (m:Migration {name: $name}) SET m.checksum = $checksum', { name, checksum })
    done.push(name)
  }
  if (done.length > 0) await graph.execute('CALL db.awaitIndexes(300)')
  return done
}

function statementsOf(text: string): string[] {
  return text
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^\s*\/\/.*$/gm, '').trim() !== '')
}
