import { z } from 'zod'
import { findDatasets, listDatasets } from '../../../cypher/materials/read-materials.ts'
import { FreshnessPage, GetServiceDataFreshnessInput } from '../../../schemas/materials/connected-operations.ts'
import type { Context } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { exampleFreshness } from './examples.ts'
import { afterOf, filteredPage } from './reads/filtered-page.ts'
import { readFreshness } from './reads/read-freshness.ts'
import { readProjector } from './reads/read-projector.ts'

const operationId = 'getServiceDataFreshness'

/** `GET /v1/freshness`: how old the data of each dataset is now. */
export const getServiceDataFreshness = operation({
  operationId,
  method: 'GET',
  path: '/v1/freshness',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'List dataset freshness',
  description:
    'Evaluates the freshness of each dataset at the time of the request, sorted by dataset ID. The lag is counted ' +
    'from the latest watermark of a successful load, or from the end of a successful load without one. It is in ' +
    'whole seconds, rounded up. A lag equal to a threshold is still within it. With the filter `status`, a page ' +
    'can be short or empty while `links.next` is not null.',
  problems: ['dataset_not_found'],
  input: GetServiceDataFreshnessInput,
  output: FreshnessPage,
  examples: {
    input: { status: 'stale' },
    output: {
      data: [exampleFreshness],
      links: { next: null },
      meta: { projector: { lagSeconds: 0.4, lastAppliedAt: '2026-09-14T02:09:59.120Z' } },
    },
  },
  async handle({ cursor, limit, datasetId, status }, context) {
    const list = { operationId, filters: { datasetId, status }, position: z.tuple([z.string()]) }
    const after = afterOf(list, context, cursor)
    const [ids, projector] = await Promise.all([idsOf(context, datasetId, after, limit + 1), readProjector(context)])
    const freshness = await readFreshness(context, ids)
    const rows = ids.flatMap((id) => freshness.get(id) ?? [])
    const isFull = datasetId === undefined && ids.length > limit
    const page = filteredPage(list, context, {
      rows: isFull ? rows.slice(0, limit) : rows,
      end: isFull ? (ids[limit - 1] ?? null) : null,
      limit,
      idOf: (row) => row.datasetId,
      keeps: (row) => status === undefined || row.status === status,
    })
    return { data: [...page.rows], links: page.links, meta: { projector } }
  },
})

async function idsOf(context: Context, datasetId: string | undefined, after: string, limit: number): Promise<string[]> {
  if (datasetId === undefined) {
    const rows = await context.read(listDatasets, { after, limit })
    return rows.map((row) => row.datasetId)
  }
  const found = await context.read(findDatasets, { datasetIds: [datasetId] })
  if (found.length === 0) throw datasetNotFound()
  return found.map((row) => row.datasetId).filter((id) => id > after)
}

/** The same response for an ID that never existed, was deleted, or belongs to another organization. */
export function datasetNotFound(): ApiError {
  return new ApiError('dataset_not_found', { detail: 'The organization has no dataset with this ID.' })
}
