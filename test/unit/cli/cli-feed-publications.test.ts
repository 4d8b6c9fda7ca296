import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import fc from 'fast-check'
import { checkFile } from '../../../cli/feed/checks/check-file.ts'
import type { BadLine } from '../../../cli/feed/read-event.ts'
import type { CheckedPublication, PublicationFault, Repeat } from '../../../domain/publications/checked-events.ts'
import type { Envelope } from '../../../schemas/records/record-events.ts'
import { bomEvent, publication, styleData, type TestBom } from '../../support/bom/bom-events.ts'
import { createChance } from '../../support/bom/bom-model.ts'
import { changes, randomPublication } from '../../support/bom/broken-publications.ts'
import { ndjsonOf } from '../../support/events/events.ts'

const SNAPSHOT = '01JPQ8Z5T0V6M3C1K9W2R7X4YB'

const bom: TestBom = {
  'QM-1': [
    { ref: 'L-1', supplier: 'SUP-1', yields: { 'QM-1-S': '1.20', 'QM-1-M': '1.25' } },
    { ref: 'L-2', material: 'MT-2', yields: { 'QM-1-S': '4', 'QM-1-M': '4' } },
  ],
  'QM-2': [{ ref: 'L-1', yields: { 'QM-2-M': '0.98' } }],
}

async function check(events: readonly unknown[], options: { skipBad?: boolean } = {}) {
  const found = {
    bad: [] as BadLine[],
    repeats: [] as Repeat[],
    faults: [] as PublicationFault[],
    publications: [] as CheckedPublication[],
  }
  const counts = await checkFile({
    file: '-',
    stdin: Readable.from([Buffer.from(ndjsonOf(events))]),
    onBad: (bad) => void found.bad.push(bad),
    onRepeat: (repeat) => void found.repeats.push(repeat),
    onFault: (fault) => void found.faults.push(fault),
    onPublication: (one) => void found.publications.push(one),
    now: () => Date.parse('2026-11-01T00:00:00.000Z'),
    ...options,
  })
  return { counts, ...found }
}

/** The faults without what all of them have. */
const shortOf = (faults: readonly PublicationFault[]) =>
  faults.map(({ line, reason, detail, style }) => `${line} ${style ?? '-'} ${reason}: ${detail}`)

/** The content hash by its definition: the sum of the SHA-256 of each row as JSON with sorted names. */
function hashOf(events: readonly Envelope[]): string {
  let sum = 0n
  for (const { type, data } of events) {
    if (!type.includes('.style.')) continue
    const { style, lines } = data as ReturnType<typeof styleData>
    for (const line of lines)
      for (const { sku, netYield, wastagePercent } of line.yields) {
        const plain = (decimal: string) =>
          decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal
        const row = {
          bomLineRef: line.bomLineRef,
          grossYield: null,
          isPrimary: line.isPrimary,
          lineNumber: line.lineNumber,
          material: line.material.materialNumber,
          materialColorCode: null,
          mpn: line.mpn,
          netYield: plain(netYield),
          placement: line.placement,
          section: line.section,
          sku,
          style: style.styleNumber,
          supplier: line.supplier?.supplierCode ?? null,
          uom: line.uom,
          wastageBasis: line.wastageBasis,
          wastagePercent: plain(wastagePercent),
          yieldPerUnits: line.yieldPerUnits,
          yieldStage: line.yieldStage,
        }
        sum += BigInt(`0x${createHash('sha256').update(JSON.stringify(row)).digest('hex')}`)
      }
  }
  return `sha256sum:${(sum % 2n ** 256n).toString(16).padStart(64, '0')}`
}

