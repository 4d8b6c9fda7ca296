import type { z } from 'zod'
import type { FieldValue, SourceRecordSummary } from '../../schemas/connected.ts'

/** A source record as far as connected records show it. */
export interface ToldRecord {
  id: string
  /** False when it is gone from its source: it is still shown, and counts for nothing. */
  isLive: boolean
  summary: SourceRecordSummary
  fields: readonly { name: string; value: z.infer<typeof FieldValue> | null; unit: string | null }[]
}
