import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useToken } from '../../session/use-token.ts'
import { Time } from '../marks/time.tsx'

interface PageHeadProps {
  title: string
  /** One sentence: what the page answers. */
  lead: string
  /** The time of what is shown, such as that of the newer snapshot. */
  asOf?: string | null | undefined
  /** Stands at the right, such as an ExportButton. */
  children?: ReactNode
}

/** The head of every page: its title, also in the tab, what it is as of, and a button that reads everything again. */
export function PageHead({ title, lead, asOf, children }: PageHeadProps): ReactNode {
  const queries = useQueryClient()
  const isFetching = useIsFetching() > 0
  const organization = useToken().data?.organization.name
  useEffect(() => {
    document.title = [title, organization, 'Tenant Data Explorer'].filter((part) => part !== undefined).join(' · ')
  }, [title, organization])
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      <div className="page-actions">
        {asOf && (
          <span className="as-of">
            As of <Time value={asOf} />
          </span>
        )}
        {organization !== undefined && (
          <button type="button" aria-disabled={isFetching} onClick={() => void queries.invalidateQueries()}>
            Refresh
          </button>
        )}
        {children}
      </div>
    </header>
  )
}
