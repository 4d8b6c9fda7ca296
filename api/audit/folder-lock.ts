import { DatabaseSync } from 'node:sqlite'

export interface FolderLock {
  release(): void
}

/**
 * Takes the lock file of a spool folder, or returns null when another process has it or the folder is gone. The lock is
 * SQLite's on an empty file, so that the kernel ends it with the process, however that ends: neither a pid that is used
 * again nor the pids of another container can be mistaken for the owner. The folder must be on a local disk.
 */
export function takeFolderLock(file: string): FolderLock | null {
  const database = open(file)
  if (!database) return null
  try {
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch {
    database.close()
    return null
  }
}

function open(file: string): DatabaseSync | null {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch {
    return null
  }
}
