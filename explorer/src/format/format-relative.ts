const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const format = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'short' })

/** How far a time is from another, in whole units, as `12 min ago` or `in 3 hr`; less than a minute is `this minute`. */
export function formatRelative(value: string, now: number): string {
  const apartMs = Date.parse(value) - now
  const [unit, sizeMs] = units.find(([, size]) => Math.abs(apartMs) >= size) ?? (['minute', 60_000] as const)
  return format.format(Math.trunc(apartMs / sizeMs), unit)
}
