import { stringify } from 'yaml'
import { type FieldType, fieldTypeOf } from '../../../domain/imports/field-type.ts'
import { editsBetween } from '../../../schemas/checking/nearest-name.ts'
import { BomRow } from '../../../schemas/imports/bom-row.ts'
import type { Mapping } from '../../../schemas/imports/mapping.ts'
import { recordData } from '../../../schemas/records/record-events.ts'
import type { SniffedColumn, SniffedTable } from './sniff-table.ts'

export interface ProposalOptions {
  organization: string
  source: string
  type: Mapping['type']
}

interface Proposed {
  path: readonly string[]
  type: FieldType
  column: SniffedColumn
}

/**
 * Proposes a mapping for a table: columns whose names are similar to those of fields are mapped, and all others are
 * listed as comments with an example, for a person to decide.
 */
export function proposeMapping(
  { input, columns }: SniffedTable,
  { organization, source, type }: ProposalOptions,
): string {
  const fields = leavesOf(fieldTypeOf(type === 'bom' ? BomRow : recordData[type]))
  const matched = matches(fields, columns)
  const taken = new Set(matched.map(({ column }) => column))
  const head = { organization, source, type, input: changedInput(input) }
  const key = matched.find(({ path }) => /^(recordId|\w+(Number|Code|Id))$/.test(path.join('.')))?.column ?? columns[0]
  const parts = [
    '# yaml-language-server: $schema=MAPPING_SCHEMA',
    stringify(head).trimEnd(),
    ...(type === 'bom' || !key ? [] : [stringify({ key: key.name }).trimEnd()]),
    matched.length === 0 ? 'fields:' : stringify({ fields: nested(matched) }).trimEnd(),
    ...missingLines(fields, matched),
    ...unusedLines(columns.filter((column) => !taken.has(column))),
  ]
  return `${parts.join('\n')}\n`
}

interface Leaf {
  path: readonly string[]
  type: FieldType
}

/** The fields of an event that have a single value. Fields of referred records and of lists are left to the person. */
function leavesOf(type: FieldType, path: readonly string[] = []): Leaf[] {
  return [...type.fields].flatMap(([name, field]) => {
    const at = [...path, name]
    if (field.isList || ['canonicalOf', 'system', 'instance'].includes(name)) return []
    return field.fields.size > 0 ? leavesOf(field, at) : [{ path: at, type: field }]
  })
}

/** Pairs fields and columns with similar names: the most similar first, each once. */
function matches(fields: readonly Leaf[], columns: readonly SniffedColumn[]): Proposed[] {
  const pairs = fields.flatMap((field) =>
    columns.map((column) => ({ ...field, column, distance: distanceOf(field.path, column.name) })),
  )
  const taken = new Set<unknown>()
  return pairs
    .filter(({ distance }) => distance < MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance)
    .flatMap(({ path, type, column }) => {
      const name = path.join('.')
      if (taken.has(name) || taken.has(column)) return []
      taken.add(name).add(column)
      return [{ path, type, column }]
    })
    .sort((a, b) => fields.findIndex(({ path }) => path === a.path) - fields.findIndex(({ path }) => path === b.path))
}

const MAX_DISTANCE = 3

/** The fewest characters of a part of a name that is similar to the whole, such as `Width` to `widthCm`. */
const MIN_PART = 4

/** 0 for the same name, with or without the name of the object around it: `style_number` is `styleNumber`. */
function distanceOf(path: readonly string[], column: string): number {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
  const wanted = plain(column)
  const names = [path.join(''), path.at(-1) ?? '']
  const distances = names.map((name) => {
    const edits = editsBetween(plain(name), wanted, MAX_DISTANCE)
    if (edits * 4 <= wanted.length) return edits
    const isPart = wanted.length >= MIN_PART && (plain(name).startsWith(wanted) || plain(name).endsWith(wanted))
    return isPart ? MAX_DISTANCE - 1 : MAX_DISTANCE
  })
  return Math.min(...distances)
}

function nested(matched: readonly Proposed[]): object {
  const fields: Record<string, unknown> = {}
  for (const { path, type, column } of matched) {
    let inside = fields
    for (const name of path.slice(0, -1)) {
      inside[name] ??= {}
      inside = inside[name] as Record<string, unknown>
    }
    inside[path.at(-1) ?? ''] = fieldValueOf(type, column)
  }
  return fields
}

function fieldValueOf({ value }: FieldType, { name, dateFormat }: SniffedColumn): unknown {
  const isDate = (value === 'date' || value === 'time') && dateFormat !== null && dateFormat !== 'iso'
  return isDate ? { column: name, format: dateFormat } : name
}

/** The settings that differ from the defaults. */
function changedInput({ encoding, delimiter, decimal, thousands, empty }: SniffedTable['input']): object {
  return {
    delimiter,
    ...(encoding !== 'utf-8' && { encoding }),
    ...(decimal !== '.' && { decimal }),
    ...(thousands !== undefined && { thousands }),
    ...(empty.length > 0 && { empty: [...empty] }),
  }
}

/** Fields of the event that no column has a name for. */
function missingLines(fields: readonly Leaf[], matched: readonly Proposed[]): string[] {
  const names = new Set(matched.map(({ path }) => path.join('.')))
  const missing = fields.map(({ path }) => path.join('.')).filter((name) => !names.has(name))
  return missing.length === 0 ? [] : ['  # Fields without a column:', ...missing.map((name) => `  # ${name}:`)]
}

function unusedLines(columns: readonly SniffedColumn[]): string[] {
  if (columns.length === 0) return []
  const lines = columns.map(({ name, example }) => `# ${name}${example === null ? '' : `: ${example.slice(0, 60)}`}`)
  return ['# Columns that are not mapped, with an example:', ...lines]
}
