import { renameSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditRecord } from '../schemas/audit.ts'
import { auditLine } from './audit-line.ts'
import { segmentPath, segmentsOf } from './spool/segments.ts'

export interface Counters {
  /**
   * Adds the count of `template` to the record of its key. The first template of a key sets the other fields of that
   * record.
   */
  add(key: string, template: AuditRecord): void
  /** Removes and returns the counts of the minutes that ended before `now`, or all counts without `now`. */
  take(now?: Date): AuditRecord[]
  /** Writes the current counts to disk, if they changed since the last write. */
  save(): Promise<void>
}

/**
 * The most keys that are counted separately per minute. Further ones share one count, so that no caller can fill the
 * memory.
 */
const MAX_KINDS = 1000

/**
 * Counts events that do not get a record each. The counts of the current minute are also on disk, so that a crash loses
 * no more of them than of other records.
 */
export function openCounters(path: string): Counters {
  const counts = new Map<string, AuditRecord>()
  let changed = false

  return {
    add(key, template) {
      const isOwn = counts.has(key) || counts.size < MAX_KINDS
      const kind = isOwn ? key : `others ${template.status}`
      const first = isOwn ? template : { ...template, address: null, organization: null }
      const counted = counts.get(kind) ?? { ...first, count: 0 }
      counts.set(kind, { ...counted, count: counted.count + template.count })
      changed = true
    },
    take(now) {
      const minute = now?.toISOString().slice(0, 16)
      const over = [...counts].filter(([, { time }]) => minute === undefined || time.slice(0, 16) < minute)
      for (const [key] of over) counts.delete(key)
      changed ||= over.length > 0
      return over.map(([, record]) => record)
    },
    async save() {
      if (!changed) return
      changed = false
      try {
        const lines = [...counts.values()].map((record) => `${auditLine(record)}\n`)
        await writeFile(join(path, 'counts.new'), lines.join(''))
        await rename(join(path, 'counts.new'), join(path, 'counts'))
      } catch (error) {
        changed = true
        throw error
      }
    },
  }
}

/** Turns the counts of a dead process into the last segment of its folder. */
export function adoptCounts(path: string): void {
  try {
    renameSync(join(path, 'counts'), segmentPath(path, (segmentsOf(path).at(-1) ?? 0) + 1))
  } catch {
    // The file does not exist if the process counted nothing.
  }
}
