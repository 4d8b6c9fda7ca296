import { hash } from 'node:crypto'
import { addSums } from '../../../domain/bom/content-hash.ts'
import { bomPartition } from '../../../domain/events/bom-partition.ts'
import { decodeBomEvent } from '../../../domain/events/decode-bom-event.ts'
import { canonicalJson } from '../../../domain/identity/canonical-json.ts'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import { readTopic } from '../../../kafka/topics/read-topic.ts'
import type { BomMapping } from '../../../schemas/imports/mapping.ts'
import type { BomData } from '../../../schemas/records/bom-events.ts'

/** The newest completed publication of an organization in the event log. */
export interface LastPublication {
  source: string
  effectiveAt: string
  styleCount: number
  /** The sum of the digests of its style events. */
  digest: bigint
}

/** Adds the digest of a style event, without its snapshot, so that equal publications have equal sums. */
export function addStyle(sum: bigint, { snapshotId: _, ...style }: BomData['style']): bigint {
  return addSums(sum, BigInt(`0x${hash('sha256', canonicalJson(style), 'hex')}`))
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
  let open: (LastPublication & { snapshotId: string }) | null = null
  await readTopic(connection, {
    topic,
    range: { partition, from: 0n, to: BigInt(Number.MAX_SAFE_INTEGER) },
    onRecord(record) {
      if (!record.key?.equals(key)) return
      const decoded = decodeBomEvent(record, { partition, partitions })
      if (decoded.outcome !== 'event') return
      const { snapshotId, source, content } = decoded.event
      if (content.action === 'started') {
        open = { snapshotId, source, effectiveAt: content.data.effectiveAt, styleCount: 0, digest: 0n }
        return
      }
      if (open?.snapshotId !== snapshotId) return
      if (content.action === 'style') open.digest = addStyle(open.digest, content.data)
      else {
        if (content.action === 'completed') last = { ...open, styleCount: content.data.styleCount }
        open = null
      }
    },
  })
  return last
}
