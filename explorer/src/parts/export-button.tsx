import { useMutation } from '@tanstack/react-query'
import type { Client, CreateExportInput, ExportJob } from '@tenant-data/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useClient, useHasScope } from '../session/session-context.tsx'
import { Problem } from './states.tsx'

/** Makes a CSV of what a page shows, with the same filters, and downloads it when it is ready. */
export function ExportButton({ request, text = 'CSV' }: { request: CreateExportInput; text?: string }): ReactNode {
  const client = useClient()
  const canExport = useHasScope('exports:create')
  const [job, setJob] = useState<ExportJob | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const work = useMutation({
    mutationFn: async () => {
      const { signal } = leaving.current
      const { data } = await client.createExport(request, { signal })
      setJob(data)
      const completed = await client.waitForExport(data.exportId, { signal, onProgress: setJob })
      await saveExport(client, completed, signal)
      return completed
    },
  })
  if (!canExport) {
    return (
      <button type="button" aria-disabled="true" title="Requires the scope exports:create">
        {text} <span className="lacking">requires exports:create</span>
      </button>
    )
  }
  return (
    <span className="export-button">
      <button type="button" aria-disabled={work.isPending} onClick={() => !work.isPending && work.mutate()}>
        {text}
      </button>
      <span role="status">{progressText(work.status, job)}</span>
      {work.isError && <Problem error={work.error} onRetry={() => work.mutate()} />}
    </span>
  )
}

function progressText(status: 'idle' | 'pending' | 'success' | 'error', job: ExportJob | null): string {
  if (status === 'pending')
    return job === null || job.progress.rows === 0 ? ' Preparing …' : ` ${rows(job.progress.rows)} …`
  return status === 'success' ? ` Downloaded, ${rows(job?.rowCount ?? 0)}` : ''
}

const rows = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`

/**
 * Downloads the file of a completed export, checks its SHA-256, and hands it to the reader as a file of that kind and time.
 * @throws ChecksumMismatch, ExportNotCompleted, ApiProblem, or the reason of the signal
 */
export async function saveExport(client: Client, job: ExportJob, signal: AbortSignal): Promise<void> {
  const bytes = await client.readExport(job.exportId, { signal })
  const parts: Uint8Array<ArrayBuffer>[] = []
  // Not by `new Response(bytes).blob()`: Chromium says `Failed to fetch` there, whatever the stream failed with.
  await bytes.pipeTo(new WritableStream({ write: (chunk) => void parts.push(new Uint8Array(chunk)) }), { signal })
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${job.kind}-${job.createdAt.slice(0, 19).replaceAll(':', '')}.csv`
  link.click()
  // The browser has the file once the click is handled; a moment later nobody needs the address any more.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
