import { expect } from 'chai'
import fc from 'fast-check'
import { compareText } from '../../../domain/text/compare-text.ts'

describe('the order of texts', () => {
  const texts = fc.string({
    unit: fc.constantFrom('', 'a', 'b', 'é', '\uD7FF', '\uE000', '\uFFFD', '\u{10000}', '\u{1F600}'),
  })

  it('is that of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(Math.sign(compareText(a, b))).to.equal(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
      { numRuns: 2000 },
    )
    expect(compareText('\u{1F600}', '\uFF21')).to.be.above(0)
    expect('\u{1F600}' < '\uFF21', 'the order of UTF-16').to.equal(true)
  })
})
