import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a folder that its user alone can enter. What an earlier version left open in it, to every user of the machine, is
 * closed: files become 0600, folders 0700.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (isPrivate(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700)
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600)
  }
  // Last, so that a start that is interrupted does the rest at the next one.
  chmodSync(folder, 0o700)
}

function isPrivate(folder: string): boolean {
  return (statSync(folder).mode & 0o077) === 0
}
