import type { ReactNode } from 'react'
import { relationshipCounts } from '../relationship-text.ts'
import type { DrawnLink as Link } from './fold.ts'
import { linkPath } from './link-path.ts'
import type { Place } from './neighbourhood-layout.ts'

interface DrawnLinkProps {
  link: Link
  a: Place
  b: Place
  /** Whether one of its ends is chosen. */
  isNear: boolean
}

/** All relationships between two in the picture as one line, with an arrow at each end that one of them leads to. */
export function DrawnLink({ link: { edges, toA, toB }, a, b, isNear }: DrawnLinkProps): ReactNode {
  const head = `url(#${isNear ? 'head-near' : 'head'})`
  return (
    <path
      className={isNear ? 'link near' : 'link'}
      d={linkPath(a, b)}
      markerEnd={toB ? head : undefined}
      markerStart={toA ? head : undefined}
    >
      <title>{relationshipCounts(edges.map(({ type }) => type))}</title>
    </path>
  )
}

/** The arrow heads of links; they are referred to by their ids. */
export function LinkHeads(): ReactNode {
  return (
    <defs>
      {['head', 'head-near'].map((id) => (
        <marker
          key={id}
          id={id}
          className={id}
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path d="M0,0 L8,4 L0,8 z" />
        </marker>
      ))}
    </defs>
  )
}
