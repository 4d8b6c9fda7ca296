import type { Graph } from '../../../cypher/connect.ts'
import { appendChanges, settleChanges } from '../../../cypher/feed/write-feed.ts'
import { type Change, ChangeKind, typesOfKind } from '../../../schemas/graph/changes.ts'
import { storedChange } from '../../../schemas/stored/change.ts'
import { hostileTexts } from '../api/hostile.ts'

/** When the first change was applied. */
export const START = Date.UTC(2026, 8, 13)
const BATCH = 20
/** Every kind of change with each of its types. */
export const typed = ChangeKind.options.flatMap((kind) => typesOfKind[kind].map((type) => ({ kind, type })))

/** Of the changes of a partition, 20 are applied at the same time, which changes of other partitions also have. */
export const timeOf = (at: number) => new Date(START + Math.floor(at / BATCH)).toISOString()

/** A fictional change. Its texts need escaping in CSV. */
export function changeOf(feed: string, at: number): Change {
  const { kind, type } = typed[at % typed.length] ?? typed[0] ?? { kind: 'entity', type: 'style' }
  const text = hostileTexts[at % hostileTexts.length] ?? ''
  const uuid = (number: number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, 'a')}`
  const isLink = kind === 'relationship'
  return {
    ...{ changeId: `${feed}-${at}`, kind, type: type as Change['type'], id: uuid(at % 48) },
    code: isLink ? null : text,
    op: (['created', 'updated', 'deleted'] as const)[at % 3] ?? 'created',
    revision: kind === 'entity' ? at + 1 : null,
    changedFields: at % 3 === 1 ? ['label', 'attributes.season'].slice(at % 2) : [],
    ...{ fromId: isLink ? uuid(at % 7) : null, toId: isLink ? uuid(at % 11) : null },
    ...{ changedAt: '2026-09-12T02:00:00.000Z', appliedAt: timeOf(at) },
    source: { system: 'plm', instance: 'main', recordId: text || '-' },
  }
}

export const changesOf = (feed: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => changeOf(feed, from + at))

/** Stores changes as a projector does. */
export async function writeChanges(
  graph: Graph,
  organization: string,
  feed: string,
  from: number,
  to: number,
): Promise<void> {
  await graph.write(async (run) => {
    for (let at = from; at < to; at += BATCH) {
      const rows = changesOf(feed, at, Math.min(at + BATCH, to)).map((change, index) => {
        const { id: subjectId, type } = change
        return { position: at + index, subjectId, type, doc: storedChange.write(change) }
      })
      const own = { feed, from, fromAt: START, next: at + rows.length, appliedAt: Date.parse(timeOf(at)), rows }
      await run(appendChanges, organization, own)
    }
    await run(settleChanges, organization, { feed })
  })
}
