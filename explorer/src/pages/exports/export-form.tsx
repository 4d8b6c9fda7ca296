import { ApiProblem, type CreateExportInput, type ExportFormat, type ExportKind } from '@tenant-data/client'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { formatTime } from '../../format/times.ts'
import { useRead } from '../../parts/use-read.ts'
import { useHasScope } from '../../session/session-context.tsx'
import { ExportField } from './export-field.tsx'
import { exportKinds, fieldsOf, kindNames, type ParameterName } from './export-kinds.ts'
import { changedFilters, type ExportFilters, requestOf } from './exports-search.ts'
import { FormatChoice } from './format-choice.tsx'

interface ExportFormProps {
  kind: ExportKind
  format: ExportFormat
  /** The parameters in the URL. */
  filters: ExportFilters
  /** True while a file is created. */
  isBusy: boolean
  /** The error of the last request. */
  error: Error | null
  onKind: (kind: ExportKind) => void
  onFormat: (format: ExportFormat) => void
  /** Called with the changed parameters. */
  onFilters: (changed: ExportFilters) => void
  onCreate: (request: CreateExportInput) => void
  submit: RefObject<HTMLButtonElement | null>
}

/** The form for a new export: its kind, and the parameters of this kind in the contract. */
export function ExportForm(props: ExportFormProps): ReactNode {
  const { kind, format, filters, isBusy, error, onKind, onFormat, onFilters, onCreate, submit } = props
  const [draft, change] = useDraft(filters)
  const faults = useMemo(() => faultsOf(error), [error])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [faults])
  const all = fieldsOf(kind) as [ParameterName, ReturnType<typeof fieldsOf>[number][1]][]
  const fields = all.filter(([name]) => name !== 'byteOrderMark' || format === 'csv')
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
        if (!isBusy) onCreate(requestOf(kind, format, draft))
      }}
    >
      <KindChoice kind={kind} onChange={onKind} />
      <div className="export-fields">
        <FormatChoice format={format} onChange={onFormat} />
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

/**
 * The values that the user is typing. When a parameter changes in the URL, its field changes too, and other fields keep
 * what was typed.
 */
function useDraft(given: ExportFilters): [ExportFilters, (changed: ExportFilters) => void] {
  const [draft, setDraft] = useState(given)
  const before = useRef(given)
  useEffect(() => {
    const changed = changedFilters(before.current, given)
    before.current = given
    if (Object.keys(changed).length > 0) setDraft((present) => ({ ...present, ...changed }))
  }, [given])
  return [draft, (changed) => setDraft((present) => ({ ...present, ...changed }))]
}

/** The choice of the export's kind, with a description of its rows. */
function KindChoice({ kind, onChange }: { kind: ExportKind; onChange: (kind: ExportKind) => void }): ReactNode {
  return (
    <fieldset className="kinds">
      <legend>Kind of export</legend>
      {kindNames.map((one) => (
        <label key={one} className="kind">
          <input type="radio" name="kind" value={one} checked={one === kind} onChange={() => onChange(one)} />
          <span>
            <b>{exportKinds[one].name}</b>
            <small className="quiet">Each row is {exportKinds[one].rows}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The element IDs of the suggestions that fields offer, by the names of their parameters. */
const suggestionIds: Readonly<Record<string, string>> = {
  snapshotId: 'snapshots',
  fromSnapshotId: 'snapshots',
  toSnapshotId: 'snapshots',
  datasetId: 'datasets',
}

/** Suggests snapshots and datasets, if the token may list them. Users can also type any other ID. */
function Suggestions({ names }: { names: readonly string[] }): ReactNode {
  const asks = (id: string) => names.some((name) => suggestionIds[name] === id)
  const asksSnapshots = useHasScope('bom:read') && asks('snapshots')
  const asksDatasets = useHasScope('materials:read') && asks('datasets')
  const snapshots = useRead('listBomSnapshots', { limit: 100 }, { enabled: asksSnapshots })
  const datasets = useRead('listServiceDatasets', { limit: 1000 }, { enabled: asksDatasets })
  return (
    <>
      <datalist id="snapshots">
        {snapshots.data?.data.map(({ snapshotId, publicationNumber, completedAt }) => (
          <option key={snapshotId} value={snapshotId}>
            {`Snapshot ${publicationNumber}, ${formatTime(completedAt)}`}
          </option>
        ))}
      </datalist>
      <datalist id="datasets">
        {datasets.data?.data.map(({ datasetId, name }) => (
          <option key={datasetId} value={datasetId}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
