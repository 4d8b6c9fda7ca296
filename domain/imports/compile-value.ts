import { nearestName } from '../../schemas/checking/nearest-name.ts'
import { type CellMapping, type FieldValue, isCell, type Scalar } from '../../schemas/imports/field-value.ts'
import type { InputFormat } from '../../schemas/imports/input-format.ts'
import type { FieldType } from './field-type.ts'
import type { Row } from './row.ts'
import { cleanText, damageOf } from './values/clean-text.ts'
import { convertText } from './values/convert-text.ts'
import { matchParts, parseParts } from './values/match-parts.ts'
import { zoneFault } from './values/parse-time.ts'

export type Path = readonly (string | number)[]

/** What an evaluation reports about the row that it reads. */
export interface Reports {
  fault(path: Path, column: string, value: unknown, detail: string): void
  /** Called for each value that comes from a column, so that faults of the event can name the column. */
  origin(path: Path, column: string, value: unknown): void
  /** Called when white space or invisible characters were removed from a value. */
  cleaned(column: string): void
}

/** Computes the value of a field from a row. Undefined if the row has none. */
export type Evaluate = (row: Row, path: Path, reports: Reports) => unknown

export interface MappingFault {
  path: Path
  detail: string
}

export interface Compiling {
  input: InputFormat
  /** Collects the columns that the mapping reads. */
  columns: Set<string>
  faults: MappingFault[]
}

/** Compiles the value of a field. Faults of the mapping are added to `compiling.faults`. */
export function compileValue(value: FieldValue, type: FieldType, path: Path, compiling: Compiling): Evaluate {
  if (typeof value === 'string') return compileCell({ column: value }, type, path, compiling)
  if (Array.isArray(value)) return compileList(value, type, path, compiling)
  return isCell(value) ? compileCell(value, type, path, compiling) : compileObject(value, type, path, compiling)
}

/** Compiles the fields of an object. Fields without a value are left out, and so is an object without fields. */
export function compileObject(
  fields: Readonly<Record<string, FieldValue | undefined>>,
  type: FieldType,
  path: Path,
  compiling: Compiling,
): Evaluate {
  const compiled = Object.entries(fields).flatMap(([name, value]) => {
    const inside = type.fields.get(name) ?? (type.isAny ? type : undefined)
    if (!inside) compiling.faults.push({ path: [...path, name], detail: unknownField(name, type) })
    if (!inside || value === undefined) return []
    return [[name, compileValue(value, inside, [...path, name], compiling)] as const]
  })
  // An object in which only constants are left has no value in this row, such as a price without an amount.
  const mayBeLeftOut = path.length > 1 && !isWhollyConstant(fields as FieldValue)
  return (row, at, reports) => {
    const given = compiled.flatMap(([name, evaluate]) => {
      const value = evaluate(row, [...at, name], reports)
      return value === undefined ? [] : [[name, value] as const]
    })
    return mayBeLeftOut && given.every(([name]) => isWhollyConstant(fields[name]))
      ? undefined
      : Object.fromEntries(given)
  }
}

/** Whether a value is the same in every row. */
function isWhollyConstant(value: FieldValue | undefined): boolean {
  if (value === undefined || typeof value === 'string') return false
  if (Array.isArray(value)) return value.every(isWhollyConstant)
  return isCell(value) ? value.constant !== undefined : Object.values(value).every(isWhollyConstant)
}

function unknownField(name: string, type: FieldType): string {
  const names = [...type.fields.keys()]
  if (names.length === 0) return 'is not a field, because its value has no fields'
  const near = nearestName(name, names)
  return `is not a field${near === null ? '.' : `; did you mean ${near}?`} The fields are ${names.join(', ')}`
}

function compileList(values: readonly FieldValue[], type: FieldType, path: Path, compiling: Compiling): Evaluate {
  if (!type.isList && !type.isAny) compiling.faults.push({ path, detail: 'must not be a list' })
  const inside = type.isAny ? type : type.item
  const items = values.map((value, at) => compileValue(value, inside, [...path, at], compiling))
  return (row, at, reports) => {
    const found: unknown[] = []
    for (const item of items) {
      const value = item(row, [...at, found.length], reports)
      if (value !== undefined) found.push(value)
    }
    return found.length === 0 ? undefined : found
  }
}

function compileCell(cell: CellMapping, type: FieldType, path: Path, compiling: Compiling): Evaluate {
  compiling.faults.push(...cellFaults(cell).map(({ name, detail }) => ({ path: [...path, name], detail })))
  for (const column of columnsOf(cell)) compiling.columns.add(column)
  if (cell.constant !== undefined) return () => cell.constant
  const convert = compileItem(cell, type, path, compiling)
  if (!type.isList || cell.as !== undefined) return (row, at, reports) => convert(row, at, reports, rawOf(cell, row))
  return (row, at, reports) => {
    const raw = rawOf(cell, row)
    if (type.isListOrValue && cell.separator === undefined && !Array.isArray(raw)) return convert(row, at, reports, raw)
    const items = itemsOf(cell, raw)
    const found = items.map((item, index) => convert(row, [...at, index], reports, item))
    const given = found.filter((value) => value !== undefined)
    return given.length === 0 ? undefined : given
  }
}

