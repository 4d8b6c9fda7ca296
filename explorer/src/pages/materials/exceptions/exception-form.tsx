import type { PositionExceptionCounts } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../../format/format-count.ts'
import { Filters, SelectFilter } from '../../../parts/forms/filters.tsx'
import { type MaterialsSearch, severities, statuses } from '../materials-search.ts'
import { RefPicker } from '../pick/ref-picker.tsx'

interface ExceptionFormProps {
  search: MaterialsSearch
  /** All codes there are, once they are known. */
  codes: PositionExceptionCounts['code'] | undefined
  onChange: (change: Partial<MaterialsSearch>) => void
  /** Stands behind the filters. */
  children: ReactNode
}

/** Every filter of exceptions that the API has. */
export function ExceptionForm({ search, codes, onChange, children }: ExceptionFormProps): ReactNode {
  const { code, severity, status, material, factory, system } = search
  const known = codes ? (Object.keys(codes) as (keyof typeof codes)[]) : [code].filter((one) => one !== undefined)
  const none = { code: undefined, severity: undefined, status: undefined, material: undefined, factory: undefined }
  const isFiltered = [code, severity, status, material, factory, system].some((one) => one !== undefined)
  return (
    <Filters onClear={isFiltered ? () => onChange({ ...none, system: undefined }) : undefined}>
      <RefPicker kind="material" value={material} onChange={(ref) => onChange({ material: ref })} />
      <RefPicker kind="factory" value={factory} onChange={(ref) => onChange({ factory: ref })} />
      <SelectFilter
        label="Code"
        value={code}
        options={known.map((one) => [one, formatCode(one)] as const)}
        onChange={(one) => onChange({ code: one })}
      />
      <SelectFilter
        label="Severity"
        value={severity}
        options={severities.map((one) => [one, formatCode(one)] as const)}
        onChange={(one) => onChange({ severity: one })}
      />
      <SelectFilter
        label="Status"
        value={status ?? 'open'}
        options={statuses.map((one) => [one, formatCode(one)] as const)}
        all={null}
        onChange={(one) => onChange({ status: one === 'open' ? undefined : one })}
      />
      {children}
    </Filters>
  )
}
