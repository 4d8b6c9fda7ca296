import type { RelationshipType } from '../../../schemas/graph/link-types.ts'

/** What a relationship of a type says, where nothing more is known than has to be. */
export function propertiesOf(type: RelationshipType): Record<string, unknown> {
  const yields = { netYield: '1.25', wastagePercent: '5', grossYield: null, grossYieldMin: '1.3', grossYieldMax: '1.4' }
  const line = { bomLineRef: 'L-10', lineNumber: 10, section: null, placement: null, materialColorCode: null }
  const use = {
    uom: 'MTR',
    wastageBasis: 'on_net',
    isPrimary: true,
    colorways: [],
    sizes: [],
    mpn: null,
    supplierId: null,
  }
  const supply = { mpn: null, isNominated: null, price: null, moq: null, leadTimeDays: null, approvalState: null }
  const production = { season: null, sourcingModel: null, allocationPercent: null, state: null }
  if (type === 'USES_MATERIAL') return { ...line, ...use, ...yields }
  if (type === 'SUPPLIED_BY') return supply
  if (type === 'PRODUCED_BY') return production
  return type === 'MADE_FROM' ? { sharePercent: '50' } : { reason: null, approvedAt: null }
}
