import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Operation } from '../../../api/core/operation.ts'
import { operations } from '../../../api/operations/index.ts'
import type { Graph } from '../../../cypher/connect.ts'
import { until } from '../until.ts'

/** Any API that callers reach, in this process or another. */
type ServedApi = { url: string }

/** A read as a caller makes it. */
export interface TestRead {
  operationId: string
  path: string
  body?: object
}

/** The pause in milliseconds between a response and the next read, so that the rebuild can proceed. */
const PAUSE_MS = 20

/** Fields whose values depend on the time of the request. */
const PASSING = new Set(['evaluatedAt', 'lagSeconds', 'projector', 'next', 'resume'])

const BUSY = new Set(['query_timeout', 'overloaded', 'dependency_unavailable'])

/** A response without the fields whose values depend on the time of the request. */
export function lasting(text: string): unknown {
  return JSON.parse(text, (name, value) => (PASSING.has(name) ? undefined : value))
}

export async function answerTo(api: ServedApi, token: string, { path, body }: TestRead) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const given = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(api.url + path, { headers, ...given })
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') }
}

/**
 * The response to a read. It is repeated after 503: while the organization is rebuilt, and after timeouts of a slow
 * machine or of a Neo4j that just started.
 * @throws Error if another status is not 200
 */
async function wholeAnswer(api: ServedApi, token: string, read: TestRead): Promise<string> {
  const { status, text } = await until(read.path, async () => {
    const answer = await answerTo(api, token, read)
    return answer.status !== 503 && answer
  })
  if (status !== 200) throw new Error(`${read.path} was answered with ${status}: ${text}`)
  return text
}

/**
 * Starts readers that repeat each read until they are stopped, and compare each response with the first one. `wrong`
 * lists responses that differ, except 503 `rebuilding` and timeouts of a slow machine.
 */
export async function startReaders(api: ServedApi, token: string, reads: readonly TestRead[]) {
  const wrong: string[] = []
  const seen = { whole: 0, rebuilding: 0 }
  let isStopping = false
  const known = await Promise.all(reads.map(async (read) => lasting(await wholeAnswer(api, token, read))))
  const loop = async (read: TestRead, at: number) => {
    for (; !isStopping; await delay(PAUSE_MS)) {
      const { status, text, retryAfter } = await answerTo(api, token, read)
      if (status === 503 && BUSY.has(JSON.parse(text).code)) continue
      if (status === 503 && JSON.parse(text).code === 'rebuilding' && retryAfter !== null) seen.rebuilding += 1
      else if (status === 200 && isDeepStrictEqual(lasting(text), known[at])) seen.whole += 1
      else wrong.push(`${read.path}: ${status} ${text.slice(0, 300)}`)
    }
  }
  const loops = reads.map(loop)
  return {
    wrong,
    seen,
    async stop() {
      isStopping = true
      await Promise.all(loops)
    },
  }
}

/** A read of an operation with its required inputs only. */
function plainReadOf({ operationId, path, input }: Operation, known: Record<string, string>): TestRead {
  const query = new URLSearchParams()
  let filled: string = path
  for (const [name, field] of Object.entries(input.shape)) {
    if (z.safeParse(field, undefined).success) continue
    const value = known[name]
    if (value === undefined) throw new Error(`There is no value for ${name} of ${operationId}.`)
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, value)
    else query.set(name, value)
  }
  return { operationId, path: query.size === 0 ? filled : `${filled}?${query}` }
}

