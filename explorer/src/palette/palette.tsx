import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { nextMarked } from '../parts/keyboard.ts'
import { Problem } from '../parts/states.tsx'
import { foundText, type Kind, type Option, reachable } from './found.ts'
import { Results } from './results.tsx'
import { useFound } from './use-found.ts'
import './palette.css'

/** The maximum length of the API. */
const MAX_LENGTH = 500

/** A dialog that finds anything by its code, name, or ID, and opens its page. */
export function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const [inputId, listId] = [useId(), useId()]
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState<string | null>(null)
  const [expanded, setExpanded] = useState<ReadonlySet<Kind>>(new Set())
  const text = typed.trim()
  const { groups, isCurrent, isCounted, error, retry, lacking } = useFound(text, expanded)
  const options = reachable(groups)
  const current = options.find(({ key }) => key === marked) ?? options[0]
  const open = useOpen(dialog)
  const search = (words: string) => {
    setTyped(words)
    setMarked(null)
    setExpanded(new Set())
  }
  const take = ({ target }: Option) => {
    if ('words' in target) search(target.words)
    else if ('expand' in target) setExpanded((before) => new Set([...before, target.expand]))
    else open(target)
  }
  const [entered, setEntered] = useState<string | null>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    // The user can press Enter before the results of the last input are loaded.
    if (entered !== text || !isCurrent) return
    setEntered(null)
    if (current !== undefined) take(current)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') setEntered(text)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setMarked(
        nextMarked(
          options.map(({ key }) => key),
          current?.key ?? null,
          event.key,
        ),
      )
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key of a dialog
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="palette-body">
        <div className="palette-field">
          <label htmlFor={inputId} className="visually-hidden">
            Code, name, or ID
          </label>
          <input
            id={inputId}
            role="combobox"
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={current && optionId(listId, current)}
            value={typed}
            maxLength={MAX_LENGTH}
            placeholder="Code, GTIN, MPN, name, snapshot, or exception ID"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => search(target.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        <Results
          listId={listId}
          groups={groups}
          current={current}
          isCurrent={isCurrent}
          idOf={(option) => optionId(listId, option)}
          onTake={take}
        />
        {isCurrent && options.length === 0 && error === null && (
          <p className="palette-note">Nothing has this code, name, or ID.</p>
        )}
        {error !== null && <Problem isOwn error={error} onRetry={retry} />}
        {lacking.map((one) => (
          <p key={one} className="palette-note quiet">
            {one}
          </p>
        ))}
        <p className="visually-hidden" role="status">
          {text !== '' && isCounted && error === null ? foundText(groups) : ''}
        </p>
      </div>
    </dialog>
  )
}

const optionId = (listId: string, { key }: Option) => `${listId}-${key.replaceAll(/\W/g, '_')}`

/** Closes the dialog, which returns the focus, and opens a page. The focus then moves to its content. */
function useOpen(dialog: { current: HTMLDialogElement | null }) {
  const navigate = useNavigate()
  return async ({ to, search }: { to: string; search: Readonly<Record<string, string>> }) => {
    dialog.current?.close()
    // The parser of the page validates the state.
    await navigate({ to, search: search as never })
    if (document.querySelector('dialog[open]') === null) document.getElementById('main')?.focus({ preventScroll: true })
  }
}
