import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '../parts/page/page-head.tsx'

/** An address that no page has. */
export function NotFound(): ReactNode {
  return (
    <>
      <PageHead title="Page not found" lead="The Explorer has no page at this address." />
      <p>
        <Link to="/">Go to Overview</Link>
      </p>
    </>
  )
}
