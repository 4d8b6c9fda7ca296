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

/** How many of a kind one transaction takes. The widest kind comes first, which is the order in which they are taken. */
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

/** Invalidations of one kind, and the labels of what follows from them: a rebuild waits for that too. */
export type TakenInvalidations = {
  [K in InvalidationKind]: { kind: K; invalidations: readonly InvalidationOf<K>[]; labels: readonly string[] }
}[InvalidationKind]

const MOST = 500

/**
 * Takes the next invalidations, all of one kind, the widest there is. They are deleted before anything else is read, which
 * waits until the transaction that created them has released its locks. Before that, a commit may be seen in parts: some
 * indexes have it, and some do not.
 * @param isAwaited whether a rebuild waits: then what it waits for comes first, and nothing else mixes with it
 * @param most how many it takes at most, beside the budget of the kind
 * @returns null when nothing waits; `refused` when the first of them may not be taken
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
  // Those of one key lie side by side: the budget counts what there is to do.
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
  // All of them are of this kind, which the compiler cannot see in the map.
  return { kind, invalidations: [...each.values()], labels } as TakenInvalidations
}

const WRITTEN_AT_ONCE = 2000

/** Adds what follows, unless it waits already. Only under the lock of the organization, which keeps others from deleting. */
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
