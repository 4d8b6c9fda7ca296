/**
 * The type of a column. `text` is also the type of codes and GTINs, because leading zeros count. `decimal` has at most
 * 10 digits before the point and 16 after it, and `integer` is a safe integer. `time` is in UTC with milliseconds.
 */
export type ColumnType = 'text' | 'decimal' | 'integer' | 'boolean' | 'time'

/** A column of the file of an export. */
export interface ExportColumn {
  name: string
  type: ColumnType
}

const types: readonly string[] = ['text', 'decimal', 'integer', 'boolean', 'time'] satisfies ColumnType[]

function isColumnType(type: string): type is ColumnType {
  return types.includes(type)
}

/** Reads columns from a list of names, each with its type unless it is `text`. */
function columnsOf(list: string): readonly ExportColumn[] {
  return list
    .trim()
    .split(/\s+/)
    .map((column) => {
      const [name = '', type = 'text'] = column.split(':')
      if (!isColumnType(type)) throw new Error(`The column ${column} has an unknown type`)
      return { name, type }
    })
}

/** The columns of each kind of export, in the order of the file. New columns are added at the end. */
export const exportColumns = {
  entities: columnsOf(`
    id type label lifecycle_state natural_key season category material_type base_uom country_code
    revision:integer created_at:time updated_at:time
  `),
  external_references: columnsOf(`
    entity_id type system instance kind value is_primary:boolean first_seen_at:time last_seen_at:time
  `),
  relationships: columnsOf(`
    id type from_id from_type to_id to_type bom_line_ref placement net_yield:decimal wastage_percent:decimal
    gross_yield:decimal uom mpn publication_id is_nominated:boolean price_amount:decimal price_currency
    moq:decimal lead_time_days:integer approval_state
  `),
  changes: columnsOf(`
    change_id kind type id code op revision:integer changed_fields from_id to_id changed_at:time applied_at:time
    source_system source_instance source_record_id
  `),
  bom_yields: columnsOf(`
    snapshot_id match_key style sku colorway_code size_code bom_line_ref line_number:integer section placement
    material material_color_code mpn supplier_code supplier net_yield:decimal wastage_percent:decimal
    wastage_basis gross_yield:decimal yield_per_units:integer uom net_yield_base:decimal
    gross_yield_base:decimal base_uom yield_stage is_primary:boolean
  `),
  bom_yield_changes: columnsOf(`
    from_snapshot_id to_snapshot_id match_key change_type yield_direction changed_fields style sku placement
    material_before material_after mpn_before mpn_after supplier_before supplier_after net_yield_before:decimal
    net_yield_after:decimal gross_yield_before:decimal gross_yield_after:decimal uom_before uom_after
    delta_gross_yield:decimal delta_uom gross_percent:decimal wastage_percent_before:decimal
    wastage_percent_after:decimal wastage_basis_before wastage_basis_after material_name_before
    material_name_after delta_net_yield_from_zero:decimal delta_gross_yield_from_zero:decimal
    delta_uom_from_zero
  `),
  material_positions: columnsOf(`
    material factory system instance as_of:time uom on_hand:decimal quality_hold:decimal allocated:decimal
    available:decimal in_transit:decimal on_order:decimal required:decimal projected:decimal
    liability_quantity:decimal freshness_status
  `),
  position_exceptions: columnsOf(`
    exception_id code severity status material factory measure expected observed delta:decimal uom
    stale_input:boolean first_seen_at:time last_seen_at:time
  `),
  dataset_freshness: columnsOf(`
    dataset_id source_system status severity lag_seconds:integer last_success_at:time source_watermark_at:time
  `),
} as const satisfies Record<string, readonly ExportColumn[]>
