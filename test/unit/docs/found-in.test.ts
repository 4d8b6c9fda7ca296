import { expect } from 'chai'
import { cutLike, differences, jsonDocuments } from '../../support/docs/shown.ts'

describe('JSON in the docs compared with a real response', () => {
  const real = {
    data: [
      { id: 'a', label: 'A', codes: [{ value: '1' }, { value: '2' }, { value: '3' }] },
      { id: 'b', label: 'B', codes: [] },
    ],
    links: { next: 'AbC' },
    meta: { count: 2 },
  }

  it('can be equal, or a part of it in the same order', () => {
    expect(differences(real, structuredClone(real))).to.deep.equal([])
    expect(differences({ data: [{ id: 'b', '…': '…' }] }, real)).to.deep.equal([])
    expect(differences({ data: [{ codes: [{ value: '1' }, { value: '3' }] }] }, real)).to.deep.equal([])
    expect(differences({ links: { next: 'other each time' } }, real)).to.deep.equal([])
    expect(differences({ meta: { count: 3 } }, real, ['count'])).to.deep.equal([])
  })

  it('must not contain other values, another order, or more', () => {
    expect(differences({ data: [{ id: 'a', label: 'B' }] }, real)).to.deep.equal(['data[0].label is "A", not "B"'])
    expect(differences({ data: [{ id: 'b' }, { id: 'a' }] }, real)).to.deep.equal(['data[1].id is "b", not "a"'])
    expect(differences({ data: [{ id: 'a' }, { id: 'b' }, {}] }, real)).to.deep.equal(['data[2] does not come'])
    expect(differences({ meta: { sum: 2 } }, real)).to.deep.equal(['meta.sum does not come'])
    expect(differences({ links: { next: null } }, real)).to.deep.equal(['links.next is "AbC", not null'])
    expect(differences({ data: null }, real)).to.have.length(1)
  })

  it('can be updated from it, shortened in the same way', () => {
    const shown = { data: [{ label: 'old', '…': '…' }], links: { next: 'x' } }
    expect(cutLike(shown, real)).to.deep.equal({ data: [{ label: 'A', '…': '…' }], links: { next: 'x' } })
  })

  it('is found anywhere in printed text', () => {
    expect(jsonDocuments('{"a":"}{\\""}{"b":{}}\nno {json} {"c":1')).to.deep.equal([{ a: '}{"' }, { b: {} }])
  })
})
