import { expect } from 'chai'
import type MiniSearch from 'minisearch'
import { excerptOf, find, type Indexed, indexOptions } from '../../../api/docs/assets/find.js'
import { operations } from '../../../api/operations/index.ts'
import { problems } from '../../../schemas/problem.ts'
import { type ServedDocs, serveDocs } from '../../support/docs/docs.ts'

describe('the search of the docs', () => {
  let docs: ServedDocs
  let index: MiniSearch<Indexed>

  before(async () => {
    docs = await serveDocs()
    const textAt = async (path: string) => (await fetch(`${docs.url}/docs/${path}`)).text()
    // As browsers do: the library as it is sent reads the index as it is sent.
    const source = `data:text/javascript,${encodeURIComponent(await textAt('assets/minisearch.js'))}`
    const library: { default: typeof MiniSearch } = await import(source)
    index = library.default.loadJSON(await textAt('search.json'), indexOptions)
  })
  after(() => docs.close())

  it('finds the page of each problem code first', () => {
    for (const code of Object.keys(problems)) {
      for (const typed of [code, code.replaceAll('_', ' '), ` ${code.toUpperCase()} `]) {
        const [first] = find(index, typed)
        expect([first?.key, first?.url], typed).to.deep.equal([code, `problems/${code}`])
      }
    }
  })

  it('finds each operation first', () => {
    expect(operations.length).to.be.above(20)
    for (const { operationId, tag } of operations) {
      const path = `reference/${tag.toLowerCase().replaceAll(' ', '-')}#${operationId}`
      for (const typed of [operationId, operationId.toLowerCase()]) {
        const [first] = find(index, typed)
        expect([first?.key, first?.url], typed).to.deep.equal([operationId, path])
      }
    }
  })

  it('finds what is begun, and what is misspelt', () => {
    expect(find(index, 'listBomYieldCh')[0]?.key).to.equal('listBomYieldChanges')
    expect(find(index, 'kafka con').map(({ page }) => page)).to.include('Kafka Connect')
    expect(find(index, 'freshnes')[0]?.terms).to.include('freshness')
    expect(find(index, 'publcation')[0]?.terms.join()).to.contain('publication')
    expect(find(index, 'xyzzyqwv')).to.deep.equal([])
  })

  it('finds sections that are there', async () => {
    const texts = new Map<string, string>()
    const { storedFields } = index.toJSON() as unknown as { storedFields: Record<string, Indexed> }
    const entries = Object.values(storedFields)
    expect(entries.length).to.be.above(300)
    for (const { url } of entries) {
      const [path = '', anchor] = url.split('#')
      if (!texts.has(path)) texts.set(path, await (await fetch(`${docs.url}/docs/${path}`)).text())
      expect(texts.get(path), url).to.contain(anchor === undefined ? '<h1' : ` id="${anchor}"`)
    }
  })

  it('shows the place of what it found, as text with its matches', () => {
    const [hit] = find(index, 'retry after')
    const matches = (hit ? excerptOf(hit) : []).filter(({ isMatch }) => isMatch).map(({ text }) => text.toLowerCase())
    expect(matches).not.to.be.empty
    expect(hit?.terms).to.include.members(matches)
    const text = `${'before '.repeat(60)}needle ${'after '.repeat(60)}`
    const shown = excerptOf({ text, terms: ['needle', '.*('] })
    expect(shown.find(({ isMatch }) => isMatch)?.text).to.equal('needle')
    expect(shown.map((part) => part.text).join('')).to.match(/^…before .* after …$/)
  })
})
