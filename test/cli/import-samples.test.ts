import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import { codeBlocks } from '../../dev/guides/code-blocks.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { issuerOf } from '../support/organization.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { documents, spawnTda, tda } from '../support/processes/tda.ts'
import { until } from '../support/until.ts'

const GUIDE = 'docs/send/factories.md'
/** The facility ID of the guide. The samples contain another factory. */
const FACILITY = 'FA-0007'

interface Exception {
  code: string
  material: { code: string } | null
}

describe('the samples for tda import, and the guide on factories', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-samples-'))
  let installation: Installation
  let api: TestApi
  let token: string
  let variables: Record<string, string>

  before(async () => {
    installation = await openInstallation()
    const { graph, organization, settings } = installation
    variables = { ...settings, AUDIT_SPOOL: mkdtempSync(join(tmpdir(), 'tda-audit-')) }
    await installation.startHere()
    api = await startApi({ operations })
    const scopes = ['graph:read', 'bom:read', 'materials:read'] as const
    token = (await issuerOf(graph, organization)({ scopes: [...scopes], quota: 100_000 })).text
  })
  after(async () => {
    await api?.close()
    await installation.close()
  })

  async function importSample(name: string, table?: Buffer, flags: string[] = []) {
    const examples = join(projectFolder, 'docs/examples')
    const text = readFileSync(join(examples, `${name}.yaml`), 'utf8')
    const mapping = join(folder, `${name}.yaml`)
    writeFileSync(mapping, text.replace('organization: tablebrand', `organization: ${installation.organization}`))
    const [own = ''] = globSync(`${name}.{csv,ndjson}`, { cwd: examples })
    const file = table === undefined ? join(examples, own) : join(folder, own)
    if (table !== undefined) writeFileSync(file, table)
    const ran = await tda(variables, ['--json', 'import', '--mapping', mapping, ...flags, file])
    expect(ran.code, `${name}: ${ran.stderr}`).to.equal(0)
    await installation.caughtUp()
    return documents(ran).find((one) => 'created' in one)
  }

  /** The table of the tutorial, with its two faults corrected as there. */
  function materials(): Buffer {
    const table = readFileSync(join(projectFolder, 'docs/examples/plm-materials.csv'), 'latin1')
    return Buffer.from(table.replace('7,1E+06', '7100104').replace(';40;', ';30;'), 'latin1')
  }

  async function get<T>(path: string): Promise<T[]> {
    const response = await api.get(path, token)
    expect(response.status, path).to.equal(200)
    return ((await response.json()) as { data: T[] }).data
  }
  const exceptionsAt = async (factory: string) => {
    const found = await get<Exception>(`/v1/material-position-exceptions?factory=${factory}&limit=200`)
    return found.map(({ code, material }) => `${code} ${material?.code}`)
  }
  const untilOpen = (factory: string, codes: readonly string[]) =>
    until(`${codes} at ${factory}`, async () => {
      const open = await exceptionsAt(factory)
      const rules = ['ORPHAN_FACTORY', 'FACTORY_NOT_ALLOCATED', 'MISSING_IN_ERP']
      const related = open.filter((one) => rules.some((rule) => one.startsWith(rule)))
      return related.sort().join() === [...codes].sort().join()
    })

  async function feed(...events: object[]) {
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('')
    const ran = await spawnTda(variables, ['feed', '-'], lines)
    expect(ran.code, ran.stderr).to.equal(0)
    await installation.caughtUp()
  }
  const position = (version: string, data: object | null) => ({
    specversion: '1.0',
    id: `stock.${version}`,
    source: '/erp/main',
    type: `tenantdata.position.${data === null ? 'deleted' : 'upserted'}.v1`,
    subject: `7100101@${FACILITY}`,
    time: '2026-07-15T00:00:00Z',
    tenantid: installation.organization,
    sourceversion: version,
    data: data ?? {},
  })

  it('reach the graph together, without a rejected event, and send nothing when they run again', async () => {
    const names = globSync('*.yaml', { cwd: join(projectFolder, 'docs/examples') }).map((file) =>
      basename(file, '.yaml'),
    )
    const table = (name: string) => (name === 'plm-materials' ? materials() : undefined)
    for (const name of names) expect(await importSample(name, table(name)), name).to.include({ faults: 0 })
    for (const name of names) {
      const again = await importSample(name, table(name))
      expect(again, name).to.include({ created: 0, changed: 0, deleted: 0 })
    }
    expect(await installation.deadReasons()).to.deep.equal([])
    const counts = await Promise.all(
      ['material', 'supplier', 'style', 'sku'].map(
        async (type) => (await get(`/v1/entities?type=${type}&limit=200`)).length,
      ),
    )
    expect(counts).to.deep.equal([5, 4, 2, 4])
    const stock = await get<never>('/v1/connected-records/search?kind=material&system=erp')
    expect(stock).to.have.length(2)
    await untilOpen('FA-91', [])
  })

  it('the guide names the factory of a position, its operator, and the styles that the operator makes', async () => {
    const blocks = codeBlocks(GUIDE, readFileSync(join(projectFolder, GUIDE), 'utf8'))
    const json = blocks.filter(({ language }) => language === 'json').map(({ lines }) => JSON.parse(lines.join('\n')))
    const [stock, supplier, link] = json
    const own = (event: object) => ({ ...event, tenantid: installation.organization })
    await feed(position('1', { ...stock.data, material: { kind: 'material_number', value: '7100101' } }))
    await untilOpen(FACILITY, ['ORPHAN_FACTORY MT-9101'])
    await feed(own(supplier))
    await untilOpen(FACILITY, ['FACTORY_NOT_ALLOCATED MT-9101'])
    const [operator] = await get<{ label: string }>(`/v1/entities?type=supplier&code=${FACILITY}`)
    expect(operator?.label).to.equal(`${supplier.data.name} (${supplier.data.supplierCode})`)
    const made = { ...link, data: { ...link.data, from: { type: 'style', recordId: 'ST-91' } } }
    await feed(own(made))
    await untilOpen(FACILITY, [])
    await feed(position('2', null))
    await untilOpen(FACILITY, ['MISSING_IN_ERP MT-9101'])
    const { references: _, ...data } = supplier.data
    await feed(own({ ...supplier, id: 'left', sourceversion: '8', data }))
    await untilOpen(FACILITY, [])
    expect(await installation.deadReasons()).to.deep.equal([])
  })
})
