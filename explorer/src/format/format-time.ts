/** A time in the reader's zone, or in another, as `23 Nov 2026, 09:05`. */
export function formatTime(value: string, timeZone?: string): string {
  const time = new Date(value)
  if (Number.isNaN(time.getTime())) return value
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  })
  return format.format(time)
}

/** A span of seconds in its two largest units, as `3 h 20 min`. */
export function formatSpan(seconds: number): string {
  const units: [string, number][] = [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ]
  const first = units.findIndex(([, size]) => seconds >= size)
  if (first < 0) return '0 s'
  let rest = Math.floor(seconds)
  const parts = units.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? '' : `${count} ${unit}`
  })
  return parts.filter((part) => part !== '').join(' ')
}
