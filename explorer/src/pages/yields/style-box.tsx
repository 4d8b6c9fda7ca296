import type { Style } from '@tenant-data/client'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { nextMarked } from '../../parts/keyboard.ts'
import { usePaced } from '../../parts/use-paced.ts'
import { useRead } from '../../parts/use-read.ts'

interface StyleBoxProps {
  /** The number of the chosen style. */
  value: string | undefined
  onChoose: (style: string | undefined) => void
}

/** Chooses a style by a search while the user types. Enter uses the marked style, or the text as a complete number. */
export function StyleBox({ value = '', onChoose }: StyleBoxProps): ReactNode {
  const [draft, setDraft] = useState(value)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<string | null>(null)
  const ids = { input: useId(), list: useId() }
  const { styles, isSearching, error } = useStyleSearch(isOpen ? draft.trim() : '')
  const current = styles.findIndex(({ id }) => id === marked)
  useEffect(() => setDraft(value), [value])

  const close = (text: string) => {
    setDraft(text)
    setOpen(false)
    setMarked(null)
  }
  const choose = (style: string) => {
    close(style)
    onChoose(style === '' ? undefined : style)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close(value)
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || styles.length === 0) return
    event.preventDefault()
    const keys = styles.map(({ id }) => id)
    setMarked(nextMarked(keys, marked, event.key))
  }
  return (
    <form
      className="filter style-box"
      onSubmit={(event) => {
        event.preventDefault()
        choose(styles[current]?.attributes.styleNumber ?? draft.trim())
      }}
    >
      <label htmlFor={ids.input}>Style</label>
      <input
        id={ids.input}
        role="combobox"
        aria-expanded={styles.length > 0}
        aria-controls={ids.list}
        aria-autocomplete="list"
        aria-activedescendant={current < 0 ? undefined : `${ids.list}-${current}`}
        value={draft}
        placeholder="Number or name"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setDraft(event.target.value)
          setMarked(null)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => (draft.trim() === '' && value !== '' ? choose('') : close(value))}
      />
      <div id={ids.list} role="listbox" aria-label="Styles" className="suggestions" hidden={styles.length === 0}>
        {styles.map(({ id, label, attributes, lifecycleState }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field, which handles the keys
          <div
            role="option"
            key={id}
            id={`${ids.list}-${place}`}
            aria-selected={place === current}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(attributes.styleNumber)}
          >
            {label} <span className="quiet">{lifecycleState}</span>
          </div>
        ))}
      </div>
      <span role="status" className={isOpen && !isSearching && styles.length === 0 ? 'suggestions' : 'visually-hidden'}>
        {isOpen && draft.trim() !== '' && !isSearching && foundText(styles.length, error)}
      </span>
    </form>
  )
}

function foundText(count: number, error: Error | null): string {
  if (error !== null) return 'The search failed. You can enter a full style number.'
  return count === 0 ? 'No styles match.' : `${count} ${count === 1 ? 'style' : 'styles'}`
}

const MOST = 8

/** The styles whose labels match the words, best first. During a search, those of the previous words. */
function useStyleSearch(words: string): { styles: Style[]; isSearching: boolean; error: Error | null } {
  const q = usePaced(words)
  const search = useRead(
    'searchEntities',
    { type: 'style', q, limit: MOST },
    { enabled: q !== '' && words !== '', keepsPrevious: true },
  )
  const styles = words === '' ? [] : (search.data?.data ?? []).filter((entity) => entity.type === 'style')
  return { styles, isSearching: words !== q || search.isFetching, error: search.error }
}
