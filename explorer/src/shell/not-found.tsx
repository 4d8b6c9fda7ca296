import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '../parts/page/page-head.tsx'

/** An address that no page has. */
export function NotFound(): ReactNode {
  return (
    <>
      <PageHead title="No such page" lead="The address leads nowhere in the explorer." />
      <p>
        <Link to="/">Go to the overview</Link>
      </p>
    </>
  )
}
