import { seenKeyOf } from '../../../../domain/exceptions/exception-of.ts'
import { computedCodes, type ExceptionOrder, ExceptionSeverity } from '../../../../schemas/materials/exceptions.ts'
import type { ClockedReader } from '../../../core/context.ts'
import { type IndexRead, merged, type Range } from '../reads/filtered-page.ts'
import { readFreshness } from '../reads/read-freshness.ts'
import { computedExceptions, readInputDatasets } from './computed-exceptions.ts'
import type { PlacedFilters } from './place-filters.ts'
import { readStored, type Sequence } from './read-stored.ts'
import { type ServedException, servedException } from './served-exception.ts'

/**
 * The exceptions after a position, as they are served now. They are not yet filtered by their served code and severity.
 */
export async function readExceptions(
  reader: ClockedReader,
  filters: PlacedFilters,
  after: string,
  limit: number,
  sequence: Sequence = 'id',
): Promise<Range<ServedException>> {
  const [reads, inputs] = await Promise.all([
    readStored(reader, filters, sequence, { after, limit }),
    isComputed(filters) ? readInputDatasets(reader) : [],
  ])
  const named = reads.flatMap(({ rows }) => rows.flatMap(({ datasetIds }) => datasetIds))
  const freshness = await readFreshness(reader, [...named, ...inputs])
  const ofInputs = inputs.flatMap((id) => freshness.get(id) ?? [])
  const isSeen = sequence === 'firstSeenAt'
  const computed = (await computedExceptions(reader, reader.organization, ofInputs))
    .filter(({ exception }) => isLookedFor(exception, filters))
    .map((one) => (isSeen ? { ...one, position: seenKeyOf(one.exception) } : one))
    .filter(({ position }) => (isSeen ? after === '' || position < after : position > after))
  const served: IndexRead<ServedException>[] = reads.map(({ rows, limit: most }) => ({
    rows: rows.map((row) => servedException(row, freshness)),
    limit: most,
  }))
  const all = [...served, { rows: computed, limit: Number.POSITIVE_INFINITY }]
  return merged<ServedException>(all, ({ position }) => position, isSeen)
}

/** A page of exceptions in an order, and the position after it; null at the end. */
export interface ExceptionsRead {
  rows: ServedException[]
  next: string | null
}

/**
 * Reads the page after a position, which is empty at the start. Sorted by severity, the list consists of one list by ID
 * per severity, the most severe first. The position is then the number of that list and the ID.
 */
export async function readInOrder(
  reader: ClockedReader,
  filters: PlacedFilters,
  order: ExceptionOrder,
  position: string,
  limit: number,
): Promise<ExceptionsRead> {
  if (order !== 'severity') return readPart(reader, filters, position, limit, order)
  const severities = filters.severity === undefined ? ExceptionSeverity.options.toReversed() : [filters.severity]
  const rows: ServedException[] = []
  let after = position.slice(1)
  for (let part = Number(position.slice(0, 1)); part < severities.length; part += 1, after = '') {
    const severity = severities[part]
    const read = await readPart(reader, { ...filters, severity }, after, limit - rows.length, 'id')
    rows.push(...read.rows)
    if (read.next !== null) return { rows, next: `${part}${read.next}` }
  }
  return { rows, next: null }
}

async function readPart(
  reader: ClockedReader,
  filters: PlacedFilters,
  after: string,
  limit: number,
  sequence: Sequence,
): Promise<ExceptionsRead> {
  const { rows, end } = await readExceptions(reader, filters, after, limit, sequence)
  const kept = rows.filter(keptBy(filters))
  const page = kept.slice(0, limit)
  return { rows: page, next: kept.length > limit ? (page.at(-1)?.position ?? after) : end }
}

/** Returns a test of the code and the severity as served, which may be lower than the stored severity. */
export function keptBy(filters: Pick<PlacedFilters, 'code' | 'severity'>): (one: ServedException) => boolean {
  return ({ code, severity }) => severity === (filters.severity ?? severity) && code === (filters.code ?? code)
}

/**
 * Whether the filters can match computed exceptions. These are about a dataset, so they have no material and no
 * factory, and they are always open.
 */
export function isComputed({ code, status, material, factory, materialIds }: PlacedFilters): boolean {
  const isAsked = code === undefined || computedCodes.includes(code)
  return isAsked && status === 'open' && material === null && factory === null && materialIds === null
}

/** Whether a computed exception matches the filters that statements apply to stored exceptions. */
export function isLookedFor(
  { systems, datasetIds, firstSeenAt }: { systems: string[]; datasetIds: string[]; firstSeenAt: string },
  filters: PlacedFilters,
): boolean {
  const { system, since } = filters
  const isOfDataset = filters.datasetIds === null || datasetIds.some((id) => filters.datasetIds?.includes(id))
  return (system === null || systems.includes(system)) && (since === null || firstSeenAt >= since) && isOfDataset
}
