import { expect } from 'chai'
import { isSet, oneOf, parseAddress, someOf, textOf, writeAddress } from '../../../explorer/src/address.ts'

describe('the state of a page in its address', () => {
  it('is text, whatever it looks like', () => {
    const state = { style: '0012', q: 'a&b=c #+%', sku: '"x"', list: ['b', 'a'], flag: 'true' }
    expect(parseAddress(writeAddress(state))).to.deep.equal(state)
  })

  it('leaves out what is empty, and keeps the order of its fields', () => {
    expect(writeAddress({ b: 'x', none: undefined, empty: '', off: false, nothing: null, a: true })).to.equal(
      '?b=x&a=true',
    )
    expect(writeAddress({})).to.equal('')
  })

  it('is read without trust', () => {
    const raw = { one: 'a', many: ['b', 'a', 'zzz'], number: 7, empty: '' }
    expect(textOf(raw, 'one')).to.equal('a')
    expect(textOf(raw, 'many')).to.equal('b')
    expect(['number', 'empty', 'absent'].map((name) => textOf(raw, name))).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ])
    expect(oneOf(raw, 'one', ['a', 'b'])).to.equal('a')
    expect(oneOf(raw, 'one', ['b'])).to.equal(undefined)
    expect(someOf(raw, 'many', ['a', 'b', 'c'])).to.deep.equal(['a', 'b'])
    expect([isSet({ x: 'true' }, 'x'), isSet({ x: true }, 'x'), isSet({ x: '1' }, 'x')]).to.deep.equal([
      true,
      true,
      undefined,
    ])
  })
})
