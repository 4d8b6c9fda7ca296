import { expect } from 'chai'
import { nextRow } from '../../../explorer/src/parts/keyboard.ts'

describe('the keys of a table', () => {
  it('lead to a row that is there', () => {
    const next = (key: string) => nextRow(key, 5, 20, 10)
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map(next)).to.deep.equal([
      6,
      4,
      15,
      0,
      0,
      19,
      null,
    ])
    expect(nextRow('ArrowDown', 19, 20, 10)).to.equal(19)
  })
})
