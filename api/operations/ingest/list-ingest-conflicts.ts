import { z } from 'zod'
import {
  type CodePosition,
  type ConflictingCode,
  readConflictingCodes,
  readConflicts,
  startOfCodes,
} from '../../../cypher/ingest/conflicting-codes.ts'
import { nextClaimedKind } from '../../../cypher/ingest/read-ingest.ts'
import { noticeAmong, noticesField } from '../../../domain/search/notice-among.ts'
import type { ListNotice } from '../../../schemas/common.ts'
import { IngestConflictPage, ListIngestConflictsInput } from '../../../schemas/ingest/conflicts.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, startOf } from '../../core/page.ts'
import { exampleConflict } from './examples.ts'

const operationId = 'listIngestConflicts'
/** The most statements that one page runs, which take about 100 ms for an organization of any size. */
const STATEMENTS = 5
const MOST_ENTITIES = 20

const Position = z.tuple([z.string(), z.string(), z.string(), z.string()])

/** `GET /v1/ingest/conflicts`: codes that several entities have. */
export const listIngestConflicts = operation({
  operationId,
  method: 'GET',
  path: '/v1/ingest/conflicts',
  scope: 'ingest:read',
  tag: 'Ingest',
  summary: 'List duplicate codes',
  description:
    'Lists the codes that several entities have, with these entities. Codes are sorted by kind, value, system, ' +
    'and instance. A page considers a limited number of codes, so it can be short or empty while `links.next` is ' +
    'not null.',
  input: ListIngestConflictsInput,
  output: IngestConflictPage,
  examples: { input: { limit: 10 }, output: { data: [exampleConflict], links: { next: exampleCursor }, meta: {} } },
  async handle({ cursor, limit, kind, system }, context) {
    const list = { operationId, filters: { kind, system }, position: Position }
    const start = startOf(list, context, cursor)
    const { codes, end } = await findCodes(context, { kind, system }, start, limit)
    const page = codes.slice(0, limit)
    const last = codes.length > limit ? page.at(-1) : undefined
    const after = last ? positionOf(last) : end
    const next = after && context.sealCursor(operationId, list.filters, after)
    const isMissed = page.length === 0 && next === null && cursor === undefined
    const notices = isMissed ? await missingValues(context, { kind, system }) : []
    return { data: await readConflicts(context, page, MOST_ENTITIES), links: { next }, meta: noticesField(notices) }
  },
})

/** The most kinds of codes that are searched. Organizations have few. */
const MOST_KINDS = 50

async function missingValues(context: Context, { kind, system }: Filters): Promise<ListNotice[]> {
  const kinds: string[] = []
  for (let at = await startOfCodes(context); at !== null && kinds.length < MOST_KINDS; ) {
    kinds.push(at[0])
    const [next] = await context.read(nextClaimedKind, { after: at[0] })
    at = next ? await startOfCodes(context, next.kind) : null
  }
  const ofKind = kind === undefined ? [] : noticeAmong('kind', kind, kinds, 'No entity has a code of this kind.')
  if (system === undefined || ofKind.length > 0) return ofKind
  const { codes, end } = await findCodes(context, { kind, system: undefined }, null, MOST_CODES)
  // There is no notice if the search ended early, because the value may occur in the rest.
  if (end !== null) return []
  return noticeAmong(
    'system',
    system,
    codes.map((code) => code.system),
    'No duplicate code is of this system.',
  )
}

const MOST_CODES = 10_000

interface Filters {
  kind: string | undefined
  system: string | undefined
}

const positionOf = ({ kind, value, system, instance }: ConflictingCode): CodePosition => [kind, value, system, instance]

/**
 * Finds the next codes that several entities have: more than `limit`, or all that there are. If `end` is not null,
 * there may be more after it.
 */
async function findCodes(
  context: Context,
  { kind, system }: Filters,
  start: CodePosition | null,
  limit: number,
): Promise<{ codes: ConflictingCode[]; end: CodePosition | null }> {
  const codes: ConflictingCode[] = []
  let at = start ?? (await startOfCodes(context, kind))
  for (let statement = 0; at !== null && codes.length <= limit && statement < STATEMENTS; statement += 1) {
    const found = await readConflictingCodes(context, at, kind)
    codes.push(...found.codes.filter((code) => code.system === (system ?? code.system)))
    at = found.next
  }
  return { codes, end: at }
}
