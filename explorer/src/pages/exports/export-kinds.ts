import {
  type CreateExportInput,
  changedTypeValues,
  changeKindValues,
  changeTypeValues,
  directionValues,
  type ExportKind,
  entityTypeValues,
  exceptionCodeValues,
  exceptionSeverityValues,
  exceptionStatusValues,
  freshnessStatusValues,
  lifecycleStateValues,
  relationshipTypeValues,
} from '@tenant-data/client'

/** The parameters of a kind of export in the contract. */
type ParametersOf<Kind extends ExportKind> = Required<
  NonNullable<Extract<CreateExportInput, { kind: Kind }>['parameters']>
>

/** The name of any parameter of any kind. */
export type ParameterName = { [Kind in ExportKind]: keyof ParametersOf<Kind> }[ExportKind]

interface Described {
  label: string
  /** An explanation in addition to the label. */
  hint?: string
}

interface TextField extends Described {
  input: 'text' | 'date' | 'time'
}
interface FlagField extends Described {
  input: 'flag'
}
interface OneField<Value extends string = string> extends Described {
  input: 'one'
  values: readonly Value[]
}
interface SomeField<Value extends string = string> extends Described {
  input: 'some'
  values: readonly Value[]
}

/** The input for a parameter. */
export type Field = TextField | FlagField | OneField | SomeField

/** The inputs that fit a parameter. A parameter with fixed values offers only these. */
type FieldOf<Value> = [Value] extends [readonly (infer One extends string)[]]
  ? SomeField<One>
  : [Value] extends [boolean]
    ? FlagField
    : [Value] extends [string]
      ? [string] extends [Value]
        ? TextField
        : OneField<Value>
      : never

const text = (label: string, hint?: string): TextField => ({ input: 'text', label, ...(hint && { hint }) })
const day = (label: string, hint: string): TextField => ({ input: 'date', label, hint })
const time = (label: string, hint: string): TextField => ({ input: 'time', label, hint })
const flag = (label: string, hint: string): FlagField => ({ input: 'flag', label, hint })

function one<const Value extends string>(label: string, values: readonly Value[], hint?: string) {
  return { input: 'one', label, values, ...(hint && { hint }) } satisfies OneField<Value>
}

function some<const Value extends string>(label: string, values: readonly Value[], hint?: string) {
  return { input: 'some', label, values, ...(hint && { hint }) } satisfies SomeField<Value>
}

interface Kind<Of extends ExportKind> {
  name: string
  /** What a row of the file describes. */
  rows: string
  fields: { [Name in keyof ParametersOf<Of>]: FieldOf<NonNullable<ParametersOf<Of>[Name]>> }
}

const ofEveryKind = {
  byteOrderMark: flag('For spreadsheets', 'Adds a byte order mark, so that spreadsheets detect UTF-8.'),
}

const code = 'A code or an ID. A code that several records share is rejected.'

const ofEntities: Kind<'entities'>['fields'] = {
  type: one('Type', entityTypeValues),
  q: text('Label contains', 'Words or beginnings of words. Finds at most 10,000 entities.'),
  code: text('Code', 'Any code of an entity, instead of words of its label.'),
  lifecycleState: one('Lifecycle state', lifecycleStateValues, 'The states depend on the type.'),
  season: text('Season', 'Only for styles. Exact match.'),
  materialType: text('Material type', 'Only for materials. Exact match.'),
  countryCode: text('Country', 'Of a supplier, or origin of a material: an ISO code such as PT.'),
  certification: text('Certification', 'Only for materials. "none" finds those without.'),
  fibre: text('Fiber', 'Only for materials. Exact match.'),
  updatedSince: time('Changed since', 'Time in the source, at or after this time, in your time zone.'),
  ...ofEveryKind,
}

