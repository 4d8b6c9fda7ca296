import { z } from 'zod'
import {
  type CodePosition,
  type ConflictingCode,
  readConflictingCodes,
  readConflicts,
  startOfCodes,
} from '../../../cypher/ingest/conflicting-codes.ts'
import { IngestConflictPage, ListIngestConflictsInput } from '../../../schemas/ingest/conflicts.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, startOf } from '../../core/page.ts'
import { exampleConflict } from './examples.ts'

const operationId = 'listIngestConflicts'
/** How many statements a page may take: some 100 ms for an organization of any size. */
const STATEMENTS = 5
const MOST_ENTITIES = 20

const Position = z.tuple([z.string(), z.string(), z.string(), z.string()])

/** `GET /v1/ingest/conflicts`: codes that several entities claim. */
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
    return { data: await readConflicts(context, page, MOST_ENTITIES), links: { next }, meta: {} }
  },
})

const positionOf = ({ kind, value, system, instance }: ConflictingCode): CodePosition => [kind, value, system, instance]

/** More than `limit` of the next codes, or as many as were found; behind `end`, when it is not null, there may be more. */
async function findCodes(
  context: Context,
  { kind, system }: { kind: string | undefined; system: string | undefined },
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
