import { hash } from 'node:crypto'

export interface Published {
  type: string
  body: Buffer
  /** A weak ETag, because compression changes the bytes. */
  etag: string
  cacheControl: string
  contentSecurityPolicy: string
}

/** Browsers revalidate at each request. A 304 response is cheap, and readers see a new version immediately. */
const REVALIDATED = 'public, no-cache'

const NOTHING_RUNS = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Prepares content for serving. By default it is revalidated at each request and may load only styles and images of the
 * same origin.
 */
export function publish(type: string, content: string | Buffer, contentSecurityPolicy = NOTHING_RUNS): Published {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content)
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`
  return { type, body, etag, cacheControl: REVALIDATED, contentSecurityPolicy }
}
