import type { ReactNode } from 'react'
import { formatCode } from '../../../format/format-count.ts'
import { fromLocalInput, toLocalInput } from '../../../format/local-time.ts'
import { Filters, SelectFilter, TextFilter } from '../../../parts/forms/filters.tsx'
import { useAddress } from '../../../use-address.ts'
import { ingestSearch } from '../ingest-search.ts'
import { rejectionReasons } from '../ingest-values.ts'

const none = { reason: undefined, type: undefined, source: undefined, since: undefined }

/** Every filter of the rejections. */
export function RejectionFilters(): ReactNode {
  const [{ reason, type, source, since }, setSearch] = useAddress(ingestSearch)
  const isSet = [reason, type, source, since].some((value) => value !== undefined)
  return (
    <Filters onClear={isSet ? () => setSearch(none) : undefined}>
      <SelectFilter
        label="Reason"
        value={reason}
        options={rejectionReasons.map((one) => [one, formatCode(one)] as const)}
        onChange={(chosen) => setSearch({ reason: chosen })}
      />
      <TextFilter
        label="Source"
        value={source}
        placeholder="/plm/main"
        onChange={(text) => setSearch({ source: text })}
      />
      <TextFilter
        label="Type"
        value={type}
        placeholder="tenantdata.material.upserted.v1"
        onChange={(text) => setSearch({ type: text })}
      />
      <TextFilter
        label="Since"
        type="datetime-local"
        value={toLocalInput(since)}
        onChange={(text) => setSearch({ since: fromLocalInput(text) })}
      />
    </Filters>
  )
}
