import { z } from 'zod'
import { listExports as readExports } from '../../../cypher/exports/exports.ts'
import { ExportPage, ListExportsInput } from '../../../schemas/exports/exports.ts'
import { operation } from '../../core/operation.ts'
import { pageOf, startOf } from '../../core/page.ts'
import { mapReadable } from '../../core/unreadable.ts'
import { completedExport } from './examples.ts'
import { jobOf } from './job-of.ts'

const operationId = 'listExports'
const newestFirst = { operationId, filters: {}, position: z.tuple([z.string()]) }
/** Sorts after every key, because keys begin with a year. */
const END = '~'

/** `GET /v1/exports`: the organization's exports, newest first. */
export const listExports = operation({
  operationId,
  method: 'GET',
  path: '/v1/exports',
  scope: 'exports:create',
  tag: 'Exports',
  summary: 'List exports',
  description:
    'Lists the exports of the organization, newest first, including those of other tokens. Check this list before ' +
    'you create an export again after a lost response.',
  isAvailableDuringRebuild: true,
  input: ListExportsInput,
  output: ExportPage,
  examples: { input: { limit: 1 }, output: { data: [completedExport], links: { next: null }, meta: {} } },
  async handle({ cursor, limit }, context) {
    const [before] = startOf(newestFirst, context, cursor) ?? [END]
    const found = await context.read(readExports, { before, limit: limit + 1 })
    const { rows, links } = pageOf(newestFirst, context, { rows: found, limit, positionOf: ({ sortKey }) => [sortKey] })
    const now = context.now()
    const data = mapReadable(
      context,
      operationId,
      rows,
      ({ id }) => `exportId ${id}`,
      (stored) => jobOf(stored, now),
    )
    return { data, links, meta: {} }
  },
})
