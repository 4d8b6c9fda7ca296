import { renameSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditRecord } from '../schemas/audit.ts'
import { auditLine } from './audit-line.ts'
import { segmentPath, segmentsOf } from './spool/segments.ts'

export interface Counters {
  /** Counts one more of its kind; `template` is what they have in common, and the first one's time. */
  add(key: string, template: AuditRecord): void
  /** Takes the counts of minutes that are over at `now` out of the counts, all of them without `now`. */
  take(now?: Date): AuditRecord[]
  /** Keeps the running counts on disk, when they changed since the last time. */
  save(): Promise<void>
}

/** Kinds counted apart in a minute; the others share one count, so that no caller can fill the memory. */
const MAX_KINDS = 1000

/**
 * Counts what is not recorded one by one. The counts of the running minute are on disk too, so that a crash loses no
 * more of them than of other records.
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

/** Makes the counts that a dead process left behind the last segment of its folder. */
export function adoptCounts(path: string): void {
  try {
    renameSync(join(path, 'counts'), segmentPath(path, (segmentsOf(path).at(-1) ?? 0) + 1))
  } catch {
    // There are none: the process had nothing to count.
  }
}
