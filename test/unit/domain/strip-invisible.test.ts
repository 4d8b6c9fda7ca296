import { expect } from 'chai'
import { stripInvisible } from '../../../domain/text/strip-invisible.ts'

const dropped = (code: number) => stripInvisible(`a${String.fromCodePoint(code)}b`) === 'ab'

// Invisible characters in Unicode 17: controls except tab, LF, and CR; variation selectors; Mongolian selectors; the
// grapheme joiner; Hangul fillers; tags.
const ranges: [from: number, to: number][] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe01ef],
]

describe('a text without invisible characters', () => {
  it('lacks every character of the published ranges', () => {
    for (const [from, to] of ranges) {
      for (let code = from; code <= to; code += 1) expect(dropped(code), `U+${code.toString(16)}`).to.equal(true)
    }
  })

  it('lacks every format character, and keeps every visible letter, mark, number, punctuation, symbol, and space', () => {
    const kept = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t\n\r]/u
    for (let code = 0; code <= 0x10ffff; code = code === 0xd7ff ? 0xe000 : code + 1) {
      const character = String.fromCodePoint(code)
      const isIgnorable = /\p{Default_Ignorable_Code_Point}/u.test(character)
      if (/\p{Cf}/u.test(character) && !dropped(code)) expect.fail(`U+${code.toString(16)} is kept`)
      if (kept.test(character) && !isIgnorable && dropped(code)) expect.fail(`U+${code.toString(16)} is dropped`)
    }
  })

  it('keeps line breaks and tabs, and the parts of an emoji without their joiner', () => {
    expect(stripInvisible('one\ttwo\r\nthree')).to.equal('one\ttwo\r\nthree')
    expect(stripInvisible('👩\u200d👧 ❤\ufe0f')).to.equal('👩👧 ❤')
    expect(stripInvisible('Herr\u00ading\u200bbone')).to.equal('Herringbone')
  })
})
