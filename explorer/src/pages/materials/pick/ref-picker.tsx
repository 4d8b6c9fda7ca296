import { ApiProblem, type ConnectedKind } from '@tenant-data/client'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { formatCode } from '../../../format/format-count.ts'
import { useRead } from '../../../parts/data/use-read.ts'
import { nextMarked } from '../../../parts/forms/next-marked.ts'
import { usePaced } from '../../../parts/forms/use-paced.ts'
import { Options } from './options.tsx'
import { useSuggestions } from './suggestions.ts'

interface RefPickerProps {
  kind: ConnectedKind
  /** Any reference that the API takes. */
  value: string | undefined
  onChange: (ref: string | undefined) => void
}

/**
 * Chooses a material or a factory by a search as one types, or takes what was typed for a code by Enter. What is left
 * without either is taken back, and an emptied field means all.
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

/** What the chosen reference is called, or how many are offered. */
function Known({ kind, value, count }: { kind: ConnectedKind; value: string; count: number | undefined }): ReactNode {
  const record = useRead('getConnectedRecord', { kind, ref: value }, { enabled: value !== '' })
  if (count !== undefined) return count === 0 ? 'No matches' : `${count} found`
  if (value === '') return ''
  if (record.error instanceof ApiProblem) return record.error.detail
  return record.isError ? 'The name could not be loaded' : record.data?.data.label
}
