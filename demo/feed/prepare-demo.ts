import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOrganization, limitShrink } from '../../cli/organizations.ts'
import type { Graph } from '../../cypher/connect.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import type { Progress } from '../../process/progress.ts'
import type { Environment } from '../../schemas/environment.ts'
import { openBrand } from '../brand.ts'
import { demoOrganizations } from '../write/write-options.ts'
import type { DemoFacts } from './demo-facts.ts'
import { demoTokens } from './demo-tokens.ts'
import { loadFirst, loadRest } from './load-demo.ts'

export interface DemoOptions {
  graph: Graph
  connection: KafkaConnection
  environment: Environment
  dataFolder: string
  /** Whether the demo may be fed here at all. */
  wanted: boolean
  earlier: DemoFacts | null
  progress: Progress
}

/** By how much a publication of the demo may shrink, in percent. */
const MAX_SHRINK = 30

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
  for (const key of missing) {
    await createOrganization(graph, { key, name: openBrand(brandOf(key, options)).name, now: new Date() })
    await limitShrink(graph, { key, maxShrink: MAX_SHRINK })
  }
}

/**
 * The organizations of the demo with a token of each kind; none when the demo is not wanted here, because organizations
 * of these names in a user's own servers are not the demo's to issue tokens for.
 */
export async function tokensOfDemo({
  graph,
  environment,
  earlier,
  wanted,
}: DemoOptions): Promise<DemoFacts['organizations']> {
  if (!wanted) return []
  return Promise.all(
    demoOrganizations.map(async (key) => {
      const known = earlier?.organizations.find((organization) => organization.key === key)?.tokens ?? []
      const region = environment.DATA_REGION
      return { key, tokens: await demoTokens(graph, { organization: key, region, earlier: known }) }
    }),
  )
}

/** Loading of the demo that is under way. */
export interface Loading {
  /** Resolves when the graph of the first brand can be read. */
  first: Promise<void>
  /** Resolves when everything can be read. */
  all: Promise<void>
}

/**
 * Loads the demo through Kafka, once, and starts at once; null when it is loaded or not wanted. A load that was
 * interrupted is done again, which changes nothing that had been applied.
 */
export function startLoading(options: DemoOptions): Loading | null {
  const file = unfinishedFile(options)
  if (!options.wanted || !existsSync(file)) return null
  const brands = demoOrganizations.map((key) => brandOf(key, options))
  const first = loadFirst(options, brands)
  const all = first.then(() => loadRest(options, brands)).then(() => rmSync(file))
  // Until they are waited for, a failure must not count as unhandled.
  for (const part of [first, all]) part.catch(() => {})
  return { first, all }
}

const brandOf = (organization: string, { environment }: DemoOptions) => ({
  organization,
  profile: environment.DEMO_PROFILE,
})
