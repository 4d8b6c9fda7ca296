import { checkValue } from '../../../schemas/checking/check-value.ts'
import { BomRow } from '../../../schemas/imports/bom-row.ts'
import { TimeAsSent } from '../../../schemas/values/input-times.ts'
import type { CompiledMapping } from '../compile-mapping.ts'
import type { MappedRow } from '../map-record.ts'
import { RowReading } from '../map-row.ts'
import type { Row } from '../row.ts'

/** A row of a BOM table, and the time that the BOM describes, if the row contains it. */
export interface MappedBomRow {
  line: number
  effectiveAt: string | null
  row: BomRow
}

/** Maps a row of a BOM table, and validates it. */
export function mapBomRow(compiled: CompiledMapping, row: Row): MappedRow<MappedBomRow> {
  const reading = new RowReading(row)
  const { faults, cleaned } = reading
  const given = effectiveAtOf(reading, compiled)
  const time = compiled.time(row)
  if (time && 'fault' in time) reading.add(time.column, row.get(time.column), 'time', time.fault)
  const checked = checkValue(BomRow, reading.evaluate(compiled.data, []))
  if (!checked.success) reading.addFaultsOfData(checked.faults)
  else addYieldFaults(reading, checked.data)
  if (!checked.success || faults.length > 0) return { result: null, faults, cleaned }
  const effectiveAt = given ?? (time && 'value' in time ? time.value : null)
  return { result: { line: row.line, effectiveAt, row: checked.data }, faults, cleaned }
}

/** The time that the BOM describes in UTC, or null if the mapping does not set it. */
function effectiveAtOf(reading: RowReading, { effectiveAt }: CompiledMapping): string | null {
  if (!effectiveAt) return null
  const checked = checkValue(TimeAsSent, reading.evaluate(effectiveAt, ['effectiveAt']))
  if (checked.success) return checked.data
  reading.addFaultsOfData(checked.faults.map((fault) => ({ ...fault, path: ['effectiveAt'] })))
  return null
}

/** A line with the waste allowance on net has net yields, and one with it on gross has gross yields. */
function addYieldFaults(reading: RowReading, { wastageBasis, netYield, grossYield, wastagePercent }: BomRow): void {
  const [own, other] = wastageBasis === 'on_net' ? ['netYield', 'grossYield'] : ['grossYield', 'netYield']
  const values: Record<string, string | undefined> = { netYield, grossYield }
  if (values[own ?? ''] === undefined)
    reading.addFaultsOfData([{ path: [own ?? ''], detail: `is required, because wastageBasis is ${wastageBasis}` }])
  if (values[other ?? ''] !== undefined)
    reading.addFaultsOfData([{ path: [other ?? ''], detail: `must be empty, because wastageBasis is ${wastageBasis}` }])
  // A waste allowance of the whole gross quantity would leave nothing.
  if (wastageBasis === 'on_gross' && /^\d{3}/.test(wastagePercent))
    reading.addFaultsOfData([
      { path: ['wastagePercent'], detail: 'must be below 100, because wastageBasis is on_gross' },
    ])
}
