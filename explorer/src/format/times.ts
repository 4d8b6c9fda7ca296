import { formatAmount } from './numbers.ts'

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
  return withSep(format.format(time))
}

/** A day in the reader's zone, as `12 Sep 2026`. */
export function formatDay(value: string): string {
  return withSep(
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(value)),
  )
}

/** British English has four letters for September only. */
const withSep = (text: string) => text.replace('Sept', 'Sep')

/** The time zone of the reader, such as `Europe/Berlin`. */
export function readerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

const spanUnits: readonly [string, number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

interface SpanOptions {
  /** Every unit to the second, rounded up, for comparisons with thresholds. */
  isExact?: boolean
}

/** A span of seconds in its two largest units, as `3 h 20 min`, or exact, as `9 d 4 min 20 s`. */
export function formatSpan(seconds: number, { isExact = false }: SpanOptions = {}): string {
  if (isExact) return spanText(Math.max(0, Math.ceil(seconds)), spanUnits)
  const first = spanUnits.findIndex(([, size]) => seconds >= size)
  return spanText(first < 0 ? 0 : Math.floor(seconds), spanUnits.slice(Math.max(0, first)).slice(0, 2))
}

function spanText(seconds: number, units: typeof spanUnits): string {
  let rest = seconds
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [formatAmount(String(count), unit)]
  })
  return parts.join(' ') || formatAmount('0', 's')
}

/** The time from one moment to another: `less than 1 s`, `2.4 s`, or `3 min 20 s`. */
export function formatElapsed(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  if (seconds < 1) return `less than ${formatSpan(1)}`
  return seconds < 10 ? formatAmount(String(Number(seconds.toFixed(1))), 's') : formatSpan(seconds)
}

/** How far a time is from another, in its largest unit: `12 min ago`, `in 3 h`, or `less than 1 min ago`. */
export function formatAge(value: string, now: number): string {
  const seconds = (Date.parse(value) - now) / 1000
  const [unit, size] = spanUnits.find(([, one]) => one >= 60 && Math.abs(seconds) >= one) ?? (['min', 60] as const)
  const count = Math.floor(Math.abs(seconds) / size)
  const span = count === 0 ? `less than ${formatSpan(60)}` : formatAmount(String(count), unit)
  return seconds > 0 ? `in ${span}` : `${span} ago`
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
  return `Data is still loading: the service is ${formatSpan(lagSeconds, { isExact: true })} behind, so figures are not complete yet.`
}
