import type { IngestConflict } from '../../schemas/ingest/conflicts.ts'
import type { Query } from '../query.ts'
import { type ContestedCode, findClaimants, listContestedCodes, nextClaimedKind } from './read-ingest.ts'

/** Claims that one statement looks at, unless a value alone has more: some 20 to 40 ms. */
const LOOKED_AT = 20_000

/** The kind, value, system and instance of a code after which an iteration over codes continues. */
export type CodePosition = [kind: string, value: string, system: string, instance: string]

/** A code that several live entities of an organization claim, with their ids. */
export type ConflictingCode = ContestedCode & { kind: string }

/** Reads the graph as one organization. */
interface TenantReader {
  read<Params, Row>(query: Query<Params, Row, 'tenant'>, params: Params): Promise<Row[]>
}

/** Before the first code of a kind, or of all kinds; null when no code is claimed. @throws GraphError */
export async function startOfCodes(reader: TenantReader, kind?: string): Promise<CodePosition | null> {
  return kind === undefined ? startOfNextKind(reader, '') : startOfKind(kind)
}

/**
 * Looks at a bounded number of claims after a position, in the order of positions, so that an organization of any size is
 * walked in steps of one length. A value with more claims than that is read whole, so that no claimant is missed.
 * @param only the one kind that is walked, or all of them
 * @param looked how many claims are looked at
 * @returns the codes with several claimants among them, and where to continue; null at the end
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
  // Some claims of the last value were perhaps not looked at, so it is looked at again, and alone with more at once.
  const { lastValue } = found
  if (lastValue === value) return readConflictingCodes(reader, [kind, value, system, instance], only, 4 * looked)
  return { codes: codes.filter((code) => code.value !== lastValue), next: [kind, lastValue, '', ''] }
}

/** The conflicts of codes: how many entities claim each, and the first of them, by id. @throws GraphError */
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
