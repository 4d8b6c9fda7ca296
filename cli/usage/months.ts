/** A calendar month in UTC, such as `2027-03`, with its first instant and that of the next one, in ms since 1970. */
export interface Month {
  name: string
  from: number
  to: number
}

/**
 * Parses months such as `2027-03`. Without any, it is the current one.
 * @returns the months in their order, each once
 * @throws Error when one is not valid, or has not begun
 */
export function parseMonths(texts: readonly string[], now: Date): Month[] {
  const names = texts.length > 0 ? [...new Set(texts)].sort() : [now.toISOString().slice(0, 7)]
  return names.map((name) => monthOf(name, now))
}

function monthOf(name: string, now: Date): Month {
  const [, year = '', month = ''] = /^(2\d{3})-(0[1-9]|1[0-2])$/.exec(name) ?? []
  if (year === '') throw new Error(`"${name}" is not a valid month. Use a form such as 2027-03`)
  const from = Date.UTC(Number(year), Number(month) - 1)
  if (from > now.getTime()) throw new Error(`The month ${name} has not begun. Use an earlier one`)
  return { name, from, to: Date.UTC(Number(year), Number(month)) }
}
