import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import type { StoredLine } from '../../schemas/stored/bom.ts'
import { divide, exactDecimal, type Quantity, quantity, ratio } from '../quantities/quantity.ts'
import { convert } from '../quantities/units.ts'
import { yieldSides } from '../quantities/yield-sides.ts'

type Unit = z.infer<typeof UnitOfMeasure>
type LineOfAmounts = Pick<StoredLine, 'wastageBasis' | 'yieldPerUnits' | 'uom' | 'baseUom'>

/** The quantities of a yield row, as the API shows them and for one garment in the unit of the row. */
export interface Amounts {
  netYield: string
  wastagePercent: string
  grossYield: string
  netYieldBase: string | null
  grossYieldBase: string | null
  perGarment: { net: Quantity; gross: Quantity }
}

const MOST_KNOWN = 20_000
const known = new Map<string, Amounts>()

/**
 * Returns the quantities of a row from its authoritative side and its waste percentage as sent. Recent results are
 * cached, because the rows of a snapshot have few different combinations.
 */
export function amountsOf(line: LineOfAmounts, authoritative: string, wastagePercent: string): Amounts {
  const { wastageBasis, yieldPerUnits, uom, baseUom } = line
  const key = `${authoritative} ${wastagePercent} ${wastageBasis} ${yieldPerUnits} ${uom} ${baseUom}`
  const found = known.get(key)
  if (found) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const made = makeAmounts(line, authoritative, wastagePercent)
  known.set(key, made)
  return made
}

function makeAmounts(line: LineOfAmounts, authoritative: string, wastagePercent: string): Amounts {
  const { net, gross } = yieldSides(line.wastageBasis, quantity(authoritative), wastagePercent)
  const units = ratio(BigInt(line.yieldPerUnits))
  const perGarment = { net: divide(net, units), gross: divide(gross, units) }
  return {
    netYield: formatDecimal(net),
    wastagePercent: formatDecimal(quantity(wastagePercent)),
    grossYield: formatDecimal(gross),
    netYieldBase: inBase(perGarment.net, line.uom, line.baseUom),
    grossYieldBase: inBase(perGarment.gross, line.uom, line.baseUom),
    perGarment,
  }
}

/** A publication whose yields have no exact decimal is rejected on arrival, so none is stored. */
function formatDecimal(amount: Quantity): string {
  const decimal = exactDecimal(amount)
  if (decimal === null) throw new Error('A stored yield has no exact decimal')
  return decimal
}

function inBase(amount: Quantity, uom: Unit, baseUom: Unit | null): string | null {
  const converted = baseUom && convert(amount, uom, baseUom)
  return converted && exactDecimal(converted)
}
