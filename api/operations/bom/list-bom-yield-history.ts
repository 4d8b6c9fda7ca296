import { z } from 'zod'
import { listSnapshots, listStylesOfSkuId } from '../../../cypher/bom/read-snapshots.ts'
import { createComparison } from '../../../domain/bom/changes/compare-groups.ts'
import type { HistoryStep, StepSnapshot } from '../../../domain/bom/yield-history.ts'
import { BomYieldStepPage, ListBomYieldHistoryInput } from '../../../schemas/bom/yield-history.ts'
import type { ListNotice } from '../../../schemas/common.ts'
import { OPEN } from '../../../schemas/stored/bom.ts'
import type { Reader } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleCursor, startOf } from '../../core/page.ts'
import { exampleChange, exampleStep } from './examples.ts'
import { keyOfRow, readSteps } from './history/read-steps.ts'
import { pin, unpin, whileReadable } from './reads/pinned-snapshot.ts'

const operationId = 'listBomYieldHistory'
/** The position in a cursor: the snapshot with which the last step of the page begins. */
const position = z.tuple([z.string()])

/**
 * `GET /v1/bom/yields/history`: the steps of one yield row, newest first. A step holds from a snapshot until another
 * one, so the list has one entry for each change of the row, however many snapshots there are. With one entry for each
 * snapshot, a year of daily publications would be hundreds of equal entries, and callers would have to compare them to
 * find the changes.
 */
export const listBomYieldHistory = operation({
  operationId,
  method: 'GET',
  path: '/v1/bom/yields/history',
  scope: 'bom:read',
  tag: 'BOM history',
  summary: 'List the history of a yield',
  description:
    'Lists how one yield row developed over the available snapshots, newest first. Each step is a stretch of ' +
    'consecutive snapshots in which the row has the same values, or in which no snapshot contains it. The list begins ' +
    'with the first available snapshot that contains the row. If none does, it is empty, and `meta.notices` says so. ' +
    'A page can be short while `links.next` is not null.',
  problems: ['snapshot_not_found', 'snapshot_retired'],
  input: ListBomYieldHistoryInput,
  output: BomYieldStepPage,
  examples: {
    input: { matchKey: exampleChange.matchKey, limit: 1 },
    output: { data: [exampleStep], links: { next: exampleCursor }, meta: {} },
  },
  async handle({ cursor, limit, ...given }, context) {
    const list = { operationId, filters: given, position }
    const start = startOf(list, context, cursor)
    const pinned = start && unpin(start[0])
    const key = keyOfRow(given.matchKey)
    const [styleIds, to] = await Promise.all([
      key === null ? [] : stylesWith(context, key.skuId, given.styleId),
      pinned ? pinned.seq : latestNumber(context),
    ])
    if (key === null || to === null || styleIds.length === 0) return { ...empty, meta: { notices: [unknown(given)] } }
    const range = { to, isContinued: pinned !== null, wanted: limit + 1 }
    const reading = readSteps(context, styleIds, key, range)
    const { steps, isEnd } = await whileReadable(context, pinned ? [pinned] : [], reading)
    const page = (isEnd ? steps : steps.slice(0, -1)).slice(0, limit)
    const last = page.at(-1)
    const isMore = last !== undefined && page.length < steps.length
    const compare = createComparison()
    return {
      data: page.map((step, at) => shown(step, steps[at + 1], compare)),
      links: {
        next: isMore ? context.sealCursor(operationId, given, [pin({ ...last.from, ...unused })]) : null,
      },
      meta: page.length > 0 || pinned ? {} : { notices: [unknown(given)] },
    }
  },
})

const empty = { data: [], links: { next: null } }
/** What cursors of other lists use of a pinned snapshot in addition. */
const unused = { rowsPerStyle: 1, rowCount: null }

async function stylesWith(context: Reader, skuId: string, styleId: string | undefined): Promise<string[]> {
  const found = await context.read(listStylesOfSkuId, { skuId, start: '', limit: Number.MAX_SAFE_INTEGER })
  const styleIds = [...new Set(found.map((one) => one.styleId))]
  return styleId === undefined ? styleIds : styleIds.filter((id) => id === styleId.toLowerCase())
}

async function latestNumber(context: Reader): Promise<number | null> {
  const [found] = await context.read(listSnapshots, { before: OPEN, limit: 1 })
  return found?.seq ?? null
}

function shown(
  { from, until, row }: HistoryStep,
  before: HistoryStep | undefined,
  compare: ReturnType<typeof createComparison>,
) {
  const compared = row && before?.row ? compare(before.row.group, row.group) : null
  return {
    from: identityOf(from),
    until: until && identityOf(until),
    changedFields: compared?.changedFields ?? [],
    delta: compared?.delta ?? null,
    row: row?.state ?? null,
  }
}

function identityOf({ snapshotId, completedAt }: StepSnapshot) {
  return { snapshotId, completedAt }
}

function unknown({ matchKey, styleId }: { matchKey: string; styleId?: string | undefined }): ListNotice {
  const where = styleId === undefined ? '' : ' in this style'
  const detail =
    `No available snapshot contains a row with this matchKey${where}. ` +
    'Use the matchKey of a row that listBomYields or listBomYieldChanges returns.'
  return { code: 'no_such_value', name: 'matchKey', value: matchKey, suggestions: [], detail }
}
