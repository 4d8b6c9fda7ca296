import { z } from 'zod'
import {
  listExceptions,
  listExceptionsOfCode,
  listExceptionsOfFactory,
  listExceptionsOfMaterial,
  listExceptionsOfSeverity,
  type StoredException,
} from '../../../cypher/connected.ts'
import { ListMaterialPositionExceptionsInput, PositionExceptionPage } from '../../../schemas/connected-operations.ts'
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
    const computed = (await computedExceptions(context, ofInputs)).filter((one) => one.exceptionId > after)
    const served: Seek<ServedException>[] = seeks.map(({ rows, limit: most }) => ({
      rows: rows.map((row) => servedException(row, freshness)),
      limit: most,
    }))
    const stretch = merged([...served, { rows: computed, limit: Number.POSITIVE_INFINITY }], (one) => one.exceptionId)
    const keeps = ({ code, severity }: ServedException) =>
      severity === (filters.severity ?? severity) && code === (filters.code ?? code)
    const { rows, links } = sieved(list, context, { ...stretch, limit, idOf: (one) => one.exceptionId, keeps })
    return { documents: rows.map((row) => row.document()), links, meta: {} }
  },
})

/** What follows from the clock has neither a material nor a factory, and is open while it is seen. */
function isComputed({ code, status, material, factory }: Filters): boolean {
  const isAsked = code === undefined || computedCodes.includes(code)
  return isAsked && status === 'open' && material === undefined && factory === undefined
}

/** The stored exceptions after an id, from the index that the filters name best; a severity may be stored as another. */
async function readStored(
  context: Context,
  { code, severity, status, material, factory }: Filters,
  after: string,
  pageLimit: number,
): Promise<Seek<StoredException>[]> {
  const [materialId, factoryId] = await Promise.all([
    material === undefined ? null : resolveRef(context, 'material', material),
    factory === undefined ? null : resolveRef(context, 'factory', factory),
  ])
  if (code !== undefined && computedCodes.includes(code)) return []
  const limit = severity === undefined ? pageLimit + 1 : Math.max(LOOKED_AT, pageLimit + 1)
  const one = async (rows: Promise<StoredException[]>): Promise<Seek<StoredException>> => ({ rows: await rows, limit })
  const wanted = { status, after, limit }
  const ofPlace = { ...wanted, factoryId, code: code ?? null }
  if (materialId !== null) return [await one(context.read(listExceptionsOfMaterial, { ...ofPlace, materialId }))]
  if (factoryId !== null) return [await one(context.read(listExceptionsOfFactory, { ...ofPlace, factoryId }))]
  if (code !== undefined) return [await one(context.read(listExceptionsOfCode, { ...wanted, code }))]
  if (severity === undefined) return [await one(context.read(listExceptions, wanted))]
  return Promise.all(
    storedAs(severity).map((stored) => one(context.read(listExceptionsOfSeverity, { ...wanted, severity: stored }))),
  )
}
