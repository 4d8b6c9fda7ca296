import { z } from 'zod'
import {
  ListMaterialPositionExceptionsInput,
  PositionExceptionPage,
} from '../../../schemas/materials/connected-operations.ts'
import { operation } from '../../core/operation.ts'
import { mapReadable } from '../../core/unreadable.ts'
import { exampleException } from './examples.ts'
import { keptBy, readExceptions } from './exceptions/read-exceptions.ts'
import { afterOf, filteredPage } from './reads/filtered-page.ts'
import { resolveEndpoint } from './reads/resolve-ref.ts'

const operationId = 'listMaterialPositionExceptions'

/** `GET /v1/material-position-exceptions`: where systems disagree, or what they say cannot be right. */
export const listMaterialPositionExceptions = operation({
  operationId,
  method: 'GET',
  path: '/v1/material-position-exceptions',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'List exceptions',
  description:
    'Lists exceptions: places where systems disagree about a material at a factory, or where their data cannot be ' +
    'right. Exceptions are sorted by ID. Stale input lowers the severity of a quantity exception by one step and ' +
    'never hides it. `STALE_SOURCE` and `UNKNOWN_FRESHNESS` are evaluated at the time of the request, one for ' +
    'each dataset that is not fresh. With the filter `severity`, a page can be short or empty while `links.next` is ' +
    'not null. An unassigned code finds the exceptions that contain it.',
  problems: ['record_not_found', 'ambiguous_reference'],
  input: ListMaterialPositionExceptionsInput,
  output: PositionExceptionPage,
  examples: {
    input: { code: 'QUANTITY_MISMATCH', severity: 'high', material: 'MT-00085', limit: 1 },
    output: { data: [exampleException], links: { next: null }, meta: {} },
  },
  async handle({ cursor, limit, ...filters }, context) {
    const list = { operationId, filters, position: z.tuple([z.string()]) }
    const after = afterOf(list, context, cursor)
    const [material, factory] = await Promise.all([
      filters.material === undefined ? null : resolveEndpoint(context, 'material', filters.material),
      filters.factory === undefined ? null : resolveEndpoint(context, 'factory', filters.factory),
    ])
    const range = await readExceptions(context, { ...filters, material, factory }, after, limit)
    const { rows, links } = filteredPage(list, context, {
      ...range,
      limit,
      idOf: (one) => one.exceptionId,
      keeps: keptBy(filters),
    })
    const documents = mapReadable(
      context,
      operationId,
      rows,
      ({ exceptionId }) => `exceptionId ${exceptionId}`,
      (row) => row.document(),
    )
    return { documents, links, meta: {} }
  },
})
