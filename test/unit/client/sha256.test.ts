import { createHash } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { createSha256 } from '../../../client/src/sha256.ts'

const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 12 })

describe("the client's SHA-256", () => {
  it('equals that of Node for any bytes in any chunks', () => {
    const isSame = (parts: Uint8Array[]) => {
      const [ours, theirs] = [createSha256(), createHash('sha256')]
      for (const part of parts) {
        ours.update(part)
        theirs.update(part)
      }
      return ours.end() === theirs.digest('hex')
    }
    fc.assert(fc.property(pieces, isSame), { numRuns: 300 })
    for (let length = 0; length <= 130; length += 1)
      expect(isSame([new Uint8Array(length).fill(length)])).to.equal(true)
  })

  it('equals the test vectors of the standard', () => {
    const hash = createSha256()
    hash.update(new TextEncoder().encode('abc'))
    expect(hash.end()).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('covers only the bytes of a view, not its whole buffer', () => {
    const bytes = Uint8Array.from({ length: 400 }, (_, at) => at)
    const view = bytes.subarray(70, 370)
    const hash = createSha256()
    hash.update(view)
    expect(hash.end()).to.equal(createHash('sha256').update(view).digest('hex'))
  })
})
