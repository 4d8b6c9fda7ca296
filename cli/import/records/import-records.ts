import type { KafkaConnection } from '../../../kafka/connection.ts'
import type { RecordMapping } from '../../../schemas/imports/mapping.ts'
import { readEvent } from '../../feed/read-event.ts'
import { type SendOptions, sendEvents } from '../../feed/send-events.ts'
import { ImportSpool } from './import-spool.ts'
import { type PlanCounts, type PlanOptions, planEvents } from './plan-events.ts'
import { readKnown } from './read-known.ts'
import { type SpoolOptions, spoolRecords } from './spool-records.ts'

/** What an import read and sent. */
export interface ImportCounts extends PlanCounts {
  rows: number
  faults: number
}

export interface ImportOptions extends SpoolOptions {
  /** Only validates. `onEvent` gets the first events. */
  isCheck: boolean
  /** Whether the file is the whole table. */
  isFull: boolean
  /** Whether the file has some styles of a BOM, and the others stay as they are. */
  isPartial: boolean
  /** The most existing records that `isFull` may delete, in percent. */
  maxDelete: number
  resend: boolean
  skipBad: boolean
  signal: AbortSignal
  onEvent(event: object): Promise<void>
  /** Runs work that sends events. It is called only if there is something to send. */
  send<T>(work: (connection: KafkaConnection, options: SendOptions) => Promise<T>): Promise<T>
}

/** The number of events that a check prints. */
const FIRST_EVENTS = 3

/**
 * Validates all rows of a file, then sends those that the event log does not contain yet.
 * @throws Error when rows have faults and are not skipped, when more records would be deleted than `maxDelete` permits,
 * and the errors of `sendEvents`
 */
export async function importRecords(mapping: RecordMapping, options: ImportOptions): Promise<ImportCounts> {
  const { isCheck, skipBad, signal, now } = options
  const spool = new ImportSpool()
  const counts = { created: 0, changed: 0, deleted: 0, unchanged: 0 }
  try {
    const spooled = await spoolRecords(mapping, spool, options)
    if (signal.aborted) throw new Error('Interrupted before anything was sent')
    if (isCheck) {
      const first = planEvents({ ...planOf(mapping, spool, options), isFull: false }, counts).take(FIRST_EVENTS)
      for (const { line: _, ...event } of first) await options.onEvent(event)
      return { ...spooled, created: 0, changed: 0, deleted: 0, unchanged: 0 }
    }
    refuseFaults(spooled.faults, skipBad)
    return { ...spooled, ...(await sendRecords(mapping, spool, { ...options, now })) }
  } finally {
    spool.close()
  }
}

/** @throws Error when a file has faults that are not skipped */
export function refuseFaults(faults: number, skipBad: boolean): void {
  if (faults === 0 || skipBad) return
  throw new Error(
    `The file has ${faults === 1 ? '1 fault' : `${faults} faults`}, so nothing was sent. Correct the file or the mapping, or use --skip-bad`,
  )
}

function planOf(mapping: RecordMapping, spool: ImportSpool, { now, isFull, resend }: ImportOptions): PlanOptions {
  return { spool, mapping, now, isFull, resend, onNotNewer: () => undefined }
}

async function sendRecords(mapping: RecordMapping, spool: ImportSpool, options: ImportOptions): Promise<PlanCounts> {
  const { isFull, maxDelete, onNote, send } = options
  const counts = { created: 0, changed: 0, deleted: 0, unchanged: 0 }
  const notes: string[] = []
  const onNotNewer = (line: number, subject: string, version: string) =>
    void notes.push(`line ${line}: not sent: ${subject} differs, but its version is not above ${version}`)
  const events = async function* () {
    for (const { line, ...event } of planEvents({ ...planOf(mapping, spool, options), onNotNewer }, counts)) {
      yield readEvent({ number: line, bytes: Buffer.from(JSON.stringify(event)) })
      for (const note of notes.splice(0)) await onNote(note)
    }
  }
  await send(async (connection, sending) => {
    await readKnown(connection, sending.topics.records, mapping, spool)
    if (isFull) refuseToEmpty(spool.countMissing(), spool.countExisting(), maxDelete)
    await sendEvents(connection, events(), {
      ...sending,
      async onBadLine({ line, detail }) {
        throw new Error(`The event of line ${line} cannot be sent: ${detail}`)
      },
    })
  })
  for (const note of notes) await onNote(note)
  return counts
}

/** Refuses to delete a large part of the records, because the file is then probably incomplete. */
export function refuseToEmpty(missing: number, existing: number, maxDelete: number, what = 'records'): void {
  if (missing * 100 <= existing * maxDelete) return
  const percent = Math.ceil((missing * 100) / existing)
  throw new Error(
    `The file lacks ${missing} of ${existing} ${what}, which is more than ${maxDelete} percent. Nothing was sent. ` +
      `Check that the file is complete. To delete the ${what}, use --max-delete ${percent}`,
  )
}
