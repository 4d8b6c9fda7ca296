import type { ReactNode } from 'react'
import type { Suggestion } from './suggestions.ts'

interface OptionsProps {
  id: string
  label: string
  suggestions: readonly Suggestion[] | undefined
  /** The one that arrows have reached. */
  current: number
  onTake: (ref: string) => void
}

/** What a combobox offers, below its field. A press does not take the focus from there. */
export function Options({ id, label, suggestions = [], current, onTake }: OptionsProps): ReactNode {
  return (
    <div id={id} role="listbox" aria-label={label} className="options" hidden={suggestions.length === 0}>
      {suggestions.map(({ ref, label: name, codes }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option that is reached
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
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
