import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import type { Graph } from '../../cypher/connect.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { randomBoms } from '../support/bom/bom-random.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill } from '../support/graph/graph.ts'
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

describeWith(['bash', 'curl'], 'the commands of the guide Getting started', () => {
  let graph: Graph
  let api: TestApi
  let folder: string
  const printed = new Map<string, string>()

  before(async () => {
    graph = connectTestGraph()
    const [own, other] = [await mintOrganization(graph), await mintOrganization(graph)]
    const poplins = ['M-1', 'M-2'].map((record) => material(own.key, record, 'Poplin 120'))
    const mill = supplier(own.key, 'V-1')
    const styles = ['S-1', 'S-2', 'S-3'].map((record) => style(own.key, record))
    const links = poplins.map((from) => ({ type: 'SUPPLIED_BY' as const, from, to: mill }))
    await fill(graph, own.key, { entities: [...poplins, ...styles, mill], links })
    const history = randomBoms(2027, { publications: 2 }).map((bom, at) => published(bom, at + 1))
    await writeHistory(graph, own.key, history)
    api = await startApi({ operations })
    folder = mkdtempSync(join(tmpdir(), 'tda-guide-'))
    const tokens = await Promise.all(
      [own, other].map(async ({ issue }) => ({
        tokens: [{ token: (await issue({ scopes: ['graph:read', 'bom:read'] })).text }],
      })),
    )
    mkdirSync(join(folder, '.local'))
    writeFileSync(join(folder, '.local/demo.json'), JSON.stringify({ baseUrl: api.url, organizations: tokens }))
    const sections = commandsOf(guide)
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

  const jsonOf = (section: string) => JSON.parse(printed.get(section) ?? '')

  it('list the vocabulary', () => {
    expect(jsonOf('The vocabulary').data).to.have.length(5)
  })

  it('list two styles, and then the third on the next page', () => {
    const [first, next] = [jsonOf('Entities'), jsonOf('The next page')]
    expect(first.data).to.have.length(2)
    expect(next.data).to.have.length(1)
    expect(first.data).to.not.deep.include(next.data[0])
  })

  it('find by words', () => {
    expect(jsonOf('Search').data.map(({ label }: { label: string }) => label))
      .to.have.length(2)
      .and.include('M-1 Poplin 120')
  })

  it('read one entity, which another organization does not have', () => {
    const [own = '', other = ''] = printed.get('One entity')?.split(/(?<=\})(?=\{"type")/) ?? []
    expect(JSON.parse(own).data.type).to.equal('material')
    expect(JSON.parse(other)).to.include({ status: 404, code: 'entity_not_found' })
  })

  it('list relationships, then narrowed and widened', () => {
    const answers =
      printed
        .get('Relationships')
        ?.split(/(?<=\})(?=\{"data")/)
        .map((text) => JSON.parse(text).data) ?? []
    expect(answers.map((rows) => rows.map(({ hop }: { hop: number }) => hop))).to.deep.equal([[1], [1, 2]])
  })

  it('show what changed in the BOM', () => {
    const { data, meta } = jsonOf('What changed in the BOM')
    expect(data).to.have.length(2)
    expect(data[0].changeType).to.be.oneOf(['added', 'removed', 'changed'])
    expect(meta.fromSnapshot.completedAt < meta.toSnapshot.completedAt).to.equal(true)
  })

  it('show an error that names what is wrong', () => {
    const { code, errors } = jsonOf('An error')
    expect(code).to.equal('invalid_request')
    expect(errors.map(({ name }: { name: string }) => name)).to.deep.equal(['limit', 'colour'])
  })

  it('show the five headers of the limit, and an unchanged answer', () => {
    expect(printed.get('Limits')?.trim().split('\n')).to.have.length(5)
    expect(printed.get('Unchanged answers')?.trim()).to.equal('304')
  })
})
