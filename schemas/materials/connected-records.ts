import { z } from 'zod'
import { CountryCode, EntityId, nullable, Timestamp, Uuid } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { ConnectedKind, DatasetId, SourcingModel } from '../records/connected-events.ts'

export { ConnectedKind }

export const MatchState = enumOf(
  {
    matched: 'exactly one entity has a code of the source records',
    unmatched: 'no entity has a code of the source records',
    ambiguous: 'several entities have a code of the source records',
  },
  { id: 'MatchState', description: 'Whether the source records are matched to an entity.' },
)
export type MatchState = z.infer<typeof MatchState>

/** The value of a field of a source record; quantities are decimal strings. */
export const FieldValue = z
  .union([z.string(), z.boolean(), z.array(z.string())])
  .meta({ description: 'Value of a field: text, a boolean, or a list of texts. Quantities are decimal strings.' })

export const RecordNotice = z
  .object({
    code: enumOf(
      { redacted_reference: 'codes of the record were left out because they looked like secrets or personal data' },
      { description: 'Kind of notice.' },
    ),
    detail: z.string().meta({ description: 'The notice in one sentence, with its numbers.' }),
  })
  .meta({ id: 'RecordNotice', description: 'Something that was left out when the record was stored.' })
export type RecordNotice = z.infer<typeof RecordNotice>

export const SourceRecordSummary = z
  .object({
    system: z.string().meta({ description: 'System that sent the record, such as `erp`.' }),
    instance: z.string().meta({ description: 'Instance of the system, such as `main`.' }),
    recordType: z.string().meta({ description: 'Type of the record in its source, such as `item_master`.' }),
    recordId: z.string().meta({ description: 'ID of the record in its source.' }),
    recordVersion: z.string().meta({ description: 'Version of the record that was applied last (`sourceversion`).' }),
    sourceUpdatedAt: described(nullable(Timestamp), 'Time of the last change in the source. Null if not stated.'),
    extractedAt: described(nullable(Timestamp), 'Time at which the record was extracted. Null if not stated.'),
    ingestedAt: described(Timestamp, 'Time at which the change reached the service.'),
    deletedInSource: z.boolean().meta({
      description:
        'Whether the source marks the record as deleted. Such records are shown, but not counted or compared.',
    }),
    contentHash: z.string().meta({
      description: 'SHA-256 of the stored record after redaction, in hexadecimal after `sha256:`.',
    }),
    datasetId: described(nullable(DatasetId), 'Dataset that the record comes from. Null if not stated.'),
    notices: z
      .array(RecordNotice)
      .optional()
      .meta({ description: 'What was left out when the record was stored. Absent if nothing was.' }),
  })
  .meta({ id: 'SourceRecord', description: 'A record of a source system, without its fields.' })
export type SourceRecordSummary = z.infer<typeof SourceRecordSummary>

export const ConnectedField = z
  .object({
    name: z.string().meta({ description: 'Name of the field, the same for all systems.' }),
    value: described(
      nullable(FieldValue),
      'Resolved value: that of the source of truth for the field. Null if unknown.',
    ),
    unit: z.string().nullable().meta({ description: 'Unit of the value. Null if there is none.' }),
    sourceSystem: z.string().meta({ description: 'System that the value comes from.' }),
    recordId: z.string().meta({ description: 'ID of the record in that system.' }),
    observedAt: described(
      Timestamp,
      'Time of the value: when the source last changed the record, else when it was extracted or received.',
    ),
    conflict: z.boolean().meta({ description: 'True if another current source record has a different value.' }),
  })
  .meta({ id: 'ConnectedField', description: 'One field with its resolved value and where the value comes from.' })
export type ConnectedField = z.infer<typeof ConnectedField>

export const ConnectedRecord = z
  .object({
    kind: ConnectedKind,
    id: described(
      Uuid,
      'ID of the connected record: a UUID. For a matched material, its entity ID. Lists are sorted by it.',
    ),
    ref: z.string().meta({ description: 'Reference that you can pass back as `ref`.' }),
    label: z.string().meta({ description: 'Code and name for people. The parameter `q` searches it.' }),
    canonicalEntityId: described(
      nullable(EntityId),
      'Entity ID of the material, or of the supplier that operates the factory. Null unless exactly one is known.',
    ),
    match: z
      .object({
        state: MatchState,
        method: enumOf(
          {
            exact_key: 'a code in a record’s own system, or an ID, identifies the entity',
            crosswalk: 'a code that a record lists for another system identifies the entity',
          },
          { description: 'How the source records were matched. Null unless they are matched.' },
        ).nullable(),
        candidates: z.array(EntityId).meta({ description: 'Entity IDs of all entities that match, sorted.' }),
      })
      .meta({ description: 'How the source records are matched to an entity.' }),
    fields: z.array(ConnectedField).meta({ description: 'Fields with one resolved value each, sorted by name.' }),
    sourceRecords: z
      .array(SourceRecordSummary)
      .meta({ description: 'Source records that make up the connected record.' }),
    operatorSupplierId: described(
      nullable(EntityId),
      'Entity ID of the supplier that operates the factory. Null for materials, and if no single one is known.',
    ),
    countryCode: described(
      nullable(CountryCode),
      'Country of the factory: an ISO 3166-1 alpha-2 code. Null for materials, and if not known.',
    ),
    capabilities: z.array(z.string()).meta({ description: 'What the factory can do. Empty for materials.' }),
    sourcingModels: z
      .array(SourcingModel)
      .meta({ description: 'Sourcing models that the factory works with. Empty for materials.' }),
  })
  .meta({
    id: 'ConnectedRecord',
    description: 'One material or factory with the data of all source systems (cross-system data).',
  })
  .register(compactRow, { fields: ['kind', 'id', 'ref', 'label', 'match.state'] })
export type ConnectedRecord = z.infer<typeof ConnectedRecord>
