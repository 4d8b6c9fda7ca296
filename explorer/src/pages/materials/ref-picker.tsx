import { ApiProblem, type ConnectedKind, type ConnectedRecord, type Entity } from '@tenant-data/client'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { formatCode } from '../../format/names.ts'
import { nextMarked } from '../../parts/keyboard.ts'
import { usePaced } from '../../parts/use-paced.ts'
import { useRead } from '../../parts/use-read.ts'
import { useHasScope } from '../../session/session-context.tsx'

interface RefPickerProps {
  kind: ConnectedKind
  /** A reference in any form that the API accepts. */
  value: string | undefined
  onChange: (ref: string | undefined) => void
}

/**
 * Chooses a material or a factory by a search while the user types. Enter without a marked option uses the text as a
 * code. If the user leaves the field without either, the previous value returns. An empty field means all.
 */
export function RefPicker({ kind, value = '', onChange }: RefPickerProps): ReactNode {
  const [draft, setDraft] = useState(value)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<string | null>(null)
  const [id, listId] = [useId(), useId()]
  useEffect(() => setDraft(value), [value])
  const { suggestions: shown, error } = useSuggestions(kind, usePaced(draft.trim()), isOpen)
  const refs = shown?.map(({ ref }) => ref) ?? []
  const current = marked === null ? -1 : refs.indexOf(marked)
  const close = () => {
    setOpen(false)
    setMarked(null)
  }
  const take = (ref: string) => {
    close()
    setDraft(ref)
    if (ref !== value) onChange(ref === '' ? undefined : ref)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close()
      setDraft(value)
    } else if (event.key === 'Enter') take(refs[current] ?? draft.trim())
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true)
      setMarked(nextMarked(refs, marked, event.key))
    } else return
    event.preventDefault()
  }
  return (
    <div className="filter pick">
      <label htmlFor={id}>{formatCode(kind)}</label>
      <input
        id={id}
        role="combobox"
        aria-expanded={shown !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current < 0 ? undefined : `${listId}-${current}`}
        value={draft}
        placeholder="Code or name"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setDraft(event.target.value)
          setOpen(true)
          setMarked(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => take(draft.trim() === '' ? '' : value)}
      />
      <Options id={listId} label={`${formatCode(kind)}s`} current={current} suggestions={shown} onTake={take} />
      <p className="pick-name" role="status">
        {error === null ? <Known kind={kind} value={value} count={shown?.length} /> : 'The search failed'}
      </p>
    </div>
  )
}

/** The label of the chosen reference, or the number of suggestions. */
function Known({ kind, value, count }: { kind: ConnectedKind; value: string; count: number | undefined }): ReactNode {
  const record = useRead('getConnectedRecord', { kind, ref: value }, { enabled: value !== '' })
  if (count !== undefined) return count === 0 ? 'No matches' : `${count} found`
  if (value === '') return ''
  if (record.error instanceof ApiProblem) return record.error.detail
  return record.isError ? 'The name could not be loaded' : record.data?.data.label
}

interface OptionsProps {
  id: string
  label: string
  suggestions: readonly Suggestion[] | undefined
  /** The index of the marked option. */
  current: number
  onTake: (ref: string) => void
}

/** The suggestions below the field of a combobox. A click on one does not move the focus from the field. */
function Options({ id, label, suggestions = [], current, onTake }: OptionsProps): ReactNode {
  return (
    <div id={id} role="listbox" aria-label={label} className="options" hidden={suggestions.length === 0}>
      {suggestions.map(({ ref, label: name, codes }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={ref}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(ref)}
        >
          {name}
          {codes !== '' && <small> {codes}</small>}
        </div>
      ))}
    </div>
  )
}

/** A suggestion: a reference for the URL, and its label. */
interface Suggestion {
  ref: string
  label: string
  /** Codes that the label does not contain. */
  codes: string
}

/** The maximum number of suggestions. Another character finds others. */
const OFFERED = 8
const SHORTEST = 2

/** The suggestion for a material, with its number as reference. None for other entities. */
function suggestionOfEntity(entity: Entity): Suggestion[] {
  if (entity.type !== 'material') return []
  return [{ ref: entity.attributes.materialNumber, label: entity.label, codes: '' }]
}

/** The suggestion for a connected record, with the IDs of its source records. */
function suggestionOfRecord({ ref, label, sourceRecords }: ConnectedRecord): Suggestion {
  const codes = new Set(sourceRecords.map(({ recordId }) => recordId))
  return { ref, label, codes: [...codes].filter((code) => !label.includes(code)).join(', ') }
}

/**
 * The suggestions for a text, and those for the previous text during a search. Materials are searched in the graph.
 * Factories are searched among connected records, and so are materials if the token lacks `graph:read`.
 */
function useSuggestions(kind: ConnectedKind, text: string, isAsked: boolean) {
  const seesGraph = useHasScope('graph:read')
  const isOfGraph = kind === 'material' && seesGraph
  const enabled = isAsked && text.length >= SHORTEST
  const entities = useRead(
    'searchEntities',
    { type: 'material', q: text, limit: OFFERED },
    { enabled: enabled && isOfGraph, keepsPrevious: true },
  )
  const records = useRead(
    'searchConnectedRecords',
    { kind, q: text, limit: OFFERED },
    { enabled: enabled && !isOfGraph, keepsPrevious: true },
  )
  const suggestions = isOfGraph
    ? entities.data?.data.flatMap(suggestionOfEntity)
    : records.data?.data.map(suggestionOfRecord)
  const { error } = isOfGraph ? entities : records
  return { suggestions: enabled ? suggestions : undefined, error: enabled ? error : null }
}
