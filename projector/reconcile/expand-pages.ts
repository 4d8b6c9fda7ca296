import { listChangedStyles } from '../../cypher/bom.ts'
import { listEntitiesOfType } from '../../cypher/graph.ts'
import type { Query } from '../../cypher/query.ts'
import { listLinesAround } from '../../cypher/reconcile.ts'
import * as pages from '../../cypher/reconcile-pages.ts'
import type { StoredLine } from '../../schemas/stored-bom.ts'
import { materialsOfStyles, placesOfStyles, slotOf } from './expand.ts'
import { facilitiesOf } from './facilities.ts'
import { distinct, type Round } from './round.ts'
import type { Stage, Work } from './work.ts'

const ROWS = 50
const STYLES = 20

interface Ask {
  key: string
  after: string
}

/** What a page adds, and after what the next page of each key begins; keys that were read to the end have none. */
interface Read {
  work: Work[]
  next: Ask[]
}

type Reader = (round: Round, asks: readonly Ask[]) => Promise<Read>

/** Reads one page of each stage and key, and says where to go on. */
export async function expandPages(round: Round, work: readonly Work[]): Promise<Work[]> {
  const asked = work.flatMap((one) =>
    one[0] === 'page' ? [{ stage: one[1], ask: { key: one[2], after: one[3] } }] : [],
  )
  const found: Work[] = []
  for (const [stage, own] of Map.groupBy(asked, (one) => one.stage)) {
    const read = await readers[stage](
      round,
      own.map(({ ask }) => ask),
    )
    found.push(...read.work, ...read.next.map(({ key, after }): Work => ['page', stage, key, after]))
  }
  return found
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
  return async ({ run, organization }, asks) => {
    const rows = await run(query, organization, { rows: [...asks], limit: ROWS })
    return { work: rows.flatMap(workOf), next: nextOf(rows, ROWS) }
  }
}

function inOrder<R extends { last: string }>(
  query: Query<{ after: string; limit: number }, R>,
  workOf: (row: R) => Work[],
): Reader {
  return async ({ run, organization }, asks) => {
    const read: Read = { work: [], next: [] }
    for (const { key, after } of asks) {
      const rows = await run(query, organization, { after, limit: 4 * ROWS })
      read.work.push(...rows.flatMap(workOf))
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

async function recordsOfCodes({ run, organization }: Round, asks: readonly Ask[]): Promise<Read> {
  const rows = asks.map(({ key, after }) => {
    const [system, kind, value]: [string, string, string] = JSON.parse(key)
    return { key, after, system, kind, value }
  })
  const found = await run(pages.pageRecordsOfCode, organization, { rows, limit: ROWS })
  return { work: found.map(({ last }): Work => ['record', last]), next: nextOf(found, ROWS) }
}

async function linksTo({ run, organization, seq }: Round, type: string, asks: readonly Ask[], limit: number) {
  const rows = await run(pages.pageLinksTo, organization, { rows: [...asks], type, seq, limit })
  return { rows, next: nextOf(rows, limit) }
}

/** Where a material may be missing: wherever a style that uses it is produced. */
async function usesOfMaterials(round: Round, asks: readonly Ask[]): Promise<Read> {
  const { rows, next } = await linksTo(round, 'USES_MATERIAL', asks, ROWS)
  const used = rows.map(({ key, fromId }) => ({ styleId: fromId, materialId: key }))
  return { work: await placesOfStyles(round, used), next }
}

/** What may be missing at the factories of suppliers: whatever the styles use that they produce. */
async function stylesOfSuppliers(round: Round, asks: readonly Ask[]): Promise<Read> {
  const { rows, next } = await linksTo(round, 'PRODUCED_BY', asks, STYLES)
  const facilities = await facilitiesOf(round, distinct(asks.map(({ key }) => key)))
  const work = await materialsOfStyles(round, distinct(rows.map(({ fromId }) => fromId)), [])
  const own = new Set([...facilities.values()].flat().map((facility) => slotOf(round, '', facility)[2]))
  return { work: work.filter((one) => one[0] === 'slot' && own.has(one[2])), next }
}

async function materialsOfSuppliers(round: Round, asks: readonly Ask[]): Promise<Read> {
  const { rows, next } = await linksTo(round, 'SUPPLIED_BY', asks, ROWS)
  const work = distinct(rows.map(({ fromId }) => fromId)).map((id): Work => ['page', 'material-key', id, ''])
  return { work, next }
}

async function allStyles(round: Round, asks: readonly Ask[]): Promise<Read> {
  const read: Read = { work: [], next: [] }
  for (const { key, after } of asks) {
    const rows = await round.run(listEntitiesOfType, round.organization, { type: 'style', after, limit: STYLES })
    const work = await materialsOfStyles(
      round,
      rows.map(({ id }) => id),
      [],
    )
    // Positions and exceptions have pages of their own.
    read.work.push(...work.filter(([kind]) => kind === 'slot'))
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
async function changedStyles(round: Round, asks: readonly Ask[]): Promise<Read> {
  const read: Read = { work: [], next: [] }
  const { run, organization } = round
  for (const { key, after } of asks) {
    const seq = Number(key)
    const start = after === '' ? '' : `${after}0`
    const rows = await run(listChangedStyles, organization, { from: seq - 1, to: seq, start, limit: STYLES })
    const styleIds = rows.map(({ styleId }) => styleId)
    const lines = styleIds.length > 0 ? await run(listLinesAround, organization, { styleIds, seq }) : []
    const former = lines.map(({ styleId, doc }) => ({
      styleId,
      materialId: (JSON.parse(doc) as StoredLine).materialId,
    }))
    read.work.push(...(await materialsOfStyles(round, styleIds, former)))
    read.next.push(
      ...nextOf(
        rows.map(({ styleId }) => ({ key, last: styleId })),
        STYLES,
      ),
    )
  }
  return read
}
