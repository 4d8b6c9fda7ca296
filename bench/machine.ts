import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../dev/runtime/folders.ts'
import type { World } from './world.ts'

/** Properties of the machine on which the figures depend. */
export interface Machine {
  cores: number
  processor: string
  memoryGiB: number
  node: string
  neo4j: string
  kafka: string
  /** The load average of the minute before. Above 0, other programs were running. */
  loadBefore: number
}

export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100

export async function describeMachine({ graph, servers }: World, loadBefore: number): Promise<Machine> {
  const [neo4j] = await graph.execute('CALL dbms.components() YIELD name, versions, edition')
  const processors = cpus()
  return {
    cores: processors.length,
    processor: processors[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    neo4j: `${neo4j?.versions} ${neo4j?.edition}`,
    kafka: servers.kafka === null ? 'as given' : embeddedKafka(),
    loadBefore,
  }
}

function embeddedKafka(): string {
  const pom = readFileSync(join(projectFolder, 'dev/kafka/pom.xml'), 'utf8')
  return /<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([^<]+)</.exec(pom)?.[1] ?? 'unknown'
}
