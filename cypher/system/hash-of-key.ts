import { hash } from 'node:crypto'

/**
 * The SHA-256 of an organization key, in hexadecimal digits. It is what remains of the key after the organization was
 * purged, so that the key is never given again.
 */
export function hashOfKey(key: string): string {
  return hash('sha256', `tda-organization:${key}`, 'hex')
}
