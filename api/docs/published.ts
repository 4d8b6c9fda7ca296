import { hash } from 'node:crypto'

export interface Published {
  type: string
  body: Buffer
  /** Weak, because compression changes the bytes. */
  etag: string
  cacheControl: string
  contentSecurityPolicy: string
}

/** Readers ask each time whether it is still the same: a 304 costs little, and a new version is seen at once. */
const REVALIDATED = 'public, no-cache'

const NOTHING_RUNS = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Prepares content for serving; it is revalidated and, unless told otherwise, may load only our own styles and images. */
export function publish(type: string, content: string | Buffer, contentSecurityPolicy = NOTHING_RUNS): Published {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content)
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`
  return { type, body, etag, cacheControl: REVALIDATED, contentSecurityPolicy }
}
