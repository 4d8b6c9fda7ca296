import { readFileSync } from 'node:fs'
import specs from '@asyncapi/specs'
import { Ajv, type AnySchema } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { asyncApiDocument } from '../../../api/asyncapi/document.ts'
import { draft07 } from '../../../api/asyncapi/draft-07.ts'
import { asyncApiText } from '../../../api/asyncapi/write-asyncapi.ts'
import { decodeEvent } from '../../../domain/events/decode-event.ts'
import { topicTable } from '../../../kafka/topics/topic-table.ts'
import { eventSchemas } from '../../../schemas/records/event-schemas.ts'
import { samples } from '../../../schemas/samples/samples.ts'
import { accepted, refused } from '../../support/events/event-cases.ts'

type Json = Record<string, unknown>
type Named = Record<string, Json>

const options = { docsUrl: 'https://api.test/docs', topicPrefix: 'eu.' }
const document = JSON.parse(JSON.stringify(asyncApiDocument(options)))
const messages: Named = document.components.messages
const channels: Named = document.channels

const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
ajv.addSchema(document, 'events')
const validators = new Map(
  Object.keys(messages).map((type) => [type, ajv.compile({ $ref: `events#/components/messages/${type}/payload` })]),
)
const accepts = (type: string, value: unknown) => validators.get(type)?.(value) === true

/** The value that a `$ref` points to. */
function resolved({ $ref }: Json): Json {
  const path = String($ref).slice(2).split('/')
  const found = path.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], document)
  if (typeof found !== 'object' || found === null) throw new Error(`${$ref} points to nothing`)
  return '$ref' in found ? resolved(found as Json) : (found as Json)
}

describe('the AsyncAPI document', () => {
  it('is committed as it is generated', () => {
    const committed = readFileSync(new URL('../../../api/asyncapi.json', import.meta.url), 'utf8')
    expect(committed).to.equal(asyncApiText())
  })

  it('is valid by the official schema, which rejects an invalid one', () => {
    // The official schema contains its own copy of draft-07 under another URL.
    const official = new Ajv({ strict: false, meta: false, validateSchema: false })
    addFormats.default(official)
    const validate = official.compile(specs.schemas['3.0.0'] as AnySchema)
    expect(validate(document), JSON.stringify(validate.errors)).to.equal(true)
    for (const broken of [
      { ...document, channels: [] },
      { ...document, operations: { a: { action: 'read' } } },
    ]) {
      expect(validate(broken)).to.equal(false)
    }
  })

  it('describes each topic with its partitions and settings, and with the topic prefix of the installation', () => {
    const topics = Object.values(topicTable('eu.'))
    expect(Object.values(channels).map(({ address }) => address)).to.have.members(topics.map(({ name }) => name))
    for (const { name, partitions, retentionMs, maxMessageBytes } of topics) {
      const channel = Object.values(channels).find(({ address }) => address === name)
      const { kafka } = (channel?.bindings ?? {}) as Record<string, Json>
      expect(kafka).to.include({ topic: name, partitions })
      expect(kafka?.topicConfiguration).to.deep.equal({
        'cleanup.policy': ['delete'],
        'retention.ms': retentionMs,
        'max.message.bytes': maxMessageBytes,
      })
    }
  })

  it('lists each event type once, as sent or received by the service', () => {
    const types = [...eventSchemas().keys()].map((file) => file.replace(/\.json$/, ''))
    const held = Object.values(channels).flatMap((channel) => Object.values(channel.messages as Named).map(resolved))
    expect(held.map(({ name }) => name).sort()).to.deep.equal([...types, 'tenantdata.dlq.v1'].sort())
    const ways = Object.entries<Json>(document.operations).map(([name, { action, channel, messages: own }]) => {
      expect((own as Json[]).map(resolved)).to.deep.equal(
        Object.values(resolved(channel as Json).messages as Named).map(resolved),
      )
      return `${name} ${action}`
    })
    expect(ways).to.deep.equal([
      'receiveRecords receive',
      'receivePublications receive',
      'sendNotices send',
      'sendDeadLetters send',
      'sendAuditRecords send',
    ])
  })

  it('has a sample of each message whose key, headers, and payload are valid', () => {
    for (const [type, { key, headers, value }] of samples()) {
      const { examples, bindings, headers: headerSchema = {} } = messages[type] ?? {}
      const [example, ...others] = examples as Json[]
      expect(others).to.deep.equal([])
      expect(example?.payload, type).to.deep.equal(value)
      expect(example?.headers ?? {}, type).to.deep.equal(headers)
      expect(accepts(type, value), type).to.equal(true)
      expect(ajv.validate(headerSchema as Json, headers), type).to.equal(true)
      expect(ajv.validate((bindings as Record<string, Json>).kafka?.key as Json, key), type).to.equal(true)
    }
  })

  it('accepts the same events as the schemas of JSON Schema 2020-12', () => {
    const ofToday = new Ajv2020({ strict: false })
    addFormats.default(ofToday)
    for (const [file, schema] of eventSchemas()) ofToday.addSchema(JSON.parse(JSON.stringify(schema)), file)
    const known = Object.entries({ ...accepted, ...refused }).filter(([, { type }]) => type in messages)
    expect(known.length).to.be.above(60)
    for (const [name, event] of known) {
      expect(accepts(event.type, event), name).to.equal(ofToday.validate(`${event.type}.json`, event))
    }
  })

  it('describes all headers that the decoder needs for an event in binary mode', () => {
    const { BinaryHeaders } = document.components.schemas
    const sample = samples().get('tenantdata.material.upserted.v1')
    if (!sample) throw new Error('there is no sample')
    const { data, datacontenttype: _given, ...attributes } = sample.value
    const headers = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`ce_${name}`, String(value)]))
    const outcomeOf = (given: Record<string, string>) =>
      decodeEvent({ key: Buffer.from(sample.key), value: Buffer.from(JSON.stringify(data)), headers: given }).outcome
    expect(Object.keys(headers).sort()).to.deep.equal([...BinaryHeaders.required].sort())
    expect(ajv.validate(BinaryHeaders, headers)).to.equal(true)
    expect(outcomeOf(headers)).to.equal('event')
    for (const name of BinaryHeaders.required) {
      const { [name]: _left, ...others } = headers
      expect(outcomeOf(others), name).to.equal('dead')
    }
  })
})

describe('a schema converted to draft-07', () => {
  it('keeps shared definitions and fields that require each other', () => {
    const { schema, shared } = draft07({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'a.json',
      properties: { unit: { $ref: '#/$defs/Unit' }, $ref: { type: 'string' } },
      dependentRequired: { instance: ['system'] },
      $defs: { Unit: { anyOf: [{ $ref: '#/$defs/Other' }] } },
    })
    expect(schema).to.deep.equal({
      properties: { unit: { $ref: '#/components/schemas/Unit' }, $ref: { type: 'string' } },
      dependencies: { instance: ['system'] },
    })
    expect([...shared]).to.deep.equal([['Unit', { anyOf: [{ $ref: '#/components/schemas/Other' }] }]])
  })
})
