import type { SnapshotRow } from '../../../demo/bom/ledger/snapshot-rows.ts'
import { uuidOf } from '../events/model.ts'
import { dimensionOf, inBaseUnits, scaled, UNIT } from './connected-amounts.ts'
import type { Code, SystemRecord } from './system-records.ts'

/** The factories at which materials are used by styles, and the amounts that open production requires there. */
export function usesOf(records: SystemRecord[], rows: readonly SnapshotRow[], facilities: Map<string, string>) {
  const organization = records[0]?.organization ?? ''
  const states = new Map(
    records.flatMap((one) => (one.kind === 'style' ? [[one.subject, one.data.lifecycleState]] : [])),
  )
  const sites = new Map(
    records.flatMap(({ kind, subject, data }) => {
      const site = ((data.references ?? []) as Code[]).find((code) => code.kind === 'facility_id')
      return kind === 'supplier' && site ? [[subject, facilities.get(site.value) ?? '']] : []
    }),
  )
  const links = records.filter(({ kind }) => kind === 'link').map(({ data }) => data as LinkData)
  const made = Map.groupBy(
    links.filter(({ type }) => type === 'PRODUCED_BY'),
    ({ from }) => from.recordId,
  )
  const materialOf = ({ materialRecordId }: SnapshotRow) =>
    uuidOf(organization, 'material', 'plm', 'main', materialRecordId)
  const [allocated, produced] = [new Set<string>(), new Set<string>()]
  for (const [style, ofStyle] of Map.groupBy(rows, ({ styleRecordId }) => styleRecordId)) {
    const isActive = ['adopted', 'production'].includes(String(states.get(style)))
    for (const material of new Set(ofStyle.map(materialOf))) {
      for (const { to } of made.get(style) ?? []) {
        allocated.add(`${material} ${sites.get(to.recordId)}`)
        if (isActive) produced.add(`${material} ${sites.get(to.recordId)}`)
      }
    }
  }
  const required = requiredOf(records, rows, { facilities, materialOf })
  const nominated = new Map(
    links.flatMap(({ type, from, to, properties }) =>
      type === 'SUPPLIED_BY' && properties?.isNominated
        ? [[uuidOf(organization, 'material', 'plm', 'main', from.recordId), { to: to.recordId, mpn: properties.mpn }]]
        : [],
    ),
  )
  const vendors = new Map(
    records.flatMap(({ kind, subject, data }) => {
      const code = ((data.references ?? []) as Code[]).find(({ system }) => system === 'erp')
      return kind === 'supplier' && code ? [[subject, code.value]] : []
    }),
  )
  return { allocated, produced, required, nominated, vendors }
}

type LinkData = {
  type: string
  from: { recordId: string }
  to: { recordId: string }
  properties?: { isNominated?: boolean; mpn?: string | null }
}

/** Required amounts by pair, in 10^-20 of the base unit, without pairs for which an order uses another dimension. */
function requiredOf(
  records: SystemRecord[],
  rows: readonly SnapshotRow[],
  { facilities, materialOf }: { facilities: Map<string, string>; materialOf: (row: SnapshotRow) => string },
): Map<string, bigint | null> {
  const byStyle = Map.groupBy(rows, ({ styleRecordId }) => styleRecordId)
  const bySku = Map.groupBy(rows, ({ skuRecordId }) => skuRecordId)
  const required = new Map<string, bigint | null>()
  for (const { kind, data } of records) {
    if (kind !== 'requirement') continue
    const { style, sku, factory, units: count } = data as RequirementData
    const taken = style ? byStyle.get(style.recordId) : bySku.get(sku?.recordId ?? '')
    const skus = BigInt(new Set(taken?.map(({ skuRecordId }) => skuRecordId)).size)
    for (const row of taken ?? []) {
      const key = `${materialOf(row)} ${facilities.get(factory.value)}`
      const before = required.get(key) === undefined ? 0n : required.get(key)
      const gross = grossOf(row)
      const isKnown = gross !== null && before !== null && before !== undefined
      required.set(key, isKnown ? before + (gross * BigInt(count)) / skus : null)
    }
  }
  return required
}

type RequirementData = {
  style?: { recordId: string }
  sku?: { recordId: string }
  factory: Code
  units: number
}

/** The gross yield of one piece; null if the line has another dimension than the material. */
function grossOf(row: SnapshotRow): bigint | null {
  const { uom, baseUom, netYield, grossYield, wastagePercent, yieldPerUnits } = row
  if (dimensionOf(uom) !== dimensionOf(baseUom)) return null
  const percent = 100n * UNIT + scaled(wastagePercent)
  const gross = grossYield === null ? (scaled(netYield) * percent) / (100n * UNIT) : scaled(grossYield)
  return inBaseUnits(gross, uom) / BigInt(yieldPerUnits)
}
