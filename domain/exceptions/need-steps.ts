import { MOST_INPUTS } from '../../schemas/materials/exceptions.ts'
import { add, compare, ratio } from '../quantities/quantity.ts'
import type { Need, NeededBy, Unit } from './pair.ts'
import { amountStep, amountText, lineValue, recordValue, type Step } from './steps.ts'

/** Explains the need of open production in `uom`: the largest parts, and the sum of all others. */
export function needSteps({ parts, baseUnit }: Need, uom: Unit): Step[] {
  const ordered = parts.toSorted(byAmount)
  const others = ordered.slice(MOST_INPUTS)
  const rest = others.reduce((sum, { amount }) => add(sum, amount), ratio(0n))
  return [
    ...ordered.slice(0, MOST_INPUTS).map((part) => partStep(part, baseUnit, uom)),
    ...(others.length > 0 ? [amountStep(`${others.length} further parts`, rest, [baseUnit, uom])] : []),
  ]
}

function partStep(part: NeededBy, baseUnit: Unit, shown: Unit): Step {
  const { requirement, units, product, line, placement, gross, uom, isMean, amount } = part
  const { text, isExact } = amountText(gross)
  const yieldName = isMean ? 'mean gross yield' : 'gross yield'
  const rounded = isExact ? '' : ' (rounded to 8 places)'
  const where = placement === null ? '' : `, ${placement}`
  const label =
    `Open production ${requirement.recordId} of ${product}${where}: ` +
    `${units} pieces × ${yieldName} ${text} ${uom}${rounded}`
  return amountStep(
    label,
    amount,
    [baseUnit, shown],
    [
      recordValue(requirement, 'units', String(units)),
      lineValue(line, isMean ? 'meanGrossYield' : 'grossYield', text, uom),
    ],
  )
}

/** Sorts the largest first, then by the IDs of the requirement and of the line. */
function byAmount(a: NeededBy, b: NeededBy): number {
  const order = compare(b.amount, a.amount)
  if (order !== 0) return order
  const [one, other] = [a, b].map(({ requirement, line }) => `${requirement.id} ${line.id}`)
  return (one ?? '') < (other ?? '') ? -1 : 1
}
