import type { ReactNode } from 'react'

/** Stands where lines will stand, as high as they will be, so that nothing jumps when they come. */
export function Skeleton({ lines }: { lines: number }): ReactNode {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  )
}
