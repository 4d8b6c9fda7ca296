import { expect } from 'chai'
import { inspectServiceSource } from '../../api/operations/materials/inspect-service-source.ts'
import { searchConnectedRecords } from '../../api/operations/materials/search-connected-records.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { type SourceEvent, timeOf } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { drain } from '../support/materials/reconciled.ts'

/** Article numbers of sources that look like e-mail or network addresses. */
const codes = [
  ...['FAB-Poplin120_Navy-148cm_OEKO-TEX100', '1.2.10.4', '+1/2 -1/4', '1200@3.85', '(01)09521234543213'],
  ...['61.09.10.00', '4109001@FA.07', 'WH1.A12:034', 'Poly.Cotton:65', 'Min.width:148 cm'],
]

describe('references of source records', () => {
  const graph = connectTestGraph({ writeTimeoutMs: 60_000 })
  const organization = freshOrganization()
  const context = contextFor(graph, organization, ['materials:read'])
  after(() => graph.close())

  const recordOf = (id: string, references: object[]): SourceEvent => ({
    kind: 'source_record',
    system: 'erp',
    recordId: `item:${id}`,
    version: 1,
    time: timeOf(1),
    data: {
      kind: 'material',
      references,
      fields: [{ name: 'note', value: id }],
      raw: { note: id },
    },
  })
  const itemOf = (value: string) => ({ system: 'erp', instance: 'main', kind: 'item', value })

  before(async () => {
    const secret = [itemOf('jane.doe@example.com'), { kind: 'email', value: 'J-1' }, itemOf('KEPT')]
    const log = [...codes.map((code) => recordOf(code, [itemOf(code)])), recordOf('secret', secret)]
    await applyLog(graph, organization, log)
    await drain(graph, organization)
  })

  it('keep article numbers unchanged, so that searches find their records', async () => {
    for (const code of codes) {
      const { data } = await call(searchConnectedRecords, { q: code }, context)
      const own = data.find(({ sourceRecords: [one] }) => one?.recordId === code)
      expect(
        own?.fields.map(({ value }) => value),
        code,
      ).to.deep.equal([code])
      expect(own?.sourceRecords[0], code).to.not.have.property('notices')
      const inspected = await call(inspectServiceSource, { system: 'erp', recordId: code }, context)
      expect(inspected.data.records[0]?.raw, code).to.deep.equal({ note: code })
    }
  })

  it('are redacted with a notice on the record that does not repeat them', async () => {
    const { data } = await call(searchConnectedRecords, { q: 'KEPT' }, context)
    const notices = data[0]?.sourceRecords[0]?.notices
    expect(notices?.map(({ code }) => code)).to.deep.equal(['redacted_reference'])
    expect(notices?.[0]?.detail).to.contain('2 of 3 references').and.contain('email, item').and.not.contain('jane')
    const inspected = await call(inspectServiceSource, { system: 'erp', recordId: 'secret' }, context)
    expect(inspected.data.records[0]?.record?.notices).to.deep.equal(notices)
  })
})
