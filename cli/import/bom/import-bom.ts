import { randomBytes } from 'node:crypto'
import { addSums, contentHashOf, sumOfRows } from '../../../domain/bom/content-hash.ts'
import { ulidOf } from '../../../domain/identity/ulid.ts'
import { assembleStyle } from '../../../domain/imports/bom/assemble-style.ts'
import { mapBomRow } from '../../../domain/imports/bom/map-bom-row.ts'
import { partsOf } from '../../../domain/imports/bom/style-parts.ts'
import type { BomMapping } from '../../../schemas/imports/mapping.ts'
import { type BomAction, type BomData, bomData } from '../../../schemas/records/bom-events.ts'
import { isBad, readEvent } from '../../feed/read-event.ts'
import { sendEvents } from '../../feed/send-events.ts'
import { CleanedColumns } from '../fault-report.ts'
import { type ImportCounts, type ImportOptions, refuseFaults, refuseToEmpty } from '../records/import-records.ts'
import { isFault } from '../rows/read-rows.ts'
import { BomSpool } from './bom-spool.ts'
import { addStyle, isContained, readLastPublication } from './last-publication.ts'

/** What a publication of a table contains. */
interface Summary {
  counts: Omit<BomData['completed'], 'snapshotId' | 'removedStyles'>
  /** The sum of the digests of the events of each style, by the style's ID. */
  styles: ReadonlyMap<string, bigint>
  effectiveAt: string
}

/**
 * Publishes the BOM of a table, unless the newest completed publication in the event log has the same contents. The
 * table is the whole BOM: styles that it does not contain are no longer in the next snapshot. With `isPartial`, they
 * stay as they are.
 * @throws Error when rows have faults, when more styles would disappear than `maxDelete` permits, and the errors of
 * `sendEvents`
 */
export async function importBom(mapping: BomMapping, options: ImportOptions): Promise<ImportCounts> {
  if (options.skipBad) throw new Error('--skip-bad is not for a BOM, because the snapshot would lack the skipped rows')
  const spool = new BomSpool()
  try {
    const spooled = await spoolBom(spool, options)
    const summary = await summarize(mapping, spool, options)
    const read = { rows: spooled.rows, faults: spooled.faults + summary.faults }
    if (options.signal.aborted) throw new Error('Interrupted before anything was sent')
    const none = { created: 0, changed: 0, deleted: 0, unchanged: 0 }
    if (options.isCheck) {
      for (const event of publicationOf(mapping, spool, summary, options).take(2)) await options.onEvent(event)
      return { ...read, ...none }
    }
    refuseFaults(read.faults, false)
    if (summary.counts.styleCount === 0) throw new Error('The file has no rows, so nothing was sent')
    const isSent = await publish(mapping, spool, summary, options)
    return { ...read, ...none, [isSent ? 'created' : 'unchanged']: read.rows }
  } finally {
    spool.close()
  }
}

async function spoolBom(spool: BomSpool, options: ImportOptions): Promise<{ rows: number; faults: number }> {
  const { rows, compiled, onFault, onNote } = options
  const counts = { rows: 0, faults: 0 }
  const cleaned = new CleanedColumns()
  for await (const row of rows) {
    const mapped = isFault(row) ? { result: null, faults: [row], cleaned: [] } : mapBomRow(compiled, row)
    if (!isFault(row)) counts.rows++
    cleaned.add(mapped.cleaned, row.line ?? 0)
    counts.faults += mapped.faults.length
    for (const fault of mapped.faults) await onFault(fault)
    if (mapped.result) spool.add(mapped.result)
  }
  for (const note of cleaned.notes()) await onNote(note)
  return counts
}

