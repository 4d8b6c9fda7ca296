import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { bomPartition } from '../../../domain/events/bom-partition.ts'
import { decodeBomEvent } from '../../../domain/events/decode-bom-event.ts'
import { type RawRecord, sentenceOf } from '../../../domain/events/decode-envelope.ts'
import { decodeEvent } from '../../../domain/events/decode-event.ts'
import { RecordKind } from '../../../schemas/records/record-events.ts'
import { recordOf, supplierOf } from '../../support/events/source-event.ts'

const marker = 'Marker Mill'
const { key, value } = recordOf('quillmere', supplierOf('V-1', 1, marker))
const event: Record<string, unknown> & { data: Record<string, unknown> } = JSON.parse(value)

function deadOf(sent: Buffer | string | object | null, headers: RawRecord['headers'] = {}, under: string | null = key) {
  const bytes =
    Buffer.isBuffer(sent) || sent === null ? sent : Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent))
  const decoded = decodeEvent({ key: under === null ? null : Buffer.from(under), value: bytes, headers })
  if (decoded.outcome !== 'dead') throw new Error(`it is ${decoded.outcome}`)
  expect(decoded.detail)
    .to.match(/^.{5,1000}$/)
    .and.not.contain(marker)
  return decoded
}
const malformed = (...args: Parameters<typeof deadOf>) => {
  const { reason, detail } = deadOf(...args)
  expect(reason).to.equal('malformed')
  return detail
}
const framed = (id: number, rest: Buffer) => Buffer.concat([Buffer.from([0]), uint32(id), rest])
function uint32(id: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(id)
  return bytes
}
/** `{"supplierCode": "V-1", "name": marker}` of a schema of two strings, as Avro and as Protobuf write it. */
const avro = Buffer.concat([
  Buffer.from([6]),
  Buffer.from('V-1'),
  Buffer.from([2 * marker.length]),
  Buffer.from(marker),
])
const protobuf = Buffer.concat([
  Buffer.from([10, 3]),
  Buffer.from('V-1'),
  Buffer.from([18, marker.length]),
  Buffer.from(marker),
])

const plain = 'send plain JSON CloudEvents, for example with JsonConverter and schemas.enable=false'
const notJson = 'the value is not well-formed JSON in UTF-8'
const notEvent = 'must be a CloudEvent as one JSON object'
const debezium = { before: null, after: { name: marker }, op: 'c', source: { connector: 'postgresql' }, ts_ms: 1 }

