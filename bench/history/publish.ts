import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import type { Service, World } from '../world.ts'
import { type BenchBom, publicationEvents, snapshotIdOf } from './bench-bom.ts'

const POLL_MS = 20
const SEND_BYTES = 4 * 2 ** 20

/**
 * Sends a publication while the projector is suspended, resumes it, and times it until the snapshot is visible.
 * @throws Error when the publication failed
 */
export async function publishSeconds(
  world: World,
  projector: Service,
  bom: BenchBom,
  organization: string,
  number: number,
): Promise<number> {
  await projector.suspend()
  await send(world, publicationEvents(bom, organization, number)).finally(projector.resume)
  const begun = performance.now()
  for (;;) {
    const [row] = await world.graph.execute(
      'MATCH (p:Publication {tenantKey: $organization, snapshotId: $snapshotId}) RETURN p.status AS status, p.reason AS reason',
      { organization, snapshotId: snapshotIdOf(number) },
    )
    if (row?.status === 'completed') return (performance.now() - begun) / 1000
    if (row?.status === 'failed') throw new Error(`Publication ${number} failed: ${row.reason}`)
    await delay(POLL_MS)
  }
}

/** Waits until the staged parts of publications are deleted, so that the next publication can reuse their space. */
export async function untilCleared({ graph }: World, organization: string): Promise<void> {
  for (;;) {
    const staged = await graph.execute(
      'MATCH (s:StagedStyle) WHERE s.tenantKey = $organization AND s.snapshotId >= "" AND s.eventKey >= "" RETURN s.eventKey LIMIT 1',
      { organization },
    )
    if (staged.length === 0) return
    await delay(POLL_MS)
  }
}

/** Waits until the projector has claimed its partitions. */
export async function untilReady({ adminPorts }: World): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${adminPorts.projector}/readyz`).catch(() => null)
    if (response?.status === 200) return
    await delay(POLL_MS)
  }
}

async function send(
  { connection, environment }: World,
  events: Iterable<{ key: string; value: string }>,
): Promise<void> {
  const topic = topicTable(environment.KAFKA_TOPIC_PREFIX).bom.name
  const producer = connection.createProducer({ timeoutMs: 60_000 })
  try {
    let batch: { topic: string; key: string; value: string }[] = []
    let bytes = 0
    for (const event of events) {
      batch.push({ topic, ...event })
      bytes += event.value.length
      if (bytes < SEND_BYTES) continue
      await producer.send(batch)
      batch = []
      bytes = 0
    }
    await producer.send(batch)
  } finally {
    await producer.disconnect()
  }
}

/** The size of the store on disk in bytes after a checkpoint, without transaction logs. */
export async function storeBytes(world: World, folder: string): Promise<number> {
  await world.restartGraph()
  return bytesOf(join(folder, 'neo4j', 'data', 'databases'))
}

function bytesOf(path: string): number {
  const found = statSync(path)
  return found.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0) : found.size
}
