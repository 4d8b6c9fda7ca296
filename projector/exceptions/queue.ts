import type { Run } from '../../cypher/connect.ts'
import * as queue from '../../cypher/exceptions/queue.ts'
import type { ReconcileContext } from './context.ts'
import {
  decodeInvalidation,
  encodeInvalidation,
  type Invalidation,
  type InvalidationKind,
  type InvalidationOf,
  textOfEntry,
} from './invalidation.ts'

/**
 * How many invalidations of a kind one transaction takes. The queue is processed in this order of kinds, the widest
 * first.
 */
const budgets: Readonly<Record<InvalidationKind, number>> = {
  everything: 1,
  publication: 1,
  entity: 100,
  carriers: 100,
  code: 100,
  supplied: 20,
  produced: 5,
  record: 200,
  requirement: 200,
  position: 400,
  style: 20,
  exceptions: 1,
  material: 50,
  factory: 20,
  places: 25,
  pair: 300,
}
const kinds = Object.keys(budgets) as InvalidationKind[]

/**
 * Invalidations of one kind, and the labels for the invalidations that replace them. With these labels, a rebuild waits
 * for the replacements too.
 */
export type TakenInvalidations = {
  [K in InvalidationKind]: { kind: K; invalidations: readonly InvalidationOf<K>[]; labels: readonly string[] }
}[InvalidationKind]

const MOST = 500

/**
 * Takes the next invalidations from the queue, all of the widest kind that it contains. They are deleted before
 * anything else is read. The deletion waits until the transaction that created them has released its locks. Until then
 * a reader may see only a part of its commit, because Neo4j updates its indexes one after the other.
 * @param isAwaited whether a rebuild waits: then invalidations with its label come first and are not mixed with others
 * @param most maximum number, if that is lower than the budget of the kind
 * @returns null when the queue is empty; `refused` when `mayTake` rejects the first one
 */
export async function takeInvalidations(
  run: Run,
  organization: string,
  mayTake: (first: Invalidation) => boolean,
  isAwaited: boolean,
  most = Number.POSITIVE_INFINITY,
): Promise<TakenInvalidations | null | 'refused'> {
  const next = { kinds, limit: MOST }
  const awaited = isAwaited ? await run(queue.listInvalidationsOfRebuild, organization, next) : []
  const entries = awaited.length > 0 ? awaited : await run(queue.listInvalidations, organization, next)
  const kind = kinds.find((one) => entries.some((entry) => entry.kind === one))
  if (kind === undefined) return null
  const ofKind = entries.flatMap((entry) => (entry.kind === kind ? [{ ...entry, kind }] : []))
  if (ofKind.some((entry) => !mayTake(decodeInvalidation(entry)))) return 'refused'
  // Duplicates of one key are adjacent in the queue. The budget counts each key once.
  const each = new Map<string, Invalidation>()
  const ids: string[] = []
  for (const entry of ofKind) {
    const text = textOfEntry(entry)
    if (!each.has(text) && each.size === Math.min(budgets[kind], most)) break
    each.set(text, decodeInvalidation(entry))
    ids.push(entry.id)
  }
  await run(queue.deleteInvalidations, organization, { ids })
  const labels = awaited.length > 0 ? ['RebuildEntry'] : []
  // All invalidations are of `kind`, but the compiler cannot infer this from the map.
  return { kind, invalidations: [...each.values()], labels } as TakenInvalidations
}

const WRITTEN_AT_ONCE = 2000

/**
 * Adds invalidations that are not in the queue yet. The caller must hold the lock of the organization, so that no other
 * transaction deletes from the queue at the same time.
 */
export async function putInvalidations(
  { run, organization, labels }: ReconcileContext,
  added: readonly Invalidation[],
): Promise<void> {
  const entries = added.map(encodeInvalidation)
  const each = [...new Map(entries.map((entry) => [textOfEntry(entry), entry]))].sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = each.map(([, entry]) => entry)
  for (let at = 0; at < rows.length; at += WRITTEN_AT_ONCE)
    await run(queue.mergeInvalidations, organization, { rows: rows.slice(at, at + WRITTEN_AT_ONCE), labels })
}
