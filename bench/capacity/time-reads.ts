import { issueCredential } from '../issue-credential.ts'
import type { HttpClient } from '../reads/http-client.ts'
import { quantile } from '../report/stats.ts'
import { startWorker } from '../worker.ts'
import type { World } from '../world.ts'

/** How long an operation takes over one connection, in milliseconds. */
export interface ReadTimes {
  name: string
  /** Of its first answer; 1 for what is no list. */
  rows: number
  p50: number
  p99: number
}

const WARM_MS = 1000
const WINDOW_MS = 4000
/** So many different objects are asked for in turn, where an operation reads one. */
const SINGLES = 32

interface Answer {
  data: unknown
}
interface Row {
  id: string
  label: string
}

/** Times each reading operation as a caller of one organization asks it. */
export async function timeReads(world: World, organization: string): Promise<ReadTimes[]> {
  const { headers } = await issueCredential(world, organization)
  const ask = async (path: string): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${world.apiPort}${path}`, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const client = startWorker<HttpClient>('reads/http-client.ts', world.variables)
  try {
    const times: ReadTimes[] = []
    for (const [name, paths] of await pathsOf(ask)) {
      const { data } = await ask(paths[0] ?? '')
      await client.ask('load', { [name]: { port: world.apiPort, paths, headers } })
      await client.ask('run', { target: name, connections: 1, milliseconds: WARM_MS })
      const { latencies } = await client.ask('run', { target: name, connections: 1, milliseconds: WINDOW_MS })
      const rows = Array.isArray(data) ? data.length : 1
      times.push({ name, rows, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) })
    }
    return times
  } finally {
    client.end()
  }
}

/** What is asked, by name, with objects that the organization has. */
async function pathsOf(ask: (path: string) => Promise<Answer>): Promise<[name: string, paths: string[]][]> {
  const listed = async (type: string) => (await ask(`/v1/entities?type=${type}&limit=${SINGLES}`)).data as Row[]
  const [styles, materials] = [await listed('style'), await listed('material')]
  const codes = materials.map(({ label }) => label.split(' ')[0] ?? '')
  return [
    ['listEntityTypes', ['/v1/entity-types']],
    ['searchEntities', ['/v1/entities?limit=100']],
    ['searchEntities, a word', ['/v1/entities?limit=100&q=poplin']],
    ['getEntity', styles.map(({ id }) => `/v1/entities/${id}`)],
    ['listEntityRelationships', styles.map(({ id }) => `/v1/entities/${id}/relationships?limit=100`)],
    ['listEntityRelationships, depth 2', styles.map(({ id }) => `/v1/entities/${id}/relationships?limit=100&depth=2`)],
    ['listBomSnapshots', ['/v1/bom/snapshots']],
    ['listBomYields', ['/v1/bom/yields?limit=100']],
    ['listBomYieldChanges', ['/v1/bom/yield-changes?limit=100']],
    ['summarizeBomYieldChanges', ['/v1/bom/yield-changes/summary']],
    ['getConnectedRecord', codes.map((code) => `/v1/connected-records/material/${code}`)],
    ['searchConnectedRecords', ['/v1/connected-records/search?kind=material&limit=100']],
    ['listServiceDatasets', ['/v1/datasets']],
    ['getServiceDataFreshness', ['/v1/freshness']],
    ['getMaterialFactoryPosition', codes.map((code) => `/v1/material-factory-position?limit=100&material=${code}`)],
    ['listMaterialPositionExceptions', ['/v1/material-position-exceptions?limit=100']],
    ['summarizeMaterialPositionExceptions', ['/v1/material-position-exceptions/summary']],
    ['inspectServiceSource', ['/v1/sources/inspect?system=erp']],
    ['listIngestPublications', ['/v1/ingest/publications']],
    ['listIngestSources', ['/v1/ingest/sources']],
    ['getToken', ['/v1/token']],
  ]
}
