import type { UseQueryResult } from '@tanstack/react-query'
import { ApiProblem, type FreshnessPage, NetworkError } from '@tenant-data/client'
import { createContext, type ReactNode, useContext } from 'react'
import { hidesContent, passingCause } from '../failures/passing-cause.ts'
import { formatSpan, loadingText } from '../format/times.ts'
import { CopyId } from './values.tsx'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** The number of lines of the skeleton, about as many as the content will have. */
  lines: number
  children: (data: Data) => ReactNode
}

/**
 * The loaded content, or a skeleton until it is loaded, or the problem with a button to retry. Content that cannot be
 * refreshed for now stays.
 */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>): ReactNode {
  const { data, error, refetch } = query
  if (hidesContent(error, data !== undefined)) return <Problem error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={lines} />
  return children(data)
}

/** True in a dialog, which covers the bar above the page. */
export const InDialog = createContext(false)

interface ProblemProps {
  error: unknown
  onRetry?: () => void
  /** Set for a request that the bar above the page does not report, such as one that creates something. */
  isOwn?: boolean
}

/**
 * A problem: what happened, what to do, and the request ID for operators. What fails for now is reported once, by the
 * bar above the page.
 */
export function Problem({ error, onRetry, isOwn = false }: ProblemProps): ReactNode {
  const isInDialog = useContext(InDialog)
  if (!isOwn && !isInDialog && passingCause(error) !== null)
    return <p className="quiet">This part could not be loaded for now. The message above says why.</p>
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
