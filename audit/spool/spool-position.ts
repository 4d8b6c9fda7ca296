import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentPath, segmentsOf, sizeOf } from './segments.ts'

/** A position in a spool: the number of a segment, and an offset in bytes. */
export interface Position {
  segment: number
  offset: number
}

/**
 * The position up to which the records of a folder were delivered. If it cannot be read, for example after a power
 * failure, it is the start of the first segment. Records may then be delivered twice, but none is lost.
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

/** Bytes in a folder that are not yet delivered. */
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
