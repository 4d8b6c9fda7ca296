import { DatabaseSync } from 'node:sqlite'
import type { Repeat } from '../../../domain/publications/checked-events.ts'
import type { FeedEvent } from '../read-event.ts'

export interface Repeats {
  /** Returns the repeat with the earlier event, or null if the event is not a repeat of a record. */
  find(event: Pick<FeedEvent, 'key' | 'version' | 'number'>): Repeat | null
  close(): void
}

const VERSION_DIGITS = 38

/**
 * Remembers the highest version of each record in a temporary database, because a file may contain more records than
 * fit in memory.
 */
export function openRepeats(): Repeats {
  const database = new DatabaseSync('')
  database.exec('CREATE TABLE seen (key TEXT PRIMARY KEY, version TEXT, line INTEGER) WITHOUT ROWID; BEGIN')
  const look = database.prepare('SELECT version, line FROM seen WHERE key = ?')
  const keep = database.prepare('INSERT OR REPLACE INTO seen VALUES (?, ?, ?)')
  return {
    find({ key, version, number }) {
      if (version === null) return null
      const seen = look.get(key)
      const earlier = seen && { version: BigInt(String(seen.version)), line: Number(seen.line) }
      if (!earlier || version > earlier.version) {
        keep.run(key, String(version).padStart(VERSION_DIGITS, '0'), number)
        return null
      }
      const { line: earlierLine } = earlier
      return { line: number, version: String(version), earlierLine, earlierVersion: String(earlier.version) }
    },
    close: () => database.close(),
  }
}
