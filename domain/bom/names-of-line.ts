import type { StoredLine } from '../../schemas/stored/bom.ts'

/** What a summary calls a style, material, or supplier: the code that works as a filter, and code and name for people. */
export interface Name {
  key: string
  label: string
}

export function nameOfMaterial({ material, materialName }: StoredLine): Name {
  return { key: material, label: materialName === null ? material : `${material} ${materialName}` }
}

/** Null where nothing names the supplier. */
export function supplierIdOf({ supplierId, supplierCode, supplier }: StoredLine): string | null {
  return supplierCode === null && supplier === null ? null : supplierId
}

export function nameOfSupplier({ supplierCode, supplier }: StoredLine): Name {
  const key = supplierCode ?? supplier ?? ''
  return { key, label: supplier === null ? key : `${supplier} (${key})` }
}
