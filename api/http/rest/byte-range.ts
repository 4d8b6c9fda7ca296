/** A part of a file; `end` is exclusive. */
export interface ByteRange {
  start: number
  end: number
}

const ONE_RANGE = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i

/**
 * The part that a Range header asks for (RFC 9110, 14.2), or null for the whole file: without the header, with several
 * ranges or another unit, for a range that lies behind the end, and with an If-Range that is not the file's strong tag.
 */
export function byteRange(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  tag: string,
  size: number,
): ByteRange | null {
  const { range, 'if-range': condition } = headers
  if (condition !== undefined && condition !== tag) return null
  const [, first = '', last = ''] = ONE_RANGE.exec(range ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return start < end && start < size ? { start, end } : null
}
