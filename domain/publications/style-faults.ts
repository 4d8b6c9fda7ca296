import { MAX_FAULTS } from '../../schemas/checking/check-value.ts'
import type { BomData, LineAsSent, YieldAsSent } from '../../schemas/records/bom-events.ts'
import { type NamedFault, namesAt } from '../events/named-fault.ts'
import { compare, exactDecimal, quantity } from '../quantities/quantity.ts'
import { yieldSides } from '../quantities/yield-sides.ts'

const HUNDRED = quantity('100')

type Place = NamedFault['path']
type Unnamed = Pick<NamedFault, 'path' | 'detail'>

/**
 * Returns the faults of a style event that its schema cannot express, at most 100. Each has its path, and names its
 * style, line, and SKU.
 */
export function styleFaults(data: BomData['style']): NamedFault[] {
  return [...faultsIn(data).take(MAX_FAULTS)].map((fault) => ({ ...fault, ...namesAt(data, fault.path) }))
}

/** A generator, so that no more faults are described than the caller takes. */
function* faultsIn({ skus, lines }: BomData['style']): Generator<Unnamed, void, undefined> {
  const codes = new Set<string>()
  for (const [at, { skuCode }] of skus.entries()) {
    if (codes.has(skuCode)) yield { path: ['skus', at], detail: 'a SKU is listed twice' }
    codes.add(skuCode)
  }
  yield* lineFaults(lines)
  for (const [index, line] of lines.entries()) {
    const taken = new Set<string>()
    for (const [at, row] of line.yields.entries()) {
      const path: Place = ['lines', index, 'yields', at]
      for (const detail of rowFaults(line, row, codes, taken)) yield { path, detail }
      taken.add(row.sku)
    }
  }
}

function* lineFaults(lines: readonly LineAsSent[]): Generator<Unnamed, void, undefined> {
  const withReference = lines.filter(({ bomLineRef }) => bomLineRef !== null).length
  const isMixed = withReference > 0 && withReference < lines.length
  const known = new Set<string | number>()
  for (const [at, { bomLineRef, lineNumber }] of lines.entries()) {
    const path: Place = ['lines', at]
    const key = bomLineRef ?? lineNumber
    if (isMixed && bomLineRef === null) yield { path, detail: 'bomLineRef is null for some lines, but not for all' }
    else if (!isMixed && known.has(key))
      yield {
        path,
        detail:
          bomLineRef === null
            ? 'two lines without bomLineRef have the same lineNumber'
            : 'two lines have the same bomLineRef',
      }
    known.add(key)
  }
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
