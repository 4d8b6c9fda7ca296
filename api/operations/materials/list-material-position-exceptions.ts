import { z } from 'zod'
import { noticesField } from '../../../domain/search/notice-among.ts'
import {
  ListMaterialPositionExceptionsInput,
  PositionExceptionPage,
} from '../../../schemas/materials/connected-operations.ts'
import { PositionException } from '../../../schemas/materials/exceptions.ts'
import { operation } from '../../core/operation.ts'
import { mapReadable, readDocument } from '../../core/unreadable.ts'
import { exampleException } from './examples.ts'
import { missingValues } from './exceptions/missing-values.ts'
import { placeFilters } from './exceptions/place-filters.ts'
import { readInOrder } from './exceptions/read-exceptions.ts'
import { withKnown } from './exceptions/with-known.ts'
import { afterOf } from './reads/filtered-page.ts'

const operationId = 'listMaterialPositionExceptions'

/** `GET /v1/material-position-exceptions`: exceptions, such as quantities on which systems disagree. */
export const listMaterialPositionExceptions = operation({
  operationId,
  method: 'GET',
  path: '/v1/material-position-exceptions',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'List exceptions',
  description:
    'Lists exceptions: places where systems disagree about a material at a factory, or where their data cannot be ' +
    'right. Exceptions are sorted by ID, unless `order` is set. Stale input lowers the severity of a quantity exception ' +
    'by one step and never hides it. `STALE_SOURCE` and `UNKNOWN_FRESHNESS` are evaluated at the time of the request, one for ' +
    'each dataset that is not fresh. With the filter `severity`, a page can be short or empty while `links.next` is ' +
    'not null. An unassigned code finds the exceptions that contain it. `supplier` and `steward` are as they are at the ' +
    'time of the request. `getMaterialPositionException` explains an exception step by step.',
  problems: ['record_not_found', 'ambiguous_reference'],
  input: ListMaterialPositionExceptionsInput,
  output: PositionExceptionPage,
  examples: {
    input: { code: 'QUANTITY_MISMATCH', severity: 'high', material: 'MT-00085', limit: 1 },
    output: { data: [exampleException], links: { next: null }, meta: {} },
  },
  async handle({ cursor, limit, order = 'id', ...filters }, context) {
    // The default order is not part of a cursor's filters, so cursors from before `order` existed remain valid.
    const named = order === 'id' ? filters : { ...filters, order }
    const list = { operationId, filters: named, position: z.tuple([z.string()]) }
    const after = afterOf(list, context, cursor)
    const placed = await placeFilters(context, filters)
    const { rows, next } = await readInOrder(context, placed, order, after, limit)
    const readable = mapReadable(
      context,
      operationId,
      rows,
      ({ exceptionId }) => `exceptionId ${exceptionId}`,
      (row) => readDocument(PositionException, row.document()),
    )
    const links = { next: next === null ? null : context.sealCursor(operationId, named, [next]) }
    const isMissed = rows.length === 0 && next === null && cursor === undefined
    const meta = isMissed ? noticesField(await missingValues(context, filters, placed)) : {}
    return { data: await withKnown(context, readable), links, meta }
  },
})
