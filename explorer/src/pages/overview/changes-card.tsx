import { Link } from '@tanstack/react-router'
import { ApiProblem, type BomYieldChange, type BomYieldChangeSummary } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/numbers.ts'
import { Card } from '../../parts/layout.tsx'
import { ChangeMark } from '../../parts/marks.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { Amount, Bar, Time } from '../../parts/values.tsx'
import { reads, useOverview } from './overview-reads.ts'

/** The newest snapshot, what changed in it, and the five yields that changed most. */
export function ChangesCard(): ReactNode {
  const snapshots = useOverview(reads.snapshots)
  const changes = useOverview(reads.changes)
  const newest = snapshots.data?.data[0]
  const isFirst = changes.error instanceof ApiProblem && changes.error.code === 'snapshot_not_found'
  return (
    <Card title={<Link to="/changes">BOM changes</Link>} aside={newest && <Time value={newest.completedAt} withAge />}>
      <Loaded query={snapshots} lines={1}>
        {({ data: [snapshot] }) =>
          snapshot === undefined ? (
            <Empty title="No BOM published yet." />
          ) : (
            <p>
              <Link to="/yields" search={{ snapshotId: snapshot.snapshotId }}>
                Snapshot {snapshot.publicationNumber}
              </Link>{' '}
              of {snapshot.sourceSystem}: {formatCount(snapshot.styleCount, 'style')},{' '}
              {formatCount(snapshot.skuCount, 'SKU')}, {formatCount(snapshot.rowCount, 'yield')}
            </p>
          )
        }
      </Loaded>
      {isFirst ? (
        <p className="quiet">There is only one snapshot, so there is nothing to compare.</p>
      ) : (
        <Loaded query={changes} lines={9}>
          {({ data }) => <Changed summary={data} />}
        </Loaded>
      )}
    </Card>
  )
}

function Changed({ summary }: { summary: BomYieldChangeSummary }): ReactNode {
  const { counts, largest, from, to } = summary
  const between = { fromSnapshotId: from.snapshotId, toSnapshotId: to.snapshotId }
  const movers = largest.filter(({ delta }) => delta !== null && delta.grossPercent !== null)
  if (counts.rows === 0) return <p className="quiet">No changes since the previous snapshot.</p>
  return (
    <>
      <ul className="figures">
        {(['added', 'removed', 'changed'] as const).map((changeType) => (
          <li key={changeType}>
            <Link to="/changes" search={{ ...between, changeType }}>
              <ChangeMark change={changeType} count={counts.changeType[changeType]} />
            </Link>
          </li>
        ))}
        <li>
          <ChangeMark change="increased" count={counts.yieldDirection.increased} />
        </li>
        <li>
          <ChangeMark change="decreased" count={counts.yieldDirection.decreased} />
        </li>
      </ul>
      {movers.length > 0 && <h3>Largest changes in gross yield</h3>}
      <ol className="lines">
        {movers.map((row) => (
          <Mover
            key={`${row.matchKey} ${row.sku}`}
            row={row}
            largest={movers[0]?.delta?.grossPercent ?? null}
            between={between}
          />
        ))}
      </ol>
    </>
  )
}

interface MoverProps {
  row: BomYieldChange
  largest: string | null
  between: { fromSnapshotId: string; toSnapshotId: string }
}

function Mover({ row, largest, between }: MoverProps): ReactNode {
  const { style, sku, placement, before, after, delta, yieldDirection } = row
  const percent = delta?.grossPercent ?? null
  return (
    <li>
      <Link to="/changes" search={{ ...between, style, sku }}>
        {style} {sku}
      </Link>
      <span>
        {yieldDirection && <ChangeMark change={yieldDirection} />} <Amount value={percent} unit="%" withSign />
      </span>
      <small>
        {[placement, after?.materialName ?? after?.material].filter(Boolean).join(', ')}:{' '}
        <Amount value={before?.grossYield ?? null} unit={before?.uom} /> →{' '}
        <Amount value={after?.grossYield ?? null} unit={after?.uom} />
      </small>
      <Bar value={percent} largest={largest} tone={yieldDirection === 'increased' ? 'bad' : 'good'} />
    </li>
  )
}
