import { listBomYieldChanges as operation } from '../../../operations/bom/list-bom-yield-changes.ts'
import { pagination, type ToolDefinition } from '../tool.ts'

export const getBomYieldChanges: ToolDefinition = {
  name: 'get_bom_yield_changes',
  title: 'Compare BOM yields',
  description:
    'Compares material consumption in two completed BOM snapshots: rows added, removed, and changed, with before, after, and ' +
    'delta. Without arguments, compares the latest snapshot with the one before. Select each side by date (from, to) or by ' +
    'snapshot id, not both. Filter by style, sku, material, mpn, supplier (exact values), or changeType. meta.notices names ' +
    `values that neither snapshot contains. A row has about 2,000 characters, or 220 with fields ["compact"]. ${pagination}`,
  advice: 'Use get_bom_yield_changes to see what changed between two BOM snapshots. It needs no ids.',
  hint:
    'style, sku, material, mpn, and supplier are case-sensitive and must match exactly. Use values as search_entities shows ' +
    'them, or omit one. Unchanged rows are listed only with includeUnchanged.',
  operation,
}
