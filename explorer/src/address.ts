/** What stands in an address after its question mark: a text, or several where the name comes several times. */
type RawSearch = Record<string, string | string[]>

/** Makes the state of a page from its address. What it does not know is left out; it never throws. */
export type ParseSearch<State extends object> = (raw: Record<string, unknown>) => State

/** The texts of an address. Unlike the router's own, it takes no text for a number or for JSON: `style=0012` stays `0012`. */
export function parseAddress(search: string): RawSearch {
  const given = new URLSearchParams(search)
  const entries = [...new Set(given.keys())].map((name): [string, string | string[]] => {
    const values = given.getAll(name)
    return [name, values.length === 1 ? (values[0] ?? '') : values]
  })
  return Object.fromEntries(entries)
}

/** The reverse, in the order of the state's fields; what is empty, false or absent is left out. */
export function writeAddress(state: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(state).flatMap(([name, value]) =>
      [value]
        .flat()
        .filter((one) => one !== undefined && one !== null && one !== '' && one !== false)
        .map((one): [string, string] => [name, String(one)]),
    ),
  )
  return query.size === 0 ? '' : `?${query}`
}

/** A text of an address, or undefined. */
export function textOf(raw: Record<string, unknown>, name: string): string | undefined {
  const value = [raw[name]].flat()[0]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A text of an address that is one of those that there are, or undefined. */
export function oneOf<const Value extends string>(
  raw: Record<string, unknown>,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = textOf(raw, name)
  return values.find((value) => value === text)
}

/** Those texts of a repeated name that there are, each once. */
export function someOf<const Value extends string>(
  raw: Record<string, unknown>,
  name: string,
  values: readonly Value[],
): Value[] {
  const given = [raw[name]].flat()
  return values.filter((value) => given.includes(value))
}

/** True when the address says so. */
export function isSet(raw: Record<string, unknown>, name: string): boolean | undefined {
  return [true, 'true'].includes([raw[name]].flat()[0] as never) || undefined
}