/** All kinds of exports with their parameters, all optional. The compiler and a test compare them with the contract. */
export const exportKinds: { readonly [Of in ExportKind]: Kind<Of> } = {
  bom_yields: {
    name: 'BOM yields',
    rows: 'a yield of a SKU in a snapshot',
    fields: {
      snapshotId: text('Snapshot', 'Snapshot ID. Default: the newest snapshot.'),
      asOf: time('As of', 'The last snapshot at this time, instead of an ID.'),
      style: text('Style', 'Number or ID. Exact match.'),
      sku: text('SKU', 'Code or ID. Exact match.'),
      material: text('Material', 'Number or ID. Exact match.'),
      supplier: text('Supplier', 'Code, name, or ID. Exact match.'),
      mpn: text('Supplier article number', 'MPN. Exact match.'),
      section: text('Section', 'Section of the BOM. Exact match.'),
      season: text('Season', 'Of the style now. Exact match.'),
      materialType: text('Material type', 'Exact match.'),
      ...ofEveryKind,
    },
  },
  bom_yield_changes: {
    name: 'BOM changes',
    rows: 'a yield that changed between two snapshots',
    fields: {
      from: day('From day', 'Last snapshot of this UTC day. Default: the snapshot before the newest.'),
      to: day('To day', 'Last snapshot of this UTC day. Default: the newest snapshot.'),
      fromSnapshotId: text('From snapshot', 'Snapshot ID, instead of a day.'),
      toSnapshotId: text('To snapshot', 'Snapshot ID, instead of a day.'),
      style: text('Style', 'Value before or after the change. Exact match.'),
      sku: text('SKU', 'Value before or after the change. Exact match.'),
      material: text('Material', 'Number or ID, before or after the change.'),
      supplier: text('Supplier', 'Name or code, before or after the change.'),
      mpn: text('Supplier article number', 'MPN, before or after the change.'),
      changeType: one('Type of change', changeTypeValues),
      includeUnchanged: flag('Include unchanged rows', 'By default, the file contains only changed rows.'),
      ...ofEveryKind,
    },
  },
  material_positions: {
    name: 'Material positions',
    rows: 'the position of a material at a factory in one system',
    fields: {
      material: text('Material', code),
      factory: text('Factory', code),
      system: text('System', 'Such as erp.'),
      ...ofEveryKind,
    },
  },
  position_exceptions: {
    name: 'Exceptions',
    rows: 'an exception of a material at a factory',
    fields: {
      code: one('Code', exceptionCodeValues),
      severity: one('Severity', exceptionSeverityValues),
      status: one('Status', exceptionStatusValues, 'Default: open exceptions.'),
      material: text('Material', code),
      factory: text('Factory', code),
      supplier: text('Supplier', 'Nominated for the material. A code or an ID.'),
      system: text('System', 'Such as erp.'),
      steward: text('Steward', 'Of a dataset. Exact match.'),
      since: time('First seen since', 'At or after this time, in your time zone.'),
      ...ofEveryKind,
    },
  },
  entities: { name: 'Entities', rows: 'a style, SKU, material, supplier, or BOM publication', fields: ofEntities },
  external_references: {
    name: 'External references',
    rows: 'a code that another system has for an entity',
    fields: ofEntities,
  },
  relationships: {
    name: 'Relationships',
    rows: 'a relationship between two entities, with its terms',
    fields: {
      entityId: text('Entity', 'Entity ID. Default: all entities.'),
      direction: one('Direction', directionValues, 'As seen from the entity. Requires an entity.'),
      relationshipType: some('Types', relationshipTypeValues, 'Default: all.'),
      ...ofEveryKind,
    },
  },
  changes: {
    name: 'Changes',
    rows: 'a change of an entity, a relationship, or a BOM snapshot',
    fields: {
      kind: one('What changed', changeKindValues),
      type: one('Type', changedTypeValues, 'Type of what changed.'),
      entityId: text('Entity', 'Entity ID. Default: all entities.'),
      since: time('Applied since', 'At or after this time, in your time zone. Default: all that are kept.'),
      ...ofEveryKind,
    },
  },
  dataset_freshness: {
    name: 'Freshness',
    rows: 'a dataset and its age',
    fields: {
      datasetId: text('Dataset', 'Dataset ID, such as erp.material_stock.'),
      status: one('Status', freshnessStatusValues),
      ...ofEveryKind,
    },
  },
}

export const kindNames = Object.keys(exportKinds) as ExportKind[]

/** The inputs of a kind, by the names of their parameters. */
export function fieldsOf(kind: ExportKind): [string, Field][] {
  return Object.entries<Field>(exportKinds[kind].fields)
}
