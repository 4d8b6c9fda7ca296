/** A part of a file; `end` is exclusive. */
export interface ByteRange {
  start: number
  end: number
}

const UNIT = /^bytes$/i
const POSITION = /^\d*$/

/**
 * The part of a file that a Range header requests (RFC 9110, section 14.2). Returns null, for the whole file, if there
 * is no such header, if it has several ranges or another unit, if the range is after the end, or if If-Range is not the
 * file's strong ETag.
 */
export function byteRange(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  tag: string,
  size: number,
): ByteRange | null {
  const { range, 'if-range': condition } = headers
  if (condition !== undefined && condition !== tag) return null
  const [first = '', last = ''] = positions(range ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return start < end && start < size ? { start, end } : null
}

/**
 * The first and last position of a range, empty if missing, or null if the header is not one range of bytes. This
 * splits instead of matching one regular expression, because that could backtrack: 4 KiB took 9 seconds.
 */
function positions(range: string): string[] | null {
  const [unit = '', ...values] = range.split('=', 3).map((part) => part.trim())
  const bounds = values.flatMap((value) => value.split('-', 3)).map((end) => end.trim())
  const isOneRange = values.length === 1 && bounds.length === 2 && bounds.every((end) => POSITION.test(end))
  return UNIT.test(unit) && isOneRange ? bounds : null
}
