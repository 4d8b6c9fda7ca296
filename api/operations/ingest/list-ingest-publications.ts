import { z } from 'zod'
import {
  type IngestedPublication,
  listPublications,
  listPublicationsOfState,
} from '../../../cypher/ingest/read-ingest.ts'
import { countStaged } from '../../../cypher/ingest/write-ingest.ts'
import {
  type IngestPublication,
  IngestPublicationPage,
  ListIngestPublicationsInput,
  type PublicationCounts,
  PublicationFailure,
  PublicationState,
} from '../../../schemas/ingest/publications.ts'
import { readFaults } from '../../../schemas/stored/dead-letter.ts'
import { storedCounts, storedStart, storedTotals } from '../../../schemas/stored/publication.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, pageOf, startOf } from '../../core/page.ts'
import { mapReadable } from '../../core/unreadable.ts'
import { examplePublication } from './examples.ts'

const operationId = 'listIngestPublications'

/** `GET /v1/ingest/publications`: every publication of the BOM, including failed and unfinished ones. */
export const listIngestPublications = operation({
  operationId,
  method: 'GET',
  path: '/v1/ingest/publications',
  scope: 'ingest:read',
  tag: 'Ingest',
  summary: 'List BOM publications',
  description:
    'Lists the BOM publications in any state, newest first by the time they were started. Each has the counts ' +
    'that its source states, the counts that arrived, and, if it failed, the reason and the faults of its events. ' +
    'For a publication that is building, the counts are those received so far.',
  input: ListIngestPublicationsInput,
  output: IngestPublicationPage,
  examples: {
    input: { state: 'completed', limit: 1 },
    output: { data: [examplePublication], links: { next: exampleCursor }, meta: {} },
  },
  async handle({ cursor, limit, state }, context) {
    const list = { operationId, filters: { state }, position: z.tuple([z.int()]) }
    const before = startOf(list, context, cursor)?.[0] ?? Number.MAX_SAFE_INTEGER
    const newest = { before, limit: limit + 1 }
    const found = await (state === undefined
      ? context.read(listPublications, newest)
      : context.read(listPublicationsOfState, { ...newest, state }))
    const { rows, links } = pageOf(list, context, { rows: found, limit, positionOf: ({ offset }) => [offset] })
    const open = rows.find(({ status }) => status === 'building')
    const [staged = null] = open ? await context.read(countStaged, { snapshotId: open.snapshotId }) : []
    const data = mapReadable(
      context,
      operationId,
      rows,
      ({ snapshotId }) => `snapshotId ${snapshotId}`,
      (row) => publicationOf(row, row === open ? staged : null),
    )
    return { data, links, meta: {} }
  },
})

/** @param staged the counts received so far, for a publication that is still being built */
function publicationOf(row: IngestedPublication, staged: PublicationCounts | null): IngestPublication {
  const { snapshotId, status, seq, publicationId, endedAt, retiredAt } = row
  const { system, instance, ...started } = storedStart.read(row.started)
  return {
    snapshotId,
    state: PublicationState.parse(status),
    ...failureOf(row.reason),
    faults: row.faults === null ? [] : readFaults(row.faults),
    faultCount: row.faultCount,
    publicationNumber: seq,
    publicationId,
    source: `/${system}/${instance}`,
    sourceRunId: started.sourceRunId,
    mode: started.mode ?? 'full_replacement',
    expected: row.expected && storedCounts.readChecked(row.expected),
    seen: staged ?? (row.seen && storedCounts.readChecked(row.seen)),
    removedStyleCount:
      seq === null || row.totals === null ? null : storedTotals.readChecked(row.totals).removedStyleCount,
    effectiveAt: started.effectiveAt,
    startedAt: started.startedAt,
    endedAt,
    retiredAt,
  }
}

/** Splits a stored failure into its code and its detail. */
function failureOf(stored: string | null): Pick<IngestPublication, 'reason' | 'detail'> {
  if (stored === null) return { reason: null, detail: null }
  const end = stored.indexOf(': ')
  return { reason: PublicationFailure.parse(stored.slice(0, end)), detail: stored.slice(end + 2) }
}
