import type { RelationshipType } from '../../../schemas/graph/link-types.ts'

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

const properties: Record<RelationshipType, Record<string, unknown>> = {
  HAS_SKU: { colorwayCode: null, sizeCode: null, sizeIndex: null },
  USES_MATERIAL: { ...line, ...use, ...yields },
  SUPPLIED_BY: {
    mpn: null,
    isNominated: null,
    price: null,
    priceUom: null,
    moq: null,
    leadTimeDays: null,
    approvalState: null,
  },
  PRODUCED_BY: { season: null, sourcingModel: null, allocationPercent: null, state: null },
  PUBLISHES_BOM_FOR: {},
  SUPERSEDES: {},
  SUBSTITUTE_FOR: { reason: null, approvedAt: null },
  CARRIED_OVER_FROM: { fromSeason: null, toSeason: null },
  MADE_FROM: { sharePercent: '50' },
  OWNED_BY: { sharePercent: '50' },
}

/** The properties of a relationship with only the required values; all others are null. */
export function propertiesOf(type: RelationshipType): Record<string, unknown> {
  return properties[type]
}
