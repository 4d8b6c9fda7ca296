import { z } from 'zod'
import { FieldValue, SourceRecordSummary } from '../materials/connected-records.ts'
import { storedDocument } from './stored-document.ts'

/** A code of a source record. If `system` is null, the code is of any system. */
export const StoredCode = z.object({
  system: z.string().nullable(),
  instance: z.string().nullable(),
  kind: z.string(),
  value: z.string(),
})
export type StoredCode = z.infer<typeof StoredCode>

/** The document of a source record: the ingested contents, redacted. */
export const StoredSourceRecord = z.object({
  summary: SourceRecordSummary,
  references: z.array(StoredCode),
  fields: z.array(
    z.object({
      name: z.string(),
      sourceField: z.string().nullable(),
      value: FieldValue.nullable(),
      unit: z.string().nullable(),
    }),
  ),
  raw: z.unknown(),
  /** Values of the references of kind `facility_id`, sorted, without duplicates. */
  facilityIds: z.array(z.string()),
})
export type StoredSourceRecord = z.infer<typeof StoredSourceRecord>

export const storedSourceRecord = storedDocument('source record', StoredSourceRecord)
