import { z } from 'zod'
import {
  listExceptions,
  listExceptionsOfCode,
  listExceptionsOfFactory,
  listExceptionsOfMaterial,
  listExceptionsOfSeverity,
  type StoredException,
} from '../../../cypher/connected.ts'
import { ListMaterialPositionExceptionsInput, PositionExceptionPage } from '../../../schemas/connected.ts'
import type { Context } from '../../context.ts'
import { operation } from '../../operation.ts'
import { computedCodes, computedExceptions, readInputDatasets } from './computed-exceptions.ts'
import { exampleException } from './examples.ts'
import { readFreshness } from './read-freshness.ts'
import { resolveRef } from './resolve-ref.ts'
import { type ServedException, servedException, storedAs } from './served-exception.ts'
import { afterOf, merged, type Seek, sieved } from './sieve.ts'

const operationId = 'listMaterialPositionExceptions'
/** So many are looked at for a page where a filter holds for what is served only. */
const LOOKED_AT = 1000

type Filters = Omit<z.output<typeof ListMaterialPositionExceptionsInput>, 'cursor' | 'limit'>

/** `GET /v1/material-position-exceptions`: where systems disagree, or what they say cannot be right. */
export const listMaterialPositionExceptions = operation({
  operationId,
  method: 'GET',
  path: '/v1/material-position-exceptions',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'List exceptions of material positions',
  description:
    'Lists where systems disagree about a material at a factory, or say what cannot be right, by exception id. A stale ' +
    'input lowers the severity of an exception about quantities by one step and never hides it. STALE_SOURCE and ' +
    'UNKNOWN_FRESHNESS, one a dataset that data come from, are evaluated now. A filter by `severity` is on what is ' +
    'served and may make pages short, even empty, while `links.next` is not null.',
  input: ListMaterialPositionExceptionsInput,
  output: PositionExceptionPage,
  examples: {
    input: { code: 'QUANTITY_MISMATCH', severity: 'high', material: 'MT-01022', limit: 1 },
    output: { data: [exampleException], links: { next: null }, meta: {} },
  },
  async handle({ cursor, limit, ...filters }, context) {
    const list = { operationId, filters, position: z.tuple([z.string()]) }
    const after = afterOf(list, context, cursor)
    const [seeks, inputs] = await Promise.all([
      readStored(context, filters, after, limit),
      isComputed(filters) ? readInputDatasets(context) : [],
    ])
    const named = seeks.flatMap(({ rows }) => rows.flatMap(({ datasetIds }) => datasetIds))
    const freshness = await readFreshness(context, [...named, ...inputs])
    const ofInputs = inputs.flatMap((id) => freshness.get(id) ?? [])
    const { organization } = context.credential
    const computed = computedExceptions(organization, ofInputs).filter((one) => one.exceptionId > after)
    const served: Seek<ServedException>[] = seeks.map(({ rows, limit: most }) => ({
      rows: rows.map((row) => servedException(row, freshness)),
      limit: most,
    }))
    const stretch = merged([...served, { rows: computed, limit: Number.POSITIVE_INFINITY }], (one) => one.exceptionId)
    const keeps = ({ severity }: ServedException) => filters.severity === undefined || severity === filters.severity
    const { rows, links } = sieved(list, context, { ...stretch, limit, idOf: (one) => one.exceptionId, keeps })
    return { documents: rows.map((row) => row.document()), links, meta: {} }
  },
})
