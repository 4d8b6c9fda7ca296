/** A JSON Schema, as the contract contains it. */
export interface Schema {
  [keyword: string]: unknown
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
}

const shaping = ['$ref', 'type', 'enum', 'anyOf', 'oneOf', 'items', 'properties', 'required', 'additionalProperties']
/** Keywords that types cannot express, or that only describe. */
const narrowing = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'not',
]
const telling = ['description', 'example', 'default', 'discriminator']
const known = new Set([...shaping, ...narrowing, ...telling])

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/**
 * Converts a schema to a TypeScript type.
 * @param place location of the schema in the contract, for errors
 * @throws Error naming the location of an unknown keyword or type, because ignoring it could make the type wrong
 */
export function schemaType(schema: Schema, place: string, indent = ''): string {
  for (const keyword of Object.keys(schema)) {
    if (!known.has(keyword)) throw new Error(`${place}: the keyword ${keyword} is not known to the generator`)
  }
  if (schema.$ref !== undefined) return nameIn(schema.$ref, place)
  const options = schema.oneOf ?? schema.anyOf
  if (options) return union(options.map((one, at) => schemaType(one, `${place}/${at}`, indent)))
  if (schema.enum) return union(schema.enum.map(literal))
  if (schema.type === undefined) return 'unknown'
  return union([schema.type].flat().map((type) => typeOf(type, schema, place, indent)))
}

function typeOf(type: string, schema: Schema, place: string, indent: string): string {
  if (type === 'array') {
    const { items = {} } = schema
    const item = schemaType(items, `${place}/items`, indent)
    return isCompound(items) && /[|&]/.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object') return objectType(schema, place, indent)
  const name = plain[type]
  if (name === undefined) throw new Error(`${place}: the type ${type} is not known to the generator`)
  return name
}

/** Whether the type of a schema can consist of several types, so that it needs parentheses as the item of an array. */
function isCompound({ oneOf, anyOf, enum: values, type, properties, additionalProperties }: Schema): boolean {
  const isOpen = properties !== undefined && typeof additionalProperties === 'object'
  return isOpen || (oneOf ?? anyOf ?? values ?? [type].flat()).length > 1
}

/** The type of an object. It has additional fields only if the schema describes their values. */
function objectType(schema: Schema, place: string, indent: string): string {
  const { properties = {}, required = [], additionalProperties: others } = schema
  const isEmpty = Object.keys(properties).length === 0
  const open = typeof others === 'object' ? schemaType(others, `${place}/additionalProperties`, indent) : 'unknown'
  if (isEmpty) return `Record<string, ${open}>`
  const named = fieldsType(properties, required, place, indent)
  return typeof others === 'object' ? `${named} & Record<string, ${open}>` : named
}

/** An object type with named fields. An optional field may also be undefined. */
export function fieldsType(
  fields: Record<string, Schema>,
  required: readonly string[],
  place: string,
  indent = '',
): string {
  const inner = `${indent}  `
  const lines = Object.entries(fields).map(([name, field]) => {
    const type = schemaType(field, `${place}/${name}`, inner)
    const [mark, none] = required.includes(name) ? ['', ''] : ['?', ' | undefined']
    return `${comment(field, inner)}${inner}${name}${mark}: ${type}${none}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** The description and the default of a schema as a comment; empty if it has neither. */
export function comment({ description, default: byDefault }: Schema, indent = ''): string {
  const told = [description, byDefault === undefined ? undefined : `@default ${JSON.stringify(byDefault)}`]
  const lines = told.flatMap((text) => text?.replaceAll('*/', '*\\/').split('\n') ?? [])
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** The name of the component that a reference leads to. */
function nameIn(reference: string, place: string): string {
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(reference) ?? []
  if (name === undefined) throw new Error(`${place}: ${reference} is no schema of the contract`)
  return name
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

/** A value as a TypeScript literal. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)
}
