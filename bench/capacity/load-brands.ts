import { createOrganization } from '../../cypher/system/credentials.ts'
import { hashOfKey } from '../../cypher/system/hash-of-key.ts'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { type BrandOptions, DEFAULT_CLOCK } from '../../demo/brand.ts'
import type { DemoEvent } from '../../demo/event.ts'
import {
  connectedFeed,
  type DemoFeed,
  feedDemo,
  recordsFeed,
  untilProjected,
  untilReconciled,
} from '../../demo/feed/feed-demo.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import type { World } from '../world.ts'

type OnProgress = (line: string) => void

/**
 * Registers brands, sends their records and a publication of each, and waits until nothing is left to reconcile.
 * @param rate how many records are sent in a second at most
 */
export async function loadBrands(
  world: World,
  brands: readonly BrandOptions[],
  onProgress: OnProgress,
  rate?: number,
): Promise<void> {
  const { records } = topicTable(world.environment.KAFKA_TOPIC_PREFIX)
  const now = new Date().toISOString()
  for (const { organization: key } of brands)
    await world.graph.write((run) => run(createOrganization, null, { key, hash: hashOfKey(key), name: key, now }))
  for (const brand of brands) await feed(world, recordsFeed(records.name, brand), rate)
  for (const brand of brands) await feed(world, connectedFeed(records.name, brand, DEFAULT_CLOCK), rate)
  await publishBrands(world, brands, 0, onProgress)
  await untilReconciled(world.graph, onProgress)
}

/** Publishes one of the last two BOMs of each brand, waits until all are readable, and returns their number of rows. */
export async function publishBrands(
  world: World,
  brands: readonly BrandOptions[],
  which: 0 | 1,
  onProgress: OnProgress,
): Promise<number> {
  const { bom } = topicTable(world.environment.KAFKA_TOPIC_PREFIX)
  let rows = 0
  for (const brand of brands) {
    const events = [...publicationOf(brand, which)]
    const { data } = events.at(-1)?.value ?? {}
    rows += Number((data as { rowCount?: number }).rowCount)
    await feed(world, { topic: bom.name, total: events.length, events })
  }
  await untilAllProjected(world, onProgress)
  return rows
}

/** Waits until the projector has applied all events that are in Kafka now. */
export async function untilAllProjected(world: World, onProgress: OnProgress): Promise<void> {
  const { graph, connection, environment } = world
  const { records, bom } = topicTable(environment.KAFKA_TOPIC_PREFIX)
  const group = environment.PROJECTOR_GROUP
  await untilProjected({ connection, graph, topics: [records.name, bom.name], group }, onProgress)
}

function* publicationOf(brand: BrandOptions, which: 0 | 1): Generator<DemoEvent> {
  let completed = 0
  for (const event of bomEvents(brand, { publications: 2 })) {
    if (completed === which) yield event
    if (event.value.type === 'tenantdata.bom.completed.v1') completed += 1
  }
}

const feed = (world: World, events: DemoFeed, rate?: number) => feedDemo(world.connection, events, { rate })
