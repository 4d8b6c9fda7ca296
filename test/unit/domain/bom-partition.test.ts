import { expect } from 'chai'
import { bomPartition, murmur2 } from '../../../domain/events/bom-partition.ts'

/** Computed with Utils.murmur2 and Utils.toPositive of kafka-clients 4.1.1: key, hash, partition of 12. */
const byJava: [string, number, number][] = [
  ['', 275646681, 9],
  ['a', -1563381124, 4],
  ['ab', 316155434, 2],
  ['abc', 479470107, 3],
  ['abcd', -1323649548, 8],
  ['quillmere', -313374947, 9],
  ['tessaro', 707533913, 5],
  ['nordfell-outdoor', -1307635079, 9],
  ['Größe', -255045697, 7],
  ['東京', -1368386005, 7],
  ['organization-0123456789-abcdefghijklmnopqrstuvwxyz', -1051528370, 6],
]

describe('the BOM partition of an organization', () => {
  for (const [key, hash, partition] of byJava) {
    it(`is the one that Java clients choose for ${JSON.stringify(key)}`, () => {
      expect(murmur2(Buffer.from(key))).to.equal(hash)
      expect(bomPartition(key, 12)).to.equal(partition)
    })
  }
})
