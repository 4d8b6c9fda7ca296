import { expect } from 'chai'
import { bomPartition } from '../../../domain/events/bom-partition.ts'
import { type BomEvent, decodeBomEvent } from '../../../domain/events/decode-bom-event.ts'
import { firstNamed, type NamedFault } from '../../../domain/events/named-fault.ts'
import { type CompiledStyle, InvalidStyle } from '../../../domain/publications/compile-style.ts'
import { compiledOf } from '../../../domain/publications/judge-event.ts'
import { assemble } from '../../../domain/publications/style-content.ts'
import { bomEvent, freshSnapshotId, styleData } from '../../support/bom/bom-events.ts'

const PARTITIONS = 12
const place = { partition: bomPartition('quillmere', PARTITIONS), partitions: PARTITIONS }

type Data = ReturnType<typeof styleData>
type Line = Data['lines'][number]

/** A style with two SKUs, and two lines of two yields each. */
function data(): Data {
  return styleData('QM-7', [
    { ref: 'L-10', yields: { 'QM-7-S': '1.2', 'QM-7-M': '1.3' } },
    { ref: 'L-20', material: 'MT-2', yields: { 'QM-7-S': '4', 'QM-7-M': '4' } },
  ])
}

function eventOf(change: (data: Data, lines: [Line, Line]) => void): BomEvent {
  const changed = data()
  const [first, second] = changed.lines
  if (!first || !second) throw new Error('the style has two lines')
  change(changed, [first, second])
  const sent = bomEvent('quillmere', 'style', freshSnapshotId(), changed, { id: 'event-7', source: '/plm/paris' })
  const raw = { key: Buffer.from('quillmere'), value: Buffer.from(JSON.stringify(sent)), headers: {} }
  const decoded = decodeBomEvent(raw, place)
  if (decoded.outcome !== 'event') throw new Error(`it is ${decoded.outcome}`)
  return decoded.event
}

function faultsOf(change: Parameters<typeof eventOf>[0]): readonly NamedFault[] {
  const compiled = compiledOf(eventOf(change))
  if (!(compiled instanceof InvalidStyle)) throw new Error('the style is valid')
  return compiled.faults
}

const shown = ({ path, styleNumber, line, sku, eventId, source }: NamedFault) =>
  [path.join('.'), styleNumber, line, sku, eventId, source].map((value) => value ?? '-').join(' | ')
const withNames = (...named: string[]) => named.map((one) => `${one} | event-7 | /plm/paris`)

/** What is wrong, the change of a valid event, and for each fault its path, style number, line, and SKU. */
const cases: [what: string, change: Parameters<typeof eventOf>[0], named: string[]][] = [
  [
    'a unit that does not exist',
    (_, [, second]) => Object.assign(second, { uom: 'ELL' }),
    ['lines.1.uom | QM-7 | L-20 | -'],
  ],
  [
    'a yield that is not a decimal',
    (_, [first]) => Object.assign(first.yields[1] ?? {}, { netYield: 'much' }),
    ['lines.0.yields.1.netYield | QM-7 | L-10 | QM-7-M'],
  ],
  [
    'a line without a number, in a style without line references',
    (_, lines) => {
      for (const line of lines) Object.assign(line, { bomLineRef: null })
      Object.assign(lines[1], { lineNumber: -1, uom: 'ELL' })
    },
    ['lines.1.lineNumber | QM-7 | - | -', 'lines.1.uom | QM-7 | - | -'],
  ],
  [
    'a unit that does not exist, in a line without a reference',
    (_, lines) => {
      for (const line of lines) Object.assign(line, { bomLineRef: null })
      Object.assign(lines[1], { uom: 'ELL' })
    },
    ['lines.1.uom | QM-7 | 20 | -'],
  ],
  [
    'a SKU without a record',
    ({ skus }) => Object.assign(skus[1] ?? {}, { recordId: 5 }),
    ['skus.1.recordId | QM-7 | - | QM-7-M'],
  ],
  [
    'a style number that is no code',
    ({ style }) => Object.assign(style, { styleNumber: 'confidential '.repeat(50) }),
    ['style.styleNumber | - | - | -'],
  ],
  [
    'a reference of a line that is no code',
    (_, [first]) => Object.assign(first, { bomLineRef: { note: 'confidential' } }),
    ['lines.0.bomLineRef | QM-7 | 10 | -'],
  ],
  ['lines that are no list', (all) => Object.assign(all, { lines: 'none' }), ['lines | QM-7 | - | -']],
  ['data that is no object', (all) => Object.assign(all, { part: 3 }), ['part | QM-7 | - | -']],
  [
    'SKUs that are not listed',
    ({ skus }) => void skus.splice(0, 1),
    ['lines.0.yields.0 | QM-7 | L-10 | QM-7-S', 'lines.1.yields.0 | QM-7 | L-20 | QM-7-S'],
  ],
  [
    'two rows of a line with the same SKU',
    (_, [first]) => Object.assign(first.yields[1] ?? {}, { sku: 'QM-7-S' }),
    ['lines.0.yields.1 | QM-7 | L-10 | QM-7-S'],
  ],
  [
    'the wrong side of a yield',
    (_, [first]) => Object.assign(first, { wastageBasis: 'on_gross' }),
    ['lines.0.yields.0 | QM-7 | L-10 | QM-7-S', 'lines.0.yields.1 | QM-7 | L-10 | QM-7-M'],
  ],
  [
    'all of a gross yield as waste',
    (_, [, second]) =>
      Object.assign(second, {
        wastageBasis: 'on_gross',
        yields: [{ sku: 'QM-7-M', grossYield: '1', wastagePercent: '100' }],
      }),
    ['lines.1.yields.0 | QM-7 | L-20 | QM-7-M'],
  ],
  [
    'a derived yield that is too large',
    (_, [first]) => Object.assign(first.yields[0] ?? {}, { netYield: '9999999999', wastagePercent: '999' }),
    ['lines.0.yields.0 | QM-7 | L-10 | QM-7-S'],
  ],
  [
    'two lines with the same reference',
    (_, [, second]) => Object.assign(second, { bomLineRef: 'L-10' }),
    ['lines.1 | QM-7 | L-10 | -'],
  ],
  [
    'a reference in one of two lines',
    (_, [, second]) => Object.assign(second, { bomLineRef: null }),
    ['lines.1 | QM-7 | 20 | -'],
  ],
  [
    'two lines with the same number and no reference',
    (_, lines) => {
      for (const line of lines) Object.assign(line, { bomLineRef: null, lineNumber: 10 })
    },
    ['lines.1 | QM-7 | 10 | -'],
  ],
  [
    'a SKU that is listed twice',
    ({ skus }) => void skus.push({ ...skus[0], recordId: 'K-other' } as Data['skus'][number]),
    ['skus.2 | QM-7 | - | QM-7-S'],
  ],
  [
    'two SKUs of the same record',
    ({ skus }) => void skus.push({ ...skus[0], skuCode: 'QM-7-L' } as Data['skus'][number]),
    ['skus.2 | QM-7 | - | QM-7-L'],
  ],
]

