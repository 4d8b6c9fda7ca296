import type { ReactNode } from 'react'

/** In the place of a row that an address names and that was not read, or is no longer there. */
export function NotRead({ isPending }: { isPending: boolean }): ReactNode {
  if (isPending) return null
  return (
    <p className="notice">The linked row is not in the loaded rows. Scroll to load more rows, or narrow the filters.</p>
  )
}
