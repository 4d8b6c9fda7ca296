import { z } from 'zod'

/**
 * An enumeration that is made of one table, so that no value is without its meaning: the description lists all of them.
 * @param meanings each value with what it means, as the end of a line
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

/** A description without the list of values: what remains where the values cost more room than they are worth. */
export function withoutMeanings(description: string): string {
  return description.replace(/\n\n- `[\s\S]*$/, '')
}

/** The list of values of a description, empty where it has none. */
export function meaningsIn(description: string): string {
  return description.slice(withoutMeanings(description).length)
}
