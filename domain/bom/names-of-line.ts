import type { StoredLine } from '../../schemas/stored/bom.ts'

/**
 * The name of a style, material, or supplier in a summary. `key` is the code that filters accept. The label contains
 * code and name for people.
 */
export interface Name {
  key: string
  label: string
}

export function nameOfMaterial({ material, materialName }: StoredLine): Name {
  return { key: material, label: materialName === null ? material : `${material} ${materialName}` }
}

/** Returns the ID of the supplier, or null if the line has neither its code nor its name. */
export function supplierIdOf({ supplierId, supplierCode, supplier }: StoredLine): string | null {
  return supplierCode === null && supplier === null ? null : supplierId
}

export function nameOfSupplier({ supplierCode, supplier }: StoredLine): Name {
  const key = supplierCode ?? supplier ?? ''
  return { key, label: supplier === null ? key : `${supplier} (${key})` }
}
