import { Readable } from 'node:stream'
import { expect } from 'chai'
import fc from 'fast-check'
import { type Line, linesOf } from '../../../cli/feed/event-lines.ts'
import { isBad, readEvent } from '../../../cli/feed/read-event.ts'
import { MAX_EVENT_BYTES } from '../../../schemas/records/record-events.ts'
import { supplierEvent } from '../../support/events/events.ts'

describe('lines of events', () => {
  async function read(chunks: Buffer[]): Promise<Line[]> {
    const lines: Line[] = []
    for await (const line of linesOf(Readable.from(chunks))) lines.push(line)
    return lines
  }

  const event = (fields: object = {}) => JSON.stringify(supplierEvent('quillmere', 'V-1', '7', { ...fields }))
  const readText = (text: string | Buffer) => readEvent({ number: 1, bytes: Buffer.from(text) })

  it('are read with their numbers and without empty ones, however the bytes are split into chunks', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.string().map((text) => text.replaceAll('\n', ''))),
      fc.array(fc.nat({ max: 40 }), { minLength: 1 }),
      async (texts, cuts) => {
        const bytes = Buffer.from(texts.join('\n'))
        const chunks: Buffer[] = []
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = (cuts[n % cuts.length] ?? 0) + 1
          chunks.push(bytes.subarray(at, at + size))
          at += size
        }
        const expected = texts.map((text, at) => ({ number: at + 1, text })).filter(({ text }) => /[^ \t\r]/.test(text))
        const found = (await read(chunks)).map(({ number, bytes }) => ({ number, text: bytes?.toString() }))
        expect(found).to.deep.equal(expected)
      },
    )
    await fc.assert(property)
  })

  it('that are longer than any event are reported in bounded memory, and the next ones are read', async () => {
    const long = Array.from({ length: 200 }, () => Buffer.alloc(64 * 1024, 'x'))
    const before = process.memoryUsage().arrayBuffers
    const lines = await read([...long, Buffer.from(`\n${event()}\n`)])
    expect(lines.map(({ number, bytes }) => [number, bytes === null])).to.deep.equal([
      [1, true],
      [2, false],
    ])
    expect(process.memoryUsage().arrayBuffers - before).to.be.lessThan(4 * 1024 * 1024)
    expect(readEvent({ number: 1, bytes: null })).to.include({ reason: 'malformed' })
  })

  it('become events with the key of their record, and with their bytes unchanged', () => {
    const text = event({ source: '/erp/eu-1', subject: 'V/1 ä' })
    const found = readText(text)
    expect(found).to.deep.equal({
      number: 1,
      organization: 'quillmere',
      source: '/erp/eu-1',
      topic: 'records',
      key: 'quillmere/supplier/erp/eu-1/V/1 ä',
      value: Buffer.from(text),
      version: 7n,
    })
  })

  it('become events about publications, with the key of their organization', () => {
    const snapshotId = '01JPQ8Z5T0V6M3C1K9W2R7X4YB'
    const data = { snapshotId, effectiveAt: '2027-03-14T00:00:00Z' }
    const found = readText(event({ type: 'tenantdata.bom.started.v1', subject: snapshotId, data }))
    expect(found).to.include({ organization: 'quillmere', topic: 'bom', key: 'quillmere', version: null })
    expect(found).to.have.nested.property('publication.event.snapshotId', snapshotId)
  })

  it('are bad with the same reason as in the projector, and list every error', () => {
    const reasons = {
      malformed: ['{', '[]', 'null', '"x"', Buffer.from([0x22, 0xff, 0x22]), event({ source: 'plm', time: 'now' })],
      unknown_type: [event({ type: 'tenantdata.bom.begun.v1' }), event({ type: 'x' })],
      invalid_data: [
        event({ data: {} }),
        event({ data: { supplierCode: 'a', name: 'b', lifecycleState: 'x', tier: 9 } }),
      ],
    }
    for (const [reason, texts] of Object.entries(reasons)) {
      for (const text of texts) expect(readText(text), String(text)).to.include({ line: 1, reason })
    }
    const found = readText(reasons.invalid_data[1] ?? '')
    expect(isBad(found) && found.detail)
      .to.contain('lifecycleState: ')
      .and.contain('tier: ')
    const envelope = readText(event({ source: 'plm', time: 'now' }))
    expect(isBad(envelope) && envelope.detail)
      .to.contain('source: ')
      .and.contain('time: ')
  })

  it('are bad if key and value together exceed the maximum size of an event', () => {
    const fitting = (size: number) => {
      const empty = event({ extra: '' })
      return event({ extra: 'x'.repeat(size - empty.length) })
    }
    const overhead =
      Buffer.byteLength('quillmere/supplier/plm/main/V-1') + 'content-typeapplication/cloudevents+json'.length
    expect(isBad(readText(fitting(MAX_EVENT_BYTES - overhead)))).to.equal(false)
    expect(readText(fitting(MAX_EVENT_BYTES - overhead + 1))).to.include({ reason: 'malformed' })
  })
})
