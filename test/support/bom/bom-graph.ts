import { createHash } from 'node:crypto'
import type { Graph } from '../../../cypher/connect.ts'
import { tenantLabel } from '../../../cypher/connect.ts'
import type { BomSnapshot } from '../../../schemas/bom/yields.ts'
import { OPEN } from '../../../schemas/stored/bom.ts'
import { idOf, type TestBom, type TestStyle } from './bom-model.ts'
import { storedLines, storedStyle } from './bom-stored.ts'

/** A completed publication of a test, with its BOM and the time of its completion. */
export interface Published {
  bom: TestBom
  snapshotId: string
  completedAt: string
}

interface Version {
  kind: 'style' | 'line'
  styleId: string
  styleNumber: string
  /** The material of a line. */
  materialId: string | null
  doc: string
  fromSeq: number
  toSeq: number
}

/** A publication of a BOM with its running number `seq`. Snapshot IDs (ULIDs) sort as these numbers do. */
export function published(bom: TestBom, seq: number, day = `2027-03-${String(seq).padStart(2, '0')}`): Published {
  return {
    bom,
    snapshotId: `01JPQ8Z5T0V6M3C1K9W2R7${String(seq).padStart(4, '0')}`,
    completedAt: `${day}T02:14:31.000Z`,
  }
}

/**
 * Writes the history of an organization into an empty part of the graph as docs/adr/0013-line-versions.md describes it.
 */
export async function writeHistory(graph: Graph, organization: string, history: readonly Published[]): Promise<void> {
  const { versions, changes } = versionsOf(organization, history)
  const own = { tenantKey: organization }
  const label = tenantLabel(organization)
  for (const [kind, name] of [
    ['style', 'BomStyle'],
    ['line', 'BomLine'],
  ] as const) {
    const rows = versions.filter((version) => version.kind === kind)
    for (let at = 0; at < rows.length; at += 1000) {
      const batch = rows
        .slice(at, at + 1000)
        .map(({ kind: _kind, ...row }) => ({ ...own, ...row, hash: hashOf(row.doc) }))
      await graph.execute(`UNWIND $batch AS row CREATE (v:${name}:${label}) SET v = row ${INTEGERS}`, { batch })
    }
  }
  await graph.execute(`UNWIND $changes AS row CREATE (c:BomChange:${label}) SET c = row, c.seq = toInteger(row.seq)`, {
    changes: changes.map((row) => ({ ...own, ...row })),
  })
  await graph.execute(
    `UNWIND $skus AS row MERGE (s:BomSku {tenantKey: row.tenantKey, sku: row.sku, styleId: row.styleId})
    ON CREATE SET s:${label}, s.skuId = row.skuId
    WITH s, row WHERE s.skuId <> row.skuId
    MERGE (other:BomSku {tenantKey: row.tenantKey, sku: row.skuId, styleId: row.styleId})
    SET other:${label}, other.skuId = row.skuId`,
    { skus: skusOf(organization, history).map((row) => ({ ...own, ...row })) },
  )
  await graph.execute(
    `UNWIND $values AS row MERGE (v:BomValue {tenantKey: row.tenantKey, kind: row.kind, value: row.value, id: row.id})
    SET v:${label}`,
    { values: valuesOf(organization, history).map((row) => ({ ...own, ...row })) },
  )
  const snapshots = history.map((one, index) => ({ ...own, ...nodeOf(organization, history, one, index + 1) }))
  await graph.execute(
    `UNWIND $snapshots AS row CREATE (p:Publication:Snapshot:${label}) SET p = row, p.seq = toInteger(row.seq)`,
    {
      snapshots,
    },
  )
}

/** Writes another history in place of the one that an organization has. */
export async function rewriteHistory(graph: Graph, organization: string, history: readonly Published[]): Promise<void> {
  await graph.execute(`MATCH (n:${tenantLabel(organization)}) DETACH DELETE n`)
  await writeHistory(graph, organization, history)
}

const INTEGERS = ', v.fromSeq = toInteger(row.fromSeq), v.toSeq = toInteger(row.toSeq)'

/** Writes a publication that readers must not see, or replaces the fields of one. */
export async function writePublication(
  graph: Graph,
  organization: string,
  properties: { snapshotId: string; status: string },
): Promise<void> {
  await graph.execute(
    `CREATE (p:Publication:${tenantLabel(organization)} {tenantKey: $organization}) SET p += $properties`,
    {
      organization,
      properties,
    },
  )
}

