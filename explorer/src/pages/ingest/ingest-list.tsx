import type { ReactNode } from 'react'
import type { NextStep } from './next-steps.ts'

/** In the place of a row that an address names and that was not read, or is no longer there. */
export function NotRead({ isPending }: { isPending: boolean }): ReactNode {
  if (isPending) return null
  return (
    <p className="notice">The linked row is not in the loaded rows. Scroll to load more rows, or narrow the filters.</p>
  )
}

/** What is recommended, with the way to the docs. */
export function NextStepText({ next: { step, docs } }: { next: NextStep }): ReactNode {
  return (
    <p className="next-step">
      <b>Next step:</b> {step} <a href={docs}>Read the docs</a>
    </p>
  )
}
