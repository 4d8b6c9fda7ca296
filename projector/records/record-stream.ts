import { getConnected } from '../../cypher/exceptions/queue.ts'
import { decodeEvent, type RecordEvent } from '../../domain/events/decode-event.ts'
import { writeInvalidations } from '../exceptions/write-invalidations.ts'
import { type Application, type Applied, type EventStream, nothingToApply } from '../pipeline/event-stream.ts'
import { noChanges, writeCounts } from './changes.ts'
import { writeLinks } from './links/link-writes.ts'
import { applyRecords } from './record-types.ts'

/** Changes of records. What is stored of them is read under locks, so that they need no plan. */
export const recordStream: EventStream<RecordEvent> = {
  decode: decodeEvent,
  typeOf: ({ kind, data }) => `tenantdata.${kind}.${data === null ? 'deleted' : 'upserted'}.v1`,
  isAlone: () => false,
  plan: async () => ({ ...nothingToApply, apply }),
  planUnprocessable: async () => nothingToApply,
}

async function apply({ run, write, organization, entries }: Application<RecordEvent>): Promise<Applied> {
  if (entries.length === 0) return { stale: new Set() }
  const connected = run(getConnected, organization, {})
  // Until it is awaited, a failure must not count as unhandled.
  connected.catch(() => undefined)
  const changes = noChanges()
  const events = entries.map(({ event }) => event)
  const stale = await applyRecords({ organization, run, write, changes }, events)
  // Also events that change nothing name entities.
  writeLinks(write, changes.links)
  if (stale.size < entries.length) {
    writeInvalidations(write, changes, (await connected)[0]?.isConnected ?? false)
  }
  return {
    stale: new Set(entries.flatMap(({ record, event }) => (stale.has(event) ? record.offset : []))),
    writeLast: () => writeCounts(write, changes),
  }
}
