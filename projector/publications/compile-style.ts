import { hash } from 'node:crypto'
import type { BomData, LineAsSent, YieldAsSent } from '../../schemas/bom-events.ts'
import type { BomEvent } from '../../schemas/decode-bom-event.ts'
import type { EntityReference } from '../../schemas/events.ts'
import { canonicalId } from '../../schemas/identity.ts'
import { compare, exactDecimal, quantity } from '../../schemas/quantity.ts'
import type { StoredLine, StoredSku, StoredYield } from '../../schemas/stored-bom.ts'
import { yieldSides } from '../../schemas/yield-sides.ts'
import { addSums, rowHasher } from './content-hash.ts'

const HUNDRED = quantity('100')

/** What one event says of a style, ready to be stored: a part of the style, or all of it. */
export interface CompiledStyle {
  styleId: string
  style: string
  skus: StoredSku[]
  lines: StoredLine[]
  rowCount: number
  /** The sum of the hashes of the rows, for the content hash. */
  sum: bigint
}

type StyleEvent = Omit<BomEvent, 'said'> & { data: BomData['style'] }

/**
 * Turns a style event into what is stored of it.
 * @throws InvalidStyle that names every fault, without values of the payload
 */
export function compileStyle(event: StyleEvent): CompiledStyle {
  const { data } = event
  const faults: string[] = []
  const idOf = (type: string, reference: EntityReference) =>
    canonicalId(event.organization, type, identityOf(event, reference))
  const styleId = idOf('style', data.style)
  const skus = data.skus.map((sku): StoredSku => [idOf('sku', sku), sku.skuCode, sku.colorwayCode, sku.sizeCode])
  const skuIds = new Map(skus.map(([id, code]) => [code, id]))
  if (skuIds.size < skus.length || new Set(skuIds.values()).size < skus.length)
    faults.push('skus: a SKU is listed twice')
  faults.push(...lineFaults(data.lines))
  const ordinalOf = createOrdinals()
  const inOrder = [...data.lines.entries()].sort(([, a], [, b]) => a.lineNumber - b.lineNumber)
  let [rowCount, sum] = [0, 0n]
  const lines = inOrder.map(([index, line]): StoredLine => {
    const hashOf = rowHasher(data.style.styleNumber, line)
    const materialId = idOf('material', line.material)
    const lineKey = lineKeyOf(line, materialId)
    const groups = new Map<string, StoredYield>()
    const taken = new Set<string>()
    for (const [at, row] of line.yields.entries()) {
      const skuId = skuIds.get(row.sku)
      const fault =
        skuId === undefined
          ? 'is not among the skus of the event'
          : taken.has(row.sku)
            ? 'has the SKU of an earlier one'
            : rowFault(line, row)
      if (fault || skuId === undefined) {
        faults.push(`lines.${index}.yields.${at}: ${fault}`)
        continue
      }
      taken.add(row.sku)
      rowCount += 1
      sum = addSums(sum, hashOf(row))
      addTo(groups, line, row, line.bomLineRef === null ? ordinalOf(lineKey, skuId) : 0, skuId)
    }
    return storedLine(event, line, {
      lineKey,
      materialId,
      supplierId: line.supplier && idOf('supplier', line.supplier),
      groups,
    })
  })
  if (faults.length > 0) throw new InvalidStyle(faults)
  return {
    styleId,
    style: data.style.styleNumber,
    skus,
    lines: lines.filter(({ yields }) => yields.length > 0),
    rowCount,
    sum,
  }
}

/** Thrown for a style that cannot be part of any snapshot; the message names its faults. */
export class InvalidStyle extends Error {
  override readonly name = 'InvalidStyle'
  constructor(faults: readonly string[]) {
    super(faults.join('; ').slice(0, 1000))
  }
}

function identityOf({ system, instance }: StyleEvent, reference: EntityReference) {
  const own = {
    system: reference.system ?? system,
    instance: reference.instance ?? instance,
    recordId: reference.recordId,
  }
  return reference.canonicalOf ?? own
}

