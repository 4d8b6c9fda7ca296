/** A half year of selling: `SS` is the first, `FW` the second. */
export type Season = { readonly code: string; readonly year: number; readonly half: 0 | 1 }

/** The season in which a moment lies, counted in half years from year 0. */
export function seasonNumberAt(clock: number): number {
  const moment = new Date(clock)
  return moment.getUTCFullYear() * 2 + (moment.getUTCMonth() < 6 ? 0 : 1)
}

/** The season of a number of half years: 4054 is `SS27`. */
export function seasonOf(number: number): Season {
  const half = number % 2 === 0 ? 0 : 1
  const year = (number - half) / 2
  return { code: `${half === 0 ? 'SS' : 'FW'}${`${year % 100}`.padStart(2, '0')}`, year, half }
}

/** A day of a season, counted from its first delivery (15 January or 15 July), as an ISO date. */
export function seasonDate(season: Season, day: number): string {
  return new Date(Date.UTC(season.year, season.half * 6, 15 + day)).toISOString().slice(0, 10)
}
