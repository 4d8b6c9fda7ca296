import { z } from 'zod'
import { CountryCode, EntityId, nullable, Timestamp, Uuid } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { DatasetId, recordKinds, sourcingModels } from '../records/connected-events.ts'

export const ConnectedKind = z.enum(recordKinds).meta({ id: 'ConnectedKind' })
export type ConnectedKind = z.infer<typeof ConnectedKind>

export const MatchState = z.enum(['matched', 'unmatched', 'ambiguous']).meta({ id: 'MatchState' })
export type MatchState = z.infer<typeof MatchState>

/** The value of a field of a source record; quantities are decimal strings. */
export const FieldValue = z.union([z.string(), z.boolean(), z.array(z.string())])

export const RecordNotice = z
  .object({
    code: z.enum(['redacted_reference']).meta({
      description: '`redacted_reference`: references of the record were left out, so that they match nothing.',
    }),
    detail: z.string(),
  })
  .meta({ id: 'RecordNotice' })
export type RecordNotice = z.infer<typeof RecordNotice>

export const SourceRecordSummary = z
  .object({
    system: z.string(),
    instance: z.string(),
    recordType: z.string(),
    recordId: z.string(),
    recordVersion: z.string(),
    sourceUpdatedAt: nullable(Timestamp),
    extractedAt: nullable(Timestamp),
    ingestedAt: Timestamp.meta({ description: 'When the change reached the service.' }),
    deletedInSource: z.boolean(),
    contentHash: z.string().meta({ description: '`sha256:` of the record as ingested, redacted.' }),
    datasetId: nullable(DatasetId),
    notices: z.array(RecordNotice).optional().meta({
      description: 'What was left out of the record when it was stored. Absent when nothing was.',
    }),
  })
  .meta({ id: 'SourceRecord' })
export type SourceRecordSummary = z.infer<typeof SourceRecordSummary>

export const ConnectedField = z
  .object({
    name: z.string(),
    value: nullable(FieldValue),
    unit: z.string().nullable(),
    sourceSystem: z.string(),
    recordId: z.string(),
    observedAt: Timestamp,
    conflict: z.boolean().meta({ description: 'True when another live source says something else.' }),
  })
  .meta({ id: 'ConnectedField' })
export type ConnectedField = z.infer<typeof ConnectedField>

export const ConnectedRecord = z
  .object({
    kind: ConnectedKind,
    id: Uuid.meta({ description: 'Orders lists; of a matched material its canonical entity id.' }),
    ref: z.string().meta({ description: 'May be passed back as `ref`.' }),
    label: z.string(),
    canonicalEntityId: nullable(EntityId).meta({ description: 'Null when no material or no operator is known.' }),
    match: z.object({
      state: MatchState,
      method: z
        .enum(['exact_key', 'crosswalk'])
        .nullable()
        .meta({ description: 'Null unless source records were matched.' }),
      candidates: z.array(EntityId),
    }),
    fields: z.array(ConnectedField).meta({ description: 'One resolved value a field, by name.' }),
    sourceRecords: z.array(SourceRecordSummary),
    operatorSupplierId: nullable(EntityId).meta({ description: 'Of a factory.' }),
    countryCode: nullable(CountryCode).meta({ description: 'Of a factory.' }),
    capabilities: z.array(z.string()).meta({ description: 'Of a factory.' }),
    sourcingModels: z.array(z.enum(sourcingModels)).meta({ description: 'Of a factory.' }),
  })
  .meta({ id: 'ConnectedRecord', description: 'What all systems say about one material or factory.' })
  .register(compactRow, { fields: ['kind', 'id', 'ref', 'label', 'match.state'] })
export type ConnectedRecord = z.infer<typeof ConnectedRecord>
