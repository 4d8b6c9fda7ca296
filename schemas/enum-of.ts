import { z } from 'zod'

/**
 * Makes an enumeration from one table, so that every value has a meaning. The description lists all values.
 * @param meanings the meaning of each value, without a period
 */
export function enumOf<const M extends Readonly<Record<string, string>>>(
  meanings: M,
  { id, description }: { id?: string; description: string },
) {
  type Value = keyof M & string
  const values = Object.keys(meanings) as [Value, ...Value[]]
  const lines = values.map((value) => `- \`${value}\`: ${meanings[value]}`)
  return z.enum(values).meta({ ...(id ? { id } : {}), description: `${description}\n\n${lines.join('\n')}` })
}

/** A description without its list of values, for places where the list would be too long. */
export function withoutMeanings(description: string): string {
  return description.replace(/\n\n- `[\s\S]*$/, '')
}

/** The list of values in a description; empty if it has none. */
export function meaningsIn(description: string): string {
  return description.slice(withoutMeanings(description).length)
}
