import { z } from 'zod'
import { nullable, Timestamp, Uuid } from '../common.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { Classification, DatasetId, FieldType, RecordType } from '../records/connected-events.ts'
import { ConnectedKind, FieldValue, MatchState, SourceRecordSummary } from './connected-records.ts'
import { InspectedLoad } from './datasets.ts'
import { ExceptionCode } from './exceptions.ts'

const InspectedField = z
  .object({
    name: z.string().meta({ description: 'Name of the field in the source.' }),
    type: described(nullable(FieldType), 'Narrowest type that fits all values. Null if all values are missing.'),
    classification: described(
      nullable(Classification),
      'Classification that the dataset declares. Null if it declares none.',
    ),
  })
  .meta({ id: 'InspectedField', description: 'A field as it was seen in records.' })

export const SchemaDrift = z
  .object({
    datasetId: DatasetId,
    recordType: described(RecordType, 'Type of the records, such as `item_master`.'),
    field: z.string().meta({ description: 'Name of the field in the source.' }),
    change: enumOf(
      {
        added: 'records have the field, and the dataset does not declare it',
        missing: 'the dataset declares the field, and no record has it',
        type_changed: 'values have another type than the declared one',
      },
      { description: 'How records differ from the declared fields.' },
    ),
    declared: z.string().nullable().meta({ description: 'Declared type. Null if the field is not declared.' }),
    observed: z.string().nullable().meta({ description: 'Observed type. Null if no value was seen.' }),
    firstSeenAt: described(
      nullable(Timestamp),
      'Time at which the difference was first seen. Null for missing fields.',
    ),
  })
  .meta({ id: 'SchemaDrift', description: 'A field in which records differ from what their dataset declares.' })
export type SchemaDrift = z.infer<typeof SchemaDrift>

export const InspectedRecord = z
  .object({
    instance: z.string().meta({ description: 'Instance of the system, such as `main`.' }),
    recordType: described(RecordType, 'Type of the record, such as `item_master`.'),
    kind: described(nullable(ConnectedKind), 'Kind of the record. Null if none of its events was accepted.'),
    record: described(nullable(SourceRecordSummary), 'The stored record. Null if none of its events was accepted.'),
    raw: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string(), z.number(), z.boolean(), z.null()])
      .meta({
        description:
          'The record as the source sent it last, without secrets and personal data. Null if the source sent none.',
      }),
    mapping: z
      .array(
        z.object({
          sourceField: z
            .string()
            .nullable()
            .meta({ description: 'Name of the field in the source. Null if not stated.' }),
          canonicalField: z.string().meta({ description: 'Name of the field in connected records.' }),
          value: described(nullable(FieldValue), 'Value of the field. Null if unknown.'),
        }),
      )
      .meta({ description: 'How fields of the source map to fields of connected records.' }),
    match: z
      .object({
        state: MatchState,
        connectedRef: z.string().meta({ description: 'Reference of the connected record that contains the record.' }),
      })
      .nullable()
      .meta({ description: 'How the record is matched. Null until it is evaluated.' }),
    openExceptions: z
      .array(
        z.object({
          exceptionId: described(Uuid, 'ID of the exception: a UUID.'),
          code: ExceptionCode,
        }),
      )
      .meta({ description: 'Open exceptions of the material or factory that involve the system.' }),
    deadLetters: z
      .array(
        z.object({
          reason: z.string().meta({ description: 'Why the event was rejected, as in `/v1/ingest/rejections`.' }),
          detail: z.string().meta({ description: 'What is wrong with the event, in words.' }),
          at: described(Timestamp, 'Timestamp of the Kafka record.'),
          partition: z.int().meta({ description: 'Partition of the Kafka record.' }),
          offset: z.int().meta({ description: 'Offset of the Kafka record.' }),
        }),
      )
      .meta({ description: 'Rejected events of the record from the last 30 days, newest first, at most 20.' }),
  })
  .meta({ id: 'InspectedRecord', description: 'One record of the source, with how it was mapped and matched.' })
export type InspectedRecord = z.infer<typeof InspectedRecord>

export const SourceInspection = z
  .object({
    system: z.string().meta({ description: 'The inspected system.' }),
    instances: z.array(z.string()).meta({ description: 'Instances of the system, sorted.' }),
    recordTypes: z
      .array(
        z.object({
          name: described(RecordType, 'Name of the record type, such as `item_master`.'),
          datasetId: described(nullable(DatasetId), 'Dataset of the records. Null if not stated.'),
          rowCount: z.int().min(0).meta({ description: 'Number of records.' }),
          fields: z.array(InspectedField).meta({ description: 'Fields as they were seen in records.' }),
        }),
      )
      .meta({ description: 'Record types that the system sent.' }),
    lastLoads: z.array(InspectedLoad).meta({ description: 'At most 5 loads of each dataset, newest first.' }),
    schemaDrift: z
      .array(SchemaDrift)
      .meta({ description: 'Fields in which records differ from what their dataset declares.' }),
    records: z.array(InspectedRecord).meta({
      description: 'The requested records: one for each instance and record type. Empty without `recordId`.',
    }),
  })
  .meta({ id: 'SourceInspection', description: 'What a source system sent, and how it was used.' })
export type SourceInspection = z.infer<typeof SourceInspection>
