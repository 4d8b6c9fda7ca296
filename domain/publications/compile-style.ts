import { hash } from 'node:crypto'
import type { BomData, LineAsSent, YieldAsSent } from '../../schemas/records/bom-events.ts'
import type { StoredLine, StoredSku, StoredYield } from '../../schemas/stored/bom.ts'
import type { EntityReference } from '../../schemas/values/as-sent.ts'
import type { BomEvent } from '../events/decode-bom-event.ts'
import { faultsText, type NamedFault } from '../events/named-fault.ts'
import { canonicalId } from '../identity/identity.ts'
import { styleFaults } from './style-faults.ts'

/** The part of a style that one event contains, or the whole style, in its stored form. */
export interface CompiledStyle {
  styleId: string
  style: string
  skus: StoredSku[]
  /** Sorted by line number. Lines without rows are included, because they are counted. */
  lines: StoredLine[]
}

export type StyleEvent = Omit<BomEvent, 'content'> & { data: BomData['style'] }

/** Thrown for a style that no snapshot may contain. The message contains the faults, without values. */
export class InvalidStyle extends Error {
  override readonly name = 'InvalidStyle'
  readonly faults: readonly NamedFault[]

  constructor(faults: readonly NamedFault[], message: string = faultsText(faults)) {
    super(message)
    this.faults = faults
  }
}

/**
 * Converts a style event to its stored form.
 * @throws InvalidStyle
 */
export function compileStyle(event: StyleEvent): CompiledStyle {
  const { organization, data, id, source } = event
  const invalid = (faults: readonly NamedFault[]) =>
    new InvalidStyle(faults.map((fault) => ({ ...fault, eventId: id, source })))
  const faults = styleFaults(data)
  if (faults.length > 0) throw invalid(faults)
  const idOf = (type: string, reference: EntityReference) =>
    canonicalId(organization, type, identityOf(event, reference))
  const skus = data.skus.map((sku): StoredSku => [idOf('sku', sku), sku.skuCode, sku.colorwayCode, sku.sizeCode])
  const skuIds = new Map(skus.map(([id, code]) => [code, id]))
  if (new Set(skuIds.values()).size < skus.length) throw invalid(repeatedRecords(data, skus))
  const ordinalOf = createOrdinals()
  const lines = data.lines
    .toSorted((a, b) => a.lineNumber - b.lineNumber)
    .map((line) => {
      const materialId = idOf('material', line.material)
      const lineKey = lineKeyOf(line, materialId)
      const yields = groupRows(line, (row) => {
        const skuId = skuIds.get(row.sku) ?? ''
        return [skuId, line.bomLineRef === null ? ordinalOf(lineKey, skuId) : 0]
      })
      const supplierId = line.supplier && idOf('supplier', line.supplier)
      return storedLine(event, line, { lineKey, materialId, supplierId, yields })
    })
  return { styleId: idOf('style', data.style), style: data.style.styleNumber, skus: skus.sort(bySkuId), lines }
}

const bySkuId = ([a]: StoredSku, [b]: StoredSku) => (a < b ? -1 : 1)

/** The ID of a style that an event refers to. */
export function styleIdOf(
  event: Pick<BomEvent, 'organization' | 'system' | 'instance'>,
  reference: EntityReference,
): string {
  return canonicalId(event.organization, 'style', identityOf(event, reference))
}

function repeatedRecords({ style }: BomData['style'], compiled: readonly StoredSku[]): NamedFault[] {
  const seen = new Set<string>()
  const detail = 'a record is listed twice'
  return compiled.flatMap(([id, sku], at): NamedFault[] => {
    if (seen.has(id)) return [{ path: ['skus', at], detail, styleNumber: style.styleNumber, sku }]
    seen.add(id)
    return []
  })
}

function identityOf(
  { system, instance }: Pick<BomEvent, 'system' | 'instance'>,
  { canonicalOf, ...reference }: EntityReference,
) {
  const { recordId } = reference
  return canonicalOf ?? { system: reference.system ?? system, instance: reference.instance ?? instance, recordId }
}

/** Merges equal rows into groups. Groups and their SKUs are sorted, so that equal lines have equal bytes. */
function groupRows(line: LineAsSent, skuOf: (row: YieldAsSent) => [skuId: string, ordinal: number]): StoredYield[] {
  const groups = new Map<string, StoredYield>()
  for (const row of line.yields) {
    const [skuId, ordinal] = skuOf(row)
    const authoritative = (line.wastageBasis === 'on_net' ? row.netYield : row.grossYield) ?? ''
    const color = row.materialColorCode ?? line.materialColorCode
    const key = `${authoritative} ${row.wastagePercent} ${ordinal} ${color === null ? '' : `=${color}`}`
    const group = groups.get(key)
    if (group) group[4].push(skuId)
    else groups.set(key, [authoritative, row.wastagePercent, color, ordinal, [skuId]])
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
  for (const group of sorted) group[4].sort()
  return sorted
}

/**
 * Numbers the lines without an ID: the rank of the line, by line number, among the SKU's lines with the same section,
 * placement and material.
 */
function createOrdinals(): (lineKey: string, skuId: string) => number {
  const next = new Map<string, number>()
  return (lineKey, skuId) => {
    const key = `${lineKey} ${skuId}`
    const ordinal = next.get(key) ?? 0
    next.set(key, ordinal + 1)
    return ordinal
  }
}

/** 16 characters hold 96 bits, enough to exclude collisions within one style. */
const LINE_KEY_LENGTH = 16

function lineKeyOf({ bomLineRef, section, placement }: LineAsSent, materialId: string): string {
  const [kind, key] = bomLineRef === null ? ['P', [section, placement, materialId]] : ['R', [bomLineRef]]
  return kind + hash('sha256', JSON.stringify(key), 'base64url').slice(0, LINE_KEY_LENGTH)
}

type Own = Pick<StoredLine, 'lineKey' | 'materialId' | 'supplierId' | 'yields'>

function storedLine({ system, time, data }: StyleEvent, line: LineAsSent, own: Own): StoredLine {
  const { bomLineRef, lineNumber, section, placement, material, supplier, mpn } = line
  return {
    lineKey: own.lineKey,
    bomLineRef,
    lineNumber,
    section,
    placement,
    materialId: own.materialId,
    material: material.materialNumber,
    materialName: material.name,
    materialType: material.materialType,
    mpn,
    supplierId: own.supplierId,
    supplierCode: supplier?.supplierCode ?? null,
    supplier: supplier?.name ?? null,
    wastageBasis: line.wastageBasis,
    yieldPerUnits: line.yieldPerUnits,
    uom: line.uom,
    baseUom: material.baseUom,
    yieldStage: line.yieldStage,
    isPrimary: line.isPrimary,
    source: { system, recordId: data.style.recordId, recordVersion: data.bomRevision, extractedAt: time },
    yields: own.yields,
  }
}
