import type { Fault } from '../../schemas/checking/check-value.ts'
import { LineAsSent } from '../../schemas/records/bom-events.ts'
import { codeAsSent } from '../../schemas/values/as-sent.ts'

/** What a fault of a BOM is about. A line is named by its ID, or by its number if it has no ID. */
export interface FaultNames {
  styleNumber?: string | null
  sku?: string | null
  line?: string | null
  eventId?: string | null
  source?: string | null
}

/** A fault with the names of what it is about, as far as they are known. */
export type NamedFault = Fault & FaultNames

const Code = codeAsSent(255, 1)
const { lineNumber: LineNumber } = LineAsSent.shape

/**
 * Names the style, the line, and the SKU that a path in the data of a style event is about. The data may be invalid:
 * only values that are valid codes become names, so that no other part of an event does.
 */
export function namesAt(data: unknown, [list, at, inner, innerAt]: readonly PropertyKey[]): FaultNames {
  const names = { styleNumber: codeIn(fieldOf(data, 'style'), 'styleNumber'), line: null, sku: null }
  const item = itemOf(fieldOf(data, String(list)), at)
  if (list === 'skus') return { ...names, sku: codeIn(item, 'skuCode') }
  if (list !== 'lines') return names
  const row = inner === 'yields' ? itemOf(fieldOf(item, 'yields'), innerAt) : undefined
  return { ...names, line: lineName(item), sku: codeIn(row, 'sku') }
}

/** The ID of a line, or its number. Null if it has neither. */
function lineName(line: unknown): string | null {
  const number = LineNumber.safeParse(fieldOf(line, 'lineNumber'))
  return codeIn(line, 'bomLineRef') ?? (number.success ? String(number.data) : null)
}

function codeIn(value: unknown, name: string): string | null {
  const code = Code.safeParse(fieldOf(value, name))
  return code.success ? code.data : null
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function itemOf(value: unknown, at: PropertyKey | undefined): unknown {
  return Array.isArray(value) && typeof at === 'number' ? value[at] : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Faults as one text, each with its path and without names. It has at most 1,000 characters. */
export function faultsText(faults: readonly Fault[]): string {
  return faults
    .map(({ path, detail }) => (path.length === 0 ? detail : `${path.join('.')}: ${detail}`))
    .join('; ')
    .slice(0, 1000)
}

/** The style and the line of the first fault that names a style, as the beginning of a sentence, or nothing. */
export function firstNamed(faults: readonly NamedFault[]): string {
  const [first] = faults
  if (!first?.styleNumber) return ''
  const line = first.line ? `, line ${first.line}` : ''
  const sku = first.sku ? `, SKU ${first.sku}` : ''
  return `style ${first.styleNumber}${line}${sku}: `
}
