type Json = { [name: string]: unknown }

export interface Draft07 {
  schema: Json
  /** The schemas that the schema refers to, by name. They become components that several messages share. */
  shared: Map<string, Json>
}

/**
 * Converts a JSON Schema of 2020-12 to draft-07, which every AsyncAPI tool can read. `$defs` move to the document's
 * components, and `dependentRequired` gets its name of draft-07.
 */
export function draft07(schema: object): Draft07 {
  const { $schema: _dialect, $id: _file, $defs = {}, ...rest } = schema as Json
  const shared = Object.entries($defs as Json).map(([name, one]) => [name, converted(one) as Json] as const)
  return { schema: converted(rest) as Json, shared: new Map(shared) }
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted)
  if (typeof value !== 'object' || value === null) return value
  const { dependentRequired, ...rest } = value as Json
  const fields = Object.entries(rest).map(([name, field]) => [
    name,
    name === '$ref' && typeof field === 'string' ? moved(field) : converted(field),
  ])
  return {
    ...Object.fromEntries(fields),
    ...(dependentRequired === undefined ? {} : { dependencies: dependentRequired }),
  }
}

function moved(reference: string): string {
  return reference.replace(/^#\/\$defs\//, '#/components/schemas/')
}
