import { z } from 'zod'

/** The years of UTC that are accepted: intervals and retentions can be added to such a time. */
const FIRST_YEAR = 1900
const LAST_YEAR = 9998
const YEARS = `must be of the years ${FIRST_YEAR} to ${LAST_YEAR} in UTC`

const TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.(\d{1,9}))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** What JSON Schema can say of it: the format refuses days and hours that do not exist. */
const YEAR_PATTERN = '(19\\d\\d|[2-8]\\d{3}|9([0-8]\\d\\d|9([0-8]\\d|9[0-8])))'
const TIME_PATTERN = `^${YEAR_PATTERN}-\\d\\d-\\d\\d[Tt][\\d:]{8}(\\.\\d{1,9})?([Zz]|[+-][\\d:]{5})$`

/**
 * Reads an RFC 3339 date-time in UTC with milliseconds; further digits are cut. `T` and `Z` may be in lower case (section
 * 5.6). A leap second counts as the second before it, so that it stays in its day. There is no hour 24.
 * @returns null where the text is no such time; its year may be any
 */
export function readTime(text: string): string | null {
  const [, day = '', minute, second, fraction = '', offset = ''] = TIME.exec(text) ?? []
  if (!isDay(day)) return null
  const isLeap = second === '60'
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const time = new Date(
    `${day}T${minute}:${isLeap ? '59' : second}.${milliseconds}${offset.toUpperCase()}`,
  ).toISOString()
  return isLeap && !time.includes('T23:59:59') ? null : time
}

/** Whether a time that was read is of a year that is accepted. */
export function isInYears(time: string): boolean {
  const year = new Date(time).getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

/** Days such as February 30 would be read as days of the next month. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const EXAMPLE = '2026-03-14T02:10:00Z'
const WANTED = `must be a time such as ${EXAMPLE}`

/** Every time that comes in: RFC 3339 with any offset and up to 9 decimals of seconds; read as UTC with milliseconds. */
export const TimeAsSent = z
  .string()
  .meta({ format: 'date-time', pattern: TIME_PATTERN })
  .transform((text, context) => {
    const time = readTime(text)
    if (time !== null && isInYears(time)) return time
    context.addIssue({ code: 'custom', message: time === null ? WANTED : YEARS })
    return z.NEVER
  })

const DayAsSent = z
  .string()
  .meta({ format: 'date', pattern: `^${YEAR_PATTERN}-\\d\\d-\\d\\d$` })
  .refine((text) => isDay(text) && isInYears(`${text}T00:00:00.000Z`))
  .transform((day) => `${day}T00:00:00.000Z`)

/** The beginning of a range of time: a time, or a date, which is the beginning of that day in UTC. */
export const SinceAsSent = z.union([TimeAsSent, DayAsSent], {
  error: `must be a time such as ${EXAMPLE} or a date such as 2026-03-14, of the years ${FIRST_YEAR} to ${LAST_YEAR}`,
})

/** A moment that something is looked at: a time, or a date, which is the end of that day in UTC. */
export const AsOfAsSent = z.union(
  [TimeAsSent, DayAsSent.transform((start) => `${start.slice(0, 'YYYY-MM-DD'.length)}T23:59:59.999Z`)],
  {
    error: `must be a time such as ${EXAMPLE} or a date such as 2026-03-14, of the years ${FIRST_YEAR} to ${LAST_YEAR}`,
  },
)

/**
 * Milliseconds since 1970 as a time that can be served: what is before or after the years that are accepted becomes their
 * beginning or their end. Kafka takes any timestamp from a producer.
 */
export function timeOfMilliseconds(milliseconds: number): string {
  const [first, last] = [Date.UTC(FIRST_YEAR, 0, 1), Date.UTC(LAST_YEAR + 1, 0, 1) - 1]
  return new Date(Math.min(Math.max(milliseconds, first), last)).toISOString()
}
