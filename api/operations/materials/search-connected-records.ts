import { z } from 'zod'
import {
  findRecords,
  listRecords,
  listRecordsOfKind,
  listRecordsOfState,
} from '../../../cypher/materials/read-materials.ts'
import { noticeAmong, noticesField } from '../../../domain/search/notice-among.ts'
import { searchTerms } from '../../../domain/search/search-terms.ts'
import { similarLabels } from '../../../domain/search/similar-labels.ts'
import { tokenize } from '../../../domain/search/tokens.ts'
import { stripInvisible } from '../../../domain/text/strip-invisible.ts'
import type { ListNotice } from '../../../schemas/common.ts'
import { ConnectedRecordPage, SearchConnectedRecordsInput } from '../../../schemas/materials/connected-operations.ts'
import { ConnectedKind, type ConnectedRecord } from '../../../schemas/materials/connected-records.ts'
import { storedConnectedRecord } from '../../../schemas/stored/connected-data.ts'
import type { TextOf } from '../../../schemas/stored/stored-document.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleRecord } from './examples.ts'
import { afterOf, filteredPage, merged } from './reads/filtered-page.ts'

const operationId = 'searchConnectedRecords'
const MOST_HITS = 10_000
/** The number of rows that are read for a page if a filter has no index. */
const LOOKED_AT = 1000

type Filters = Omit<z.output<typeof SearchConnectedRecordsInput>, 'cursor' | 'limit'>
interface Row {
  id: string
  doc: TextOf<ConnectedRecord> | null
}
interface Found {
  rows: Row[]
  limit: number
  truncated: boolean
}

/** `GET /v1/connected-records/search`: connected records by ID. */
export const searchConnectedRecords = operation({
  operationId,
  method: 'GET',
  path: '/v1/connected-records/search',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'Search connected records',
  description:
    'Lists materials and factories as the source systems know them, sorted by ID. With `q`, returns only records ' +
    'whose label contains all words, and records with exactly that code. A search considers at most 10,000 ' +
    'matches; `meta.truncated` is true if there are more. If nothing matches and there are fewer than 1,000 records ' +
    'to compare, `meta.suggestions` has labels with a similar spelling or code. With the filter `system`, a page can ' +
    'be short or empty while `links.next` is not null.',
  input: SearchConnectedRecordsInput,
  output: ConnectedRecordPage,
  examples: {
    input: { kind: 'material', q: 'poplin 140', system: 'erp', matchState: 'matched', limit: 1 },
    output: { data: [exampleRecord], links: { next: null }, meta: { truncated: false } },
  },
  async handle({ cursor, limit, ...filters }, context) {
    const list = { operationId, filters, position: z.tuple([z.string()]) }
    const after = afterOf(list, context, cursor)
    const found = await read(context, filters, after, limit + 1)
    const range = merged([found], ({ id }) => id)
    const idOf = ({ id }: Row) => id
    const { rows, links } = filteredPage(list, context, {
      ...range,
      limit,
      idOf,
      keeps: ({ doc }: Row) => doc !== null,
    })
    const isMissed = rows.length === 0 && links.next === null && cursor === undefined
    const notices = [...limits(found), ...(isMissed ? await missingSystem(context, filters) : [])]
    const suggestions = isMissed ? await similarRecords(context, filters) : []
    return {
      documents: rows.flatMap(({ doc }) => doc ?? []),
      links,
      meta: {
        truncated: found.truncated,
        ...noticesField(notices),
        ...(suggestions.length > 0 && { suggestions }),
      },
    }
  },
})

function limits({ truncated }: Found): ListNotice[] {
  const most = MOST_HITS.toLocaleString('en')
  const detail = `More than ${most} records match q, and the rest was not considered. Add words or filters.`
  return truncated ? [{ code: 'truncated', name: null, value: null, suggestions: [], detail }] : []
}

/**
 * The labels of records that are similar to a text without a match, or that have a similar code. None if there are too
 * many records to compare.
 */
async function similarRecords(context: Context, { q, kind }: Filters): Promise<string[]> {
  if (q === undefined) return []
  const { rows, limit } = await read(context, kind === undefined ? {} : { kind }, '', LOOKED_AT)
  if (rows.length >= limit) return []
  const records = rows.flatMap(({ doc }) => (doc === null ? [] : [storedConnectedRecord.read(doc)]))
  return similarLabels(
    q,
    records.map(({ label, sourceRecords }) => ({ label, codes: sourceRecords.map(({ recordId }) => recordId) })),
  )
}

/**
 * A notice if none of the records that match the other filters is from the filtered system. There is no notice if there
 * are too many records to read.
 */
async function missingSystem(context: Context, { system, ...others }: Filters): Promise<ListNotice[]> {
  if (system === undefined) return []
  const { rows, limit } = await read(context, others, '', LOOKED_AT)
  if (rows.length >= limit) return []
  const records = rows.flatMap(({ doc }) => (doc === null ? [] : [storedConnectedRecord.read(doc)]))
  const systems = records.flatMap(({ sourceRecords }) => sourceRecords.map((one) => one.system))
  return noticeAmong('system', system, systems, 'No record that matches the other filters is of this system.')
}

async function read(context: Context, filters: Filters, after: string, pageLimit: number): Promise<Found> {
  const { kind, q, matchState } = filters
  if (q !== undefined) return search(context, filters, q, { after, limit: pageLimit })
  const system = filters.system ?? null
  const isFiltered = system !== null || (matchState !== undefined && kind !== undefined)
  const limit = isFiltered ? Math.max(LOOKED_AT, pageLimit) : pageLimit
  const wanted = { after, limit, system }
  const list = async () => {
    if (matchState !== undefined) {
      const kinds = kind === undefined ? ConnectedKind.options : [kind]
      return context.read(listRecordsOfState, { ...wanted, matchState, kinds })
    }
    return kind === undefined ? context.read(listRecords, wanted) : context.read(listRecordsOfKind, { ...wanted, kind })
  }
  return { rows: await list(), limit, truncated: false }
}

async function search(
  context: Context,
  { kind, system, matchState }: Filters,
  q: string,
  page: { after: string; limit: number },
): Promise<Found> {
  const words = tokenize(q)
  if (words.length === 0) return { rows: [], limit: page.limit, truncated: false }
  const rows = await context.read(findRecords, {
    ...page,
    terms: kind === undefined ? searchTerms(words) : `+kind:${kind} ${searchTerms(words)}`,
    codes: [...new Set([q, stripInvisible(q)])],
    kinds: kind === undefined ? ConnectedKind.options : [kind],
    system: system ?? null,
    matchState: matchState ?? null,
    most: MOST_HITS,
  })
  return { rows, limit: page.limit, truncated: rows[0]?.truncated ?? false }
}
