import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { connectedEvents } from '../../demo/connected/connected-events.ts'
import { demoEvents } from '../../demo/demo-events.ts'
import type { DemoEvent } from '../../demo/event.ts'
import { ndjson } from '../../demo/write/ndjson.ts'

/** Digests of the demo's events. A new digest means different demo data for all users, so it needs a reason. */
const digests = [
  ['smoke', '94455a4d72a5d8e0fc818e7d646a847278551bdfbcf78fea4e44f3638a96e691'],
  ['demo', 'd0fb4d7bffb17e9bfbd0586347c9c0c8fa0e74a1be104808e548aca0574182ca'],
] as const

/** Digests of the publications: all of profile smoke, the last two of profile demo. */
const bomDigests = [
  ['smoke', 5, '929127136253b9aafbd4127dc249f2d226ca804d1540648e98814a43417df4e7'],
  ['demo', 2, '79cbb525fc8239a05d466a6fda71469b722b29783933bf6b2701d73376b29937'],
] as const

/** Digests of the cross-system data. */
const connectedDigests = [
  ['smoke', '8879898e41bf59b7c1976baf066ba3a2c38dedb399447df44cfb103b525e0687'],
  ['demo', '99034a285e18754f5eb971b488b0b905e043cb1e4b48a3be25db3bfd88ffcdee'],
] as const

function digestOf(events: Iterable<DemoEvent>): string {
  const hash = createHash('sha256')
  for (const piece of ndjson(events)) hash.update(piece)
  return hash.digest('hex')
}

describe('the digest of the demo', () => {
  for (const [profile, expected] of digests) {
    it(`of profile ${profile} is unchanged`, () => {
      expect(digestOf(demoEvents({ organization: 'quillmere', profile }))).to.equal(expected)
    })
  }

  for (const [profile, publications, expected] of bomDigests) {
    it(`of the newest ${publications} publications of profile ${profile} is unchanged`, () => {
      expect(digestOf(bomEvents({ organization: 'quillmere', profile }, { publications }))).to.equal(expected)
    })
  }

  for (const [profile, expected] of connectedDigests) {
    it(`of the cross-system data of profile ${profile} is unchanged`, () => {
      expect(digestOf(connectedEvents({ organization: 'quillmere', profile }))).to.equal(expected)
    })
  }
})
