import { useMutation } from '@tanstack/react-query'
import type { CreateExportInput, ExportJob } from '@tenant-data/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useClient } from '../../session/session-context.tsx'
import { useToken } from '../../session/use-token.ts'
import { Problem } from '../page/problem.tsx'
import { saveExport } from './save-export.ts'

/** Makes a CSV of what a page shows, with the same filters, and downloads it when it is ready. */
export function ExportButton({ request, text = 'CSV' }: { request: CreateExportInput; text?: string }): ReactNode {
  const client = useClient()
  const scopes = useToken().data?.credential.scopes ?? []
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
  if (!scopes.includes('exports:create')) {
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
