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

/** A day in the reader's zone, as `12 Sep 2026`. */
export function formatDay(value: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(value))
}

const spanUnits: readonly [string, number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

/** A span of seconds in its two largest units, as `3 h 20 min`. */
export function formatSpan(seconds: number): string {
  const first = spanUnits.findIndex(([, size]) => seconds >= size)
  return first < 0 ? '0 s' : spanText(Math.floor(seconds), spanUnits.slice(first, first + 2))
}

/** A duration to the second, such as `9 d 4 min 20 s`, for comparisons with thresholds. */
export function exactSpan(seconds: number): string {
  return spanText(Math.max(0, Math.ceil(seconds)), spanUnits) || '0 s'
}

function spanText(seconds: number, units: typeof spanUnits): string {
  let rest = seconds
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return parts.join(' ')
}

const relativeUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const relativeFormat = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'short' })

/**
 * How far a time is from another, in whole units, as `12 min ago` or `in 3 hr`; less than a minute is `this minute`.
 */
export function formatRelative(value: string, now: number): string {
  const apartMs = Date.parse(value) - now
  const [unit, sizeMs] = relativeUnits.find(([, size]) => Math.abs(apartMs) >= size) ?? (['minute', 60_000] as const)
  return relativeFormat.format(Math.trunc(apartMs / sizeMs), unit)
}

/** A time of the API as the value of a `datetime-local` input, in the user's time zone. Empty for an invalid time. */
export function toLocalInput(value: string | undefined): string {
  const time = new Date(value ?? '')
  if (Number.isNaN(time.getTime())) return ''
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString()
  return local.replace(/(?::00)?\.000Z$|Z$/, '')
}

/** The value of a `datetime-local` input as a time of the API. Undefined for an invalid time. */
export function fromLocalInput(text: string | undefined): string | undefined {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** In normal operation, the service is at most a few seconds behind. */
const BEHIND_SECONDS = 10

/** The text for a service that has not yet applied all events. Null if it has, or if its lag is unknown. */
export function loadingText(lagSeconds: number | null): string | null {
  if (lagSeconds === null || lagSeconds < BEHIND_SECONDS) return null
  return `Data is still loading: the service is ${exactSpan(lagSeconds)} behind, so figures are not complete yet.`
}
