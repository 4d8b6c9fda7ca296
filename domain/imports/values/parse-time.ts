import { DateTime, IANAZone } from 'luxon'

export interface TimeFormat {
  /** A pattern such as `dd.MM.yyyy HH:mm`, or a name such as `epoch-ms`. */
  format?: string | undefined
  /** The time zone of texts without an offset: an IANA name, or UTC. */
  zone: string
}

/** A point in time: in UTC, and as the day in the time zone of the table. */
export type ParsedTime = { time: string; day: string } | { fault: string }

/** Milliseconds of one unit, as a fraction, because microseconds have decimals. */
const epochs: Readonly<Record<string, { numerator: bigint; denominator: bigint }>> = {
  'epoch-days': { numerator: 86_400_000n, denominator: 1n },
  'epoch-s': { numerator: 1000n, denominator: 1n },
  'epoch-ms': { numerator: 1n, denominator: 1n },
  'epoch-us': { numerator: 1n, denominator: 1000n },
}

const ISO = /^\d{4}-\d\d-\d\d(?:[T ](?:[01]\d|2[0-3]):\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Describes what is wrong with a time zone, or returns null. */
export function zoneFault(zone: string): string | null {
  return isZone(zone) ? null : 'must be a time zone such as UTC or Europe/Berlin'
}

const isZone = (zone: string) => zone.toUpperCase() === 'UTC' || IANAZone.isValidZone(zone)

/**
 * Parses a date or time of a table. A date is the start of its day in the time zone. A local time that occurs twice,
 * because clocks were set back, is the earlier one. One that does not occur is a fault.
 */
export function parseTime(text: string, { format = 'iso', zone }: TimeFormat): ParsedTime {
  const epoch = epochs[format]
  if (epoch) {
    if (!/^-?\d{1,18}$/.test(text)) return { fault: `must be an integer of ${format}` }
    const milliseconds = (BigInt(text) * epoch.numerator) / epoch.denominator
    return parsed(DateTime.fromMillis(Number(milliseconds), { zone }))
  }
  const parse = (inZone: string) =>
    format === 'iso'
      ? DateTime.fromISO(ISO.test(text) ? text.replace(' ', 'T').replace(',', '.') : '', { zone: inZone })
      : DateTime.fromFormat(text, format, { zone: inZone, locale: 'en', numberingSystem: 'latn' })
  const [wall, shifted] = [parse('utc'), parse('utc+1')]
  if (!wall.isValid || !shifted.isValid) return { fault: expectation(format) }
  const hasOffset = wall.toMillis() === shifted.toMillis()
  const instant = hasOffset ? wall.toMillis() : earliestInstant(wall.toMillis(), zone)
  if (instant === null) return { fault: `is a time that does not occur in ${zone}, because clocks were set forward` }
  return parsed(DateTime.fromMillis(instant, { zone }))
}

/** More than any offset from UTC. */
const DAY_MS = 86_400_000

/**
 * Returns the earliest instant that has a local time in a zone, or null if there is none. The offsets of a day before
 * and after are tried, because luxon misses instants where an offset has changed by a day since, as in Pacific/Apia.
 * @param wall the local time, in milliseconds as if it were UTC
 */
function earliestInstant(wall: number, zone: string): number | null {
  const offsetAt = (instant: number) => DateTime.fromMillis(instant, { zone }).offset * 60_000
  const offsets = [wall - DAY_MS, wall, wall + DAY_MS].map(offsetAt)
  const instants = offsets.map((offset) => wall - offset).filter((instant) => offsetAt(instant) === wall - instant)
  return instants.length === 0 ? null : Math.min(...instants)
}

function parsed(time: DateTime): ParsedTime {
  const utc = time.toUTC().toISO()
  const day = time.toISODate()
  return utc === null || day === null ? { fault: 'is not a date that occurs' } : { time: utc, day }
}

const EXAMPLE = DateTime.fromISO('2026-03-14T16:05:09Z', { zone: 'utc' })

function expectation(format: string): string {
  if (format === 'iso') return 'must be a date such as 2026-03-14 or a time such as 2026-03-14T16:05:09Z'
  return `must be a date or time of the format ${format}, such as ${EXAMPLE.setLocale('en').toFormat(format)}`
}
