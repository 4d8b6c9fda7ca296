import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { formatTime } from '../format/times.ts'
import { CopyId } from '../parts/values.tsx'
import { type Failure, isFailing, useFailures } from './use-failures.ts'
import { useWaiting } from './use-waiting.ts'
import './failures.css'

/** The seconds until requests are repeated, unless the API asks for others. */
const RETRY_SECONDS = 10

/**
 * Above the page: what fails for now, once for each cause, while the page keeps its data. Failed requests are repeated
 * once by themselves, and then when the user asks.
 */
export function FailureBar(): ReactNode {
  const failures = useFailures()
  const seconds = useWaiting()
  const isFetching = useIsFetching() > 0
  const queries = useQueryClient()
  const repeated = useRef(new Set<string>())
  useEffect(() => {
    if (failures.length === 0 && !isFetching) repeated.current.clear()
  }, [failures, isFetching])
  const retry = useCallback(() => void queries.refetchQueries({ type: 'active', predicate: isFailing }), [queries])
  return (
    <div className="failures" role="status">
      {failures.map((failure) => (
        <FailureBox key={failure.cause.key} failure={failure} repeated={repeated.current} onRetry={retry} />
      ))}
      {failures.length === 0 && seconds !== null && (
        <p className="notice">Still waiting for the API: {seconds} s. You can leave this page or reload it.</p>
      )}
    </div>
  )
}

interface FailureBoxProps {
  failure: Failure
  /** The causes whose requests were repeated automatically. */
  repeated: Set<string>
  onRetry: () => void
}

function FailureBox({ failure: { cause, since }, repeated, onRetry }: FailureBoxProps): ReactNode {
  const { key, title, detail, retryAfterSeconds, facts } = cause
  const repeat = useCallback(() => {
    repeated.add(key)
    onRetry()
  }, [repeated, key, onRetry])
  const left = useCountdown(repeated.has(key) ? null : (retryAfterSeconds ?? RETRY_SECONDS), repeat)
  return (
    <div className="notice bad failure">
      <p>
        <b>{title}.</b> {detail}
        {since !== null &&
          ` The data on this page was not refreshed since ${formatTime(new Date(since).toISOString())}.`}
      </p>
      <div className="failure-foot">
        <button type="button" onClick={onRetry}>
          Try again now
        </button>
        {left !== null && <span aria-live="off">Tries again in {left} s</span>}
        {facts && (
          <details>
            <summary>For developers</summary>
            <a href={facts.type}>
              About <code>{facts.code}</code>
            </a>{' '}
            Request <CopyId id={facts.requestId} />
          </details>
        )}
      </div>
    </div>
  )
}

/** Counts seconds down, and then calls `onEnd` once. Null if there is nothing to count. */
function useCountdown(seconds: number | null, onEnd: () => void): number | null {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left === null) return
    const timer = setTimeout(() => {
      setLeft(left > 1 ? left - 1 : null)
      if (left <= 1) onEnd()
    }, 1000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return left
}
