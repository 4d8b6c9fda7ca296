import { Link } from '@tanstack/react-router'
import type { BomYieldChange, YieldDelta } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName } from '../../../format/field-name.ts'
import type { ListState } from '../../../parts/data/use-list.ts'
import { Amount } from '../../../parts/marks/amount.tsx'
import { ChangeMark } from '../../../parts/marks/change-mark.tsx'
import { CopyId } from '../../../parts/marks/copy-id.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { Problem } from '../../../parts/page/problem.tsx'
import { SidePanel } from '../../../parts/page/side-panel.tsx'
import { Skeleton } from '../../../parts/page/skeleton.tsx'
import type { ChangesSearch } from '../changes-search.ts'
import { compareRows, openKeyOf } from './compare-rows.ts'
import { ComparedTable } from './compared-table.tsx'
import { useOpenChange } from './use-open-change.ts'

interface ChangePanelProps {
  search: ChangesSearch
  table: ListState<BomYieldChange>
  onChange: (change: Partial<ChangesSearch>, options: { replace: true }) => void
}

/** The row that is open, with every field before and after, and the way to the rows next to it. */
export function ChangePanel({ search, table, onChange }: ChangePanelProps): ReactNode {
  const { change, place, error, isPending, refetch } = useOpenChange(search, table)
  const show = (changed: Partial<ChangesSearch>) => onChange(changed, { replace: true })
  const step = (text: string, row: BomYieldChange | undefined) => (
    <button type="button" aria-disabled={row === undefined} onClick={() => row && show({ open: openKeyOf(row) })}>
      {text}
    </button>
  )
  return (
    <SidePanel title={(search.open ?? []).slice(0, 2).join(' ')} onClose={() => show({ open: undefined })}>
      {place >= 0 && (
        <div className="panel-steps">
          {step('Previous row', table.rows[place - 1])}
          {step('Next row', table.rows[place + 1])}
          <span className="quiet">Row {(place + 1).toLocaleString('en-GB')}</span>
        </div>
      )}
      {change ? (
        <Change change={change} />
      ) : error !== null ? (
        <Problem error={error} onRetry={refetch} />
      ) : isPending ? (
        <Skeleton lines={12} />
      ) : (
        <Empty title="Neither snapshot contains this row.">Choose other snapshots, or open another row.</Empty>
      )}
    </SidePanel>
  )
}

function Change({ change }: { change: BomYieldChange }): ReactNode {
  const { changeType, changedFields, yieldDirection, delta, matchKey, style } = change
  const hasUncounted = compareRows(change).some(({ state }) => state === 'differs')
  return (
    <>
      <p className="panel-steps">
        <ChangeMark change={changeType} />
        {yieldDirection !== null && <ChangeMark change={yieldDirection} />}
        <Link to="/yields" search={{ style }}>
          All yields of {style}
        </Link>
      </p>
      {changedFields.length > 0 && <p>Changed: {changedFields.map(fieldName).join(', ')}</p>}
      {delta !== null && (
        <section>
          <h3>Difference per garment</h3>
          <Delta delta={delta} />
        </section>
      )}
      <ComparedTable change={change} />
      {hasUncounted && (
        <p className="quiet">Fields marked “differs” are not compared. They do not make a row count as changed.</p>
      )}
      <p className="quiet">
        Match key <CopyId id={matchKey} />
      </p>
    </>
  )
}

function Delta({ delta: { netYield, grossYield, grossPercent, uom } }: { delta: YieldDelta }): ReactNode {
  return (
    <dl className="record">
      <div>
        <dt>Net yield</dt>
        <dd>
          <Amount value={netYield} unit={uom} withSign />
        </dd>
      </div>
      <div>
        <dt>Gross yield</dt>
        <dd>
          <Amount value={grossYield} unit={uom} withSign /> (<Amount value={grossPercent} unit="%" withSign />)
        </dd>
      </div>
    </dl>
  )
}
