import { expect } from 'chai'
import { nextCell, nextMarked, nextRow } from '../../../explorer/src/parts/keyboard.ts'

describe('the keys of a table', () => {
  it('move to an existing row', () => {
    const next = (key: string) => nextRow(key, 5, 20, 10)
    const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x']
    expect(keys.map(next)).to.deep.equal([6, 4, 15, 0, 0, 19, null])
    expect(nextRow('ArrowDown', 19, 20, 10)).to.equal(19)
  })
})

describe('the option that an arrow reaches', () => {
  const keys = ['a', 'b', 'c']
  const from = (marked: string | null) => [nextMarked(keys, marked, 'ArrowDown'), nextMarked(keys, marked, 'ArrowUp')]

  it('is the next one, wrapping at both ends, or the first or last if none is marked', () => {
    expect([null, 'a', 'b', 'c'].map(from)).to.deep.equal([
      ['a', 'c'],
      ['b', 'c'],
      ['c', 'a'],
      ['a', 'b'],
    ])
  })

  it('is the first or last if the marked one is missing, and none in an empty list', () => {
    expect(from('d')).to.deep.equal(['a', 'c'])
    expect(nextMarked([], 'a', 'ArrowDown')).to.equal(null)
    expect(nextMarked([], 'a', 'ArrowUp')).to.equal(null)
  })
})

describe('the keys of a matrix', () => {
  const size = { row: 30, column: 5 }
  const next = (key: string, steps: Parameters<typeof nextCell>[3] = { page: 10 }) => {
    const cell = nextCell(key, { row: 15, column: 2 }, size, steps)
    return cell && [cell.row, cell.column]
  }

  it('move to an existing cell', () => {
    expect(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'].map((key) => next(key))).to.deep.equal([
      [16, 2],
      [14, 2],
      [15, 1],
      [15, 3],
    ])
    expect(['PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) => next(key))).to.deep.equal([
      [25, 2],
      [5, 2],
      [15, 0],
      [15, 4],
      null,
    ])
    expect([next('Home', { hasControl: true }), next('End', { hasControl: true })]).to.deep.equal([
      [0, 0],
      [29, 4],
    ])
  })

  it('do nothing for PageUp and PageDown if a matrix has no pages', () => {
    expect([next('PageDown', {}), next('PageUp', {})]).to.deep.equal([null, null])
  })

  it('stop at the edges', () => {
    expect(nextCell('ArrowUp', { row: 0, column: 0 }, size, { page: 10 })).to.deep.equal({ row: 0, column: 0 })
    expect(nextCell('PageDown', { row: 29, column: 4 }, size, { page: 10 })).to.deep.equal({ row: 29, column: 4 })
    expect(nextCell('ArrowRight', { row: 29, column: 4 }, size, { page: 10 })).to.deep.equal({ row: 29, column: 4 })
  })
})
