import type { ReactNode } from 'react'
import { Filters, TextFilter } from '../../../parts/forms/filters.tsx'
import { useToken } from '../../../session/use-token.ts'
import type { YieldsSearch } from '../yields-search.ts'
import { SnapshotFilter } from './snapshot-filter.tsx'
import { StyleBox } from './style-box.tsx'

const filters = [
  ['sku', 'SKU'],
  ['material', 'Material'],
  ['supplier', 'Supplier'],
  ['mpn', 'MPN'],
] as const

const none: YieldsSearch = {
  style: undefined,
  sku: undefined,
  material: undefined,
  supplier: undefined,
  mpn: undefined,
  colorway: undefined,
  record: undefined,
}

interface YieldsFiltersProps {
  search: YieldsSearch
  onChange: (change: Partial<YieldsSearch>) => void
}

/** The snapshot, the style, and the other filters, all of them exact. */
export function YieldsFilters({ search, onChange }: YieldsFiltersProps): ReactNode {
  const canSearch = useToken().data?.credential.scopes.includes('graph:read') ?? false
  const take = (change: Partial<YieldsSearch>) => onChange({ ...change, record: undefined })
  const takeStyle = (style: string | undefined) => take({ style, colorway: undefined })
  const isSet = search.style !== undefined || filters.some(([name]) => search[name] !== undefined)
  return (
    <Filters onClear={isSet ? () => onChange(none) : undefined}>
      <SnapshotFilter value={search.snapshotId} onChange={(snapshotId) => take({ snapshotId })} />
      {canSearch ? (
        <StyleBox value={search.style} onChoose={takeStyle} />
      ) : (
        <TextFilter label="Style" value={search.style} onChange={takeStyle} placeholder="Full style number" />
      )}
      {filters.map(([name, label]) => (
        <TextFilter key={name} label={label} value={search[name]} onChange={(value) => take({ [name]: value })} />
      ))}
    </Filters>
  )
}
