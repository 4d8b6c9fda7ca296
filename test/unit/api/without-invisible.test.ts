import { expect } from 'chai'
import { withoutInvisible } from '../../../api/mcp/call-tool.ts'

// Unicode 17, DerivedCoreProperties and PropList: controls, Bidi_Control, and the block of tags.
const ranges: [from: number, to: number][] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
  [0xe0000, 0xe007f],
]

describe('texts for models', () => {
  it('have no character that is not seen, and all others', () => {
    const isInvisible = (code: number) => ranges.some(([from, to]) => code >= from && code <= to)
    for (let code = 0; code <= 0xe0100; code = code === 0xd7ff ? 0xdff00 : code + 1) {
      const label = `a${String.fromCodePoint(code)}b`
      const shown = withoutInvisible({ rows: [{ label }] }).rows[0]?.label
      if (shown !== (isInvisible(code) ? 'ab' : label)) expect.fail(`U+${code.toString(16)}: ${shown}`)
    }
  })

  it('are looked for at every depth, and nothing else is changed', () => {
    const value = { data: [{ text: 'a\u202eb', n: 1, none: null, yes: true, list: ['\u0007', ['x']] }], links: {} }
    const expected = { data: [{ text: 'ab', n: 1, none: null, yes: true, list: ['', ['x']] }], links: {} }
    expect(withoutInvisible(value)).to.deep.equal(expected)
  })
})
