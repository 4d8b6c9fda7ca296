// The types of the Tenant Data API 1.0. Made by client/generator of its published contract; do not edit.

/** An immutable completed BOM replacement publication. */
export type BomPublication = {
  id: EntityId
  /** Always `bom_publication`. */
  type: 'bom_publication'
  /** Code and name for people. The parameter `q` searches it. */
  label: string
  /**
   * Lifecycle state.
   *
   * - `completed`: verified and visible as a snapshot
   */
  lifecycleState: 'completed'
  /** Codes of the entity in external systems, including previous ones. */
  externalReferences: ExternalReference[]
  attributes: BomPublicationAttributes
  /** Number of changes that were applied to the entity. */
  revision: number
  /** Time of the earliest event about the entity. */
  createdAt: Timestamp
  /** Time of the latest event about the entity. */
  updatedAt: Timestamp
}

/** Attributes that only this type of entity has. */
export type BomPublicationAttributes = {
  /** Running number of the completed publication in the organization, starting at 1. */
  publicationNumber: number
  /** ID (ULID) of the BOM snapshot that the publication made. */
  snapshotId: string
  mode: PublicationMode
  /** Time of the event that started the publication. */
  startedAt: Timestamp
  /** Time of the event that completed the publication. */
  completedAt: Timestamp
  /** System that published the BOM, such as `plm`. */
  sourceSystem: string
  /** ID of the run in the source system. Null if not stated. */
  sourceRunId: string | null
  /** Number of styles. */
  styleCount: number
  /** Number of SKUs. */
  skuCount: number
  /** Number of BOM lines. */
  lineCount: number
  /** Number of yield rows. */
  rowCount: number
  /** Hash of all rows of the snapshot, independent of their order. Null if it was not computed. */
  contentHash: string | null
  /** Entity ID of the completed publication before this one. Null for the first. */
  previousPublicationId: EntityId | null
}

/** One completed BOM publication. A snapshot never changes. */
export type BomSnapshot = {
  snapshotId: SnapshotId
  /** Entity ID of the BOM publication in the graph. */
  publicationId: EntityId
  /** Running number of the completed publication in the organization, starting at 1. */
  publicationNumber: number
  /** Time that the BOM describes, as the source states it. */
  effectiveAt: Timestamp
  /** Time of the event that started the publication. */
  startedAt: Timestamp
  /** Time of the event that completed the publication. Snapshots are ordered by it. */
  completedAt: Timestamp
  /** System that published the BOM, such as `plm`. */
  sourceSystem: string
  /** Number of styles in the snapshot. */
  styleCount: number
  /** Number of SKUs in the snapshot. */
  skuCount: number
  /** Number of yield rows in the snapshot. */
  rowCount: number
  /** Hash of all rows, independent of their order, as the source computed it. Null if the source sent none. */
  contentHash: string | null
  /** Snapshot that was current when this one was completed. Null for the first. */
  previousSnapshotId: SnapshotId | null
  /** Time until which the snapshot can be selected. Null for the newest snapshot, which can always be selected. */
  availableUntil: Timestamp | null
}

/** One page of a list. */
export type BomSnapshotPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: BomSnapshot[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/** Quantity of material that one SKU needs for one BOM line. */
export type BomYield = {
  snapshotId: SnapshotId
  /** Opaque key of the row. The same BOM line and SKU have the same key in every snapshot. */
  matchKey: string
  /** Entity ID of the style. */
  styleId: EntityId
  /** Style number. */
  style: string
  /** Entity ID of the SKU. */
  skuId: EntityId
  /** SKU code. */
  sku: string
  /** Code of the SKU’s colorway. Null if not stated. */
  colorwayCode: string | null
  /** Code of the SKU’s size. Null if not stated. */
  sizeCode: string | null
  /** Stable ID of the BOM line in its source. Rows of two snapshots are matched by it. Null if the source has none. */
  bomLineRef: string | null
  /** Number of the BOM line. It can change between snapshots. */
  lineNumber: number
  /** Section of the BOM, such as `fabric`. Null if not stated. */
  section: string | null
  /** Where the material is used, such as `front body`. Null if not stated. */
  placement: string | null
  /** Entity ID of the material. */
  materialId: EntityId
  /** Material number. */
  material: string
  /** Name of the material. Null if not stated. */
  materialName: string | null
  /** Type of the material, such as `fabric`. Null if not stated. */
  materialType: string | null
  /** Color of the material for this SKU. A color of the row replaces that of the line. Null if not stated. */
  materialColorCode: string | null
  /** Supplier article number (MPN). Null if not stated. */
  mpn: string | null
  /** Entity ID of the supplier. Null if the line names none. */
  supplierId: EntityId | null
  /** Code of the supplier. Null if the line names none. */
  supplierCode: string | null
  /** Name of the supplier. Null if the line names none. */
  supplier: string | null
  /** Net quantity of material for `yieldPerUnits` garments, in `uom`, without waste. */
  netYield: Decimal
  /** Waste allowance in percent of the side that `wastageBasis` names. */
  wastagePercent: Decimal
  wastageBasis: WastageBasis
  /** Gross quantity of material for `yieldPerUnits` garments, in `uom`, including waste. */
  grossYield: Decimal
  /** Number of garments that both yields are for: 1, or 12 for yields by the dozen. */
  yieldPerUnits: 1 | 12
  /** Unit of `netYield` and `grossYield`. */
  uom: UnitOfMeasure
  /** Net quantity for one garment in `baseUom`. Null if there is no exact finite value, or no common dimension. */
  netYieldBase: Decimal | null
  /** Gross quantity for one garment in `baseUom`. Null if there is no exact finite value, or no common dimension. */
  grossYieldBase: Decimal | null
  /** Base unit of the material. Null if not known. */
  baseUom: UnitOfMeasure | null
  yieldStage: YieldStage
  /** Whether the source marks the line as primary. */
  isPrimary: boolean
  /** Position of the size in its range, for sorting, as the SKU states it now. Null if not stated or if the SKU is deleted. */
  sizeIndex: number | null
  /** Record that the row comes from. */
  source: {
    /** System that published the BOM. */
    system: string
    /** ID of the style in that system. */
    recordId: string
    /** Revision of the BOM in that system. Null if not stated. */
    recordVersion: string | null
    /** Time at which the source first sent the line in its present form. */
    extractedAt: Timestamp
  }
}

/** How one row differs between two snapshots. */
export type BomYieldChange = {
  changeType: ChangeType
  /** Compared fields that differ. Empty unless `changeType` is `changed`. */
  changedFields: ComparedField[]
  /** How the gross yield for one garment changed, in base units. Null for added and removed rows. */
  yieldDirection: YieldDirection | null
  /** Opaque key of the row. The same BOM line and SKU have the same key in every snapshot. */
  matchKey: string
  /** Style number. */
  style: string
  /** SKU code. */
  sku: string
  /** Where the material is used, such as `front body`. Null if not stated. */
  placement: string | null
  /** The row in the earlier snapshot. Null for added rows. */
  before: BomYieldRow | null
  /** The row in the later snapshot. Null for removed rows. */
  after: BomYieldRow | null
  /** Change of the yields for one garment. Null for added and removed rows, and if the units are not comparable. */
  delta: YieldDelta | null
}

/** Number of rows, in total and by kind. */
export type BomYieldChangeCounts = {
  /** Number of all rows: as many as `listBomYieldChanges` returns. */
  rows: number
  /** Number of rows by type of change. */
  changeType: {
    /** Number of rows that are added. */
    added: number
    /** Number of rows that are removed. */
    removed: number
    /** Number of rows that are changed. */
    changed: number
    /** Number of rows that are unchanged. */
    unchanged: number
  }
  /** Number of changed and unchanged rows by `yieldDirection`. Added and removed rows have none. */
  yieldDirection: {
    /** Number of rows whose `yieldDirection` is `increased`. */
    increased: number
    /** Number of rows whose `yieldDirection` is `decreased`. */
    decreased: number
    /** Number of rows whose `yieldDirection` is `equal`. */
    equal: number
    /** Number of rows whose `yieldDirection` is `not_comparable`. */
    not_comparable: number
  }
}

/** One page of a list. */
export type BomYieldChangePage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: BomYieldChange[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the comparison. Empty if there are none. */
    notices: ComparisonNotice[]
    /** The earlier side of the comparison. */
    fromSnapshot: ComparedSnapshot
    /** The later side of the comparison. */
    toSnapshot: ComparedSnapshot
  }
}

/** Number of changes between two snapshots, and where most of them are. */
export type BomYieldChangeSummary = {
  /** The earlier side of the comparison. */
  from: ComparedSnapshot
  /** The later side of the comparison. */
  to: ComparedSnapshot
  counts: BomYieldChangeCounts
  touched: TouchedCounts
  /** The `top` styles with the most rows, in descending order, then by key (byte value) and ID. With `groupBy=style`, those with the largest `largestPercent` by absolute value. */
  byStyle: ChangesOfStyle[]
  /** The `top` materials with the most rows, in descending order, then by key (byte value) and ID. */
  byMaterial: ChangesOfMaterial[]
  /** The `top` suppliers with the most rows, in descending order, then by key (byte value) and ID. */
  bySupplier: ChangesOfThing[]
  /** The `top` rows by absolute `grossPercent`, in descending order, then by match key and style ID. Rows without `grossPercent` come last. With `groupBy=style`, only the first row of each style. */
  largest: LargestChange[]
  /** With `groupBy=cause`, the `top` causes by absolute `grossPercent`, in descending order, then by number of rows, style, and line. Those without `grossPercent` come last. Otherwise empty. */
  byCause: ChangeCause[]
  /** Number of all causes. Null without `groupBy=cause`. */
  causeCount: number | null
}

/** The response with one summary. */
export type BomYieldChangeSummaryResponse = {
  data: BomYieldChangeSummary
  /** Information about the comparison. */
  meta: {
    /** Notices about the comparison. Empty if there are none. */
    notices: (ComparisonNotice | LeftOutNotice)[]
  }
}

/** What all rows together name. */
export type BomYieldCounts = {
  /** Number of different styles. */
  styles: number
  /** Number of different SKUs. */
  skus: number
  /** Number of different materials. */
  materials: number
  /** Number of different suppliers that lines name. */
  suppliers: number
  /** Number of BOM lines. */
  lines: number
  /** Number of yield rows: as many as `listBomYields` returns. */
  rows: number
}

/** One page of a list. */
export type BomYieldPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: BomYield[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
    /** Snapshot that the rows come from. */
    snapshot: ComparedSnapshot
  }
}

/** A yield row as it is in one of the two compared snapshots. */
export type BomYieldRow = {
  /** Opaque key of the row. The same BOM line and SKU have the same key in every snapshot. */
  matchKey: string
  /** Entity ID of the style. */
  styleId: EntityId
  /** Style number. */
  style: string
  /** Entity ID of the SKU. */
  skuId: EntityId
  /** SKU code. */
  sku: string
  /** Code of the SKU’s colorway. Null if not stated. */
  colorwayCode: string | null
  /** Code of the SKU’s size. Null if not stated. */
  sizeCode: string | null
  /** Stable ID of the BOM line in its source. Rows of two snapshots are matched by it. Null if the source has none. */
  bomLineRef: string | null
  /** Number of the BOM line. It can change between snapshots. */
  lineNumber: number
  /** Section of the BOM, such as `fabric`. Null if not stated. */
  section: string | null
  /** Where the material is used, such as `front body`. Null if not stated. */
  placement: string | null
  /** Entity ID of the material. */
  materialId: EntityId
  /** Material number. */
  material: string
  /** Name of the material. Null if not stated. */
  materialName: string | null
  /** Type of the material, such as `fabric`. Null if not stated. */
  materialType: string | null
  /** Color of the material for this SKU. A color of the row replaces that of the line. Null if not stated. */
  materialColorCode: string | null
  /** Supplier article number (MPN). Null if not stated. */
  mpn: string | null
  /** Entity ID of the supplier. Null if the line names none. */
  supplierId: EntityId | null
  /** Code of the supplier. Null if the line names none. */
  supplierCode: string | null
  /** Name of the supplier. Null if the line names none. */
  supplier: string | null
  /** Net quantity of material for `yieldPerUnits` garments, in `uom`, without waste. */
  netYield: Decimal
  /** Waste allowance in percent of the side that `wastageBasis` names. */
  wastagePercent: Decimal
  wastageBasis: WastageBasis
  /** Gross quantity of material for `yieldPerUnits` garments, in `uom`, including waste. */
  grossYield: Decimal
  /** Number of garments that both yields are for: 1, or 12 for yields by the dozen. */
  yieldPerUnits: 1 | 12
  /** Unit of `netYield` and `grossYield`. */
  uom: UnitOfMeasure
  /** Net quantity for one garment in `baseUom`. Null if there is no exact finite value, or no common dimension. */
  netYieldBase: Decimal | null
  /** Gross quantity for one garment in `baseUom`. Null if there is no exact finite value, or no common dimension. */
  grossYieldBase: Decimal | null
  /** Base unit of the material. Null if not known. */
  baseUom: UnitOfMeasure | null
  yieldStage: YieldStage
  /** Whether the source marks the line as primary. */
  isPrimary: boolean
}

/** The values of a yield row that stayed the same over some snapshots. */
export type BomYieldState = {
  /** Entity ID of the style. */
  styleId: EntityId
  /** Section of the BOM, such as `fabric`. Null if not stated. */
  section: string | null
  /** Where the material is used, such as `front body`. Null if not stated. */
  placement: string | null
  /** Entity ID of the material. */
  materialId: EntityId
  /** Material number. */
  material: string
  /** Color of the material for this SKU. A color of the row replaces that of the line. Null if not stated. */
  materialColorCode: string | null
  /** Supplier article number (MPN). Null if not stated. */
  mpn: string | null
  /** Code of the supplier. Null if the line names none. */
  supplierCode: string | null
  /** Net quantity of material for `yieldPerUnits` garments, in `uom`, without waste. */
  netYield: Decimal
  /** Waste allowance in percent of the side that `wastageBasis` names. */
  wastagePercent: Decimal
  wastageBasis: WastageBasis
  /** Gross quantity of material for `yieldPerUnits` garments, in `uom`, including waste. */
  grossYield: Decimal
  /** Number of garments that both yields are for: 1, or 12 for yields by the dozen. */
  yieldPerUnits: 1 | 12
  /** Unit of `netYield` and `grossYield`. */
  uom: UnitOfMeasure
  /** Net quantity for one garment in `baseUom`. Null if there is no exact finite value, or no common dimension. */
  netYieldBase: Decimal | null
  /** Gross quantity for one garment in `baseUom`. Null if there is no exact finite value, or no common dimension. */
  grossYieldBase: Decimal | null
  /** Base unit of the material. Null if not known. */
  baseUom: UnitOfMeasure | null
  yieldStage: YieldStage
  /** Whether the source marks the line as primary. */
  isPrimary: boolean
}

/** Consecutive snapshots in which a yield row has the same values. */
export type BomYieldStep = {
  /** First available snapshot with these values. */
  from: ComparedSnapshot
  /** First snapshot after it with other values. Null if the latest snapshot still has these. */
  until: ComparedSnapshot | null
  /** Compared fields that differ from the step before. Empty for the first step, and if one of the two has no row. */
  changedFields: ComparedField[]
  /** Change of the yields for one garment since the step before. Null if there is no step before, if one of the two has no row, and if the units are not comparable. */
  delta: YieldDelta | null
  /** The values of the row. Null if these snapshots do not contain it. */
  row: BomYieldState | null
}

/** One page of a list. */
export type BomYieldStepPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: BomYieldStep[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/** Number and gross yields of the rows of a snapshot, by group. */
export type BomYieldSummary = {
  /** Snapshot that is summarized. */
  snapshot: ComparedSnapshot
  counts: BomYieldCounts
  /** The `top` groups in descending `order`, then by key (byte value) and ID. */
  groups: YieldGroup[]
  /** Number of all groups. */
  groupCount: number
}

/** The response with one summary. */
export type BomYieldSummaryResponse = {
  data: BomYieldSummary
  /** Information about the summary. */
  meta: {
    /** Notices about the summary. Empty if there are none. */
    notices: YieldNotice[]
  }
}

/** A style is carried over from a style of an earlier season. */
export type CarriedOverFromRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `CARRIED_OVER_FROM`. */
  type: 'CARRIED_OVER_FROM'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: {
    /** Season of the earlier style. Null if not stated. */
    fromSeason: string | null
    /** Season of the later style. Null if not stated. */
    toSeason: string | null
  }
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/**
 * What changed in the BOM of the style.
 *
 * - `changed`: values of a line changed
 * - `replaced`: a line has another material, or a line was removed and one was added in the same place
 * - `added`: a line was added, or applies to more SKUs
 * - `removed`: a line was removed, or applies to fewer SKUs
 * - `renamed`: the style number or SKU codes changed, and nothing else
 * - `skus_added`: the style has more SKUs, with rows of any number of lines
 * - `skus_removed`: the style has fewer SKUs, with rows of any number of lines
 * - `style_added`: only the later snapshot contains the style
 * - `style_removed`: only the earlier snapshot contains the style
 */
export type CauseKind = 'changed' | 'replaced' | 'added' | 'removed' | 'renamed' | 'skus_added' | 'skus_removed' | 'style_added' | 'style_removed'

/** A line in one of the snapshots, as far as its rows have the cause. */
export type CauseSide = {
  /** Entity ID of the material. */
  materialId: EntityId
  /** Material number. Works as a filter. */
  material: string
  /** Material number and name. */
  materialLabel: string
  /** Name and code of the supplier. Null if the line names none. */
  supplier: string | null
  /** Gross yields of the rows. Null if their base units differ, or if one does not convert to its base unit. */
  gross: GrossOfRows | null
}

/** A change that the service applied. */
export type Change = {
  /** ID of the change. It is unique within the organization. */
  changeId: string
  kind: ChangeKind
  /** ID of what changed: an entity ID, a relationship ID, or the ID of a BOM snapshot. */
  id: string
  type: ChangedType
  /** Natural key of the entity, or the number of the BOM publication. Null for a relationship. */
  code: string | null
  /**
   * What happened.
   *
   * - `created`: it is new, or exists again after a deletion
   * - `updated`: it was received again, usually with other values
   * - `deleted`: it no longer exists
   */
  op: 'created' | 'updated' | 'deleted'
  /** `revision` of the entity after the change. Null for a relationship and a BOM snapshot. */
  revision: number | null
  /** Paths of the fields that an update changed, such as `attributes.season`. Fields that every update changes are not listed: `revision`, `updatedAt`, and the times of codes and of the source. Empty for `created` and `deleted`. */
  changedFields: string[]
  /** ID of the entity that the relationship starts at. Null for other kinds. */
  fromId: EntityId | null
  /** ID of the entity that the relationship ends at. Null for other kinds. */
  toId: EntityId | null
  /** Time of the event in its source. */
  changedAt: Timestamp
  /** Time at which the service applied the event. */
  appliedAt: Timestamp
  /** Record that the event is about. */
  source: {
    /** System that sent the event. */
    system: string
    /** Instance of that system. */
    instance: string
    /** ID of the record in that system. */
    recordId: string
  }
}

/** Changed rows of one style that have the same cause. */
export type ChangeCause = {
  cause: CauseKind
  /** Entity ID of the style. */
  styleId: EntityId
  /** Style number as in the later snapshot that contains the style. */
  style: string
  /** Section of the line. Null if not stated, or if it is not about one line. */
  section: string | null
  /** Where the material is used. Null if not stated, or if it is not about one line. */
  placement: string | null
  /** Fields that changed in any of the rows. Empty for added and removed rows. */
  changedFields: ComparedField[]
  /** Number of different SKUs. */
  skus: number
  /** Number of rows of `listBomYieldChanges` with this cause. */
  rows: number
  /** Change of gross yield in percent. Null if no row has one. */
  grossPercent: {
    /** Lowest `grossPercent` of a row. */
    min: Decimal
    /** Highest `grossPercent` of a row. */
    max: Decimal
  } | null
  /** The line in the earlier snapshot. Null if it is not about one line, or if the line was added. */
  before: CauseSide | null
  /** The line in the later snapshot. Null if it is not about one line, or if the line was removed. */
  after: CauseSide | null
  /** Mean effect on one garment, over the SKUs of its rows that are in both snapshots, by currency. Null if prices are left out. */
  costEffect: CostEffect[] | null
  /** Number of its rows that are not part of `costEffect`, because a material has no price, or none that converts. Null if prices are left out. */
  unpriced: number | null
}

/**
 * Type of what changed. New types can be added.
 *
 * - `style`: an entity of this type
 * - `sku`: an entity of this type
 * - `material`: an entity of this type
 * - `supplier`: an entity of this type
 * - `HAS_SKU`: a relationship of this type
 * - `SUPPLIED_BY`: a relationship of this type
 * - `PRODUCED_BY`: a relationship of this type
 * - `SUBSTITUTE_FOR`: a relationship of this type
 * - `CARRIED_OVER_FROM`: a relationship of this type
 * - `MADE_FROM`: a relationship of this type
 * - `OWNED_BY`: a relationship of this type
 * - `bom_snapshot`: a completed BOM publication
 */
export type ChangedType = 'style' | 'sku' | 'material' | 'supplier' | 'HAS_SKU' | 'SUPPLIED_BY' | 'PRODUCED_BY' | 'SUBSTITUTE_FOR' | 'CARRIED_OVER_FROM' | 'MADE_FROM' | 'OWNED_BY' | 'bom_snapshot'

/**
 * What changed.
 *
 * - `entity`: an entity
 * - `relationship`: a relationship that a source sent, or HAS_SKU, which follows from a SKU
 * - `bom_snapshot`: a completed BOM publication, with everything that follows from it
 */
export type ChangeKind = 'entity' | 'relationship' | 'bom_snapshot'

/** One page of a list. */
export type ChangePage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: Change[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
    /** Where the list continues after this page, also on the last page. Store it, and pass it as `cursor` on your next visit. */
    resume: string
  }
}

