import type { MaterialFactoryPosition } from '@tenant-data/client'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { fieldName } from '../../../format/field-name.ts'
import { StaleMark } from '../../../parts/marks/stale-mark.tsx'
import { Time } from '../../../parts/marks/time.tsx'
import { type AmountName, amountNames } from './amount-names.ts'
import { nextCell, type Place } from './cell-keys.ts'
import { type CellMarks, cellKey } from './cell-marks.ts'
import { MatrixCell } from './matrix-cell.tsx'
import type { Pair } from './pairs.ts'

interface MatrixProps {
  pairs: readonly Pair[]
  marks: CellMarks
  /** What stands above the systems of a pair. */
  headOf: (pair: Pair) => ReactNode
  onOpen: (position: MaterialFactoryPosition, amount: AmountName) => void
}

/** System by measure: what each system says about a material at factories. Its cells are walked by arrows and opened by Enter. */
export function PositionMatrix({ pairs, marks, headOf, onOpen }: MatrixProps): ReactNode {
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<Place>({ row: 0, column: 0 })
  const positions = pairs.flatMap((pair) => pair.positions)
  const reachable = Math.min(current.row, positions.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextCell(event.key, { ...current, row: reachable }, positions.length, amountNames.length)
    if (next === null) return
    event.preventDefault()
    setCurrent(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus()
  }
  let row = -1
  return (
    <section className="matrix-scroller" aria-label="Positions by system, scrollable">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is walked by keys is a grid */}
      <table className="matrix" role="grid" aria-label="Positions by system" ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">System</th>
            {amountNames.map((name) => (
              <th key={name} scope="col" className="right">
                {fieldName(name)}
              </th>
            ))}
          </tr>
        </thead>
        {pairs.map((pair) => (
          <tbody key={pair.key}>
            <tr className="pair-head">
              <th colSpan={amountNames.length + 1} scope="rowgroup">
                {headOf(pair)}
              </th>
            </tr>
            {pair.positions.map((position) => {
              row += 1
              const own = row
              return (
                <tr key={position.positionId}>
                  <SystemHead
                    position={position}
                    hasInstances={pair.positions.filter(({ system }) => system === position.system).length > 1}
                  />
                  {amountNames.map((name, column) => (
                    <MatrixCell
                      key={name}
                      position={position}
                      name={name}
                      mark={marks.get(cellKey(position.positionId, name))}
                      place={`${own} ${column}`}
                      isReachable={own === reachable && column === current.column}
                      onFocus={() => setCurrent({ row: own, column })}
                      onOpen={() => onOpen(position, name)}
                    />
                  ))}
                </tr>
              )
            })}
          </tbody>
        ))}
      </table>
    </section>
  )
}

interface SystemHeadProps {
  position: MaterialFactoryPosition
  /** Whether the system has several instances here. */
  hasInstances: boolean
}

function SystemHead({ position, hasInstances }: SystemHeadProps): ReactNode {
  const { system, instance, asOf, freshness } = position
  return (
    <th scope="row">
      {system}
      {hasInstances && `:${instance}`}
      <small>
        <Time value={asOf} />
      </small>
      <StaleMark {...freshness} />
    </th>
  )
}
