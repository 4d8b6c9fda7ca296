import { z } from 'zod'
import { nullable, Timestamp, Uuid } from '../common.ts'
import { classifications, DatasetId, fieldTypes, RecordType } from '../records/connected-events.ts'
import { ConnectedKind, FieldValue, MatchState, SourceRecordSummary } from './connected-records.ts'
import { InspectedLoad } from './datasets.ts'
import { ExceptionCode } from './exceptions.ts'

const InspectedField = z
  .object({
    name: z.string(),
    type: z
      .enum(fieldTypes)
      .nullable()
      .meta({ description: 'The narrowest that all values fit; null without a value.' }),
    classification: z.enum(classifications).nullable(),
  })
  .meta({ id: 'InspectedField' })

export const SchemaDrift = z
  .object({
    datasetId: DatasetId,
    recordType: RecordType,
    field: z.string(),
    change: z.enum(['added', 'missing', 'type_changed']),
    declared: z.string().nullable(),
    observed: z.string().nullable(),
    firstSeenAt: nullable(Timestamp),
  })
  .meta({ id: 'SchemaDrift', description: 'Where records differ from the fields that their dataset declares.' })
export type SchemaDrift = z.infer<typeof SchemaDrift>

export const InspectedRecord = z
  .object({
    instance: z.string(),
    recordType: RecordType,
    kind: nullable(ConnectedKind).meta({ description: 'Null, like `record`, when none of its events was accepted.' }),
    record: nullable(SourceRecordSummary),
    raw: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string(), z.number(), z.boolean(), z.null()])
      .meta({ description: 'The record as last ingested; secrets and personal fields were removed before.' }),
    mapping: z.array(
      z.object({ sourceField: z.string().nullable(), canonicalField: z.string(), value: nullable(FieldValue) }),
    ),
    match: z
      .object({ state: MatchState, connectedRef: z.string() })
      .nullable()
      .meta({ description: 'Null until the record was looked at.' }),
    openExceptions: z.array(z.object({ exceptionId: Uuid, code: ExceptionCode })),
    deadLetters: z
      .array(z.object({ reason: z.string(), detail: z.string(), at: Timestamp, partition: z.int(), offset: z.int() }))
      .meta({ description: 'Of the last 30 days, newest first, at most 20.' }),
  })
  .meta({ id: 'InspectedRecord' })
export type InspectedRecord = z.infer<typeof InspectedRecord>

export const SourceInspection = z
  .object({
    system: z.string(),
    instances: z.array(z.string()),
    recordTypes: z.array(
      z.object({
        name: RecordType,
        datasetId: nullable(DatasetId),
        rowCount: z.int().min(0),
        fields: z.array(InspectedField),
      }),
    ),
    lastLoads: z.array(InspectedLoad).meta({ description: 'At most 5 of each dataset, newest first.' }),
    schemaDrift: z.array(SchemaDrift),
    records: z.array(InspectedRecord).meta({ description: 'The record that was asked for, one an instance and type.' }),
  })
  .meta({ id: 'SourceInspection' })
export type SourceInspection = z.infer<typeof SourceInspection>
