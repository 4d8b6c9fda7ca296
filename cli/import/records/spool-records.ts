import type { CompiledMapping } from '../../../domain/imports/compile-mapping.ts'
import { mapRecord } from '../../../domain/imports/map-record.ts'
import type { ImportFault, Row } from '../../../domain/imports/row.ts'
import type { RecordMapping } from '../../../schemas/imports/mapping.ts'
import { CleanedColumns } from '../fault-report.ts'
import { isFault } from '../rows/read-rows.ts'
import type { Duplicate, ImportSpool } from './import-spool.ts'

export interface SpoolOptions {
  rows: AsyncIterable<Row | ImportFault>
  compiled: CompiledMapping
  /** The time of events whose rows have none. */
  fileTime: string
  now: Date
  onFault(fault: ImportFault): void | Promise<void>
  onNote(note: string): void | Promise<void>
}

export interface Spooled {
  rows: number
  faults: number
}

/** Maps all rows of a file, and keeps their records. All faults are reported, and no row stops the others. */
export async function spoolRecords(
  mapping: RecordMapping,
  spool: ImportSpool,
  { rows, compiled, fileTime, now, onFault, onNote }: SpoolOptions,
): Promise<Spooled> {
  const counts = { rows: 0, faults: 0 }
  const cleaned = new CleanedColumns()
  const report = async (fault: ImportFault) => {
    counts.faults++
    await onFault(fault)
  }
  const isChanges = mapping.input.format === 'debezium'
  for await (const row of rows) {
    if (isFault(row)) {
      await report(row)
      continue
    }
    counts.rows++
    const mapped = mapRecord(mapping, compiled, row, fileTime, now)
    cleaned.add(mapped.cleaned, row.line)
    for (const fault of mapped.faults) await report(fault)
    if (mapped.result === null) continue
    const duplicate = isChanges ? spool.append(mapped.result) : spool.add(mapped.result)
    if (duplicate?.isEqual) await onNote(`line ${row.line}: is the same record as line ${duplicate.line}`)
    else if (duplicate) await report(contradiction(row.line, mapped.result.subject, duplicate))
  }
  for (const note of cleaned.notes()) await onNote(note)
  return counts
}

function contradiction(line: number, subject: string, { line: earlier, fields }: Duplicate): ImportFault {
  const detail = `is also the key of line ${earlier}, which differs in ${fields.join(', ')}. Keep one of the rows`
  return { line, column: null, value: subject, field: 'key', detail }
}
