import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentPath, segmentsOf, sizeOf } from './segments.ts'

/** A place in a spool: so many bytes into the segment of that number. */
export interface Position {
  segment: number
  offset: number
}

/**
 * Up to where a folder was delivered. A position that cannot be read (a power cut) means the first segment: delivered
 * twice is better than not at all.
 */
export function readPosition(path: string): Position {
  const first = segmentsOf(path)[0] ?? 1
  const [segment, offset = 0] = read(join(path, 'position')).split(' ').map(Number)
  return segment === first && Number.isSafeInteger(offset) ? { segment, offset } : { segment: first, offset: 0 }
}

export async function writePosition(path: string, { segment, offset }: Position): Promise<void> {
  await writeFile(join(path, 'position.new'), `${segment} ${offset}`)
  await rename(join(path, 'position.new'), join(path, 'position'))
}

/** Bytes in a folder that were not delivered yet. */
export function undeliveredIn(path: string): number {
  const bytes = segmentsOf(path).reduce((sum, segment) => sum + sizeOf(segmentPath(path, segment)), 0)
  return Math.max(0, bytes - readPosition(path).offset)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
