import type { EntityType } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'

/** The width and the height of a sign. */
export const SIGN = 14

/** Each type has a shape of its own, so that it is recognized without color, and in print. */
const shapes: Readonly<Record<string, string>> = {
  // A circle, a square, a diamond, a triangle, and a sheet of paper with two lines.
  style: 'M7,1 a6,6 0 1 1 0,12 a6,6 0 1 1 0,-12 z',
  sku: 'M2,2 h10 v10 h-10 z',
  material: 'M7,0 l7,7 l-7,7 l-7,-7 z',
  supplier: 'M7,1 l6.5,12 h-13 z',
  bom_publication: 'M2,0.5 h10 v13 h-10 z M4,4 v1.6 h6 v-1.6 z M4,8 v1.6 h6 v-1.6 z',
} satisfies Record<EntityType, string>
const ring = 'M7,1 a6,6 0 1 1 0,12 a6,6 0 1 1 0,-12 z M7,4 a3,3 0 1 0 0,6 a3,3 0 1 0 0,-6 z'

/** The sign of a type within an SVG. A type that this version does not know has a ring. */
export function TypeSign({ type, x = 0, y = 0 }: { type: EntityType; x?: number; y?: number }): ReactNode {
  const isKnown = Object.hasOwn(shapes, type)
  return (
    <path
      className={`type-sign type-${isKnown ? type : 'other'}`}
      transform={`translate(${x} ${y})`}
      fillRule="evenodd"
      d={(isKnown && shapes[type]) || ring}
    />
  )
}

/** The type of an entity as its sign and its name. */
export function TypeMark({ type, text = formatCode(type) }: { type: EntityType; text?: string }): ReactNode {
  return (
    <span className="type-mark">
      <svg width={SIGN} height={SIGN} viewBox={`0 0 ${SIGN} ${SIGN}`} aria-hidden="true">
        <TypeSign type={type} />
      </svg>
      {text}
    </span>
  )
}
