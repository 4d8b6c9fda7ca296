import { expect } from 'chai'
import fc from 'fast-check'
import { plainJson } from '../../api/mcp/plain-json.ts'
import { byteText, messageJson, textContent } from '../../api/mcp/ready-json.ts'

const text = fc.string({ unit: 'binary' })
const value = fc.jsonValue({ stringUnit: 'grapheme' })
const bytesOf = (json: string) => byteText(Buffer.from(json))

describe('JSON that passes as bytes', () => {
  it('is read as the message with its fields in place', () => {
    const property = fc.property(value, text, fc.dictionary(fc.constantFrom('_meta', 'a'), value), (data, id, rest) => {
      const json = JSON.stringify({ data })
      const ready = { content: textContent(bytesOf(json)), structuredContent: bytesOf(json) }
      const message = { jsonrpc: '2.0', id, result: { content: [], structuredContent: {}, ...rest } }
      const result = { ...rest, content: [{ type: 'text', text: json }], structuredContent: { data } }
      const expected = JSON.stringify({ ...message, result })
      expect(JSON.parse(messageJson(message, ready).toString())).to.deep.equal(JSON.parse(expected))
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('leaves errors as they are', () => {
    const message = { jsonrpc: '2.0', id: 'é', error: { code: 1, message: 'ü' } }
    expect(messageJson(message, { tools: '[]' }).toString()).to.equal(JSON.stringify(message))
  })

  it('has no character that is not seen, and all others', () => {
    // Unicode 17, DerivedCoreProperties and PropList: controls, Bidi_Control, and the block of tags.
    const ranges = [
      ...[
        [0x00, 0x1f],
        [0x7f, 0x9f],
        [0x61c, 0x61c],
        [0x200e, 0x200f],
      ],
      ...[
        [0x202a, 0x202e],
        [0x2066, 0x2069],
        [0xe0000, 0xe007f],
      ],
    ]
    const isUnseen = (code: number) => ranges.some(([from = 0, to = 0]) => code >= from && code <= to)
    for (let code = 0; code <= 0xe0100; code = code === 0xd7ff ? 0xdff00 : code + 1) {
      const json = JSON.stringify({ label: `a${String.fromCodePoint(code)}b` })
      const plain = Buffer.from(plainJson(Buffer.from(json)), 'latin1').toString()
      if (plain !== (isUnseen(code) ? '{"label":"ab"}' : json)) expect.fail(`U+${code.toString(16)}: ${plain}`)
    }
  })
})
