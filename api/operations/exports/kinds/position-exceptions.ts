import type { PositionException } from '../../../../schemas/connected.ts'
import type { LongReader } from '../../../context.ts'
import { type ExceptionFilters, keptBy, readExceptions } from '../../connected/list-material-position-exceptions.ts'
import { resolveRef } from '../../connected/resolve-ref.ts'
import type { ServedException } from '../../connected/served-exception.ts'
import { type CsvValue, partsOf } from '../csv.ts'
import type { ExportRecipe } from '../kind.ts'

const AT_ONCE = 1000

/** Exceptions as they are when the file is made, in the order of `listMaterialPositionExceptions`. */
export const positionExceptions: ExportRecipe<'position_exceptions'> = {
  async resolve({ material, factory, ...filters }, reader) {
    const [materialId, factoryId] = await Promise.all([
      material === undefined ? undefined : resolveRef(reader, 'material', material),
      factory === undefined ? undefined : resolveRef(reader, 'factory', factory),
    ])
    return { ...filters, material: materialId, factory: factoryId }
  },
  parts: (filters, reader) => partsOf(every(reader, filters), (one) => [record(JSON.parse(one.document()))]),
}

async function* every(reader: LongReader, filters: ExceptionFilters): AsyncGenerator<ServedException> {
  for (let after: string | null = ''; after !== null; ) {
    const stretch = await readExceptions(reader, reader.organization, filters, after, AT_ONCE)
    yield* stretch.rows.filter(keptBy(filters))
    after = stretch.end
  }
}

function record({ material, factory, ...exception }: PositionException): CsvValue[] {
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
