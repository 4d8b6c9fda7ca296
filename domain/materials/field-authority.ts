/** A class of fields, with the systems that are authoritative for them in order of authority. */
interface FieldClass {
  title: string
  systems: readonly string[]
  fields: readonly string[]
}

/**
 * The source of truth of each field: the product system for the specification of a material, the ERP for agreements and
 * orders, and the counting system for stock. For a field in no class, and among systems that a class does not name, the
 * newest value wins. The table in docs/concepts/cross-system-data.md is generated from this list.
 */
export const fieldClasses: readonly FieldClass[] = [
  {
    title: 'Specification: what the material is',
    systems: ['plm'],
    fields: [
      ...['name', 'materialNumber', 'materialType', 'description', 'composition', 'construction', 'finish'],
      ...['baseUom', 'purchaseUom', 'uom', 'widthCm', 'cuttableWidthCm', 'weightGsm', 'shrinkagePercent'],
      ...['countryOfOrigin', 'certifications', 'lifecycleState', 'approvalState', 'approvedAt'],
    ],
  },
  {
    title: 'Commercial: what was agreed, ordered, and needed',
    systems: ['erp'],
    fields: [
      ...['supplier', 'supplierCode', 'mpn', 'price', 'unitCost', 'standardCost', 'currency', 'moq', 'leadTimeDays'],
      ...['incoterm', 'paymentTerms', 'priceUnit', 'purchasingGroup', 'vendor', 'vendorCode'],
      ...['inTransit', 'onOrder', 'onOrderNonCancellable', 'required', 'projected', 'boughtQuantity'],
    ],
  },
  {
    title: 'Physical: what is in stock, and where',
    systems: ['wms', 'factory_portal'],
    fields: [
      ...['onHand', 'qualityHold', 'allocated', 'available', 'lotCount', 'lots', 'isLotTracked', 'countedAt'],
      ...['location', 'storageLocation', 'stockLocation', 'storageBin', 'bin', 'aisle', 'rack', 'warehouse'],
    ],
  },
]

const systemsOf = new Map(fieldClasses.flatMap(({ systems, fields }) => fields.map((field) => [field, systems])))

/** The systems with authority over a field, in order. If there are none, the newest value wins. */
export function authoritiesOf(field: string): readonly string[] {
  return systemsOf.get(field) ?? []
}

/** The authority of a system over a field. The lowest number wins. */
export function rankOf(field: string, system: string): number {
  const systems = authoritiesOf(field)
  const rank = systems.indexOf(system)
  return rank < 0 ? systems.length : rank
}
