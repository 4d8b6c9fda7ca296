import { listBomYieldChanges as operation } from '../../../operations/bom/list-bom-yield-changes.ts'
import { pagination, type ToolDefinition } from '../tool.ts'

const exact = 'Codes and names must match exactly, as search_entities shows them.'

export const getBomYieldChanges: ToolDefinition = {
  name: 'get_bom_yield_changes',
  title: 'Compare BOM yields',
  description:
    'Compares material consumption in two BOM snapshots: rows added, removed, and changed, with before, after, and ' +
    'delta. Without arguments: the latest snapshot and the one before. Select each side by date (from, to) or ' +
    'snapshot id, not both. Filter by style, sku, material, mpn, supplier (exact values), or changeType. meta.notices names ' +
    `values that neither snapshot contains. Yields are for yieldPerUnits garments (1 or 12). ${pagination}`,
  advice: 'Use get_bom_yield_changes to see what changed between two BOM snapshots. It needs no ids.',
  hints: Object.fromEntries(['style', 'sku', 'material', 'mpn', 'supplier'].map((name) => [name, exact])),
  operation,
}
