import type { MaterialRequirementsResponse, NotFoundReason, RequirementCost } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/numbers.ts'
import { Empty } from '../../parts/states.tsx'
import { wholeList } from '../../parts/use-list.ts'
import { Amount, Time } from '../../parts/values.tsx'
import { Table } from '../../table/table.tsx'
import { requirementColumns } from './requirement-columns.tsx'

const reasons: Readonly<Record<NotFoundReason, string>> = {
  no_such_sku: 'no style of the BOM has this SKU',
  several_skus: 'several SKUs match; add the colorway, or use the code of the SKU',
  no_such_style: 'the BOM does not contain this style',
  several_styles: 'several styles have this number; use the entity ID',
  no_such_colorway: 'the style has no SKU in this colorway',
  no_such_size: 'the style has no SKU in this size and colorway',
}

interface ResultProps {
  response: MaterialRequirementsResponse
  /** The line of each item, in the order of the request. */
  lines: readonly number[]
}

/** What the order costs, what is left out, and the materials that it needs. */
export function RequirementsResult({ response: { data, meta }, lines }: ResultProps): ReactNode {
  const { materials, pieces, totals, unpriced, unconverted, notFound, snapshot } = data
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
      <div className="left-out">
        {notFound.map(({ item, code, size, reason }) => (
          <p key={`${item} ${size}`} className="notice">
            Line {lines[item]}, {code}
            {size !== null && ` in size ${size}`}: {reasons[reason]}
          </p>
        ))}
        <NotPriced title="have no price" materials={unpriced} />
        <NotPriced title="have a price in a unit that does not convert" materials={unconverted} />
        {meta.notices.map(({ code, detail }) => (
          <p key={code} className="notice">
            {detail}
          </p>
        ))}
      </div>
      <Table
        label="Materials"
        columns={requirementColumns}
        list={wholeList(materials)}
        rowKey={({ materialId, uom }) => `${materialId} ${uom}`}
        rowHeight={56}
        total={materials.length}
        empty={<Empty title="The order needs no materials." />}
      />
    </>
  )
}

/** A total, and its mean, which is alone if the total has no exact decimal. */
function Total({ total: { amount, currency, mean } }: { total: RequirementCost }): ReactNode {
  return (
    <>
      {(amount !== null || mean === null) && (
        <b>
          <Amount value={amount} unit={currency} />
        </b>
      )}{' '}
      {mean !== null && (
        <span className="quiet">
          <Amount value={mean} unit={currency} /> a piece
        </span>
      )}
    </>
  )
}

function NotPriced({ title, materials }: { title: string; materials: readonly { material: string }[] }): ReactNode {
  if (materials.length === 0) return null
  return (
    <p className="notice">
      {formatCount(materials.length, 'material')} {title}, and are not part of the total:{' '}
      {materials.map(({ material }) => material).join(', ')}
    </p>
  )
}
