import { z } from 'zod'

/**
 * The range of years that are accepted, so that intervals and retention times can be added without leaving four-digit
 * years.
 */
const FIRST_YEAR = 1900
const LAST_YEAR = 9998
const YEARS = `must be of the years ${FIRST_YEAR} to ${LAST_YEAR} in UTC`

const TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.(\d{1,9}))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * The part of the rules that a JSON Schema pattern can express. The format `date-time` rejects days and hours that do
 * not exist.
 */
const YEAR_PATTERN = '(19\\d\\d|[2-8]\\d{3}|9([0-8]\\d\\d|9([0-8]\\d|9[0-8])))'
const TIME_PATTERN = `^${YEAR_PATTERN}-\\d\\d-\\d\\d[Tt][\\d:]{8}(\\.\\d{1,9})?([Zz]|[+-][\\d:]{5})$`

/**
 * Parses an RFC 3339 date-time and returns it in UTC with milliseconds; further digits are cut off. `T` and `Z` may be
 * in lower case (section 5.6). A leap second is read as the second before it, so that the day stays the same. Hour 24
 * is rejected.
 * @returns null if the text is not a valid time; the year is not checked
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

/** Whether the year of a parsed time is accepted. */
export function isInYears(time: string): boolean {
  const year = new Date(time).getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

/** Rejects days such as February 30, which Date would read as a day of the next month. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const EXAMPLE = '2026-03-14T02:10:00Z'
const WANTED = `must be a time such as ${EXAMPLE}`

/**
 * A time in a request or event: RFC 3339 with any offset and up to 9 decimals of seconds, converted to UTC with
 * milliseconds.
 */
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

/** What `SinceAsSent` accepts, for descriptions of parameters. */
export const SINCE_FORMS = 'Takes a date-time with any offset, or a date, which means the start of that day in UTC.'

/** The start of a time range: a time, or a date, which stands for the start of that day in UTC. */
export const SinceAsSent = z.union([TimeAsSent, DayAsSent], {
  error: `must be a time such as ${EXAMPLE} or a date such as 2026-03-14, of the years ${FIRST_YEAR} to ${LAST_YEAR}`,
})

/** The time as of which data is read: a time, or a date, which stands for the end of that day in UTC. */
export const AsOfAsSent = z.union(
  [TimeAsSent, DayAsSent.transform((start) => `${start.slice(0, 'YYYY-MM-DD'.length)}T23:59:59.999Z`)],
  {
    error: `must be a time such as ${EXAMPLE} or a date such as 2026-03-14, of the years ${FIRST_YEAR} to ${LAST_YEAR}`,
  },
)

/**
 * Converts milliseconds since 1970 to a time that the API can return. A time outside the accepted years becomes the
 * first or last accepted one, because Kafka accepts any timestamp from a producer.
 */
export function timeOfMilliseconds(milliseconds: number): string {
  const [first, last] = [Date.UTC(FIRST_YEAR, 0, 1), Date.UTC(LAST_YEAR + 1, 0, 1) - 1]
  return new Date(Math.min(Math.max(milliseconds, first), last)).toISOString()
}
