import type { BomRow } from '../../../schemas/imports/bom-row.ts'
import type { BomData, LineAsSent, SkuAsSent } from '../../../schemas/records/bom-events.ts'
import { canonicalJson } from '../../identity/canonical-json.ts'
import { compareText } from '../../text/compare-text.ts'
import type { ImportFault } from '../row.ts'
import type { MappedBomRow } from './map-bom-row.ts'

/** A style of a publication, without its snapshot and its division into parts. */
export type AssembledStyle = Omit<BomData['style'], 'snapshotId' | 'part' | 'parts'>

export interface Assembled {
  style: AssembledStyle
  faults: ImportFault[]
  /** Lines of the file with the same row as an earlier one, which count once. */
  equal: { line: number; earlier: number }[]
}

/** A value that several rows contain, and the line of the first. */
interface First<T> {
  value: T
  /** The canonical JSON of each field, to compare later rows with. */
  fields: ReadonlyMap<string, string>
  line: number
}

/**
 * Assembles a style from its rows: one row for each SKU and line of the BOM. Rows that contradict each other in what
 * they contain about the style, a SKU, or a line are faults.
 */
export function assembleStyle(rows: readonly MappedBomRow[]): Assembled {
  const collected = new StyleRows()
  for (const row of rows) collected.add(row)
  return collected.assembled()
}

class StyleRows {
  readonly #faults: ImportFault[] = []
  readonly #equal: Assembled['equal'] = []
  readonly #styles = new Map<string, First<Pick<AssembledStyle, 'style' | 'bomRevision'>>>()
  readonly #skus = new Map<string, First<SkuAsSent>>()
  readonly #codes = new Map<string, First<{ recordId: string }>>()
  readonly #lines = new Map<string, First<LineAsSent>>()
  readonly #yields = new Map<string, First<unknown>>()

  add({ line, row }: MappedBomRow): void {
    const { style, bomRevision, sku, netYield, grossYield, wastagePercent, materialColorCode, ...shared } = row
    this.#same(this.#styles, '', { style, bomRevision }, line, 'style', style.styleNumber)
    this.#same(this.#skus, sku.recordId, sku, line, 'sku', sku.skuCode)
    this.#same(this.#codes, sku.skuCode, { recordId: sku.recordId }, line, 'sku', sku.skuCode)
    const key = lineKeyOf(shared)
    const bomLine = { ...shared, materialColorCode: null, yields: [] }
    const first = this.#same(this.#lines, key, bomLine, line, 'line', shared.bomLineRef ?? String(shared.lineNumber))
    const amounts = { ...(netYield !== undefined && { netYield }), ...(grossYield !== undefined && { grossYield }) }
    const amount = { sku: sku.skuCode, ...amounts, wastagePercent, materialColorCode }
    const known = this.#yields.get(JSON.stringify([key, sku.skuCode]))
    const fields = fieldsOf(amount)
    if (known && differenceOf(known.fields, fields) === '') this.#equal.push({ line, earlier: known.line })
    else if (known) this.#contradiction(line, known.line, 'sku', `${sku.skuCode} in line ${first.line}`, 'its yield')
    else {
      this.#yields.set(JSON.stringify([key, sku.skuCode]), { value: amount, fields, line })
      first.value.yields.push(amount)
    }
  }

  assembled(): Assembled {
    // Sorted, so that a table in another order makes the same events.
    const lines = [...this.#lines].sort(([a], [b]) => compareText(a, b)).map(([, { value }]) => value)
    for (const { yields } of lines) yields.sort((a, b) => compareText(a.sku, b.sku))
    const skus = [...this.#skus.values()].map(({ value }) => value).sort((a, b) => compareText(a.skuCode, b.skuCode))
    const [first] = [...this.#styles.values()]
    if (!first) throw new Error('A style has at least one row')
    this.#checkLines()
    return { style: { ...first.value, skus, lines }, faults: this.#faults, equal: this.#equal }
  }

  /** Remembers the first value, and reports a later one that differs. */
  #same<T extends object>(
    known: Map<string, First<T>>,
    key: string,
    value: T,
    line: number,
    field: string,
    name: string,
  ): First<T> {
    const fields = fieldsOf(value)
    const first = known.get(key) ?? { value, fields, line }
    known.set(key, first)
    const difference = differenceOf(first.fields, fields)
    if (difference !== '') this.#contradiction(line, first.line, field, name, difference)
    return first
  }

  #contradiction(line: number, earlier: number, field: string, value: string, what: string): void {
    const detail = `differs from line ${earlier} in ${what}. All rows of the same ${field} must agree`
    this.#faults.push({ line, column: null, value, field, detail })
  }

  /** Lines have an ID each, or none has. Without IDs, their numbers are unique, because they are the keys. */
  #checkLines(): void {
    const all = [...this.#lines.values()]
    const without = all.find(({ value }) => value.bomLineRef === null)
    if (!without || all.every(({ value }) => value.bomLineRef === null)) return
    const detail = 'is required, because other lines of the style have one'
    this.#faults.push({ line: without.line, column: null, value: null, field: 'bomLineRef', detail })
  }
}

function lineKeyOf({ bomLineRef, lineNumber }: Pick<BomRow, 'bomLineRef' | 'lineNumber'>): string {
  return bomLineRef === null ? String(lineNumber) : `=${bomLineRef}`
}

function fieldsOf(value: object): ReadonlyMap<string, string> {
  return new Map(Object.entries(value).map(([name, field]) => [name, canonicalJson(field)]))
}

/** The names of the fields in which two objects differ. */
function differenceOf(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string {
  const names = [...new Set([...a.keys(), ...b.keys()])]
  return names.filter((name) => a.get(name) !== b.get(name)).join(', ')
}
