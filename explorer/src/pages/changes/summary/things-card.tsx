import type { ChangesOfThing } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { Bar } from '../../../parts/marks/bar.tsx'
import { Card } from '../../../parts/page/card.tsx'
import { Direction } from './direction.tsx'

interface ThingsCardProps {
  title: string
  things: readonly ChangesOfThing[]
  /** How many there are beside those of the list. */
  count: number
  /** The filter that is set: a key or an id. */
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
}

/** Styles, materials or suppliers with most rows. A click filters by one, a second click no longer. */
export function ThingsCard({ title, things, count, chosen, onChoose }: ThingsCardProps): ReactNode {
  const most = String(things[0]?.rows ?? 0)
  return (
    <Card title={title} aside={count > things.length ? `${things.length} of ${count.toLocaleString('en-GB')}` : null}>
      {things.length === 0 && <p className="quiet">None.</p>}
      <ol className="lines change-lines things">
        {things.map(({ id, key, label, rows, increased, decreased }) => {
          const isChosen = chosen === key || chosen === id
          return (
            <li key={id}>
              <button
                type="button"
                className="line-button"
                title={label}
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? undefined : key)}
              >
                {label}
              </button>
              <span>{rows.toLocaleString('en-GB')}</span>
              <small>
                {increased > 0 && <Direction of="increased" count={increased} />}{' '}
                {decreased > 0 && <Direction of="decreased" count={decreased} />}
              </small>
              <Bar value={String(rows)} largest={most} />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