function lineFaults(lines: readonly LineAsSent[]): string[] {
  const references = lines.map(({ bomLineRef }) => bomLineRef)
  const withReference = references.filter((reference) => reference !== null)
  if (withReference.length > 0 && withReference.length < lines.length)
    return ['lines: bomLineRef is null for some and not for all']
  if (new Set(withReference).size < withReference.length) return ['lines: a bomLineRef is there twice']
  const numbers = new Set(lines.map(({ lineNumber }) => lineNumber))
  return withReference.length === 0 && numbers.size < lines.length
    ? ['lines: without bomLineRef a lineNumber is there twice']
    : []
}

function rowFault(line: LineAsSent, row: YieldAsSent): string | null {
  const [authoritative, other, name] =
    line.wastageBasis === 'on_net'
      ? [row.netYield, row.grossYield, 'netYield']
      : [row.grossYield, row.netYield, 'grossYield']
  if (authoritative === undefined || other !== undefined)
    return `${line.wastageBasis} needs ${name}, and not the other side`
  if (line.wastageBasis === 'on_gross' && compare(quantity(row.wastagePercent), HUNDRED) > 0)
    return 'on_gross allows at most 100 percent'
  const { net, gross } = yieldSides(line.wastageBasis, quantity(authoritative), row.wastagePercent)
  return exactDecimal(net) === null || exactDecimal(gross) === null ? 'the derived side is too large' : null
}

function addTo(
  groups: Map<string, StoredYield>,
  line: LineAsSent,
  row: YieldAsSent,
  ordinal: number,
  skuId: string,
): void {
  const authoritative = (line.wastageBasis === 'on_net' ? row.netYield : row.grossYield) ?? ''
  const color = row.materialColorCode ?? line.materialColorCode
  const key = JSON.stringify([authoritative, row.wastagePercent, color, ordinal])
  const group = groups.get(key)
  if (group) group[4].push(skuId)
  else groups.set(key, [authoritative, row.wastagePercent, color, ordinal, [skuId]])
}

/** Of a line without an id: the rank, by line number, among the SKU's lines with the same section, placement and material. */
function createOrdinals(): (lineKey: string, skuId: string) => number {
  const next = new Map<string, number>()
  return (lineKey, skuId) => {
    const key = `${lineKey} ${skuId}`
    const ordinal = next.get(key) ?? 0
    next.set(key, ordinal + 1)
    return ordinal
  }
}

/** 96 bits each, which is beyond coincidence within one style. */
const LINE_KEY_LENGTH = 16

function lineKeyOf({ bomLineRef, section, placement }: LineAsSent, materialId: string): string {
  const [kind, key] = bomLineRef === null ? ['P', [section, placement, materialId]] : ['R', [bomLineRef]]
  return kind + hash('sha256', JSON.stringify(key), 'base64url').slice(0, LINE_KEY_LENGTH)
}

function storedLine(
  { system, time, data }: StyleEvent,
  line: LineAsSent,
  {
    lineKey,
    materialId,
    supplierId,
    groups,
  }: { lineKey: string; materialId: string; supplierId: string | null; groups: Map<string, StoredYield> },
): StoredLine {
  // In an order of their own, so that equal lines are equal bytes in whatever order a source sends their rows.
  const yields = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
  for (const group of yields) group[4].sort()
  return {
    lineKey,
    ...{ bomLineRef: line.bomLineRef, lineNumber: line.lineNumber, section: line.section, placement: line.placement },
    ...{ materialId, material: line.material.materialNumber },
    ...{ materialName: line.material.name, materialType: line.material.materialType },
    ...{
      mpn: line.mpn,
      supplierId,
      supplierCode: line.supplier?.supplierCode ?? null,
      supplier: line.supplier?.name ?? null,
    },
    ...{ wastageBasis: line.wastageBasis, yieldPerUnits: line.yieldPerUnits, uom: line.uom },
    baseUom: line.material.baseUom,
    ...{ yieldStage: line.yieldStage, isPrimary: line.isPrimary },
    source: { system, recordId: data.style.recordId, recordVersion: data.bomRevision, extractedAt: time },
    yields,
  }
}
