import { expect } from 'chai'
import type { QueueEntry } from '../../../cypher/exceptions/queue.ts'
import {
  decodeInvalidation,
  encodeInvalidation,
  type Invalidation,
  type InvalidationKind,
} from '../../../projector/exceptions/invalidation.ts'

const stored = (kind: InvalidationKind, key: string, other = '', hint = '', after = '') => ({
  ...{ kind, key, other, hint, after },
})

/** Stored entries of the queue, each with the invalidation that it encodes. */
const cases: [QueueEntry & { kind: InvalidationKind }, Invalidation][] = [
  [stored('everything', ''), { kind: 'everything', isFirst: false, after: '' }],
  [stored('everything', 'first'), { kind: 'everything', isFirst: true, after: '' }],
  [stored('publication', '12', '', '', 's-1'), { kind: 'publication', seq: 12, after: 's-1' }],
  [stored('carriers', 'item:A:1', '', '', 'r-1'), { kind: 'carriers', codeKind: 'item', value: 'A:1', after: 'r-1' }],
  [stored('code', 'id:u-1'), { kind: 'code', codeKind: 'id', value: 'u-1', after: '' }],
  [stored('code', 'facility_id:F:1'), { kind: 'code', codeKind: 'facility_id', value: 'F:1', after: '' }],
  [stored('exceptions', 'MISSING_IN_ERP'), { kind: 'exceptions', code: 'MISSING_IN_ERP', after: '' }],
  [stored('material', 'code:*:item:X'), { kind: 'material', key: 'code:*:item:X', after: '' }],
  [stored('factory', 'u-2'), { kind: 'factory', key: 'u-2', after: '' }],
  [
    stored('pair', 'm', 'f', 'code:*:facility_id:F'),
    { kind: 'pair', materialKey: 'm', factoryKey: 'f', hint: 'code:*:facility_id:F', after: '' },
  ],
  ...(['entity', 'supplied', 'produced', 'record', 'requirement', 'position', 'style', 'places'] as const).map(
    (kind): [QueueEntry & { kind: InvalidationKind }, Invalidation] => [
      stored(kind, 'u-3', '', '', 'x'),
      { kind, id: 'u-3', after: 'x' },
    ],
  ),
]

describe('invalidations', () => {
  for (const [entry, invalidation] of cases)
    it(`are decoded from and encoded as the stored entry: ${entry.kind} ${entry.key}`, () => {
      expect(decodeInvalidation(entry)).to.deep.equal(invalidation)
      expect(encodeInvalidation(invalidation)).to.deep.equal(entry)
    })

  it('start at the beginning by default', () => {
    expect(encodeInvalidation({ kind: 'style', id: 'u-3' })).to.deep.equal(stored('style', 'u-3'))
  })
})
