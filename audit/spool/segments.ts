import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const segmentName = /^\d{12}\.ndjson$/

/** The numbers of the segments in a folder, in the order in which they were written. */
export function segmentsOf(path: string): number[] {
  return namesIn(path)
    .filter((name) => segmentName.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b)
}

export function segmentPath(path: string, segment: number): string {
  return join(path, `${String(segment).padStart(12, '0')}.ndjson`)
}

/** The size of a file in bytes; 0 if it does not exist. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The names in a folder. An empty list if the folder no longer exists, because its owner has delivered everything. */
export function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
