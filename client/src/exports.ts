import type { ExportJob } from './contract.ts'
import { ChecksumMismatch, ExportNotCompleted } from './errors.ts'
import type { RequestOptions } from './settings.ts'
import { createSha256 } from './sha256.ts'

export interface WaitOptions extends RequestOptions {
  /** Milliseconds after which waiting fails with a DOMException named TimeoutError, as with `AbortSignal.timeout`. */
  timeoutMs?: number | undefined
  /** Called with the job each time it was read. */
  onProgress?: ((job: ExportJob) => void) | undefined
}

type ReadJob = (options: RequestOptions) => Promise<ExportJob>

/**
 * Reads a job at the interval that it contains, until it is completed.
 * @throws ExportNotCompleted if it failed or its file has expired; the reason of the signal if it is aborted
 */
export async function untilCompleted(
  readJob: ReadJob,
  wait: (ms: number, signal?: AbortSignal) => Promise<void>,
  { timeoutMs, onProgress, ...options }: WaitOptions,
): Promise<ExportJob> {
  const ends = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]
  const signal = AbortSignal.any([...ends, ...(options.signal ? [options.signal] : [])])
  for (;;) {
    const job = await readJob({ ...options, signal })
    onProgress?.(job)
    if (job.status === 'completed') return job
    if (job.pollAfterSeconds === null) throw new ExportNotCompleted(job)
    await wait(job.pollAfterSeconds * 1000, signal)
  }
}

/**
 * The bytes of a response. The stream fails at its end if the SHA-256 of the bytes is not that of the job. Discard the
 * bytes in that case.
 * @throws ExportNotCompleted if the job has no file
 */
export function verified({ body }: Response, job: ExportJob): ReadableStream<Uint8Array> {
  const { sha256 } = job
  if (sha256 === null || body === null) throw new ExportNotCompleted(job)
  const hash = createSha256()
  const check = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      hash.update(chunk)
      controller.enqueue(chunk)
    },
    flush() {
      const actual = hash.end()
      if (actual !== sha256) throw new ChecksumMismatch(sha256, actual)
    },
  })
  return body.pipeThrough(check)
}
