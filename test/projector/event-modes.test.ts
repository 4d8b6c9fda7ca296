import { expect } from 'chai'
import { uuidOf } from '../support/events/model.ts'
import { recordOf, supplierOf, timeOf } from '../support/events/source-event.ts'
import { projected } from '../support/graph/projected.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'

describe('events in the forms that sources send', () => {
  let installation: Installation

  before(async () => {
    installation = await openInstallation()
    await installation.startHere()
  })
  after(() => installation.close())

  const keyOf = (kind: string, recordId: string) => `${installation.organization}/${kind}/plm/main/${recordId}`
  const binary = (kind: string, recordId: string, more: Record<string, string> = {}) => ({
    ce_specversion: '1.0',
    ce_id: 'b',
    ce_source: '/plm/main',
    ce_type: `tenantdata.${kind}.upserted.v1`,
    ce_subject: recordId,
    ce_time: timeOf(1),
    ce_tenantid: installation.organization,
    ce_sourceversion: '1',
    'content-type': 'application/json',
    ...more,
  })
  const entity = async (kind: string, recordId: string) => {
    const { entities } = await projected(installation.graph, installation.organization)
    return entities.get(uuidOf(installation.organization, kind, 'plm', 'main', recordId))
  }
  const supplierData = (name: string) => JSON.stringify({ supplierCode: 'V', name, lifecycleState: 'approved' })

  it('can be CloudEvents in binary mode, or in structured mode with their content type', async () => {
    const { organization, send, caughtUp } = installation
    const structured = recordOf(organization, supplierOf('structured', 1))
    await send([
      { key: keyOf('supplier', 'binary'), value: supplierData('Mill'), headers: binary('supplier', 'binary') },
      { ...structured, headers: { 'content-type': 'application/cloudevents+json; charset=utf-8' } },
    ])
    await caughtUp()
    expect(await entity('supplier', 'binary')).to.include({ label: 'Mill (V)', updatedAt: timeOf(1) })
    expect(await entity('supplier', 'structured')).to.include({ updatedAt: timeOf(1) })
    expect(await installation.deadReasons()).to.deep.equal([])
  })

  it('delete a record by a null value only if a header has the version', async () => {
    const { feed, send, caughtUp } = installation
    const long = 'x'.repeat(250)
    const records = ['plain', 'stale', 'deleted', long]
    await feed(records.map((recordId) => supplierOf(recordId, 5)))
    const deletion = { ce_time: timeOf(6) }
    const key = (recordId: string) => keyOf('supplier', recordId)
    await send([
      { key: key('plain'), value: null },
      { key: key('stale'), value: null, headers: { ...deletion, ce_sourceversion: '5' } },
      { key: key('deleted'), value: null, headers: { ...deletion, ce_sourceversion: '6' } },
      { key: key(long), value: null, headers: { ...deletion, ce_sourceversion: '6' } },
    ])
    await caughtUp()
    expect(await entity('supplier', 'plain')).to.include({ revision: 1 })
    expect(await entity('supplier', 'stale')).to.include({ revision: 1 })
    expect(await entity('supplier', 'deleted')).to.equal(null)
    expect(await entity('supplier', long)).to.equal(null)
    expect(await installation.deadReasons()).to.deep.equal([])
  })

  it('refer to the same record and code in any Unicode composition, and C62 is stored as EA', async () => {
    const { send, caughtUp } = installation
    const material = (name: string, version: string) => ({
      key: keyOf('material', version === '1' ? 'Jérsey' : 'Jérsey'.normalize('NFD')),
      value: JSON.stringify({ materialNumber: name, name, lifecycleState: 'approved', baseUom: 'C62' }),
      headers: binary('material', version === '1' ? 'Jérsey'.normalize('NFD') : 'Jérsey', {
        ce_sourceversion: version,
      }),
    })
    await send([material('É'.normalize('NFD'), '1')])
    await send([material('É', '2')])
    await caughtUp()
    const found = await entity('material', 'Jérsey')
    expect(found).to.include({ revision: 2, label: 'É É' })
    expect(found).to.have.nested.property('attributes.baseUom', 'EA')
    const { claims } = await projected(installation.graph, installation.organization)
    const codes = [...claims].filter((line) => line.includes('material_number'))
    expect(codes.map((line) => line.split(' ').at(-1))).to.deep.equal(['É'])
  })
})
