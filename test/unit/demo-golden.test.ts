import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { demoEvents } from '../../dev/demo/demo-events.ts'
import { ndjson } from '../../dev/demo/ndjson.ts'

/** A new digest is a new demo for everybody: check one in only with the reason for the change. */
const digests = [
  ['smoke', '9ed70a28a404af197659c35f9f40e541dc518fa6ae2fe79cf0b3a335c7f15973'],
  ['demo', '1d46100aca1628f2ac79a71bf37526eecbe0c04d9f483bba141afa98da8734ab'],
] as const

describe('demo digest', () => {
  for (const [profile, expected] of digests) {
    it(`of profile ${profile} is the one checked in`, () => {
      const hash = createHash('sha256')
      for (const piece of ndjson(demoEvents({ organization: 'quillmere', profile }))) hash.update(piece)
      expect(hash.digest('hex')).to.equal(expected)
    })
  }
})
