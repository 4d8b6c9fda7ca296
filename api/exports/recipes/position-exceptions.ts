import { PositionException } from '../../../schemas/materials/exceptions.ts'
import type { LongReader, Reader } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { readDocument } from '../../core/unreadable.ts'
import {
  type ExceptionFilters,
  findSupplier,
  placeOthers,
} from '../../operations/materials/exceptions/place-filters.ts'
import { keptBy, readExceptions } from '../../operations/materials/exceptions/read-exceptions.ts'
import type { ServedException } from '../../operations/materials/exceptions/served-exception.ts'
import { endpointOfKept, keptRef } from '../../operations/materials/reads/resolve-ref.ts'
import type { Cell } from '../formats/row.ts'
import type { ExportRecipe } from './recipe.ts'
import { partsOf, readableRows } from './rows.ts'

const AT_ONCE = 1000

/** Exceptions as they are when the file is written, in the order of `listMaterialPositionExceptions`. */
export const positionExceptions: ExportRecipe<'position_exceptions'> = {
  async resolve({ material, factory, supplier, ...filters }, reader) {
    const [keptMaterial, keptFactory, keptSupplier] = await Promise.all([
      material === undefined ? undefined : keptRef(reader, 'material', material),
      factory === undefined ? undefined : keptRef(reader, 'factory', factory),
      supplier === undefined ? undefined : keptSupplierOf(reader, supplier),
    ])
    const kept = keptSupplier === undefined ? {} : { supplier: keptSupplier }
    return { ...filters, material: keptMaterial, factory: keptFactory, ...kept }
  },
  parts: (filters, reader) =>
    partsOf(
      every(reader, filters),
      readableRows(reader, 'position_exceptions', (one) => [record(readDocument(PositionException, one.document()))]),
    ),
}

/**
 * Rejects an unknown supplier, because a file has no notices that could report it.
 * @throws ApiError record_not_found, ambiguous_reference
 */
async function keptSupplierOf(reader: Reader, ref: string): Promise<string> {
  const id = await findSupplier(reader, ref)
  if (id !== null) return id
  throw new ApiError('record_not_found', { detail: 'The organization has no supplier with this ID or code.' })
}

async function* every(reader: LongReader, filters: ExceptionFilters): AsyncGenerator<ServedException> {
  const { material, factory, ...rest } = filters
  const endpoints = {
    ...(await placeOthers(reader, rest)),
    material: material === undefined ? null : await endpointOfKept(reader, 'material', material),
    factory: factory === undefined ? null : await endpointOfKept(reader, 'factory', factory),
  }
  for (let after: string | null = ''; after !== null; ) {
    const range = await readExceptions(reader, endpoints, after, AT_ONCE)
    yield* range.rows.filter(keptBy(filters))
    after = range.end
  }
}

function record({ material, factory, ...exception }: PositionException): Cell[] {
  const { exceptionId, code, severity, status, measure, expected, observed } = exception
  const { delta, uom, staleInput, firstSeenAt, lastSeenAt } = exception
  return [
    ...[
      exceptionId,
      code,
      severity,
      status,
      material?.code ?? null,
      factory?.code ?? null,
      measure,
      expected,
      observed,
    ],
    ...[delta, uom, staleInput, firstSeenAt, lastSeenAt],
  ]
}
