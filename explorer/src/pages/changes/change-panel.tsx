import { Link } from '@tanstack/react-router'
import type { BomYieldChange, YieldDelta } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName } from '../../format/names.ts'
import { formatNumber } from '../../format/numbers.ts'
import { SidePanel } from '../../parts/layout.tsx'
import { ChangeMark } from '../../parts/marks.tsx'
import { Empty, Problem, Skeleton } from '../../parts/states.tsx'
import { type ListState, useList } from '../../parts/use-list.ts'
import { Amount, CopyId, Fact } from '../../parts/values.tsx'
import { FieldValue } from '../../parts/whole-record.tsx'
import { YieldHistory } from '../../parts/yield-history/yield-history.tsx'
import { type ComparedField, compareRows, openKeyOf, rowKeyOf } from './change-rows.ts'
import { type ChangesSearch, comparisonOf, withoutFilters } from './changes-search.ts'
import type { ComparedSides } from './timeline/snapshot-choice.tsx'

interface ChangePanelProps {
  search: ChangesSearch
  table: ListState<BomYieldChange>
  /** The compared snapshots. Null until they are known. */
  sides: ComparedSides | null
  onChange: (change: Partial<ChangesSearch>, options: { replace: true }) => void
}

/** The open row with every field before and after, and buttons for the previous and the next row. */
export function ChangePanel({ search, table, sides, onChange }: ChangePanelProps): ReactNode {
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
          <span className="quiet">Row {formatNumber(place + 1)}</span>
        </div>
      )}
      {change ? (
        <Change change={change} sides={sides} />
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

function Change({ change, sides }: { change: BomYieldChange; sides: ComparedSides | null }): ReactNode {
  const { changeType, changedFields, yieldDirection, delta, matchKey, style } = change
  // A removed row is only in the earlier snapshot.
  const shownIn = change.after === null ? sides?.from : sides?.to
  const shown = change.after ?? change.before
  const hasUncounted = compareRows(change).some(({ state }) => state === 'differs')
  return (
    <>
      <p className="panel-steps">
        <ChangeMark change={changeType} />
        {yieldDirection !== null && <ChangeMark change={yieldDirection} />}
        <Link to="/yields" search={{ snapshotId: shownIn?.snapshotId, style }}>
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
      {shown && <YieldHistory matchKey={matchKey} styleId={shown.styleId} />}
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
      <Fact name="Net yield">
        <Amount value={netYield} unit={uom} withSign />
      </Fact>
      <Fact name="Gross yield">
        <Amount value={grossYield} unit={uom} withSign /> (<Amount value={grossPercent} unit="%" withSign />)
      </Fact>
    </dl>
  )
}

interface OpenChange {
  change: BomYieldChange | undefined
  /** The index of the row in the table, or -1 if it is not among the loaded rows. */
  place: number
  error: Error | null
  isPending: boolean
  refetch: () => void
}

/** The row that the URL names: from the table, or requested separately if the table has not loaded it. */
function useOpenChange(search: ChangesSearch, table: ListState<BomYieldChange>): OpenChange {
  const { open } = search
  const key = open?.join(' ')
  const place = open === undefined ? -1 : table.rows.findIndex((row) => rowKeyOf(row) === key)
  const [style, sku] = open ?? []
  const alone = useList(
    'listBomYieldChanges',
    { ...comparisonOf(search), ...withoutFilters, style, sku, includeUnchanged: true },
    { enabled: open !== undefined && place < 0 && !table.isPending },
  )
  const { error, refetch } = alone
  const change = table.rows[place] ?? alone.rows.find((row) => rowKeyOf(row) === key)
  return { change, place, error, refetch, isPending: change === undefined && alone.isPending }
}

/** A row field by field, before and after. Changed values are struck through and underlined, with a label. */
function ComparedTable({ change }: { change: BomYieldChange }): ReactNode {
  return (
    <table className="compared-table">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {compareRows(change).map((field) => (
          <tr key={field.name} className={field.state}>
            <th scope="row">
              {fieldName(field.name)} <State state={field.state} />
            </th>
            <td>{sideOf(field, 'before', change.before !== null)}</td>
            <td>{sideOf(field, 'after', change.after !== null)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function State({ state }: Pick<ComparedField, 'state'>): ReactNode {
  if (state === 'same') return null
  return state === 'changed' ? <ChangeMark change="changed" /> : <span className="mark quiet">differs</span>
}

function sideOf(field: ComparedField, side: 'before' | 'after', isThere: boolean): ReactNode {
  if (!isThere) return null
  const value = <Value name={field.name} value={field[side]} />
  if (field.state !== 'changed') return value
  return side === 'before' ? <del>{value}</del> : <ins>{value}</ins>
}

/** IDs are shortened, because users copy them but do not read them. */
function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  return name.endsWith('Id') && typeof value === 'string' ? (
    <CopyId id={value} text={`${value.slice(0, 8)} …`} />
  ) : (
    <FieldValue value={value} />
  )
}
