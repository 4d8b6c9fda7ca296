import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Graph } from '../cypher/connect.ts'
import { createOrganization, listOrganizations } from '../cypher/system.ts'
import type { KafkaConnection } from '../kafka/connect.ts'
import { topicTable } from '../kafka/topics.ts'
import type { Environment } from '../schemas/environment.ts'
import { openBrand } from './demo/brand.ts'
import { demoOrganizations } from './demo/write-options.ts'
import type { DemoFacts } from './demo-facts.ts'
import { demoTokens } from './demo-tokens.ts'
import { feedDemo, untilProjected } from './feed-demo.ts'

export interface DemoOptions {
  graph: Graph
  connection: KafkaConnection
  environment: Environment
  dataFolder: string
  /** Whether the demo may be fed here at all. */
  wanted: boolean
  earlier: DemoFacts | null
  onProgress: (line: string) => void
}

/**
 * Makes sure that the demo's two organizations exist, are fed through Kafka and projected, and have a token each. Their
 * events are fed once; a feed that was interrupted is done again, which changes nothing that had been applied.
 * @returns the organizations with their tokens; none when the demo is neither there nor wanted.
 */
export async function prepareDemo(options: DemoOptions): Promise<DemoFacts['organizations']> {
  const { graph, environment, earlier } = options
  const unfinished = join(options.dataFolder, 'demo-unfinished')
  const missing = await missingOrganizations(graph)
  if (options.wanted && (missing.length > 0 || existsSync(unfinished))) {
    writeFileSync(unfinished, '')
    await feed(options)
    rmSync(unfinished)
  } else if (missing.length > 0) return []
  return Promise.all(
    demoOrganizations.map(async (key) => {
      const known = earlier?.organizations.find((organization) => organization.key === key)?.tokens ?? []
      const region = environment.DATA_REGION
      return { key, tokens: await demoTokens(graph, { organization: key, region, earlier: known }) }
    }),
  )
}

async function missingOrganizations(graph: Graph): Promise<string[]> {
  const found = await graph.read(listOrganizations, null, { keys: [...demoOrganizations] })
  return demoOrganizations.filter((key) => !found.some((organization) => organization.key === key))
}

async function feed({ graph, connection, environment, onProgress }: DemoOptions): Promise<void> {
  const topic = topicTable(environment.KAFKA_TOPIC_PREFIX).records.name
  for (const organization of demoOrganizations) {
    const brand = { organization, profile: environment.DEMO_PROFILE }
    const { name } = openBrand(brand)
    const now = new Date().toISOString()
    await graph.write((run) => run(createOrganization, null, { key: organization, name, now }))
    await feedDemo(connection, topic, brand, onProgress)
  }
  await untilProjected({ connection, graph, topic, group: environment.PROJECTOR_GROUP }, onProgress)
  onProgress('The demo is fed and projected.')
}
