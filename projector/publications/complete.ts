import { randomUUID } from 'node:crypto'
import type { Run } from '../../cypher/connect.ts'
import { addRecheck } from '../../cypher/ingest.ts'
import * as projections from '../../cypher/projections.ts'
import { completePublication, rememberEvents, setFeed } from '../../cypher/publications.ts'
import { foldWords } from '../../cypher/words.ts'
import type { BomSnapshot } from '../../schemas/bom.ts'
import type { Entity } from '../../schemas/graph.ts'
import { canonicalId, derivedId } from '../../schemas/identity.ts'
import { advance, type Claim, Fenced } from '../advance.ts'
import { subjectText } from '../connected/subjects.ts'
import type { Feed, Reader } from './feed.ts'
import { addCompleted } from './notices.ts'
import type { BomEntry, BomStep } from './project-publications.ts'
import { promote } from './promote.ts'
import { type Publishing, writeStep } from './publishing.ts'
import type { Verified } from './verify.ts'

export interface Completing {
  publishing: Publishing
  claim: Claim
  step: BomStep
  entry: BomEntry
  feed: Feed
  read: Reader
  open: NonNullable<Feed['open']>
  found: Verified
  isCurrent: () => boolean
}

/** Writes the versions of a verified publication in as many transactions as it takes, then shows all of them in a small one. */
export async function complete(completing: Completing): Promise<void> {
  const { publishing, claim, step, entry, feed, read, open, found, isCurrent } = completing
  const { organization } = entry.event
  const { snapshotId } = open
  const seq = (feed.newest?.seq ?? 0) + 1
  const transact = (work: (run: Run) => Promise<void>) =>
    publishing.inTurn(() => {
      if (!isCurrent()) throw new Fenced(`${claim.topic}/${claim.partition} was taken away`)
      return publishing.graph.write(async (run) => {
        await advance(run, claim, step.from, step.from)
        await work(run)
      })
    })
  await promote({ organization, snapshotId, seq, read, transact }, found.changed)
  const snapshot = snapshotOf(completing, seq)
  await writeStep(publishing, claim, step, [], async (run) => {
    const { publicationId, completedAt } = snapshot
    const doc = JSON.stringify(snapshot)
    await run(completePublication, organization, { snapshotId, seq, publicationId, completedAt, doc })
    await run(rememberEvents, organization, { snapshotId, keys: [entry.event.key] })
    await run(setFeed, organization, { snapshotId: null, lastAt: entry.record.timestamp })
    await showPublication(run, completing, snapshot)
    await addCompleted(run, organization, snapshot, found.lineCount)
    const subjects = [subjectText(['publication', seq])]
    await run(addRecheck, organization, { id: randomUUID(), subjects, times: [completedAt] })
  })
}

type Snapshot = Omit<BomSnapshot, 'availableUntil'>

function snapshotOf({ entry, feed, open, found }: Completing, seq: number): Snapshot {
  const { snapshotId, started } = open
  const { system, instance } = started
  return {
    snapshotId,
    publicationId: canonicalId(entry.event.organization, 'bom_publication', { system, instance, recordId: snapshotId }),
    publicationNumber: seq,
    effectiveAt: started.effectiveAt,
    startedAt: started.startedAt,
    completedAt: entry.event.time,
    sourceSystem: system,
    ...{ styleCount: found.styleCount, skuCount: found.skuCount, rowCount: found.rowCount },
    contentHash: found.contentHash,
    previousSnapshotId: feed.newest?.snapshotId ?? null,
  }
}

/** The publication as an entity of the graph, and its link to the one before. */
async function showPublication(run: Run, { entry, feed, open, found }: Completing, snapshot: Snapshot): Promise<void> {
  const { organization } = entry.event
  const { publicationId: id, publicationNumber, completedAt, startedAt, snapshotId } = snapshot
  const { system, instance, sourceRunId } = open.started
  const label = `BOM publication #${publicationNumber} ${completedAt.slice(0, 10)}`
  const { effectiveAt, publicationId, previousSnapshotId, ...own } = snapshot
  const seen = { firstSeenAt: startedAt, lastSeenAt: completedAt }
  const entity: Entity = {
    ...{ id, type: 'bom_publication', label, lifecycleState: 'completed' },
    externalReferences: [{ system, instance, kind: 'record_id', value: snapshotId, isPrimary: true, ...seen }],
    attributes: {
      ...own,
      ...{ mode: 'full_replacement', sourceRunId, lineCount: found.lineCount },
      previousPublicationId: feed.newest?.publicationId ?? null,
    },
    ...{ revision: 1, createdAt: startedAt, updatedAt: completedAt },
  }
  const row = {
    ...{ id, label, doc: JSON.stringify(entity), state: '{}' },
    words: foldWords(label).join(' '),
    codeWords: foldWords(String(publicationNumber)).join(' '),
  }
  await run(projections.holdEntities, organization, { rows: [{ id, type: 'bom_publication' }] })
  await run(projections.listEntities, organization, { rows: [row] })
  if (feed.newest)
    await run(projections.createLinks, organization, { rows: [supersedes(organization, snapshot, feed.newest)] })
}

function supersedes(
  organization: string,
  { publicationId, snapshotId, sourceSystem, completedAt }: Snapshot,
  before: NonNullable<Feed['newest']>,
): projections.LinkWrite {
  const id = derivedId(organization, 'SUPERSEDES', publicationId)
  const source = { system: sourceSystem, recordId: snapshotId, extractedAt: completedAt }
  return {
    ...{ id, sortKey: `SUPERSEDES/${id}`, state: null },
    ...{ fromId: publicationId, fromType: 'bom_publication', toId: before.publicationId, toType: 'bom_publication' },
    doc: JSON.stringify({ id, type: 'SUPERSEDES', properties: {}, source, publicationId }),
  }
}
