import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Client, CreateExportInput, ExportJob } from '@tenant-data/client'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../session/session-context.tsx'

/** The file that is being created or downloaded. There is only one at a time. */
export interface ExportWork {
  /** `idle` before the first export, and after `stop`. */
  phase: 'idle' | 'creating' | 'waiting' | 'saving' | 'saved' | 'failed'
  isBusy: boolean
  /** The last known state of the export. Null until it is created. */
  job: ExportJob | null
  error: Error | null
  create: (request: CreateExportInput) => void
  /** Waits for an existing export, then downloads it. */
  download: (job: ExportJob) => void
  /** Stops waiting. The export itself continues. */
  stop: () => void
}

/** Creates an export, waits for it, and saves its file, unless the user leaves the page. */
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
    // The export can exist although its response was lost, and an expired export has a new status in the list.
    onSettled: listAgain,
  })
  return {
    phase: phaseOf(work.status, job, isSaving),
    isBusy: work.isPending,
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
 * Downloads the file of a completed export, checks its SHA-256, and hands it to the reader as a file of that kind,
 * time, and format.
 * @throws ChecksumMismatch, ExportNotCompleted, ApiProblem, or the reason of the signal
 */
async function saveExport(client: Client, job: ExportJob, signal: AbortSignal): Promise<void> {
  const bytes = await client.readExport(job.exportId, { signal })
  const parts: Uint8Array<ArrayBuffer>[] = []
  // `new Response(bytes).blob()` would replace any error of the stream by `Failed to fetch` in Chromium.
  await bytes.pipeTo(new WritableStream({ write: (chunk) => void parts.push(new Uint8Array(chunk)) }), { signal })
  const url = URL.createObjectURL(new Blob(parts))
  const link = document.createElement('a')
  link.href = url
  link.download = `${job.kind}-${job.createdAt.slice(0, 19).replaceAll(':', '')}.${job.format}`
  link.click()
  // The browser reads the file when it handles the click. The URL can be revoked after that.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
