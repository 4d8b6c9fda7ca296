/** A part of a file; `end` is exclusive. */
export interface ByteRange {
  start: number
  end: number
}

const UNIT = /^bytes$/i
const POSITION = /^\d*$/

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
  const [first = '', last = ''] = positions(range ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return start < end && start < size ? { start, end } : null
}

/**
 * The first and the last position, empty where there is none; null when the header is not one range of bytes. One expression
 * with spaces between parts that may be empty would try each way to divide them: 4 KiB took 9 s.
 */
function positions(range: string): string[] | null {
  const [unit = '', ...values] = range.split('=', 3).map((part) => part.trim())
  const bounds = values.flatMap((value) => value.split('-', 3)).map((end) => end.trim())
  const isOneRange = values.length === 1 && bounds.length === 2 && bounds.every((end) => POSITION.test(end))
  return UNIT.test(unit) && isOneRange ? bounds : null
}
