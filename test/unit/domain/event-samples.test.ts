import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { auditLine } from '../../../audit/audit-line.ts'
import type { Run } from '../../../cypher/connect.ts'
import { samplesFile, samplesText } from '../../../dev/guides/samples.ts'
import { bomPartition } from '../../../domain/events/bom-partition.ts'
import { decodeBomEvent } from '../../../domain/events/decode-bom-event.ts'
import { decodeEvent } from '../../../domain/events/decode-event.ts'
import { deadLetter } from '../../../projector/dead-letters/dead-letter.ts'
import { classify } from '../../../projector/pipeline/classify.ts'
import { addCompleted, addFailed, addRetired } from '../../../projector/publications/notices.ts'
import { AuditRecord } from '../../../schemas/audit.ts'
import { bomTypes } from '../../../schemas/records/bom-events.ts'
import { AUDIT_TYPE, eventSchemas } from '../../../schemas/records/event-schemas.ts'
import { recordTypes } from '../../../schemas/records/record-events.ts'
import { DEAD_LETTER, type Sample, samples } from '../../../schemas/samples/samples.ts'

const ajv = new Ajv2020({ strict: true })
addFormats.default(ajv)

const sampleOf = (type: string): Sample => {
  const sample = samples().get(type)
  if (!sample) throw new Error(`no sample of ${type}`)
  return sample
}
const rawOf = ({ key, headers, value }: Sample) => ({
  key: Buffer.from(key),
  value: Buffer.from(JSON.stringify(value)),
  headers,
  timestamp: Date.parse('2026-09-15T02:10:01.000Z'),
})

describe('samples of events', () => {
  it('exist for every type with a schema, and for dead letters', () => {
    const types = [...eventSchemas().keys()].map((file) => file.replace(/\.json$/, ''))
    expect([...samples().keys()].sort()).to.deep.equal([...types, DEAD_LETTER].sort())
  })

  it('are valid by the schema of their type', () => {
    for (const [file, schema] of eventSchemas()) {
      const { value } = sampleOf(file.replace(/\.json$/, ''))
      expect(ajv.validate(JSON.parse(JSON.stringify(schema)), value), `${file}: ${ajv.errorsText()}`).to.equal(true)
    }
  })

  for (const type of recordTypes.keys()) {
    it(`of ${type} is accepted by the projector, under its key`, () => {
      const decoded = decodeEvent(rawOf(sampleOf(type)))
      expect(decoded).to.have.property('outcome', 'event')
    })
  }

  for (const type of bomTypes.keys()) {
    it(`of ${type} is accepted by the projector, under its key`, () => {
      const sample = sampleOf(type)
      const decoded = decodeBomEvent(rawOf(sample), { partition: bomPartition(sample.key, 12), partitions: 12 })
      expect(decoded).to.have.nested.property('event.content.action', bomTypes.get(type))
    })
  }

  it('are up to date in the file of the docs', () => {
    const text = readFileSync(new URL(`../../../${samplesFile}`, import.meta.url), 'utf8')
    expect(text).to.equal(samplesText())
  })

  it('of a dead letter equals what the projector publishes for that record', () => {
    const { headers, ...sent } = sampleOf(DEAD_LETTER)
    const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('dlq.')))
    const value = Buffer.from(JSON.stringify(sent.value))
    const record = { ...rawOf({ ...sent, headers: {} }), value, offset: Number(headers['dlq.offset']) }
    const withHeaders = {
      ...record,
      headers: Object.fromEntries(Object.entries(own).map(([n, v]) => [n, Buffer.from(v)])),
    }
    const none = { name: '', createdAt: '', suspendedAt: null, maxShrink: null, quota: null }
    const registered = [{ key: 'quillmere', allowedSources: null, ...none }]
    const decoded = [{ record: withHeaders, decoded: decodeEvent(withHeaders) }]
    const [step] = classify(
      decoded,
      { registered, purged: new Set() },
      { from: withHeaders.offset, to: withHeaders.offset + 1 },
    )
    const [dead] = step?.dead ?? []
    if (!dead) throw new Error('it was accepted')
    const from = { topic: headers['dlq.topic'] ?? '', partition: Number(headers['dlq.partition']) }
    const letter = deadLetter(dead, from, new Date(headers['dlq.firstFailedAt'] ?? ''))
    const text = Object.fromEntries(Object.entries(letter.headers).map(([name, one]) => [name, String(one)]))
    expect(text).to.deep.equal(headers)
    expect([String(letter.key), letter.value]).to.deep.equal([sent.key, value])
  })

  it('of snapshot events equal what the projector publishes', async () => {
    const told: unknown[] = []
    const run = (async (_query: unknown, _organization: unknown, { doc }: { doc: string }) => {
      told.push(JSON.parse(doc))
      return []
    }) as unknown as Run
    const [completed, failed, retired] = ['completed', 'failed', 'retired'].map(
      (kind) => sampleOf(`tenantdata.snapshot.${kind}.v1`).value,
    ) as { time: string; data: { counts: { lineCount: number }; reason: string; snapshotId: string } }[]
    if (!completed || !failed || !retired) throw new Error('a sample is missing')
    const { counts, ...rest } = completed.data
    const snapshot = { ...rest, ...counts } as unknown as Parameters<typeof addCompleted>[2]
    await addCompleted(run, 'quillmere', snapshot, counts.lineCount)
    await addFailed(run, 'quillmere', { ...failed.data, time: failed.time })
    await addRetired(run, 'quillmere', snapshot, retired.time)
    expect(told).to.deep.equal([completed, failed, retired])
  })

  it('of an audit record equals what the audit trail writes', () => {
    const { value } = sampleOf(AUDIT_TYPE)
    expect(JSON.parse(auditLine(AuditRecord.strict().parse(value)))).to.deep.equal(value)
  })
})