describe('the detail of a dead letter', () => {
  const values: Record<string, [sent: Buffer | string | object, detail: string]> = {
    'Avro in the framing of a schema registry': [
      framed(42, avro),
      `${notJson}: looks like Confluent schema-registry framing (schema id 42): ${plain}`,
    ],
    'JSON in the framing of a schema registry': [
      framed(100_001, Buffer.from(value)),
      `${notJson}: looks like Confluent schema-registry framing (schema id 100001): ${plain}`,
    ],
    'Protobuf in the framing of a schema registry': [
      framed(7, Buffer.concat([Buffer.from([0]), protobuf])),
      `${notJson}: looks like Confluent schema-registry framing (schema id 7): ${plain}`,
    ],
    'the framing of Apicurio': [
      framed(0, Buffer.concat([uint32(7), avro])),
      `${notJson}: looks like Apicurio schema-registry framing (id 7): ${plain}`,
    ],
    'the framing of AWS Glue': [
      Buffer.concat([Buffer.from([3, 0]), Buffer.alloc(16, 9), avro]),
      `${notJson}: looks like AWS Glue schema-registry framing: ${plain}`,
    ],
    'bare Avro': [avro, `${notJson}: looks like binary data such as Avro or Protobuf: ${plain}`],
    'bare Protobuf': [protobuf, `${notJson}: looks like binary data such as Avro or Protobuf: ${plain}`],
    'bytes of nothing that is known': [
      deflateRawSync(value),
      `${notJson}: looks like binary data such as Avro or Protobuf: ${plain}`,
    ],
    gzip: [
      gzipSync(value),
      `${notJson}: looks like gzip: leave compression to the producer (compression.type), not to the value`,
    ],
    zstd: [
      zstdCompressSync(value),
      `${notJson}: looks like zstd: leave compression to the producer (compression.type), not to the value`,
    ],
    'UTF-16': [Buffer.from(value, 'utf16le'), `${notJson}: looks like UTF-16 text: encode it as UTF-8`],
    'UTF-16 in the other order': [
      Buffer.from(value, 'utf16le').swap16(),
      `${notJson}: looks like UTF-16 text: encode it as UTF-8`,
    ],
    'UTF-16 with a mark': [
      Buffer.from(`\ufeff${value}`, 'utf16le'),
      `${notJson}: looks like UTF-16 text: encode it as UTF-8`,
    ],
    'ISO-8859-1': [
      Buffer.from(JSON.stringify({ ...event, note: 'Müller' }), 'latin1'),
      `${notJson}: looks like text in ISO-8859-1 or Windows-1252: encode it as UTF-8`,
    ],
    base64: [Buffer.from(value).toString('base64'), `${notJson}: looks like base64 of JSON: send the bytes themselves`],
    'base64 of a frame': [
      framed(42, avro).toString('base64'),
      `${notJson}: looks like base64 of Confluent schema-registry framing (schema id 42): send the bytes themselves`,
    ],
    nothing: [
      '',
      `${notJson}: it is empty: a deletion is a null value with the headers ce_sourceversion and ce_time, or a deleted event`,
    ],
    'a printed dict': [
      `{'name': '${marker}'}`,
      `${notJson}: looks like a printed Python dict: write it with json.dumps`,
    ],
    'a number that JSON does not know': [
      value.replace('"data":{', '"data":{"weight":NaN,'),
      `${notJson}: holds NaN or Infinity, which JSON does not know: send null`,
    ],
    XML: [`<name>${marker}</name>`, `${notJson}: looks like XML: send JSON`],
    'two events': [
      `${value}\n${value}`,
      `${notJson}: looks like several JSON documents: send each event as a record of its own`,
    ],
    'half an event': [value.slice(0, 50), `${notJson}: it ends in the middle: was it cut off?`],
    'a comma too many': [`{"name":"${marker}",}`, `${notJson}: the first fault is at line 1, column 23`],
    'JSON in a JSON string': [
      JSON.stringify(value),
      `${notEvent}; looks like JSON inside a JSON string: it was serialized twice`,
    ],
    'base64 in a JSON string': [
      JSON.stringify(Buffer.from(value).toString('base64')),
      `${notEvent}; looks like base64 of JSON: send the JSON itself`,
    ],
    'a list': [[event], `${notEvent}; looks like a list: send each as a record of its own`],
    'the word null': [
      'null',
      `${notEvent}; it is the word null; a deletion is a null value of Kafka, or a deleted event`,
    ],
    'data alone': [
      event.data,
      `${notEvent}; looks like data without its envelope: it has none of specversion, id, source, type, subject, time, tenantid, sourceversion, data`,
    ],
    'the envelope of Kafka Connect': [
      { schema: { type: 'struct' }, payload: event },
      `${notEvent}; looks like the envelope of Kafka Connect (schema, payload): set schemas.enable=false`,
    ],
    'a change of Debezium': [
      debezium,
      `${notEvent}; looks like a change event of Debezium (before, after, op): unwrap it (ExtractNewRecordState) and make the event of it`,
    ],
    'a change of Debezium through Kafka Connect': [
      { schema: { type: 'struct' }, payload: debezium },
      `${notEvent}; looks like the envelope of Kafka Connect (schema, payload): set schemas.enable=false, around a change event of Debezium (before, after, op): unwrap it (ExtractNewRecordState) and make the event of it`,
    ],
    'data in base64': [
      { ...event, data: undefined, data_base64: Buffer.from(JSON.stringify(event.data)).toString('base64') },
      'data_base64 is not read: send data as JSON',
    ],
  }
  for (const [what, [sent, detail]] of Object.entries(values)) {
    it(`explains how to fix ${what}`, () => {
      expect(malformed(sent)).to.equal(detail)
    })
  }

  it('names the serializer that the headers indicate, and wrong names of headers', () => {
    const registered = { __value_schema_id: Buffer.from([1, 2, 3]) }
    expect(malformed(avro, registered)).to.equal(
      `${notJson}: looks like the work of a schema-registry serializer (header __value_schema_id): ${plain}`,
    )
    const hyphens = { 'ce-specversion': '1.0', 'ce-type': event.type as string }
    const wanted = 'headers: attributes in headers need ce_specversion, and names that start with ce_, not ce-'
    expect(malformed(event.data, hyphens)).to.equal(wanted)
    expect(malformed(event.data, { ce_type: event.type as string })).to.equal(wanted)
  })

  it('gives the same advice for data within a valid envelope', () => {
    const detailOf = (data: unknown) => {
      const { reason, detail } = deadOf({ ...event, data })
      expect(reason).to.equal('invalid_data')
      return detail
    }
    expect(detailOf(JSON.stringify(event.data))).to.equal(
      'data: must be a JSON object; looks like JSON inside a JSON string: it was serialized twice',
    )
    expect(detailOf({ schema: {}, payload: event.data })).to.equal(
      'data: must be the record itself; looks like the envelope of Kafka Connect (schema, payload): set schemas.enable=false',
    )
    expect(detailOf(debezium)).to.contain('data: must be the record itself; looks like a change event of Debezium')
    expect(detailOf([event.data])).to.contain('looks like a list')
  })

  it('is absent for UTF-8 with a byte order mark, which is accepted', () => {
    const decoded = decodeEvent({ key: Buffer.from(key), value: Buffer.from(`\ufeff${value}`), headers: {} })
    expect(decoded.outcome).to.equal('event')
  })

  it('lists all errors of the envelope and the data together, with the allowed values', () => {
    const { sourceversion: _, ...rest } = event
    const detail = malformed({
      ...rest,
      time: 'yesterday',
      tenantid: 'Quillmere',
      data: { ...event.data, supplierCode: 7, lifecycleState: marker, tier: 9 },
    })
    expect(detail.split('; ')).to.deep.equal([
      'time: must be a time such as 2026-03-14T02:10:00Z',
      'tenantid: must be 3 to 32 lowercase characters (a to z, 0 to 9), not starting with a digit',
      'sourceversion: is required and must be an integer in quotes from 0, without leading zeros, such as 42',
      'data.supplierCode: must be text of 1 to 255 characters',
      'data.tier: must be an integer from 1 to 4 or null',
      'data.lifecycleState: must be one of prospect, onboarding, approved, suspended, inactive',
    ])
  })

  it('lists errors between fields together with errors of single fields', () => {
    const reference = { recordId: 'S-1', system: 'pim' }
    const data = { style: reference, sku: { recordId: 'K-1' }, units: 'ten', factory: { recordId: 'F-1' } }
    const requirement = { ...event, type: 'tenantdata.requirement.upserted.v1', data }
    const { detail } = deadOf(requirement, {}, key.replace('supplier', 'requirement'))
    expect(detail.split('; ')).to.deep.equal([
      'style: system and instance must be given together or not at all',
      'units: must be an integer from 0 to 9999999999',
      'data: either style or sku is given',
    ])
    const style = { ...event, type: 'tenantdata.sku.upserted.v1', data: { style: { system: 'pim' }, skuCode: 'K' } }
    expect(deadOf(style, {}, key.replace('supplier', 'sku')).detail).to.contain(
      'style: system and instance must be given together or not at all',
    )
  })

  it('names the parts of the key that differ, and every error of the data', () => {
    const ofKey = (under: string | null, sent: object = event) => {
      const { reason, detail } = deadOf(sent, {}, under)
      expect(reason).to.equal('key_mismatch')
      return detail
    }
    const wanted = 'the key must be {tenantid}/{kind}/{system}/{instance}/{subject} of the event: '
    expect(ofKey(null)).to.equal(`${wanted}it has none`)
    expect(ofKey(`${key}/2`)).to.equal(`${wanted}its subject differs`)
    expect(ofKey(key.replace('quillmere', 'northwold').replace('supplier', 'style'))).to.equal(
      `${wanted}its tenantid, kind differ`,
    )
    expect(ofKey(null, { ...event, data: { ...event.data, name: 7, tier: 9 } })).to.equal(
      `${wanted}it has none; name: must be text of at most 500 characters; tier: must be an integer from 1 to 4 or null`,
    )
  })

  it('lists the existing event types', () => {
    const ofType = (type: string) => deadOf({ ...event, type }).detail
    expect(ofType('tenantdata.supplier.moved.v1')).to.equal(
      'type tenantdata.supplier.moved.v1: must be tenantdata.{kind}.upserted.v1 or tenantdata.{kind}.deleted.v1 with the ' +
        `kind ${RecordKind.options.join(', ')}`,
    )
    expect(ofType('tenantdata.bom.started.v1')).to.equal(
      'type tenantdata.bom.started.v1: belongs to the topic of publications',
    )
  })

  it('states an error that occurs in many places once, and has at most 1,000 characters', () => {
    const sku = 'must be text of 1 to 255 characters'
    const bom = {
      ...event,
      type: 'tenantdata.bom.style.v1',
      subject: '01JPQ8Z5T0V6M3C1K9W2R7X4YB',
      data: {
        snapshotId: '01JPQ8Z5T0V6M3C1K9W2R7X4YB',
        style: { recordId: 'S', styleNumber: 'S' },
        lines: [],
        skus: Array.from({ length: 50 }, (_, at) => ({ recordId: String(at), skuCode: 7 })),
      },
    }
    const partitions = 12
    const sent = { key: Buffer.from('quillmere'), value: Buffer.from(JSON.stringify(bom)), headers: {} }
    const decoded = decodeBomEvent(sent, { partition: bomPartition('quillmere', partitions), partitions })
    const content = decoded.outcome === 'event' ? decoded.event.content : null
    expect(content).to.deep.include({
      action: 'invalid',
      detail: `skus.0.skuCode, skus.1.skuCode, skus.2.skuCode and 47 more: ${sku}`,
    })
    const faults = Array.from({ length: 60 }, (_, at) => ({ path: ['field', at], detail: `must be ${at} of the sort` }))
    const sentence = sentenceOf(faults)
    expect(sentence).to.have.length.within(900, 1000)
    expect(sentence).to.match(/^field\.0: must be 0 of the sort; field\.1: .* of the sort; and more$/)
    expect(sentenceOf([{ path: [], detail: 'x'.repeat(2000) }])).to.have.length(1000)
  })
})