/** Retires a snapshot at a time as the projector does: its rows are kept until it is purged. */
export async function retire(graph: Graph, organization: string, snapshotId: string, retiredAt: string): Promise<void> {
  await graph.execute(
    `MATCH (p:Publication {tenantKey: $organization, snapshotId: $snapshotId})
     SET p.status = 'retired', p.retiredAt = $retiredAt REMOVE p:Snapshot`,
    { organization, snapshotId, retiredAt },
  )
}

/** The row of listBomSnapshots for a publication, without `availableUntil`. */
export function snapshotOf(
  organization: string,
  history: readonly Published[],
  one: Published,
  seq: number,
): Omit<BomSnapshot, 'availableUntil'> {
  const skus = new Set(one.bom.flatMap((style) => style.skus.map(({ record }) => record)))
  return {
    snapshotId: one.snapshotId,
    publicationId: idOf(organization, 'bom_publication', one.snapshotId),
    publicationNumber: seq,
    effectiveAt: one.completedAt,
    startedAt: one.completedAt,
    completedAt: one.completedAt,
    sourceSystem: 'plm',
    styleCount: one.bom.length,
    skuCount: skus.size,
    rowCount: one.bom.flatMap(({ lines }) => lines.flatMap(({ rows }) => rows)).length,
    contentHash: null,
    previousSnapshotId: history[seq - 2]?.snapshotId ?? null,
  }
}

function nodeOf(organization: string, history: readonly Published[], one: Published, seq: number) {
  const doc = snapshotOf(organization, history, one, seq)
  const { snapshotId, publicationId, completedAt } = doc
  return { snapshotId, publicationId, completedAt, seq, status: 'completed', doc: JSON.stringify(doc) }
}

function versionsOf(organization: string, history: readonly Published[]) {
  const open = new Map<string, Version>()
  const versions: Version[] = []
  const changes: { seq: number; styleId: string }[] = []
  for (const [index, { bom }] of history.entries()) {
    const seq = index + 1
    const wanted = new Map(
      bom.flatMap((style) => contentsOf(organization, style)).map((one) => [`${one.styleId} ${one.doc}`, one]),
    )
    const changed = new Set<string>()
    for (const [key, version] of open) {
      if (wanted.has(key)) continue
      version.toSeq = seq
      open.delete(key)
      changed.add(version.styleId)
    }
    for (const [key, content] of wanted) {
      if (open.has(key)) continue
      const version = { ...content, fromSeq: seq, toSeq: OPEN }
      versions.push(version)
      open.set(key, version)
      changed.add(content.styleId)
    }
    changes.push(...[...changed].map((styleId) => ({ seq, styleId })))
  }
  return { versions, changes }
}

function contentsOf(organization: string, style: TestStyle): Omit<Version, 'fromSeq' | 'toSeq'>[] {
  const stored = storedStyle(organization, style)
  const { styleId } = stored
  const lines = storedLines(organization, style).map((line) => ({
    kind: 'line' as const,
    styleId,
    styleNumber: '',
    materialId: line.materialId,
    doc: JSON.stringify(line),
  }))
  return [
    { kind: 'style', styleId, styleNumber: style.number, materialId: null, doc: JSON.stringify(stored) },
    ...lines,
  ]
}

function skusOf(organization: string, history: readonly Published[]) {
  return history.flatMap(({ bom }) =>
    bom.flatMap(({ record, skus }) =>
      skus.map(({ record: sku, code }) => ({
        sku: code,
        skuId: idOf(organization, 'sku', sku),
        styleId: idOf(organization, 'style', record),
      })),
    ),
  )
}

/** The stored values that filters find lines by: materials by number, type, and section, suppliers by code and name. */
function valuesOf(organization: string, history: readonly Published[]) {
  return history.flatMap(({ bom }) =>
    bom.flatMap(({ lines }) =>
      lines.flatMap(({ material, mpn, supplier, section }) => {
        const materialId = idOf(organization, 'material', material.record)
        const supplierId = supplier && idOf(organization, 'supplier', supplier.code)
        const found = [
          ['material', material.number, materialId],
          ['mpn', mpn, materialId],
          ['section', section, materialId],
          ['materialType', 'fabric', materialId],
          ['supplierId', supplierId, materialId],
          ['supplier', supplier?.code ?? null, supplierId],
          ['supplier', supplier?.name ?? null, supplierId],
        ] as const
        return found.flatMap(([kind, value, id]) =>
          value === null || id === null ? [] : [{ kind, value: JSON.stringify(value).slice(1, -1), id }],
        )
      }),
    ),
  )
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
