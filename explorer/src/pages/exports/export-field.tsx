import { type ReactNode, useId } from 'react'
import { formatCode } from '../../format/names.ts'
import { fromLocalInput, toLocalInput } from '../../format/times.ts'
import type { Field } from './export-kinds.ts'
import type { FilterValue } from './exports-search.ts'

interface ExportFieldProps {
  field: Field
  value: FilterValue | undefined
  /** The error of the API for this field. */
  fault: string | undefined
  /** The element ID of a list of suggested values. */
  suggestions: string | undefined
  onChange: (value: FilterValue | undefined) => void
}

/** The input of one parameter of an export, with its label, hint, and error. */
export function ExportField(props: ExportFieldProps): ReactNode {
  const { field, fault } = props
  const id = useId()
  const describedBy = [field.hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined
  const told = { 'aria-describedby': describedBy, 'aria-invalid': fault !== undefined || undefined }
  const notes = (
    <>
      {field.hint && (
        <small id={`${id}-hint`} className="quiet">
          {field.hint}
        </small>
      )}
      {fault !== undefined && (
        <small id={`${id}-fault`} className="fault">
          <span aria-hidden="true">✕</span> {fault}
        </small>
      )}
    </>
  )
  if (field.input === 'some') {
    return (
      <fieldset className="export-field wide" {...told}>
        <legend>{field.label}</legend>
        <Choices {...props} values={field.values} />
        {notes}
      </fieldset>
    )
  }
  return (
    <div className={field.input === 'flag' ? 'export-field flag' : 'export-field'}>
      <label htmlFor={id}>{field.label}</label>
      <Input {...props} id={id} told={told} />
      {notes}
    </div>
  )
}

interface InputProps extends ExportFieldProps {
  id: string
  told: { 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }
}

function Input({ field, value, suggestions, onChange, id, told }: InputProps): ReactNode {
  const text = typeof value === 'string' ? value : ''
  if (field.input === 'flag') {
    const isOn = value === true
    return (
      <input
        {...told}
        id={id}
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked || undefined)}
      />
    )
  }
  if (field.input === 'one') {
    return (
      <select {...told} id={id} value={text} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">Any</option>
        {field.values.map((one) => (
          <option key={one} value={one}>
            {formatCode(one)}
          </option>
        ))}
      </select>
    )
  }
  const isTime = field.input === 'time'
  return (
    <input
      {...told}
      id={id}
      type={isTime ? 'datetime-local' : field.input === 'date' ? 'date' : 'text'}
      step={isTime ? 'any' : undefined}
      list={suggestions}
      value={isTime ? toLocalInput(text) : text}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onChange((isTime ? fromLocalInput(target.value) : target.value) || undefined)}
    />
  )
}

function Choices({ value, values, onChange }: ExportFieldProps & { values: readonly string[] }): ReactNode {
  const chosen = Array.isArray(value) ? value : []
  return (
    <div className="choices">
      {values.map((one) => (
        <label key={one} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={({ target }) => {
              const next = values.filter((other) => (other === one ? target.checked : chosen.includes(other)))
              onChange(next.length === 0 ? undefined : next)
            }}
          />
          {formatCode(one)}
        </label>
      ))}
    </div>
  )
}
