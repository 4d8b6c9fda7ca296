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
    cell: ({ gross, uom }) => <Amount value={gross} unit={uom} />,
    values: ({ gross, uom }) => ({ Needed: gross, Unit: uom }),
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
    values: ({ cost }) => ({ Cost: cost?.amount ?? null, Currency: cost?.currency ?? null }),
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
  return cost === null ? <Nothing /> : <Amount value={cost.amount} unit={cost.currency} />
}

function LeadTime({ days }: { days: number | null }): ReactNode {
  return days === null ? <Nothing /> : formatCount(days, 'day')
}
