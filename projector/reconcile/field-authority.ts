/** Which systems know what best, the best first; of anything else the newest word counts. */
const authorities: readonly { systems: readonly string[]; fields: ReadonlySet<string> }[] = [
  {
    systems: ['plm'],
    fields: new Set([
      ...['name', 'materialNumber', 'materialType', 'description', 'composition', 'construction', 'finish'],
      ...['baseUom', 'purchaseUom', 'uom', 'widthCm', 'cuttableWidthCm', 'weightGsm', 'shrinkagePercent'],
      ...['countryOfOrigin', 'certifications', 'lifecycleState', 'approvalState', 'approvedAt'],
    ]),
  },
  {
    systems: ['erp'],
    fields: new Set([
      ...['supplier', 'supplierCode', 'mpn', 'price', 'unitCost', 'standardCost', 'currency', 'moq', 'leadTimeDays'],
      ...['incoterm', 'paymentTerms', 'priceUnit', 'purchasingGroup', 'vendor', 'vendorCode'],
    ]),
  },
  {
    systems: ['wms', 'factory_portal'],
    fields: new Set([
      ...['onHand', 'qualityHold', 'allocated', 'available', 'lotCount', 'lots', 'location', 'bin', 'warehouse'],
    ]),
  },
]

/** How much a system's word counts about a field: the lowest number wins. */
export function rankOf(field: string, system: string): number {
  const systems = authorities.find(({ fields }) => fields.has(field))?.systems ?? []
  const rank = systems.indexOf(system)
  return rank < 0 ? systems.length : rank
}
