import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startDatabases } from '../../../dev/runtime/databases/start-databases.ts'
import { embeddedNeo4j } from '../../../dev/runtime/settings.ts'
import { javaFlags } from '../java-flags.ts'
import { neo4jAdmin } from './neo4j-admin.ts'

/** A Neo4j that a test may stop, suspend, and set back to an earlier copy of its store. */
export type OwnGraph = EmbeddedServer & {
  dataFolder: string
  /** The environment variables that connect to this server. */
  variables: ReturnType<typeof embeddedNeo4j>
  /** Dumps the database with neo4j-admin; only while the server is stopped. */
  dump(): Promise<void>
  /** Replaces the database by the dump; only while the server is stopped. */
  restore(): Promise<void>
  remove(): Promise<void>
}

export async function startOwnGraph(): Promise<OwnGraph> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tda-graph-'))
  const databases = await startDatabases({ dataFolder, neo4j: true, kafka: false, neo4jPort: 0, javaFlags })
  const { neo4j, neo4jUri, neo4jPassword } = databases
  if (!neo4j || !neo4jUri) throw new Error('Neo4j was not started')
  const [home, dumps] = [join(dataFolder, 'neo4j'), join(dataFolder, 'dumps')]
  mkdirSync(dumps)
  return {
    ...neo4j,
    dataFolder,
    variables: embeddedNeo4j(neo4jUri, neo4jPassword ?? ''),
    dump: () => neo4jAdmin(home, ['database', 'dump', 'neo4j', `--to-path=${dumps}`, '--overwrite-destination=true']),
    restore: () =>
      neo4jAdmin(home, ['database', 'load', 'neo4j', `--from-path=${dumps}`, '--overwrite-destination=true']),
    remove: async () => {
      neo4j.resume()
      await databases.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
