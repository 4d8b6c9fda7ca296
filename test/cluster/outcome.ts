import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNodes } from '../support/graph/stored-nodes.ts'
import type { Installation } from '../support/processes/projector.ts'
import { idOf } from './load.ts'
import { cluster } from './world.ts'

/** Every value of a topic, as the Java client of Kafka reads it. */
export async function valuesOf(topic: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-read-'))
  try {
    await cluster.tool.read(topic, join(folder, 'values'))
    return readFileSync(join(folder, 'values'), 'utf8').split('\n').filter(Boolean)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** How often each event occurs, by its ID. */
export function timesById(values: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const value of values) times.set(idOf(value), (times.get(idOf(value)) ?? 0) + 1)
  return times
}

/** The label of each supplier in its newest version. */
export function newestLabels(values: readonly string[]): string[] {
  const newest = new Map<string, { version: number; label: string }>()
  for (const value of values) {
    const { type, subject, sourceversion, data } = JSON.parse(value)
    const version = Number(sourceversion)
    if (!type.startsWith('tenantdata.supplier.') || version <= (newest.get(subject)?.version ?? 0)) continue
    newest.set(subject, { version, label: `${data.name} (${data.supplierCode})` })
  }
  return [...newest.values()].map(({ label }) => label)
}

/** The labels of the suppliers in the graph. */
export async function supplierLabels({ graph, organization }: Installation): Promise<string[]> {
  const rows = await readNodes(graph, 'Listed', { tenantKey: organization, type: 'supplier' }, ['label'])
  return rows.map(({ label }) => String(label))
}
