import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from '../../process/file-lock.ts'
import { namesIn } from './segments.ts'
import { undeliveredIn } from './spool-position.ts'

/** The folder that one process writes its records to, held by this process: its own, or one of a process that is gone. */
export interface SpoolFolder {
  readonly path: string
  /** Gives the folder up as it is; the next process that looks adopts what is in it. */
  release(): void
  /** Deletes the folder: everything in it has been delivered. */
  remove(): void
}

const CLAIM_ATTEMPTS = 5
const folderName = /^\d+-\d+-[0-9a-f]{8}$/

/**
 * A new folder below `root`, held until it is released.
 * @throws Error when the folder cannot be made or locked
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

/** Takes over the folders below `root` whose processes are gone, oldest first; each gets exactly one adopter. */
export function adoptSpoolFolders(root: string, held: ReadonlySet<string>): SpoolFolder[] {
  return foldersBelow(root)
    .filter((path) => !held.has(path))
    .map(hold)
    .filter((folder) => folder !== null)
}

/** Undelivered bytes below `root` that other live processes hold. */
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
        // Another process creates the lock file again at this moment, to test it. It finds no records, and removes the folder.
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
