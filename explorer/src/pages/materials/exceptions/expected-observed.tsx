import type { PositionException } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { Amount } from '../../../parts/marks/amount.tsx'
import { Bar } from '../../../parts/marks/bar.tsx'
import { saidOf } from './said.ts'
import { SaidValue } from './said-value.tsx'

/** What should be beside what is said, and how far they are apart. */
export function ExpectedObserved({ exception }: { exception: PositionException }): ReactNode {
  const { expected, observed, delta, uom, systems } = exception
  if (expected === null && observed === null) return null
  const [should, is] = [saidOf(expected, uom), saidOf(observed, uom)]
  const areAmounts = should.kind === 'amount' && is.kind === 'amount'
  const largest = areAmounts ? largerOf(should.value, is.value) : null
  return (
    <dl className="sides">
      <div>
        <dt>Expected</dt>
        <dd>
          <SaidValue value={expected} uom={uom} />
          {largest !== null && <Bar value={expected} largest={largest} tone="good" />}
        </dd>
      </div>
      <div>
        <dt>Observed{systems.length > 0 && ` by ${systems.join(', ')}`}</dt>
        <dd>
          <SaidValue value={observed} uom={uom} />
          {largest !== null && <Bar value={observed} largest={largest} tone="bad" />}
        </dd>
      </div>
      {delta !== null && (
        <div>
          <dt>Difference</dt>
          <dd>
            <Amount value={delta} unit={uom} withSign />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** For the length of bars alone. */
const largerOf = (a: string, b: string) => (Math.abs(Number(a)) > Math.abs(Number(b)) ? a : b)
