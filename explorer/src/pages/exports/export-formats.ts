import type { ExportFormat } from '@tenant-data/client'

/** Each format with its name, and when to choose it. */
export const exportFormats: Readonly<Record<ExportFormat, { name: string; hint: string }>> = {
  csv: { name: 'CSV', hint: 'For Excel and other spreadsheets.' },
  jsonl: { name: 'JSON Lines', hint: 'For programs: one JSON object for each row.' },
  parquet: { name: 'Parquet', hint: 'For DuckDB, Python, and Power BI: columns have types.' },
}
