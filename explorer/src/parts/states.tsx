import type { UseQueryResult } from '@tanstack/react-query'
import { ApiProblem, type FreshnessPage, NetworkError } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatSpan, loadingText } from '../format/times.ts'
import { CopyId } from './values.tsx'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'refetch'>
  /** The number of lines of the skeleton, about as many as the content will have. */
  lines: number
  children: (data: Data) => ReactNode
}

/** The loaded content, or a skeleton until it is loaded, or the problem with a button to retry. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>): ReactNode {
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton lines={lines} />
  return children(query.data)
}

/** A problem: what happened, what to do, and the request ID for operators. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  return (
    <div className="problem" role="alert">
      {error instanceof ApiProblem ? <OfApi problem={error} /> : <Other error={error} />}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

function OfApi({ problem }: { problem: ApiProblem }): ReactNode {
  const { title, detail, recovery, requestId, type, code, errors, retryAfterSeconds } = problem
  return (
    <>
      <h2>{title}</h2>
      <p>{detail}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map((fault) => (
            <li key={`${fault.in} ${fault.name} ${fault.detail}`}>
              <code>{fault.name}</code>: {fault.detail}
            </li>
          ))}
        </ul>
      )}
      <p>
        {recovery}
        {retryAfterSeconds !== null && ` Wait ${formatSpan(retryAfterSeconds, { isExact: true })}.`}
      </p>
      <p className="problem-foot">
        <a href={type}>
          About <code>{code}</code>
        </a>
        <span>
          Request <CopyId id={requestId} />
        </span>
      </p>
    </>
  )
}

function Other({ error }: { error: unknown }): ReactNode {
  if (error instanceof NetworkError) {
    return (
      <>
        <h2>The API is not reachable</h2>
        <p>The request received no response. Check your network connection, or wait until the service has started.</p>
      </>
    )
  }
  return (
    <>
      <h2>Something went wrong</h2>
      <p>{error instanceof Error ? error.message : 'The reason is unknown.'}</p>
    </>
  )
}

/** A placeholder with the height of the expected lines, so that the layout does not jump when they are loaded. */
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

/** An empty state: that nothing matches, and why or what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <p>
        <b>{title}</b>
      </p>
      {children && <p>{children}</p>}
    </div>
  )
}

/** A notice while the service is far behind in applying events. */
export function StillLoading({ projector }: { projector: FreshnessPage['meta']['projector'] | undefined }): ReactNode {
  const text = loadingText(projector?.lagSeconds ?? null)
  return text !== null && <p className="notice still-loading">{text}</p>
}
