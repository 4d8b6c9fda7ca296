import { ApiProblem, type CreateExportInput, type ExportKind } from '@tenant-data/client'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { ExportField } from './export-field.tsx'
import type { ParameterName } from './export-fields.ts'
import { changedFilters, type ExportFilters, requestOf } from './export-filters.ts'
import { fieldsOf } from './export-kinds.ts'
import { KindChoice } from './kind-choice.tsx'
import { Suggestions, suggestionIds } from './suggestions.tsx'
import { useDraft } from './use-draft.ts'

interface ExportFormProps {
  kind: ExportKind
  /** As the address has them. */
  filters: ExportFilters
  /** While a file is made. */
  isBusy: boolean
  /** Why the last request was refused. */
  error: Error | null
  onKind: (kind: ExportKind) => void
  /** Filters that differ from those of the address. */
  onFilters: (changed: ExportFilters) => void
  onCreate: (request: CreateExportInput) => void
  submit: RefObject<HTMLButtonElement | null>
}

/** What file is wanted: its kind, and the parameters that the contract has for it. */
export function ExportForm(props: ExportFormProps): ReactNode {
  const { kind, filters, isBusy, error, onKind, onFilters, onCreate, submit } = props
  const [draft, change] = useDraft(filters)
  const faults = useMemo(() => faultsOf(error), [error])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [faults])
  const fields = fieldsOf(kind) as [ParameterName, ReturnType<typeof fieldsOf>[number][1]][]
  const keep = () => {
    const changed = changedFilters(filters, draft)
    if (Object.keys(changed).length > 0) onFilters(changed)
  }
  return (
    <form
      ref={form}
      className="export-form"
      aria-label="New export"
      noValidate
      onBlur={keep}
      onSubmit={(event) => {
        event.preventDefault()
        keep()
        if (!isBusy) onCreate(requestOf(kind, draft))
      }}
    >
      <KindChoice kind={kind} onChange={onKind} />
      <div className="export-fields">
        {fields.map(([name, field]) => (
          <ExportField
            key={`${kind} ${name}`}
            field={field}
            value={draft[name]}
            fault={faults.get(`parameters.${name}`)}
            suggestions={suggestionIds[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      <Suggestions names={fields.map(([name]) => name)} />
      <p className="export-submit">
        <button type="submit" className="primary" ref={submit} aria-disabled={isBusy}>
          Create and download
        </button>
        <span className="quiet">All fields are optional. If you leave them empty, the file contains all rows.</span>
      </p>
    </form>
  )
}

/** The errors of each field, joined. */
function faultsOf(error: Error | null): ReadonlyMap<string, string> {
  const faults = error instanceof ApiProblem ? error.errors : []
  const byName = Map.groupBy(faults, ({ name }) => name.split('.').slice(0, 2).join('.'))
  return new Map([...byName].map(([name, all]) => [name, all.map(({ detail }) => detail).join('; ')]))
}
