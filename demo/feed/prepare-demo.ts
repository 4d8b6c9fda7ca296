import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOrganization } from '../../cli/organizations.ts'
import type { Graph } from '../../cypher/connect.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import type { KafkaConnection } from '../../kafka/connection/connect.ts'
import { topicTable } from '../../kafka/topics/topics.ts'
import type { Environment } from '../../schemas/environment.ts'
import { openBrand } from '../brand.ts'
import { demoOrganizations } from '../write/write-options.ts'
import type { DemoFacts } from './demo-facts.ts'
import { demoTokens } from './demo-tokens.ts'
import {
  connectedFeed,
  feedDemo,
  mistakesFeed,
  publicationsFeed,
  recordsFeed,
  untilProjected,
  untilReconciled,
} from './feed-demo.ts'

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

const unfinishedFile = ({ dataFolder }: DemoOptions) => join(dataFolder, 'demo-unfinished')

/**
 * Registers the demo's organizations where they are missing, and remembers that their events are to be fed. This comes
 * before the projector starts: records of an organization that is not registered are dead letters.
 */
export async function registerDemo(options: DemoOptions): Promise<void> {
  const { graph, wanted } = options
  if (!wanted) return
  const found = await graph.read(listOrganizations, null, { keys: [...demoOrganizations] })
  const missing = demoOrganizations.filter((key) => !found.some((organization) => organization.key === key))
  if (missing.length > 0) writeFileSync(unfinishedFile(options), '')
  for (const key of missing)
    await createOrganization(graph, { key, name: openBrand(brandOf(key, options)).name, now: new Date() })
}

/**
 * Feeds the demo through Kafka, once; a feed that was interrupted is done again, which changes nothing that had been
 * applied. Then makes sure that each of its organizations has a token.
 * @returns the organizations with their tokens; none when the demo is not wanted here, because organizations of these
 * names in somebody's own servers are not ours to issue tokens for.
 */
export async function prepareDemo(options: DemoOptions): Promise<DemoFacts['organizations']> {
  const { graph, environment, earlier, wanted } = options
  if (!wanted) return []
  if (existsSync(unfinishedFile(options))) {
    await feed(options)
    rmSync(unfinishedFile(options))
  }
  return Promise.all(
    demoOrganizations.map(async (key) => {
      const known = earlier?.organizations.find((organization) => organization.key === key)?.tokens ?? []
      const region = environment.DATA_REGION
      return { key, tokens: await demoTokens(graph, { organization: key, region, earlier: known }) }
    }),
  )
}

async function feed(options: DemoOptions): Promise<void> {
  const { graph, connection, environment, onProgress } = options
  const { records, bom } = topicTable(environment.KAFKA_TOPIC_PREFIX)
  const brands = demoOrganizations.map((key) => brandOf(key, options))
  for (const brand of brands) await feedDemo(connection, recordsFeed(records.name, brand), onProgress)
  const publications = environment.DEMO_PUBLICATIONS
  for (const brand of brands) {
    if (publications > 0) await feedDemo(connection, publicationsFeed(bom.name, brand, publications), onProgress)
  }
  // Loads are timed by the clock on the wall, so that most datasets are fresh when somebody looks.
  for (const brand of brands) await feedDemo(connection, connectedFeed(records.name, brand, Date.now()), onProgress)
  for (const brand of brands) await feedDemo(connection, mistakesFeed(records.name, brand), onProgress)
  const topics = [records.name, bom.name]
  await untilProjected({ connection, graph, topics, group: environment.PROJECTOR_GROUP }, onProgress)
  await untilReconciled(graph, onProgress)
  onProgress('The demo is fed and projected.')
}

const brandOf = (organization: string, { environment }: DemoOptions) => ({
  organization,
  profile: environment.DEMO_PROFILE,
})
