import type { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { exportFormats } from '../../../schemas/exports/export-formats.ts'
import { ApiError } from '../../core/errors.ts'
import type { StoredFile } from '../../core/operation.ts'
import type { Reply } from '../exchange.ts'
import { type Incoming, requireAccepted } from '../request.ts'
import type { Services } from '../services.ts'
import { byteRange } from './byte-range.ts'
import { isKnown } from './success.ts'

/** A download ends if the caller accepts no bytes for this time. */
const IDLE_MS = 60_000
/** How often a download checks whether its organization was suspended, in which case it ends. */
const WATCH_MS = 2000

/**
 * Sends a stored file, whole, in part, or as gzip, as fast as the caller accepts it. The ETag of the file is strong.
 * The ETag of its gzip encoding is weak, because another version of zlib may produce other bytes.
 */
export function createFileSender({ send, exports }: Pick<Services, 'send' | 'exports'>) {
  return async (req: Incoming, res: Reply, file: StoredFile['file']): Promise<void> => {
    const { mediaType, isCompressible } = exportFormats[file.format]
    requireAccepted(req, [mediaType])
    const tag = `"${file.sha256}"`
    const range = byteRange(req.headers, tag, file.byteSize)
    const isZipped =
      isCompressible &&
      range === null &&
      req.headers.range === undefined &&
      req.acceptsEncodings('gzip', 'identity') === 'gzip'
    const headers = headersOf(file, isZipped ? `W/${tag}` : tag)
    if (isKnown(req.headers['if-none-match'], tag)) {
      send.respond(res, { status: 304, headers, body: null, code: null, rows: 0 })
      return
    }
    const bytes = await open(file, range)
    const { start, end } = range ?? { start: 0, end: file.byteSize }
    if (range) headers['Content-Range'] = `bytes ${start}-${end - 1}/${file.byteSize}`
    if (isZipped) headers['Content-Encoding'] = 'gzip'
    else headers['Content-Length'] = String(end - start)
    const isHead = req.method === 'HEAD'
    if (isHead) bytes.destroy()
    watch(res, exports)
    send.respond(res, {
      status: range ? 206 : 200,
      headers,
      body: isHead ? null : isZipped ? zipped(bytes) : bytes,
      code: null,
      rows: isHead ? 0 : range ? null : file.rows,
    })
  }
}

function headersOf({ name, format }: StoredFile['file'], tag: string): Record<string, string> {
  return {
    'Content-Type': exportFormats[format].contentType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Accept-Ranges': 'bytes',
    // Intermediaries must not change the bytes, because the checksum and ranges refer to them.
    'Cache-Control': 'no-store, no-transform',
    Vary: 'Authorization, Accept-Encoding',
    ETag: tag,
  }
}

/** @throws ApiError dependency_unavailable if the file cannot be read */
async function open(file: StoredFile['file'], range: { start: number; end: number } | null): Promise<Readable> {
  const opening = range ? file.open(range) : file.open()
  const bytes = await opening.catch((cause) => {
    throw unreadable(cause)
  })
  if (!bytes) throw unreadable()
  return bytes
}

function unreadable(cause?: unknown): ApiError {
  return new ApiError('dependency_unavailable', {
    detail: 'The file of the export is not available at present.',
    cause,
  })
}

function zipped(bytes: Readable): Readable {
  const gzip = createGzip({ level: 5 })
  bytes.once('error', (error) => gzip.destroy(error))
  gzip.once('close', () => bytes.destroy())
  return bytes.pipe(gzip)
}

/** Ends a download that its caller no longer reads, or whose organization was suspended or purged since it started. */
function watch(res: Reply, exports: Services['exports']): void {
  const organization = res.locals.exchange.caller?.credential.organization ?? ''
  const timer = setInterval(async () => {
    if (await exports.isEnded(organization).catch(() => false)) res.destroy()
  }, WATCH_MS)
  // The default limit is 10 listeners. Each step of a request and each stream of the pipeline listens for the end of
  // the response.
  res.setMaxListeners(24)
  res.setTimeout(IDLE_MS, () => res.destroy())
  res.once('close', () => clearInterval(timer))
}