/** Number of rows that name one material, and what they do to cost. */
export type ChangesOfMaterial = {
  /** Entity ID of the style, material, or supplier. */
  id: EntityId
  /** Style number, material number, or supplier code as in the later snapshot. Works as a filter. */
  key: string
  /** Key and name, as far as the rows have a name. Styles have none. */
  label: string
  /** Number of rows that name it on either side. */
  rows: number
  /** Number of these rows whose gross yield increased. */
  increased: number
  /** Number of these rows whose gross yield decreased. */
  decreased: number
  /** Mean effect of its rows on one garment, over the SKUs that have them and are in both snapshots, by currency. Null if prices are left out. */
  costEffect: CostEffect[] | null
  /** Number of these rows that are not part of `costEffect`, because a material has no price, or none that converts. Null if prices are left out. */
  unpriced: number | null
}

/** Number of rows of one style, and what they do to its cost. */
export type ChangesOfStyle = {
  /** Entity ID of the style, material, or supplier. */
  id: EntityId
  /** Style number, material number, or supplier code as in the later snapshot. Works as a filter. */
  key: string
  /** Key and name, as far as the rows have a name. Styles have none. */
  label: string
  /** Number of rows that name it on either side. */
  rows: number
  /** Number of these rows whose gross yield increased. */
  increased: number
  /** Number of these rows whose gross yield decreased. */
  decreased: number
  /** The largest `grossPercent` of its rows by absolute value, with its sign. Null if no row has one. */
  largestPercent: Decimal | null
  /** Mean effect on one garment, over the SKUs of the style that are in both snapshots, by currency. Null if prices are left out. */
  costEffect: CostEffect[] | null
  /** Number of these rows that are not part of `costEffect`, because a material has no price, or none that converts. Null if prices are left out. */
  unpriced: number | null
}

/** Number of rows that name one style, material, or supplier on either side. */
export type ChangesOfThing = {
  /** Entity ID of the style, material, or supplier. */
  id: EntityId
  /** Style number, material number, or supplier code as in the later snapshot. Works as a filter. */
  key: string
  /** Key and name, as far as the rows have a name. Styles have none. */
  label: string
  /** Number of rows that name it on either side. */
  rows: number
  /** Number of these rows whose gross yield increased. */
  increased: number
  /** Number of these rows whose gross yield decreased. */
  decreased: number
}

/**
 * How a row differs between the two snapshots.
 *
 * - `added`: only the later snapshot contains the row
 * - `removed`: only the earlier snapshot contains the row
 * - `changed`: both snapshots contain the row, and a compared field differs
 * - `unchanged`: both snapshots contain the row, and no compared field differs
 */
export type ChangeType = 'added' | 'removed' | 'changed' | 'unchanged'

/**
 * Confidentiality of a field, as its source classifies it.
 *
 * - `public`: can be published
 * - `internal`: for use within the company
 * - `confidential`: for named groups only
 * - `personal`: about persons
 */
export type Classification = 'public' | 'internal' | 'confidential' | 'personal'

/**
 * A field that is compared.
 *
 * - `style`: style number
 * - `sku`: SKU code
 * - `material`: material number
 * - `materialColorCode`: color of the material
 * - `mpn`: supplier article number (MPN)
 * - `supplierCode`: code of the supplier
 * - `netYield`: net quantity for one garment
 * - `wastagePercent`: waste allowance in percent
 * - `wastageBasis`: side that the waste allowance is a percentage of
 * - `grossYield`: gross quantity for one garment
 * - `uom`: unit of the yields
 * - `yieldPerUnits`: number of garments that the yields are for
 * - `section`: section of the BOM
 * - `placement`: where the material is used
 * - `isPrimary`: whether the line is primary
 * - `yieldStage`: stage that the yield comes from
 */
export type ComparedField = 'style' | 'sku' | 'material' | 'materialColorCode' | 'mpn' | 'supplierCode' | 'netYield' | 'wastagePercent' | 'wastageBasis' | 'grossYield' | 'uom' | 'yieldPerUnits' | 'section' | 'placement' | 'isPrimary' | 'yieldStage'

/** A snapshot that rows come from. */
export type ComparedSnapshot = {
  snapshotId: SnapshotId
  /** Time at which the snapshot was completed. */
  completedAt: Timestamp
}

/** Something that you should know about a comparison in addition to its rows. */
export type ComparisonNotice = {
  /**
   * Kind of notice.
   *
   * - `same_snapshot`: both sides are the same snapshot
   * - `no_such_value`: neither snapshot contains the value of a filter
   * - `unreadable_rows`: rows are left out because their stored form does not fit this contract
   */
  code: 'same_snapshot' | 'no_such_value' | 'unreadable_rows'
  /** The filter that the notice is about. Null if it is about none. */
  name: string | null
  /** The value of that filter. Null if the notice is about none. */
  value: string | null
  /** Values to use instead, the nearest first. Empty if there are none. */
  suggestions: string[]
  /** The notice in one or two sentences, with its numbers and what to do. */
  detail: string
}

/** One field with its resolved value and where the value comes from. */
export type ConnectedField = {
  /** Name of the field, the same for all systems. */
  name: string
  /** Resolved value: that of the source of truth for the field. Null if unknown. */
  value: string | boolean | string[] | null
  /** Unit of the value. Null if there is none. */
  unit: string | null
  /** System that the value comes from. */
  sourceSystem: string
  /** ID of the record in that system. */
  recordId: string
  /** Time of the value: when the source last changed the record, else when it was extracted or received. */
  observedAt: Timestamp
  /** True if another current source record has a different value. */
  conflict: boolean
}

/**
 * Kind of connected record.
 *
 * - `material`: a material
 * - `factory`: a factory
 */
export type ConnectedKind = 'material' | 'factory'

/** One material or factory with the data of all source systems (cross-system data). */
export type ConnectedRecord = {
  kind: ConnectedKind
  /** ID of the connected record: a UUID. For a matched material, its entity ID. Lists are sorted by it. */
  id: string
  /** Reference that you can pass back as `ref`. */
  ref: string
  /** Code and name for people. The parameter `q` searches it. */
  label: string
  /** Entity ID of the material, or of the supplier that operates the factory. Null unless exactly one is known. */
  canonicalEntityId: EntityId | null
  /** How the source records are matched to an entity. */
  match: {
    state: MatchState
    /**
     * How the source records were matched. Null unless they are matched.
     *
     * - `exact_key`: a code in a record’s own system, or an ID, identifies the entity
     * - `crosswalk`: a code that a record lists for another system identifies the entity
     */
    method: 'exact_key' | 'crosswalk' | null
    /** Entity IDs of all entities that match, sorted. */
    candidates: EntityId[]
  }
  /** Fields with one resolved value each, sorted by name. */
  fields: ConnectedField[]
  /** Source records that make up the connected record. */
  sourceRecords: SourceRecord[]
  /** Entity ID of the supplier that operates the factory. Null for materials, and if no single one is known. */
  operatorSupplierId: EntityId | null
  /** Country of the factory: an ISO 3166-1 alpha-2 code. Null for materials, and if not known. */
  countryCode: string | null
  /** What the factory can do. Empty for materials. */
  capabilities: string[]
  /** Sourcing models that the factory works with. Empty for materials. */
  sourcingModels: SourcingModel[]
}

/** One page of a list. */
export type ConnectedRecordPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: ConnectedRecord[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
    /** True if a search has more than 10,000 matches and some were not considered. */
    truncated: boolean
    /** Labels whose words or codes differ from `q` in at most two characters for each word, the nearest first. Only if `q` has no match, something is similar, and there are fewer than 1,000 records to compare. */
    suggestions?: string[] | undefined
  }
}

/** The response with one resource. */
export type ConnectedRecordResponse = {
  data: ConnectedRecord
  /** Information about the response. Has no fields at present. */
  meta: Record<string, unknown>
}

/** What changes do to the material cost of one garment, in one currency. */
export type CostEffect = {
  /** Change of the material cost of one garment: after minus before, rounded half away from zero to 8 places. Null if it has more than 10 digits. */
  amount: Decimal | null
  /** Currency: an ISO 4217 code, such as `EUR`. */
  currency: string
}

