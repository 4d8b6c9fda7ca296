import type { DemoEvent } from '../../../demo/event.ts'
import { bomPartition } from '../../../domain/events/bom-partition.ts'
import { type BomEvent, decodeBomEvent } from '../../../domain/events/decode-bom-event.ts'

/** The smallest demo brand. */
export const smoke = { organization: 'quillmere', profile: 'smoke' } as const

/** An event as the projector decodes it. */
function decoded({ key, value }: DemoEvent): BomEvent {
  const raw = { key: Buffer.from(key), value: Buffer.from(JSON.stringify(value)), headers: {} }
  const found = decodeBomEvent(raw, { partition: bomPartition(key, 12), partitions: 12 })
  if (found.outcome !== 'event') throw new Error(`${value.id}: ${JSON.stringify(found)}`)
  return found.event
}

/** The events grouped by snapshot ID, in order. */
export function publications(events: Iterable<DemoEvent>): BomEvent[][] {
  return [...Map.groupBy([...events].map(decoded), ({ snapshotId }) => snapshotId).values()]
}

/** The actions of events, such as `started`, in order. */
export const actionsOf = (events: readonly BomEvent[]) => events.map(({ content }) => content.action)

/** The data of the style events. */
export function stylesOf(events: readonly BomEvent[]) {
  return events.flatMap(({ content }) => (content.action === 'style' ? [content.data] : []))
}

/** The data of the last event if it completes the publication. */
export function completionOf(events: readonly BomEvent[]) {
  const content = events.at(-1)?.content
  return content?.action === 'completed' ? content.data : null
}

/** The counts of a publication, from its style events. */
export function countsOf(events: readonly BomEvent[]) {
  const styles = stylesOf(events)
  const lines = styles.flatMap(({ style, lines }) => lines.map(({ lineNumber }) => `${style.recordId} ${lineNumber}`))
  return {
    styleCount: new Set(styles.map(({ style }) => style.recordId)).size,
    skuCount: new Set(styles.flatMap(({ skus }) => skus.map(({ recordId }) => recordId))).size,
    lineCount: new Set(lines).size,
    rowCount: styles.flatMap(({ lines }) => lines.flatMap((line) => line.yields)).length,
  }
}
