import { bomTypes } from '../../schemas/records/bom-events.ts'
import { AUDIT_TYPE, eventSchemas } from '../../schemas/records/event-schemas.ts'
import { DeadReason, recordTypes } from '../../schemas/records/record-events.ts'
import { DEAD_LETTER, type Sample, samples } from '../../schemas/samples/samples.ts'
import { draft07 } from './draft-07.ts'

type Json = Record<string, unknown>

const ORGANIZATION = '[a-z][a-z0-9]{2,31}'
const text = (description: string) => ({ type: 'string', description })

const structuredHeaders = {
  type: 'object',
  properties: {
    'content-type': {
      type: 'string',
      const: 'application/cloudevents+json',
      description: 'Media type of the value.',
    },
  },
}

/** The attributes of the envelope as headers, for events in binary mode. */
const BinaryHeaders = {
  type: 'object',
  description: 'Headers of an event in binary mode. Its value is `data`.',
  properties: {
    ce_specversion: { type: 'string', const: '1.0', description: 'Version of CloudEvents.' },
    ce_id: text('ID of the event.'),
    ce_source: text('Source of the event: `/{system}/{instance}`.'),
    ce_type: text('Type of the event.'),
    ce_subject: text('Stable ID of the record in its source.'),
    ce_time: { type: 'string', format: 'date-time', description: 'Time of the change in the source.' },
    ce_tenantid: text('Key of the organization.'),
    ce_sourceversion: text('Version of the record: an integer that increases with each change.'),
    'content-type': { type: 'string', const: 'application/json', description: 'Media type of the value.' },
  },
  required: [
    ...['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time', 'ce_tenantid', 'ce_sourceversion'],
  ],
}

const deadLetterHeaders = {
  type: 'object',
  description: 'Headers of the rejected event, without its own that begin with `dlq.`, and these.',
  properties: {
    'dlq.reason': { type: 'string', enum: DeadReason.options, description: DeadReason.meta()?.description },
    'dlq.detail': text('Every invalid field with what is allowed, without the payload. At most 1,000 characters.'),
    'dlq.topic': text('Topic that the event was in.'),
    'dlq.partition': { type: 'string', pattern: '^\\d+$', description: 'Partition that the event was in.' },
    'dlq.offset': { type: 'string', pattern: '^\\d+$', description: 'Offset of the event.' },
    'dlq.firstFailedAt': { type: 'string', format: 'date-time', description: 'Time of the rejection.' },
    'dlq.tenant': text('Organization that the event is attributed to. Absent if that is not verified.'),
    'dlq.omitted': {
      type: 'string',
      enum: ['value', 'value, key, headers'],
      description:
        'What the dead letter does not contain because the event is too large for the topic. Absent if it contains all.',
    },
    'dlq.valueLength': {
      type: 'string',
      pattern: '^\\d+$',
      description: 'Size of the omitted value in bytes. Absent if it is not omitted.',
    },
    'dlq.valueSha256': {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the omitted value in hexadecimal. Absent if it is not omitted.',
    },
  },
  required: ['dlq.reason', 'dlq.detail', 'dlq.topic', 'dlq.partition', 'dlq.offset', 'dlq.firstFailedAt'],
}

/** Every message, and the schemas that messages share. @throws Error if two schemas with the same name differ */
export function messages(): { messages: Record<string, object>; schemas: Record<string, object> } {
  const shared = new Map<string, Json>([['BinaryHeaders', BinaryHeaders]])
  const shown = samples()
  const found = [...eventSchemas()].map(([file, whole]) => {
    const type = file.slice(0, -'.json'.length)
    const { schema, shared: own } = draft07(whole)
    for (const [name, one] of own) addShared(shared, name, one)
    return [type, messageOf(type, schema, shown.get(type))] as const
  })
  const sorted = [...shared].sort(([one], [other]) => (one < other ? -1 : 1))
  const all = [...found, [DEAD_LETTER, deadLetter(shown.get(DEAD_LETTER))] as const]
  return { messages: Object.fromEntries(all), schemas: Object.fromEntries(sorted) }
}

function addShared(shared: Map<string, Json>, name: string, schema: Json): void {
  const before = shared.get(name)
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) throw new Error(`twice: ${name}`)
  shared.set(name, schema)
}

function messageOf(type: string, { title, description, ...payload }: Json, sample: Sample | undefined): object {
  const isEvent = type !== AUDIT_TYPE
  return {
    name: type,
    title,
    summary: description,
    contentType: isEvent ? 'application/cloudevents+json' : 'application/json',
    ...(isEvent ? { headers: structuredHeaders } : {}),
    payload,
    bindings: { kafka: { key: keyOf(type), bindingVersion: '0.5.0' } },
    examples: examplesOf(type, sample),
  }
}

function deadLetter(sample: Sample | undefined): object {
  return {
    name: DEAD_LETTER,
    title: 'Dead letter',
    summary: 'A rejected event, byte for byte. It is usually JSON.',
    contentType: 'application/octet-stream',
    headers: deadLetterHeaders,
    payload: { description: 'Value of the rejected event.' },
    bindings: {
      kafka: { key: { type: ['string', 'null'], description: 'Key of the rejected event.' }, bindingVersion: '0.5.0' },
    },
    examples: examplesOf(DEAD_LETTER, sample),
  }
}

function keyOf(type: string): object {
  const record = recordTypes.get(type)
  if (record) {
    const pattern = `^${ORGANIZATION}/${record.kind}/[a-z][a-z0-9_]{0,31}/[A-Za-z0-9._-]{1,64}/.{1,255}$`
    return { type: 'string', description: '`{tenantid}/{kind}/{system}/{instance}/{subject}` of the event.', pattern }
  }
  const description = bomTypes.has(type) ? 'The `tenantid` of the event.' : 'Key of the organization.'
  return { type: 'string', description, pattern: type === AUDIT_TYPE ? `^(${ORGANIZATION})?$` : `^${ORGANIZATION}$` }
}

/** @throws Error for a type without a sample */
function examplesOf(type: string, sample: Sample | undefined): object[] {
  if (!sample) throw new Error(`There is no sample of ${type}`)
  const { headers, value } = sample
  return [{ name: 'sample', ...(Object.keys(headers).length > 0 ? { headers } : {}), payload: value }]
}
