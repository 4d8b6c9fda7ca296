import type { ReactNode } from 'react'
import { formatTime } from '../../format/times.ts'
import { Filters, SelectFilter, TextFilter } from '../../parts/filters.tsx'
import { chipsOf } from '../../parts/find/chips.ts'
import { FindBox } from '../../parts/find/find-box.tsx'
import { useSnapshots } from './use-pinned.ts'
import type { YieldsSearch } from './yields-search.ts'

const codeFilters = [
  ['style', 'Style'],
  ['sku', 'SKU'],
  ['material', 'Material'],
  ['supplier', 'Supplier'],
] as const
const chipNames = { ...Object.fromEntries(codeFilters), mpn: 'MPN', colorway: 'Colorway' }

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

/** The snapshot, and all filters of `listBomYields` that name a thing. */
export function YieldsFilters({ search, onChange }: YieldsFiltersProps): ReactNode {
  const take = (change: Partial<YieldsSearch>) => onChange({ ...change, record: undefined })
  const set = (name: keyof YieldsSearch, value?: string) =>
    take({ [name]: value, ...(name === 'style' && { colorway: undefined }) })
  return (
    <Filters chips={chipsOf(search, chipNames, set)} onClear={() => onChange(none)}>
      <SnapshotFilter value={search.snapshotId} onChange={(snapshotId) => take({ snapshotId })} />
      {codeFilters.map(([name, label]) => (
        <FindBox
          key={name}
          kind={name}
          label={label}
          takesAny
          value={search[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
      <TextFilter label="MPN" value={search.mpn} onChange={(value) => set('mpn', value)} />
    </Filters>
  )
}

interface SnapshotFilterProps {
  value: string | undefined
  onChange: (snapshotId: string | undefined) => void
}

/** Chooses one of the latest snapshots. The newest if none is chosen. */
function SnapshotFilter({ value, onChange }: SnapshotFilterProps): ReactNode {
  const { data } = useSnapshots()
  const options = (data?.data ?? []).map(
    ({ snapshotId, publicationNumber, completedAt }) =>
      [snapshotId, `${publicationNumber} of ${formatTime(completedAt)}`] as const,
  )
  const isListed = value === undefined || options.some(([snapshotId]) => snapshotId === value)
  return (
    <SelectFilter
      label="Snapshot"
      value={value}
      options={isListed ? options : [[value, value], ...options]}
      onChange={onChange}
      all="Newest"
    />
  )
}
