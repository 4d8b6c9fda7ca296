import { expect } from 'chai'
import type { ConnectedKind, ConnectedRecord, MatchState } from '../../schemas/materials/connected-records.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { refreshSearch } from '../support/graph/stored-nodes.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../support/materials/connected.ts'
import { type ConnectedApi, startConnectedApi } from '../support/materials/connected-api.ts'
import { connectedRecord, sourceSummary } from '../support/materials/connected-rows.ts'

const PATH = '/v1/connected-records/search'
const names = ['Poplin 120', 'Poplinette', 'Popeline Été', 'Twill', 'Organic Poplin']
const states: MatchState[] = ['matched', 'unmatched', 'ambiguous']

describe('search of connected records over HTTP', () => {
  let world: ConnectedApi
  let records: ConnectedRecord[]

  function recordsOf(organization: string): ConnectedRecord[] {
    return Array.from({ length: 30 }, (_, n) => {
      const kind: ConnectedKind = n % 5 === 4 ? 'factory' : 'material'
      const id = kind === 'material' ? materialIdOf(organization, `M-${n}`) : factoryIdOf(organization, `F-${n}`)
      const systems = n % 3 === 0 ? ['erp', 'wms'] : ['plm']
      const state = states[n % 3] ?? 'matched'
      return connectedRecord({ kind, id, label: `C${n} ${names[n % names.length]}` }, systems, {
        sourceRecords: systems.map((system) => sourceSummary(system, `ITEM-${n}.${n}`)),
        match: { state, method: state === 'matched' ? 'exact_key' : null, candidates: [] },
      })
    })
  }

  before(async () => {
    world = await startConnectedApi()
    const { graph, ours, theirs } = world
    records = recordsOf(ours.key)
    const sources = records.slice(0, 10).map(({ kind, id }, n) => ({
      kind,
      connectedId: id,
      codes: [`item/${n}`],
      summary: sourceSummary('erp', `R-${n}`),
    }))
    const deleted = {
      kind: 'material' as const,
      connectedId: records[10]?.id ?? null,
      codes: ['item/deleted'],
      summary: sourceSummary('erp', 'R-deleted', { deletedInSource: true }),
    }
    await fillConnected(graph, ours.key, { records, sources: [...sources, deleted] })
    await fillConnected(graph, theirs.key, { records: recordsOf(theirs.key) })
    await refreshSearch(graph)
  })
  after(() => world.close())

  const byId = (rows: ConnectedRecord[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  const all = (inputs: Record<string, string> = {}, limit = 100) => world.walk<ConnectedRecord>(PATH, inputs, limit)
  const found = async (q: string) => (await all({ q })).map(({ label }) => label).sort()

  it('lists records by ID, with each filter, for any page size', async () => {
    const filters: Record<string, string>[] = [
      {},
      ...['material', 'factory'].map((kind) => ({ kind })),
      ...states.map((matchState) => ({ matchState })),
      ...['erp', 'wms', 'plm', 'mdm'].map((system) => ({ system })),
      { kind: 'material', matchState: 'unmatched' },
      { kind: 'factory', system: 'erp', matchState: 'matched' },
      { q: 'poplin' },
      { q: 'poplin', kind: 'material', system: 'erp' },
      { q: 'poplin', matchState: 'ambiguous' },
    ]
    for (const given of filters) {
      const keeps = ({ kind, match, label, sourceRecords }: ConnectedRecord) =>
        kind === (given.kind ?? kind) &&
        match.state === (given.matchState ?? match.state) &&
        (given.system === undefined || sourceRecords.some(({ system }) => system === given.system)) &&
        (given.q === undefined || /\bpoplin/i.test(label))
      const expected = byId(records.filter(keeps))
      for (const limit of [1, 7, 100]) {
        if (limit === 1 && expected.length > 10) continue
        expect(await all(given, limit), JSON.stringify({ ...given, limit })).to.deep.equal(expected)
      }
    }
  })

  it('finds words as searchEntities does, and whole codes', async () => {
    const labels = (pattern: RegExp) =>
      records
        .map(({ label }) => label)
        .filter((label) => pattern.test(label))
        .sort()
    expect(await found('pop 12')).to.deep.equal(labels(/Poplin 120/))
    expect(await found('ETE')).to.deep.equal(labels(/Été/))
    expect(await found('poplin organic')).to.deep.equal(labels(/Organic/))
    expect(await found('oplin')).to.deep.equal([])
    expect(await found('AND OR "poplin"')).to.deep.equal([])
    expect(await found('C7 popeline')).to.deep.equal(['C7 Popeline Été'])
    expect(await found('item/3')).to.deep.equal([records[3]?.label])
    expect(await found('Item/3')).to.deep.equal([])
    expect(await found('item/deleted')).to.deep.equal([])
    expect(await found('item/4')).to.deep.equal([records[4]?.label])
    expect(await all({ q: 'item/4', kind: 'material' })).to.deep.equal([])
    const { data, meta } = await world.read(PATH, { q: '-' })
    expect({ data, meta }).to.deep.equal({ data: [], meta: { truncated: false } })
  })

  it('suggests labels with similar words or codes if nothing matches', async () => {
    const suggestions = async (inputs: Record<string, string>) => (await world.read(PATH, inputs)).meta.suggestions
    const ofFactories = ['C14', 'C19', 'C24', 'C29', 'C4'].map((code) => `${code} Organic Poplin`)
    expect(await suggestions({ q: 'popplin', kind: 'factory' })).to.deep.equal(ofFactories)
    expect(await suggestions({ q: 'c4 poplni' })).to.deep.equal(['C4 Organic Poplin'])
    expect(await suggestions({ q: 'item 3/3' })).to.have.nested.property('[0]', records[3]?.label)
    for (const q of ['nothing similar', '-']) expect(await suggestions({ q })).to.equal(undefined)
    expect(await suggestions({ q: 'poplin' })).to.equal(undefined)
  })

  it('reads a bounded number of records per page, and continues on the next one', async () => {
    const organization = world.theirs.key
    const { graph, tokens } = world
    const filler = Array.from({ length: 1500 }, (_, n) =>
      connectedRecord({ id: materialIdOf(organization, `X-${n}`), label: 'Filler' }, ['plm']),
    )
    await fillConnected(graph, organization, { records: filler })
    const wms = byId(recordsOf(organization)).filter(({ sourceRecords }) =>
      sourceRecords.some(({ system }) => system === 'wms'),
    )
    const pages: number[] = []
    const rows: unknown[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: { data: unknown[]; links: { next: string | null } } = await world.read(
        PATH,
        { system: 'wms', limit: 100, ...(next ? { cursor: next } : {}) },
        tokens.theirs,
      )
      rows.push(...page.data)
      pages.push(page.data.length)
      next = page.links.next
    }
    expect(rows).to.deep.equal(wms)
    expect(pages.length).to.equal(2)
  })

  it('finds no record of another organization, and rejects invalid parameters and cursors', async () => {
    const { links } = await world.read(PATH, { q: 'poplin', limit: 1 })
    const get = (query: string, token = world.tokens.ours) => world.api.get(`${PATH}?${query}`, token)
    await assertProblemCode(await get(`q=poplin&cursor=${links.next}`, world.tokens.theirs), 'invalid_cursor')
    await assertProblemCode(await get(`q=poplins&cursor=${links.next}`), 'invalid_cursor')
    const own = new Set(records.map(({ id }) => id))
    for (const q of ['poplin', `poplin ${world.theirs.key}`, `tenantKey:${world.theirs.key}`]) {
      for (const { id } of await all({ q })) expect(own.has(id)).to.equal(true)
    }
    for (const invalid of ['q=', `q=${'x'.repeat(501)}`, 'kind=style', 'matchState=no', 'system=', 'type=material']) {
      await assertProblemCode(await get(invalid), 'invalid_request')
    }
    const { text } = await world.ours.issue({ scopes: ['graph:read'] })
    await assertProblemCode(await get('', text), 'insufficient_scope')
  })
})
