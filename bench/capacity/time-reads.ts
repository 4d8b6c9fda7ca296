import type { Operation } from '../../api/core/operation.ts'
import { operations } from '../../api/operations/index.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { issueCredential } from '../issue-credential.ts'
import type { HttpClient } from '../reads/http-client.ts'
import { quantile } from '../report/stats.ts'
import { startWorker } from '../worker.ts'
import type { World } from '../world.ts'

/** How long an operation takes over one connection, in milliseconds. */
export interface ReadTimes {
  name: string
  /** The number of rows of the first response. 1 if the response is not a list. */
  rows: number
  p50: number
  p99: number
}

const WARM_MS = 1000
const WINDOW_MS = 4000
/** The number of different objects that are requested in turn, if an operation reads one. */
const SINGLES = 32

interface Answer {
  data: unknown
}
interface Row {
  id: string
  label: string
}

/** Times each read operation as a caller of one organization sends it. */
export async function timeReads(world: World, organization: string): Promise<ReadTimes[]> {
  const { headers } = await issueCredential(world, organization)
  const ask = async (path: string): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${world.apiPort}${path}`, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const { records } = topicTable(world.environment.KAFKA_TOPIC_PREFIX)
  const client = startWorker<HttpClient>('reads/http-client.ts', world.variables)
  try {
    const times: ReadTimes[] = []
    for (const [name, paths] of await pathsOf(ask, records.name)) {
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

type Asked = [name: string, paths: string[]]

/** The requests for every read operation by name, with IDs that exist in the organization. */
async function pathsOf(ask: (path: string) => Promise<Answer>, topic: string): Promise<Asked[]> {
  const listed = async (type: string) => (await ask(`/v1/entities?type=${type}&limit=${SINGLES}`)).data as Row[]
  const [styles, materials] = [await listed('style'), await listed('material')]
  const codes = materials.map(({ label }) => label.split(' ')[0] ?? '')
  const yields = (await ask(`/v1/bom/yields?limit=${SINGLES}`)).data as { matchKey: string }[]
  const relationships = styles.map(({ id }) => `/v1/entities/${id}/relationships?limit=100`)
  const own: Record<string, Asked[]> = {
    searchEntities: [
      ['searchEntities', ['/v1/entities?limit=100']],
      ['searchEntities, a word', ['/v1/entities?limit=100&q=poplin']],
    ],
    getEntity: [['getEntity', styles.map(({ id }) => `/v1/entities/${id}`)]],
    listEntityRelationships: [
      ['listEntityRelationships', relationships],
      ['listEntityRelationships, depth 2', relationships.map((path) => `${path}&depth=2`)],
    ],
    listBomYieldHistory: [
      ['listBomYieldHistory', yields.map(({ matchKey }) => `/v1/bom/yields/history?limit=100&matchKey=${matchKey}`)],
    ],
    getConnectedRecord: [['getConnectedRecord', codes.map((code) => `/v1/connected-records/material/${code}`)]],
    searchConnectedRecords: [['searchConnectedRecords', ['/v1/connected-records/search?kind=material&limit=100']]],
    getMaterialFactoryPosition: [
      ['getMaterialFactoryPosition', codes.map((code) => `/v1/material-factory-position?limit=100&material=${code}`)],
    ],
    inspectServiceSource: [['inspectServiceSource', ['/v1/sources/inspect?system=erp']]],
    getIngestReceipt: [['getIngestReceipt', [`/v1/ingest/receipts?topic=${topic}&partition=0&offset=0`]]],
  }
  return operations.filter(({ method }) => method === 'GET').flatMap((one) => own[one.operationId] ?? wholeOf(one))
}

/** The first page or the whole response of an operation. None if the operation needs the ID of an object. */
function wholeOf({ operationId, path, input }: Operation): Asked[] {
  if (path.includes('{')) return []
  return [[operationId, ['limit' in input.shape ? `${path}?limit=100` : path]]]
}
