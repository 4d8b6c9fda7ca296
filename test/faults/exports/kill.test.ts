import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Graph } from '../../../cypher/connect.ts'
import type { ExportJob } from '../../../schemas/exports/exports.ts'
import { type ApiProcess, startApiProcess } from '../../support/api/api-process.ts'
import { exportScopes, forgetExports } from '../../support/api/exports.ts'
import { material } from '../../support/graph/entities.ts'
import { connectTestGraph, fill } from '../../support/graph/graph.ts'
import { readNodes } from '../../support/graph/stored-nodes.ts'
import { type MintedOrganization, mintOrganization } from '../../support/organization.ts'
import { until } from '../../support/until.ts'

const kills = Number(process.env.EXPORT_KILLS ?? 2)
const ENTITIES = 20_000

describe('an export whose process is killed', function () {
  this.timeout(900_000 + kills * 30_000)

  const folder = mkdtempSync(join(tmpdir(), 'tda-killed-'))
  let graph: Graph
  let organization: MintedOrganization
  let headers: Record<string, string>
  let expected: string
  let api: ApiProcess
  before(async () => {
    graph = connectTestGraph()
    organization = await mintOrganization(graph)
    const { text } = await organization.issue({ scopes: exportScopes, quota: 1_000_000 })
    headers = { Authorization: `Bearer ${text}`, 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' }
    const entities = Array.from({ length: ENTITIES }, (_, at) => material(organization.key, `M-${at}`))
    await fill(graph, organization.key, { entities })
    const body = entities.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id }) => id)
    expected = body.join('\n')
  })
  after(async () => {
    api?.kill('SIGKILL')
    await api?.exited
    await forgetExports(graph, organization.key)
    await graph.close()
    rmSync(folder, { recursive: true })
  })

  /** The lease is long enough to be renewed on a busy machine: an export that loses its lease too often fails. */
  const start = async () => {
    api = await startApiProcess({ EXPORTS_FOLDER: folder, EXPORTS_LEASE_MS: '5000', LOG_LEVEL: 'info' })
  }
  const jobAt = async ({ url }: ApiProcess, path: string) =>
    ((await (await fetch(url + path, { headers })).json()) as { data?: ExportJob }).data
  const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.csv'))

  it(`is completed once by the next process, after each of ${kills} kills at different moments`, async () => {
    await start()
    for (let kill = 0; kill < kills; kill += 1) {
      const answer = await until('the export to be created', async () => {
        const given = { method: 'POST', headers, body: JSON.stringify({ kind: 'entities' }) }
        const created = await fetch(`${api.url}/v1/exports`, given)
        return created.status === 200 && created
      })
      const { data } = (await answer.json()) as { data: ExportJob }
      const share = kills === 2 ? (kill + 1) / 3 : Math.random()
      await until('the export to be under way', async () => {
        const [row] = await readNodes(graph, 'ExportJob', { id: data.exportId }, ['fence'])
        return Number(row?.fence) > 0 && files().some((name) => name.includes(data.exportId))
      })
      const began = performance.now()
      await until('the moment', () => performance.now() - began >= share * 400)
      api.kill('SIGKILL')
      await api.exited
      await start()
      const job = await until(
        'the export to end',
        async () => {
          const found = await jobAt(api, data.links.self)
          return found && ['completed', 'failed'].includes(found.status) && found
        },
        60_000,
      )
      expect(job).to.include({ status: 'completed', rowCount: ENTITIES })
      await holds(api, job)
    }
    // A process deletes files of unfinished exports when it starts, and periodically.
    api.kill('SIGTERM')
    await api.exited
    await start()
    await until('only whole files to be left', () => files().length === kills)
    expect(files().filter((name) => !/\.\d+\.csv$/.test(name))).to.deep.equal([])
    api.kill('SIGTERM')
    expect(await api.exited).to.equal(0)
  })

  async function holds({ url }: ApiProcess, { links, sha256 }: ExportJob): Promise<void> {
    const answer = await until('the download', async () => {
      const download = await fetch(url + links.download, { headers })
      return download.status === 200 && download
    })
    const text = await answer.text()
    expect(createHash('sha256').update(text).digest('hex')).to.equal(sha256)
    const ids = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.slice(0, 36))
    expect(ids.join('\n') === expected, 'the rows of the file').to.equal(true)
  }
})
