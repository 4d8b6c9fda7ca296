import { z } from 'zod'
import { OrganizationKey } from '../common.ts'
import { described, descriptionOf } from '../described.ts'
import { Envelope, RecordKind, recordData } from '../records/record-events.ts'
import { bomRowFields } from './bom-row.ts'
import { type FieldValue, fieldValue } from './field-value.ts'
import { InputFormat } from './input-format.ts'

const ColumnName = z.string().min(1).max(255)

const Version = z
  .union([z.enum(['content', 'time']), z.strictObject({ column: ColumnName })], {
    error: 'must be content, time, or a column, such as { column: REVISION }',
  })
  .default('content')
  .meta({
    description:
      'Where `sourceversion` comes from. `content`: a row is sent if its contents changed. `time`: the value of `time` in milliseconds. A column: an integer that increases with each change.',
  })

const Time = z
  .union([
    z.literal('file'),
    z.strictObject({
      column: ColumnName,
      format: z.string().min(1).max(64).optional(),
      zone: z.string().min(1).max(64).optional(),
    }),
  ])
  .default('file')
  .meta({
    description:
      'Time of the change in the source: a column with its format and time zone, or `file`, the time when the file was changed. For standard input, that is the time of the import.',
  })

const Deletion = z
  .strictObject({
    column: described(ColumnName, 'Column that marks deleted records.'),
    values: z.array(z.string()).min(1).meta({ description: 'Values of the column that mean that it is deleted.' }),
  })
  .meta({ description: 'How the source marks a record as deleted. A marked row is sent as a deletion.' })

const common = {
  organization: described(OrganizationKey, 'Key of the organization.'),
  source: described(Envelope.shape.source, 'Source of the events: `/{system}/{instance}`, such as `/plm/main`.'),
  input: described(InputFormat, 'Format of the file.').prefault({}),
  time: Time,
}

/** The fields of a kind: each attribute of its event, with a value from columns. Unknown names are rejected. */
function fieldsOf(attributes: Readonly<Record<string, string | undefined>>) {
  const entries = Object.entries(attributes).map(([name, description]) => {
    return [name, fieldValue.optional().meta(description ? { description } : {})] as const
  })
  return z.strictObject(Object.fromEntries(entries)).meta({ description: 'Attributes of the event by name.' })
}

function attributesOf(kind: RecordKind): Record<string, string | undefined> {
  const data: z.ZodType = recordData[kind]
  const forms = data instanceof z.ZodUnion ? data.options : [data]
  const shapes = forms.map((form) => (form instanceof z.ZodObject ? form.shape : {}))
  const fields = shapes.flatMap((shape) => Object.entries(shape))
  return Object.fromEntries(fields.map(([name, field]) => [name, descriptionOf(field as z.ZodType)]))
}

const recordMappings = RecordKind.options.map((kind) =>
  z.strictObject({
    ...common,
    type: described(z.literal(kind), 'Kind of the records.'),
    key: fieldValue.meta({ description: 'Stable ID of the record in its source, which becomes the `subject`.' }),
    version: Version,
    deletion: Deletion.optional(),
    fields: fieldsOf(attributesOf(kind)),
  }),
)

const BomMapping = z.strictObject({
  ...common,
  type: described(z.literal('bom'), 'A BOM: each row is the yield of one line for one SKU.'),
  effectiveAt: fieldValue.optional().meta({
    description: 'Time that the BOM describes: a constant, or the same value in each row. The default is `time`.',
  }),
  sourceRunId: z.string().min(1).max(255).optional().meta({ description: 'ID of the run in the source.' }),
  fields: fieldsOf(bomRowFields),
})

/** A mapping: how `tda import` makes events from the rows of a table. */
export const Mapping = z
  .discriminatedUnion('type', [BomMapping, ...recordMappings])
  .meta({ title: 'Mapping of tda import', description: 'How `tda import` makes events from the rows of a table.' })
export type Mapping = z.output<typeof Mapping>
export type BomMapping = z.output<typeof BomMapping>
export type RecordMapping = Exclude<Mapping, BomMapping>
export type Fields = Record<string, FieldValue | undefined>
