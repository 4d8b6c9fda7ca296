import type { MaterialFactoryPosition } from '@tenant-data/client'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { fieldName } from '../../../format/names.ts'
import { type Cell, nextCell } from '../../../parts/keyboard.ts'
import { StaleMark } from '../../../parts/marks.tsx'
import { Amount, Time } from '../../../parts/values.tsx'
import { markText } from './mark-text.ts'
import { type AmountName, amountNames, type CellMark, type CellMarks, cellKey, type Pair } from './positions.ts'

interface MatrixProps {
  pairs: readonly Pair[]
  marks: CellMarks
  /** Renders the header above the systems of a pair. */
  headOf: (pair: Pair) => ReactNode
  onOpen: (position: MaterialFactoryPosition, amount: AmountName) => void
}

/**
 * A grid of systems by measures for a material at factories. Arrow keys move between its cells, and Enter opens one.
 */
export function PositionMatrix({ pairs, marks, headOf, onOpen }: MatrixProps): ReactNode {
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<Cell>({ row: 0, column: 0 })
  const positions = pairs.flatMap((pair) => pair.positions)
  const reachable = Math.min(current.row, positions.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const size = { row: positions.length, column: amountNames.length }
    const next = nextCell(event.key, { ...current, row: reachable }, size)
    if (next === null) return
    event.preventDefault()
    setCurrent(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus()
  }
  let row = -1
  return (
    <section className="matrix-scroller" aria-label="Positions by system, scrollable">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keyboard navigation is a grid */}
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
  /** Whether the system has several instances at this factory. */
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

interface MatrixCellProps {
  position: MaterialFactoryPosition
  name: AmountName
  mark: CellMark | undefined
  /** The row and the column, by which keyboard navigation finds the cell. */
  place: string
  isReachable: boolean
  onFocus: () => void
  onOpen: () => void
}

export const signs = { outside: '≠', within: '≈', not_comparable: '?', baseline: '◆' } as const

/**
 * A quantity of a system with its unit, and a mark if it differs from the baseline. It opens the source of the value.
 */
function MatrixCell({ position, name, mark, place, isReachable, onFocus, onOpen }: MatrixCellProps): ReactNode {
  const isStale = position.freshness.status === 'stale'
  return (
    <td className={['right', mark?.kind, isStale && 'stale'].filter(Boolean).join(' ')}>
      <button
        type="button"
        data-cell={place}
        tabIndex={isReachable ? 0 : -1}
        title={mark && markText(mark)}
        onFocus={onFocus}
        onClick={onOpen}
      >
        <span className="visually-hidden">
          {fieldName(name)} of {position.system}:{' '}
        </span>
        {mark && (
          <span className="sign" aria-hidden="true">
            {signs[mark.kind]}
          </span>
        )}
        <Amount value={position[name]} unit={position.uom} />
        {mark && <span className="visually-hidden">, {markText(mark)}</span>}
      </button>
    </td>
  )
}
