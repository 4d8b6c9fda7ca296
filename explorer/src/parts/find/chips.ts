/** An active filter that can be removed. */
export interface Chip {
  name: string
  text: string
  onRemove: () => void
}

/** The label of a filter, or a function that returns its whole text for a value. */
type ChipNames<Search> = { readonly [Name in keyof Search]?: string | ((value: NonNullable<Search[Name]>) => string) }

/** A chip for each filter that is set, in the order of their names. `clear` removes one filter. */
export function chipsOf<Search extends object>(
  search: Search,
  names: ChipNames<Search>,
  clear: (name: keyof Search & string) => void,
): Chip[] {
  return (Object.keys(names) as (keyof Search & string)[]).flatMap((name) => {
    const [value, text] = [search[name], names[name]]
    if (value === undefined || value === null || text === undefined) return []
    if (Array.isArray(value) && value.length === 0) return []
    return [{ name, text: typeof text === 'string' ? `${text}: ${value}` : text(value), onRemove: () => clear(name) }]
  })
}
