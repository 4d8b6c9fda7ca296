import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const BYTES = 32

/**
 * The secret in a file, base64 of 32 random bytes. It is created once, readable only by its owner. A file that an
 * interrupted start left incomplete is created again. Call it only while holding the lock of the data folder.
 */
export function secretFile(file: string): string {
  const found = read(file)
  if (found !== null) {
    chmodSync(file, 0o600)
    return found
  }
  const secret = randomBytes(BYTES).toString('base64')
  writeFileSync(`${file}.draft`, secret, { mode: 0o600 })
  renameSync(`${file}.draft`, file)
  return secret
}

function read(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8')
    return Buffer.from(text, 'base64').length === BYTES ? text : null
  } catch {
    return null
  }
}
