import { expect } from 'chai'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import { searchConnectedRecords } from '../../api/operations/materials/search-connected-records.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { type SourceEvent, timeOf } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { refreshSearch } from '../support/graph/stored-nodes.ts'
import { drain } from '../support/materials/reconciled.ts'

/** Samples of each kind of invisible character: Cf, variation selectors, fillers, tags, controls except white space. */
const invisible = [
  ...[0xad, 0x61c, 0x180b, 0x180e, 0x180f, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2064],
  ...[0x2066, 0x2069, 0xfeff, 0xfe00, 0xfe0f, 0xe0041, 0xe0100, 0xe01ef, 0x34f, 0x115f, 0x1160, 0x3164, 0xffa0],
  ...[0x7, 0x1b, 0x7f, 0x85],
].map((code) => String.fromCodePoint(code))

const codes = invisible.map((letter) => letter.codePointAt(0)?.toString(16) ?? '')

describe('search for labels with invisible characters', () => {
  const graph = connectTestGraph({ writeTimeoutMs: 60_000 })
  const organization = freshOrganization()
  const context = contextFor(graph, organization, ['graph:read', 'materials:read'])
  after(() => graph.close())

  const materialOf = (code: string, name: string, at: number): SourceEvent => ({
    kind: 'material',
    recordId: code,
    version: 1,
    time: timeOf(at),
    data: { materialNumber: `MT-${code}`, name, lifecycleState: 'approved' },
  })
  const recordOf = (code: string, name: string, at: number): SourceEvent => ({
    kind: 'source_record',
    system: 'erp',
    recordId: `item:${code}`,
    version: 1,
    time: timeOf(at),
    data: { kind: 'material', fields: [{ name: 'name', value: name }] },
  })

  before(async () => {
    const hidden = invisible.map((letter, at) => [codes[at] ?? '', `Herr${letter}ingbone`] as const)
    const names = [['seen', 'Herringbone'] as const, ...hidden]
    const log = names.flatMap(([code, name], at) => [materialOf(code, name, at + 1), recordOf(code, name, at + 1)])
    await applyLog(graph, organization, [...log, materialOf('other', 'Herr ingbone', 1)])
    await drain(graph, organization)
    await refreshSearch(graph)
  })

  const all = ['seen', ...codes].map((code) => `MT-${code}`).sort()
  const found = async (q: string) => {
    const { data } = await call(searchEntities, { q, limit: 1000 }, context)
    return data.map((one) => (one.type === 'material' ? one.attributes.materialNumber : '')).sort()
  }
  const foundRecords = async (q: string) => {
    const { data } = await call(searchConnectedRecords, { q, limit: 1000 }, context)
    return data.map(({ sourceRecords: [one] }) => `MT-${one?.recordId}`).sort()
  }

  it('finds each label by its visible word', async () => {
    for (const q of ['herringbone', 'HERRINGB', 'Herringbone']) {
      expect(await found(q), q).to.deep.equal(all)
      expect(await foundRecords(q), q).to.deep.equal(all)
    }
    expect(await found('herr ingbone')).to.deep.equal(['MT-other'])
  })

  it('finds each label by a word that was copied with an invisible character', async () => {
    for (const [at, letter] of invisible.entries()) {
      expect(await found(`her${letter}ringbo`), codes[at]).to.deep.equal(all)
      expect(await foundRecords(`her${letter}ringbo`), codes[at]).to.deep.equal(all)
    }
  })

  it('finds a record by its code, with and without invisible characters around it', async () => {
    const carrier: SourceEvent = {
      kind: 'source_record',
      system: 'erp',
      recordId: 'item:carrier',
      version: 1,
      time: timeOf(1),
      data: { kind: 'material', references: [{ kind: 'item', value: '41-00084' }] },
    }
    await applyLog(graph, organization, [carrier])
    await drain(graph, organization)
    for (const q of ['41-00084', '\u200b41-00084\ufeff']) expect(await foundRecords(q), q).to.deep.equal(['MT-carrier'])
  })
})
