import { z } from 'zod'
import { bare } from '../../../schemas/checking/expectation.ts'
import type { Operation } from '../../core/operation.ts'
import type { Schema } from './input-schema.ts'
import { formsOf, rootOf, rowFieldsOf } from './row-fields.ts'

/**
 * The JSON Schema of what a tool returns: the envelope, and the compact fields of a row or of the one resource, with
 * their types. It explicitly allows additional properties, because clients generate types from it that would drop
 * unnamed fields. It has no descriptions, because clients load it into every conversation.
 */
export function outputSchemaOf(operation: Operation): Schema {
  const { output } = operation
  if (!(output instanceof z.ZodObject)) throw new Error('The output of a tool is an object')
  const envelope = Object.keys(output.shape)
  const rest = envelope.filter((name) => name !== 'data').map((name) => [name, { type: 'object' }])
  return {
    type: 'object',
    properties: { data: dataOf(operation, output.shape.data), ...Object.fromEntries(rest) },
    required: envelope,
  }
}

function dataOf(operation: Operation, data: unknown): Schema {
  if (data instanceof z.ZodArray) return { type: 'array', items: rowOf(operation, data.element) }
  return rowOf(operation, data)
}

function rowOf(operation: Operation, row: unknown): Schema {
  const fields = rowFieldsOf(operation)
  if (!fields) return { type: 'object' }
  const forms = formsOf(row)
  const names = [...new Set(fields.compact.map(rootOf))]
  const properties = names.map((name) => [name, typeOf(forms.map(({ shape }) => shape[name]))])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...new Set(fields.key.map(rootOf))],
    additionalProperties: true,
  }
}

/**
 * The types that a field has in the variants of a row, each as a schema of its own, because some clients do not accept
 * a list of types.
 */
function typeOf(fields: readonly (z.core.$ZodType | undefined)[]): Schema {
  const types = new Set(fields.flatMap((field) => (field ? typesOf(field) : [])))
  const schemas = [...types].map((type) => ({ type }))
  return schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas }
}

function typesOf(field: z.core.$ZodType): readonly string[] {
  const schema = bare(field)
  if (schema instanceof z.ZodNullable) return [...typesOf(schema.unwrap()), 'null']
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(typesOf)
  return [nameOfType(schema)]
}

function nameOfType(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodArray) return 'array'
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return 'object'
  if (schema instanceof z.ZodNull) return 'null'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'integer' : 'number'
  if (schema instanceof z.ZodLiteral) return typeof schema.value === 'number' ? 'integer' : 'string'
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodStringFormat)
    return 'string'
  throw new Error(`A compact field is of a type that tools do not show: ${schema._zod.def.type}`)
}