describe('the check of publications in a file', () => {
  it('says that a valid publication would be completed, with its counts and hash', async () => {
    const events = publication('quillmere', bom, { snapshotId: SNAPSHOT })
    const { counts, faults, publications } = await check(events)
    expect(faults).to.deep.equal([])
    expect(publications).to.deep.equal([
      {
        organization: 'quillmere',
        snapshotId: SNAPSHOT,
        firstLine: 1,
        lastLine: 4,
        outcome: 'completed',
        contents: { styleCount: 2, skuCount: 3, lineCount: 3, rowCount: 5, contentHash: hashOf(events) },
      },
    ])
    expect(counts).to.include({ good: 4, bad: 0, completed: 1, aborted: 0, failed: 0, faults: 0 })
    const hashed = publication('quillmere', bom, { claim: { contentHash: hashOf(events) } })
    expect((await check(hashed)).counts).to.include({ completed: 1, failed: 0 })
  })

  it('names each wrong count, and the hash, with what was sent and what is stated', async () => {
    const wrong = publication('quillmere', bom, { snapshotId: SNAPSHOT, claim: { rowCount: 42, skuCount: 4 } })
    const { faults, publications, counts } = await check(wrong)
    expect(faults).to.deep.equal([
      {
        line: 4,
        reason: 'wrong_counts',
        detail: 'skuCount is 4, but 3 came; rowCount is 42, but 5 came',
        organization: 'quillmere',
        snapshotId: SNAPSHOT,
        style: null,
        eventId: wrong[3]?.id,
      },
    ])
    expect(publications[0]).to.include({ outcome: 'failed', contents: null, firstLine: 1, lastLine: 4 })
    expect(counts).to.include({ good: 4, completed: 0, failed: 1 })
    const contentHash = `sha256sum:${'0'.repeat(64)}`
    const hashed = publication('quillmere', bom, { claim: { contentHash } })
    expect(shortOf((await check(hashed)).faults)).to.deep.equal([
      `4 - wrong_hash: contentHash is ${contentHash}, but the hash of the received rows is ${hashOf(hashed)}`,
    ])
  })

  it('names the faults of all styles, not only of the first', async () => {
    const events = publication('quillmere', { ...bom, 'QM-3': bom['QM-2'] ?? [] }, { snapshotId: SNAPSHOT })
    const [, one, two, three] = events
    const firstLine = (event: Envelope | undefined) =>
      (event?.data as ReturnType<typeof styleData> | undefined)?.lines[0]
    Object.assign(one?.data as object, { skus: [] })
    Object.assign(firstLine(two) ?? {}, { uom: 'ELL' })
    const yields = firstLine(three)?.yields ?? []
    yields.push(...yields)
    const { bad, faults, publications } = await check(events)
    expect(shortOf(faults)).to.deep.equal([
      `2 QM-1 invalid_data: ${[0, 1].flatMap((line) => [0, 1].map((at) => `lines.${line}.yields.${at}: the SKU is not among the skus of the event`)).join('; ')}`,
      '4 QM-3 invalid_data: lines.0.yields.1: duplicate row: another row of the line has the same SKU',
    ])
    expect(faults.map(({ eventId, snapshotId }) => [eventId, snapshotId])).to.deep.equal([
      [one?.id, SNAPSHOT],
      [three?.id, SNAPSHOT],
    ])
    expect(bad).to.have.length(1)
    expect(bad[0]?.publication).to.include({ line: 3, style: 'QM-2', id: two?.id })
    expect(publications.map(({ outcome, lastLine }) => [outcome, lastLine])).to.deep.equal([['failed', 5]])
  })

  it('names the parts of styles that are missing or contradict each other', async () => {
    const events = publication('quillmere', bom)
    Object.assign(events[1]?.data as object, { part: 2, parts: 3 })
    const again = { ...events[2], id: 'again' }
    const { faults } = await check([...events.slice(0, 3), again, events[3]])
    expect(shortOf(faults)).to.deep.equal([
      '2 QM-1 missing_part: style QM-1: received 1 of 3 parts',
      '4 QM-2 duplicate_part: style QM-2 was sent twice in one version',
    ])
  })

  it('reports events of a publication that is not open, and where it ended', async () => {
    const [started, one, two, completed] = publication('quillmere', bom, { snapshotId: SNAPSHOT })
    const other = bomEvent('quillmere', 'style', '01JPQ9Z5T0V6M3C1K9W2R7X4YB', styleData('QM-9', []))
    const late = { ...two, id: 'late', sourceversion: '2' }
    const { faults, counts } = await check([one, started, other, one, two, completed, late])
    expect(shortOf(faults)).to.deep.equal([
      '1 QM-1 no_open_publication: the publication is not started before this line',
      `3 QM-9 no_open_publication: the publication is not started before this line, and snapshot ${SNAPSHOT} is open`,
      '7 QM-2 no_open_publication: the publication ended in line 6',
    ])
    expect(counts).to.include({ completed: 1, failed: 0, faults: 3 })
  })

  it('reports a publication that is not completed, superseded, or started with a used ID', async () => {
    const first = publication('quillmere', bom, { snapshotId: SNAPSHOT }).slice(0, 2)
    const second = publication('quillmere', bom)
    const third = publication('quillmere', bom, { snapshotId: SNAPSHOT })
    const { faults, publications } = await check([...first, ...second, third[0], ...second.slice(0, 1)])
    expect(shortOf(faults)).to.deep.equal([
      `3 - superseded: snapshot ${second[0]?.subject} was started`,
      '7 - publication_failed: the id of the snapshot was used before, in line 1',
    ])
    expect(faults.map(({ snapshotId }) => snapshotId)).to.deep.equal([SNAPSHOT, SNAPSHOT])
    expect(publications.map(({ outcome, firstLine, lastLine }) => [outcome, firstLine, lastLine])).to.deep.equal([
      ['failed', 1, 3],
      ['completed', 3, 6],
    ])
    const cut = await check(first)
    expect(shortOf(cut.faults)).to.deep.equal(['2 QM-1 unfinished: the file has no completed event of the publication'])
    expect(cut.publications[0]).to.include({ outcome: 'unfinished', firstLine: 1, lastLine: 2 })
  })

  it('reports events that are repeated, and lower versions of a style', async () => {
    const [started, one, two, completed] = publication('quillmere', bom, { version: '2' })
    const lower = { ...one, id: 'lower', sourceversion: '1' }
    const events = [started, one, two, lower, two, completed, one, completed, started]
    const { faults, repeats, counts } = await check(events)
    expect(faults).to.deep.equal([])
    expect(counts).to.include({ completed: 1, repeats: 5 })
    const again = (line: number, earlierLine: number) => ({ line, version: null, earlierLine, earlierVersion: null })
    expect(repeats).to.deep.equal([
      { line: 4, version: '1', earlierLine: 2, earlierVersion: '2' },
      again(5, 3),
      again(7, 2),
      again(8, 6),
      again(9, 1),
    ])
  })

  it('keeps the publications of organizations apart', async () => {
    const [own, other] = [publication('quillmere', bom), publication('northwold', bom)]
    const mixed = own.flatMap((event, at) => [event, ...other.slice(at, at + 1)])
    const { faults, publications } = await check(mixed)
    expect(faults).to.deep.equal([])
    expect(publications.map(({ organization, outcome }) => [organization, outcome])).to.deep.equal([
      ['quillmere', 'completed'],
      ['northwold', 'completed'],
    ])
  })

  it('ignores bad lines that will be skipped', async () => {
    const events = publication('quillmere', bom)
    const broken = { ...events[1], id: 'broken', data: {} }
    const sent = [...events.slice(0, 1), broken, ...events.slice(1)]
    expect((await check(sent)).counts).to.include({ bad: 1, completed: 0, failed: 1 })
    expect((await check(sent, { skipBad: true })).counts).to.include({ bad: 1, completed: 1, failed: 0 })
  })

  for (const { name, ends, rejected = [], apply } of changes) {
    it(`agrees about ${name} in random publications`, async () => {
      const cases = fc.integer({ min: 0, max: 2 ** 31 })
      await fc.assert(
        fc.asyncProperty(cases, async (seed) => {
          const chance = createChance(seed)
          const before = randomPublication('quillmere', chance, '2026-09-14T02:10:00.000Z')
          const own = randomPublication('quillmere', chance, '2026-09-15T02:10:00.000Z')
          const after = randomPublication('quillmere', chance, '2026-09-16T02:10:00.000Z')
          const { faults, publications, bad } = await check([...before, ...apply(own, chance), ...after])
          const found = new Map(publications.map(({ snapshotId, outcome }) => [snapshotId, outcome]))
          const codes = [...faults.map(({ reason }) => reason), ...bad.map(({ reason }) => reason)]
          const isGood = ['completed', 'aborted'].includes(ends)
          expect(found.get(own[0]?.subject ?? '') ?? 'unstarted').to.equal(
            isGood || ends === 'unstarted' ? ends : 'failed',
          )
          const failures = isGood || ends === 'unstarted' ? [] : [ends]
          expect(new Set(codes)).to.deep.equal(new Set([...failures, ...rejected]))
          for (const whole of [before, after]) expect(found.get(whole[0]?.subject ?? '')).to.equal('completed')
        }),
        { numRuns: 25 },
      )
    })
  }
})
