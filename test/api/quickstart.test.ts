import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import type { Graph } from '../../cypher/connect.ts'
import { demoValues } from '../../dev/guides/demo-values.ts'
import type { PositionException } from '../../schemas/materials/exceptions.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { material } from '../support/graph/entities.ts'
import { connectTestGraph, fill } from '../support/graph/graph.ts'
import { factoryIdOf, fillConnected } from '../support/materials/connected.ts'
import { connectedRecord, exception } from '../support/materials/connected-rows.ts'
import { mintOrganization } from '../support/organization.ts'
import { describeWith } from '../support/with-programs.ts'

const guide = readFileSync(new URL('../../docs/quickstart.md', import.meta.url), 'utf8')

/** The shell commands of each section, but those that start servers. */
function commandsOf(markdown: string): [string, string][] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section): [string, string] => {
      const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
      return [section.slice(0, section.indexOf('\n')), blocks.filter((block) => !block.includes('npm ')).join('')]
    })
    .filter(([, commands]) => commands !== '')
}

describeWith(['bash', 'curl'], 'the commands of the quickstart', () => {
  let graph: Graph
  let api: TestApi
  let folder: string
  const printed = new Map<string, string>()

  before(async () => {
    graph = connectTestGraph()
    const [own, other] = [await mintOrganization(graph), await mintOrganization(graph)]
    const demo = demoValues()
    const [code = '', factoryCode = ''] = [demo.get('material'), demo.get('factory')]
    const poplin = material(own.key, code, 'Yartherin Poplin 140')
    await fill(graph, own.key, { entities: [poplin, material(own.key, 'M-2', 'Ripstop 95')] })
    const factory = { id: factoryIdOf(own.key, factoryCode), code: factoryCode, label: factoryCode }
    const pair = { material: { id: poplin.id, code, label: poplin.label }, factory }
    await fillConnected(graph, own.key, {
      records: [
        connectedRecord({ id: poplin.id, label: code }, ['erp']),
        connectedRecord({ kind: 'factory', id: factory.id, label: factoryCode }, ['erp']),
      ],
      exceptions: [
        exception(own.key, 'the pair', pair),
        exception(own.key, 'another code', { ...pair, code: 'SHORTAGE' }),
        exception(own.key, 'another factory', { ...pair, factory: null }),
      ],
    })
    const history = randomBoms(2027, { publications: 2 }).map((bom, at) => published(bom, at + 1))
    await writeHistory(graph, own.key, history)
    api = await startApi({ operations })
    folder = mkdtempSync(join(tmpdir(), 'tda-guide-'))
    const tokens = await Promise.all(
      [own, other].map(async ({ issue }) => ({
        tokens: [{ token: (await issue({ scopes: ['graph:read', 'bom:read', 'materials:read'] })).text }],
      })),
    )
    mkdirSync(join(folder, '.local'))
    writeFileSync(join(folder, '.local/demo.json'), JSON.stringify({ baseUrl: api.url, organizations: tokens }))
    // An entity ID is computed from its organization, so the poplin has another ID here than in the demo.
    const sections = commandsOf(guide.replaceAll(demo.get('materialId') ?? '', poplin.id))
    const script = sections.map(([name, commands]) => `printf '\\n=== %s\\n' '${name}'\n${commands}`).join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
    for (const part of stdout.split('\n=== ').slice(1)) {
      const end = part.indexOf('\n')
      printed.set(part.slice(0, end), part.slice(end + 1))
    }
  })
  after(async () => {
    await api?.close()
    await graph.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The responses of a section, in their order. */
  const responsesOf = (section: string) =>
    (printed.get(section)?.split(/(?<=\})(?=\{)/) ?? [])
      .filter((text) => text.trim() !== '')
      .map((text) => JSON.parse(text))

  it('find the poplin, count what changed in the BOM, and list the stock mismatch of one pair', () => {
    const [entities, summary, exceptions] = responsesOf('3. Send three requests')
    expect(entities.data.map(({ label }: { label: string }) => label)).to.deep.equal(['MT-00085 Yartherin Poplin 140'])
    expect(summary.data.counts.rows).to.be.above(0)
    expect(summary.data.from.completedAt < summary.data.to.completedAt).to.equal(true)
    const mismatches = exceptions.data.map(({ code, factory }: PositionException) => [code, factory?.code])
    expect(mismatches).to.deep.equal([['QUANTITY_MISMATCH', demoValues().get('factory')]])
  })

  it('return 404 for the poplin with the token of another organization', () => {
    const [problem] = responsesOf('4. See that organizations are separate')
    expect(problem).to.include({ status: 404, code: 'entity_not_found' })
  })
})