function columnsOf({ column, template, unitColumn }: CellMapping): string[] {
  const named = [...(template ?? '').matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  return [...(column === undefined ? [] : [column]), ...named, ...(unitColumn === undefined ? [] : [unitColumn])]
}

const PLACEHOLDER = /\{([^{}]+)\}/g

function cellFaults({ zone, parts, template }: CellMapping): { name: string; detail: string }[] {
  const parsed = parts === undefined ? null : parseParts(parts)
  const faults = [
    { name: 'zone', detail: zone === undefined ? null : zoneFault(zone) },
    { name: 'parts', detail: parsed && 'fault' in parsed ? parsed.fault : null },
    {
      name: 'template',
      detail: template === undefined || /\{[^{}]+\}/.test(template) ? null : 'must contain a column in braces',
    },
  ]
  return faults.flatMap(({ name, detail }) => (detail === null ? [] : [{ name, detail }]))
}

/** The value of a cell before it is converted. A template without one of its columns has none. */
function rawOf(cell: CellMapping, row: Row): unknown {
  if (cell.column !== undefined) return row.get(cell.column)
  const parts = columnsOf({ template: cell.template }).map((name) => [name, row.get(name)] as const)
  if (parts.some(([, value]) => isBlank(value))) return undefined
  const values = new Map(parts.map(([name, value]) => [name, cleanText(String(value))]))
  return (cell.template ?? '').replace(PLACEHOLDER, (_, name: string) => values.get(name) ?? '')
}

const isBlank = (value: unknown) => value === undefined || value === null || cleanText(String(value)) === ''

function itemsOf({ separator }: CellMapping, raw: unknown): unknown[] {
  if (Array.isArray(raw)) return raw
  if (isBlank(raw)) return []
  // White space around a separator is part of it.
  return separator === undefined
    ? [raw]
    : String(raw)
        .split(separator)
        .map((item) => item.trim())
}

type Convert = (row: Row, path: Path, reports: Reports, raw: unknown) => unknown

/** Compiles how one value is converted: cleaned, matched, mapped, and converted to the type of its field. */
function compileItem(cell: CellMapping, type: FieldType, path: Path, compiling: Compiling): Convert {
  const { input } = compiling
  const target = type.isList && cell.as === undefined ? type.item : type
  const each = cell.each === undefined ? null : compileEach(cell.each, target, [...path, 'each'], compiling)
  const parts = cell.parts === undefined ? null : parseParts(cell.parts)
  const name = cell.column ?? cell.template ?? ''
  const isEmpty = (text: string) => text === '' || input.empty.includes(text)
  return (row, at, reports, raw) => {
    reports.origin(at, name, raw)
    if (typeof raw === 'boolean' && (cell.as ?? target.value) === 'boolean') return raw
    if (typeof raw === 'object' && raw !== null) {
      if (target.isAny) return raw
      reports.fault(at, name, raw, 'is an object or a list. Use the name of a field inside it, such as price.amount')
      return undefined
    }
    const sent = raw === undefined || raw === null ? '' : String(raw)
    const text = cell.trim === false ? sent : cleanText(sent)
    if (isEmpty(text)) return cell.default ?? undefined
    if (text !== sent) reports.cleaned(name)
    const damage = damageOf(text)
    const fault = (detail: string) => void reports.fault(at, name, raw, detail)
    if (damage !== null) return fault(damage)
    const named = parts && 'names' in parts ? matchParts(text, parts) : {}
    if (!named) return fault(`must have the parts ${cell.parts}`)
    if (each) return each(rowOfItem(row, { ...named, item: text }), at, reports)
    const found = mapped(named.value ?? text, cell)
    if ('fault' in found) return fault(found.fault)
    if (found.isFinal) return found.value ?? undefined
    const unit = cell.unitColumn === undefined ? undefined : cleanText(String(row.get(cell.unitColumn) ?? ''))
    const converted = convertText(String(found.value), cell.as ?? target.value, cell, input, unit)
    return 'fault' in converted ? fault(converted.fault) : converted.value
  }
}

/** Compiles `each`, whose columns include the parts of the item. */
function compileEach(each: FieldValue, type: FieldType, path: Path, compiling: Compiling): Evaluate {
  return compileValue(each, type, path, { ...compiling, columns: new Set() })
}

function rowOfItem(row: Row, parts: Readonly<Record<string, string>>): Row {
  return { ...row, get: (column) => (Object.hasOwn(parts, column) ? parts[column] : row.get(column)) }
}

type Mapped = { value: Scalar; isFinal: boolean } | { fault: string }

function mapped(text: string, { map, otherwise = 'reject', case: letterCase }: CellMapping): Mapped {
  if (map && Object.hasOwn(map, text)) return { value: map[text] ?? null, isFinal: true }
  if (map && otherwise === 'reject') {
    const known = Object.keys(map)
    return { fault: `is not in the map. The values are ${known.slice(0, 20).join(', ')}` }
  }
  if (map && otherwise === 'omit') return { value: null, isFinal: true }
  if (letterCase === undefined) return { value: text, isFinal: false }
  return { value: letterCase === 'upper' ? text.toUpperCase() : text.toLowerCase(), isFinal: false }
}
