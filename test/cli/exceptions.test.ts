import { expect } from 'chai'
import { createOrganization } from '../../cli/organizations.ts'
import type { Graph } from '../../cypher/connect.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { at, material, position } from '../support/materials/reconcile-scenario.ts'
import { drain } from '../support/materials/reconciled.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'

describe('tda exceptions', () => {
  const organization = freshOrganization()
  const item = [{ system: 'erp', instance: 'main', kind: 'item', value: 'I-1' }]
  let graph: Graph
  before(async () => {
    graph = connectTestGraph()
    await createOrganization(graph, { key: organization, name: organization, now: new Date() })
    await applyLog(graph, organization, [
      material('MT-1', 1, item, { lifecycleState: 'discontinued' }),
      position('p-1', 1, 'I-1', at('FA-1'), { onHand: '-1', onOrder: '5' }, 'wms'),
      position('p-1', 2, 'I-1', at('FA-1'), { onHand: '-1', onOrder: '6' }, 'wms'),
    ])
    await drain(graph, organization)
  })
  after(() => graph.close())

  it('lists exceptions, and explains one by the values of its inputs', async () => {
    const variables = freshInstallation()
    const listed = await tda(variables, ['exceptions', 'list', '--organization', organization, '--json'])
    expect(listed.code, listed.stderr).to.equal(0)
    const codes = documents(listed).map(({ code }) => code)
    expect(codes).to.have.members(['NEGATIVE_ON_HAND', 'ORPHAN_FACTORY', 'STATUS_CONFLICT'])
    const ofCode = await tda(variables, ['exceptions', 'list', '--code', 'STATUS_CONFLICT', '--json'])
    const own = documents(ofCode).filter((one) => one.organization === organization)
    expect(own).to.have.length(1)

    const explain = ['exceptions', 'explain', String(own[0]?.exceptionId), '--organization', organization]
    const [explained] = documents(await tda(variables, [...explain, '--json']))
    const inputs = explained?.inputs as { kind: string; recordVersion: string; says: Record<string, unknown> }[]
    expect(inputs.map(({ kind, recordVersion }) => `${kind} ${recordVersion}`)).to.have.members([
      'position 2',
      'material 1',
    ])
    const sayOf = (kind: string) => inputs.find((one) => one.kind === kind)?.says
    expect(sayOf('position')).to.include({ onOrder: '6', system: 'wms' })
    expect(sayOf('material')).to.include({ lifecycleState: 'discontinued' })
    const text = (await tda(variables, explain)).stdout
    expect(text).to.match(/^STATUS_CONFLICT of MT-1 at FA-1 \(open, high\)\n/)
    expect(text).to.include('position wms/main/p-1, version 2: unchanged since ').and.to.include('  onOrder: 6\n')
  })

  it('prints one line when the exception does not exist', async () => {
    const missing = '00000000-0000-5000-8000-000000000000'
    const run = await tda(freshInstallation(), ['exceptions', 'explain', missing, '--organization', organization])
    expect([run.code, run.stdout]).to.deep.equal([1, ''])
    expect(run.stderr).to.equal(
      `tda: ${organization} has no exception ${missing}. Run \`tda exceptions list\` to see its exceptions.\n`,
    )
  })
})
