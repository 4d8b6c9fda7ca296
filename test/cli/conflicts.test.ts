import { expect } from 'chai'
import { listConflicts } from '../../cli/commands/conflicts.ts'
import { createOrganization } from '../../cli/organizations.ts'
import type { Graph } from '../../cypher/connect.ts'
import { writeClaims } from '../../cypher/graph/write-graph.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import { material, sku, style } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'

describe('tda conflicts', () => {
  const organization = freshOrganization()
  const neighbour = freshOrganization()
  let graph: Graph

  const code = { system: 'erp', instance: 'main', kind: 'article', value: 'A-1' }

  async function claim(owner: string, entity: Entity, claimed: Partial<typeof code> = {}) {
    const row = { id: crypto.randomUUID(), entityId: entity.id, ...code, ...claimed }
    await graph.write((run) => run(writeClaims, owner, { rows: [row] }))
  }

  const byId = (entities: Entity[]) =>
    entities.map(({ id, type, label }) => ({ id, type, label })).sort((a, b) => (a.id < b.id ? -1 : 1))

  const [one, two, three] = [material(organization, 'M-1'), material(organization, 'M-2'), style(organization, 'S-1')]
  const [other, alone] = [material(neighbour, 'M-1'), sku(organization, 'K-1')]

  before(async () => {
    graph = connectTestGraph()
    for (const key of [organization, neighbour]) await createOrganization(graph, { key, name: key, now: new Date() })
    await fill(graph, organization, { entities: [one, two, three, alone] })
    await fill(graph, neighbour, { entities: [other] })
    await claim(organization, one)
    await claim(organization, two)
    await claim(organization, three)
    await claim(neighbour, other)
    await claim(organization, alone, { instance: 'second' })
    await claim(organization, alone, { value: 'A-2' })
    await claim(organization, alone, { value: 'A-0' })
    await claim(organization, one, { value: 'A-0' })
    await claim(organization, one, { kind: 'ean' })
    await claim(organization, one, { kind: 'ean' })
  })

  after(() => graph.close())

  it('lists each code that several entities of one organization have, with these entities', async () => {
    const expected = [
      { organization, ...code, value: 'A-0', entities: byId([one, alone]) },
      { organization, ...code, value: 'A-1', entities: byId([one, two, three]) },
    ]
    expect(await listConflicts(graph, organization, 100)).to.deep.equal(expected)
    expect(await listConflicts(graph, organization, 1)).to.deep.equal(expected.slice(0, 1))
    expect(await listConflicts(graph, neighbour, 100)).to.deep.equal([])
  })

  it('prints these conflicts as text', async () => {
    const variables = freshInstallation()
    const run = await tda(variables, ['conflicts', '--organization', organization, '--json'])
    expect(documents(run)).to.deep.equal(await listConflicts(graph, organization, 100))
    const people = await tda(variables, ['conflicts', '--organization', organization])
    expect(people.stdout).to.contain(`material ${two.id} (${two.label})`)
    const none = await tda(variables, ['conflicts', '--organization', neighbour])
    expect(none).to.deep.equal({ code: 0, stdout: '', stderr: 'No duplicate codes found.\n' })
    const unknown = await tda(variables, ['conflicts', '--organization', 'missing'])
    expect(unknown).to.include({
      code: 1,
      stderr: 'tda: There is no organization missing. Run `tda organizations list` to see all keys.\n',
    })
  })
})
