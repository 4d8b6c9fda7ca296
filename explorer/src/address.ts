/** The query parameters of a URL: a text, or several if the parameter is repeated. */
type RawSearch = Record<string, string | string[]>

/** Creates the state of a page from its URL. It ignores unknown parameters and never throws. */
export type ParseSearch<State extends object> = (raw: Record<string, unknown>) => State

/** Parses the query of a URL. Unlike the router's parser, it keeps all values as text: `style=0012` stays `0012`. */
export function parseAddress(search: string): RawSearch {
  const given = new URLSearchParams(search)
  const entries = [...new Set(given.keys())].map((name): [string, string | string[]] => {
    const values = given.getAll(name)
    return [name, values.length === 1 ? (values[0] ?? '') : values]
  })
  return Object.fromEntries(entries)
}

/** Writes a state as a query, in the order of its fields, without fields that are empty, false, or absent. */
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

/** Reads one field of the state from the query. Returns undefined for values that the page does not know. */
export type ReadField<Value> = (given: unknown) => Value | undefined

type StateOf<Fields extends Record<string, ReadField<unknown>>> = {
  [Name in keyof Fields]?: ReturnType<Fields[Name]> | undefined
}

/** Creates the parser of a page whose state has these fields, in this order. */
export function pageState<Fields extends Record<string, ReadField<unknown>>>(
  fields: Fields,
): ParseSearch<StateOf<Fields>> {
  const readers = Object.entries(fields)
  return (raw) => Object.fromEntries(readers.map(([name, read]) => [name, read(raw[name])])) as StateOf<Fields>
}

/** Reads any text. Of a repeated parameter, it reads the first value. */
export const text: ReadField<string> = (given) => {
  const [value] = [given].flat()
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads true from the query parameter `true`, and undefined from anything else. */
export const flag: ReadField<boolean> = (given) => [true, 'true'].includes([given].flat()[0] as never) || undefined

/** Reads a text that is one of the given values. */
export function oneOf<const Value extends string>(values: readonly Value[]): ReadField<Value> {
  return (given) => values.find((value) => value === text(given))
}

/** Reads those of the given values that a repeated parameter contains, each once. */
export function someOf<const Value extends string>(values: readonly Value[]): ReadField<Value[]> {
  return (given) => {
    const present = values.filter((value) => [given].flat().includes(value))
    return present.length === 0 ? undefined : present
  }
}

/** Reads any texts, each once. */
export const texts: ReadField<string[]> = (given) => {
  const present = [...new Set([given].flat())].flatMap((one) => text(one) ?? [])
  return present.length === 0 ? undefined : present
}

/** The state of a table, on any page: its order, and its hidden columns. The API never gets it. */
export const tableState = pageState({
  /** The name of a column, after a minus sign for the descending order. */
  sort: text,
  hide: texts,
})
