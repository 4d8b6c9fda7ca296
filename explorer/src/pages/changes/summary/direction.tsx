import type { BomYieldChange } from '@tenant-data/client'
import type { ReactNode } from 'react'

const signs = { increased: '▲', decreased: '▼', equal: '=', not_comparable: '?' } as const

interface DirectionProps {
  of: BomYieldChange['yieldDirection']
  /** How many went there. */
  count?: number
}

/** Where a yield went, by its sign alone where room is short; its word is in the title and for those who listen. */
export function Direction({ of: direction, count }: DirectionProps): ReactNode {
  if (direction === null) return null
  const word = direction.replace('_', ' ')
  return (
    <span title={word}>
      <span aria-hidden="true">{signs[direction]}</span>
      {count?.toLocaleString('en-GB')}
      <span className="visually-hidden"> {word}</span>
    </span>
  )
}