/** Assembles all styles once, to find contradictions, and to compute the counts and the hash of the publication. */
async function summarize(
  mapping: BomMapping,
  spool: BomSpool,
  options: ImportOptions,
): Promise<Summary & { faults: number }> {
  const { onFault, onNote, fileTime } = options
  const counts = { styleCount: 0, skuCount: 0, lineCount: 0, rowCount: 0 }
  const times = new Map<string, number>()
  const snapshotId = newSnapshotId(options.now)
  const [, system = '', instance = ''] = mapping.source.split('/')
  const styles = new Map<string, bigint>()
  let [hash, faults] = [0n, 0]
  for (const rows of spool.styles()) {
    const { style, faults: found, equal } = assembleStyle(rows)
    faults += found.length
    for (const fault of found) await onFault(fault)
    for (const { line, earlier } of equal) await onNote(`line ${line}: is the same row as line ${earlier}`)
    for (const { effectiveAt, line } of rows)
      if (!times.has(effectiveAt ?? fileTime)) times.set(effectiveAt ?? fileTime, line)
    counts.styleCount++
    counts.skuCount += style.skus.length
    counts.lineCount += style.lines.length
    for (const part of partsOf(style)) {
      const data = bomData.style.parse({ ...part, snapshotId })
      counts.rowCount += data.lines.reduce((sum, { yields }) => sum + yields.length, 0)
      addStyle(styles, { organization: mapping.organization, system, instance }, data)
      hash = addSums(hash, sumOfRows(data))
    }
  }
  const [[effectiveAt] = [fileTime], other] = [...times]
  if (options.compiled.effectiveAt && other) {
    faults++
    const detail = `differs from ${effectiveAt} in other rows. A BOM describes one time`
    await onFault({ line: other[1], column: null, value: other[0], field: 'effectiveAt', detail })
  }
  const latest = [...times.keys()].sort().at(-1) ?? fileTime
  return { counts: { ...counts, contentHash: contentHashOf(hash) }, styles, effectiveAt: latest, faults }
}

async function publish(
  mapping: BomMapping,
  spool: BomSpool,
  summary: Summary,
  options: ImportOptions,
): Promise<boolean> {
  const { resend, maxDelete, isPartial, send } = options
  return send(async (connection, sending) => {
    const last = await readLastPublication(connection, sending.topics.bom, mapping)
    if (!resend && isContained(mapping, summary, last, isPartial)) return false
    const missing = (last?.styles.size ?? 0) - summary.counts.styleCount
    if (last && missing > 0 && !isPartial) refuseToEmpty(missing, last.styles.size, maxDelete, 'styles')
    const events = async function* () {
      let number = 0
      for (const event of publicationOf(mapping, spool, summary, options)) {
        const read = readEvent({ number: ++number, bytes: Buffer.from(JSON.stringify(event)) })
        if (isBad(read)) throw new Error(`An event of the publication cannot be sent: ${read.detail}`)
        yield read
      }
    }
    await sendEvents(connection, events(), sending)
    return true
  })
}

function newSnapshotId(now: Date): string {
  return ulidOf(now.getTime(), BigInt(`0x${randomBytes(10).toString('hex')}`))
}

/** The events of a publication: its start, its styles in parts, and its completion. */
function* publicationOf(
  mapping: BomMapping,
  spool: BomSpool,
  { counts, effectiveAt }: Summary,
  { now, isPartial }: ImportOptions,
) {
  const snapshotId = newSnapshotId(now)
  let number = 0
  const event = (action: BomAction, data: object) => ({
    specversion: '1.0',
    id: `${snapshotId}.${number++}`,
    source: mapping.source,
    type: `tenantdata.bom.${action}.v1`,
    subject: snapshotId,
    time: now.toISOString(),
    tenantid: mapping.organization,
    sourceversion: '1',
    data: { snapshotId, ...data },
  })
  // The import has a guard of its own, so the one of the service does not reject what was let through here.
  const mode = isPartial ? { mode: 'partial' } : { allowShrink: true }
  yield event('started', { effectiveAt, sourceRunId: mapping.sourceRunId ?? null, ...mode })
  for (const rows of spool.styles()) for (const part of partsOf(assembleStyle(rows).style)) yield event('style', part)
  yield event('completed', counts)
}
