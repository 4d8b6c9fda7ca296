import type { BomYieldStep } from '@tenant-data/client'
import { type ReactNode, useState } from 'react'
import { fieldName } from '../../format/names.ts'
import { unitText } from '../../format/numbers.ts'
import { Loaded } from '../states.tsx'
import { useRead } from '../use-read.ts'
import { Amount, Nothing, Time } from '../values.tsx'
import { LINE_SIZE, yieldLine } from './yield-line.ts'
import './yield-history.css'

interface YieldHistoryProps {
  matchKey: string
  styleId: string
}

/** The number of steps that are loaded. A longer line could not be read. */
const MOST_STEPS = 50

/** How the gross yield of a row developed, as a line and as a table. It is loaded when the reader opens it. */
export function YieldHistory({ matchKey, styleId }: YieldHistoryProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const input = { matchKey, styleId, limit: MOST_STEPS }
  const history = useRead('listBomYieldHistory', input, { enabled: isOpen })
  return (
    <details className="yield-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Gross yield over publications</summary>
      {isOpen && (
        <Loaded query={history} lines={6}>
          {({ data, links }) => (
            <>
              <Line steps={data} />
              <Steps steps={data} />
              {links.next !== null && <p className="quiet">These are the {MOST_STEPS} newest changes.</p>}
            </>
          )}
        </Loaded>
      )}
    </details>
  )
}

function Line({ steps }: { steps: readonly BomYieldStep[] }): ReactNode {
  const line = yieldLine(steps)
  if (line === null) return <p className="quiet">The yields have no common unit, so there is no line.</p>
  return (
    <figure>
      <svg role="img" viewBox={`0 0 ${LINE_SIZE.width} ${LINE_SIZE.height}`} aria-label={line.label}>
        <title>{line.label}</title>
        <path d={line.path} />
        {line.marks.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="3" />
        ))}
      </svg>
      <figcaption>
        Latest <b>{line.latest}</b>, range <b>{line.range}</b>. Each change has the same width.
      </figcaption>
    </figure>
  )
}

/** The same as a table, the newest step first. */
function Steps({ steps }: { steps: readonly BomYieldStep[] }): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Since</th>
          <th scope="col">Gross yield</th>
          <th scope="col">Change</th>
          <th scope="col">Changed fields</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ from, row, delta, changedFields }) => (
          <tr key={from.snapshotId}>
            <th scope="row">
              <Time value={from.completedAt} />
            </th>
            <td>{row === null ? 'Not in the BOM' : <Amount value={row.grossYield} unit={unitText(row)} />}</td>
            <td>{delta === null ? <Nothing /> : <Amount value={delta.grossPercent} unit="%" withSign />}</td>
            <td>{changedFields.length === 0 ? <Nothing /> : changedFields.map(fieldName).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
