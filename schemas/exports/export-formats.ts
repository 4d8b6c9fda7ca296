import { enumOf } from '../enum-of.ts'

export type FileMediaType = 'text/csv' | 'application/jsonl' | 'application/vnd.apache.parquet'

interface FormatOfFile {
  /** What a file of this format is. */
  meaning: string
  mediaType: FileMediaType
  /** The media type with its parameters, as files are sent. */
  contentType: string
  /** Whether the bytes of a file become much fewer with gzip. */
  isCompressible: boolean
}

/** Every format of files. Its name is also the ending of file names. */
export const exportFormats = {
  csv: {
    meaning: 'CSV (RFC 4180) in UTF-8 with a header line, for spreadsheets',
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    isCompressible: true,
  },
  jsonl: {
    meaning: 'one JSON object for each row and line',
    mediaType: 'application/jsonl',
    contentType: 'application/jsonl; charset=utf-8',
    isCompressible: true,
  },
  parquet: {
    meaning: 'Apache Parquet with typed columns, for analysis',
    mediaType: 'application/vnd.apache.parquet',
    contentType: 'application/vnd.apache.parquet',
    isCompressible: false,
  },
} as const satisfies Record<string, FormatOfFile>

export type ExportFormat = keyof typeof exportFormats
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]
export const ExportFormat = enumOf(
  Object.fromEntries(exportFormatNames.map((format) => [format, exportFormats[format].meaning])) as Record<
    ExportFormat,
    string
  >,
  { id: 'ExportFormat', description: 'Format of the file.' },
)
