import { readFileSync } from 'node:fs'
import type { IngestRejection } from '@tenant-data/client'
import { expect } from 'chai'
import { causesOf, comparedCounts } from '../../../explorer/src/pages/ingest/ingest-rows.ts'
import { filtersOf, ingestLists, ingestSearch } from '../../../explorer/src/pages/ingest/ingest-search.ts'
import { publicationSteps, rejectionSteps } from '../../../explorer/src/pages/ingest/next-steps.ts'

interface Parameter {
  name: string
}

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
interface Contract {
  paths: Record<string, { get: { parameters: Parameter[] } }>
}
const contract: Contract = JSON.parse(read('api/openapi.json'))
const parametersOf = (list: string) => contract.paths[`/v1/ingest/${list}`]?.get.parameters ?? []

describe('the lists of the ingestion page', () => {
  it('have every filter of the API', () => {
    for (const list of ingestLists) {
      const names = parametersOf(list).map(({ name }) => name)
      expect([...filtersOf[list], 'cursor', 'limit'], list).to.have.members(names)
    }
  })

  it('read only their own filters from a URL', () => {
    const raw = { reason: 'malformed', source: '/plm/main', state: 'failed', kind: 'duns', open: 'a/b' }
    expect(ingestSearch(raw)).to.deep.equal({ list: undefined, state: 'failed', open: 'a/b' })
    expect(ingestSearch({ ...raw, list: 'rejections' })).to.deep.equal({
      list: 'rejections',
      reason: 'malformed',
      source: '/plm/main',
      type: undefined,
      subject: undefined,
      eventId: undefined,
      since: undefined,
      open: 'a/b',
    })
    expect(ingestSearch({ list: 'rejections', reason: 'bad luck' }).reason).to.equal(undefined)
  })

  it('explain every reason in the docs, with a link to its section', () => {
    const guides = ['send/rejected-events', 'send/publish-a-bom']
    const [rejected = '', published = ''] = guides.map((path) => read(`docs/${path}.md`))
    const reasonsIn = (guide: string, heading: string) =>
      [...(guide.split(heading)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(
        ([, names = '']) => [...names.matchAll(/\w+/g)].map(([name]) => name),
      )
    expect(Object.keys(rejectionSteps)).to.have.members(reasonsIn(rejected, '## Fix the cause'))
    expect(Object.keys(publicationSteps)).to.have.members(reasonsIn(published, '## Why a publication fails'))
    const sections = [rejected, published].flatMap((guide, at) =>
      [...guide.matchAll(/^##+ (.+)$/gm)].map(
        ([, title = '']) => `/docs/${guides[at]}#${title.toLowerCase().replaceAll(' ', '-')}`,
      ),
    )
    for (const { docs } of [...Object.values(rejectionSteps), ...Object.values(publicationSteps)]) {
      expect(sections).to.include(docs)
    }
  })

  it('count rejections by reason and source, largest number first', () => {
    const one = (reason: IngestRejection['reason'], source: string | null, at: string, count = 1) =>
      ({ reason, source, at, count }) as IngestRejection
    const causes = causesOf([
      one('malformed', null, '2026-11-03'),
      one('invalid_data', '/plm/main', '2026-11-02'),
      one('invalid_data', '/erp/main', '2026-11-04'),
      one('invalid_data', '/erp/main', '2026-11-01', 7),
    ])
    expect(causes).to.deep.equal([
      {
        reason: 'invalid_data',
        count: 9,
        newestAt: '2026-11-04',
        sources: [
          { source: '/erp/main', count: 8 },
          { source: '/plm/main', count: 1 },
        ],
      },
      { reason: 'malformed', count: 1, newestAt: '2026-11-03', sources: [{ source: null, count: 1 }] },
    ])
    expect(causesOf([])).to.deep.equal([])
  })

  it('compare the actual counts of a publication with the expected ones once it has ended', () => {
    const expected = { styleCount: 1, skuCount: 2, lineCount: 3, rowCount: 4 }
    const seen = { ...expected, rowCount: 5 }
    const same = (state: 'building' | 'failed', declared: typeof expected | null) =>
      comparedCounts({ expected: declared, seen, state }).map(({ isSame }) => isSame)
    expect(same('failed', expected)).to.deep.equal([true, true, true, false])
    expect(same('building', expected)).to.deep.equal([null, null, null, null])
    expect(same('failed', null)).to.deep.equal([null, null, null, null])
    expect(comparedCounts({ expected, seen, state: 'failed' })[3]).to.deep.include({ expected: 4, seen: 5 })
  })
})
