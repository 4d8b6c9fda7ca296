import { countExceptions, findExceptions } from '../../../../cypher/materials/read-materials.ts'
import { lowered, storedAs } from '../../../../domain/exceptions/lowered-severity.ts'
import {
  ExceptionCode,
  ExceptionSeverity,
  type ExceptionsOfEnd,
  MOST_ENDS,
  type PositionException,
} from '../../../../schemas/materials/exceptions.ts'
import { storedException } from '../../../../schemas/stored/connected-data.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'
import type { Reader } from '../../../core/context.ts'
import { materialsOf, type PlacedFilters } from './place-filters.ts'

/** The filters of the counted exceptions, and the datasets that are stale now. */
export interface Counted {
  filters: PlacedFilters
  staleIds: string[]
}

/** The number of exceptions with the same code, served severity, and systems. */
export interface KindCount {
  code: ExceptionCode
  severity: ExceptionSeverity
  systems: readonly string[]
  exceptions: number
}

/** Counts the stored exceptions of each kind. */
export async function countKinds(context: Reader, counted: Counted): Promise<KindCount[]> {
  const rows = await context.read(countExceptions, {
    ...paramsOf(counted),
    by: 'kind',
    limit: Number.MAX_SAFE_INTEGER,
  })
  return rows.map(({ value: [code, severity, ...systems], exceptions }) => ({
    code: ExceptionCode.parse(code),
    severity: ExceptionSeverity.parse(severity),
    systems,
    exceptions,
  }))
}

/** The materials or factories with most stored exceptions, with their code and label from one of these. */
export async function mostAt(
  context: Reader,
  counted: Counted,
  end: 'material' | 'factory',
): Promise<ExceptionsOfEnd[]> {
  const rows = await context.read(countExceptions, { ...paramsOf(counted), by: end, limit: MOST_ENDS })
  const found = await context.read(findExceptions, { ids: rows.map(({ exceptionId }) => exceptionId) })
  const docs = new Map(found.map(({ exceptionId, doc }) => [exceptionId, doc]))
  return rows.map(({ value: [id = ''], code, exceptionId, exceptions }) => ({
    id: id === '' ? null : id,
    key: code,
    label: labelOf(docs.get(exceptionId), end),
    exceptions,
  }))
}

function labelOf(doc: TextOf<PositionException> | undefined, end: 'material' | 'factory'): string | null {
  return doc === undefined ? null : (storedException.read(doc)[end]?.label ?? null)
}

const steps = Object.fromEntries(ExceptionSeverity.options.map((severity) => [severity, lowered(severity)]))

/**
 * The exceptions are found by the index of the most selective filter, as in the list. The other filters are applied to
 * the rows.
 */
function paramsOf({ filters, staleIds }: Counted) {
  const { code = null, severity = null, status, material, factory, system, since, datasetIds } = filters
  const [factoryId, factoryCode] = [factory?.id ?? null, factory?.code ?? null]
  const materials = materialsOf(filters)
  const isOfCode = materials === null && material?.code != null
  const isOfFactory = materials === null && !isOfCode && factory !== null
  const isOfEither = materials !== null || isOfCode || isOfFactory
  const isByCode = !isOfEither && code !== null
  const ofSeverities = isOfEither || isByCode || severity === null ? [] : storedAs(severity)
  return {
    ofStatus: isOfEither || isByCode || severity !== null ? null : status,
    ofSeverities,
    ofCode: isByCode ? code : null,
    ofMaterialIds: materials ?? [],
    ofMaterialCode: isOfCode ? (material?.code ?? null) : null,
    ofFactoryId: isOfFactory ? factoryId : null,
    ofFactoryCode: isOfFactory ? factoryCode : null,
    ...{ status, code, severity, factoryId, factoryCode, system, since, datasetIds, staleIds },
    lowered: steps,
  }
}
