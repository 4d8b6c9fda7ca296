import { SinceAsSent } from '../../schemas/values/input-times.ts'

const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }

/**
 * Parses a duration: `30d`, `12h`, `15m`, `90s`, or `0`.
 * @returns milliseconds
 * @throws Error when it is not valid
 */
export function parseDuration(text: string): number {
  if (text === '0') return 0
  const match = /^(\d{1,6})([dhms])$/.exec(text)
  const unit = match?.[2] as keyof typeof UNIT_MS | undefined
  if (!match || !unit) throw new Error(`"${text}" is not a valid duration. Use a form such as 30d, 12h, 15m, or 90s`)
  return Number(match[1]) * UNIT_MS[unit]
}

/**
 * Parses a time in the future: a duration from now (`30d`), or a date or time in ISO 8601 (a date is its first instant
 * in UTC).
 * @throws Error when it is neither, or not in the future
 */
export function parseExpiry(text: string, now: Date): Date {
  const expiry = parseIso(text) ?? new Date(now.getTime() + parseDuration(text))
  if (expiry <= now) throw new Error(`"${text}" is not in the future. Use a later time, or a duration such as 30d`)
  return expiry
}

/**
 * Parses a time in the past: a duration before now (`24h`), or a date or time in ISO 8601.
 * @throws Error when it is neither
 */
export function parseTime(text: string, now: Date): Date {
  return parseIso(text) ?? new Date(now.getTime() - parseDuration(text))
}

/** A duration in whole seconds below two minutes, and otherwise in whole minutes: `40 s`, `3 min`. At least `1 s`. */
export function roundedDuration(ms: number): string {
  return ms < 120_000 ? `${Math.max(1, Math.ceil(ms / 1000))} s` : `${Math.round(ms / 60_000)} min`
}

/**
 * Parses times in the format of the contract, and times without seconds. A time without an offset is rejected, because
 * it would depend on the machine's time zone.
 */
function parseIso(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}([Tt][\d:.]+([Zz]|[+-]\d{2}:\d{2}))?$/.test(text)) return null
  const sent = SinceAsSent.safeParse(text.replace(/([Tt]\d{2}:\d{2})(?=[Zz+-])/, '$1:00'))
  if (!sent.success) throw new Error(`"${text}" is not a valid date. Use a date from the years 1900 to 9998`)
  return new Date(sent.data)
}
