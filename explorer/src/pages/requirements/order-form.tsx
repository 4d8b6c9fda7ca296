import { priceBasisValues } from '@tenant-data/client'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { formatCode } from '../../format/names.ts'
import { CheckFilter, Filters, named, SelectFilter } from '../../parts/filters.tsx'
import { chipsOf } from '../../parts/find/chips.ts'
import { FindBox } from '../../parts/find/find-box.tsx'
import type { RequirementsSearch } from './requirements-search.ts'

interface OrderFormProps {
  search: RequirementsSearch
  onChange: (change: Partial<RequirementsSearch>) => void
}

/** The order, one item a line. */
export function OrderForm({ search, onChange }: OrderFormProps): ReactNode {
  const id = useId()
  const [order, setOrder] = useState(search.order ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ order: order.trim() === '' ? undefined : order })
  }
  return (
    <form className="order-form" onSubmit={submit}>
      <label htmlFor={id}>Order</label>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        placeholder={'QM27-0113-YLW-L 300\nQM27-0059 FRS 40=100 42=150'}
        aria-describedby={`${id}-help`}
        value={order}
        onChange={({ target }) => setOrder(target.value)}
      />
      <p id={`${id}-help`} className="quiet">
        One item a line, typed or pasted from a spreadsheet: a SKU and its pieces, or a style, its colorway, and pieces
        by size such as <code>M=300</code>. One piece of one SKU is the material cost of a garment.
      </p>
      <p>
        <button type="submit">Calculate</button>
      </p>
    </form>
  )
}

const none = { priceBasis: undefined, factory: undefined, withoutStock: undefined }

const chipNames = {
  priceBasis: (basis: string) => `Price: ${formatCode(basis)}`,
  factory: 'Stock of factory',
  withoutStock: () => 'Without stock',
}

/** Which prices and which stock count. */
export function CalculationFilters({ search, onChange }: OrderFormProps): ReactNode {
  const { priceBasis, factory, withoutStock } = search
  const chips = chipsOf(search, chipNames, (name) => onChange({ [name]: undefined }))
  return (
    <Filters chips={chips} onClear={() => onChange(none)}>
      <SelectFilter
        label="Price"
        value={priceBasis ?? 'nominated'}
        options={named(priceBasisValues)}
        all={null}
        onChange={(chosen) => onChange({ priceBasis: chosen === 'nominated' ? undefined : chosen })}
      />
      <FindBox
        kind="factory"
        label="Stock of factory"
        takesAny
        value={factory}
        onChange={(chosen) => onChange({ factory: chosen })}
      />
      <CheckFilter
        label="Without stock"
        value={withoutStock}
        onChange={(chosen) => onChange({ withoutStock: chosen })}
      />
    </Filters>
  )
}
