import { summarizeBomYields as operation } from '../../../operations/bom/summarize-bom-yields.ts'
import type { ToolDefinition } from '../tool.ts'

export const summarizeBomYields: ToolDefinition = {
  name: 'summarize_bom_yields',
  title: 'Summarize BOM yields',
  description:
    'Counts the styles, SKUs, materials, suppliers, BOM lines, and rows of one BOM snapshot that match all filters, and ranks ' +
    'groups: groupBy one or two of style, material, supplier, season, section, size. Use it to see where a material or a ' +
    'supplier is used, how many styles a season has, or what uses restricted materials. gross is per garment in base units. ' +
    'groupCount says how many groups there are; raise top to see more. Codes, names, and ids work as filters.',
  operation,
}
