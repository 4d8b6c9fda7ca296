import { setTimeout as delay } from 'node:timers/promises'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import type { BrandOptions } from '../brand.ts'
import {
  connectedFeed,
  type DemoFeed,
  endOffsetsOf,
  feedDemo,
  missingIn,
  mistakesFeed,
  publicationsFeed,
  recordsFeed,
  untilProjected,
  untilReconciled,
} from './feed-demo.ts'
import { loadText } from './load-text.ts'
import type { DemoOptions } from './prepare-demo.ts'

const LOOK_EVERY_MS = 1000

/** Loads the styles, SKUs, materials and suppliers of the first brand: the first pages that a visitor looks at. */
export async function loadFirst(options: DemoOptions, [brand]: readonly BrandOptions[]): Promise<void> {
  if (!brand) return
  const { records } = topicsOf(options)
  const what = `the styles, materials, and suppliers of ${brand.organization}`
  await load(options, what, [recordsFeed(records.name, brand)])
}

/**
 * Loads what is missing then, and waits until all of it has been reconciled, so that a newcomer sees every exception.
 */
export async function loadRest(options: DemoOptions, brands: readonly BrandOptions[]): Promise<void> {
  const { records, bom } = topicsOf(options)
  const { DEMO_PUBLICATIONS: publications } = options.environment
  const boms = (brand: BrandOptions) => (publications > 0 ? [publicationsFeed(bom.name, brand, publications)] : [])
  const graphs = brands.flatMap((brand, at) => [...(at > 0 ? [recordsFeed(records.name, brand)] : []), ...boms(brand)])
  // Loads are timed by the clock on the wall, so that most datasets are fresh when a visitor looks.
  const connected = brands.map((brand) => connectedFeed(records.name, brand, Date.now()))
  const mistakes = brands.map((brand) => mistakesFeed(records.name, brand))
  await load(options, 'the rest of the demo', [...graphs, ...connected, ...mistakes])
  const { status } = options.progress
  await untilReconciled(options.graph, (line) => status(`Loading the rest of the demo: ${line}`))
}

/** Sends some events and waits until they have been applied; in the meantime one line says how many have been. */
async function load(options: DemoOptions, what: string, feeds: readonly DemoFeed[]): Promise<void> {
  const { graph, connection, environment, progress } = options
  const group = environment.PROJECTOR_GROUP
  const { records, bom } = topicsOf(options)
  const topics = [records.name, bom.name]
  const fed = new Map(topics.map((topic) => [topic, 0]))
  const totalOf = (topic: string) => feeds.reduce((sum, feed) => sum + (feed.topic === topic ? feed.total : 0), 0)
  const begun = performance.now()

  /** What was applied, as far as Kafka and the graph say at this moment. */
  async function look(): Promise<void> {
    const counts = topics.map(async (topic) => {
      // Read first, because events that are sent while the offsets are read would otherwise count as applied.
      const sent = fed.get(topic) ?? 0
      const missing = await missingIn(graph, group, await endOffsetsOf(connection, [topic]))
      return { total: totalOf(topic), done: Math.max(0, sent - missing) }
    })
    const [ofRecords, ofBom] = await Promise.all(counts)
    if (ofRecords && ofBom)
      progress.status(loadText(what, { records: ofRecords, bom: ofBom, elapsedMs: performance.now() - begun }))
  }

  const ending = new AbortController()
  const watch = async () => {
    while (!ending.signal.aborted) {
      // A server that is away for a moment is waited for elsewhere.
      await look().catch(() => undefined)
      await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const watched = watch()
  try {
    for (const feed of feeds) {
      const onFed = (events: number) => fed.set(feed.topic, (fed.get(feed.topic) ?? 0) + events)
      await feedDemo(connection, feed, { onFed, onWait: progress.line })
    }
    // Other topics may contain events of an earlier start that was interrupted.
    await untilProjected({ connection, graph, topics: [...new Set(feeds.map(({ topic }) => topic))], group }, () => {})
  } finally {
    ending.abort()
    await watched
  }
}

const topicsOf = ({ environment }: DemoOptions) => topicTable(environment.KAFKA_TOPIC_PREFIX)
