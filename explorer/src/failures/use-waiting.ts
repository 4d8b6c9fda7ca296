import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** The seconds after which the user is told that the page still waits. */
const PATIENCE_SECONDS = 5

/** How many seconds the page has waited for the oldest of its requests. Null if it has not waited long. */
export function useWaiting(): number | null {
  const cache = useQueryClient().getQueryCache()
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    const started = new Map<Query, number>()
    const look = () => {
      const waiting = new Set(cache.findAll({ type: 'active', fetchStatus: 'fetching' }))
      for (const query of started.keys()) if (!waiting.has(query)) started.delete(query)
      for (const query of waiting) if (!started.has(query)) started.set(query, Date.now())
      const waited = Math.floor((Date.now() - Math.min(...started.values())) / 1000)
      setSeconds(started.size > 0 && waited >= PATIENCE_SECONDS ? waited : null)
    }
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [cache])
  return seconds
}
