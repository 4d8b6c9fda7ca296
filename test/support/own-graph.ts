import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startDatabases } from '../../dev/runtime/start-databases.ts'

/** A Neo4j that a test may stop, suspend, and set back to an earlier copy of its store. */
export type OwnGraph = EmbeddedServer & {
  uri: string
  /** Copies the store; only while the server is stopped, as a dump of the Community edition. */
  dump(): void
  /** Puts the copy back; only while the server is stopped. */
  restore(): void
  remove(): Promise<void>
}

export async function startOwnGraph(): Promise<OwnGraph> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tda-graph-'))
  const databases = await startDatabases({ dataFolder, neo4j: true, kafka: false, neo4jPort: 0 })
  const { neo4j, neo4jUri } = databases
  if (!neo4j || !neo4jUri) throw new Error('no graph was started')
  const [store, copy] = [join(dataFolder, 'neo4j', 'data'), join(dataFolder, 'copy')]
  const replace = (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true })
    cpSync(from, to, { recursive: true })
  }
  return {
    ...neo4j,
    uri: neo4jUri,
    dump: () => replace(store, copy),
    restore: () => replace(copy, store),
    remove: async () => {
      neo4j.resume()
      await databases.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
