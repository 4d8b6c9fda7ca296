import type { ExportJob } from '@tenant-data/client'
import { useEffect, useState } from 'react'
import { useClient } from '../../session/session-context.tsx'
import { isOpen } from './export-texts.ts'

/**
 * The exports of the list with their current state. Queued and running ones are polled at the interval that the API
 * returns, until they end or the user leaves the page. `watched` is polled elsewhere.
 */
export function useFollowed(jobs: readonly ExportJob[], watched: ExportJob | null): readonly ExportJob[] {
  const client = useClient()
  const [latest, setLatest] = useState<ReadonlyMap<string, ExportJob>>(new Map())
  const open = jobs.filter((job) => isOpen(job) && job.exportId !== watched?.exportId)
  const ids = open.map(({ exportId }) => exportId).join()
  useEffect(() => {
    const leaving = new AbortController()
    const follow = (exportId: string) => {
      const onProgress = (job: ExportJob) => setLatest((before) => new Map(before).set(exportId, job))
      // The last progress contains the final state. An export that cannot be read keeps its state from the list.
      client.waitForExport(exportId, { signal: leaving.signal, onProgress }).catch(() => undefined)
    }
    if (ids !== '') for (const exportId of ids.split(',')) follow(exportId)
    return () => leaving.abort()
  }, [client, ids])
  return jobs.map((job) => {
    if (!isOpen(job)) return job
    return (job.exportId === watched?.exportId ? watched : latest.get(job.exportId)) ?? job
  })
}

/** The current time in milliseconds, updated every 30 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
