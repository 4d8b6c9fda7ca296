import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { freshSnapshotId, publication, type TestBom } from '../support/bom/bom-events.ts'
import { issuerOf } from '../support/organization.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'

const EARLY = '2026-09-01T00:00:00.000Z'
const LATE = '2026-09-10T00:00:00.000Z'

/** What docs/send/corrections.md promises to those who send data. */
describe('corrections, late events, deletions, and backfills', () => {
  let installation: Installation
  let api: TestApi
  let token: string

  before(async () => {
    installation = await openInstallation()
    const { graph, organization } = installation
    await installation.startHere()
    api = await startApi({ operations })
    token = (await issuerOf(graph, organization)({ scopes: ['graph:read', 'bom:read'], quota: 100_000 })).text
  })
  after(async () => {
    await api?.close()
    await installation.close()
  })

  async function send(kind: string, subject: string, version: string, time: string, data: object | null) {
    const { organization: tenantid } = installation
    const action = data === null ? 'deleted' : 'upserted'
    const type = `tenantdata.${kind}.${action}.v1`
    const id = `${subject}.${version}`
    const envelope = { specversion: '1.0', id, source: '/plm/main', type, subject, time, tenantid }
    const value = JSON.stringify({ ...envelope, sourceversion: version, data: data ?? {} })
    await installation.send([{ key: `${tenantid}/${kind}/plm/main/${subject}`, value }])
    await installation.caughtUp()
  }
  const supplier = (name: string) => ({ supplierCode: 'SUP-1', name, lifecycleState: 'approved' })
  const sendSupplier = (version: string, time: string, name: string | null, subject = 'V-1') =>
    send('supplier', subject, version, time, name === null ? null : supplier(name))

  async function get<T>(path: string): Promise<T | null> {
    const response = await api.get(path, token)
    if (response.status === 404) return null
    expect(response.status, path).to.equal(200)
    return ((await response.json()) as { data: T }).data
  }
  const idOf = (type: 'supplier' | 'material', recordId: string) =>
    canonicalId(installation.organization, type, { system: 'plm', instance: 'main', recordId })
  interface Entity {
    revision: number
    updatedAt: string
    attributes: { name: string }
  }
  const entity = (recordId = 'V-1') => get<Entity>(`/v1/entities/${idOf('supplier', recordId)}`)

  it('ignore a late event with a lower version, and apply one with an earlier time but a higher version', async () => {
    await sendSupplier('10', LATE, 'Ten')
    await sendSupplier('9', LATE, 'Nine')
    await sendSupplier('10', LATE, 'Ten again')
    expect(await entity()).to.deep.include({ revision: 1, updatedAt: LATE })
    expect((await entity())?.attributes.name).to.equal('Ten')
    await sendSupplier('11', EARLY, 'Eleven')
    expect(await entity()).to.deep.include({ revision: 2, updatedAt: LATE })
    expect((await entity())?.attributes.name).to.equal('Eleven')
  })

  it('apply nothing below a version that was too high, even after a deletion, and continue above it', async () => {
    await sendSupplier('1789000000000000', LATE, 'Microseconds', 'V-2')
    await sendSupplier('1789000000001', LATE, 'Milliseconds', 'V-2')
    expect((await entity('V-2'))?.attributes.name).to.equal('Microseconds')
    await sendSupplier('1789000000000001', LATE, null, 'V-2')
    await sendSupplier('1789000000002', LATE, 'Milliseconds', 'V-2')
    expect(await entity('V-2')).to.equal(null)
    await sendSupplier('1789000000002000', LATE, 'Thousandfold', 'V-2')
    expect((await entity('V-2'))?.attributes.name).to.equal('Thousandfold')
  })

  it('leave a version free for the corrected event after one was rejected', async () => {
    await send('supplier', 'V-3', '5', LATE, { ...supplier('Bad'), tier: 9 })
    expect(await entity('V-3')).to.equal(null)
    await sendSupplier('5', LATE, 'Good', 'V-3')
    expect((await entity('V-3'))?.attributes.name).to.equal('Good')
  })

  it('keep relationships to a deleted entity, and restore it only by a higher version, with its ID', async () => {
    const material = { materialNumber: 'MT-1', name: 'Twill', lifecycleState: 'approved' }
    await send('material', 'M-1', '1', LATE, material)
    const ends = { from: { type: 'material', recordId: 'M-1' }, to: { type: 'supplier', recordId: 'V-1' } }
    await send('link', 'SUPPLIED_BY:M-1:V-1', '1', LATE, { type: 'SUPPLIED_BY', ...ends })
    await sendSupplier('12', LATE, 'Twelve')
    await sendSupplier('20', LATE, null)
    expect(await entity()).to.equal(null)
    const suppliersOf = () =>
      get<{ to: { label: string | null; listed: boolean } }[]>(
        `/v1/entities/${idOf('material', 'M-1')}/relationships?relationshipType=SUPPLIED_BY`,
      )
    const [link] = (await suppliersOf()) ?? []
    expect(link?.to).to.deep.include({ listed: false, label: 'Twelve (SUP-1)' })
    await sendSupplier('19', LATE, 'Late')
    expect(await entity()).to.equal(null)
    await sendSupplier('21', LATE, 'Back')
    expect(await entity()).to.deep.include({ revision: 5 })
    expect((await suppliersOf())?.[0]?.to).to.deep.include({ listed: true, label: 'Back (SUP-1)' })
  })

  it('keep snapshots when a style is deleted, and accept old BOMs only in the order of their completion', async () => {
    const { organization } = installation
    const bom = (net: string): TestBom => ({ 'ST-1': [{ ref: 'L-1', yields: { 'ST-1-M': net } }] })
    const old = freshSnapshotId()
    const newer = freshSnapshotId()
    const publish = async (snapshotId: string, net: string, time: string, effectiveAt: string) => {
      await installation.publish(publication(organization, bom(net), { snapshotId, time, start: { effectiveAt } }))
      await installation.caughtUp()
    }
    await publish(old, '1.1', EARLY, '2026-08-01T00:00:00.000Z')
    await publish(newer, '1.2', LATE, '2026-07-01T00:00:00.000Z')
    const between = freshSnapshotId()
    await publish(between, '1.3', '2026-09-05T00:00:00.000Z', '2026-09-05T00:00:00.000Z')
    const snapshots = async () =>
      (await get<{ snapshotId: string }[]>('/v1/bom/snapshots'))?.map(({ snapshotId }) => snapshotId)
    expect(await snapshots()).to.deep.equal([newer, old])
    expect((await installation.deadReasons()).filter((reason) => reason.includes('out_of_order'))).to.have.length(1)
    await send('style', 'S-ST-1', '1', LATE, { styleNumber: 'ST-1', name: 'Jacket', lifecycleState: 'adopted' })
    await send('style', 'S-ST-1', '2', LATE, null)
    const netAt = async (asOf: string) =>
      (await get<{ netYield: string }[]>(`/v1/bom/yields?asOf=${asOf}`))?.[0]?.netYield
    expect([await netAt('2026-09-02'), await netAt('2026-09-11')]).to.deep.equal(['1.1', '1.2'])
  })
})
