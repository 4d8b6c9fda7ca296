import type { BomYieldChange } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { Amount } from '../../../parts/marks/amount.tsx'
import { Card } from '../../../parts/page/card.tsx'
import type { ChangesSearch } from '../changes-search.ts'
import { rowKeyOf } from '../record/compare-rows.ts'
import { ChangeBar } from '../table/change-size.tsx'
import { barScale, lineText } from '../table/line-text.ts'
import { Direction } from './direction.tsx'

type Chosen = Pick<ChangesSearch, 'style' | 'sku' | 'material'>

interface MoversCardProps {
  largest: readonly BomYieldChange[]
  search: ChangesSearch
  onChoose: (chosen: Chosen) => void
}

const NOBODY = { style: undefined, sku: undefined, material: undefined } satisfies Chosen

/** The yields that changed most. A click filters by style, SKU and material of one, a second click no longer. */
export function MoversCard({ largest, search, onChoose }: MoversCardProps): ReactNode {
  const movers = largest.filter(({ delta }) => delta !== null && delta.grossPercent !== null)
  const scale = barScale(movers[0]?.delta?.grossPercent ?? null)
  return (
    <Card title="Largest changes in gross yield">
      {movers.length === 0 && <p className="quiet">No gross yield increased or decreased.</p>}
      <ol className="lines change-lines">
        {movers.map((change) => {
          const chosen = filterOf(change)
          const isChosen = isSame(chosen, search)
          const { style, sku, yieldDirection, delta } = change
          const line = Object.values(lineText(change)).join(', ')
          return (
            <li key={rowKeyOf(change)}>
              <button
                type="button"
                className="line-button"
                title={`${style} ${sku}`}
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? NOBODY : chosen)}
              >
                {sku.startsWith(style) ? sku : `${style} ${sku}`}
              </button>
              <span>
                <Direction of={yieldDirection} /> <Amount value={delta?.grossPercent ?? null} unit="%" withSign />
              </span>
              <small title={line}>{line}</small>
              <ChangeBar change={change} scale={scale} />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function filterOf({ style, sku, before, after }: BomYieldChange): Chosen {
  return { style, sku, material: (after ?? before)?.material }
}

function isSame(a: Chosen, b: Chosen): boolean {
  return a.style === b.style && a.sku === b.sku && a.material === b.material
}
