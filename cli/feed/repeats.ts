import { DatabaseSync } from 'node:sqlite'
import type { FeedEvent } from './read-event.ts'

/**
 * An event that would change nothing. Either an earlier event of the same record has an equal or higher
 * `sourceversion`, or the same event about a publication occurred before. In the second case, the versions are null.
 */
export interface Repeat {
  line: number
  version: string | null
  earlierLine: number
  earlierVersion: string | null
}

export interface Repeats {
  /** Returns the repeat with the earlier event, or null if the event is not a repeat. */
  find(event: FeedEvent): Repeat | null
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
    find({ identity, version, number }) {
      const seen = look.get(identity)
      const earlier = seen && { version: BigInt(String(seen.version)), line: Number(seen.line) }
      if (!earlier || (version !== null && version > earlier.version)) {
        keep.run(identity, String(version ?? 0).padStart(VERSION_DIGITS, '0'), number)
        return null
      }
      const { line: earlierLine } = earlier
      if (version === null) return { line: number, version, earlierLine, earlierVersion: null }
      return { line: number, version: String(version), earlierLine, earlierVersion: String(earlier.version) }
    },
    close: () => database.close(),
  }
}
