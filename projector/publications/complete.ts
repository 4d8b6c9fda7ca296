import { completePublication, rememberEvents, setPublicationState } from '../../cypher/bom/write-publications.ts'
import type { Run } from '../../cypher/connect.ts'
import { createInvalidations } from '../../cypher/exceptions/queue.ts'
import * as projections from '../../cypher/graph/write-graph.ts'
import type { BomEvent } from '../../domain/events/decode-bom-event.ts'
import { canonicalId, derivedId } from '../../domain/identity/identity.ts'
import { countsOf } from '../../domain/publications/failure.ts'
import { foundBy } from '../../domain/search/found-by.ts'
import { tokenize } from '../../domain/search/tokens.ts'
import type { BomSnapshot } from '../../schemas/bom/yields.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import { entityTypes } from '../../schemas/graph/entity-types.ts'
import { storedEntity, storedEntityState } from '../../schemas/stored/entity.ts'
import { storedLink } from '../../schemas/stored/link.ts'
import { storedCounts, storedSnapshot } from '../../schemas/stored/publication.ts'
import { encodeInvalidation } from '../exceptions/invalidation.ts'
import type { AppliedChange } from '../feed/applied-change.ts'
import type { Plan } from '../pipeline/event-stream.ts'
import { reportCompleted } from '../report.ts'
import { addCompleted } from './notices.ts'
import type { Control } from './plan-control.ts'
import { promote } from './promote.ts'
import { nextNumber, type PublicationState } from './publication-state.ts'
import type { Whole } from './snapshot-totals.ts'
import type { Verified } from './verify.ts'

type Open = NonNullable<PublicationState['open']>

/**
 * Plans the completion of a verified publication. Its versions are written first, in as many transactions as they need,
 * while readers still see the previous snapshot. The plan's own small transaction then makes all of them visible. The
 * transactions overlap: each checks the claim last, because its predecessor holds that lock until it is committed; see
 * docs/adr/0035-publications-one-commit-ahead.md.
 */
export async function planCompletion(
  control: Control,
  open: Open,
  found: Verified,
  whole: Whole,
): Promise<Plan<BomEvent>> {
  const { context, entry, state, read, transact } = control
  const { organization } = entry.event
  const { snapshotId } = open
  const seq = nextNumber(state)
  await promote({ organization, snapshotId, seq, read, transact, removed: whole.removed }, found.changed)
  const snapshot = snapshotOf(control, open, whole, seq)
  return {
    dead: [],
    async apply({ run, recordChange }) {
      const { publicationId, completedAt } = snapshot
      const doc = storedSnapshot.write(snapshot)
      const counts = storedCounts.write(countsOf(found))
      await run(completePublication, organization, { snapshotId, seq, publicationId, completedAt, doc, counts })
      await run(rememberEvents, organization, { snapshotId, keys: [entry.event.key] })
      await run(setPublicationState, organization, { snapshotId: null, lastAt: entry.record.timestamp })
      await showPublication(run, control, open, whole, snapshot)
      await addCompleted(run, organization, snapshot, whole.lineCount)
      recordChange(entry.record.offset, changeOf(snapshot, open))
      await run(createInvalidations, organization, { rows: [encodeInvalidation({ kind: 'publication', seq })] })
      return { stale: new Set() }
    },
    async committed() {
      reportCompleted(context, organization, snapshot)
      await context.afterEnd(organization)
    },
  }
}

type Snapshot = Omit<BomSnapshot, 'availableUntil'>

function snapshotOf({ entry, state }: Control, open: Open, whole: Whole, seq: number): Snapshot {
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
    styleCount: whole.styleCount,
    skuCount: whole.skuCount,
    rowCount: whole.rowCount,
    contentHash: whole.contentHash,
    previousSnapshotId: state.newest?.snapshotId ?? null,
  }
}

/** The change that the publication makes, with all that follows from it. */
function changeOf({ snapshotId, publicationNumber, completedAt }: Snapshot, { started }: Open): AppliedChange {
  const { system, instance } = started
  return {
    ...{ kind: 'bom_snapshot', id: snapshotId, type: 'bom_snapshot', code: String(publicationNumber) },
    ...{ op: 'created', revision: null, changedFields: [], fromId: null, toId: null },
    changedAt: completedAt,
    source: { system, instance, recordId: snapshotId },
  }
}

/** Writes the publication as an entity of the graph, with a link to the previous publication. */
async function showPublication(
  run: Run,
  { entry, state }: Control,
  open: Open,
  { lineCount }: Whole,
  snapshot: Snapshot,
): Promise<void> {
  const { organization } = entry.event
  const { publicationId: id, publicationNumber, completedAt, startedAt, snapshotId } = snapshot
  const { system, instance, sourceRunId } = open.started
  const { effectiveAt, publicationId, previousSnapshotId, ...own } = snapshot
  const seen = { firstSeenAt: startedAt, lastSeenAt: completedAt }
  const attributes = {
    ...own,
    mode: open.started.mode ?? 'full_replacement',
    sourceRunId,
    lineCount,
    previousPublicationId: state.newest?.publicationId ?? null,
  }
  const label = entityTypes.bom_publication.label(attributes)
  const entity: Entity = {
    id,
    type: 'bom_publication',
    label,
    lifecycleState: 'completed',
    externalReferences: [{ system, instance, kind: 'record_id', value: snapshotId, isPrimary: true, ...seen }],
    attributes,
    revision: 1,
    createdAt: startedAt,
    updatedAt: completedAt,
  }
  const row = {
    id,
    label,
    doc: storedEntity.write(entity),
    state: storedEntityState.write({}),
    lifecycleState: entity.lifecycleState,
    season: null,
    updatedAt: completedAt,
    words: tokenize(label).join(' '),
    codeWords: tokenize(String(publicationNumber)).join(' '),
    foundBy: foundBy(organization, entity),
  }
  await run(projections.lockEntities, organization, { rows: [{ id, type: 'bom_publication' }] })
  await run(projections.publishEntities, organization, { rows: [row] })
  if (state.newest)
    await run(projections.createLinks, organization, { rows: [supersedes(organization, snapshot, state.newest)] })
}

function supersedes(
  organization: string,
  { publicationId, snapshotId, sourceSystem, completedAt }: Snapshot,
  before: NonNullable<PublicationState['newest']>,
): projections.LinkWrite {
  const id = derivedId(organization, 'SUPERSEDES', publicationId)
  const source = { system: sourceSystem, recordId: snapshotId, extractedAt: completedAt }
  return {
    id,
    sortKey: `SUPERSEDES/${id}`,
    state: null,
    fromId: publicationId,
    fromType: 'bom_publication',
    toId: before.publicationId,
    toType: 'bom_publication',
    doc: storedLink.write({ id, type: 'SUPERSEDES', properties: {}, source, publicationId }),
  }
}
