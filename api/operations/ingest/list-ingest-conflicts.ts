import { z } from 'zod'
import {
  type ContestedCode,
  findClaimants,
  listContestedCodes,
  nextClaimedKind,
} from '../../../cypher/ingest/read-ingest.ts'
import { type IngestConflict, IngestConflictPage, ListIngestConflictsInput } from '../../../schemas/ingest/conflicts.ts'
import type { Context } from '../../context.ts'
import { operation } from '../../operation.ts'
import { startOf } from '../../page.ts'
import { exampleCursor } from '../example-cursor.ts'
import { exampleConflict } from './examples.ts'

const operationId = 'listIngestConflicts'
/** Claims that one statement looks at, and how many statements a page may take: some 100 ms for an organization of any size. */
const [LOOKED_AT, STATEMENTS] = [20_000, 5]
const MOST_ENTITIES = 20
/** Greater than every name of a system. */
const END = '~'

/** The kind, value, system and instance of the code after which a list goes on. */
const Position = z.tuple([z.string(), z.string(), z.string(), z.string()])
type Position = z.infer<typeof Position>
type Code = ContestedCode & { kind: string }

/** `GET /v1/ingest/conflicts`: codes that several entities claim. */
export const listIngestConflicts = operation({
  operationId,
  method: 'GET',
  path: '/v1/ingest/conflicts',
  scope: 'ingest:read',
  tag: 'Ingest',
  summary: 'List conflicts between records',
  description:
    'Lists the codes that several live entities claim, by kind, value, system and instance, each with its claimants. A ' +
    'page looks at a bounded number of codes, so that it may be short, even empty, while `links.next` is not null.',
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
    return { data: await conflictsOf(context, page), links: { next }, meta: {} }
  },
})

const positionOf = ({ kind, value, system, instance }: Code): Position => [kind, value, system, instance]

/** More than `limit` of the next codes, or as many as were found; behind `end`, when it is not null, there may be more. */
async function findCodes(
  context: Context,
  { kind: only, system }: { kind: string | undefined; system: string | undefined },
  start: Position | null,
  limit: number,
): Promise<{ codes: Code[]; end: Position | null }> {
  const codes: Code[] = []
  let at = start ?? (only === undefined ? await startOfNextKind(context, '') : startOfKind(only))
  for (let statement = 0; at !== null && codes.length <= limit && statement < STATEMENTS; statement += 1) {
    const { kind, contested, next } = await readCodes(context, at)
    codes.push(
      ...contested.filter((code) => code.system === (system ?? code.system)).map((code) => ({ ...code, kind })),
    )
    at = next ?? (only === undefined ? await startOfNextKind(context, kind) : null)
  }
  return { codes, end: at }
}

const startOfKind = (kind: string): Position => [kind, '', '', '']

async function startOfNextKind(context: Context, after: string): Promise<Position | null> {
  const [next] = await context.read(nextClaimedKind, { after })
  return next ? startOfKind(next.kind) : null
}

/** The contested ones of the next codes of a kind; `next` is where it goes on, null at the end of the kind. */
async function readCodes(context: Context, [kind, value, system, instance]: Position) {
  const params = { kind, value, system, instance, looked: LOOKED_AT }
  const [found] = await context.read(listContestedCodes, params)
  if (!found || found.looked < LOOKED_AT || found.lastValue === null)
    return { kind, contested: found?.contested ?? [], next: null }
  // Some claims of the last value were perhaps not looked at; unless it alone has so many, it is looked at again.
  const { contested, lastValue } = found
  if (lastValue === value) return { kind, contested, next: [kind, lastValue, END, ''] satisfies Position }
  const whole = contested.filter((code) => code.value !== lastValue)
  return { kind, contested: whole, next: startOfValue(kind, lastValue) }
}

const startOfValue = (kind: string, value: string): Position => [kind, value, '', '']

async function conflictsOf(context: Context, codes: readonly Code[]): Promise<IngestConflict[]> {
  const shown = codes.map((code) => ({ ...code, ids: [...code.ids].sort(), entityCount: code.ids.length }))
  const ids = [...new Set(shown.flatMap((code) => code.ids.slice(0, MOST_ENTITIES)))]
  const found = ids.length === 0 ? [] : await context.read(findClaimants, { ids })
  const entities = new Map(found.map((entity) => [entity.id, entity]))
  return shown.map(({ system, instance, kind, value, entityCount, ids: claimants }) => ({
    system,
    instance,
    kind,
    value,
    entityCount,
    entities: claimants.slice(0, MOST_ENTITIES).flatMap((id) => entities.get(id) ?? []),
  }))
}
