import { z } from 'zod'
import { listDatasets, listDatasetsOfSystem } from '../../../cypher/materials/read-materials.ts'
import { noticeAmong, noticesField } from '../../../domain/search/notice-among.ts'
import { withFields } from '../../../domain/text/json-text.ts'
import type { ListNotice } from '../../../schemas/common.ts'
import { DatasetPage, ListServiceDatasetsInput } from '../../../schemas/materials/connected-operations.ts'
import { storedDataset } from '../../../schemas/stored/connected-data.ts'
import type { Reader } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, pageOf } from '../../core/page.ts'
import { exampleDataset } from './examples.ts'
import { afterOf } from './reads/filtered-page.ts'

const operationId = 'listServiceDatasets'

/** `GET /v1/datasets`: the datasets that sources declare, by ID. */
export const listServiceDatasets = operation({
  operationId,
  method: 'GET',
  path: '/v1/datasets',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'List datasets',
  description:
    'Lists the datasets of the source systems, sorted by ID. Each has its steward, its expected load interval, ' +
    'the fields that it declares, and the number of its current records and positions.',
  input: ListServiceDatasetsInput,
  output: DatasetPage,
  examples: {
    input: { system: 'erp', limit: 1 },
    output: { data: [exampleDataset], links: { next: exampleCursor }, meta: {} },
  },
  async handle({ cursor, limit, system }, context) {
    const list = { operationId, filters: { system }, position: z.tuple([z.string()]) }
    const after = afterOf(list, context, cursor)
    const params = { after, limit: limit + 1 }
    const found = await (system === undefined
      ? context.read(listDatasets, params)
      : context.read(listDatasetsOfSystem, { ...params, system }))
    const positionOf = ({ datasetId }: { datasetId: string }): [string] => [datasetId]
    const { rows, ...paging } = pageOf(list, context, { rows: found, limit, positionOf })
    return {
      documents: rows.map(({ doc, rows: count }) => withFields(doc, { rowCount: count })),
      ...paging,
      meta: found.length === 0 && cursor === undefined ? noticesField(await missingSystem(context, system)) : {},
    }
  },
})

const MANY = 1000

async function missingSystem(context: Reader, system: string | undefined): Promise<ListNotice[]> {
  if (system === undefined) return []
  const all = await context.read(listDatasets, { after: '', limit: MANY })
  const systems = all.map(({ doc }) => storedDataset.read(doc).sourceSystem)
  return noticeAmong('system', system, systems, 'No dataset is of this system.')
}
