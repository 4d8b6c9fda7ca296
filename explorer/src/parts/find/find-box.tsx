import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { TextFilter } from '../filters.tsx'
import { nextMarked } from '../keyboard.ts'
import { FindList } from './find-list.tsx'
import { type FindKind, type FindOption, findOptions, type Match, matchText, onlyMatch } from './matches.ts'
import { useIsSearchable, useMatches } from './use-matches.ts'

interface FindBoxProps {
  kind: FindKind
  label: string
  /** A code, or another reference that the API accepts. */
  value: string | undefined
  /** The text for a value that is an ID. */
  shown?: string | undefined
  onChange: (value: string | undefined) => void
  placeholder?: string
  /** Whether the field can be set to a text that nothing matches, such as a code of an old snapshot. */
  takesAny?: boolean
  /** Shown below the field, such as the label of the value. */
  note?: ReactNode
}

/** IDs and source records, such as `erp:main:4711`, which are no codes to search for. */
const REFERENCE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[a-z]\w*:[^:]+:./i

/**
 * Sets a filter to something that is found by its code, in any spelling, or by words of its name. Enter takes the marked
 * match, or the only one. If several match, the list stays open. If nothing matches, it offers similar texts. If the
 * user leaves the field without choosing, the previous value returns. An empty field means all.
 */
export function FindBox(props: FindBoxProps): ReactNode {
  const { kind, label, value, onChange } = props
  // Without the scope of the search, the text is used as it is.
  if (!useIsSearchable(kind))
    return <TextFilter label={label} value={value} onChange={onChange} placeholder="Full code" />
  return <FindField {...props} />
}

function FindField(props: FindBoxProps): ReactNode {
  const { kind, label, value = '', onChange, placeholder = 'Code or name', takesAny = false, note } = props
  const { shown = value } = props
  const [draft, setDraft] = useState(shown)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<string | null>(null)
  const [entered, setEntered] = useState<string | null>(null)
  const [id, listId] = [useId(), useId()]
  const text = draft.trim()
  const found = useMatches(kind, text, isOpen)
  const { isCurrent, error } = found
  const options = isOpen ? findOptions(found, takesAny && isCurrent ? text : '') : []
  const current = options.findIndex(({ key }) => key === marked)
  const only = isOpen && isCurrent ? onlyMatch(found) : undefined
  useEffect(() => setDraft(shown), [shown])

  const close = (rest: string) => {
    setDraft(rest)
    setOpen(false)
    setMarked(null)
    setEntered(null)
  }
  const take = (chosen: string, name = chosen) => {
    close(name)
    if (chosen !== value) onChange(chosen === '' ? undefined : chosen)
  }
  const takeMatch = ({ value: found, label: name }: Match) => take(found, kind === 'entity' ? name : found)
  const choose = ({ match, words }: FindOption) => {
    if (match !== undefined) return takeMatch(match)
    setDraft(words)
    setMarked(null)
    setEntered(words)
  }
  const hasLeft = useRef(false)
  useEffect(() => {
    // The user can press Enter, and leave the field, before the matches of the last input are loaded.
    if (entered === null || entered !== text || !isCurrent) return
    setEntered(null)
    if (only !== undefined) takeMatch(only)
    else if (error !== null || (takesAny && options.every(({ match }) => match?.value === text))) take(text)
    else if (hasLeft.current) close(shown)
  })
  const leave = () => {
    hasLeft.current = true
    if (entered !== null && entered === text) return
    if (text === '') take('')
    else if (only && text !== shown) takeMatch(only)
    else close(shown)
  }
  const enter = () => {
    const chosen = options[current]
    if (chosen !== undefined) choose(chosen)
    else if (text === shown) close(shown)
    else if (text === '' || REFERENCE.test(text)) take(text)
    else {
      setOpen(true)
      setEntered(text)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close(shown)
    else if (event.key === 'Enter') enter()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true)
      const keys = options.map(({ key }) => key)
      setMarked(nextMarked(keys, marked, event.key))
    } else return
    event.preventDefault()
  }
  const isCounted = isOpen && text !== '' && isCurrent
  const countText = !isCounted ? '' : error === null ? matchText(kind, found) : 'The search failed.'
  return (
    <div className={note === undefined ? 'filter find-box' : 'filter find-box noted'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current < 0 ? undefined : `${listId}-${current}`}
        value={draft}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setDraft(target.value)
          setOpen(true)
          setMarked(null)
          setEntered(null)
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          hasLeft.current = false
        }}
        onBlur={leave}
      />
      <FindList {...{ id: listId, kind, options, current, countText }} onChoose={choose} />
      <p role="status" className={note === undefined ? 'visually-hidden' : 'find-note'}>
        {isOpen ? countText : note}
      </p>
    </div>
  )
}
