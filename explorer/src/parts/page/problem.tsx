import { ApiProblem, NetworkError } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { CopyId } from '../marks/copy-id.tsx'

/** Why something could not be shown, what to do, and by which id operators find the request. */
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
        {retryAfterSeconds !== null && ` Wait ${retryAfterSeconds} s.`}
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
