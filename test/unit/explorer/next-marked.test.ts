import { expect } from 'chai'
import { nextMarked } from '../../../explorer/src/parts/keyboard.ts'

describe('the option that an arrow reaches', () => {
  const keys = ['a', 'b', 'c']
  const from = (marked: string | null) => [nextMarked(keys, marked, 'ArrowDown'), nextMarked(keys, marked, 'ArrowUp')]

  it('is the next one, around both ends, and the first or the last where none is marked', () => {
    expect([null, 'a', 'b', 'c'].map(from)).to.deep.equal([
      ['a', 'c'],
      ['b', 'c'],
      ['c', 'a'],
      ['a', 'b'],
    ])
  })

  it('is the first or the last where the marked one is gone, and none where none is offered', () => {
    expect(from('d')).to.deep.equal(['a', 'c'])
    expect(nextMarked([], 'a', 'ArrowDown')).to.equal(null)
    expect(nextMarked([], 'a', 'ArrowUp')).to.equal(null)
  })
})
