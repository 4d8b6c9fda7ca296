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

/** Reads a field of an address; undefined for what the page does not know. */
export type ReadField<Value> = (given: unknown) => Value | undefined

type StateOf<Fields extends Record<string, ReadField<unknown>>> = {
  [Name in keyof Fields]?: ReturnType<Fields[Name]> | undefined
}

/** The parser of a page whose state has these fields, in this order. */
export function pageState<Fields extends Record<string, ReadField<unknown>>>(
  fields: Fields,
): ParseSearch<StateOf<Fields>> {
  const readers = Object.entries(fields)
  return (raw) => Object.fromEntries(readers.map(([name, read]) => [name, read(raw[name])])) as StateOf<Fields>
}

/** Any text; of a name that comes several times, the first. */
export const text: ReadField<string> = (given) => {
  const [value] = [given].flat()
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** True when the address says so. */
export const flag: ReadField<boolean> = (given) => [true, 'true'].includes([given].flat()[0] as never) || undefined

/** A text that is one of some values. */
export function oneOf<const Value extends string>(values: readonly Value[]): ReadField<Value> {
  return (given) => values.find((value) => value === text(given))
}

/** Those of some values that a repeated name has, each once. */
export function someOf<const Value extends string>(values: readonly Value[]): ReadField<Value[]> {
  return (given) => {
    const present = values.filter((value) => [given].flat().includes(value))
    return present.length === 0 ? undefined : present
  }
}
