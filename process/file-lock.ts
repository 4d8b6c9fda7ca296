import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

/** Keeps references to open connections. Garbage collection would close a connection and release its lock. */
const locked = new Set<DatabaseSync>()

/**
 * Locks a file, which is created if it is missing. Returns null if another process has the lock or the folder does not
 * exist.
 * The lock is SQLite's write lock on an empty file, which the kernel releases when the process ends for any reason. So
 * a reused process ID, or one of another container, cannot be mistaken for the owner. The disk must be local.
 * If several processes try at the same time, exactly one gets the lock. SQLite's exclusive lock would not guarantee
 * that: it also waits for readers, so all of them could fail (https://www.sqlite.org/lockingv3.html).
 */
export function lockFile(file: string): FileLock | null {
  const database = open(file)
  if (!database) return null
  try {
    database.exec('BEGIN IMMEDIATE')
    locked.add(database)
    return { release: () => release(database) }
  } catch {
    database.close()
    return null
  }
}

function release(database: DatabaseSync): void {
  locked.delete(database)
  database.close()
}

function open(file: string): DatabaseSync | null {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch {
    return null
  }
}
