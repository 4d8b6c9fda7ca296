import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Creates a folder that only its user can enter. It also closes what an earlier version left readable for every user of
 * the machine: files become 0600, folders 0700.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (isPrivate(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700)
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600)
  }
  // The folder itself is last, so that the next start completes an interrupted change.
  chmodSync(folder, 0o700)
}

function isPrivate(folder: string): boolean {
  return (statSync(folder).mode & 0o077) === 0
}
