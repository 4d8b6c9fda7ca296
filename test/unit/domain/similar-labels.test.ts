import { expect } from 'chai'
import { similarLabels } from '../../../domain/search/similar-labels.ts'

describe('labels that are similar to a text', () => {
  const records = [
    { label: 'Kestrana Works', codes: ['QM-F01'] },
    { label: 'Tamsar Works', codes: ['QM-F02', '9-4'] },
    { label: 'Kestrel Mill', codes: [] },
  ]

  it('have a similar word for each word, the nearest first', () => {
    expect(similarLabels('kestranna', records)).to.deep.equal(['Kestrana Works'])
    expect(similarLabels('kestrena', records)).to.deep.equal(['Kestrana Works', 'Kestrel Mill'])
    expect(similarLabels('wroks tam', records)).to.deep.equal(['Tamsar Works'])
    expect(similarLabels('kestrana mill', records)).to.deep.equal([])
  })

  it('or a code that is equal without case and separators, or similar', () => {
    expect(similarLabels('qmf02', records)).to.deep.equal(['Tamsar Works', 'Kestrana Works'])
    expect(similarLabels('94', records)).to.deep.equal(['Tamsar Works'])
    expect(similarLabels('95', records)).to.deep.equal([])
  })

  it('are at most five, each once', () => {
    const many = [...'bcdefg', 'b'].map((letter) => ({ label: `Mill ${letter}`, codes: [] }))
    expect(similarLabels('mlil', many)).to.deep.equal([])
    expect(similarLabels('mil', many)).to.deep.equal([...'bcdef'].map((letter) => `Mill ${letter}`))
    expect(similarLabels('', records)).to.deep.equal([])
  })
})
