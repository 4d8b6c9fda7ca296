import { tenantLabel } from '../../../cypher/connect.ts'
import type { Entity } from '../../../schemas/graph/entities.ts'
import { OPEN } from '../../../schemas/stored/bom.ts'
import type { ExportsWorld } from '../api/exports.ts'
import { hostileTexts } from '../api/hostile.ts'
import { published, snapshotOf, writeHistory } from '../bom/bom-graph.ts'
import type { TestStyle } from '../bom/bom-model.ts'
import { randomBoms } from '../bom/random-boms.ts'
import { material, sku, style, supplier } from '../graph/entities.ts'
import { fill, type TestLink } from '../graph/graph.ts'

/** Creates entities, links, and a BOM history whose texts need escaping in CSV. @returns the IDs of the snapshots */
export async function fillGraphRows({ graph, organization: { key } }: ExportsWorld): Promise<[string, string, string]> {
  const boms = randomBoms(99, { styles: 9, publications: 3, edits: 12 })
  const history = boms.map((bom, at) => published(bom.map(hostileStyle), at + 1))
  await writeHistory(graph, key, history)
  const styles = boms[2]?.map(({ record }, at) => style(key, record, hostileTexts[at % hostileTexts.length])) ?? []
  const materials = hostileTexts.map((text, at) => ({
    ...material(key, `M-${at}`, `Poplin ${text}`),
    label: `${text} poplin`,
    externalReferences: [
      { ...gtin, value: `000401234567${at}`.slice(0, 13) },
      { ...gtin, value: text || '-' },
    ],
  }))
  const [mill, other, gone] = ['V-1', 'V-2', 'V-3'].map((record, at) => supplier(key, record, hostileTexts[at]))
  const [one, two] = history.map((publication, at) =>
    publicationEntity(key, snapshotOf(key, history, publication, at + 1)),
  )
  const first = materials[0]
  if (!mill || !other || !gone || !one || !two || !first) throw new Error('Everything is there')
  const stub = sku(key, 'K-stub')
  const links: TestLink[] = [
    ...materials.map((from, at) => ({
      type: 'SUPPLIED_BY' as const,
      from,
      to: mill,
      properties: { ...supply, ...amountsOf(at), mpn: hostileTexts[at] },
    })),
    { type: 'OWNED_BY', from: mill, to: mill, properties: { sharePercent: '51' } },
    { type: 'OWNED_BY', from: gone, to: mill, properties: { sharePercent: '9' } },
    { type: 'SUPERSEDES', from: two, to: one },
    ...styles.map((from) => ({ type: 'HAS_SKU' as const, from, to: stub, properties: skuOfStyle })),
    ...styles.map((from, at) => usesMaterial(`${at}`.padStart(8, '0'), from, first)),
  ]
  await fill(graph, key, { entities: [...styles, ...materials, mill, other, one, two], links, deleted: [gone] })
  await closeSomeLines(graph, key, snapshotOf(key, history, history[2] as (typeof history)[0], 3).publicationId)
  return history.map(({ snapshotId }) => snapshotId) as [string, string, string]
}

/** Gives a style the same texts in every publication, so that they add no change. */
function hostileStyle(testStyle: TestStyle, at: number): TestStyle {
  const lines = testStyle.lines.map((line) => {
    const hostile = (more: number) => hostileTexts[(3 * (at + line.lineNumber / 10) + more) % hostileTexts.length] ?? ''
    return {
      ...line,
      section: line.section && hostile(0),
      mpn: line.mpn && hostile(1),
      supplier: line.supplier && { ...line.supplier, name: line.lineNumber === 0 ? hostileTexts[0] : hostile(2) },
    }
  })
  return { ...testStyle, lines }
}

const seen = { firstSeenAt: '2026-01-05T07:00:00.000Z', lastSeenAt: '2026-01-05T07:00:00.001Z' }
const gtin = { system: 'plm', instance: 'main', kind: 'gtin', isPrimary: false, ...seen } as const

const price = { amount: '10.84', currency: 'USD' }
const supply = { isNominated: true, price, moq: '500', leadTimeDays: 35, approvalState: 'approved' }
/** The greatest and the least decimals of the contract, and some between them. */
const amounts = ['9999999999.9999999999999999', '0.0000000000000001', '500', '-1.5', '0', '10.84']

function amountsOf(at: number): Partial<typeof supply> {
  const amount = amounts[at % amounts.length] ?? '1'
  return { moq: amounts[(at + 1) % amounts.length] ?? '1', price: { amount, currency: 'USD' } }
}

const skuOfStyle = { colorwayCode: 'NVY', sizeCode: 'M', sizeIndex: 1 }

function usesMaterial(id: string, from: Entity, to: Entity): TestLink {
  const amounts = { netYield: '1.25', wastagePercent: '5', grossYield: null, uom: 'MTR', mpn: '-HV' }
  const properties = { bomLineRef: `=L-${id}`, placement: 'front\nbody', ...amounts }
  return { id: `${id}-0000-4000-8000-000000000000`, type: 'USES_MATERIAL', from, to, properties }
}

/** Half of the lines belong to the newest publication. The others end with it. */
async function closeSomeLines(graph: ExportsWorld['graph'], key: string, publicationId: string): Promise<void> {
  await graph.execute(
    `CREATE (t:Timeline:${tenantLabel(key)} {tenantKey: $key, seq: 3, minSeq: 1, publicationId: $publicationId})
     SET t.seq = 3 WITH t MATCH (:Entity {tenantKey: $key})-[l:LINK]->() WHERE l.sortKey STARTS WITH 'USES_MATERIAL'
     SET l.fromSeq = 1, l.toSeq = CASE WHEN l.id ENDS WITH '1-0000-4000-8000-000000000000' OR l.id STARTS WITH '00000002'
       THEN 3 ELSE toInteger($open) END`,
    { key, publicationId, open: OPEN },
  )
}

function publicationEntity(key: string, snapshot: ReturnType<typeof snapshotOf>): Entity {
  const { publicationNumber, snapshotId, startedAt, completedAt, styleCount, skuCount, rowCount } = snapshot
  return {
    ...material(key, `P-${publicationNumber}`),
    id: snapshot.publicationId,
    type: 'bom_publication',
    label: `BOM publication #${publicationNumber}`,
    lifecycleState: 'completed',
    attributes: {
      publicationNumber,
      snapshotId,
      mode: 'full_replacement',
      startedAt,
      completedAt,
      sourceSystem: 'plm',
      sourceRunId: null,
      styleCount,
      skuCount,
      lineCount: 1,
      rowCount,
      contentHash: null,
      previousPublicationId: null,
    },
  }
}
