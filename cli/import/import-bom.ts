import type { BomMapping } from '../../schemas/imports/mapping.ts'
import type { ImportCounts, ImportOptions } from './import-records.ts'

export async function importBom(_: BomMapping, __: ImportOptions): Promise<ImportCounts> {
  throw new Error('Not yet')
}
