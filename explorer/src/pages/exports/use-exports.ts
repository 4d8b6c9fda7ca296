import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateExportInput, ExportJob } from '@tenant-data/client'
import { useEffect, useRef, useState } from 'react'
import { saveExport } from '../../parts/export-button.tsx'
import { useClient } from '../../session/session-context.tsx'
import { isOpen } from './export-texts.ts'

/** What the page makes or downloads at the moment: one file at a time. */
export interface ExportWork {
  /** `idle` before the first, and once nobody waits any more. */
  phase: 'idle' | 'creating' | 'waiting' | 'saving' | 'saved' | 'failed'
  /** As it was last read; null until it is created. */
  job: ExportJob | null
  error: Error | null
  create: (request: CreateExportInput) => void
  /** Waits for one that is there, then downloads it. */
  download: (job: ExportJob) => void
  /** Forgets it; an export that was created goes on. */
  stop: () => void
}

/** Creates an export, waits for it and saves its file, until the page is left. */
export function useExportWork(): ExportWork {
  const client = useClient()
  const queries = useQueryClient()
  const [job, setJob] = useState<ExportJob | null>(null)
  const [isSaving, setSaving] = useState(false)
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])
  const listAgain = () => void queries.invalidateQueries({ queryKey: ['listExports'] })
  const work = useMutation({
    mutationFn: async (start: CreateExportInput | ExportJob) => {
      leaving.current = new AbortController()
      const { signal } = leaving.current
      const known = 'exportId' in start ? start : null
      setJob(known)
      setSaving(false)
      const { exportId } = known ?? (await client.createExport(start as CreateExportInput, { signal })).data
      if (known === null) listAgain()
      const completed = await client.waitForExport(exportId, { signal, onProgress: setJob })
      setSaving(true)
      await saveExport(client, completed, signal)
    },
    // After a lost answer it may be there all the same, and one that expired is listed as such.
    onSettled: listAgain,
  })
  return {
    phase: phaseOf(work.status, job, isSaving),
    job,
    error: work.error,
    create: work.mutate,
    download: work.mutate,
    stop: () => {
      leaving.current.abort()
      setJob(null)
      work.reset()
    },
  }
}

function phaseOf(status: 'idle' | 'pending' | 'success' | 'error', job: ExportJob | null, isSaving: boolean) {
  if (status === 'idle') return 'idle'
  if (status === 'success') return 'saved'
  if (status === 'error') return 'failed'
  if (job === null) return 'creating'
  return isSaving ? 'saving' : 'waiting'
}

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

/** The present time, in milliseconds, anew each half minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
