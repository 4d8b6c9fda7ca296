import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32

/**
 * Returns the keys that seal cursors. If `given` is empty, it uses a key that it creates once in `folder`. That only
 * works for one process on one machine: replicas must all be given the same keys.
 * @throws Error if a given key is not the base64 of 32 bytes
 */
export function readCursorKeys(given: readonly string[] | undefined, folder = '.local'): Buffer[] {
  const texts = given?.length ? given : [madeOnce(folder)]
  const keys = texts.map((text) => Buffer.from(text, 'base64'))
  if (keys.every((key) => key.length === KEY_BYTES)) return keys
  throw new Error('CURSOR_KEYS is not valid: each key must be the base64 of 32 bytes (openssl rand -base64 32)')
}

function madeOnce(folder: string): string {
  const file = join(folder, 'cursor.key')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
