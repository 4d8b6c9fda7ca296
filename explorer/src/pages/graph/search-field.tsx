import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { REST_MS } from '../../parts/use-paced.ts'

/** The maximum length of the API. */
const MAX_LENGTH = 500

interface SearchFieldProps {
  value: string | undefined
  /** Called while the user types. */
  onChange: (value: string | undefined) => void
  /** Opens the best hit. */
  onEnter: (text: string) => void
  /** Moves the focus to the hits. */
  onDown: () => void
}

/** A text field that searches while the user types. */
export function SearchField({ value = '', onChange, onEnter, onDown }: SearchFieldProps): ReactNode {
  const [draft, setDraft] = useState(value)
  const sent = useRef(value)
  const sentAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useEffect(() => {
    // The URL changed without typing, for example by Back. Text that was typed since is kept.
    if (value !== sent.current) setDraft(value)
    sent.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (text: string) => {
    clearTimeout(timer.current)
    if (text === sent.current) return
    sent.current = text
    sentAt.current = performance.now()
    onChange(text === '' ? undefined : text)
  }
  return (
    <div className="filter search-field">
      <label htmlFor={id}>Search</label>
      <input
        id={id}
        type="search"
        value={draft}
        maxLength={MAX_LENGTH}
        placeholder="Code or name"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setDraft(target.value)
          clearTimeout(timer.current)
          const rest = sentAt.current + REST_MS - performance.now()
          if (rest <= 0) send(target.value.trim())
          else timer.current = setTimeout(() => send(target.value.trim()), rest)
        }}
        onBlur={() => send(draft.trim())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          send(draft.trim())
          if (event.key === 'Enter') onEnter(draft.trim())
          else onDown()
        }}
      />
    </div>
  )
}
