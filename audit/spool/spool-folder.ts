import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from '../../process/file-lock.ts'
import { namesIn } from './segments.ts'
import { undeliveredIn } from './spool-position.ts'

/** A spool folder that this process has locked: its own, or one of a dead process. */
export interface SpoolFolder {
  readonly path: string
  /** Unlocks the folder. The next process that looks for folders adopts its records. */
  release(): void
  /** Deletes the folder after all its records were delivered. */
  remove(): void
}

const CLAIM_ATTEMPTS = 5
const folderName = /^\d+-\d+-[0-9a-f]{8}$/

/**
 * Creates a folder below `root` and locks it until it is released.
 * @throws Error if the folder cannot be created or locked
 */
export function createSpoolFolder(root: string): SpoolFolder {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
    const path = join(root, `${Date.now()}-${process.pid}-${randomUUID().slice(0, 8)}`)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const folder = hold(path)
    if (folder) return folder
  }
  throw new Error(`AUDIT_SPOOL: no lock can be taken in ${root}; it must be a writable folder on a local disk`)
}

/** Locks the folders below `root` whose processes are dead, oldest first. Only one process can lock each of them. */
export function adoptSpoolFolders(root: string, held: ReadonlySet<string>): SpoolFolder[] {
  return foldersBelow(root)
    .filter((path) => !held.has(path))
    .map(hold)
    .filter((folder) => folder !== null)
}

/** Undelivered bytes in folders below `root` that other live processes have locked. */
export function foreignBytes(root: string, held: ReadonlySet<string>): number {
  const foreign = foldersBelow(root).filter((path) => !held.has(path))
  return foreign.reduce((sum, path) => sum + undeliveredIn(path), 0)
}

function hold(path: string): SpoolFolder | null {
  const lock = lockFile(join(path, 'lock'))
  if (!lock) return null
  return {
    path,
    release: () => lock.release(),
    remove() {
      try {
        rmSync(path, { recursive: true, force: true })
      } catch {
        // Another process is creating the lock file again to test whether it is free. It will find no records and
        // delete the folder.
      }
      lock.release()
    },
  }
}

function foldersBelow(root: string): string[] {
  return namesIn(root)
    .filter((name) => folderName.test(name))
    .sort()
    .map((name) => join(root, name))
}
