import { type ReactNode, useState } from 'react'
import { Bar } from '../../../parts/marks/bar.tsx'

const SHOWN = 5

interface FacetProps {
  title: string
  /** What one may choose, with how many there are of each. */
  entries: readonly { value: string; name: string; count: number }[]
  chosen: string | undefined
  /** Called with undefined when the chosen one is pressed again. */
  onChoose: (value: string | undefined) => void
}

/** A part of the summary: each of its lines filters the table, and lets go again. */
export function Facet({ title, entries, chosen, onChoose }: FacetProps): ReactNode {
  const [isLong, setLong] = useState(false)
  const present = entries.filter(({ value, count }) => count > 0 || value === chosen)
  const ordered = present.toSorted((a, b) => b.count - a.count)
  const inShort = ordered.filter(({ value }, place) => place < SHOWN || value === chosen)
  const largest = String(ordered[0]?.count ?? 0)
  return (
    <section className="facet" aria-label={title}>
      <h2>{title}</h2>
      {ordered.length === 0 && <p className="quiet">none</p>}
      <ul>
        {(isLong ? ordered : inShort).map(({ value, name, count }) => (
          <li key={value}>
            <button
              type="button"
              title={name}
              aria-pressed={value === chosen}
              onClick={() => onChoose(value === chosen ? undefined : value)}
            >
              <span>{name}</span>
              <b>{count.toLocaleString('en-GB')}</b>
              <Bar value={String(count)} largest={largest} />
            </button>
          </li>
        ))}
      </ul>
      {ordered.length > inShort.length && (
        <button type="button" className="facet-more" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {isLong ? 'Fewer' : `${ordered.length - inShort.length} more`}
        </button>
      )}
    </section>
  )
}
