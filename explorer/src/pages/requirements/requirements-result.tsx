import type { MaterialRequirementsResponse, RequirementCost } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount } from '../../format/numbers.ts'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { requirementColumns } from './requirement-columns.tsx'

interface ResultProps {
  response: MaterialRequirementsResponse
  /** The line of each item, in the order of the request. */
  lines: readonly number[]
}

/** What the order costs, what is left out, and the materials that it needs. */
export function RequirementsResult({ response: { data, meta }, lines }: ResultProps): ReactNode {
  const { materials, pieces, totals, unpriced, unconverted, notFound, snapshot } = data
  const list = {
    ...{ rows: materials, isPending: false, isFetching: false, error: null, hasMore: false },
    loadMore: () => {},
    refetch: () => {},
  }
  return (
    <>
      <ul className="figures totals">
        <li>{formatCount(pieces, 'piece')}</li>
        {totals.map((total) => (
          <li key={total.currency}>
            <Total total={total} />
          </li>
        ))}
      </ul>
      <p className="quiet">
        By the BOM of <Time value={snapshot.completedAt} />, at today’s prices and stock.
      </p>
      <ul className="plain-list" aria-label="Left out">
        {notFound.map(({ item, code, size, reason }) => (
          <li key={`${item} ${size}`} className="notice">
            Line {lines[item]}: {code}
            {size !== null && ` in size ${size}`}: {formatCode(reason).toLowerCase()}
          </li>
        ))}
        <NotPriced title="have no price" materials={unpriced} />
        <NotPriced title="have a price in a unit that does not convert" materials={unconverted} />
        {meta.notices.map(({ code, detail }) => (
          <li key={code} className="notice">
            {detail}
          </li>
        ))}
      </ul>
      <Table
        label="Materials"
        columns={requirementColumns}
        list={list}
        rowKey={({ materialId, uom }) => `${materialId} ${uom}`}
        rowHeight={56}
        total={materials.length}
        empty={<Empty title="The order needs no materials." />}
      />
    </>
  )
}

function Total({ total: { amount, currency, mean } }: { total: RequirementCost }): ReactNode {
  return (
    <>
      <b>
        <Amount value={amount} unit={currency} />
      </b>{' '}
      <span className="quiet">
        <Amount value={mean} unit={currency} /> a piece
      </span>
    </>
  )
}

function NotPriced({ title, materials }: { title: string; materials: readonly { material: string }[] }): ReactNode {
  if (materials.length === 0) return null
  return (
    <li className="notice">
      {formatCount(materials.length, 'material')} {title}, and are not part of the total:{' '}
      {materials.map(({ material }) => material).join(', ')}
    </li>
  )
}
