import type { ReactNode } from 'react'
import type { NextStep } from './next-steps.ts'

/** What is recommended, with the way to the docs. */
export function NextStepText({ next: { step, docs } }: { next: NextStep }): ReactNode {
  return (
    <p className="next-step">
      <b>Next step:</b> {step} <a href={docs}>Read the docs</a>
    </p>
  )
}
