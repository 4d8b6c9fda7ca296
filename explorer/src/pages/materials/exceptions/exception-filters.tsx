import { exceptionStatusValues, type PositionExceptionCounts } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../../format/names.ts'
import { formatTime, fromLocalInput, toLocalInput } from '../../../format/times.ts'
import { Filters, named, SelectFilter, TextFilter } from '../../../parts/filters.tsx'
import { chipsOf } from '../../../parts/find/chips.ts'
import { FindBox } from '../../../parts/find/find-box.tsx'
import { useRead } from '../../../parts/use-read.ts'
import { type MaterialsSearch, severities } from '../materials-search.ts'
import { RefPicker } from '../ref-picker.tsx'
import { exceptionFilters, withoutFilters, withoutOne } from './exceptions.ts'

interface ExceptionFiltersProps {
  search: MaterialsSearch
  /** All codes, once they are loaded. */
  codes: PositionExceptionCounts['code'] | undefined
  onChange: (change: Partial<MaterialsSearch>) => void
  /** Rendered after the filters. */
  children: ReactNode
}

/** All filters of `listMaterialPositionExceptions`. */
export function ExceptionFilters({ search, codes, onChange, children }: ExceptionFiltersProps): ReactNode {
  const { code, severity, status, material, factory, supplier, system, steward, since } = search
  const known = codes ? (Object.keys(codes) as (keyof typeof codes)[]) : [code].filter((one) => one !== undefined)
  const systems = useSystemNames(search)
  const chips = chipsOf(search, chipNames, (name) => onChange({ [name]: undefined }))
  return (
    <Filters chips={chips} onClear={() => onChange(withoutFilters)}>
      <RefPicker kind="material" value={material} onChange={(ref) => onChange({ material: ref })} />
      <RefPicker kind="factory" value={factory} onChange={(ref) => onChange({ factory: ref })} />
      <SelectFilter label="Code" value={code} options={named(known)} onChange={(one) => onChange({ code: one })} />
      <SelectFilter
        label="Severity"
        value={severity}
        options={named(severities)}
        onChange={(one) => onChange({ severity: one })}
      />
      <SelectFilter
        label="Status"
        value={status ?? 'open'}
        options={named(exceptionStatusValues)}
        all={null}
        onChange={(one) => onChange({ status: one === 'open' ? undefined : one })}
      />
      <SelectFilter
        label="System"
        value={system}
        options={named(systems, String)}
        onChange={(one) => onChange({ system: one })}
      />
      <FindBox
        kind="supplier"
        label="Supplier"
        takesAny
        value={supplier}
        onChange={(code) => onChange({ supplier: code })}
      />
      <TextFilter
        label="Steward"
        placeholder="Full name"
        value={steward}
        onChange={(text) => onChange({ steward: text })}
      />
      <TextFilter
        label="Since"
        type="datetime-local"
        value={toLocalInput(since)}
        onChange={(text) => onChange({ since: fromLocalInput(text) })}
      />
      {children}
    </Filters>
  )
}

const chipNames = {
  code: (code: string) => `Code: ${formatCode(code)}`,
  severity: (severity: string) => `Severity: ${formatCode(severity)}`,
  status: (status: string) => `Status: ${formatCode(status)}`,
  material: 'Material',
  factory: 'Factory',
  supplier: 'Supplier',
  system: 'System',
  steward: 'Steward',
  since: (since: string) => `Since ${formatTime(since)}`,
}

/** The names of the systems that have exceptions under the other filters, and of the selected one. */
function useSystemNames(search: MaterialsSearch): string[] {
  const others = withoutOne(exceptionFilters(search), 'system')
  const counts = useRead('summarizeMaterialPositionExceptions', others).data?.data.counts.system ?? {}
  return [...new Set([...Object.keys(counts), ...[search.system].filter((one) => one !== undefined)])].sort()
}
