import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startDatabases } from '../../dev/runtime/databases/start-databases.ts'
import { javaFlags } from '../support/java-flags.ts'

/** A broker that a test can stop, suspend, and damage. `logFolder` contains one folder per partition. */
export type OwnBroker = EmbeddedServer & { logFolder: string; remove(): Promise<void> }

export async function startOwnBroker(): Promise<OwnBroker> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tda-broker-'))
  const databases = await startDatabases({ dataFolder, neo4j: false, kafka: true, kafkaPort: 0, javaFlags })
  const { kafka } = databases
  if (!kafka) throw new Error('no broker was started')
  const remove = async () => {
    kafka.resume()
    await databases.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  return { ...kafka, logFolder: join(dataFolder, 'kafka', 'log'), remove }
}
