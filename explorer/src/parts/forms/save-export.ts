import type { Client, ExportJob } from '@tenant-data/client'

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
