import { getConnected } from '../../cypher/exceptions/queue.ts'
import { decodeEvent, type RecordEvent } from '../../domain/events/decode-event.ts'
import { writeInvalidations } from '../exceptions/write-invalidations.ts'
import { type Application, type Applied, type EventStream, nothingToApply } from '../pipeline/event-stream.ts'
import { noChanges, writeCounts } from './changes.ts'
import { writeLinks } from './links/link-writes.ts'
import type { Batch } from './record-type.ts'
import { applyRecords } from './record-types.ts'

/**
 * The event stream of records. It needs no plan, because the stored records are read under locks when events are
 * applied.
 */
export const recordStream: EventStream<RecordEvent> = {
  decode: decodeEvent,
  typeOf: ({ kind, data }) => `tenantdata.${kind}.${data === null ? 'deleted' : 'upserted'}.v1`,
  isAlone: () => false,
  plan: async () => ({ ...nothingToApply, apply }),
  planUnprocessable: async () => nothingToApply,
}

async function apply({ run, write, recordChange, organization, entries }: Application<RecordEvent>): Promise<Applied> {
  if (entries.length === 0) return { stale: new Set() }
  const connected = run(getConnected, organization, {})
  // Handled here, because nothing awaits this promise until the records were applied.
  connected.catch(() => undefined)
  const changes = noChanges()
  const events = entries.map(({ event }) => event)
  const offsets = new Map(entries.map(({ event, record }) => [event, record.offset]))
  const record: Batch['recordChange'] = (event, change) => {
    const offset = offsets.get(event)
    if (change && offset !== undefined) recordChange(offset, change)
  }
  const stale = await applyRecords({ organization, run, write, changes, recordChange: record }, events)
  // Called even if no event changed anything, because stale events also name entities that must exist.
  writeLinks(write, changes.links)
  if (stale.size < entries.length) {
    writeInvalidations(write, changes, (await connected)[0]?.isConnected ?? false)
  }
  return {
    stale: new Set(entries.flatMap(({ record, event }) => (stale.has(event) ? record.offset : []))),
    writeLast: () => writeCounts(write, changes),
  }
}
