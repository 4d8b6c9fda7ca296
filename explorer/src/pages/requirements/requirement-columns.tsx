import { Link } from '@tanstack/react-router'
import type { MaterialRequirement } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/numbers.ts'
import { Amount, Nothing } from '../../parts/values.tsx'
import type { Column } from '../../table/column.ts'

type Row = MaterialRequirement

/** The columns of the materials that an order needs. */
export const requirementColumns: readonly Column<Row>[] = [
  {
    name: 'Material',
    width: 'minmax(13rem, 2fr)',
    cell: (row) => <Material row={row} />,
    values: ({ label, supplier }) => ({ Material: label, Supplier: supplier?.label ?? null }),
  },
  {
    name: 'Needed',
    width: '10rem',
    align: 'right',
    cell: ({ gross, mean, uom }) => <AmountOrMean amount={gross} mean={mean} unit={uom} />,
    values: ({ gross, mean, uom }) => ({ Needed: gross, 'Needed a piece': mean, Unit: uom }),
  },
  {
    name: 'Available',
    width: '9.5rem',
    align: 'right',
    cell: ({ available }) => <Amount value={available} />,
    values: ({ available }) => ({ Available: available }),
  },
  {
    name: 'On order',
    width: '9rem',
    align: 'right',
    cell: ({ onOrder }) => <Amount value={onOrder} />,
    values: ({ onOrder }) => ({ 'On order': onOrder }),
  },
  {
    name: 'Missing',
    width: '10rem',
    align: 'right',
    cell: ({ net, uom }) => <Amount value={net} unit={uom} />,
    values: ({ net }) => ({ Missing: net }),
  },
  {
    name: 'Unit price',
    width: '10rem',
    align: 'right',
    cell: (row) => <UnitPrice row={row} />,
    values: ({ unitPrice, priceUom }) => ({
      'Unit price': unitPrice?.amount ?? null,
      'Currency of the price': unitPrice?.currency ?? null,
      'Unit of the price': priceUom,
    }),
  },
  {
    name: 'Cost',
    width: '11rem',
    align: 'right',
    cell: (row) => <Cost row={row} />,
    values: ({ cost }) => ({
      Cost: cost?.amount ?? null,
      'Cost a piece': cost?.mean ?? null,
      Currency: cost?.currency ?? null,
    }),
  },
  {
    name: 'Lead time',
    width: '6rem',
    align: 'right',
    cell: ({ leadTimeDays }) => <LeadTime days={leadTimeDays} />,
    values: ({ leadTimeDays }) => ({ 'Lead time in days': leadTimeDays }),
  },
]

function Material({ row: { materialId, label, supplier } }: { row: Row }): ReactNode {
  return (
    <span className="two-lines">
      <Link to="/graph" search={{ entity: materialId }} title={label}>
        {label}
      </Link>
      {supplier && <small title={supplier.label}>{supplier.label}</small>}
    </span>
  )
}

function UnitPrice({ row: { unitPrice, priceUom } }: { row: Row }): ReactNode {
  if (unitPrice === null) return <Nothing />
  return (
    <Amount
      value={unitPrice.amount}
      unit={priceUom === null ? unitPrice.currency : `${unitPrice.currency}/${priceUom}`}
    />
  )
}

function Cost({ row: { cost } }: { row: Row }): ReactNode {
  return cost === null ? <Nothing /> : <AmountOrMean amount={cost.amount} mean={cost.mean} unit={cost.currency} />
}

interface AmountOrMeanProps {
  amount: string | null
  /** The rounded amount of one piece. */
  mean: string | null
  unit: string
}

/** An amount of all pieces, or the mean of one piece where the amount has no exact decimal, as of yields by the dozen. */
function AmountOrMean({ amount, mean, unit }: AmountOrMeanProps): ReactNode {
  if (amount !== null || mean === null) return <Amount value={amount} unit={unit} />
  return (
    <span className="two-lines">
      <Amount value={mean} unit={unit} />
      <small>a piece</small>
    </span>
  )
}

function LeadTime({ days }: { days: number | null }): ReactNode {
  return days === null ? <Nothing /> : formatCount(days, 'day')
}
