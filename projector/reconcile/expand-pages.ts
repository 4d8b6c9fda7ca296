import { listChangedStyles } from '../../cypher/bom.ts'
import { listEntitiesOfType } from '../../cypher/graph.ts'
import type { Query } from '../../cypher/query.ts'
import { listLinesAround } from '../../cypher/reconcile.ts'
import * as pages from '../../cypher/reconcile-pages.ts'
import type { StoredLine } from '../../schemas/stored-bom.ts'
import { newestTimes, type Times, timeOf } from '../newest-times.ts'
import { materialsOfStyles, placesOfStyles } from './expand.ts'
import { facilitiesOf, factoryIdOf } from './facilities.ts'
import type { Round } from './round.ts'
import { type Due, dueSince, type Stage, type Work } from './work.ts'

const ROWS = 50
const STYLES = 20

interface Ask {
  key: string
  after: string
}

/** What a page adds, and after what the next page of each key begins; keys that were read to the end have none. */
interface Read {
  work: Due[]
  next: Ask[]
}

/** Each key is asked for once; `times` are those of the keys. */
type Reader = (round: Round, asks: readonly Ask[], times: Times) => Promise<Read>

/** Reads one page of each stage and key, and says where to go on. */
export async function expandPages(round: Round, pagesDue: readonly Due[]): Promise<Due[]> {
  const asked = pagesDue.flatMap(({ work, time }) =>
    work[0] === 'page' ? [{ stage: work[1], key: work[2], after: work[3], time }] : [],
  )
  const found: Due[] = []
  for (const [stage, own] of Map.groupBy(asked, (one) => one.stage)) {
    const times = newestTimes(own.map(({ key, time }) => [key, time]))
    const read = await readers[stage](round, firstOf(own), times)
    found.push(
      ...read.work,
      ...read.next.flatMap(({ key, after }) => dueSince(timeOf(times, key), [['page', stage, key, after]])),
    )
  }
  return found
}

/** Where a key was begun anew before it was read to the end, the page that begins first leads to all of both. */
function firstOf(asks: readonly Ask[]): Ask[] {
  return [...Map.groupBy(asks, ({ key }) => key)].map(([key, own]) => ({
    key,
    after: own.map(({ after }) => after).reduce((a, b) => (a < b ? a : b)),
  }))
}

type Positions = { materialRef: string; factoryRef: string }
type Exceptions = Positions & { materialKey: string; factoryKey: string }
type Requirements = { forRef: string | null; factoryRef: string | null }

const pairOf = ({ materialRef, factoryRef }: Positions): Work[] => [['pair', materialRef, factoryRef]]

function slotOfException({ materialKey, factoryKey, materialRef, factoryRef }: Exceptions): Work[] {
  if (factoryKey === '') return [['group', 'material', materialKey]]
  if (materialKey === '') return [['group', 'factory', factoryKey]]
  return [['slot', materialKey, factoryKey, materialRef, factoryRef]]
}

/** What is deleted names nothing. */
function requirementOf({ forRef, factoryRef }: Requirements): Work[] {
  return forRef === null || factoryRef === null ? [] : [['requirement', forRef, factoryRef]]
}

const readers: Readonly<Record<Stage, Reader>> = {
  'material-key': byKey(pages.pagePositionsOfMaterialKey, pairOf),
  'factory-key': byKey(pages.pagePositionsOfFactoryKey, pairOf),
  'material-ref': byKey(pages.pagePositionsOfMaterialRef, pairOf),
  'factory-ref': byKey(pages.pagePositionsOfFactoryRef, pairOf),
  positions: inOrder(pages.pagePositions, pairOf),
  'material-exceptions': byKey(pages.pageExceptionsOfMaterial, slotOfException),
  'factory-exceptions': byKey(pages.pageExceptionsOfFactory, slotOfException),
  exceptions: inOrder(pages.pageExceptions, slotOfException),
  records: inOrder(pages.pageRecords, ({ last }) => [['record', last]]),
  'record-code': recordsOfCodes,
  'style-requirements': byKey(pages.pageRequirementsOfStyleRef, requirementOf),
  'sku-requirements': byKey(pages.pageRequirementsOfSkuRef, requirementOf),
  'factory-requirements': byKey(pages.pageRequirementsOfFactoryRef, requirementOf),
  requirements: inOrder(pages.pageRequirements, requirementOf),
  styles: allStyles,
  'changed-styles': changedStyles,
  USES_MATERIAL: usesOfMaterials,
  PRODUCED_BY: stylesOfSuppliers,
  SUPPLIED_BY: materialsOfSuppliers,
}

function byKey<R extends { key: string; last: string }>(
  query: Query<{ rows: Ask[]; limit: number }, R>,
  workOf: (row: R) => Work[],
): Reader {
  return async ({ run, organization }, asks, times) => {
    const rows = await run(query, organization, { rows: [...asks], limit: ROWS })
    return { work: rows.flatMap((row) => dueSince(timeOf(times, row.key), workOf(row))), next: nextOf(rows, ROWS) }
  }
}

