import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import type { StoredPosition } from '../../schemas/stored/connected-data.ts'
import type { Quantity } from '../quantities/quantity.ts'
import type { Input, InputRecord } from './inputs.ts'

export type Unit = z.infer<typeof UnitOfMeasure>

/** A position as it is stored, with its references as they are stored: `supplierRef` is that behind `supplier`. */
export type PositionFacts = StoredPosition & {
  materialRef: string
  supplierRef: string | null
  record: InputRecord
}

/** One of several owners that the endpoint of a pair may be. */
export interface Owner {
  code: string
  inputs: readonly Input[]
}

/** The material or the factory of a pair. Its code can have one owner, none, or several. */
export interface Endpoint {
  /** The id of what is meant where that is one thing, else the reference as it was given. */
  key: string
  id: string | null
  code: string
  label: string | null
  /** Where there are several. */
  owners: readonly Owner[]
}

/** A supplier that the material is nominated to come from. */
export interface Nominated {
  /** What people call it, and all names by which systems may mean it: codes, record ids, and stored references. */
  code: string
  names: readonly string[]
  link: InputRecord
  supplier: InputRecord
}

export interface MaterialFacts {
  lifecycleState: string
  baseUom: Unit | null
  /** Whether it has a code of the system `plm`. */
  isInPlm: boolean
  record: InputRecord
  nominated: readonly Nominated[]
  /** The article numbers of the nominated links that have one. */
  mpns: readonly { mpn: string; link: InputRecord }[]
}

/** What one requirement of open production needs of a material by one line of a BOM. */
export interface NeededBy {
  /** The open production, its number of units, and what it is for: a style, or one SKU. */
  requirement: InputRecord
  units: number
  product: string
  /** The line, and where it uses the material. */
  line: InputRecord
  placement: string | null
  /** What one unit needs, in the unit of the line: of a style the mean over its SKUs. */
  gross: Quantity
  uom: Unit
  isMean: boolean
  /** `units` times `gross`, in the base unit. */
  amount: Quantity
}

/** What open production needs of a material at a factory, by the newest snapshot: the sum of its parts. */
export interface Need {
  amount: Quantity
  baseUnit: Unit
  parts: readonly NeededBy[]
  inputs: readonly Input[]
}

/** An active style that uses a material and is produced at a factory, with all that makes it so. */
export interface Production {
  style: string
  lifecycleState: string
  supplier: string
  inputs: readonly Input[]
}

/** All that the exceptions of one material at one factory depend on. */
export interface Pair {
  material: Endpoint
  factory: Endpoint
  /** Every open position of it. */
  positions: readonly PositionFacts[]
  /** Null while the material is not known. */
  facts: MaterialFacts | null
  /** Null when no active style uses the material and is produced there. */
  production: Production | null
  /** Whether any style that uses it is; null where no publication or no operator is known. */
  isAllocated: boolean | null
  /** The suppliers that operate the factory, with their labels. */
  operators: readonly { label: string; input: Input }[]
  /** Null where no open production uses it, or across dimensions. */
  need: Need | null
  /** The active datasets of the ERP. */
  erpDatasets: readonly { datasetId: string; input: Input }[]
}
