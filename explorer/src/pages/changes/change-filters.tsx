import type { ReactNode } from 'react'
import { formatCode } from '../../format/format-count.ts'
import { CheckFilter, Filters, SelectFilter, TextFilter } from '../../parts/forms/filters.tsx'
import { type ChangesSearch, changeTypes, isFiltered, withoutFilters } from './changes-search.ts'

interface ChangeFiltersProps {
  search: ChangesSearch
  onChange: (change: Partial<ChangesSearch>) => void
}

/** Every filter of `listBomYieldChanges`. Values are compared exactly, before or after. */
export function ChangeFilters({ search, onChange }: ChangeFiltersProps): ReactNode {
  return (
    <Filters onClear={isFiltered(search) ? () => onChange(withoutFilters) : undefined}>
      <TextFilter label="Style" placeholder="number" value={search.style} onChange={(style) => onChange({ style })} />
      <TextFilter label="SKU" placeholder="code" value={search.sku} onChange={(sku) => onChange({ sku })} />
      <TextFilter
        label="Material"
        placeholder="number or ID"
        value={search.material}
        onChange={(material) => onChange({ material })}
      />
      <TextFilter
        label="Supplier"
        placeholder="name or code"
        value={search.supplier}
        onChange={(supplier) => onChange({ supplier })}
      />
      <TextFilter
        label="MPN"
        placeholder="supplier article number"
        value={search.mpn}
        onChange={(mpn) => onChange({ mpn })}
      />
      <SelectFilter
        label="Change"
        value={search.changeType}
        options={changeTypes.map((type) => [type, formatCode(type)] as const)}
        onChange={(changeType) => onChange({ changeType })}
      />
      <CheckFilter
        label="With unchanged rows"
        value={search.includeUnchanged}
        onChange={(includeUnchanged) => onChange({ includeUnchanged })}
      />
    </Filters>
  )
}
