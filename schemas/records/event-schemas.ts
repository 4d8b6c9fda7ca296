import { z } from 'zod'
import { AuditRecord } from '../audit.ts'
import { described, MADE_OF } from '../described.ts'
import { aliasesOfEach } from '../values/as-sent.ts'
import { bomData, bomTypes } from './bom-events.ts'
import { noticeMeanings, noticeOf, noticeTypes } from './notices.ts'
import { Envelope, recordData, recordTypes } from './record-events.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const meanings = {
  upserted: 'The whole record as it is in its source, not a patch.',
  deleted: 'The record is deleted in its source. `data` is ignored.',
  started: 'Starts a publication of the whole BOM. `subject` is its snapshot ID.',
  style: 'A style of the publication with its SKUs, lines, and yields, or a part of it with some of its SKUs.',
  completed: 'Completes the publication. The counts, and the content hash unless null, must match what was sent.',
  aborted: 'Aborts the publication.',
}

/** The schema name of audit records, which have a schema although they are not CloudEvents. */
export const AUDIT_TYPE = 'tenantdata.audit.v1'

/**
 * The JSON Schema (2020-12) of each event type, including the envelope, and of audit records, by file name. Schemas of
 * incoming events describe what is accepted. Rules that JSON Schema cannot express (check digits, sums, key, and
 * partition) are only checked by the decoder.
 */
export function eventSchemas(): Map<string, object> {
  const records = [...recordTypes].map(([type, { kind, action }]) =>
    sent(type, meanings[action], action === 'upserted' ? recordData[kind] : z.unknown()),
  )
  const publications = [...bomTypes].map(([type, action]) => sent(type, meanings[action], bomData[action]))
  const notices = [...noticeTypes].map(([type, kind]) => schemaOf(type, noticeMeanings[kind], noticeOf(type)))
  const audit = schemaOf(AUDIT_TYPE, 'One record of the audit trail.', AuditRecord)
  return new Map([...records, ...publications, ...notices, audit])
}

function sent(type: string, description: string, data: z.ZodType): [file: string, schema: object] {
  return schemaOf(
    type,
    description,
    z.object({
      ...Envelope.shape,
      type: described(z.literal(type), 'Type of the event.'),
      data: described(data, 'Data of the event.'),
    }),
  )
}

/** The schema of accepted input. It allows unknown fields, because later versions may add fields in both directions. */
function schemaOf(type: string, description: string, whole: z.ZodType): [file: string, schema: object] {
  const { $schema, ...schema } = z.toJSONSchema(whole, { target: 'draft-2020-12', io: 'input', override })
  const file = `${type}.json`
  return [file, { $schema, $id: file, title: type, description, ...withAliases(schema) }]
}

function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  if (jsonSchema.example !== undefined) jsonSchema.examples = [jsonSchema.example]
  delete jsonSchema.example
  delete jsonSchema[MADE_OF]
  if (zodSchema instanceof z.ZodObject) describeObject(zodSchema.shape, jsonSchema)
}

/**
 * Corrects the schema of an object. Zod declares a preprocessed field as required and not nullable even if it accepts
 * absent and null values. It also cannot express that `system` and `instance` require each other.
 */
function describeObject(shape: Record<string, z.core.$ZodType>, jsonSchema: JsonSchema): void {
  const accepts = (name: string, value: unknown) => shape[name] !== undefined && z.safeParse(shape[name], value).success
  const required = jsonSchema.required?.filter((name) => !accepts(name, undefined)) ?? []
  if (required.length > 0) jsonSchema.required = required
  else delete jsonSchema.required
  const properties = jsonSchema.properties?.properties
  if (typeof properties === 'object' && jsonSchema.properties && accepts('properties', null)) {
    jsonSchema.properties.properties = { anyOf: [properties, { type: 'null' }] }
  }
  const mayBeLocal = 'system' in shape && 'instance' in shape && !required.includes('system')
  if (mayBeLocal)
    jsonSchema.dependentRequired = { ...('recordId' in shape && { system: ['instance'] }), instance: ['system'] }
}

/** Adds the aliases of EA to the units, because the decoder accepts them. */
function withAliases(schema: JsonSchema): JsonSchema {
  const unit = schema.$defs?.UnitOfMeasure
  if (unit?.enum) unit.enum.push(...(aliasesOfEach as string[]))
  return schema
}
