import type { BomYieldChange, ChangesOfMaterial, ChangesOfThing } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount, formatNumber, formatPart } from '../../format/numbers.ts'
import { Card } from '../../parts/layout.tsx'
import { Amount, Bar } from '../../parts/values.tsx'
import { ChangeBar } from './change-columns.tsx'
import { barScale, lineText, rowKeyOf } from './change-rows.ts'
import type { ChangesSearch } from './changes-search.ts'

type Chosen = Pick<ChangesSearch, 'style' | 'sku' | 'material'>

interface MoversCardProps {
  largest: readonly BomYieldChange[]
  search: ChangesSearch
  onChoose: (chosen: Chosen) => void
}

const NOBODY = { style: undefined, sku: undefined, material: undefined } satisfies Chosen

/**
 * The yields that changed most. A click filters by style, SKU, and material of one. A second click removes the filter.
 */
export function MoversCard({ largest, search, onChoose }: MoversCardProps): ReactNode {
  const movers = largest.filter(({ delta }) => delta !== null && delta.grossPercent !== null)
  const scale = barScale(movers[0]?.delta?.grossPercent ?? null)
  return (
    <Card title="Largest changes in gross yield">
      {movers.length === 0 && <p className="quiet">No gross yield increased or decreased.</p>}
      <ol className="lines change-lines">
        {movers.map((change) => {
          const chosen = filterOf(change)
          const isChosen = isSame(chosen, search)
          const { style, sku, yieldDirection, delta } = change
          const line = Object.values(lineText(change)).join(', ')
          return (
            <li key={rowKeyOf(change)}>
              <button
                type="button"
                className="line-button"
                title={`${style} ${sku}`}
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? NOBODY : chosen)}
              >
                {sku.startsWith(style) ? sku : `${style} ${sku}`}
              </button>
              <span>
                <Direction of={yieldDirection} /> <Amount value={delta?.grossPercent ?? null} unit="%" withSign />
              </span>
              <small title={line}>{line}</small>
              <ChangeBar change={change} scale={scale} />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function filterOf({ style, sku, before, after }: BomYieldChange): Chosen {
  return { style, sku, material: (after ?? before)?.material }
}

function isSame(a: Chosen, b: Chosen): boolean {
  return a.style === b.style && a.sku === b.sku && a.material === b.material
}

/** The effect of the changes on the material cost of one garment. Suppliers have none. */
type Cost = Pick<ChangesOfMaterial, 'costEffect' | 'unpriced'>

interface ThingsCardProps {
  title: string
  things: readonly (ChangesOfThing & Partial<Cost>)[]
  /** The number of things that are not in the list. */
  count: number
  /** The value of the active filter: a key or an ID. */
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
}

/** The styles, materials, or suppliers with the most changed rows. A click filters by one, a second click clears it. */
export function ThingsCard({ title, things, count, chosen, onChoose }: ThingsCardProps): ReactNode {
  const most = String(things[0]?.rows ?? 0)
  return (
    <Card title={title} aside={count > things.length ? formatPart(things.length, count) : null}>
      {things.length === 0 && <p className="quiet">None.</p>}
      <ol className="lines change-lines things">
        {things.map(({ id, key, label, rows, increased, decreased, costEffect = null, unpriced = null }) => {
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
              <span>{formatNumber(rows)}</span>
              <small>
                {increased > 0 && <Direction of="increased" count={increased} />}{' '}
                {decreased > 0 && <Direction of="decreased" count={decreased} />}
                <CostEffects costEffect={costEffect} unpriced={unpriced} />
              </small>
              <Bar value={String(rows)} largest={most} />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** The cost effect by currency, and the number of rows without a price. Renders nothing if no price is known. */
export function CostEffects({ costEffect, unpriced }: Cost): ReactNode {
  if (costEffect === null || costEffect.length === 0) return null
  return (
    <span className="cost" title="Change of the material cost of one garment">
      {costEffect.map(({ amount, currency }) => (
        <Amount key={currency} value={amount} unit={currency} withSign />
      ))}
      {unpriced !== null && unpriced > 0 && <span>without {formatCount(unpriced, 'row')}</span>}
    </span>
  )
}

const signs = { increased: '▲', decreased: '▼', equal: '=', not_comparable: '?' } as const

interface DirectionProps {
  of: BomYieldChange['yieldDirection']
  /** The number of rows that changed in this direction. */
  count?: number
}

/** The direction in which a yield changed, as a sign. Its word is in the title and for screen readers. */
function Direction({ of: direction, count }: DirectionProps): ReactNode {
  if (direction === null) return null
  const word = direction.replace('_', ' ')
  return (
    <span title={word}>
      <span aria-hidden="true">{signs[direction]}</span>
      {count !== undefined && formatNumber(count)}
      <span className="visually-hidden"> {word}</span>
    </span>
  )
}
