import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatCode } from '../format/names.ts'
import type { Chip } from './find/chips.ts'

interface FiltersProps {
  /** The active filters. */
  chips?: readonly Chip[]
  /** Clears all filters. */
  onClear: () => void
  children: ReactNode
}

/** The filters of a page, and below them the active ones, which can be removed one by one or all at once. */
export function Filters({ chips = [], onClear, children }: FiltersProps): ReactNode {
  const region = useRef<HTMLElement>(null)
  const isRemoving = useRef(false)
  useEffect(() => {
    // Once the button that was used is gone, the focus moves to another one, or to the first filter.
    if (!isRemoving.current || document.activeElement !== document.body) return
    isRemoving.current = false
    region.current?.querySelector<HTMLElement>('.chips button')?.focus()
    if (document.activeElement === document.body) region.current?.querySelector<HTMLElement>('input, select')?.focus()
  })
  const remove = (change: () => void) => {
    change()
    isRemoving.current = true
  }
  return (
    <search className="filters" aria-label="Filters" ref={region}>
      {children}
      {chips.length > 0 && (
        <ul className="chips" aria-label="Active filters">
          {chips.map(({ name, text, onRemove }) => (
            <li key={name}>
              <button type="button" aria-label={`Remove ${text}`} onClick={() => remove(onRemove)}>
                <span>{text}</span> <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
          <li>
            <button type="button" className="clear-all" onClick={() => remove(onClear)}>
              Clear all
            </button>
          </li>
        </ul>
      )}
    </search>
  )
}

interface TextFilterProps {
  label: string
  value: string | undefined
  /** Called on Enter, and when the field loses the focus. */
  onChange: (value: string | undefined) => void
  placeholder?: string
  type?: 'text' | 'search' | 'date' | 'datetime-local'
}

/** A text filter. It applies on Enter or when it loses the focus, so that typing sends no requests. */
export function TextFilter({ label, value = '', onChange, placeholder, type = 'text' }: TextFilterProps): ReactNode {
  const [draft, setDraft] = useState(value)
  const id = useId()
  useEffect(() => setDraft(value), [value])
  const take = () => {
    const text = draft.trim()
    if (text !== value) onChange(text === '' ? undefined : text)
  }
  return (
    <form
      className="filter"
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={draft}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={take}
        // A browser does not submit a form when the user presses Enter in a field of type datetime-local.
        onKeyDown={type === 'datetime-local' ? ({ key }) => key === 'Enter' && take() : undefined}
      />
    </form>
  )
}

interface SelectFilterProps<Value extends string> {
  label: string
  value: Value | undefined
  /** Values with their labels. */
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value | undefined) => void
  /** The label for no value. Null if a value is required. */
  all?: string | null
}

/** Values with their labels, as options of a filter. */
export function named<Value extends string>(
  values: readonly Value[],
  nameOf: (value: Value) => string = formatCode,
): (readonly [Value, string])[] {
  return values.map((value) => [value, nameOf(value)] as const)
}

/** A filter with one of several values, or all. */
export function SelectFilter<Value extends string>({
  label,
  value,
  options,
  onChange,
  all = 'All',
}: SelectFilterProps<Value>): ReactNode {
  const id = useId()
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(options.find(([one]) => one === event.target.value)?.[0])}
      >
        {all !== null && <option value="">{all}</option>}
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A filter that is on or off. */
export function CheckFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: boolean | undefined
  onChange: (value: boolean | undefined) => void
}): ReactNode {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={value ?? false}
        onChange={(event) => onChange(event.target.checked || undefined)}
      />
      {label}
    </label>
  )
}
