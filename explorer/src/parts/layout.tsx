import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useToken } from '../session/session-context.tsx'
import { InDialog } from './states.tsx'
import { Time } from './values.tsx'

interface PageHeadProps {
  title: string
  /** One sentence about what the page shows. */
  lead: string
  /** The time of the shown data, such as that of the newer snapshot. */
  asOf?: string | null | undefined
  /** Rendered at the right, such as an ExportButton. */
  children?: ReactNode
}

/** The header of a page: its title, also in the browser tab, the time of its data, and a button that reloads them. */
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

/** A section with a title, which can be a link, and a short summary. */
export function Card({
  title,
  aside,
  children,
}: {
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        {aside && <span className="aside">{aside}</span>}
      </header>
      {children}
    </section>
  )
}

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A dialog at the side for a whole record. Escape, its button, or a click outside close it. The focus then returns. */
export function SidePanel({ title, onClose, children }: SidePanelProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key of a dialog
    <dialog
      ref={dialog}
      className="side-panel"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="side-panel-body">
        <header>
          <h2>{title}</h2>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        <InDialog value={true}>{children}</InDialog>
      </div>
    </dialog>
  )
}
