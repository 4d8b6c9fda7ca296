import { meaningsIn } from '../../../schemas/enum-of.ts'
import { type Contract, nameOf, resolved, type Schema } from './contract.ts'

/** A parameter, or a field of a body, as the reference shows it. */
export interface Field {
  name: string
  /** The type in words, such as `array of strings`; empty for a variant of a union. */
  type: string
  /** Constraints of the value: bounds, allowed values, default. */
  limits: string[]
  isRequired: boolean
  description: string
  fields: Field[]
}

/** The fields of an object, of the items of an array, or of each variant of a union. */
export function fieldsOf(contract: Contract, schema: Schema, seen: readonly string[] = []): Field[] {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    // A schema that contains itself is expanded once.
    if (seen.includes(name)) return []
    return fieldsOf(contract, resolved(contract, 'schemas', schema), [...seen, name])
  }
  if (schema.items) return fieldsOf(contract, schema.items, seen)
  const variants = variantsOf(schema)
  if (variants.length === 1) return variants.flatMap((variant) => fieldsOf(contract, variant, seen))
  if (variants.length > 1) return variants.flatMap((variant) => variantOf(contract, schema, variant, seen))
  const named = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(contract, name, property, schema.required?.includes(name) ?? false, seen),
  )
  const { additionalProperties } = schema
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0) return named
  return [...named, fieldOf(contract, '(any name)', additionalProperties, false, seen)]
}

/** One field with its subfields. */
export function fieldOf(
  contract: Contract,
  name: string,
  schema: Schema,
  isRequired: boolean,
  seen: readonly string[] = [],
): Field {
  const known = resolved(contract, 'schemas', schema)
  return {
    name,
    type: typeOf(contract, schema),
    limits: limitsOf(contract, schema),
    isRequired,
    description: describedBy(contract, known.description ?? only(known)?.description ?? '', schema),
    fields: fieldsOf(contract, schema, seen),
  }
}

/**
 * Adds the meanings of enum values to a description. The contract contains them once, in the description of the enum.
 */
export function describedBy(contract: Contract, description: string, schema: Schema): string {
  if (meaningsIn(description) !== '') return description
  const [one = schema] = schema.items ? [schema.items] : variantsOf(schema).length === 1 ? variantsOf(schema) : []
  const target = one.$ref === undefined ? {} : contract.components?.schemas?.[nameOf(one.$ref)]
  const meanings = meaningsIn(target?.description ?? one.description ?? '')
  return description === '' ? (target?.description ?? '') : description + meanings
}

/** One variant of a union as a field, named by the value of its discriminator. */
function variantOf(contract: Contract, union: Schema, variant: Schema, seen: readonly string[]): Field[] {
  const fields = fieldsOf(contract, variant, seen)
  if (fields.length === 0) return []
  const property = union.discriminator?.propertyName
  const tag = property === undefined ? undefined : resolved(contract, 'schemas', variant).properties?.[property]
  const [value] = tag?.enum ?? [tag?.const]
  const name = value === undefined ? nameOf(variant.$ref ?? 'or') : `${property} = ${value}`
  return [{ name, type: '', limits: [], isRequired: false, description: '', fields }]
}

/** The alternatives of a schema, except null. */
function variantsOf({ anyOf, oneOf, allOf }: Schema): Schema[] {
  return [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].filter(({ type }) => type !== 'null')
}

/** The alternative of a schema that has exactly one apart from null. */
function only(schema: Schema): Schema | undefined {
  const variants = variantsOf(schema)
  return variants.length === 1 ? variants[0] : undefined
}

function typeOf(contract: Contract, schema: Schema): string {
  const known = resolved(contract, 'schemas', schema)
  const variants = variantsOf(known)
  const isNullable = known.anyOf?.some(({ type }) => type === 'null') ?? false
  if (variants.length > 0) {
    const names = [...new Set(variants.map((variant) => typeOf(contract, variant)))]
    return `${names.join(' or ')}${isNullable ? ' or null' : ''}`
  }
  if (known.items) return `array of ${plural(typeOf(contract, known.items))}`
  const types = [known.type ?? (known.enum ? 'string' : 'any')].flat()
  return types.map((type) => (type === 'string' ? formatted(known) : type)).join(' or ')
}

function formatted({ format }: Schema): string {
  return format === undefined
    ? 'string'
    : ({ date: 'date', 'date-time': 'time', uuid: 'UUID' }[format] ?? `string (${format})`)
}

function plural(type: string): string {
  return type.includes(' ') || type === 'any' ? type : `${type}s`
}

function limitsOf(contract: Contract, schema: Schema): string[] {
  const known = resolved(contract, 'schemas', schema)
  const one = known.items
    ? resolved(contract, 'schemas', known.items)
    : resolved(contract, 'schemas', only(known) ?? known)
  const values = (one.enum ?? []).filter((value) => value !== null)
  return [
    values.length === 1 ? `always \`${values[0]}\`` : '',
    values.length > 1 && !isExplained(one) ? `one of ${values.map((value) => `\`${value}\``).join(', ')}` : '',
    one.const === undefined ? '' : `always \`${one.const}\``,
    range(one.minimum, one.maximum, ''),
    range(one.minLength, one.maxLength, ' characters'),
    range(known.minItems, known.maxItems, ' items'),
    one.pattern === undefined || hasWords(known, one) ? '' : `matches \`${one.pattern}\``,
    known.default === undefined ? '' : `default \`${JSON.stringify(known.default)}\``,
  ].filter((limit) => limit !== '')
}

/** Whether the description lists the values with their meanings. */
function isExplained({ description = '' }: Schema): boolean {
  return meaningsIn(description) !== ''
}

/** Whether a field has a description or a format. Then its pattern is not shown, because words are easier to read. */
function hasWords(known: Schema, one: Schema): boolean {
  return (known.description ?? one.description) !== undefined || one.format !== undefined
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const bound = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 20 })
  const isUnbounded = to === undefined || to >= Number.MAX_SAFE_INTEGER
  if (isUnbounded)
    return from === undefined || from === 0 || from <= Number.MIN_SAFE_INTEGER ? '' : `at least ${bound(from)}${unit}`
  if (from === undefined) return `at most ${bound(to)}${unit}`
  return from === to ? `${bound(to)}${unit}` : `${bound(from)} to ${bound(to)}${unit}`
}