/** Creates an export of kind `bom_yield_changes`. */
export type CreateBomYieldChangesExport = {
  /** Always `bom_yield_changes`: one row for each difference between two snapshots. */
  kind: 'bom_yield_changes'
  /**
   * Format of the file.
   * @default "csv"
   */
  format?: ExportFormat | undefined
  /** Filters of the export. Exports all rows by default. */
  parameters?: {
    /** Earlier side: the latest snapshot completed by the end of this UTC day (`YYYY-MM-DD`). Defaults to the snapshot before the later side. Cannot be combined with `fromSnapshotId`. */
    from?: string | undefined
    /** Later side: the latest snapshot completed by the end of this UTC day (`YYYY-MM-DD`). Defaults to the latest snapshot. Cannot be combined with `toSnapshotId`. */
    to?: string | undefined
    /** Earlier side by its snapshot ID (ULID). Cannot be combined with `from`. */
    fromSnapshotId?: SnapshotId | undefined
    /** Later side by its snapshot ID (ULID). Cannot be combined with `to`. */
    toSnapshotId?: SnapshotId | undefined
    /** Return only rows with this SKU code on either side. The value is case-sensitive and must match exactly. */
    sku?: string | undefined
    /** Return only rows with this style number on either side. The value is case-sensitive and must match exactly. */
    style?: string | undefined
    /** Return only rows with this supplier article number (MPN) on either side. The value is case-sensitive and must match exactly. */
    mpn?: string | undefined
    /** Return only rows with this supplier name or code on either side. The value is case-sensitive and must match exactly. */
    supplier?: string | undefined
    /** Return only rows with this material number or entity ID on either side. The value is case-sensitive and must match exactly. */
    material?: string | undefined
    /** Return only rows with this type of change. `unchanged` needs no `includeUnchanged`. */
    changeType?: ChangeType | undefined
    /**
     * Whether to return unchanged rows too.
     * @default false
     */
    includeUnchanged?: boolean | undefined
    /**
     * Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** Creates an export of kind `bom_yields`. */
export type CreateBomYieldsExport = {
  /** Always `bom_yields`: one row for each yield row of a snapshot. */
  kind: 'bom_yields'
  /**
   * Format of the file.
   * @default "csv"
   */
  format?: ExportFormat | undefined
  /** Filters of the export. Exports all rows by default. */
  parameters?: {
    /** ID (ULID) of the snapshot to read. Defaults to the latest completed snapshot. Cannot be combined with `asOf`. */
    snapshotId?: SnapshotId | undefined
    /** Reads the latest snapshot completed by this time. Takes a date-time with any offset, or a date, which means the end of that day in UTC. Cannot be combined with `snapshotId`. */
    asOf?: string | undefined
    /** Return only rows of the style with this number or entity ID. The value is case-sensitive and must match exactly. */
    style?: string | undefined
    /** Return only rows of the SKU with this code or entity ID. The value is case-sensitive and must match exactly. */
    sku?: string | undefined
    /** Return only rows of the material with this number or entity ID. The value is case-sensitive and must match exactly. */
    material?: string | undefined
    /** Return only rows of the supplier with this code, name, or entity ID. The value is case-sensitive and must match exactly. */
    supplier?: string | undefined
    /** Return only rows with this supplier article number (MPN). The value is case-sensitive and must match exactly. */
    mpn?: string | undefined
    /** Return only rows of lines in this section of the BOM, such as `fabric`. The value is case-sensitive and must match exactly. */
    section?: string | undefined
    /** Return only rows of styles that belong to this season now, such as `SS27`. The value is case-sensitive and must match exactly. */
    season?: string | undefined
    /** Return only rows of materials of this type, as the BOM states it, such as `fabric`. The value is case-sensitive and must match exactly. */
    materialType?: string | undefined
    /**
     * Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** Creates an export of kind `changes`. */
export type CreateChangesExport = {
  /** Always `changes`: one row for each change of an entity, a relationship, or a BOM snapshot. */
  kind: 'changes'
  /**
   * Format of the file.
   * @default "csv"
   */
  format?: ExportFormat | undefined
  /** Filters of the export. Exports all rows by default. */
  parameters?: {
    /** Return only changes of this kind. */
    kind?: ChangeKind | undefined
    /** Return only changes of this type. */
    type?: ChangedType | undefined
    /** Return only changes of this entity: its history. */
    entityId?: EntityId | undefined
    /** Start at the first change that was applied at or after this time. Takes a date-time with any offset, or a date, which means the start of that day in UTC. Starts at the oldest change that is kept by default. */
    since?: string | undefined
    /**
     * Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** Creates an export of kind `dataset_freshness`. */
export type CreateDatasetFreshnessExport = {
  /** Always `dataset_freshness`: one row for each dataset. */
  kind: 'dataset_freshness'
  /**
   * Format of the file.
   * @default "csv"
   */
  format?: ExportFormat | undefined
  /** Filters of the export. Exports all rows by default. */
  parameters?: {
    /** Return only the dataset with this ID. Returns `404 dataset_not_found` if there is none. */
    datasetId?: DatasetId | undefined
    /** Return only datasets with this status. */
    status?: FreshnessStatus | undefined
    /**
     * Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** Creates an export of kind `entities`. */
export type CreateEntitiesExport = {
  /** Always `entities`: one row for each entity. */
  kind: 'entities'
  /**
   * Format of the file.
   * @default "csv"
   */
  format?: ExportFormat | undefined
  /** Filters of the export. Exports all rows by default. */
  parameters?: {
    /** Return only entities of this type. */
    type?: EntityType | undefined
    /** Words to search for in labels. Each word must match a whole word or the beginning of one. Case and accents are ignored. Labels and natural keys that equal the whole text come first. */
    q?: string | undefined
    /** Return only entities with this code: the natural key, the GTIN, a code of any external system, or, for materials, an article number (MPN) of a supplier. Previous codes count if no entity has the code now. If nothing has exactly this code, case, spaces, and the characters `-_./` are ignored, or it is taken for a label, and `meta.notices` says so. Cannot be combined with `q`. */
    code?: string | undefined
    /** Return only entities in this lifecycle state. */
    lifecycleState?: LifecycleState | undefined
    /** Return only styles of this season. The value is case-sensitive and must match exactly. */
    season?: string | undefined
    /** Return only materials of this type, such as `fabric`. The value is case-sensitive and must match exactly. */
    materialType?: string | undefined
    /** Return only suppliers in this country, and materials that originate from it: an ISO 3166-1 alpha-2 code, such as `PT`. The value is case-sensitive and must match exactly. */
    countryCode?: string | undefined
    /** Return only materials with the certification of this name, or with `none`, materials that have no certification. The value is case-sensitive and must match exactly. */
    certification?: string | undefined
    /** Return only materials whose composition contains this fiber, such as `cotton`. The value is case-sensitive and must match exactly. */
    fibre?: string | undefined
    /** Return only entities with `updatedAt`, their time in the source, at or after this time, sorted by `updatedAt` and ID. Misses late events and deletions: to keep a copy, use `GET /v1/changes`. Takes a date-time with any offset, or a date, which means the start of that day in UTC. */
    updatedSince?: string | undefined
    /**
     * Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** Creates an export of kind `external_references`. */
export type CreateExternalReferencesExport = {
  /** Always `external_references`: one row for each code of an entity in an external system. */
  kind: 'external_references'
  /**
   * Format of the file.
   * @default "csv"
   */
  format?: ExportFormat | undefined
  /** Filters of the export. Exports all rows by default. */
  parameters?: {
    /** Return only entities of this type. */
    type?: EntityType | undefined
    /** Words to search for in labels. Each word must match a whole word or the beginning of one. Case and accents are ignored. Labels and natural keys that equal the whole text come first. */
    q?: string | undefined
    /** Return only entities with this code: the natural key, the GTIN, a code of any external system, or, for materials, an article number (MPN) of a supplier. Previous codes count if no entity has the code now. If nothing has exactly this code, case, spaces, and the characters `-_./` are ignored, or it is taken for a label, and `meta.notices` says so. Cannot be combined with `q`. */
    code?: string | undefined
    /** Return only entities in this lifecycle state. */
    lifecycleState?: LifecycleState | undefined
    /** Return only styles of this season. The value is case-sensitive and must match exactly. */
    season?: string | undefined
    /** Return only materials of this type, such as `fabric`. The value is case-sensitive and must match exactly. */
    materialType?: string | undefined
    /** Return only suppliers in this country, and materials that originate from it: an ISO 3166-1 alpha-2 code, such as `PT`. The value is case-sensitive and must match exactly. */
    countryCode?: string | undefined
    /** Return only materials with the certification of this name, or with `none`, materials that have no certification. The value is case-sensitive and must match exactly. */
    certification?: string | undefined
    /** Return only materials whose composition contains this fiber, such as `cotton`. The value is case-sensitive and must match exactly. */
    fibre?: string | undefined
    /** Return only entities with `updatedAt`, their time in the source, at or after this time, sorted by `updatedAt` and ID. Misses late events and deletions: to keep a copy, use `GET /v1/changes`. Takes a date-time with any offset, or a date, which means the start of that day in UTC. */
    updatedSince?: string | undefined
    /**
     * Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** Creates an export of kind `material_positions`. */
export type CreateMaterialPositionsExport = {
  /** Always `material_positions`: one row for each position of a material at a factory in a system. */
  kind: 'material_positions'
  /**
   * Format of the file.
   * @default "csv"
   */
  format?: ExportFormat | undefined
  /** Filters of the export. Exports all rows by default. */
  parameters?: {
    /** Return only positions of this material. Returns those of all materials by default. */
    material?: string | undefined
    /** Return only positions at this factory. Returns those at all factories by default. */
    factory?: string | undefined
    /** Return only positions of this source system. */
    system?: string | undefined
    /**
     * Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** Creates an export of kind `position_exceptions`. */
export type CreatePositionExceptionsExport = {
  /** Always `position_exceptions`: one row for each exception. */
  kind: 'position_exceptions'
  /**
   * Format of the file.
   * @default "csv"
   */
  format?: ExportFormat | undefined
  /** Filters of the export. Exports all rows by default. */
  parameters?: {
    /** Return only exceptions with this code. */
    code?: ExceptionCode | undefined
    /** Return only exceptions with this severity, after stale-data adjustment. */
    severity?: ExceptionSeverity | undefined
    /**
     * Return only exceptions with this status.
     * @default "open"
     */
    status?: ExceptionStatus | undefined
    /** Return only exceptions of this material. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code, including an unassigned one. */
    material?: string | undefined
    /** Return only exceptions of this factory. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code, including an unassigned one. */
    factory?: string | undefined
    /** Return only exceptions of materials with this nominated supplier. Takes an entity ID, a code, or a label as responses show it. */
    supplier?: string | undefined
    /** Return only exceptions that concern this source system. */
    system?: string | undefined
    /** Return only exceptions based on a dataset of this steward. Exact match. */
    steward?: string | undefined
    /** Return only exceptions with `firstSeenAt` at or after this time (RFC 3339), or date (00:00 UTC). */
    since?: string | undefined
    /**
     * Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** Creates an export of kind `relationships`. */
export type CreateRelationshipsExport = {
  /** Always `relationships`: one row for each relationship. */
  kind: 'relationships'
  /**
   * Format of the file.
   * @default "csv"
   */
  format?: ExportFormat | undefined
  /** Filters of the export. Exports all rows by default. */
  parameters?: {
    /** Return only relationships of this entity. Returns all of the organization by default. */
    entityId?: string | undefined
    /** Return only relationships in this direction. Requires `entityId`. Returns both directions by default. */
    direction?: Direction | undefined
    /** Return only relationships of these types. */
    relationshipType?: RelationshipType[] | undefined
    /**
     * Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/**
 * Kind of token. Only tokens of kind `mcp` can access `/mcp`.
 *
 * - `service`: for the REST API
 * - `mcp`: for the REST API and for `/mcp`
 * - `support`: for the REST API, held by an operator for some hours
 */
export type CredentialKind = 'service' | 'mcp' | 'support'

/** A set of data that a source system sends, as the source describes it. */
export type Dataset = {
  datasetId: DatasetId
  /** Name of the dataset. */
  name: string
  /** What the dataset contains. Null if not stated. */
  description: string | null
  /** Business domain, such as inventory. Null if not stated. */
  domain: string | null
  /** System that the dataset comes from, such as `erp`. */
  sourceSystem: string
  /** Instance of the system, such as `main`. */
  instance: string
  /** Team that is responsible for the dataset, not a person. Null if not stated. */
  steward: string | null
  /** Fields that together identify a row. */
  grain: string[]
  /** Kinds of records that the dataset contains. */
  recordKinds: string[]
  loadMode: LoadMode
  /** Expected time between loads in seconds. Null if not stated. */
  expectedIntervalSeconds: number | null
  /** Lag in seconds above which the dataset is stale with severity `warn`. Null if there is no such threshold. */
  warnAfterSeconds: number | null
  /** Lag in seconds above which the dataset is stale with severity `error`. Null if there is no such threshold. */
  errorAfterSeconds: number | null
  lifecycle: DatasetLifecycle
  /** Version of the dataset’s schema. Null if not stated. */
  schemaVersion: string | null
  /** Number of current source records and positions from the dataset. */
  rowCount: number
  /** Fields that the dataset declares. Empty if it declares none. */
  fields: DatasetField[]
}

/** A field that the dataset declares. */
export type DatasetField = {
  /** Name of the field in the source. */
  name: string
  type: FieldType
  /** Unit of the values. Null if there is none or it is not stated. */
  unit: string | null
  /** Whether values can be missing. */
  nullable: boolean
  /** What the field contains. Null if not stated. */
  description: string | null
  classification: Classification
}

/** ID of a dataset, such as `erp.material_stock`: a system and a name in lowercase. */
export type DatasetId = string

/**
 * Lifecycle of the dataset, as its source states it.
 *
 * - `active`: loads are expected
 * - `paused`: loads are not expected for the time being; freshness is `unknown`
 * - `deprecated`: the dataset is going to be removed
 */
export type DatasetLifecycle = 'active' | 'paused' | 'deprecated'

/** One load of a dataset. */
export type DatasetLoad = {
  /** ID of the load in its source. */
  runId: string
  datasetId: DatasetId
  status: LoadStatus
  /** Time at which the load started. */
  startedAt: Timestamp
  /** Time at which the load ended. Null while it is running. */
  endedAt: Timestamp | null
  /** Time up to which the load contains the data of the source. Null if not stated. */
  sourceWatermarkAt: Timestamp | null
  /** Number of rows that the load read. Null if not stated. */
  rowsRead: number | null
  /** Number of rows that the load wrote. Null if not stated. */
  rowsWritten: number | null
  /** Number of rows that the load rejected. Null if not stated. */
  rowsRejected: number | null
  /** Why the load failed, redacted. Null if it did not fail or no reason is stated. */
  error: string | null
}

/** One page of a list. */
export type DatasetPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: Dataset[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/**
 * Why the event was rejected.
 *
 * - `malformed`: not JSON, not a CloudEvent, or too large
 * - `unknown_type`: there is no such event type
 * - `invalid_data`: `data` does not fit the schema of its type, or `time` is too far in the future
 * - `unknown_organization`: `tenantid` is not a registered organization
 * - `source_not_allowed`: the organization does not accept events from this `source`
 * - `key_mismatch`: the key of the Kafka record is not that of the event
 * - `wrong_partition`: an event of a publication is outside the partition of its organization
 * - `no_open_publication`: the publication was not started, or has ended
 * - `publication_failed`: the event made its publication fail, or reuses a snapshot ID
 * - `unprocessable`: the service failed to process the event; the event itself can be correct
 */
export type DeadReason = 'malformed' | 'unknown_type' | 'invalid_data' | 'unknown_organization' | 'source_not_allowed' | 'key_mismatch' | 'wrong_partition' | 'no_open_publication' | 'publication_failed' | 'unprocessable'

/** Exact decimal as a string, without exponent or trailing zeros: at most 10 digits before the point and 16 after it. */
export type Decimal = string

/**
 * Direction as seen from the requested entity. With `depth` 2 or 3, as seen from the nearer end.
 *
 * - `outgoing`: the requested entity is the `from` end
 * - `incoming`: the requested entity is the `to` end
 */
export type Direction = 'outgoing' | 'incoming'

/** An entity with a stable ID and its codes in external systems. */
export type Entity = Style | Sku | Material | Supplier | BomPublication

/** Entity ID (canonical): a UUID. It stays the same when codes change. */
export type EntityId = string

/** One page of a list. */
export type EntityPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: Entity[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
    /** True if a search has more than 10,000 matches and some were not considered. */
    truncated: boolean
    /** Number of entities on all pages together; 10,000 means 10,000 or more. Only with `count=true`. */
    count?: number | undefined
    /** Words or labels of the organization that differ from `q` in at most two characters for each word, the nearest first. Only if `q` has no match and something is similar. */
    suggestions?: string[] | undefined
  }
}

/** The response with one resource. */
export type EntityResponse = {
  data: Entity
  /** Information about the response. Has no fields at present. */
  meta: Record<string, unknown>
}

/**
 * Type of an entity. New types can be added.
 *
 * - `style`: A commercial style that groups sellable SKUs
 * - `sku`: A specific sellable product variant
 * - `material`: A normalized material referenced by a BOM
 * - `supplier`: A normalized supplying organization
 * - `bom_publication`: An immutable completed BOM replacement publication
 */
export type EntityType = 'style' | 'sku' | 'material' | 'supplier' | 'bom_publication'

/** A type of entity and what entities of it have. */
export type EntityTypeDescription = {
  type: EntityType
  /** What an entity of this type stands for. */
  meaning: string
  /** Attribute that identifies an entity in its source. */
  naturalKey: string
  /** Lifecycle states that entities of this type can have. */
  lifecycleStates: string[]
  /** Names of the attributes that entities of this type have. */
  attributes: string[]
  /** Relationships that entities of this type can have. */
  relationshipTypes: RelationshipOption[]
}

/** One page of a list. */
export type EntityTypePage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: EntityTypeDescription[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/**
 * Kind of exception.
 *
 * - `MISSING_IN_ERP`: an active style at the factory uses an approved material, and the ERP has no position of it
 * - `MISSING_IN_PLM`: the ERP has quantities of a material that PLM does not have
 * - `ORPHAN_MATERIAL`: no material has the material code of the position
 * - `ORPHAN_FACTORY`: no factory has the factory code of the position
 * - `UOM_INCOMPATIBLE`: the unit of the position cannot be converted to the base unit of the material
 * - `UOM_MISMATCH`: the unit of the position differs from the base unit of the material, and can be converted
 * - `QUANTITY_MISMATCH`: stock on hand in the ERP differs from the WMS or the factory portal by more than the tolerance
 * - `REQUIREMENT_MISMATCH`: the requirement in the ERP differs from the BOM and open production by more than the tolerance
 * - `SUPPLIER_MISMATCH`: the supplier of the position is not a nominated supplier of the material
 * - `MPN_MISMATCH`: the supplier article number (MPN) of the position is not a nominated one
 * - `STATUS_CONFLICT`: there are open orders for a material that is not approved
 * - `FACTORY_NOT_ALLOCATED`: a factory has stock of a material that no style allocated to it uses
 * - `NEGATIVE_ON_HAND`: stock on hand is below zero
 * - `OVER_ALLOCATED`: more stock is allocated than is on hand
 * - `SHORTAGE`: projected stock is below zero
 * - `EXCESS_LIABILITY`: liability is above a tenth of the bought quantity, without demand for 90 days
 * - `DUPLICATE_SOURCE_RECORD`: a system has several records for the same material or factory
 * - `AMBIGUOUS_MATCH`: several materials or factories have the same code
 * - `FUTURE_TIMESTAMP`: a position has a time more than 5 minutes after it was received
 * - `STALE_SOURCE`: a dataset is stale
 * - `UNKNOWN_FRESHNESS`: the freshness of a dataset is unknown
 */
export type ExceptionCode = 'MISSING_IN_ERP' | 'MISSING_IN_PLM' | 'ORPHAN_MATERIAL' | 'ORPHAN_FACTORY' | 'UOM_INCOMPATIBLE' | 'UOM_MISMATCH' | 'QUANTITY_MISMATCH' | 'REQUIREMENT_MISMATCH' | 'SUPPLIER_MISMATCH' | 'MPN_MISMATCH' | 'STATUS_CONFLICT' | 'FACTORY_NOT_ALLOCATED' | 'NEGATIVE_ON_HAND' | 'OVER_ALLOCATED' | 'SHORTAGE' | 'EXCESS_LIABILITY' | 'DUPLICATE_SOURCE_RECORD' | 'AMBIGUOUS_MATCH' | 'FUTURE_TIMESTAMP' | 'STALE_SOURCE' | 'UNKNOWN_FRESHNESS'

/** A record that an exception is based on. */
export type ExceptionInput = {
  kind: ExceptionInputKind
  /** ID of the position, entity, relationship, source record, open production, or dataset. */
  id: string
  /** System that sent the record. */
  system: string
  /** Instance of the system. Null if not known. */
  instance: string | null
  /** ID of the record in its source. */
  recordId: string
  /** Version that was applied last (`sourceversion`). Null if not known. */
  recordVersion: string | null
  /** Time of the event that brought the values that the exception is based on. Events that repeat them do not count. */
  observedAt: Timestamp
}

/**
 * Kind of record that the exception is based on.
 *
 * - `position`: position of a material at a factory
 * - `material`: material
 * - `style`: style
 * - `supplier`: supplier
 * - `link`: relationship between entities
 * - `source_record`: record of a source system
 * - `requirement`: open production
 * - `dataset`: dataset
 */
export type ExceptionInputKind = 'position' | 'material' | 'style' | 'supplier' | 'link' | 'source_record' | 'requirement' | 'dataset'

/**
 * Order of exceptions.
 *
 * - `id`: by ID
 * - `severity`: most severe first, then by ID
 * - `firstSeenAt`: newest first, then by ID in descending order
 */
export type ExceptionOrder = 'id' | 'severity' | 'firstSeenAt'

/**
 * Severity of an exception, lowest first.
 *
 * - `low`: worth knowing
 * - `medium`: to be corrected in the source systems
 * - `high`: affects stock, orders, or production
 * - `critical`: quantities cannot be used
 */
export type ExceptionSeverity = 'low' | 'medium' | 'high' | 'critical'

/** Number of exceptions of one material or factory. */
export type ExceptionsOfEnd = {
  /** Entity ID of the material, or ID of the factory’s connected record. Null for an unassigned code. */
  id: EntityId | null
  /** Code of the material or factory. Works as a filter. */
  key: string
  /** Code and name for people. Null if not known. */
  label: string | null
  /** Number of its exceptions. */
  exceptions: number
}

/**
 * Status of an exception.
 *
 * - `open`: the exception currently holds
 * - `resolved`: the exception no longer holds
 */
export type ExceptionStatus = 'open' | 'resolved'

/** An exception with the steps that led to it. */
export type ExplainedException = {
  /** ID of the exception: a UUID that stays the same if the exception is resolved and occurs again. */
  exceptionId: string
  code: ExceptionCode
  /** Severity after stale-data adjustment: stale input lowers that of a quantity exception by one step. */
  severity: ExceptionSeverity
  status: ExceptionStatus
  /** Material concerned. Null if the exception is not about one. */
  material: PositionEnd | null
  /** Factory concerned. Null if the exception is not about one. */
  factory: PositionEnd | null
  /** Quantity concerned, such as `onHand`. Null if there is none. */
  measure: string | null
  /** Source systems concerned. */
  systems: string[]
  /** What was found, such as a quantity, unit, code, state, or time. Null if there is no such value, or if a quantity has no exact decimal with at most 16 places. */
  observed: string | null
  /** What was expected, such as a quantity, unit, state, or `one owner`. Null in the same cases as `observed`. */
  expected: string | null
  /** `observed` minus `expected`, exactly, in `uom`. Null unless both are quantities with an exact decimal. */
  delta: Decimal | null
  /** Unit of `observed`, `expected`, and `delta`: the base unit of the dimension, or a source unit if they have exact decimals only there. Null if they have none. */
  uom: UnitOfMeasure | null
  /** Newest `observedAt` of all inputs. For STALE_SOURCE and UNKNOWN_FRESHNESS, the time at which it began, or 1970-01-01 if not known. */
  firstSeenAt: Timestamp
  /** Newest time of any event of an input. For STALE_SOURCE and UNKNOWN_FRESHNESS, equal to `firstSeenAt`. */
  lastSeenAt: Timestamp
  /** Whether a dataset that the exception is based on is stale. */
  staleInput: boolean
  /** IDs of the datasets that the exception is based on. */
  datasetIds: string[]
  /** Records that the exception is based on, newest first, at most 20. */
  inputs: ExceptionInput[]
  /** What would resolve the exception, in one sentence. */
  recommendedAction: string
  /** Nominated supplier of the material (`SUPPLIED_BY` with `isNominated`). If several are nominated, the one with the lowest code. Null if none is, or if the material is not known. */
  supplier: PositionEnd | null
  /** Steward of the dataset. If the exception is based on several datasets, that of the first in `datasetIds` that has one. Null if none has one. */
  steward: string | null
  /** The arithmetic or the comparison that led to the exception, in order, as of its last evaluation. The value of the last step is `delta`, if the exception has one. */
  explanation: ExplanationStep[]
}

/** The response with one exception. */
export type ExplainedExceptionResponse = {
  data: ExplainedException
  /** Information about the response. */
  meta: {
    /** Steps that are left out. Absent if there are none. */
    notices?: LeftOutNotice[] | undefined
  }
}

/** A value of a record that a step of an explanation starts from. */
export type ExplanationInput = {
  kind: ExceptionInputKind
  /** ID of the position, entity, relationship, source record, open production, or dataset. */
  id: string
  /** System that sent the record. */
  system: string
  /** Instance of the system. Null if not known. */
  instance: string | null
  /** ID of the record in its source. */
  recordId: string
  /** Name of the value, such as `onHand`. A mean has a name with `mean`. */
  name: string
  /** The value when the exception was evaluated. Null if it was null. */
  value: string | null
  /** Unit of the value. Null if it is not a quantity with a unit. */
  uom: UnitOfMeasure | null
  /** Operation that returns the record as it is now. Null if no operation does, as for open production and undeclared datasets, or if the record no longer exists. */
  readBy: ExplanationReadBy | null
}

/** Operation that returns the record of a value. */
export type ExplanationReadBy = {
  /** ID of the operation, such as `getMaterialFactoryPosition`. */
  operation: string
  /** Parameters of the operation that return the record. */
  parameters: Record<string, string>
}

/** One step of the explanation of an exception. */
export type ExplanationStep = {
  /** What the step determines, in words. */
  label: string
  /** Result of the step, such as an exact decimal, a unit, a code, a state, or a time. Null if there is none. */
  value: string | null
  /** Unit of `value`. Null if it is not a quantity with a unit. */
  uom: UnitOfMeasure | null
  /** Values of records that the step starts from, at most 20. Empty if it follows from other steps. */
  inputs: ExplanationInput[]
}

/**
 * Format of the file.
 *
 * - `csv`: CSV (RFC 4180) in UTF-8 with a header line, for spreadsheets
 * - `jsonl`: one JSON object for each row and line
 * - `parquet`: Apache Parquet with typed columns, for analysis
 */
export type ExportFormat = 'csv' | 'jsonl' | 'parquet'

/** An asynchronous export of one file. */
export type ExportJob = {
  /** ID of the export: a UUID. */
  exportId: string
  kind: ExportKind
  format: ExportFormat
  /** Parameters as resolved when the export was created. Dates are replaced by snapshot IDs. */
  parameters: Record<string, unknown>
  status: ExportStatus
  /** Time at which the export was created. */
  createdAt: Timestamp
  /** Time at which processing started. Null while it is queued. */
  startedAt: Timestamp | null
  /** Time at which the export completed or failed. Null before. */
  completedAt: Timestamp | null
  /** Time until which the file can be downloaded. Null until it is completed. */
  expiresAt: Timestamp | null
  /** Number of rows in the file, without the header line of CSV. Null until it is completed. */
  rowCount: number | null
  /** Size of the file in bytes. Null until it is completed. */
  byteSize: number | null
  /** SHA-256 of the file in hexadecimal. Null until it is completed. */
  sha256: string | null
  /** Columns of the file, in order. */
  columns: string[]
  /** Progress of the export. */
  progress: {
    /** Number of rows written so far. */
    rows: number
  }
  /** Problem code of the failure. Null unless the export failed. */
  errorCode: string | null
  /** Seconds to wait before you request the status again. Null once the status is final. */
  pollAfterSeconds: number | null
  /** Paths of the export. */
  links: {
    /** Path of the status. */
    self: string
    /** Path of the file. Available once the export is completed. */
    download: string
  }
}

/**
 * What the export contains.
 *
 * - `entities`: one row for each entity
 * - `external_references`: one row for each code of an entity in an external system
 * - `relationships`: one row for each relationship
 * - `changes`: one row for each change of an entity, a relationship, or a BOM snapshot
 * - `bom_yields`: one row for each yield row of a snapshot
 * - `bom_yield_changes`: one row for each difference between two snapshots
 * - `material_positions`: one row for each position of a material at a factory in a system
 * - `position_exceptions`: one row for each exception
 * - `dataset_freshness`: one row for each dataset
 */
export type ExportKind = 'entities' | 'external_references' | 'relationships' | 'changes' | 'bom_yields' | 'bom_yield_changes' | 'material_positions' | 'position_exceptions' | 'dataset_freshness'

/** One page of a list. */
export type ExportPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: ExportJob[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/** The response with one resource. */
export type ExportResponse = {
  data: ExportJob
  /** Information about the response. Has no fields at present. */
  meta: Record<string, unknown>
}

/**
 * Status of an export.
 *
 * - `queued`: waiting to be processed
 * - `running`: rows are being written
 * - `completed`: the file can be downloaded until `expiresAt`
 * - `failed`: the export failed; `errorCode` contains the reason
 * - `expired`: the file was deleted after `expiresAt`
 */
export type ExportStatus = 'queued' | 'running' | 'completed' | 'failed' | 'expired'

/** A code of the entity in an external system. */
export type ExternalReference = {
  /** System that uses the code, such as `erp`. */
  system: string
  /** Instance of that system, such as `main`. */
  instance: string
  /** Kind of code, such as `material_number`. */
  kind: string
  /** The code itself. */
  value: string
  /** True for the ID of the record in its own source. Exactly one reference is primary. */
  isPrimary: boolean
  /** Time of the first event that contained the code. */
  firstSeenAt: Timestamp
  /** Time of the last event that contained the code. A previous code has an earlier time than `updatedAt`. */
  lastSeenAt: Timestamp
}

/** One invalid input of a 400 response. */
export type FaultyInput = {
  /**
   * Where the input is.
   *
   * - `query`: query parameter
   * - `path`: path parameter
   * - `header`: request header
   * - `body`: field of the body
   * - `argument`: argument of an MCP tool
   */
  in: 'query' | 'path' | 'header' | 'body' | 'argument'
  /** Name of the input. A field of the body has its path, such as `pairs.0.material`. Empty for the whole. */
  name: string
  /** What is wrong, as the end of a sentence: "must be an integer from 1 to 1000". */
  detail: string
}

/**
 * Type of a field’s values.
 *
 * - `text`: text
 * - `decimal`: number with decimals
 * - `integer`: whole number
 * - `boolean`: true or false
 * - `date`: calendar day
 * - `timestamp`: point in time
 */
export type FieldType = 'text' | 'decimal' | 'integer' | 'boolean' | 'date' | 'timestamp'

/** How recent the data of one dataset is, evaluated at the time of the request. */
export type Freshness = {
  datasetId: DatasetId
  /** System that the dataset comes from. */
  sourceSystem: string
  status: FreshnessStatus
  /**
   * How stale the data is.
   *
   * - `none`: not stale
   * - `warn`: the lag is above `warnAfterSeconds`
   * - `error`: the lag is above `errorAfterSeconds`
   */
  severity: 'none' | 'warn' | 'error'
  /**
   * Time that the lag is counted from. Null if no load succeeded yet.
   *
   * - `source_watermark`: the latest watermark of a successful load
   * - `last_success`: the end of the latest successful load without a watermark
   */
  basis: 'source_watermark' | 'last_success' | null
  /** Latest watermark of all successful loads. Null if there is none. */
  sourceWatermarkAt: Timestamp | null
  /** Latest end of all successful loads. Null if there is none. */
  lastSuccessAt: Timestamp | null
  /** End of the newest load, or its start while it is running. Null if there is none. */
  lastAttemptAt: Timestamp | null
  /** Status of the newest load. Null if there is none. */
  lastAttemptStatus: LoadStatus | null
  /** Age of the data in whole seconds, rounded up. Null if no load succeeded yet. */
  lagSeconds: number | null
  /** Threshold for severity `warn` in seconds. Null if there is none. */
  warnAfterSeconds: number | null
  /** Threshold for severity `error` in seconds. Null if there is none. */
  errorAfterSeconds: number | null
  /** Time at which the freshness was evaluated. */
  evaluatedAt: Timestamp
  /** `lastSuccessAt` plus the expected interval of the dataset. Null if either is not known. */
  nextExpectedAt: Timestamp | null
  /**
   * What explains or qualifies the status. Null if there is nothing to add.
   *
   * - `never_loaded`: no load succeeded yet
   * - `paused`: the dataset is paused
   * - `no_policy`: the dataset has no thresholds
   * - `clock_skew`: the watermark is in the future, so the lag is 0
   * - `last_load_failed`: the newest load failed; the status is based on earlier loads
   */
  reason: 'never_loaded' | 'paused' | 'no_policy' | 'clock_skew' | 'last_load_failed' | null
}

/** One page of a list. */
export type FreshnessPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: Freshness[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
    /** State of the projector: the service that consumes events and updates the graph. */
    projector: {
      /** Seconds that the service is behind the newest events. Null if not known. */
      lagSeconds: number | null
      /** Time at which the newest applied event of the organization reached the service. Null if there is none. */
      lastAppliedAt: Timestamp | null
    }
  }
}

/**
 * Whether the data is recent enough.
 *
 * - `fresh`: the lag is at most the thresholds of the dataset
 * - `stale`: the lag is above a threshold
 * - `unknown`: nothing was loaded yet, the dataset is paused, or it has no thresholds
 */
export type FreshnessStatus = 'fresh' | 'stale' | 'unknown'

/** Gross yields for one garment, in the base unit. */
export type GrossOfRows = {
  /** Base unit of the material or materials of the group. */
  uom: UnitOfMeasure
  /** Lowest gross yield of a row. Null if it has no exact decimal. */
  min: Decimal | null
  /** Mean gross yield of a row, rounded half away from zero to 8 places. Null if it has more than 10 digits before the point. */
  mean: Decimal | null
  /** Highest gross yield of a row. Null if it has no exact decimal. */
  max: Decimal | null
  /** Sum of the gross yields of all rows. Null if it has no exact decimal. */
  total: Decimal | null
}

/** A style has a SKU. */
export type HasSkuRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `HAS_SKU`. */
  type: 'HAS_SKU'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: {
    /** Code of the SKU’s colorway. Null if not stated. */
    colorwayCode: string | null
    /** Code of the SKU’s size. Null if not stated. */
    sizeCode: string | null
    /** Position of the size in its range. Null if not stated. */
    sizeIndex: number | null
  }
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/** A duplicate code: several entities have it, so a lookup by it is ambiguous. */
export type IngestConflict = {
  /** System that uses the code, such as `erp`. */
  system: string
  /** Instance of the system, such as `main`. */
  instance: string
  /** Kind of code, such as `material_number`. */
  kind: string
  /** The code itself. */
  value: string
  /** Number of entities that have the code. */
  entityCount: number
  /** The first 20 of these entities, sorted by ID. */
  entities: {
    id: EntityId
    type: EntityType
    /** Code and name of the entity for people. */
    label: string
  }[]
}

/** One page of a list. */
export type IngestConflictPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: IngestConflict[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/** Number of styles, SKUs, lines, and yield rows. */
export type IngestCounts = {
  /** Number of styles. */
  styleCount: number
  /** Number of SKUs. */
  skuCount: number
  /** Number of lines. */
  lineCount: number
  /** Number of yield rows. */
  rowCount: number
}

/** One invalid field of an event. */
export type IngestFault = {
  /** Path of the field, such as `fields.3.value`. Empty for the whole event. */
  path: string
  /** What is wrong with the field, as the end of a sentence. */
  detail: string
  /** Number of the style that the fault is about. Null if it is not about a style. */
  styleNumber: string | null
  /** `bomLineRef` of the line, or its `lineNumber` if it has none. Null if it is not about one line. */
  line: string | null
  /** Code of the SKU. Null if the fault is not about one SKU. */
  sku: string | null
  /** ID of the event of a publication that has the fault. Null for other events. */
  eventId: string | null
  /** Source of the event of a publication: `/{system}/{instance}`. Null for other events. */
  source: string | null
}

/** One publication of the BOM, in any state. */
export type IngestPublication = {
  snapshotId: SnapshotId
  state: PublicationState
  /** Why the publication failed. Null unless it failed or was aborted. */
  reason: PublicationFailure | null
  /** What was wrong, in words. Null unless it failed or was aborted. */
  detail: string | null
  /** The faults of its events, at most 100. Styles that arrive after the publication failed are checked, too. Empty unless it failed or was aborted. */
  faults: IngestFault[]
  /** Number of all faults, including those that `faults` leaves out. Of one event, at most 100 are counted. */
  faultCount: number
  /** Running number of the completed publication. Null unless it was completed. */
  publicationNumber: number | null
  /** Entity ID of the publication. Null unless it was completed. */
  publicationId: EntityId | null
  /** Source that started it: `/{system}/{instance}`. */
  source: string
  /** ID of the run in the source. Null if not stated. */
  sourceRunId: string | null
  mode: PublicationMode
  /** Counts that its `completed` event states. Null if that event did not arrive, or could not be read. */
  expected: IngestCounts | null
  /** Counts that arrived, without styles that were sent again later. Until it is completed, a line that is sent in several parts counts in each. Null if it ended before it was counted. */
  seen: IngestCounts | null
  /** Number of styles that a completed partial publication removed. Null for all others. */
  removedStyleCount: number | null
  /** Time that the BOM describes, as the source states it. */
  effectiveAt: Timestamp
  /** Time of its first event. */
  startedAt: Timestamp
  /** Time of the event that ended it. Null while it is building. */
  endedAt: Timestamp | null
  /** Time at which its snapshot was retired. Null unless it is retired. */
  retiredAt: Timestamp | null
}

/** One page of a list. */
export type IngestPublicationPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: IngestPublication[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/** Ingestion status of one event, by its position in Kafka. */
export type IngestReceipt = {
  /** Kafka topic of the event, as requested. */
  topic: string
  /** Partition of the topic, as requested. */
  partition: number
  /** Offset in the partition, as requested. */
  offset: number
  state: ReceiptState
  /** Why the event was rejected. Null unless it is rejected. */
  reason: DeadReason | null
  /** Number of events of the partition, this one included, that remain to be processed until this one is. 0 if it is processed or rejected. */
  lagRecords: number
}

/** The response with one resource. */
export type IngestReceiptResponse = {
  data: IngestReceipt
  /** Information about the response. Has no fields at present. */
  meta: Record<string, unknown>
}

/** A rejected event. The event payload is not included. */
export type IngestRejection = {
  reason: DeadReason
  /** What is wrong, in words. Contains no values of the event, except codes that name the place: the style number, the line, and the SKU. */
  detail: string
  /** The first 10 invalid fields. Empty if the reason is not about fields. */
  faults: IngestFault[]
  /** Type of the event, unchecked. Null if it cannot be read. */
  type: string | null
  /** ID of the event, unchecked, at most its first 255 characters. Null if it cannot be read, or if the event was rejected before version 1.2. */
  eventId: string | null
  /** Source of the event or of its key, unchecked. Null if neither has the form `/{system}/{instance}`. */
  source: string | null
  /** Subject of the event or of its key, unchecked. Null if neither can be read. */
  subject: string | null
  /** Key of the Kafka record, at most its first 512 characters. */
  key: string | null
  /** Kafka topic of the event. */
  topic: string
  /** Partition of the topic. */
  partition: number
  /** Offset in the partition. */
  offset: number
  /** Number of rejected events that this entry stands for. It is 1, except for the first event that arrived after its BOM publication had failed: all later events of that snapshot are counted with it. */
  count: number
  /** Timestamp of the Kafka record. A producer can set it to any time, in the past or the future. */
  at: Timestamp
  /** Time at which the service rejected the event. The list is sorted by it, and `since` compares it. */
  rejectedAt: Timestamp
}

/** One page of a list. */
export type IngestRejectionPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: IngestRejection[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/** Ingestion status of one source, counted over all events in the Kafka topics. */
export type IngestSource = {
  /** Source of events: `/{system}/{instance}`. */
  source: string
  /** Types of its events that could be read, sorted. */
  types: string[]
  /** Newest time, as the source states it, of an applied event. Null if none was applied. */
  lastEventAt: Timestamp | null
  /** Kafka timestamp of the newest applied event. Null if none was applied. */
  lastAppliedAt: Timestamp | null
  /** Whole seconds, rounded up, from `lastEventAt` to `meta.evaluatedAt`: how long the source has sent nothing new. See `meta.projector.lagSeconds` for the lag of the service itself. Null if no event was applied. */
  lagSeconds: number | null
  /** Number of events that changed something. */
  applied: number
  /** Number of events that changed nothing: duplicates, and versions that are not higher than the last. */
  stale: number
  /** Number of rejected events. `/v1/ingest/rejections` lists the newest of them. */
  rejected: number
}

/** One page of a list. */
export type IngestSourcePage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: IngestSource[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
    /** Time at which the lag was evaluated. */
    evaluatedAt: Timestamp
    /** State of the projector: the service that consumes events and updates the graph. */
    projector: {
      /** Seconds that the service is behind the newest events. Null if not known. */
      lagSeconds: number | null
      /** Time at which the newest applied event of the organization reached the service. Null if there is none. */
      lastAppliedAt: Timestamp | null
    }
  }
}

/** A field as it was seen in records. */
export type InspectedField = {
  /** Name of the field in the source. */
  name: string
  /** Narrowest type that fits all values. Null if all values are missing. */
  type: FieldType | null
  /** Classification that the dataset declares. Null if it declares none. */
  classification: Classification | null
}

/** One record of the source, with how it was mapped and matched. */
export type InspectedRecord = {
  /** Instance of the system, such as `main`. */
  instance: string
  /** Type of the record, such as `item_master`. */
  recordType: string
  /** Kind of the record. Null if none of its events was accepted. */
  kind: ConnectedKind | null
  /** The stored record. Null if none of its events was accepted. */
  record: SourceRecord | null
  /** The record as the source sent it last, without secrets and personal data. Null if the source sent none. */
  raw: Record<string, unknown> | unknown[] | string | number | boolean | null
  /** How fields of the source map to fields of connected records. */
  mapping: {
    /** Name of the field in the source. Null if not stated. */
    sourceField: string | null
    /** Name of the field in connected records. */
    canonicalField: string
    /** Value of the field. Null if unknown. */
    value: string | boolean | string[] | null
  }[]
  /** How the record is matched. Null until it is evaluated. */
  match: {
    state: MatchState
    /** Reference of the connected record that contains the record. */
    connectedRef: string
  } | null
  /** Open exceptions of the material or factory that involve the system. */
  openExceptions: {
    /** ID of the exception: a UUID. */
    exceptionId: string
    code: ExceptionCode
  }[]
  /** Rejected events of the record from the last 30 days, newest first, at most 20. */
  deadLetters: {
    /** Why the event was rejected, as in `/v1/ingest/rejections`. */
    reason: string
    /** What is wrong with the event, in words. */
    detail: string
    /** Timestamp of the Kafka record. */
    at: Timestamp
    /** Partition of the Kafka record. */
    partition: number
    /** Offset of the Kafka record. */
    offset: number
  }[]
}

/** A row with one of the largest changes, and what it does to cost. */
export type LargestChange = {
  changeType: ChangeType
  /** Compared fields that differ. Empty unless `changeType` is `changed`. */
  changedFields: ComparedField[]
  /** How the gross yield for one garment changed, in base units. Null for added and removed rows. */
  yieldDirection: YieldDirection | null
  /** Opaque key of the row. The same BOM line and SKU have the same key in every snapshot. */
  matchKey: string
  /** Style number. */
  style: string
  /** SKU code. */
  sku: string
  /** Where the material is used, such as `front body`. Null if not stated. */
  placement: string | null
  /** The row in the earlier snapshot. Null for added rows. */
  before: BomYieldRow | null
  /** The row in the later snapshot. Null for removed rows. */
  after: BomYieldRow | null
  /** Change of the yields for one garment. Null for added and removed rows, and if the units are not comparable. */
  delta: YieldDelta | null
  /** Effect of the row on its garment, by currency. Null if prices are left out. */
  costEffect: CostEffect[] | null
  /** 1 if a material of the row has no price that converts, otherwise 0. Null if prices are left out. */
  unpriced: number | null
}

/** What is left out because the token lacks a scope. */
export type LeftOutNotice = {
  /**
   * Kind of notice.
   *
   * - `left_out`: part of the response is left out because the token lacks a scope
   */
  code: 'left_out'
  /** Scope that the token lacks. */
  scope: Scope
  /** The notice in one sentence. */
  detail: string
}

/**
 * Lifecycle state. Each type of entity has its own states.
 *
 * - `concept`: style: an idea that is not yet developed
 * - `development`: style: being designed and sampled; material: being developed
 * - `adopted`: style: chosen for the collection
 * - `production`: style: being produced and sold
 * - `discontinued`: style: no longer produced; material: no longer available
 * - `dropped`: style: rejected before production
 * - `planned`: sku: not yet sold
 * - `active`: sku: on sale
 * - `phase_out`: sku: sold until stock runs out
 * - `inactive`: sku: no longer sold; supplier: no longer used
 * - `submitted`: material: waiting for approval
 * - `approved`: material: approved for use; supplier: approved for orders
 * - `restricted`: material: to be used only with restrictions
 * - `prospect`: supplier: not yet a supplier
 * - `onboarding`: supplier: being qualified
 * - `suspended`: supplier: blocked for the time being
 * - `completed`: bom_publication: verified and visible as a snapshot
 */
export type LifecycleState = 'concept' | 'development' | 'adopted' | 'production' | 'discontinued' | 'dropped' | 'planned' | 'active' | 'phase_out' | 'inactive' | 'submitted' | 'approved' | 'restricted' | 'prospect' | 'onboarding' | 'suspended' | 'completed'

/** Something that you should know about a list in addition to its rows. */
export type ListNotice = {
  /**
   * Kind of notice.
   *
   * - `no_such_value`: the value of a filter occurs nowhere in what was requested
   * - `matched_loosely`: nothing has exactly the value, so case, spaces, and separators were ignored
   * - `truncated`: the list or its count leaves something out because of a limit
   * - `unreadable_rows`: rows are left out because their stored form does not fit this contract
   */
  code: 'no_such_value' | 'matched_loosely' | 'truncated' | 'unreadable_rows'
  /** The filter that the notice is about. Null if it is about none. */
  name: string | null
  /** The value of that filter. Null if the notice is about none. */
  value: string | null
  /** Values to use instead, the nearest first. Empty if there are none. */
  suggestions: string[]
  /** The notice in one or two sentences, with its numbers and what to do. */
  detail: string
}

/**
 * How the dataset is loaded.
 *
 * - `incremental`: each load contains what changed
 * - `full_replace`: each load contains all rows
 * - `event`: each change is sent when it happens
 * - `file`: loads come as files
 */
export type LoadMode = 'incremental' | 'full_replace' | 'event' | 'file'

/**
 * Status of a load.
 *
 * - `started`: the load is running
 * - `succeeded`: the load finished
 * - `failed`: the load failed
 */
export type LoadStatus = 'started' | 'succeeded' | 'failed'

/** A material is made from another material. */
export type MadeFromRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `MADE_FROM`. */
  type: 'MADE_FROM'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: {
    /** Share in percent, from 0 to 100. Null if not stated. */
    sharePercent: Decimal | null
  }
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/**
 * Whether the source records are matched to an entity.
 *
 * - `matched`: exactly one entity has a code of the source records
 * - `unmatched`: no entity has a code of the source records
 * - `ambiguous`: several entities have a code of the source records
 */
export type MatchState = 'matched' | 'unmatched' | 'ambiguous'

/** A normalized material referenced by a BOM. */
export type Material = {
  id: EntityId
  /** Always `material`. */
  type: 'material'
  /** Code and name for people. The parameter `q` searches it. */
  label: string
  /**
   * Lifecycle state.
   *
   * - `development`: being developed
   * - `submitted`: waiting for approval
   * - `approved`: approved for use
   * - `restricted`: to be used only with restrictions
   * - `discontinued`: no longer available
   */
  lifecycleState: 'development' | 'submitted' | 'approved' | 'restricted' | 'discontinued'
  /** Codes of the entity in external systems, including previous ones. */
  externalReferences: ExternalReference[]
  attributes: MaterialAttributes
  /** Number of changes that were applied to the entity. */
  revision: number
  /** Time of the earliest event about the entity. */
  createdAt: Timestamp
  /** Time of the latest event about the entity. */
  updatedAt: Timestamp
}

/** Attributes that only this type of entity has. */
export type MaterialAttributes = {
  /** Number of the material in its source. */
  materialNumber: string
  /** Name of the material. */
  name: string
  /** Type of the material, such as `fabric`. Null if not stated. */
  materialType: string | null
  /** Fibers with their percentages, which sum to 100 within 0.1. Empty if not known. */
  composition: {
    /** Name of the fiber. */
    fibre: string
    /** Share of the fiber in percent, from 0 to 100. */
    percent: Decimal
  }[]
  /** Base unit, in which the material is counted. Null if not stated. */
  baseUom: UnitOfMeasure | null
  /** Unit in which the material is bought. Null if not stated. */
  purchaseUom: UnitOfMeasure | null
  /** Width in centimeters, above 0. Null if not stated. */
  widthCm: Decimal | null
  /** Usable width in centimeters, above 0. Null if not stated. */
  cuttableWidthCm: Decimal | null
  /** Weight in grams per square meter, above 0. Null if not stated. */
  weightGsm: Decimal | null
  /** Shrinkage in percent. Null if not stated. */
  shrinkagePercent: Decimal | null
  /** Country of origin: an ISO 3166-1 alpha-2 code. Null if not stated. */
  countryOfOrigin: string | null
  /** Names of certifications that the material has. */
  certifications: string[]
}

/** Stock, orders, and requirements of one material at one factory, as one system states them. */
export type MaterialFactoryPosition = {
  /** ID of the position: a UUID. Lists are sorted by it. */
  positionId: string
  /** Material of the position. */
  material: PositionEnd
  /** Factory of the position. */
  factory: PositionEnd
  /** System that states the position, such as `wms`. */
  system: string
  /** Instance of the system, such as `main`. */
  instance: string
  /** Time that the position describes. */
  asOf: Timestamp
  /** Unit of all quantities of the position: that of the source. */
  uom: UnitOfMeasure
  /** Stock on hand at the factory, of any quality. Null if not stated, which is not the same as 0. */
  onHand: Decimal | null
  /** Part of `onHand` that is blocked. Null if not stated, which is not the same as 0. */
  qualityHold: Decimal | null
  /** Part of `onHand` that is reserved for cutting orders. Null if not stated, which is not the same as 0. */
  allocated: Decimal | null
  /** Available stock: onHand − qualityHold − allocated. Null if one of them is unknown. */
  available: Decimal | null
  /** Shipped by the supplier and not yet received. Null if not stated, which is not the same as 0. */
  inTransit: Decimal | null
  /** Ordered and not yet shipped. Excludes `inTransit`. Null if not stated, which is not the same as 0. */
  onOrder: Decimal | null
  /** Part of `onOrder` that cannot be canceled. Null if not stated, which is not the same as 0. */
  onOrderNonCancellable: Decimal | null
  /** Quantity that open production requires. Null if not stated, which is not the same as 0. */
  required: Decimal | null
  /** Projected stock: onHand − qualityHold + inTransit + onOrder − required. Null if one of them is unknown. */
  projected: Decimal | null
  /** Quantity bought so far. Null if not stated, which is not the same as 0. */
  boughtQuantity: Decimal | null
  /** Liability: max(0, brand-owned onHand + inTransit + onOrderNonCancellable − required). Null if one of them or `ownership` is unknown. */
  liabilityQuantity: Decimal | null
  /** `liabilityQuantity` × `unitCost`. Null if one of them is unknown. */
  liabilityValue: Money | null
  /** Time of the last demand. Null if not stated. */
  lastDemandAt: Timestamp | null
  /** Who owns the stock. Null if not stated. */
  ownership: Ownership | null
  /** How production is sourced. Null if not stated. */
  sourcingModel: SourcingModel | null
  /** Cost of one unit in `uom`. Null if not stated. */
  unitCost: Money | null
  /** Number of lots. Null if not stated. */
  lotCount: number | null
  /** Code or record ID of the supplier in the system. Null if not stated. */
  supplier: string | null
  /** Supplier article number (MPN). Null if not stated. */
  mpn: string | null
  /** Record that the position comes from. */
  source: {
    /** ID of the position in its source. */
    recordId: string
    /** Version that was applied last (`sourceversion`). */
    recordVersion: string
    /** Time at which the change reached the service. */
    ingestedAt: Timestamp
    /** Dataset that the position comes from. Null if not stated. */
    datasetId: DatasetId | null
  }
  /** Freshness of the dataset that the position comes from. `unknown` without a dataset. */
  freshness: {
    status: FreshnessStatus
    /** Age of the dataset in whole seconds, rounded up. Null if unknown. */
    lagSeconds: number | null
  }
}

/** One page of a list. */
export type MaterialFactoryPositionPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: MaterialFactoryPosition[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/** What the items need of one material, what it costs, and what is in stock. */
export type MaterialRequirement = {
  /** Entity ID of the material. */
  materialId: EntityId
  /** Material number. */
  material: string
  /** Number and name of the material, as far as the BOM lines have a name. */
  label: string
  /** Unit of all quantities: the base unit of the material. Another unit of the same dimension where only that has exact decimals, and the base unit of the dimension where BOM lines have no base unit in common. */
  uom: UnitOfMeasure
  /** Quantity that all items need, including waste. Null if it has no exact decimal, as for some yields by the dozen: use `mean` then. */
  gross: Decimal | null
  /** Mean of `gross` for one piece of all pieces that were found, rounded half away from zero to 8 places. Null if it has more than 10 digits. */
  mean: Decimal | null
  /** What each item needs, in the order of the request. */
  byItem: RequirementOfItem[]
  /** Supplier whose price counts; without a price, the nominated one. Null if there is none, or if prices are left out. */
  supplier: RequirementSupplier | null
  /** Price of one `priceUom`, as the link with the supplier states it. Null if none. */
  unitPrice: Money | null
  /** Unit of the price. Null without a price, or if its unit is not known. */
  priceUom: UnitOfMeasure | null
  /** `gross` × `unitPrice`. Null if the material is in `unpriced` or `unconverted`, or if prices are left out. */
  cost: RequirementCost | null
  /** Lead time of `supplier` in days. Null if not stated. */
  leadTimeDays: number | null
  /** Stock on hand, of any quality. Null if no position states it, or if stock is left out. */
  onHand: Decimal | null
  /** Stock that is neither blocked nor reserved. Null if no position states it, or if stock is left out. */
  available: Decimal | null
  /** Quantity on order that is not yet shipped. Null if no position states it, or if stock is left out. */
  onOrder: Decimal | null
  /** What is missing: max(0, gross − available − onOrder), where null counts as 0. Null without an exact decimal, or if stock is left out. */
  net: Decimal | null
}

/** What an order needs of each material. */
export type MaterialRequirements = {
  /** BOM snapshot that the yields come from. */
  snapshot: ComparedSnapshot
  /** Number of pieces of all items that were found. */
  pieces: number
  /** Materials that the items need, by number (byte value), ID, and unit. */
  materials: MaterialRequirement[]
  /** Sum of `cost` by currency, by its code. Empty if prices are left out. */
  totals: RequirementCost[]
  /** Materials without a price on the basis. They are not part of `totals`. */
  unpriced: UnpricedMaterial[]
  /** Materials whose price is in a unit that does not convert to `uom`. They are not part of `totals`. */
  unconverted: UnconvertedMaterial[]
  /** Items that the snapshot does not contain, or of which several match. They are left out. */
  notFound: NotFoundItem[]
}

/** The response with the requirements of one order. */
export type MaterialRequirementsResponse = {
  data: MaterialRequirements
  /** Information about the result. */
  meta: {
    /** Notices about the result. Empty if there are none. */
    notices: RequirementNotice[]
  }
}

/** One JSON-RPC 2.0 message. Batches are rejected. */
export type McpRequest = {
  /** Version of JSON-RPC. */
  jsonrpc: '2.0'
  /** ID of the request, which the response repeats. A message without an ID is a notification and has no response. */
  id?: string | number | undefined
  /** Method, such as `initialize`, `tools/list`, or `tools/call`. */
  method: string
  /** Parameters of the method. */
  params?: Record<string, unknown> | undefined
}

/** A JSON-RPC 2.0 response: a result, or an error. */
export type McpResponse = {
  /** Version of JSON-RPC. */
  jsonrpc: '2.0'
  /** ID of the request. Null if it could not be read. */
  id?: string | number | null | undefined
  /** Result of the method. Absent if there is an error. */
  result?: Record<string, unknown> | undefined
  /** Error of the request. Absent if there is a result. */
  error?: {
    /** JSON-RPC error code. */
    code: number
    /** What went wrong, and what to do. */
    message: string
    /** Details, such as the Problem in `problem`. */
    data?: unknown | undefined
  } & Record<string, unknown> | undefined
} & Record<string, unknown>

/**
 * A quantity of a position.
 *
 * - `onHand`: stock on hand, of any quality
 * - `qualityHold`: part of the stock on hand that is blocked
 * - `allocated`: part of the stock on hand that is reserved
 * - `available`: stock on hand that is neither blocked nor reserved
 * - `inTransit`: shipped and not yet received
 * - `onOrder`: ordered and not yet shipped
 * - `required`: required by open production
 * - `projected`: projected stock after receipts and requirements
 */
export type Measure = 'onHand' | 'qualityHold' | 'allocated' | 'available' | 'inTransit' | 'onOrder' | 'required' | 'projected'

/** An amount of money: a decimal string and its currency. */
export type Money = {
  amount: Decimal
  /** Currency: an ISO 4217 code, such as `EUR`. */
  currency: string
}

/** An item, or a size of it, that is left out. */
export type NotFoundItem = {
  /** Position of the item in `items`, from 0. */
  item: number
  /** SKU or style of the item, as you sent it. */
  code: string
  /** Size that is left out. Null if the whole item is. */
  size: string | null
  reason: NotFoundReason
}

/**
 * Why an item, or a size of it, is not part of the result.
 *
 * - `no_such_sku`: no style of the snapshot lists the SKU
 * - `several_skus`: several SKUs match: give the colorway, or the SKU code or ID
 * - `no_such_style`: the snapshot does not contain the style
 * - `several_styles`: several styles have the number: give the entity ID
 * - `no_such_colorway`: the style has no SKU in the colorway
 * - `no_such_size`: the style has no SKU in the size, in this colorway
 */
export type NotFoundReason = 'no_such_sku' | 'several_skus' | 'no_such_style' | 'several_styles' | 'no_such_colorway' | 'no_such_size'

/** A supplier belongs to another supplier. */
export type OwnedByRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `OWNED_BY`. */
  type: 'OWNED_BY'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: {
    /** Share in percent, from 0 to 100. Null if not stated. */
    sharePercent: Decimal | null
  }
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/**
 * Who owns the stock.
 *
 * - `brand`: the brand owns the stock
 * - `factory`: the factory owns the stock
 * - `supplier_consignment`: the supplier owns the stock until it is used
 */
export type Ownership = 'brand' | 'factory' | 'supplier_consignment'

/** Where the list continues. */
export type PageLinks = {
  /** Pass this value as `cursor` to get the next page. Null on the last page. */
  next: string | null
}

/** Comparison of one material at one factory between systems. */
export type PositionComparison = {
  /** Material of the pair. */
  material: PositionEnd
  /** Factory of the pair. */
  factory: PositionEnd
  /** Newest position of each system, in the order of the request. */
  positions: MaterialFactoryPosition[]
  /** For each measure, the difference of each system from the baseline system. */
  differences: PositionDifference[]
  verdict: Verdict
  /** Warnings about the comparison. Empty if there are none. */
  warnings: ('stale_source' | 'uom_converted')[]
}

/** The response with one resource. */
export type PositionComparisonResponse = {
  /** One comparison for each pair, in the order of the request. */
  data: PositionComparison[]
  /** Information about the response. Has no fields at present. */
  meta: Record<string, unknown>
}

/** Difference of one measure between two systems. */
export type PositionDifference = {
  measure: Measure
  /** System that the other one is compared with. */
  baselineSystem: string
  /** Quantity of the baseline system. Null if not known, or without an exact decimal. */
  baseline: Decimal | null
  /** System that is compared with the baseline. */
  otherSystem: string
  /** Quantity of the other system. Null if not known, or without an exact decimal. */
  other: Decimal | null
  /** Other minus baseline, in `uom`. Null if they cannot be compared, or without an exact decimal. */
  delta: Decimal | null
  /** Difference in percent of the baseline, rounded half away from zero to 4 places. Null if the baseline is 0, or if they cannot be compared. */
  deltaPercent: Decimal | null
  /** Unit of `baseline`, `other`, and `delta`: the base unit of the dimension, or a source unit if they have exact decimals only there. Null if the dimensions differ (each quantity is then in the unit of its position), or if no quantity is known. */
  uom: UnitOfMeasure | null
  /** Whether the difference is within the tolerance. Null if they cannot be compared. */
  withinTolerance: boolean | null
}

/** The material or the factory of a position. */
export type PositionEnd = {
  /** Entity ID of the material, or ID of the factory’s connected record. Null for an unassigned code. */
  id: EntityId | null
  /** Code of the material or factory. */
  code: string
  /** Code and name for people. Null if not known. */
  label: string | null
}

/** A place where systems disagree, or where their data cannot be right. */
export type PositionException = {
  /** ID of the exception: a UUID that stays the same if the exception is resolved and occurs again. */
  exceptionId: string
  code: ExceptionCode
  /** Severity after stale-data adjustment: stale input lowers that of a quantity exception by one step. */
  severity: ExceptionSeverity
  status: ExceptionStatus
  /** Material concerned. Null if the exception is not about one. */
  material: PositionEnd | null
  /** Factory concerned. Null if the exception is not about one. */
  factory: PositionEnd | null
  /** Quantity concerned, such as `onHand`. Null if there is none. */
  measure: string | null
  /** Source systems concerned. */
  systems: string[]
  /** What was found, such as a quantity, unit, code, state, or time. Null if there is no such value, or if a quantity has no exact decimal with at most 16 places. */
  observed: string | null
  /** What was expected, such as a quantity, unit, state, or `one owner`. Null in the same cases as `observed`. */
  expected: string | null
  /** `observed` minus `expected`, exactly, in `uom`. Null unless both are quantities with an exact decimal. */
  delta: Decimal | null
  /** Unit of `observed`, `expected`, and `delta`: the base unit of the dimension, or a source unit if they have exact decimals only there. Null if they have none. */
  uom: UnitOfMeasure | null
  /** Newest `observedAt` of all inputs. For STALE_SOURCE and UNKNOWN_FRESHNESS, the time at which it began, or 1970-01-01 if not known. */
  firstSeenAt: Timestamp
  /** Newest time of any event of an input. For STALE_SOURCE and UNKNOWN_FRESHNESS, equal to `firstSeenAt`. */
  lastSeenAt: Timestamp
  /** Whether a dataset that the exception is based on is stale. */
  staleInput: boolean
  /** IDs of the datasets that the exception is based on. */
  datasetIds: string[]
  /** Records that the exception is based on, newest first, at most 20. */
  inputs: ExceptionInput[]
  /** What would resolve the exception, in one sentence. */
  recommendedAction: string
  /** Nominated supplier of the material (`SUPPLIED_BY` with `isNominated`). If several are nominated, the one with the lowest code. Null if none is, or if the material is not known. */
  supplier: PositionEnd | null
  /** Steward of the dataset. If the exception is based on several datasets, that of the first in `datasetIds` that has one. Null if none has one. */
  steward: string | null
}

/** Number of exceptions, in total and by kind. */
export type PositionExceptionCounts = {
  /** Number of all exceptions. */
  exceptions: number
  /** Number of exceptions by code. */
  code: {
    /** Number of exceptions with `MISSING_IN_ERP`. */
    MISSING_IN_ERP: number
    /** Number of exceptions with `MISSING_IN_PLM`. */
    MISSING_IN_PLM: number
    /** Number of exceptions with `ORPHAN_MATERIAL`. */
    ORPHAN_MATERIAL: number
    /** Number of exceptions with `ORPHAN_FACTORY`. */
    ORPHAN_FACTORY: number
    /** Number of exceptions with `UOM_INCOMPATIBLE`. */
    UOM_INCOMPATIBLE: number
    /** Number of exceptions with `UOM_MISMATCH`. */
    UOM_MISMATCH: number
    /** Number of exceptions with `QUANTITY_MISMATCH`. */
    QUANTITY_MISMATCH: number
    /** Number of exceptions with `REQUIREMENT_MISMATCH`. */
    REQUIREMENT_MISMATCH: number
    /** Number of exceptions with `SUPPLIER_MISMATCH`. */
    SUPPLIER_MISMATCH: number
    /** Number of exceptions with `MPN_MISMATCH`. */
    MPN_MISMATCH: number
    /** Number of exceptions with `STATUS_CONFLICT`. */
    STATUS_CONFLICT: number
    /** Number of exceptions with `FACTORY_NOT_ALLOCATED`. */
    FACTORY_NOT_ALLOCATED: number
    /** Number of exceptions with `NEGATIVE_ON_HAND`. */
    NEGATIVE_ON_HAND: number
    /** Number of exceptions with `OVER_ALLOCATED`. */
    OVER_ALLOCATED: number
    /** Number of exceptions with `SHORTAGE`. */
    SHORTAGE: number
    /** Number of exceptions with `EXCESS_LIABILITY`. */
    EXCESS_LIABILITY: number
    /** Number of exceptions with `DUPLICATE_SOURCE_RECORD`. */
    DUPLICATE_SOURCE_RECORD: number
    /** Number of exceptions with `AMBIGUOUS_MATCH`. */
    AMBIGUOUS_MATCH: number
    /** Number of exceptions with `FUTURE_TIMESTAMP`. */
    FUTURE_TIMESTAMP: number
    /** Number of exceptions with `STALE_SOURCE`. */
    STALE_SOURCE: number
    /** Number of exceptions with `UNKNOWN_FRESHNESS`. */
    UNKNOWN_FRESHNESS: number
  }
  /** Number of exceptions by severity, after stale-data adjustment. */
  severity: {
    /** Number of exceptions with `low`. */
    low: number
    /** Number of exceptions with `medium`. */
    medium: number
    /** Number of exceptions with `high`. */
    high: number
    /** Number of exceptions with `critical`. */
    critical: number
  }
  /** Number of exceptions by source system. An exception about several systems counts for each. */
  system: Record<string, number>
}

/** One page of a list. */
export type PositionExceptionPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: PositionException[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/** Number of exceptions by kind, and the materials and factories with the most. */
export type PositionExceptionSummary = {
  counts: PositionExceptionCounts
  /** The ten factories with the most exceptions, in descending order, then by key (byte value) and ID. */
  byFactory: ExceptionsOfEnd[]
  /** The ten materials with the most exceptions, in descending order, then by key (byte value) and ID. */
  byMaterial: ExceptionsOfEnd[]
}

/** The response with one resource. */
export type PositionExceptionSummaryResponse = {
  data: PositionExceptionSummary
  /** Information about the response. */
  meta: {
    /** Notices about filters. Absent if there are none. */
    notices?: ListNotice[] | undefined
  }
}

/**
 * Which supplier’s price of a material counts.
 *
 * - `nominated`: the price of the nominated supplier; of several nominated suppliers, the lowest price
 * - `lowest`: the lowest price of all suppliers, compared per base unit
 * - `none`: no prices
 */
export type PriceBasis = 'nominated' | 'lowest' | 'none'

/** An error: problem details (RFC 9457) with a code and what to do. */
export type Problem = {
  /** URL of the page that explains the code: `{docs_url}/problems/{code}`. */
  type: string
  /** Title of the problem. The same for every problem with the code. */
  title: string
  /** HTTP status of the response. */
  status: number
  /** What happened, in sentences. */
  detail: string
  code: ProblemCode
  /** ID of the request: a UUID. Equals the `X-Request-ID` header. */
  requestId: string
  /** `X-Correlation-ID` of the request if it is a UUID, otherwise the request ID. */
  correlationId: string
  /** Whether the same request can succeed later without a change. */
  retryable: boolean
  /** What to do. */
  recovery: string
  /** Every invalid input of a 400, at most 100. Absent for other statuses. */
  errors?: FaultyInput[] | undefined
}

/**
 * Code of the problem. It never changes its meaning. New codes can be added.
 *
 * - `invalid_request`: One or more parameters, headers, or body fields are not valid.
 * - `invalid_cursor`: The cursor does not belong to this list.
 * - `not_acceptable`: The Accept header excludes the media type of the response.
 * - `payload_too_large`: The body is larger than 256 KiB, or contains more than 20,000 values.
 * - `unsupported_media_type`: The body is not declared as uncompressed JSON.
 * - `headers_too_large`: A header is larger than 8 KiB, or the URL and the headers together are larger than 128 KiB.
 * - `malformed_json`: The body is not well-formed JSON in UTF-8.
 * - `idempotency_key_not_accepted`: The service does not support idempotency keys for exports.
 * - `invalid_token`: The request has no token, or its token is not valid here.
 * - `insufficient_scope`: The token does not have the required scope.
 * - `wrong_region`: The token belongs to another region.
 * - `forbidden_origin`: The Host or the Origin of the request is not allowed.
 * - `not_found`: The service has no such path.
 * - `entity_not_found`: The organization has no entity with this ID.
 * - `snapshot_not_found`: The organization has no such snapshot.
 * - `snapshot_retired`: The snapshot was retired. Its rows are no longer available.
 * - `record_not_found`: The organization has no record with this reference.
 * - `dataset_not_found`: The organization has no dataset with this ID.
 * - `exception_not_found`: The organization has no exception with this ID.
 * - `partition_not_found`: The service has never read this partition.
 * - `source_not_found`: The organization has no data of this source system.
 * - `changes_expired`: Changes after this cursor are no longer available, or the graph was built from another event log since.
 * - `export_not_found`: The organization has no export with this ID.
 * - `export_expired`: The file was deleted after expiresAt.
 * - `method_not_allowed`: The path does not support this method.
 * - `snapshot_not_completed`: The publication of this snapshot is not completed yet.
 * - `ambiguous_reference`: Several records share this code.
 * - `export_not_ready`: The export is queued or running.
 * - `export_failed`: The export failed and has no file.
 * - `unreadable_record`: The stored record does not fit the contract.
 * - `too_many_exports`: The organization has the maximum number of queued and running exports.
 * - `rate_limited`: The limit of requests for this minute is used up.
 * - `internal_error`: The service failed unexpectedly.
 * - `dependency_unavailable`: Something that the service depends on is unavailable.
 * - `rebuilding`: An operator is rebuilding the data from the event log. Reads are unavailable until the rebuild finishes.
 * - `query_timeout`: The query took longer than a request can take.
 * - `overloaded`: The service has too many requests in progress.
 */
export type ProblemCode = 'invalid_request' | 'invalid_cursor' | 'not_acceptable' | 'payload_too_large' | 'unsupported_media_type' | 'headers_too_large' | 'malformed_json' | 'idempotency_key_not_accepted' | 'invalid_token' | 'insufficient_scope' | 'wrong_region' | 'forbidden_origin' | 'not_found' | 'entity_not_found' | 'snapshot_not_found' | 'snapshot_retired' | 'record_not_found' | 'dataset_not_found' | 'exception_not_found' | 'partition_not_found' | 'source_not_found' | 'changes_expired' | 'export_not_found' | 'export_expired' | 'method_not_allowed' | 'snapshot_not_completed' | 'ambiguous_reference' | 'export_not_ready' | 'export_failed' | 'unreadable_record' | 'too_many_exports' | 'rate_limited' | 'internal_error' | 'dependency_unavailable' | 'rebuilding' | 'query_timeout' | 'overloaded'

/** A supplier produces a style. */
export type ProducedByRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `PRODUCED_BY`. */
  type: 'PRODUCED_BY'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: {
    /** Season code. Null if not stated. */
    season: string | null
    /** Sourcing model, such as `CMT` or `FOB`. Null if not stated. */
    sourcingModel: string | null
    /** Share of the production in percent, from 0 to 100. Null if not stated. */
    allocationPercent: Decimal | null
    /** State of the allocation in the source. Null if not stated. */
    state: string | null
  }
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/**
 * Why a publication failed.
 *
 * - `aborted`: the source aborted it
 * - `superseded`: another publication was started
 * - `silence`: no event arrived for longer than the service waits
 * - `invalid_data`: an event does not fit its schema, or contradicts the publication
 * - `missing_part`: parts of a style are missing
 * - `duplicate_part`: parts of a style contradict each other
 * - `wrong_counts`: the received counts differ from those of the `completed` event
 * - `wrong_hash`: the hash of the received rows differs from that of the `completed` event
 * - `out_of_order`: its `completed` event is earlier than that of the current snapshot
 * - `base_moved`: it is based on another snapshot than the newest one
 * - `base_unusable`: it is partial, and the newest snapshot has no totals that it could build on
 * - `shrunk`: it has far fewer styles or rows than the newest snapshot
 * - `future_time`: its `completed` event is too far in the future
 * - `unprocessable`: the service failed to process one of its events
 */
export type PublicationFailure = 'aborted' | 'superseded' | 'silence' | 'invalid_data' | 'missing_part' | 'duplicate_part' | 'wrong_counts' | 'wrong_hash' | 'out_of_order' | 'base_moved' | 'base_unusable' | 'shrunk' | 'future_time' | 'unprocessable'

/**
 * What a publication replaces.
 *
 * - `full_replacement`: the publication replaces the whole BOM: styles that it does not contain are removed
 * - `partial`: the publication replaces the styles that it contains; all others stay as they are
 */
export type PublicationMode = 'full_replacement' | 'partial'

/**
 * State of a publication.
 *
 * - `building`: its events are still arriving
 * - `completed`: it was verified, and its snapshot is available
 * - `failed`: it failed
 * - `aborted`: its source aborted it
 * - `retired`: its snapshot is past its retention and no longer available
 */
export type PublicationState = 'building' | 'completed' | 'failed' | 'aborted' | 'retired'

/** A BOM publication contains a style. */
export type PublishesBomForRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `PUBLISHES_BOM_FOR`. */
  type: 'PUBLISHES_BOM_FOR'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: Record<string, unknown>
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/**
 * State of an event that was sent to Kafka.
 *
 * - `pending`: the service has not processed it yet
 * - `processed`: the service has processed it, and has no rejection of it for the organization
 * - `rejected`: the service rejected it for `reason`
 */
export type ReceiptState = 'pending' | 'processed' | 'rejected'

/** Something that was left out when the record was stored. */
export type RecordNotice = {
  /**
   * Kind of notice.
   *
   * - `redacted_reference`: codes of the record were left out because they looked like secrets or personal data
   */
  code: 'redacted_reference'
  /** The notice in one sentence, with its numbers. */
  detail: string
}

/** A typed, directed relationship between two entities. */
export type Relationship = HasSkuRelationship | UsesMaterialRelationship | SuppliedByRelationship | ProducedByRelationship | PublishesBomForRelationship | SupersedesRelationship | SubstituteForRelationship | CarriedOverFromRelationship | MadeFromRelationship | OwnedByRelationship

/** One end of a relationship. */
export type RelationshipEnd = {
  id: EntityId
  type: EntityType
  /** Last known label. Null if none was received yet. */
  label: string | null
  /** False if only other records name the entity so far, or if it is deleted. Reading it returns 404 then. */
  listed: boolean
}

/** A relationship that an entity can have. */
export type RelationshipOption = {
  type: RelationshipType
  /** Direction as seen from an entity of this type. */
  direction: Direction
  /** Type of the entity at the other end. */
  other: EntityType
}

/** One page of a list. */
export type RelationshipPage = {
  /** Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues. */
  data: Relationship[]
  links: PageLinks
  /** Information about the list. */
  meta: {
    /** Notices about the list. Absent if there are none. */
    notices?: ListNotice[] | undefined
    truncated: TruncatedNodes
  }
}

/** An entity on a path. */
export type RelationshipStop = {
  id: EntityId
  /** Last known label. Null if none was received yet. */
  label: string | null
}

/**
 * Type of a relationship, with the types of the entities that it connects.
 *
 * - `HAS_SKU`: A style has a SKU (style → sku)
 * - `USES_MATERIAL`: A style uses a material in a line of its current BOM (style → material)
 * - `SUPPLIED_BY`: A supplier supplies a material (material → supplier)
 * - `PRODUCED_BY`: A supplier produces a style (style → supplier)
 * - `PUBLISHES_BOM_FOR`: A BOM publication contains a style (bom_publication → style)
 * - `SUPERSEDES`: A BOM publication replaces the one before it (bom_publication → bom_publication)
 * - `SUBSTITUTE_FOR`: A material can replace another material (material → material)
 * - `CARRIED_OVER_FROM`: A style is carried over from a style of an earlier season (style → style)
 * - `MADE_FROM`: A material is made from another material (material → material)
 * - `OWNED_BY`: A supplier belongs to another supplier (supplier → supplier)
 */
export type RelationshipType = 'HAS_SKU' | 'USES_MATERIAL' | 'SUPPLIED_BY' | 'PRODUCED_BY' | 'PUBLISHES_BOM_FOR' | 'SUPERSEDES' | 'SUBSTITUTE_FOR' | 'CARRIED_OVER_FROM' | 'MADE_FROM' | 'OWNED_BY'

/** What pieces cost, in one currency. */
export type RequirementCost = {
  /** Exact cost of all pieces. Null if it has no exact decimal. */
  amount: Decimal | null
  /** Currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** Mean cost of one piece, rounded half away from zero to 8 places. Null if it has more than 10 digits. */
  mean: Decimal | null
}

/** Something that you should know about requirements in addition to them. */
export type RequirementNotice = {
  /**
   * Kind of notice.
   *
   * - `left_out`: prices or stock are left out, because the token lacks a scope
   * - `no_exact_amount`: some quantities or costs are null, because they have no exact decimal
   * - `several_currencies`: suppliers state prices in several currencies, which are not compared
   * - `unconverted_stock`: positions are left out, because their unit does not convert
   * - `stale_stock`: the stock contains positions of datasets that are not fresh
   */
  code: 'left_out' | 'no_exact_amount' | 'several_currencies' | 'unconverted_stock' | 'stale_stock'
  /** Scope that the token lacks, of `left_out`. Null for other notices. */
  scope: Scope | null
  /** The notice in one or two sentences. */
  detail: string
}

/** What one item needs of the material. */
export type RequirementOfItem = {
  /** Position of the item in `items`, from 0. */
  item: number
  /** SKU or style of the item, as you sent it. */
  code: string
  /** Quantity that this item needs. Null if it has no exact decimal. */
  gross: Decimal | null
}

/** A supplier of the material. */
export type RequirementSupplier = {
  id: EntityId
  /** Code of the supplier. */
  code: string
  /** Name and code of the supplier. */
  label: string
}

/** A field in which records differ from what their dataset declares. */
export type SchemaDrift = {
  datasetId: DatasetId
  /** Type of the records, such as `item_master`. */
  recordType: string
  /** Name of the field in the source. */
  field: string
  /**
   * How records differ from the declared fields.
   *
   * - `added`: records have the field, and the dataset does not declare it
   * - `missing`: the dataset declares the field, and no record has it
   * - `type_changed`: values have another type than the declared one
   */
  change: 'added' | 'missing' | 'type_changed'
  /** Declared type. Null if the field is not declared. */
  declared: string | null
  /** Observed type. Null if no value was seen. */
  observed: string | null
  /** Time at which the difference was first seen. Null for missing fields. */
  firstSeenAt: Timestamp | null
}

/**
 * Permission of a credential.
 *
 * - `graph:read`: read entities and relationships
 * - `bom:read`: read BOM snapshots, yields, and changes
 * - `materials:read`: read cross-system data about materials and factories
 * - `exports:create`: create, read, and download exports
 * - `ingest:read`: read the status of ingested events
 * - `mcp:read`: use the MCP server; only for tokens of kind `mcp`
 */
export type Scope = 'graph:read' | 'bom:read' | 'materials:read' | 'exports:create' | 'ingest:read' | 'mcp:read'

/** A specific sellable product variant. */
export type Sku = {
  id: EntityId
  /** Always `sku`. */
  type: 'sku'
  /** Code and name for people. The parameter `q` searches it. */
  label: string
  /**
   * Lifecycle state.
   *
   * - `planned`: not yet sold
   * - `active`: on sale
   * - `phase_out`: sold until stock runs out
   * - `inactive`: no longer sold
   */
  lifecycleState: 'planned' | 'active' | 'phase_out' | 'inactive'
  /** Codes of the entity in external systems, including previous ones. */
  externalReferences: ExternalReference[]
  attributes: SkuAttributes
  /** Number of changes that were applied to the entity. */
  revision: number
  /** Time of the earliest event about the entity. */
  createdAt: Timestamp
  /** Time of the latest event about the entity. */
  updatedAt: Timestamp
}

/** Attributes that only this type of entity has. */
export type SkuAttributes = {
  /** Code of the SKU in its source. */
  skuCode: string
  /** Number of the style. Null if not stated. */
  styleNumber: string | null
  /** Code of the colorway. Null if not stated. */
  colorwayCode: string | null
  /** Name of the colorway. Null if not stated. */
  colorwayName: string | null
  /** Code of the size. Null if not stated. */
  sizeCode: string | null
  /** Position of the size in its range, for sorting. Null if not stated. */
  sizeIndex: number | null
  /** Code of the second size dimension, such as the inseam. Null if there is none. */
  secondarySizeCode: string | null
  /** GTIN-8, GTIN-12, GTIN-13, or GTIN-14 with a valid check digit. A string, because leading zeros count. Null if not stated. */
  gtin: string | null
  /** First day of sale (`YYYY-MM-DD`). Null if not stated. */
  launchDate: string | null
  /** Last day of sale (`YYYY-MM-DD`). Null if not stated. */
  exitDate: string | null
}

/** ID of a BOM snapshot: a ULID. */
export type SnapshotId = string

/** What a source system sent, and how it was used. */
export type SourceInspection = {
  /** The inspected system. */
  system: string
  /** Instances of the system, sorted. */
  instances: string[]
  /** Record types that the system sent. */
  recordTypes: {
    /** Name of the record type, such as `item_master`. */
    name: string
    /** Dataset of the records. Null if not stated. */
    datasetId: DatasetId | null
    /** Number of records. */
    rowCount: number
    /** Fields as they were seen in records. */
    fields: InspectedField[]
  }[]
  /** At most 5 loads of each dataset, newest first. */
  lastLoads: DatasetLoad[]
  /** Fields in which records differ from what their dataset declares. */
  schemaDrift: SchemaDrift[]
  /** The requested records: one for each instance and record type. Empty without `recordId`. */
  records: InspectedRecord[]
}

/** The response with one resource. */
export type SourceInspectionResponse = {
  data: SourceInspection
  /** Information about the response. Has no fields at present. */
  meta: Record<string, unknown>
}

/** A record of a source system, without its fields. */
export type SourceRecord = {
  /** System that sent the record, such as `erp`. */
  system: string
  /** Instance of the system, such as `main`. */
  instance: string
  /** Type of the record in its source, such as `item_master`. */
  recordType: string
  /** ID of the record in its source. */
  recordId: string
  /** Version of the record that was applied last (`sourceversion`). */
  recordVersion: string
  /** Time of the last change in the source. Null if not stated. */
  sourceUpdatedAt: Timestamp | null
  /** Time at which the record was extracted. Null if not stated. */
  extractedAt: Timestamp | null
  /** Time at which the change reached the service. */
  ingestedAt: Timestamp
  /** Whether the source marks the record as deleted. Such records are shown, but not counted or compared. */
  deletedInSource: boolean
  /** SHA-256 of the stored record after redaction, in hexadecimal after `sha256:`. */
  contentHash: string
  /** Dataset that the record comes from. Null if not stated. */
  datasetId: DatasetId | null
  /** What was left out when the record was stored. Absent if nothing was. */
  notices?: RecordNotice[] | undefined
}

/**
 * How production is sourced.
 *
 * - `cmt`: cut, make, trim: the brand provides the material
 * - `fob`: free on board: the factory buys the material
 */
export type SourcingModel = 'cmt' | 'fob'

/** A commercial style that groups sellable SKUs. */
export type Style = {
  id: EntityId
  /** Always `style`. */
  type: 'style'
  /** Code and name for people. The parameter `q` searches it. */
  label: string
  /**
   * Lifecycle state.
   *
   * - `concept`: an idea that is not yet developed
   * - `development`: being designed and sampled
   * - `adopted`: chosen for the collection
   * - `production`: being produced and sold
   * - `discontinued`: no longer produced
   * - `dropped`: rejected before production
   */
  lifecycleState: 'concept' | 'development' | 'adopted' | 'production' | 'discontinued' | 'dropped'
  /** Codes of the entity in external systems, including previous ones. */
  externalReferences: ExternalReference[]
  attributes: StyleAttributes
  /** Number of changes that were applied to the entity. */
  revision: number
  /** Time of the earliest event about the entity. */
  createdAt: Timestamp
  /** Time of the latest event about the entity. */
  updatedAt: Timestamp
}

/** Attributes that only this type of entity has. */
export type StyleAttributes = {
  /** Number of the style in its source. */
  styleNumber: string
  /** Name of the style. */
  name: string
  /** Brand that the style belongs to. Null if not stated. */
  brand: string | null
  /** Division of the brand. Null if not stated. */
  division: string | null
  /** Gender or age group that the style is made for. Null if not stated. */
  gender: string | null
  /** Product category. Null if not stated. */
  category: string | null
  /** Product subcategory. Null if not stated. */
  subcategory: string | null
  /** Season code, such as `SS27`. Null if not stated. */
  season: string | null
  /** Year of the season. Null if not stated. */
  seasonYear: number | null
  /** Delivery window within the season. Null if not stated. */
  delivery: string | null
  /** Kind of development, such as new or carry-over. Null if not stated. */
  developmentType: string | null
  /** Size codes in selling order. */
  sizes: string[]
  /** Size code of the sample. Null if not stated. */
  sampleSize: string | null
  /** Colorways of the style. */
  colorways: {
    /** Code of the colorway. */
    code: string
    /** Name of the colorway. Null if not stated. */
    name: string | null
    /** State of the colorway in its source. Null if not stated. */
    state: string | null
  }[]
  /** Harmonized System (HS) customs code. Null if not stated. */
  hsCode: string | null
  /** Target cost of one garment. Null if not stated. */
  targetCost: {
    amount: Decimal
    /** Currency: an ISO 4217 code, such as `EUR`. */
    currency: string
  } | null
}

/** A material can replace another material. */
export type SubstituteForRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `SUBSTITUTE_FOR`. */
  type: 'SUBSTITUTE_FOR'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: {
    /** Reason for the substitution. Null if not stated. */
    reason: string | null
    /** Time of the approval. Null if not stated. */
    approvedAt: Timestamp | null
  }
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/** A BOM publication replaces the one before it. */
export type SupersedesRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `SUPERSEDES`. */
  type: 'SUPERSEDES'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: Record<string, unknown>
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/** A supplier supplies a material. */
export type SuppliedByRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `SUPPLIED_BY`. */
  type: 'SUPPLIED_BY'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: {
    /** Supplier article number (MPN). Null if not stated. */
    mpn: string | null
    /** Whether the brand requires this supplier for the material. Null if not stated. */
    isNominated: boolean | null
    /** Price of one `priceUom` of the material. Null if not stated. */
    price: {
      amount: Decimal
      /** Currency: an ISO 4217 code, such as `EUR`. */
      currency: string
    } | null
    /** Unit that the price is for. Null or absent for the base unit of the material. */
    priceUom?: UnitOfMeasure | null | undefined
    /** Minimum order quantity. Null if not stated. */
    moq: Decimal | null
    /** Lead time in days. Null if not stated. */
    leadTimeDays: number | null
    /** State of the approval in the source. Null if not stated. */
    approvalState: string | null
  }
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/** A normalized supplying organization. */
export type Supplier = {
  id: EntityId
  /** Always `supplier`. */
  type: 'supplier'
  /** Code and name for people. The parameter `q` searches it. */
  label: string
  /**
   * Lifecycle state.
   *
   * - `prospect`: not yet a supplier
   * - `onboarding`: being qualified
   * - `approved`: approved for orders
   * - `suspended`: blocked for the time being
   * - `inactive`: no longer used
   */
  lifecycleState: 'prospect' | 'onboarding' | 'approved' | 'suspended' | 'inactive'
  /** Codes of the entity in external systems, including previous ones. */
  externalReferences: ExternalReference[]
  attributes: SupplierAttributes
  /** Number of changes that were applied to the entity. */
  revision: number
  /** Time of the earliest event about the entity. */
  createdAt: Timestamp
  /** Time of the latest event about the entity. */
  updatedAt: Timestamp
}

/** Attributes that only this type of entity has. */
export type SupplierAttributes = {
  /** Code of the supplier in its source. */
  supplierCode: string
  /** Name of the supplier. */
  name: string
  /** Legal name of the supplier. Null if not stated. */
  legalName: string | null
  /** Roles of the supplier, such as `mill` or `factory`. */
  roles: string[]
  /** Tier in the supply chain, from 1 (cuts and sews) to 4 (makes fiber). Null if not stated. */
  tier: number | null
  /** Country: an ISO 3166-1 alpha-2 code. Null if not stated. */
  countryCode: string | null
  /** City. Null if not stated. */
  city: string | null
  /** Currency that the supplier is paid in: an ISO 4217 code. Null if not stated. */
  currency: string | null
}

/** ISO 8601 date-time in UTC with milliseconds (RFC 3339). */
export type Timestamp = string

/** A token and its organization, without the secret. */
export type TokenDescription = {
  /** Organization whose data the token can access. */
  organization: {
    /** Key of the organization: 3 to 32 lowercase characters (a to z, 0 to 9), not starting with a digit. */
    key: string
    /** Name of the organization. */
    name: string
    /** Requests per minute of all tokens of the organization together. Null if there is no limit. */
    quotaPerMinute: number | null
  }
  /** The token, without its secret. */
  credential: {
    /** Key ID: the third part of the token, which operators use to identify it. */
    id: string
    /** Name that the token was issued under. */
    name: string
    kind: CredentialKind
    /** Scopes of the token. Empty if it has none. */
    scopes: Scope[]
    /** Region in which the token is valid. */
    region: string
    /** Requests per minute, REST and MCP together. */
    quotaPerMinute: number
    /** Time at which the token was issued. */
    createdAt: Timestamp
    /** Time at which the token expires. Null if it does not expire. */
    expiresAt: Timestamp | null
  }
}

/** The response with one resource. */
export type TokenResponse = {
  data: TokenDescription
  /** Information about the response. Has no fields at present. */
  meta: Record<string, unknown>
}

/** Number of different styles, SKUs, materials, and suppliers that the rows name on either side. */
export type TouchedCounts = {
  /** Number of different styles. */
  styles: number
  /** Number of different SKUs. */
  skus: number
  /** Number of different materials. */
  materials: number
  /** Number of different suppliers. */
  suppliers: number
}

/** Entities whose relationships are not all returned, because a traversal has limits. */
export type TruncatedNodes = {
  /** Number of entities whose relationships are not all returned. */
  count: number
  /** IDs of at most 50 of these entities, sorted. */
  nodes: EntityId[]
}

/** A material whose price is in a unit that does not convert. */
export type UnconvertedMaterial = {
  /** Entity ID of the material. */
  materialId: EntityId
  /** Material number. */
  material: string
  /** Unit of `gross`. */
  uom: UnitOfMeasure
  /** Unit of the price. Null if it is not known. */
  priceUom: UnitOfMeasure | null
}

/**
 * Unit of measure: a UN/CEFACT Recommendation 20 code.
 *
 * - `MTR`: meter
 * - `YRD`: yard
 * - `CMT`: centimeter
 * - `INH`: inch
 * - `KGM`: kilogram
 * - `GRM`: gram
 * - `LBR`: pound
 * - `MTK`: square meter
 * - `EA`: piece (each)
 * - `PR`: pair; not convertible
 * - `SET`: set; not convertible
 * - `DZN`: dozen, 12 pieces
 * - `GRO`: gross, 144 pieces
 * - `LTR`: liter
 * - `MLT`: milliliter
 * - `ROL`: roll; not convertible
 * - `CON`: cone; not convertible
 */
export type UnitOfMeasure = 'MTR' | 'YRD' | 'CMT' | 'INH' | 'KGM' | 'GRM' | 'LBR' | 'MTK' | 'EA' | 'PR' | 'SET' | 'DZN' | 'GRO' | 'LTR' | 'MLT' | 'ROL' | 'CON'

/** A material without a price. */
export type UnpricedMaterial = {
  /** Entity ID of the material. */
  materialId: EntityId
  /** Material number. */
  material: string
  /** Unit of `gross`. */
  uom: UnitOfMeasure
}

/** A style uses a material in a line of its current BOM. */
export type UsesMaterialRelationship = {
  /** ID of the relationship: a UUID. */
  id: EntityId
  /** Always `USES_MATERIAL`. */
  type: 'USES_MATERIAL'
  direction: Direction
  /** Distance from the requested entity, from 1 to 3. Always 1 without `depth`. */
  hop: number
  /** Entity that the relationship starts at. */
  from: RelationshipEnd
  /** Entity that the relationship ends at. */
  to: RelationshipEnd
  /** Properties that only this type of relationship has. */
  properties: {
    /** Stable ID of the BOM line in its source. Null if the source has none. */
    bomLineRef: string | null
    /** Number of the BOM line. Null if not stated. */
    lineNumber: number | null
    /** Section of the BOM, such as `fabric`. Null if not stated. */
    section: string | null
    /** Where the material is used, such as `front body`. Null if not stated. */
    placement: string | null
    /** Color of the material. Null if it differs between SKUs. */
    materialColorCode: string | null
    /** Unit of the yields. */
    uom: UnitOfMeasure
    wastageBasis: WastageBasis
    /** Whether the source marks the line as primary. */
    isPrimary: boolean
    /** Codes of the colorways whose SKUs use the line. */
    colorways: string[]
    /** Codes of the sizes whose SKUs use the line. */
    sizes: string[]
    /** Supplier article number (MPN). Null if not stated. */
    mpn: string | null
    /** Entity ID of the supplier. Null if the line names none. */
    supplierId: EntityId | null
    /** Net quantity of material, without waste. Null if it differs between SKUs. */
    netYield: Decimal | null
    /** Waste allowance in percent. Null if it differs between SKUs. */
    wastagePercent: Decimal | null
    /** Gross quantity of material, including waste. Null if it differs between SKUs. */
    grossYield: Decimal | null
    /** Lowest gross quantity of all SKUs. Null if all SKUs have the same. */
    grossYieldMin: Decimal | null
    /** Highest gross quantity of all SKUs. Null if all SKUs have the same. */
    grossYieldMax: Decimal | null
  }
  /** Record that the relationship comes from. */
  source: {
    /** System that the relationship comes from. */
    system: string
    /** ID of the record in that system. */
    recordId: string
    /** Time of the event that the relationship comes from. */
    extractedAt: Timestamp
  }
  /** Entity ID of the BOM publication that the relationship comes from. Null for other sources. */
  publicationId: EntityId | null
  /** Number of relationships that lead to the farther end. Only with `distinct=true`. */
  links?: number | undefined
  /** One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`. */
  via?: RelationshipStop[] | undefined
}

/**
 * Result for the pair. `mismatch` comes first, then `not_comparable`, then `missing`.
 *
 * - `match`: nothing differs
 * - `within_tolerance`: some measure differs, and all differences are within the tolerance
 * - `mismatch`: some measure differs by more than the tolerance
 * - `missing`: a system has no position, or does not state a measure
 * - `not_comparable`: units have different dimensions
 */
export type Verdict = 'match' | 'within_tolerance' | 'mismatch' | 'missing' | 'not_comparable'

/**
 * What the waste allowance is a percentage of, and which yield the source states.
 *
 * - `on_net`: the source states the net yield; gross = net × (1 + waste allowance / 100)
 * - `on_gross`: the source states the gross yield; net = gross × (1 − waste allowance / 100)
 */
export type WastageBasis = 'on_net' | 'on_gross'

/** Change of the yields for one garment: after minus before. */
export type YieldDelta = {
  /** Change of the net yield. Null if there is no exact finite value. */
  netYield: Decimal | null
  /** Change of the gross yield. Null if there is no exact finite value. */
  grossYield: Decimal | null
  /** Unit of the change: that of both rows if equal, otherwise the base unit of the dimension. */
  uom: UnitOfMeasure
  /** Change of the gross yield in percent, rounded half away from zero to 4 places. Null if it was 0 before. */
  grossPercent: Decimal | null
}

/**
 * How the gross yield for one garment changed, compared in base units.
 *
 * - `increased`: the gross yield is higher
 * - `decreased`: the gross yield is lower
 * - `equal`: the gross yield is the same
 * - `not_comparable`: the units have different dimensions, such as meter and kilogram
 */
export type YieldDirection = 'increased' | 'decreased' | 'equal' | 'not_comparable'

/** The yield rows that share a value, such as a material. */
export type YieldGroup = {
  /** What the rows of the group share, in the order of `groupBy`. */
  keys: YieldGroupKey[]
  /** Number of different styles. */
  styles: number
  /** Number of different SKUs. */
  skus: number
  /** Number of BOM lines. */
  lines: number
  /** Number of yield rows: one for each SKU and BOM line. */
  rows: number
  /** Gross yields of the rows. Null if their base units differ, or if one does not convert to its base unit. */
  gross: GrossOfRows | null
}

/**
 * What rows are grouped by.
 *
 * - `style`: the style, by its number
 * - `material`: the material, by its number
 * - `supplier`: the supplier that the BOM line names, by its code
 * - `season`: the season of the style in the graph, such as `SS27`
 * - `section`: the section of the BOM, such as `fabric`
 * - `size`: the size code of the SKU
 */
export type YieldGrouping = 'style' | 'material' | 'supplier' | 'season' | 'section' | 'size'

/** One of the values that the rows of a group share. */
export type YieldGroupKey = {
  groupBy: YieldGrouping
  /** Entity ID of the style, material, or supplier. Null for other groupings. */
  id: EntityId | null
  /** Style number, material number, supplier code, season, section, or size. Works as a filter. Null for rows without one. */
  key: string | null
  /** Key and name, as far as the lines have a name. Null with `key`. */
  label: string | null
}

/** Something that you should know about a summary in addition to its numbers. */
export type YieldNotice = {
  /**
   * Kind of notice.
   *
   * - `no_such_value`: the snapshot does not contain the value of a filter
   */
  code: 'no_such_value'
  /** The filter that the notice is about. Null if it is about none. */
  name: string | null
  /** The value of that filter. Null if the notice is about none. */
  value: string | null
  /** Values to use instead, the nearest first. Empty if there are none. */
  suggestions: string[]
  /** The notice in one or two sentences, with its numbers and what to do. */
  detail: string
}

/**
 * How groups are ranked, in descending order.
 *
 * - `rows`: by the number of rows
 * - `styles`: by the number of styles
 * - `gross`: by `gross.total` as a number, whatever its unit; groups without `gross` come last
 */
export type YieldOrder = 'rows' | 'styles' | 'gross'

/**
 * Stage of development that the yield comes from, as the source states it.
 *
 * - `costing`: estimated for costing
 * - `booking`: planned for booking material
 * - `bulk`: released for bulk production
 * - `actual`: measured in production
 */
export type YieldStage = 'costing' | 'booking' | 'bulk' | 'actual'

/** What listEntityTypes takes. */
export type ListEntityTypesInput = Record<string, never>

/** What searchEntities takes. */
export type SearchEntitiesInput = {
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
  /** Return only entities of this type. */
  type?: EntityType | undefined
  /** Words to search for in labels. Each word must match a whole word or the beginning of one. Case and accents are ignored. Labels and natural keys that equal the whole text come first. */
  q?: string | undefined
  /** Return only entities with this code: the natural key, the GTIN, a code of any external system, or, for materials, an article number (MPN) of a supplier. Previous codes count if no entity has the code now. If nothing has exactly this code, case, spaces, and the characters `-_./` are ignored, or it is taken for a label, and `meta.notices` says so. Cannot be combined with `q`. */
  code?: string | undefined
  /** Return only entities in this lifecycle state. */
  lifecycleState?: LifecycleState | undefined
  /** Return only styles of this season. The value is case-sensitive and must match exactly. */
  season?: string | undefined
  /** Return only materials of this type, such as `fabric`. The value is case-sensitive and must match exactly. */
  materialType?: string | undefined
  /** Return only suppliers in this country, and materials that originate from it: an ISO 3166-1 alpha-2 code, such as `PT`. The value is case-sensitive and must match exactly. */
  countryCode?: string | undefined
  /** Return only materials with the certification of this name, or with `none`, materials that have no certification. The value is case-sensitive and must match exactly. */
  certification?: string | undefined
  /** Return only materials whose composition contains this fiber, such as `cotton`. The value is case-sensitive and must match exactly. */
  fibre?: string | undefined
  /** Return only entities with `updatedAt`, their time in the source, at or after this time, sorted by `updatedAt` and ID. Misses late events and deletions: to keep a copy, use `GET /v1/changes`. Takes a date-time with any offset, or a date, which means the start of that day in UTC. */
  updatedSince?: string | undefined
  /**
   * Whether to count the entities on all pages together, in `meta.count`. Counts up to 10,000.
   * @default false
   */
  count?: boolean | undefined
}

/** What getEntity takes. */
export type GetEntityInput = {
  /** Entity ID (canonical): a UUID. It stays the same when codes change. */
  entityId: EntityId
}

/** What listEntityRelationships takes. */
export type ListEntityRelationshipsInput = {
  /** Entity ID (canonical): a UUID. It stays the same when codes change. */
  entityId: EntityId
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
  /** Return only relationships in this direction. Returns both directions by default. */
  direction?: Direction | undefined
  /** Return only relationships of these types. Repeat the parameter for several types. Applies at each hop. */
  relationshipType?: RelationshipType[] | undefined
  /**
   * Number of hops to traverse, breadth first. Above 1, considers the first 50 relationships of each entity, and at most 1,000 in total.
   * @default 1
   */
  depth?: number | undefined
  /** Return only relationships that end at an entity of this type. Requires `depth` 2 or 3. The traversal still passes through entities of other types. */
  to?: EntityType | undefined
  /** Return only relationships that end at a style of this season. Requires `to` with `style`. The value is case-sensitive and must match exactly. */
  toSeason?: string | undefined
  /** Return only relationships that end at an entity in this lifecycle state. Requires `to`. */
  toLifecycleState?: LifecycleState | undefined
  /** Return only relationships that end at a supplier in this country, or at a material that originates from it. Requires `to` with `supplier` or `material`. Takes an ISO 3166-1 alpha-2 code, such as `PT`. */
  toCountryCode?: string | undefined
  /**
   * Whether to return each farther end once, with `links` and `via`. Its row is the first relationship that leads to it.
   * @default false
   */
  distinct?: boolean | undefined
}

/** What listChanges takes. */
export type ListChangesInput = {
  /** Return only changes of this kind. */
  kind?: ChangeKind | undefined
  /** Return only changes of this type. */
  type?: ChangedType | undefined
  /** Return only changes of this entity: its history. */
  entityId?: EntityId | undefined
  /** Start at the first change that was applied at or after this time. Takes a date-time with any offset, or a date, which means the start of that day in UTC. Has no effect if you pass `cursor`. */
  since?: string | undefined
  /** The `meta.resume` or `links.next` value from an earlier page. Keep `kind`, `type`, and `entityId` unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What listBomSnapshots takes. */
export type ListBomSnapshotsInput = {
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What listBomYields takes. */
export type ListBomYieldsInput = {
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
  /** ID (ULID) of the snapshot to read. Defaults to the latest completed snapshot. Cannot be combined with `asOf`. */
  snapshotId?: SnapshotId | undefined
  /** Reads the latest snapshot completed by this time. Takes a date-time with any offset, or a date, which means the end of that day in UTC. Cannot be combined with `snapshotId`. */
  asOf?: string | undefined
  /** Return only rows of the style with this number or entity ID. The value is case-sensitive and must match exactly. */
  style?: string | undefined
  /** Return only rows of the SKU with this code or entity ID. The value is case-sensitive and must match exactly. */
  sku?: string | undefined
  /** Return only rows of the material with this number or entity ID. The value is case-sensitive and must match exactly. */
  material?: string | undefined
  /** Return only rows of the supplier with this code, name, or entity ID. The value is case-sensitive and must match exactly. */
  supplier?: string | undefined
  /** Return only rows with this supplier article number (MPN). The value is case-sensitive and must match exactly. */
  mpn?: string | undefined
  /** Return only rows of lines in this section of the BOM, such as `fabric`. The value is case-sensitive and must match exactly. */
  section?: string | undefined
  /** Return only rows of styles that belong to this season now, such as `SS27`. The value is case-sensitive and must match exactly. */
  season?: string | undefined
  /** Return only rows of materials of this type, as the BOM states it, such as `fabric`. The value is case-sensitive and must match exactly. */
  materialType?: string | undefined
}

/** What summarizeBomYields takes. */
export type SummarizeBomYieldsInput = {
  /** ID (ULID) of the snapshot to read. Defaults to the latest completed snapshot. Cannot be combined with `asOf`. */
  snapshotId?: SnapshotId | undefined
  /** Reads the latest snapshot completed by this time. Takes a date-time with any offset, or a date, which means the end of that day in UTC. Cannot be combined with `snapshotId`. */
  asOf?: string | undefined
  /** Return only rows of the style with this number or entity ID. The value is case-sensitive and must match exactly. */
  style?: string | undefined
  /** Return only rows of the SKU with this code or entity ID. The value is case-sensitive and must match exactly. */
  sku?: string | undefined
  /** Return only rows of the material with this number or entity ID. The value is case-sensitive and must match exactly. */
  material?: string | undefined
  /** Return only rows of the supplier with this code, name, or entity ID. The value is case-sensitive and must match exactly. */
  supplier?: string | undefined
  /** Return only rows with this supplier article number (MPN). The value is case-sensitive and must match exactly. */
  mpn?: string | undefined
  /** Return only rows of lines in this section of the BOM, such as `fabric`. The value is case-sensitive and must match exactly. */
  section?: string | undefined
  /** Return only rows of styles that belong to this season now, such as `SS27`. The value is case-sensitive and must match exactly. */
  season?: string | undefined
  /** Return only rows of materials of this type, as the BOM states it, such as `fabric`. The value is case-sensitive and must match exactly. */
  materialType?: string | undefined
  /**
   * Return only rows of materials that are in this lifecycle state now.
   *
   * - `development`: being developed
   * - `submitted`: waiting for approval
   * - `approved`: approved for use
   * - `restricted`: to be used only with restrictions
   * - `discontinued`: no longer available
   */
  materialLifecycleState?: 'development' | 'submitted' | 'approved' | 'restricted' | 'discontinued' | undefined
  /** Return only rows of materials that have the certification of this name now, or with `none`, of materials that have no certification. The value is case-sensitive and must match exactly. */
  certification?: string | undefined
  /**
   * Group rows by one of these, or by two.
   * @default ["material"]
   */
  groupBy?: YieldGrouping[] | undefined
  /**
   * Maximum number of groups to return.
   * @default 10
   */
  top?: number | undefined
  /**
   * How to rank groups, in descending order.
   * @default "rows"
   */
  order?: YieldOrder | undefined
}

/** What listBomYieldHistory takes. */
export type ListBomYieldHistoryInput = {
  /** Match key of the row, as `listBomYields` and `listBomYieldChanges` return it. */
  matchKey: string
  /** Return only rows of this style. If several styles contain the SKU, the default in each snapshot is the row of the style with the lowest ID. */
  styleId?: string | undefined
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What listBomYieldChanges takes. */
export type ListBomYieldChangesInput = {
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
  /** Earlier side: the latest snapshot completed by the end of this UTC day (`YYYY-MM-DD`). Defaults to the snapshot before the later side. Cannot be combined with `fromSnapshotId`. */
  from?: string | undefined
  /** Later side: the latest snapshot completed by the end of this UTC day (`YYYY-MM-DD`). Defaults to the latest snapshot. Cannot be combined with `toSnapshotId`. */
  to?: string | undefined
  /** Earlier side by its snapshot ID (ULID). Cannot be combined with `from`. */
  fromSnapshotId?: SnapshotId | undefined
  /** Later side by its snapshot ID (ULID). Cannot be combined with `to`. */
  toSnapshotId?: SnapshotId | undefined
  /** Return only rows with this SKU code on either side. The value is case-sensitive and must match exactly. */
  sku?: string | undefined
  /** Return only rows with this style number on either side. The value is case-sensitive and must match exactly. */
  style?: string | undefined
  /** Return only rows with this supplier article number (MPN) on either side. The value is case-sensitive and must match exactly. */
  mpn?: string | undefined
  /** Return only rows with this supplier name or code on either side. The value is case-sensitive and must match exactly. */
  supplier?: string | undefined
  /** Return only rows with this material number or entity ID on either side. The value is case-sensitive and must match exactly. */
  material?: string | undefined
  /** Return only rows with this type of change. `unchanged` needs no `includeUnchanged`. */
  changeType?: ChangeType | undefined
  /**
   * Whether to return unchanged rows too.
   * @default false
   */
  includeUnchanged?: boolean | undefined
}

/** What summarizeBomYieldChanges takes. */
export type SummarizeBomYieldChangesInput = {
  /** Earlier side: the latest snapshot completed by the end of this UTC day (`YYYY-MM-DD`). Defaults to the snapshot before the later side. Cannot be combined with `fromSnapshotId`. */
  from?: string | undefined
  /** Later side: the latest snapshot completed by the end of this UTC day (`YYYY-MM-DD`). Defaults to the latest snapshot. Cannot be combined with `toSnapshotId`. */
  to?: string | undefined
  /** Earlier side by its snapshot ID (ULID). Cannot be combined with `from`. */
  fromSnapshotId?: SnapshotId | undefined
  /** Later side by its snapshot ID (ULID). Cannot be combined with `to`. */
  toSnapshotId?: SnapshotId | undefined
  /** Return only rows with this SKU code on either side. The value is case-sensitive and must match exactly. */
  sku?: string | undefined
  /** Return only rows with this style number on either side. The value is case-sensitive and must match exactly. */
  style?: string | undefined
  /** Return only rows with this supplier article number (MPN) on either side. The value is case-sensitive and must match exactly. */
  mpn?: string | undefined
  /** Return only rows with this supplier name or code on either side. The value is case-sensitive and must match exactly. */
  supplier?: string | undefined
  /** Return only rows with this material number or entity ID on either side. The value is case-sensitive and must match exactly. */
  material?: string | undefined
  /** Return only rows with this type of change. `unchanged` needs no `includeUnchanged`. */
  changeType?: ChangeType | undefined
  /**
   * Whether to return unchanged rows too.
   * @default false
   */
  includeUnchanged?: boolean | undefined
  /**
   * Which supplier’s price counts in `costEffect`, at today’s prices. Prices require the scope `graph:read`.
   * @default "nominated"
   */
  priceBasis?: PriceBasis | undefined
  /**
   * What to rank by percentage. Without it, rows are ranked, of which a style can have many.
   *
   * - `style`: rank styles by their largest change, and return the largest row of each
   * - `cause`: return why rows changed: one entry for each line, material, or set of SKUs that changed in a style
   */
  groupBy?: 'style' | 'cause' | undefined
  /**
   * Maximum number of styles, of materials, of suppliers, and of largest rows to return.
   * @default 10
   */
  top?: number | undefined
}

/** What calculateMaterialRequirements takes. */
export type CalculateMaterialRequirementsInput = {
  /** Garments to make, 1 to 500 items: `{sku, pieces}`, `{style, colorway, size, pieces}`, or `{style, colorway, sizes}`. */
  items: ({
    /** Code or entity ID of the SKU. Matches exactly. */
    sku: string
    /** Number of garments. */
    pieces: number
  } | {
    /** Number or entity ID of the style. Matches exactly. */
    style: string
    /** Code of the colorway. Required if the style has a size in several colorways. */
    colorway?: string | undefined
    /** Size code. */
    size: string
    /** Number of garments. */
    pieces: number
  } | {
    /** Number or entity ID of the style. Matches exactly. */
    style: string
    /** Code of the colorway. Required if the style has a size in several colorways. */
    colorway?: string | undefined
    /** Number of garments by size code, 1 to 100 sizes. */
    sizes: Record<string, number>
  })[]
  /** ID (ULID) of the snapshot to read. Defaults to the latest completed snapshot. Cannot be combined with `asOf`. */
  snapshotId?: SnapshotId | undefined
  /** Reads the latest snapshot completed by this time. Takes a date-time with any offset, or a date, which means the end of that day in UTC. Cannot be combined with `snapshotId`. */
  asOf?: string | undefined
  /**
   * Which supplier’s price counts, at today’s prices.
   * @default "nominated"
   */
  priceBasis?: PriceBasis | undefined
  /**
   * Which stock to subtract: `all` factories together, that of one `{"factory": "FA-004"}`, or `none`.
   * @default "all"
   */
  stock?: 'all' | 'none' | {
    /** Factory whose stock counts. */
    factory: string
  } | undefined
}

/** What getConnectedRecord takes. */
export type GetConnectedRecordInput = {
  /**
   * Kind of connected record.
   *
   * - `material`: a material
   * - `factory`: a factory
   */
  kind: ConnectedKind
  /** An entity ID, a source record (`{system}:{instance}:{recordId}`), or a code. Previous codes work unless they have been reassigned. Returns `409 ambiguous_reference` if several records share the code. */
  ref: string
}

/** What searchConnectedRecords takes. */
export type SearchConnectedRecordsInput = {
  /** Return only records of this kind. */
  kind?: ConnectedKind | undefined
  /** Words to search for in labels. Each word must match a whole word or the beginning of one. Records with exactly this code match too. */
  q?: string | undefined
  /** Return only records with a source record of this system. */
  system?: string | undefined
  /** Return only records in this match state. */
  matchState?: MatchState | undefined
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What listServiceDatasets takes. */
export type ListServiceDatasetsInput = {
  /** Return only datasets of this source system. */
  system?: string | undefined
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What getServiceDataFreshness takes. */
export type GetServiceDataFreshnessInput = {
  /** Return only the dataset with this ID. Returns `404 dataset_not_found` if there is none. */
  datasetId?: string | undefined
  /** Return only datasets with this status. */
  status?: FreshnessStatus | undefined
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What getMaterialFactoryPosition takes. */
export type GetMaterialFactoryPositionInput = {
  /** Return only positions of this material. Required without `factory`. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code, including an unassigned one. */
  material?: string | undefined
  /** Return only positions at this factory. Required without `material`. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code, including an unassigned one. */
  factory?: string | undefined
  /** Return only positions of this source system. */
  system?: string | undefined
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What compareMaterialPositions takes. */
export type CompareMaterialPositionsInput = {
  /** Pairs of a material and a factory to compare, 1 to 100. */
  pairs: {
    /** Material of the pair. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code. */
    material: string
    /** Factory of the pair. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code. */
    factory: string
  }[]
  /** Source systems to compare, 2 to 4 different ones. */
  systems: string[]
  /**
   * Quantities to compare.
   * @default ["onHand"]
   */
  measures?: Measure[] | undefined
  /** Tolerance for differences. Quantities agree if they differ by at most the larger of both tolerances. */
  tolerance?: {
    /** Relative tolerance in percent of the larger quantity. Defaults to 1. */
    percent?: string | undefined
    /** Absolute tolerance by unit. Defaults to 0 EA, 1 MTR, and 0.5 KGM. If given, units that are not listed have 0. */
    absolute?: {
      /** Absolute tolerance in MTR. Applies to all units that it converts to. */
      MTR?: string | undefined
      /** Absolute tolerance in YRD. Applies to all units that it converts to. */
      YRD?: string | undefined
      /** Absolute tolerance in CMT. Applies to all units that it converts to. */
      CMT?: string | undefined
      /** Absolute tolerance in INH. Applies to all units that it converts to. */
      INH?: string | undefined
      /** Absolute tolerance in KGM. Applies to all units that it converts to. */
      KGM?: string | undefined
      /** Absolute tolerance in GRM. Applies to all units that it converts to. */
      GRM?: string | undefined
      /** Absolute tolerance in LBR. Applies to all units that it converts to. */
      LBR?: string | undefined
      /** Absolute tolerance in MTK. Applies to all units that it converts to. */
      MTK?: string | undefined
      /** Absolute tolerance in EA. Applies to all units that it converts to. */
      EA?: string | undefined
      /** Absolute tolerance in PR. Applies to all units that it converts to. */
      PR?: string | undefined
      /** Absolute tolerance in SET. Applies to all units that it converts to. */
      SET?: string | undefined
      /** Absolute tolerance in DZN. Applies to all units that it converts to. */
      DZN?: string | undefined
      /** Absolute tolerance in GRO. Applies to all units that it converts to. */
      GRO?: string | undefined
      /** Absolute tolerance in LTR. Applies to all units that it converts to. */
      LTR?: string | undefined
      /** Absolute tolerance in MLT. Applies to all units that it converts to. */
      MLT?: string | undefined
      /** Absolute tolerance in ROL. Applies to all units that it converts to. */
      ROL?: string | undefined
      /** Absolute tolerance in CON. Applies to all units that it converts to. */
      CON?: string | undefined
    } | undefined
  } | undefined
}

/** What listMaterialPositionExceptions takes. */
export type ListMaterialPositionExceptionsInput = {
  /** Return only exceptions with this code. */
  code?: ExceptionCode | undefined
  /** Return only exceptions with this severity, after stale-data adjustment. */
  severity?: ExceptionSeverity | undefined
  /**
   * Return only exceptions with this status.
   * @default "open"
   */
  status?: ExceptionStatus | undefined
  /** Return only exceptions of this material. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code, including an unassigned one. */
  material?: string | undefined
  /** Return only exceptions of this factory. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code, including an unassigned one. */
  factory?: string | undefined
  /** Return only exceptions of materials with this nominated supplier. Takes an entity ID, a code, or a label as responses show it. */
  supplier?: string | undefined
  /** Return only exceptions that concern this source system. */
  system?: string | undefined
  /** Return only exceptions based on a dataset of this steward. Exact match. */
  steward?: string | undefined
  /** Return only exceptions with `firstSeenAt` at or after this time (RFC 3339), or date (00:00 UTC). */
  since?: string | undefined
  /** Order of the list. Defaults to `id`. */
  order?: ExceptionOrder | undefined
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What summarizeMaterialPositionExceptions takes. */
export type SummarizeMaterialPositionExceptionsInput = {
  /** Return only exceptions with this code. */
  code?: ExceptionCode | undefined
  /** Return only exceptions with this severity, after stale-data adjustment. */
  severity?: ExceptionSeverity | undefined
  /**
   * Return only exceptions with this status.
   * @default "open"
   */
  status?: ExceptionStatus | undefined
  /** Return only exceptions of this material. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code, including an unassigned one. */
  material?: string | undefined
  /** Return only exceptions of this factory. Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code, including an unassigned one. */
  factory?: string | undefined
  /** Return only exceptions of materials with this nominated supplier. Takes an entity ID, a code, or a label as responses show it. */
  supplier?: string | undefined
  /** Return only exceptions that concern this source system. */
  system?: string | undefined
  /** Return only exceptions based on a dataset of this steward. Exact match. */
  steward?: string | undefined
  /** Return only exceptions with `firstSeenAt` at or after this time (RFC 3339), or date (00:00 UTC). */
  since?: string | undefined
}

/** What getMaterialPositionException takes. */
export type GetMaterialPositionExceptionInput = {
  /** ID of the exception, from `listMaterialPositionExceptions`. */
  exceptionId: string
}

/** What inspectServiceSource takes. */
export type InspectServiceSourceInput = {
  /** Source system, such as `erp`: lowercase `a` to `z`, digits, and underscores. */
  system: string
  /** Return only this record type, such as `item_master`. Returns 400 if the system has no such type. */
  recordType?: string | undefined
  /** Also return the records with this ID in the source. */
  recordId?: string | undefined
}

/** What createExport takes. */
export type CreateExportInput = CreateEntitiesExport | CreateExternalReferencesExport | CreateRelationshipsExport | CreateChangesExport | CreateBomYieldsExport | CreateBomYieldChangesExport | CreateMaterialPositionsExport | CreatePositionExceptionsExport | CreateDatasetFreshnessExport

/** What listExports takes. */
export type ListExportsInput = {
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What getExport takes. */
export type GetExportInput = {
  /** ID of the export: a UUID from `createExport` or `listExports`. */
  exportId: string
}

/** What downloadExport takes. */
export type DownloadExportInput = {
  /** ID of the export: a UUID from `createExport` or `listExports`. */
  exportId: string
}

/** What listIngestPublications takes. */
export type ListIngestPublicationsInput = {
  /** Return only publications in this state. */
  state?: PublicationState | undefined
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What listIngestRejections takes. */
export type ListIngestRejectionsInput = {
  /** Return only events that were rejected for this reason. */
  reason?: DeadReason | undefined
  /** Return only events of this type. The value must match exactly. */
  type?: string | undefined
  /** Return only events of this source: `/{system}/{instance}`. */
  source?: string | undefined
  /** Return only events with this subject. The value must match exactly. Of a BOM publication, it is the snapshot ID. */
  subject?: string | undefined
  /** Return only events with this ID. The value must match exactly. */
  eventId?: string | undefined
  /** Return only events that were rejected at or after this time. Takes a date-time with any offset, or a date, which means the start of that day in UTC. */
  since?: string | undefined
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What listIngestConflicts takes. */
export type ListIngestConflictsInput = {
  /** Return only codes of this kind. The value must match exactly. */
  kind?: string | undefined
  /** Return only codes of this system. */
  system?: string | undefined
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What listIngestSources takes. */
export type ListIngestSourcesInput = {
  /** The `links.next` value from the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /**
   * Maximum number of rows to return.
   * @default 100
   */
  limit?: number | undefined
}

/** What getIngestReceipt takes. */
export type GetIngestReceiptInput = {
  /** Kafka topic that the event was sent to: the topic of records or of BOM publications. */
  topic: string
  /** Partition of the topic, as Kafka confirmed it. */
  partition: number
  /** Offset in the partition, as Kafka confirmed it. */
  offset: number
}

/** What getToken takes. */
export type GetTokenInput = Record<string, never>

/** What each operation takes and answers with. */
export interface Operations {
  /**
   * List entity types.
   *
   * Lists the types of entities with their lifecycle states, attributes, and relationships. Use only types that this operation lists.
   *
   * Scope: `graph:read`.
   */
  listEntityTypes: { input: ListEntityTypesInput; output: EntityTypePage }
  /**
   * Search entities.
   *
   * Lists the entities of the organization, sorted by ID. With `q`, returns only entities whose label contains all words. Labels and natural keys that equal `q` come first, then whole words, then beginnings of words. A search considers at most 10,000 matches; `meta.truncated` is true if there are more. If nothing matches, `meta.suggestions` has words or labels with a similar spelling. With `code`, returns what has this code in any system. `meta.notices` reports values of filters that no entity has. With `updatedSince`, entities are sorted by `updatedAt`, their time in the source, and ID. If an entity changes while you read the pages, it appears again at the end of the list. To keep a copy up to date, use `GET /v1/changes`, which also lists late events and deletions.
   *
   * Scope: `graph:read`.
   */
  searchEntities: { input: SearchEntitiesInput; output: EntityPage }
  /**
   * Get an entity.
   *
   * Returns one entity by its entity ID.
   *
   * Scope: `graph:read`.
   */
  getEntity: { input: GetEntityInput; output: EntityResponse }
  /**
   * List relationships of an entity.
   *
   * Lists the relationships of one entity, sorted by type, ID, and direction. A relationship of an entity with itself is listed in both directions. With `depth` 2 or 3, lists a bounded neighborhood instead: breadth first, each relationship once, sorted by hop, ID of the nearer end, type, and ID. A traversal considers the first 50 relationships of each entity, and 1,000 in total. `meta.truncated` names the entities whose relationships are not all returned. With `distinct`, each farther end is listed once, with the number of relationships that lead to it and one path. The neighborhood is traversed again for each page. Use `limit=1000` to get it in one page if the data can change in the meantime.
   *
   * Scope: `graph:read`.
   */
  listEntityRelationships: { input: ListEntityRelationshipsInput; output: RelationshipPage }
  /**
   * List changes.
   *
   * Lists the changes of entities, relationships, and BOM snapshots in the order in which the service applied them, deletions included. To follow the changes, store `meta.resume` after each page, and pass it as `cursor` on your next visit: every change is listed exactly once, even if its event arrived late. Changes are kept for 30 days by default. Without `cursor` and `since`, the list begins with the oldest change that is kept. A completed BOM publication is one change. The relationships that follow from it, and exceptions, have no changes of their own.
   *
   * Scope: `graph:read`.
   */
  listChanges: { input: ListChangesInput; output: ChangePage }
  /**
   * List BOM snapshots.
   *
   * Lists the available BOM snapshots, newest first. Each snapshot is a completed publication that replaced the whole BOM, and never changes. Publications that are building, failed, or aborted are not listed. Retired snapshots are not listed either.
   *
   * Scope: `bom:read`.
   */
  listBomSnapshots: { input: ListBomSnapshotsInput; output: BomSnapshotPage }
  /**
   * List the yields of a BOM snapshot.
   *
   * Lists the yield rows of one snapshot: the quantity of material that each SKU needs for each BOM line. Rows are sorted by style, SKU, line number, and match key, by byte value. Cursors stay with the snapshot of the first page if a newer one is completed. If you give several filters, a row must match all of them. A filter also takes the label of an entity as other operations show it. `meta.notices` reports values that the snapshot does not contain.
   *
   * Scope: `bom:read`.
   */
  listBomYields: { input: ListBomYieldsInput; output: BomYieldPage }
  /**
   * Summarize the yields of a BOM snapshot.
   *
   * Counts the yield rows of one snapshot, and the styles, SKUs, materials, suppliers, and BOM lines that they name. Groups them by one or two of style, material, supplier, season, section, and size. Returns the `top` groups with their gross yield for one garment, in base units. Use it to find where a material or a supplier is used. If you give several filters, a row must match all of them. Response time depends on how many BOM lines match, not on the number of SKUs. A very large summary can fail with `query_timeout`; add filters.
   *
   * Scope: `bom:read`.
   */
  summarizeBomYields: { input: SummarizeBomYieldsInput; output: BomYieldSummaryResponse }
  /**
   * List the history of a yield.
   *
   * Lists how one yield row developed over the available snapshots, newest first. Each step is a stretch of consecutive snapshots in which the row has the same values, or in which no snapshot contains it. The list begins with the first available snapshot that contains the row. If none does, it is empty, and `meta.notices` says so. A page can be short while `links.next` is not null.
   *
   * Scope: `bom:read`.
   */
  listBomYieldHistory: { input: ListBomYieldHistoryInput; output: BomYieldStepPage }
  /**
   * Compare two BOM snapshots.
   *
   * Compares two BOM snapshots and lists the yield rows that were added, removed, or changed. Rows are sorted by style ID, SKU ID, and match key. Select each side by date or by snapshot ID. The later side defaults to the latest snapshot, and the earlier side to the one before it. Unchanged rows are returned only on request. `meta.notices` reports if both sides are the same snapshot, and which filter values neither snapshot contains. A page can be short while `links.next` is not null.
   *
   * Scope: `bom:read`.
   */
  listBomYieldChanges: { input: ListBomYieldChangesInput; output: BomYieldChangePage }
  /**
   * Summarize the changes between two BOM snapshots.
   *
   * Counts the rows that `listBomYieldChanges` returns for the same snapshots and filters: by type of change, and by style, material, and supplier. A row counts for each style, material, and supplier that it names on either side. Returns the `top` styles, materials, and suppliers with the most rows, and the `top` rows with the largest change of gross yield in percent. `groupBy=cause` says why: one entry for each line, material, or set of SKUs that changed in a style. `costEffect` is what the changes do to the material cost of one garment at today’s prices, which require the scope `graph:read`. Response time depends on how many rows changed, not on the size of the BOM. A very large comparison can fail with `query_timeout`; add filters, or export the rows instead.
   *
   * Scope: `bom:read`.
   */
  summarizeBomYieldChanges: { input: SummarizeBomYieldChangesInput; output: BomYieldChangeSummaryResponse }
  /**
   * Calculate material requirements.
   *
   * Calculates what garments need of each material, by the yields of one BOM snapshot: the gross quantity, the cost at today’s prices, and what is missing after stock and open orders. One piece of one SKU gives the material cost of a garment. The operation changes nothing. Prices require the scope `graph:read`, and stock requires `materials:read`; without the scope they are left out, and `meta.notices` says so. At each factory, stock comes from `wms`, then `factory_portal`, and orders from `erp`; without these, from the newest position.
   *
   * Scope: `bom:read`.
   */
  calculateMaterialRequirements: { input: CalculateMaterialRequirementsInput; output: MaterialRequirementsResponse }
  /**
   * Get a connected record.
   *
   * Returns one material or factory with the data of all source systems (cross-system data). Each field has one resolved value, where it comes from, and whether other systems disagree. Attributes of a matched material count as data of the system that owns it, usually PLM. Percent-encode `ref`. A material without source records has only the `fields` of its own system, and is not found by `searchConnectedRecords`.
   *
   * Scope: `materials:read`.
   */
  getConnectedRecord: { input: GetConnectedRecordInput; output: ConnectedRecordResponse }
  /**
   * Search connected records.
   *
   * Lists materials and factories as the source systems know them, sorted by ID. With `q`, returns only records whose label contains all words, and records with exactly that code. A search considers at most 10,000 matches; `meta.truncated` is true if there are more. If nothing matches and there are fewer than 1,000 records to compare, `meta.suggestions` has labels with a similar spelling or code. With the filter `system`, a page can be short or empty while `links.next` is not null.
   *
   * Scope: `materials:read`.
   */
  searchConnectedRecords: { input: SearchConnectedRecordsInput; output: ConnectedRecordPage }
  /**
   * List datasets.
   *
   * Lists the datasets of the source systems, sorted by ID. Each has its steward, its expected load interval, the fields that it declares, and the number of its current records and positions.
   *
   * Scope: `materials:read`.
   */
  listServiceDatasets: { input: ListServiceDatasetsInput; output: DatasetPage }
  /**
   * List dataset freshness.
   *
   * Evaluates the freshness of each dataset at the time of the request, sorted by dataset ID. The lag is counted from the latest watermark of a successful load, or from the end of a successful load without one. It is in whole seconds, rounded up. A lag equal to a threshold is still within it. With the filter `status`, a page can be short or empty while `links.next` is not null.
   *
   * Scope: `materials:read`.
   */
  getServiceDataFreshness: { input: GetServiceDataFreshnessInput; output: FreshnessPage }
  /**
   * List positions of materials at factories.
   *
   * Lists stock, orders, and requirements as each source system states them: one position for each material, factory, system, and instance, sorted by position ID. Quantities are in the unit of the source. Derived quantities, the source record, and the freshness are included. Provide `material`, `factory`, or both. An unassigned code finds the positions that contain it; their `id` is null there.
   *
   * Scope: `materials:read`.
   */
  getMaterialFactoryPosition: { input: GetMaterialFactoryPositionInput; output: MaterialFactoryPositionPage }
  /**
   * Compare positions between systems.
   *
   * Compares the newest positions of 2 to 4 systems for each pair of a material and a factory. Quantities are converted to base units and compared exactly. The operation changes nothing. For each measure, the baseline is the source of truth if it is among the systems: `wms`, then `factory_portal` for stock, and `erp` for orders and requirements. Otherwise, the baseline is the first system. Quantities agree if they differ by at most the larger of the absolute and the relative tolerance.
   *
   * Scope: `materials:read`.
   */
  compareMaterialPositions: { input: CompareMaterialPositionsInput; output: PositionComparisonResponse }
  /**
   * List exceptions.
   *
   * Lists exceptions: places where systems disagree about a material at a factory, or where their data cannot be right. Exceptions are sorted by ID, unless `order` is set. Stale input lowers the severity of a quantity exception by one step and never hides it. `STALE_SOURCE` and `UNKNOWN_FRESHNESS` are evaluated at the time of the request, one for each dataset that is not fresh. With the filter `severity`, a page can be short or empty while `links.next` is not null. An unassigned code finds the exceptions that contain it. `supplier` and `steward` are as they are at the time of the request. `getMaterialPositionException` explains an exception step by step.
   *
   * Scope: `materials:read`.
   */
  listMaterialPositionExceptions: { input: ListMaterialPositionExceptionsInput; output: PositionExceptionPage }
  /**
   * Summarize exceptions.
   *
   * Counts the exceptions that `listMaterialPositionExceptions` returns for the same filters: by code, by severity after stale-data adjustment, and by system. Also returns the ten factories and the ten materials with the most exceptions. An exception about several systems counts for each.
   *
   * Scope: `materials:read`.
   */
  summarizeMaterialPositionExceptions: { input: SummarizeMaterialPositionExceptionsInput; output: PositionExceptionSummaryResponse }
  /**
   * Get an exception with its arithmetic.
   *
   * Returns one exception, open or resolved, with `explanation`: the arithmetic or the comparison that led to it, step by step. Each value names its record and the operation that returns it. Values are those of the last evaluation; a resolved exception keeps them. Steps with values of entities require `graph:read`, steps with yields require `bom:read`. Without these scopes, they are left out, and `meta.notices` reports it.
   *
   * Scope: `materials:read`.
   */
  getMaterialPositionException: { input: GetMaterialPositionExceptionInput; output: ExplainedExceptionResponse }
  /**
   * Inspect a source system.
   *
   * Returns what a source system sent: its instances, record types with their fields, the last loads of its datasets, and fields that differ from the declared ones. With `recordId`, also returns the records with this ID as last received, how their fields were mapped and matched, their open exceptions, and their rejected events of the last 30 days. If no event for a record has been accepted yet, the response contains only its dead letters. Secrets and personal data are removed before a record is stored.
   *
   * Scope: `materials:read`.
   */
  inspectServiceSource: { input: InspectServiceSourceInput; output: SourceInspectionResponse }
  /**
   * Create an export.
   *
   * Queues an export and immediately returns the export job. `format` selects CSV, JSON Lines, or Parquet. The filters are those of the matching read operation. Snapshots are selected when you create the export: dates become snapshot IDs. An organization can have at most 5 queued or running exports. The operation is not idempotent and rejects the `Idempotency-Key` header. After a lost response, look for the job with `GET /v1/exports` before you create it again.
   *
   * Scope: `exports:create`.
   */
  createExport: { input: CreateExportInput; output: ExportResponse }
  /**
   * List exports.
   *
   * Lists the exports of the organization, newest first, including those of other tokens. Check this list before you create an export again after a lost response.
   *
   * Scope: `exports:create`.
   */
  listExports: { input: ListExportsInput; output: ExportPage }
  /**
   * Get the status of an export.
   *
   * Returns one export of the organization with its status. While `pollAfterSeconds` is not null, wait that number of seconds before you request the status again.
   *
   * Scope: `exports:create`.
   */
  getExport: { input: GetExportInput; output: ExportResponse }
  /**
   * Download an export.
   *
   * Downloads the file of a completed export until its `expiresAt`, in the format of the export. A download that has started can finish. The strong `ETag` is the SHA-256 of the file. Send `Range` with one range of bytes to get a part, and `If-Range` to get it only if the file is unchanged. Without `Range`, a CSV or JSON Lines file is compressed with gzip if `Accept-Encoding` allows it. A range that cannot be satisfied is ignored.
   *
   * Scope: `exports:create`.
   */
  downloadExport: { input: DownloadExportInput; output: Response }
  /**
   * List BOM publications.
   *
   * Lists the BOM publications in any state, newest first by the time they were started. Each has the counts that its source states, the counts that arrived, and, if it failed, the reason and the faults of its events. For a publication that is building, the counts are those received so far.
   *
   * Scope: `ingest:read`.
   */
  listIngestPublications: { input: ListIngestPublicationsInput; output: IngestPublicationPage }
  /**
   * List rejected events.
   *
   * Lists rejected events, newest first by the time of rejection, then by topic, partition, and offset. Each has the reason, the invalid fields, and its position in Kafka, but not the payload. The list keeps the latest 10,000 from the last 30 days. Events that arrive after their BOM publication failed are one entry with their `count`. An event is attributed to the organization that its key, its `tenantid`, or its source names, if these agree. Other events are visible only to operators.
   *
   * Scope: `ingest:read`.
   */
  listIngestRejections: { input: ListIngestRejectionsInput; output: IngestRejectionPage }
  /**
   * List duplicate codes.
   *
   * Lists the codes that several entities have, with these entities. Codes are sorted by kind, value, system, and instance. A page considers a limited number of codes, so it can be short or empty while `links.next` is not null.
   *
   * Scope: `ingest:read`.
   */
  listIngestConflicts: { input: ListIngestConflictsInput; output: IngestConflictPage }
  /**
   * List sources of events.
   *
   * Lists the sources that sent events for the organization, sorted by name. Each has the number of events that were applied, changed nothing, or were rejected, and how long ago it last sent something new. An event is counted once. A source without any applied event is listed as long as one of its rejected events is kept. Rejected events that name no source are not counted.
   *
   * Scope: `ingest:read`.
   */
  listIngestSources: { input: ListIngestSourcesInput; output: IngestSourcePage }
  /**
   * Get the ingestion status of an event.
   *
   * Returns whether the service has processed an event, or rejected it and why. Pass the topic, partition, and offset that Kafka confirmed to the producer. `pending` is also the state of an offset that does not exist yet. Rejections are known for 30 days, and only the latest 10,000 of them. After that, and for events of other organizations, the state is `processed`. An event of a BOM publication can be processed although the publication fails later: see `GET /v1/ingest/publications`.
   *
   * Scope: `ingest:read`.
   */
  getIngestReceipt: { input: GetIngestReceiptInput; output: IngestReceiptResponse }
  /**
   * Get the token of the request.
   *
   * Returns the organization of the token, its scopes, its request limit, and when it expires. Never returns the secret. The operation also works while the data is being rebuilt, so a program can start with it.
   *
   * Any valid token, including one without scopes.
   */
  getToken: { input: GetTokenInput; output: TokenResponse }
}

/** How each operation is asked for. */
export const endpoints = {
  listEntityTypes: { method: 'GET', path: '/v1/entity-types', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: null, isRepeatable: true },
  searchEntities: { method: 'GET', path: '/v1/entities', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getEntity: { method: 'GET', path: '/v1/entities/{entityId}', pathNames: ['entityId'], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  listEntityRelationships: { method: 'GET', path: '/v1/entities/{entityId}/relationships', pathNames: ['entityId'], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listChanges: { method: 'GET', path: '/v1/changes', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listBomSnapshots: { method: 'GET', path: '/v1/bom/snapshots', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listBomYields: { method: 'GET', path: '/v1/bom/yields', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  summarizeBomYields: { method: 'GET', path: '/v1/bom/yields/summary', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  listBomYieldHistory: { method: 'GET', path: '/v1/bom/yields/history', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listBomYieldChanges: { method: 'GET', path: '/v1/bom/yield-changes', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  summarizeBomYieldChanges: { method: 'GET', path: '/v1/bom/yield-changes/summary', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  calculateMaterialRequirements: { method: 'POST', path: '/v1/bom/material-requirements', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  getConnectedRecord: { method: 'GET', path: '/v1/connected-records/{kind}/{ref}', pathNames: ['kind', 'ref'], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  searchConnectedRecords: { method: 'GET', path: '/v1/connected-records/search', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listServiceDatasets: { method: 'GET', path: '/v1/datasets', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getServiceDataFreshness: { method: 'GET', path: '/v1/freshness', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getMaterialFactoryPosition: { method: 'GET', path: '/v1/material-factory-position', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  compareMaterialPositions: { method: 'POST', path: '/v1/material-position-comparisons', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  listMaterialPositionExceptions: { method: 'GET', path: '/v1/material-position-exceptions', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  summarizeMaterialPositionExceptions: { method: 'GET', path: '/v1/material-position-exceptions/summary', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  getMaterialPositionException: { method: 'GET', path: '/v1/material-position-exceptions/{exceptionId}', pathNames: ['exceptionId'], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  inspectServiceSource: { method: 'GET', path: '/v1/sources/inspect', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  createExport: { method: 'POST', path: '/v1/exports', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: false },
  listExports: { method: 'GET', path: '/v1/exports', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getExport: { method: 'GET', path: '/v1/exports/{exportId}', pathNames: ['exportId'], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  downloadExport: { method: 'GET', path: '/v1/exports/{exportId}/download', pathNames: ['exportId'], accept: 'text/csv, application/jsonl, application/vnd.apache.parquet', isPaged: false, pageLimit: null, isRepeatable: true },
  listIngestPublications: { method: 'GET', path: '/v1/ingest/publications', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listIngestRejections: { method: 'GET', path: '/v1/ingest/rejections', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listIngestConflicts: { method: 'GET', path: '/v1/ingest/conflicts', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listIngestSources: { method: 'GET', path: '/v1/ingest/sources', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getIngestReceipt: { method: 'GET', path: '/v1/ingest/receipts', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  getToken: { method: 'GET', path: '/v1/token', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
} as const
