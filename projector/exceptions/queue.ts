import type { Run } from '../../cypher/connect.ts'
import * as queue from '../../cypher/exceptions/queue.ts'
import type { ReconcileContext } from './context.ts'

/**
 * What may look different since a change, the widest first, which is the order in which it is followed; see
 * docs/adr/0022-exceptions-as-a-queue-of-pairs.md.
 */
export const invalidationKinds = [
  /** Everything that is known: the organization has its first connected data, or another set of systems. */
  'everything',
  /** A completed publication, by its number. */
  'publication',
  /** A material or supplier, by its id. */
  'entity',
  /** A code, whichever system gave it, as `kind:value`: the source records that carry it. */
  'carriers',
  /** The same, and `id:<uuid>` and `record_id:<id>`, where it may lead elsewhere now: what names it. */
  'code',
  /** A supplier, by its id: what it supplies. */
  'supplied',
  /** A supplier, by its id: what is produced there. */
  'produced',
  /** A source record, open production and a position, by the ids of their nodes. */
  'record',
  'requirement',
  'position',
  /** A style, by its id: the pairs of its materials. */
  'style',
  /** The pairs that have an open exception of a code. */
  'exceptions',
  /** A material or a factory, by its key: the pairs that have positions or exceptions. */
  'material',
  'factory',
  /** A material, by its id: the pairs where styles that use it are produced. */
  'places',
  /**
   * `key` and `other` are those of the material and the factory, `hint` is a reference that leads to the factory where no
   * position or exception of the pair may tell.
   */
  'pair',
] as const
export type InvalidationKind = (typeof invalidationKinds)[number]

export interface Invalidation {
  kind: InvalidationKind
  key: string
  other: string
  hint: string
  /** How far it has been followed: the last of what was read, empty at the start. */
  after: string
}

/** How many of a kind one transaction takes. */
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

/** The key of `everything` where an organization has its first connected data. */
export const FIRST = 'first'

/** An invalidation from its start. */
export function invalidation(kind: InvalidationKind, key = '', other = '', hint = ''): Invalidation {
  return { kind, key, other, hint, after: '' }
}

/** One text for each invalidation, so that each is added once. */
export function textOf({ kind, key, other, hint, after }: Invalidation): string {
  return JSON.stringify([kind, key, other, hint, after])
}

/**
 * Takes the next invalidations, all of one kind, the widest there is. They are deleted before anything else is read, which
 * waits until the transaction that created them has released its locks: before that a commit may be seen in parts, some indexes with
 * it and some without.
 * @param isAwaited whether a rebuild waits: then what it waits for comes first, and nothing else mixes with it
 * @param most how many it takes at most, beside the budget of the kind
 * @returns none when nothing waits; `refused` when the first of them may not be taken
 */
export async function takeInvalidations(
  run: Run,
  organization: string,
  mayTake: (first: Invalidation) => boolean,
  isAwaited: boolean,
  most = Number.POSITIVE_INFINITY,
): Promise<Taken | 'refused'> {
  const next = { kinds: invalidationKinds, limit: MOST }
  const awaited = isAwaited ? await run(queue.listInvalidationsOfRebuild, organization, next) : []
  const rows = awaited.length > 0 ? awaited : await run(queue.listInvalidations, organization, next)
  const kind = invalidationKinds.find((one) => rows.some((row) => row.kind === one))
  if (kind === undefined) return { invalidations: [], labels: [] }
  if (rows.some((row) => row.kind === kind && !mayTake({ ...row, kind }))) return 'refused'
  // Those of one key lie side by side: the budget counts what there is to do.
  const each = new Map<string, Invalidation>()
  const ids: string[] = []
  for (const { id, ...row } of rows.filter((one) => one.kind === kind)) {
    const one = { ...row, kind }
    const text = textOf(one)
    if (!each.has(text) && each.size === Math.min(budgets[kind], most)) break
    each.set(text, one)
    ids.push(id)
  }
  await run(queue.deleteInvalidations, organization, { ids })
  return { invalidations: [...each.values()], labels: awaited.length > 0 ? ['RebuildEntry'] : [] }
}

/** What was taken, and the labels of what follows from it: what a rebuild waits for, it waits for to the end. */
export interface Taken {
  invalidations: Invalidation[]
  labels: readonly string[]
}

const MOST = 500

/** Adds what follows, unless it waits already. Only under the lock of the organization, which keeps others from deleting. */
export async function putInvalidations(
  { run, organization, labels }: ReconcileContext,
  added: readonly Invalidation[],
): Promise<void> {
  const each = [...new Map(added.map((one) => [textOf(one), one])).entries()].sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = each.map(([, one]) => one)
  for (let at = 0; at < rows.length; at += WRITTEN_AT_ONCE)
    await run(queue.mergeInvalidations, organization, { rows: rows.slice(at, at + WRITTEN_AT_ONCE), labels })
}

const WRITTEN_AT_ONCE = 2000
