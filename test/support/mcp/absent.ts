type Json = Readonly<Record<string, unknown>>

/**
 * The values that a model sends for arguments that it wants to omit, if its library requires all arguments: null if the
 * input schema allows it, or the default in the description, or empty text.
 * @throws Error for an argument that has no such value
 */
export function absentIn(schema: Json): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] }
  const optional = Object.entries(properties).filter(([name]) => !required.includes(name))
  return Object.fromEntries(optional.map(([name, shown]) => [name, absentOf(name, shown)]))
}

function absentOf(name: string, shown: Json): unknown {
  const members = (shown.anyOf ?? []) as Json[]
  if (members.some(({ type }) => type === 'null')) return null
  const [, value] = /Default: (.*)\.$/.exec(String(shown.description)) ?? []
  const isText = shown.type === 'string' || members[0]?.type === 'string'
  if (value !== undefined) return isText ? value : JSON.parse(value)
  if (shown.type === 'string' && !('enum' in shown)) return ''
  throw new Error(`${name} cannot be left out where all arguments are required`)
}
