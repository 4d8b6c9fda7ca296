export interface ComparedField {
  name: string
  before: unknown
  after: unknown
  /** `changed`: the API counts it as a change; `differs`: it differs, and no row is changed for that alone. */
  state: 'changed' | 'differs' | 'same'
}

interface Compared {
  before: object | null
  after: object | null
  changedFields: readonly string[]
}

/**
 * Every field of a row but its match key, which is the same on both sides. Of an added or removed row one side is undefined,
 * and nothing is marked. What changed comes first, then what differs, each in the order of the API.
 */
export function compareRows({ before, after, changedFields }: Compared): ComparedField[] {
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))]
  const names = [...(after === null ? was : is).keys()].filter((name) => name !== 'matchKey')
  const fields = names.map((name): ComparedField => {
    const differs = before !== null && after !== null && was.get(name) !== is.get(name)
    const state = changedFields.includes(name) ? 'changed' : differs ? 'differs' : 'same'
    return { name, before: was.get(name), after: is.get(name), state }
  })
  return (['changed', 'differs', 'same'] as const).flatMap((state) => fields.filter((field) => field.state === state))
}

interface Keyed {
  style: string
  sku: string
  matchKey: string
}

/** A row by style, SKU and match key: the first two narrow a list to where it is, the last is opaque. */
export function openKeyOf({ style, sku, matchKey }: Keyed): readonly [string, string, string] {
  return [style, sku, matchKey]
}

/** The same in one text. */
export function rowKeyOf(change: Keyed): string {
  return openKeyOf(change).join(' ')
}
