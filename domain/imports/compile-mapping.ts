import type { z } from 'zod'
import { BomRow } from '../../schemas/imports/bom-row.ts'
import type { BomMapping, Mapping, RecordMapping } from '../../schemas/imports/mapping.ts'
import { recordData } from '../../schemas/records/record-events.ts'
import { type Compiling, compileObject, compileValue, type Evaluate, type MappingFault } from './compile-value.ts'
import { type FieldType, fieldTypeOf } from './field-type.ts'
import type { Row } from './row.ts'
import { cleanText } from './values/clean-text.ts'
import { type ParsedTime, parseTime, zoneFault } from './values/parse-time.ts'

/** A mapping whose fields are compiled, and the columns that it reads. */
export interface CompiledMapping {
  columns: ReadonlySet<string>
  data: Evaluate
  /** Of records: the subject. */
  key: Evaluate | null
  /** Of a BOM: the time that it describes. */
  effectiveAt: Evaluate | null
  time(row: Row): { value: string } | { fault: string; column: string } | null
  faults: readonly MappingFault[]
}

const text: FieldType = {
  value: 'text',
  isList: false,
  isListOrValue: false,
  isAny: false,
  fields: new Map(),
  get item() {
    return text
  },
}
const time: FieldType = { ...text, value: 'time' }

/** Compiles a mapping. Its faults name fields that the event does not have, and invalid patterns and time zones. */
export function compileMapping(mapping: Mapping): CompiledMapping {
  const compiling: Compiling = { input: mapping.input, columns: new Set(), faults: [] }
  const schema: z.ZodType = mapping.type === 'bom' ? BomRow : recordData[mapping.type]
  const data = compileObject(mapping.fields, fieldTypeOf(schema), ['fields'], compiling)
  const compiled = mapping.type === 'bom' ? ofBom(mapping, compiling) : ofRecords(mapping, compiling)
  addZoneFaults(mapping, compiling)
  addEncodingFault(mapping, compiling)
  return {
    ...compiled,
    // The paths of faults in an event start at its data.
    data: (row, _, reports) => data(row, [], reports) ?? {},
    time: timeOf(mapping, compiling),
    columns: compiling.columns,
    faults: compiling.faults,
  }
}

function ofBom({ effectiveAt }: BomMapping, compiling: Compiling): Pick<CompiledMapping, 'key' | 'effectiveAt'> {
  const compiled = effectiveAt === undefined ? null : compileValue(effectiveAt, time, ['effectiveAt'], compiling)
  return { key: null, effectiveAt: compiled }
}

function ofRecords(mapping: RecordMapping, compiling: Compiling): Pick<CompiledMapping, 'key' | 'effectiveAt'> {
  const { key, version, deletion } = mapping
  if (typeof version === 'object') compiling.columns.add(version.column)
  if (deletion) compiling.columns.add(deletion.column)
  if (version === 'time' && mapping.time === 'file')
    compiling.faults.push({ path: ['version'], detail: 'must not be time, because time is not a column' })
  return { key: compileValue(key, text, ['key'], compiling), effectiveAt: null }
}

function addZoneFaults({ input, time: from }: Mapping, { faults }: Compiling): void {
  const zones = [
    { path: ['input', 'zone'], zone: input.zone },
    { path: ['time', 'zone'], zone: from === 'file' ? undefined : from.zone },
  ]
  for (const { path, zone } of zones) {
    const detail = zone === undefined ? null : zoneFault(zone)
    if (detail !== null) faults.push({ path, detail })
  }
}

function addEncodingFault({ input: { format, encoding } }: Mapping, { faults }: Compiling): void {
  if (format === 'csv' || encoding === 'utf-8') return
  faults.push({ path: ['input', 'encoding'], detail: `must be utf-8, because the format is ${format}` })
}

function timeOf({ time: from, input }: Mapping, { columns }: Compiling): CompiledMapping['time'] {
  if (from === 'file') return () => null
  const { column, format, zone = input.zone } = from
  columns.add(column)
  // Many rows have the same time, and parsing one takes longer than all other conversions of a row.
  const known = new Map<string, ParsedTime>()
  return (row) => {
    const text = cleanText(String(row.get(column) ?? ''))
    const parsed = known.get(text) ?? parseTime(text, { format, zone })
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(text, parsed)
    return 'fault' in parsed ? { fault: parsed.fault, column } : { value: parsed.time }
  }
}

const MAX_KNOWN = 10_000
