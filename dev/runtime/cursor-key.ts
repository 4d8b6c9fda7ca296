import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key that seals cursors, base64 of 32 bytes: made once for a data folder, so that cursors survive a restart. */
export function cursorKey(dataFolder: string): string {
  const file = join(dataFolder, 'cursor-key')
  mkdirSync(dataFolder, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there already; a folder that cannot be written to fails at the next line.
  }
  return readFileSync(file, 'utf8')
}