/** A read for each operation without a body, and further ones with parameters that change what it reads. */
export async function readsOfAll(
  graph: Graph,
  api: ServedApi,
  token: string,
  organization: string,
): Promise<TestRead[]> {
  const [row] = await graph.execute(
    `MATCH (s:Snapshot {tenantKey: $organization}) WITH s ORDER BY s.seq
     WITH collect(s.snapshotId) AS snapshots
     MATCH (a:Listed {tenantKey: $organization, type: 'supplier'})-[:LINK]->()
     MATCH (r:IngestedSource {tenantKey: $organization})
     RETURN snapshots, a.id AS id, r.topic AS topic, r.partition AS partition
     ORDER BY topic, partition, id LIMIT 1`,
    { organization },
  )
  const [from, to] = (row?.snapshots ?? []) as string[]
  const first: TestRead = { operationId: 'searchEntities', path: '/v1/entities?limit=7' }
  const text = await wholeAnswer(api, token, first)
  const material = 'erp:main:1'
  const [yieldRow] = await firstRows(api, token, '/v1/bom/yields?limit=1')
  const known = {
    ...{ entityId: String(row?.id), kind: 'material', ref: material, system: 'erp' },
    matchKey: yieldRow?.matchKey ?? 'none',
    ...{ topic: String(row?.topic), partition: String(row?.partition), offset: '0' },
  }
  const named = [
    'getMaterialFactoryPosition',
    'compareMaterialPositions',
    'calculateMaterialRequirements',
    'getMaterialPositionException',
  ]
  const [exception] = await firstRows(api, token, '/v1/material-position-exceptions?limit=1')
  const plain = operations.filter(({ tag, operationId }) => tag !== 'Exports' && !named.includes(operationId))
  return [
    ...plain.map((operation) => plainReadOf(operation, known)),
    first,
    { operationId: 'searchEntities', path: `/v1/entities?limit=7&cursor=${JSON.parse(text).links.next}` },
    { operationId: 'searchEntities', path: '/v1/entities?q=Mill&limit=100' },
    { operationId: 'searchEntities', path: '/v1/entities?updatedSince=2020-01-01T00:00:00.000Z&limit=50' },
    { operationId: 'listEntityRelationships', path: `/v1/entities/${row?.id}/relationships?depth=2` },
    { operationId: 'listBomYields', path: `/v1/bom/yields?snapshotId=${to}&limit=200` },
    {
      operationId: 'listBomYieldChanges',
      path: `/v1/bom/yield-changes?fromSnapshotId=${from}&toSnapshotId=${to}&limit=200`,
    },
    {
      operationId: 'summarizeBomYieldChanges',
      path: `/v1/bom/yield-changes/summary?fromSnapshotId=${from}&toSnapshotId=${to}`,
    },
    { operationId: 'searchConnectedRecords', path: '/v1/connected-records/search?kind=material' },
    { operationId: 'getMaterialFactoryPosition', path: `/v1/material-factory-position?material=${material}` },
    {
      operationId: 'compareMaterialPositions',
      path: '/v1/material-position-comparisons',
      body: { pairs: [{ material, factory: 'erp:main:F' }], systems: ['erp', 'wms'], measures: ['onHand'] },
    },
    {
      operationId: 'calculateMaterialRequirements',
      path: '/v1/bom/material-requirements',
      body: { items: [{ sku: yieldRow?.sku ?? 'none', pieces: 3 }] },
    },
    ...(exception
      ? [
          {
            operationId: 'getMaterialPositionException',
            path: `/v1/material-position-exceptions/${exception.exceptionId}`,
          },
        ]
      : []),
  ]
}

async function firstRows(api: ServedApi, token: string, path: string): Promise<Record<string, string>[]> {
  const text = await wholeAnswer(api, token, { operationId: '', path })
  return (JSON.parse(text) as { data: Record<string, string>[] }).data
}

/**
 * The whole response of each operation, without the fields whose values depend on the time of the request.
 * @throws Error if a status is not 200
 */
export async function answersOfAll(
  graph: Graph,
  api: ServedApi,
  token: string,
  organization: string,
): Promise<string[]> {
  const answers: string[] = []
  for (const read of await readsOfAll(graph, api, token, organization)) {
    answers.push(`${read.operationId} ${JSON.stringify(lasting(await wholeAnswer(api, token, read)))}`)
  }
  return answers
}

/** @throws Error with the first difference of each operation whose responses differ */
export function expectSameAnswers(before: readonly string[], after: readonly string[]): void {
  const differing = before.flatMap((old, at) => {
    const now = after[at] ?? ''
    if (old === now) return []
    const [name] = old.split(' ')
    const from = Math.max(0, firstDifference(old, now) - 200)
    return [`${name}\n- …${old.slice(from, from + 400)}\n+ …${now.slice(from, from + 400)}`]
  })
  if (differing.length > 0 || before.length !== after.length)
    throw new Error(['Answers differ:', ...differing].join('\n'))
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
