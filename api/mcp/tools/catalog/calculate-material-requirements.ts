import { calculateMaterialRequirements as operation } from '../../../operations/bom/calculate-material-requirements.ts'
import type { ToolDefinition } from '../tool.ts'

export const calculateMaterialRequirements: ToolDefinition = {
  name: 'calculate_material_requirements',
  title: 'Calculate material requirements',
  description:
    'Calculates what garments need of each material: gross quantity, cost at today’s prices, stock, and net quantity to buy. ' +
    'Items are {"sku", "pieces"} or {"style", "colorway", "sizes": {"M": 300}}. One piece of one SKU gives the material cost ' +
    'of a garment. totals has the cost by currency; unpriced, unconverted, and notFound list what totals leaves out. A ' +
    'quantity without an exact decimal is null; mean, per piece, is rounded. Changes nothing.',
  operation,
}
