import { changeTypeValues } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { CheckFilter, Filters, named, SelectFilter, TextFilter } from '../../parts/filters.tsx'
import { chipsOf } from '../../parts/find/chips.ts'
import { FindBox } from '../../parts/find/find-box.tsx'
import { type ChangesSearch, withoutFilters } from './changes-search.ts'

const codeFilters = [
  ['style', 'Style'],
  ['sku', 'SKU'],
  ['material', 'Material'],
  ['supplier', 'Supplier'],
] as const

const chipNames = {
  ...Object.fromEntries(codeFilters),
  mpn: 'MPN',
  changeType: (type: string) => `Change: ${formatCode(type)}`,
  includeUnchanged: () => 'With unchanged rows',
}

interface ChangeFiltersProps {
  search: ChangesSearch
  onChange: (change: Partial<ChangesSearch>) => void
}

/** All filters of `listBomYieldChanges`. Values apply before or after the change. */
export function ChangeFilters({ search, onChange }: ChangeFiltersProps): ReactNode {
  return (
    <Filters
      chips={chipsOf(search, chipNames, (name) => onChange({ [name]: undefined }))}
      onClear={() => onChange(withoutFilters)}
    >
      {codeFilters.map(([name, label]) => (
        <FindBox
          key={name}
          kind={name}
          label={label}
          takesAny
          value={search[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <TextFilter
        label="MPN"
        placeholder="Supplier article number"
        value={search.mpn}
        onChange={(mpn) => onChange({ mpn })}
      />
      <SelectFilter
        label="Change"
        value={search.changeType}
        options={named(changeTypeValues)}
        onChange={(changeType) => onChange({ changeType })}
      />
      <CheckFilter
        label="With unchanged rows"
        value={search.includeUnchanged}
        onChange={(includeUnchanged) => onChange({ includeUnchanged })}
      />
      <CheckFilter
        label="Group by style and line"
        value={search.grouped}
        onChange={(grouped) => onChange({ grouped })}
      />
    </Filters>
  )
}
