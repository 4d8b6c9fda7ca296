import type { ExportFormat } from '../../../schemas/exports/export-formats.ts'
import { encodeCsv } from './csv.ts'
import { encodeJsonl } from './jsonl.ts'
import type { EncodeFile } from './row.ts'

/** How each format encodes a file. The library for Parquet is loaded at its first use. */
export const formats: Readonly<Record<ExportFormat, EncodeFile>> = {
  csv: encodeCsv,
  jsonl: encodeJsonl,
  async *parquet(contents) {
    const { encodeParquet } = await import('./parquet.ts')
    yield* encodeParquet(contents)
  },
}