describe('the faults of a style event', () => {
  for (const [what, change, named] of cases)
    it(`name style, line, SKU, event, and source for ${what}`, () => {
      expect(faultsOf(change).map(shown)).to.deep.equal(withNames(...named))
    })

  it('name no part of an event that is not a valid code', () => {
    for (const [, change] of cases) expect(JSON.stringify(faultsOf(change))).not.to.contain('confidential')
  })

  it('are at most 100, and the message has at most 1,000 characters', () => {
    const compiled = compiledOf(
      eventOf(({ skus }, [first]) => {
        skus.splice(0)
        first.yields = Array.from({ length: 300 }, (_, at) => ({ sku: `N-${at}`, netYield: '1', wastagePercent: '5' }))
      }),
    )
    if (!(compiled instanceof InvalidStyle)) throw new Error('the style is valid')
    expect(compiled.faults).to.have.length(100)
    expect(compiled.faults.at(-1)?.sku).to.equal('N-99')
    expect(compiled.message).to.have.length(1000)
  })

  it('are told with the style, the line, and the SKU of the first', () => {
    const faults = faultsOf((_, [, second]) => Object.assign(second.yields[0] ?? {}, { netYield: 'much' }))
    expect(firstNamed(faults)).to.equal('style QM-7, line L-20, SKU QM-7-S: ')
    expect(firstNamed(faultsOf((all) => Object.assign(all, { part: 3 })))).to.equal('style QM-7: ')
    expect(firstNamed([{ path: ['styleCount'], detail: 'is 2, but 3 came' }])).to.equal('')
    expect(firstNamed([])).to.equal('')
  })
})

describe('the faults of a style that is sent in parts', () => {
  const partOf = (skus: string[], change: Parameters<typeof eventOf>[0] = () => {}): CompiledStyle => {
    const compiled = compiledOf(
      eventOf((all, lines) => {
        all.skus = all.skus.filter(({ skuCode }) => skus.includes(skuCode))
        for (const line of all.lines) line.yields = line.yields.filter(({ sku }) => skus.includes(sku))
        change(all, lines)
      }),
    )
    if (compiled instanceof InvalidStyle) throw compiled
    return compiled
  }
  const faultsOfParts = (...parts: CompiledStyle[]) => {
    try {
      assemble(parts)
    } catch (error) {
      if (error instanceof InvalidStyle) return error.faults.map(shown)
      throw error
    }
    return []
  }

  it('name the style, and the SKU or the line', () => {
    const small = partOf(['QM-7-S'])
    const withoutReferences: Parameters<typeof eventOf>[0] = (_, lines) => {
      for (const line of lines) Object.assign(line, { bomLineRef: null })
    }
    expect(faultsOfParts(small, partOf(['QM-7-M']))).to.deep.equal([])
    expect(faultsOfParts(small, partOf(['QM-7-S', 'QM-7-M']))).to.deep.equal(['skus | QM-7 | - | QM-7-S | - | -'])
    expect(
      faultsOfParts(
        small,
        partOf(['QM-7-M'], ({ style }) => Object.assign(style, { styleNumber: 'QM-8' })),
      ),
    ).to.deep.equal(['style.styleNumber | QM-8 | - | - | - | -'])
    expect(faultsOfParts(small, partOf(['QM-7-M'], withoutReferences))).to.deep.equal([
      'lines | QM-7 | 10 | - | - | -',
      'lines | QM-7 | 20 | - | - | -',
    ])
  })
})
