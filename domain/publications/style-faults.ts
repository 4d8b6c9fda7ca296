import type { BomData, LineAsSent, YieldAsSent } from '../../schemas/records/bom-events.ts'
import { compare, exactDecimal, quantity } from '../quantities/quantity.ts'
import { yieldSides } from '../quantities/yield-sides.ts'

const HUNDRED = quantity('100')

/** Returns the faults of a style event that its schema cannot express. Each fault names its place, without values. */
export function styleFaults({ skus, lines }: BomData['style']): string[] {
  const codes = new Set(skus.map(({ skuCode }) => skuCode))
  const faults = codes.size < skus.length ? ['skus: a SKU is listed twice'] : []
  faults.push(...lineFaults(lines))
  for (const [index, line] of lines.entries()) {
    const taken = new Set<string>()
    for (const [at, row] of line.yields.entries()) {
      faults.push(...rowFaults(line, row, codes, taken).map((fault) => `lines.${index}.yields.${at}: ${fault}`))
      taken.add(row.sku)
    }
  }
  return faults
}

function lineFaults(lines: readonly LineAsSent[]): string[] {
  const references = lines.flatMap(({ bomLineRef }) => bomLineRef ?? [])
  if (references.length > 0 && references.length < lines.length)
    return ['lines: bomLineRef is null for some lines, but not for all']
  if (new Set(references).size < references.length) return ['lines: two lines have the same bomLineRef']
  const numbers = new Set(lines.map(({ lineNumber }) => lineNumber))
  if (references.length > 0 || numbers.size === lines.length) return []
  return ['lines: two lines without bomLineRef have the same lineNumber']
}

function rowFaults(line: LineAsSent, row: YieldAsSent, codes: Set<string>, taken: Set<string>): string[] {
  const faults: string[] = []
  if (!codes.has(row.sku)) faults.push('the SKU is not among the skus of the event')
  if (taken.has(row.sku)) faults.push('duplicate row: another row of the line has the same SKU')
  const onNet = line.wastageBasis === 'on_net'
  const [authoritative, other] = onNet ? [row.netYield, row.grossYield] : [row.grossYield, row.netYield]
  if (authoritative === undefined || other !== undefined)
    return [...faults, `${line.wastageBasis} rows give ${onNet ? 'netYield' : 'grossYield'} and not the other side`]
  if (!onNet && compare(quantity(row.wastagePercent), HUNDRED) >= 0)
    return [...faults, 'on_gross needs a wastagePercent below 100']
  return derives(line.wastageBasis, authoritative, row.wastagePercent)
    ? faults
    : [...faults, 'the derived side is too large']
}

/** Remembers checked pairs of numbers, because the rows of a style use few different ones. */
const known = new Map<string, boolean>()
const MOST_KNOWN = 10_000

function derives(basis: LineAsSent['wastageBasis'], authoritative: string, wastagePercent: string): boolean {
  const key = `${basis} ${authoritative} ${wastagePercent}`
  const found = known.get(key)
  if (found !== undefined) return found
  const { net, gross } = yieldSides(basis, quantity(authoritative), wastagePercent)
  const fits = exactDecimal(net) !== null && exactDecimal(gross) !== null
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, fits)
  return fits
}
