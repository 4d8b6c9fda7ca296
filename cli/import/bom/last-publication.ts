import { hash } from 'node:crypto'
import { addSums } from '../../../domain/bom/content-hash.ts'
import { bomPartition } from '../../../domain/events/bom-partition.ts'
import { decodeBomEvent } from '../../../domain/events/decode-bom-event.ts'
import { canonicalJson } from '../../../domain/identity/canonical-json.ts'
import { styleIdOf } from '../../../domain/publications/compile-style.ts'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import { readTopic } from '../../../kafka/topics/read-topic.ts'
import type { BomMapping } from '../../../schemas/imports/mapping.ts'
import type { BomData } from '../../../schemas/records/bom-events.ts'

/** The newest completed publication of an organization in the event log. */
export interface LastPublication {
  source: string
  effectiveAt: string
  /** The sum of the digests of the events of each style in its snapshot, by the style's ID. */
  styles: ReadonlyMap<string, bigint>
}

/** A publication of which not all events were read. */
interface OpenPublication extends LastPublication {
  snapshotId: string
  isPartial: boolean
  styles: Map<string, bigint>
}

/** Adds the digest of a style event, without its snapshot, so that equal styles have equal sums. */
export function addStyle(
  styles: Map<string, bigint>,
  event: Parameters<typeof styleIdOf>[0],
  { snapshotId: _, ...data }: BomData['style'],
): void {
  const styleId = styleIdOf(event, data.style)
  const digest = BigInt(`0x${hash('sha256', canonicalJson(data), 'hex')}`)
  styles.set(styleId, addSums(styles.get(styleId) ?? 0n, digest))
}

/** Reads the newest completed publication of an organization from the event log. Null if there is none. */
export async function readLastPublication(
  connection: KafkaConnection,
  topic: string,
  { organization }: BomMapping,
): Promise<LastPublication | null> {
  const { length: partitions } = await connection.untilLed(() => connection.endOffsets([topic]))
  const partition = bomPartition(organization, partitions)
  const key = Buffer.from(organization)
  let last: LastPublication | null = null
  let open: OpenPublication | null = null
  await readTopic(connection, {
    topic,
    range: { partition, from: 0n, to: BigInt(Number.MAX_SAFE_INTEGER) },
    onRecord(record) {
      if (!record.key?.equals(key)) return
      const decoded = decodeBomEvent(record, { partition, partitions })
      if (decoded.outcome !== 'event') return
      const { event } = decoded
      const { snapshotId, source, content } = event
      if (content.action === 'started') {
        const { effectiveAt, mode } = content.data
        open = { snapshotId, source, effectiveAt, isPartial: mode === 'partial', styles: new Map() }
        return
      }
      if (open?.snapshotId !== snapshotId) return
      if (content.action === 'style') {
        addStyle(open.styles, event, content.data)
        return
      }
      if (content.action === 'completed') {
        const removed = content.data.removedStyles.map((style) => styleIdOf(event, style))
        last = { ...open, styles: open.isPartial ? merged(last?.styles, open.styles, removed) : open.styles }
      }
      open = null
    },
  })
  return last
}

function merged(
  before: ReadonlyMap<string, bigint> | undefined,
  sent: ReadonlyMap<string, bigint>,
  removed: readonly string[],
): Map<string, bigint> {
  const styles = new Map([...(before ?? []), ...sent])
  for (const styleId of removed) styles.delete(styleId)
  return styles
}

/** Whether the newest publication has the same styles. A partial one is compared with its own styles only. */
export function isContained(
  mapping: BomMapping,
  { styles, effectiveAt }: Omit<LastPublication, 'source'>,
  last: LastPublication | null,
  isPartial: boolean,
): boolean {
  if (last?.source !== mapping.source || (!isPartial && last.styles.size !== styles.size)) return false
  if (![...styles].every(([styleId, digest]) => last.styles.get(styleId) === digest)) return false
  return mapping.effectiveAt === undefined || last.effectiveAt === effectiveAt
}
