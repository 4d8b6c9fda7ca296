import type { IngestConflict } from '../../schemas/ingest/conflicts.ts'
import type { Query } from '../query.ts'
import { type ContestedCode, findClaimants, listContestedCodes, nextClaimedKind } from './read-ingest.ts'

/** Number of claims that one statement reads, unless a single value has more. It takes about 20 to 40 ms. */
const LOOKED_AT = 20_000

/**
 * A position in the order of codes. The iteration continues after the code with this kind, value, system, and instance.
 */
export type CodePosition = [kind: string, value: string, system: string, instance: string]

/** A duplicate code: several live entities of an organization have it. Contains their IDs. */
export type ConflictingCode = ContestedCode & { kind: string }

/** Reads the graph for one organization. */
interface TenantReader {
  read<Params, Row>(query: Query<Params, Row, 'tenant'>, params: Params): Promise<Row[]>
}

/**
 * Returns the position before the first code of a kind, or of all kinds. Returns null if there are no codes.
 * @throws GraphError
 */
export async function startOfCodes(reader: TenantReader, kind?: string): Promise<CodePosition | null> {
  return kind === undefined ? startOfNextKind(reader, '') : startOfKind(kind)
}

/**
 * Reads a limited number of claims after a position, in the order of positions, so that each step takes about the same
 * time in an organization of any size. A value with more claims than the limit is read as a whole, so that no owner is
 * missed.
 * @param only the kind of codes to read; without it, all kinds
 * @param looked number of claims to read
 * @returns the duplicate codes among them, and the position to continue after; null at the end
 * @throws GraphError
 */
export async function readConflictingCodes(
  reader: TenantReader,
  [kind, value, system, instance]: CodePosition,
  only?: string,
  looked = LOOKED_AT,
): Promise<{ codes: ConflictingCode[]; next: CodePosition | null }> {
  const [found] = await reader.read(listContestedCodes, { kind, value, system, instance, looked })
  const codes = (found?.contested ?? []).map((code) => ({ ...code, kind }))
  if (!found || found.looked < looked || found.lastValue === null)
    return { codes, next: only === undefined ? await startOfNextKind(reader, kind) : null }
  // The limit may have cut off claims of the last value, so that value is read again. If it is the only value, it is
  // read with a higher limit.
  const { lastValue } = found
  if (lastValue === value) return readConflictingCodes(reader, [kind, value, system, instance], only, 4 * looked)
  return { codes: codes.filter((code) => code.value !== lastValue), next: [kind, lastValue, '', ''] }
}

/**
 * Returns the duplicate codes with the number of entities that have each, and the first of these by ID.
 * @throws GraphError
 */
export async function readConflicts(
  reader: TenantReader,
  codes: readonly ConflictingCode[],
  mostEntities = Number.POSITIVE_INFINITY,
): Promise<IngestConflict[]> {
  const shown = codes.map((code) => ({ ...code, ids: [...code.ids].sort() }))
  const ids = [...new Set(shown.flatMap((code) => code.ids.slice(0, mostEntities)))]
  const found = ids.length === 0 ? [] : await reader.read(findClaimants, { ids })
  const entities = new Map(found.map((entity) => [entity.id, entity]))
  return shown.map(({ system, instance, kind, value, ids: claimants }) => ({
    system,
    instance,
    kind,
    value,
    entityCount: claimants.length,
    entities: claimants.slice(0, mostEntities).flatMap((id) => entities.get(id) ?? []),
  }))
}

const startOfKind = (kind: string): CodePosition => [kind, '', '', '']

async function startOfNextKind(reader: TenantReader, after: string): Promise<CodePosition | null> {
  const [next] = await reader.read(nextClaimedKind, { after })
  return next ? startOfKind(next.kind) : null
}
