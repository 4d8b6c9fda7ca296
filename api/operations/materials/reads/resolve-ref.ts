import {
  findReferencesByCode,
  findReferencesById,
  findReferencesByRecord,
  findShownFactory,
  findShownMaterial,
} from '../../../../cypher/materials/read-materials.ts'
import type { ConnectedKind } from '../../../../schemas/materials/connected-records.ts'
import type { Reader } from '../../../core/context.ts'
import { ApiError } from '../../../core/errors.ts'
import { withCodes } from '../../graph/search/coded-filters.ts'
import { findMastersOf } from './find-masters-of.ts'
import { recordNotFound } from './record-not-found.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const RECORD = /^(?<system>[a-z][a-z0-9_]{0,31}):(?<instance>[A-Za-z0-9._-]{1,64}):(?<rest>.+)$/s
const TYPED = /^(?<recordType>[a-z][a-z0-9_]{0,63}):(?<recordId>.+)$/s
/** The most candidates that an ambiguous_reference error lists. */
const MOST_CANDIDATES = 10

/** The IDs that each reference may stand for, in order. */
export type Candidates = ReadonlyMap<string, readonly string[]>

/**
 * The material or factory of a filter: by its ID, or, if the reference is not an ID, by a code that positions show. One
 * of the two fields is null.
 */
export interface Endpoint {
  id: string | null
  code: string | null
}

/**
 * Finds the records that references of a kind stand for: an entity ID, `{system}:{instance}:{recordId}` (also with the
 * record type before the record ID), or a code. A previous code that no record has now is found, too. References that
 * are neither an ID nor a source record are looked up as codes.
 */
export async function findCandidates(
  context: Reader,
  kind: ConnectedKind,
  refs: readonly string[],
): Promise<Candidates> {
  const found = new Map([...new Set(refs)].map((ref) => [ref, new Set<string>()]))
  const add = (rows: readonly { ref: string; id: string }[]) => {
    for (const { ref, id } of rows) found.get(ref)?.add(id)
  }
  const all = [...found.keys()]
  const rows = await Promise.all([byId(context, kind, all), byRecord(context, kind, all)])
  add(rows.flat())
  const codes = all.filter((ref) => found.get(ref)?.size === 0)
  if (codes.length > 0) add(await context.read(findReferencesByCode, { kind, codes, limit: MOST_CANDIDATES + 1 }))
  return new Map([...found].map(([ref, ids]) => [ref, [...ids].sort()]))
}

/**
 * The ID of the one material or factory that a reference stands for.
 * @throws ApiError record_not_found, ambiguous_reference
 */
export async function resolveRef(context: Reader, kind: ConnectedKind, ref: string): Promise<string> {
  return onlyOne(await findCandidates(context, kind, [ref]), kind, ref)
}

/**
 * Resolves the reference of a filter. The displayed label of a material is resolved to its code.
 * @throws ApiError record_not_found, ambiguous_reference
 */
export async function resolveEndpoint(context: Reader, kind: ConnectedKind, ref: string): Promise<Endpoint> {
  const candidates = await findCandidates(context, kind, [ref])
  if (candidates.get(ref)?.length !== 0) return { id: onlyOne(candidates, kind, ref), code: null }
  const [shown] = await context.read(kind === 'material' ? findShownMaterial : findShownFactory, { code: ref })
  if (shown?.isShown) return { id: null, code: ref }
  const { material = ref } = kind === 'material' ? await withCodes(context, { material: ref }) : {}
  if (material === ref) throw recordNotFound(kind)
  return resolveEndpoint(context, kind, material)
}

/** The ID or code that an export job stores for the reference of a filter. @throws ApiError as `resolveEndpoint` */
export async function keptRef(context: Reader, kind: ConnectedKind, ref: string): Promise<string> {
  const { id, code } = await resolveEndpoint(context, kind, ref)
  return id ?? code ?? ref
}

/** The endpoint of an ID or code that an export job stored, even if the record no longer exists. */
export async function endpointOfKept(context: Reader, kind: ConnectedKind, kept: string): Promise<Endpoint> {
  const found = await byId(context, kind, [kept])
  return found.length > 0 ? { id: kept, code: null } : { id: null, code: kept }
}

/**
 * The only candidate of a reference.
 * @param endpoint names the reference in the error if a request has several
 * @throws ApiError record_not_found, ambiguous_reference
 */
export function onlyOne(candidates: Candidates, kind: ConnectedKind, ref: string, endpoint = ''): string {
  const [id, ...others] = candidates.get(ref) ?? []
  const at = endpoint && `${endpoint}: `
  if (id === undefined) throw recordNotFound(kind, at)
  if (others.length === 0) return id
  const named = [id, ...others].slice(0, MOST_CANDIDATES).join(', ')
  const more = others.length < MOST_CANDIDATES ? '' : ' and more'
  throw new ApiError('ambiguous_reference', {
    detail: `${at}Several ${plural[kind]} share this code: ${named}${more}.`,
  })
}

const plural: Record<ConnectedKind, string> = { material: 'materials', factory: 'factories' }

async function byId(context: Reader, kind: ConnectedKind, refs: readonly string[]) {
  const asked = refs.filter((ref) => UUID.test(ref))
  if (asked.length === 0) return []
  const rows = await context.read(findReferencesById, { kind, ids: asked.map((ref) => ref.toLowerCase()) })
  return asked.flatMap((ref) => rows.filter((row) => row.ref === ref.toLowerCase()).map(({ id }) => ({ ref, id })))
}

async function byRecord(context: Reader, kind: ConnectedKind, refs: readonly string[]) {
  const named = refs.flatMap((ref) => {
    const { system = '', instance = '', rest = '' } = RECORD.exec(ref)?.groups ?? {}
    return rest === '' ? [] : [{ ref, system, instance, recordId: rest }]
  })
  if (named.length === 0) return []
  const records = named.flatMap((one) => {
    const { recordType, recordId } = TYPED.exec(one.recordId)?.groups ?? {}
    const whole = { ...one, recordType: null }
    return recordType && recordId ? [whole, { ...whole, recordType, recordId }] : [whole]
  })
  const [shown, masters] = await Promise.all([
    context.read(findReferencesByRecord, { kind, records, limit: MOST_CANDIDATES + 1 }),
    kind === 'material' ? findMastersOf(context, named) : [],
  ])
  return [...shown, ...masters]
}
