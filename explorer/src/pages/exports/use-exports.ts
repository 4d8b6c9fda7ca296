import type { ExportJob } from '@tenant-data/client'
import { useEffect, useState } from 'react'
import { useClient } from '../../session/session-context.tsx'
import { isOpen } from './export-texts.ts'

/**
 * The exports of the list as they are now: those that are queued or running are asked after, as often as each says, until they
 * end or the page is left. `watched` is followed elsewhere.
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
      // How it ended is told by its last progress; one that cannot be read stays as the list has it.
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

/** The present time, in milliseconds, updated each half minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
