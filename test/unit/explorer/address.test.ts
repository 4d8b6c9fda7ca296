import { expect } from 'chai'
import { flag, oneOf, pageState, parseAddress, someOf, text, writeAddress } from '../../../explorer/src/address.ts'

describe('the state of a page in its URL', () => {
  it('keeps text unchanged, including text that looks like a number', () => {
    const state = { style: '0012', q: 'a&b=c #+%', sku: '"x"', list: ['b', 'a'], flag: 'true' }
    expect(parseAddress(writeAddress(state))).to.deep.equal(state)
  })

  it('leaves out empty fields, and keeps the order of the others', () => {
    expect(writeAddress({ b: 'x', none: undefined, empty: '', off: false, nothing: null, a: true })).to.equal(
      '?b=x&a=true',
    )
    expect(writeAddress({})).to.equal('')
  })

  it('drops invalid values', () => {
    expect(text('a')).to.equal('a')
    expect(text(['b', 'a'])).to.equal('b')
    expect([7, '', undefined].map(text)).to.deep.equal([undefined, undefined, undefined])
    expect(oneOf(['a', 'b'])('a')).to.equal('a')
    expect(oneOf(['b'])('a')).to.equal(undefined)
    expect(someOf(['a', 'b', 'c'])(['b', 'a', 'zzz'])).to.deep.equal(['a', 'b'])
    expect(someOf(['a'])('zzz')).to.equal(undefined)
    expect(['true', true, '1'].map(flag)).to.deep.equal([true, true, undefined])
  })

  it('has only the fields of its page, in their order', () => {
    const parse = pageState({ style: text, more: flag })
    const state = parse({ other: 'x', more: 'true', style: ['a', 'b'] })
    expect(Object.entries(state)).to.deep.equal([
      ['style', 'a'],
      ['more', true],
    ])
  })
})
