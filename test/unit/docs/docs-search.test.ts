import { expect } from 'chai'
import type MiniSearch from 'minisearch'
import { excerptOf, find, type Indexed, indexOptions } from '../../../api/docs/assets/find.js'
import { keywords } from '../../../api/docs/assets/ranking.js'
import { siteSections } from '../../../api/docs/site.ts'
import { operations } from '../../../api/operations/index.ts'
import { problems } from '../../../schemas/problem.ts'
import { type ServedDocs, serveDocs } from '../../support/docs/docs.ts'

/** Typical queries, each with the pages that may be its first hit. */
const typical: Readonly<Record<string, readonly string[]>> = {
  pagination: ['reference/pagination'],
  webhooks: ['reference/versioning', 'read/incremental-sync'],
  'change feed': ['read/incremental-sync', 'glossary'],
  'incremental sync': ['read/incremental-sync'],
  quickstart: ['quickstart'],
  glossary: ['glossary'],
  architecture: ['concepts/how-it-works'],
  inventory: ['concepts/cross-system-data'],
  consumption: ['concepts/bom-snapshots'],
  deprecation: ['reference/versioning'],
  'bill of materials': ['concepts/bom-snapshots'],
  'api key': ['reference/authentication'],
  sdk: ['read/typescript'],
  security: ['concepts/security'],
  authentication: ['reference/authentication'],
  'sign in': ['read/explorer', 'reference/authentication'],
  'how to send data': ['send/records'],
  'export to excel': ['read/exports'],
  'mcp server': ['read/mcp-clients'],
  'rate limit': ['reference/rate-limits', 'problems/rate_limited'],
  'claude desktop': ['read/mcp-clients'],
  backup: ['operate/backup-and-restore'],
}

const written = new Set(siteSections([]).flatMap(({ pages }) => pages.map(({ path }) => path)))

describe('the search of the docs', () => {
  let docs: ServedDocs
  let index: MiniSearch<Indexed>

  before(async () => {
    docs = await serveDocs()
    const textAt = async (path: string) => (await fetch(`${docs.url}/docs/${path}`)).text()
    // As in a browser, the served library loads the served index.
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

  for (const [query, paths] of Object.entries(typical))
    it(`finds the page for "${query}" first`, () => {
      expect(find(index, query)[0]?.url.split('#')[0]).to.be.oneOf([...paths])
    })

  it('is tested with queries and keywords whose pages exist', () => {
    const missing = Object.entries(typical).filter(([, paths]) => !paths.some((path) => written.has(path)))
    expect(missing).to.deep.equal([])
    expect([...written]).to.include.members(Object.keys(keywords))
  })

  it('finds a page by synonyms of its words, in singular and plural', () => {
    const urlsOf = (query: string) => find(index, query).map(({ url }) => url)
    for (const [query, page] of [
      ['credentials', 'problems/invalid_token'],
      ['throttling', 'problems/rate_limited'],
      ['spreadsheet', 'read/exports'],
      ['spreadsheets', 'read/exports'],
      ['stock', 'concepts/cross-system-data'],
    ] as const)
      expect(urlsOf(query), query).to.include(page)
  })

  it('ranks a page about a word before pages that only mention it', () => {
    expect(find(index, 'exports')[0]?.url).to.equal('read/exports')
    const places = find(index, 'export', 8).map(({ url }) => url.split('#')[0] ?? '')
    expect(places.filter((path) => /^(?:changelog|project\/.*|)$/.test(path))).to.deep.equal([])
  })

  it('ignores common words unless the query has no others', () => {
    const urls = (query: string) => find(index, query).map(({ url }) => url)
    expect(urls('how do I use the exports')).to.deep.equal(urls('exports'))
    expect(urls('how to')).to.not.deep.equal([])
  })

  it('corrects the spelling of long, unknown words only', () => {
    expect(find(index, 'publcation')[0]?.terms.join()).to.contain('publication')
    expect(find(index, 'securty').flatMap(({ terms }) => terms)).to.deep.equal([])
    const found = find(index, 'severity', 50).flatMap(({ terms }) => terms)
    expect(found.filter((term) => !term.startsWith('severity') && !term.startsWith('severitie'))).to.deep.equal([])
  })

  it('finds words by their beginning, and misspelled ones', () => {
    expect(find(index, 'listBomYieldCh')[0]?.key).to.equal('listBomYieldChanges')
    expect(find(index, 'kafka con').map(({ page }) => page)).to.include('Kafka Connect')
    expect(find(index, 'freshnes')[0]?.terms).to.include('freshness')
    expect(find(index, 'xyzzyqwv')).to.deep.equal([])
  })

  it('refers to existing sections only', async () => {
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

  it('shows an excerpt of a hit with its matches marked', () => {
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
