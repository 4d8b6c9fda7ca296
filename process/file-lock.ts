import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

/** A connection without a reference would be closed with the garbage, and its lock end with it. */
const locked = new Set<DatabaseSync>()

/**
 * Takes the lock of a file, which it makes where there is none, or returns null when a process has it or its folder is
 * gone. The lock is SQLite's on an empty file, so that the kernel ends it with the process, however that ends: neither a
 * pid that is used again nor the pids of another container can be mistaken for the owner. The disk must be a local one.
 * Of several that come at once one gets it: an exclusive lock, which must also wait for those that are only looking, could
 * be refused to all of them (https://www.sqlite.org/lockingv3.html).
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
