import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const BYTES = 32

/**
 * The secret that a file holds, base64 of 32 random bytes: made once, for its owner's eyes only. A file that an interrupted
 * start left incomplete is made again. Only the holder of the data folder may ask.
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
