import type { ExportKind } from '@tenant-data/client'
import { day, type Field, type FieldOf, flag, one, type ParametersOf, some, text, time } from './export-fields.ts'
import { entityTypes, exceptionCodes, lifecycleStates, relationshipTypes } from './export-values.ts'

interface Kind<Of extends ExportKind> {
  name: string
  /** What a row of the file is. */
  rows: string
  fields: { [Name in keyof ParametersOf<Of>]: FieldOf<NonNullable<ParametersOf<Of>[Name]>> }
}

const ofEveryKind = {
  byteOrderMark: flag('For spreadsheets', 'Begins the file with a byte order mark, by which spreadsheets tell UTF-8.'),
}

const code = 'A code, or its whole id. One that several have is refused.'

const ofEntities: Kind<'entities'>['fields'] = {
  type: one('Type', entityTypes),
  q: text('Label holds', 'Words or their beginnings; at most 10,000 are found.'),
  lifecycleState: one('Lifecycle state', lifecycleStates, 'Each type has states of its own.'),
  season: text('Season', 'Of styles, exactly.'),
  updatedSince: time('Changed since', 'At this time of yours or later.'),
  ...ofEveryKind,
}

/** Every kind of file with its parameters: the compiler and a test hold it to the contract. None is required. */
export const exportKinds: { readonly [Of in ExportKind]: Kind<Of> } = {
  bom_yields: {
    name: 'BOM yields',
    rows: 'a yield of a SKU in a snapshot',
    fields: {
      snapshotId: text('Snapshot', 'Its ID; the newest when empty.'),
      style: text('Style', 'Number or ID, exactly.'),
      sku: text('SKU', 'Code or ID, exactly.'),
      material: text('Material', 'Number or ID, exactly.'),
      supplier: text('Supplier', 'Code, name or ID, exactly.'),
      mpn: text('Article number', 'Of the supplier, exactly.'),
      ...ofEveryKind,
    },
  },
  bom_yield_changes: {
    name: 'BOM changes',
    rows: 'a yield that changed between two snapshots',
    fields: {
      from: day('From day', 'Its last snapshot, in UTC; the one before the last when empty.'),
      to: day('To day', 'Its last snapshot, in UTC; the newest when empty.'),
      fromSnapshotId: text('From snapshot', 'Its ID, in the place of a day.'),
      toSnapshotId: text('To snapshot', 'Its ID, in the place of a day.'),
      style: text('Style', 'Before or after, exactly.'),
      sku: text('SKU', 'Before or after, exactly.'),
      material: text('Material', 'Number or ID, before or after.'),
      supplier: text('Supplier', 'Name or code, before or after.'),
      mpn: text('Article number', 'Of the supplier, before or after.'),
      changeType: one('What became of it', ['added', 'removed', 'changed', 'unchanged']),
      includeUnchanged: flag('Unchanged rows too', 'They are left out otherwise.'),
      ...ofEveryKind,
    },
  },
  material_positions: {
    name: 'Material positions',
    rows: 'what a system says of a material at a factory',
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
      code: one('Code', exceptionCodes),
      severity: one('Severity', ['low', 'medium', 'high', 'critical']),
      status: one('Status', ['open', 'resolved'], 'Open ones when it is not said.'),
      material: text('Material', code),
      factory: text('Factory', code),
      ...ofEveryKind,
    },
  },
  entities: { name: 'Entities', rows: 'a style, SKU, material, supplier or publication', fields: ofEntities },
  external_references: {
    name: 'External references',
    rows: 'a code that another system has for an entity',
    fields: ofEntities,
  },
  relationships: {
    name: 'Relationships',
    rows: 'a relationship between two entities, with its terms',
    fields: {
      entityId: text('Entity', 'Its ID; those of all entities when empty.'),
      direction: one('Direction', ['outgoing', 'incoming'], 'Seen from the entity: it needs one.'),
      relationshipType: some('Types', relationshipTypes, 'All when none is chosen.'),
      ...ofEveryKind,
    },
  },
  dataset_freshness: {
    name: 'Freshness',
    rows: 'a dataset, and how old it is',
    fields: {
      datasetId: text('Dataset', 'Its ID, such as erp.material_stock.'),
      status: one('Status', ['fresh', 'stale', 'unknown']),
      ...ofEveryKind,
    },
  },
}

export const kindNames = Object.keys(exportKinds) as ExportKind[]

/** The fields of a kind, by the names of their parameters. */
export function fieldsOf(kind: ExportKind): [string, Field][] {
  return Object.entries<Field>(exportKinds[kind].fields)
}
