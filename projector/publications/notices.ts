import { addNotice } from '../../cypher/bom/write-publications.ts'
import type { Run } from '../../cypher/connect.ts'
import type { BomSnapshot } from '../../schemas/bom/yields.ts'
import { NOTICE_SOURCE, type NoticeData, type NoticeKind } from '../../schemas/records/notices.ts'
import { storedNotice } from '../../schemas/stored/publication.ts'

const nothing = {
  publicationNumber: null,
  previousSnapshotId: null,
  counts: null,
  contentHash: null,
  completedAt: null,
}

export function addFailed(
  run: Run,
  organization: string,
  { snapshotId, reason, time }: { snapshotId: string; reason: string; time: string },
): Promise<void> {
  return add(run, organization, 'failed', time, { ...nothing, snapshotId, reason })
}

type Ended = Omit<BomSnapshot, 'availableUntil'>

export function addCompleted(run: Run, organization: string, snapshot: Ended, lineCount: number): Promise<void> {
  return add(run, organization, 'completed', snapshot.completedAt, noticeDataOf(snapshot, lineCount))
}

export function addRetired(run: Run, organization: string, snapshot: Ended, time: string): Promise<void> {
  return add(run, organization, 'retired', time, noticeDataOf(snapshot, null))
}

function noticeDataOf(snapshot: Ended, lineCount: number | null): NoticeData {
  const { snapshotId, publicationNumber, previousSnapshotId, contentHash, completedAt } = snapshot
  const { styleCount, skuCount, rowCount } = snapshot
  const counts = { styleCount, skuCount, lineCount, rowCount }
  return { snapshotId, publicationNumber, previousSnapshotId, counts, contentHash, completedAt, reason: null }
}

/** The ID of a notice follows from its snapshot and kind, so that consumers can drop duplicates. */
async function add(run: Run, organization: string, kind: NoticeKind, time: string, data: NoticeData): Promise<void> {
  const id = `${data.snapshotId}.${kind}`
  const doc = storedNotice.write({
    specversion: '1.0',
    id,
    source: NOTICE_SOURCE,
    type: `tenantdata.snapshot.${kind}.v1`,
    subject: data.snapshotId,
    time,
    datacontenttype: 'application/json',
    tenantid: organization,
    data,
  })
  await run(addNotice, organization, { id, doc })
}
