import type { ReactNode } from 'react'
import { nouns } from '../../format/nouns.ts'
import type { FindKind, FindOption } from './matches.ts'

interface FindListProps {
  id: string
  kind: FindKind
  options: readonly FindOption[]
  /** The index of the marked option, or -1. */
  current: number
  /** The number of matches. Empty while it is not known. */
  countText: string
  onChoose: (option: FindOption) => void
}

/** The options below a field. A click on one does not move the focus from the field, which handles the keys. */
export function FindList({ id, kind, options, current, countText, onChoose }: FindListProps): ReactNode {
  const [, many] = nouns[kind]
  return (
    <div className="find-popup" hidden={options.length === 0 && countText === ''}>
      <div
        id={id}
        role="listbox"
        aria-label={many.charAt(0).toUpperCase() + many.slice(1)}
        hidden={options.length === 0}
      >
        {options.map((option, place) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={option.key}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === current}
            ref={(element) => {
              if (place === current) element?.scrollIntoView({ block: 'nearest' })
            }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            {option.title}
            {option.detail !== '' && <small> {option.detail}</small>}
          </div>
        ))}
      </div>
      {countText !== '' && <p aria-hidden="true">{countText}</p>}
    </div>
  )
}