function inOrder<R extends { last: string }>(
  query: Query<{ after: string; limit: number }, R>,
  workOf: (row: R) => Work[],
): Reader {
  return async ({ run, organization }, asks, times) => {
    const read: Read = { work: [], next: [] }
    for (const { key, after } of asks) {
      const rows = await run(query, organization, { after, limit: 4 * ROWS })
      read.work.push(...dueSince(timeOf(times, key), rows.flatMap(workOf)))
      read.next.push(
        ...nextOf(
          rows.map((row) => ({ ...row, key })),
          4 * ROWS,
        ),
      )
    }
    return read
  }
}

/** Of each key that filled its page, the row after which the next begins: rows of a key come in order. */
function nextOf(rows: readonly { key: string; last: string }[], limit: number): Ask[] {
  return [...Map.groupBy(rows, ({ key }) => key)].flatMap(([key, own]) => {
    const last = own.map((row) => row.last).reduce((a, b) => (a > b ? a : b))
    return own.length < limit ? [] : [{ key, after: last }]
  })
}

async function recordsOfCodes({ run, organization }: Round, asks: readonly Ask[], times: Times): Promise<Read> {
  const rows = asks.map(({ key, after }) => {
    const [system, kind, value]: [string, string, string] = JSON.parse(key)
    return { key, after, system, kind, value }
  })
  const found = await run(pages.pageRecordsOfCode, organization, { rows, limit: ROWS })
  return {
    work: found.flatMap(({ key, last }) => dueSince(timeOf(times, key), [['record', last]])),
    next: nextOf(found, ROWS),
  }
}

async function linksTo({ run, organization, seq }: Round, type: string, asks: readonly Ask[], limit: number) {
  const rows = await run(pages.pageLinksTo, organization, { rows: [...asks], type, seq, limit })
  return { rows, next: nextOf(rows, limit) }
}

/** Where a material may be missing: wherever a style that uses it is produced. */
async function usesOfMaterials(round: Round, asks: readonly Ask[], times: Times): Promise<Read> {
  const { rows, next } = await linksTo(round, 'USES_MATERIAL', asks, ROWS)
  const used = rows.map(({ key, fromId }) => ({ styleId: fromId, materialId: key, time: timeOf(times, key) }))
  return { work: await placesOfStyles(round, used), next }
}

/** What may be missing at the factories of suppliers: whatever the styles use that they produce. */
async function stylesOfSuppliers(round: Round, asks: readonly Ask[], times: Times): Promise<Read> {
  const { rows, next } = await linksTo(round, 'PRODUCED_BY', asks, STYLES)
  const facilities = await facilitiesOf(round, [...times.keys()])
  const styles = newestTimes(rows.map(({ key, fromId }) => [fromId, timeOf(times, key)]))
  // A style may be produced by several of them: a factory has the time of its own.
  const own = newestTimes(
    [...times].flatMap(([id, time]) =>
      (facilities.get(id) ?? []).map((one) => [factoryIdOf(round.organization, one), time] as const),
    ),
  )
  const work = (await materialsOfStyles(round, styles, [])).flatMap(({ work: one }) =>
    one[0] === 'slot' && own.has(one[2]) ? dueSince(timeOf(own, one[2]), [one]) : [],
  )
  return { work, next }
}

async function materialsOfSuppliers(round: Round, asks: readonly Ask[], times: Times): Promise<Read> {
  const { rows, next } = await linksTo(round, 'SUPPLIED_BY', asks, ROWS)
  const materials = newestTimes(rows.map(({ key, fromId }) => [fromId, timeOf(times, key)]))
  return { work: [...materials].flatMap(([id, time]) => dueSince(time, [['page', 'material-key', id, '']])), next }
}

async function allStyles(round: Round, asks: readonly Ask[], times: Times): Promise<Read> {
  const read: Read = { work: [], next: [] }
  for (const { key, after } of asks) {
    const rows = await round.run(listEntitiesOfType, round.organization, { type: 'style', after, limit: STYLES })
    const time = timeOf(times, key)
    const work = await materialsOfStyles(round, new Map(rows.map(({ id }) => [id, time])), [])
    // Positions and exceptions have pages of their own.
    read.work.push(...work.filter((due) => due.work[0] === 'slot'))
    read.next.push(
      ...nextOf(
        rows.map(({ id }) => ({ key, last: id })),
        STYLES,
      ),
    )
  }
  return read
}

/** The styles that a publication changed, with the materials that they have since then or had until then. */
async function changedStyles(round: Round, asks: readonly Ask[], times: Times): Promise<Read> {
  const read: Read = { work: [], next: [] }
  const { run, organization } = round
  for (const { key, after } of asks) {
    const seq = Number(key)
    const time = timeOf(times, key)
    const start = after === '' ? '' : `${after}0`
    const rows = await run(listChangedStyles, organization, { from: seq - 1, to: seq, start, limit: STYLES })
    const styleIds = rows.map(({ styleId }) => styleId)
    const lines = styleIds.length > 0 ? await run(listLinesAround, organization, { styleIds, seq }) : []
    const former = lines.map(({ styleId, doc }) => ({
      styleId,
      materialId: (JSON.parse(doc) as StoredLine).materialId,
      time,
    }))
    read.work.push(...(await materialsOfStyles(round, new Map(styleIds.map((id) => [id, time])), former)))
    read.next.push(
      ...nextOf(
        rows.map(({ styleId }) => ({ key, last: styleId })),
        STYLES,
      ),
    )
  }
  return read
}
