import { expect } from 'chai'
import { withoutInvisible } from '../../../api/mcp/without-invisible.ts'

describe('texts for models', () => {
  it('lose their invisible characters at every depth, and nothing else', () => {
    const value = {
      data: [{ text: 'a\u202eb', n: 1, none: null, yes: true, list: ['\u0007', ['x']] }],
      'na\u200bme': '\u00ad',
    }
    const expected = { data: [{ text: 'ab', n: 1, none: null, yes: true, list: ['', ['x']] }], name: '' }
    expect(withoutInvisible(value)).to.deep.equal(expected)
  })
})
