import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import type { StoredPosition } from '../../schemas/stored/connected-data.ts'
import type { Quantity } from '../quantities/quantity.ts'
import type { Input, InputRecord } from './inputs.ts'

export type Unit = z.infer<typeof UnitOfMeasure>

/** A position as stored, with its stored references. `supplierRef` is the reference of `supplier`. */
export type PositionFacts = StoredPosition & {
  materialRef: string
  supplierRef: string | null
  record: InputRecord
}

/** One of the owners of an ambiguous code. */
export interface Owner {
  code: string
  inputs: readonly Input[]
}

/** The material or the factory of a pair. Its code can have one owner, none, or several. */
export interface Endpoint {
  /** The ID if the reference leads to exactly one entity or record, otherwise the reference itself. */
  key: string
  id: string | null
  code: string
  label: string | null
  /** The owners of an ambiguous code, otherwise empty. */
  owners: readonly Owner[]
}

/** A nominated supplier of the material. */
export interface Nominated {
  /**
   * `code` is shown to people. `names` are all texts by which systems may refer to the supplier: codes, record IDs, and
   * stored references.
   */
  code: string
  names: readonly string[]
  link: InputRecord
  supplier: InputRecord
}

export interface MaterialFacts {
  lifecycleState: string
  baseUom: Unit | null
  /** Whether the material has a code of the system `plm`. */
  isInPlm: boolean
  record: InputRecord
  nominated: readonly Nominated[]
  /** The article numbers of links with nominated suppliers, where the link contains one. */
  mpns: readonly { mpn: string; link: InputRecord }[]
}

/** The quantity of a material that one requirement of open production needs for one BOM line. */
export interface NeededBy {
  /** The open production, its number of units, and the style or SKU to produce. */
  requirement: InputRecord
  units: number
  product: string
  /** The BOM line, and the placement of the material. */
  line: InputRecord
  placement: string | null
  /** The gross yield for one unit, in the unit of the line. For a style it is the mean over its SKUs. */
  gross: Quantity
  uom: Unit
  isMean: boolean
  /** `units` times `gross`, in the base unit. */
  amount: Quantity
}

/** The quantity of a material that open production at a factory needs according to the newest snapshot. */
export interface Need {
  amount: Quantity
  baseUnit: Unit
  parts: readonly NeededBy[]
  inputs: readonly Input[]
}

/** An active style that uses the material and is produced at the factory, with the inputs that prove it. */
export interface Production {
  style: string
  lifecycleState: string
  supplier: string
  inputs: readonly Input[]
}

/** Everything that the exceptions of one material at one factory depend on. */
export interface Pair {
  material: Endpoint
  factory: Endpoint
  /** Every open position of the material at the factory. */
  positions: readonly PositionFacts[]
  /** Null if the reference does not lead to one known material. */
  facts: MaterialFacts | null
  /** Null if no active style uses the material and is produced at the factory. */
  production: Production | null
  /**
   * Whether any style that uses the material is produced at the factory. Null if no publication or no operator is
   * known.
   */
  isAllocated: boolean | null
  /** The suppliers that operate the factory, with their labels. */
  operators: readonly { label: string; input: Input }[]
  /** Null if no open production uses the material, or if units have different dimensions. */
  need: Need | null
  /** The active datasets of the ERP. */
  erpDatasets: readonly { datasetId: string; input: Input }[]
}
