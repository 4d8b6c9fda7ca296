import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import type {
  ExceptionCode,
  ExceptionSeverity,
  MaterialFactoryPosition,
  PositionException,
} from '../../schemas/connected.ts'
import type { Quantity } from '../../schemas/quantity.ts'

export type Unit = z.infer<typeof UnitOfMeasure>

/**
 * A position as it is stored: how fresh it is follows from the clock. `supplierRef` is the reference behind `supplier`, as
 * it is stored.
 */
export type StoredPosition = Omit<MaterialFactoryPosition, 'freshness'> & { supplierRef?: string | null }

/** One end of a pair: what its key names, and what several owners it may be. */
export interface End {
  /** The id of what is meant where that is one thing, else the reference as it was given. */
  key: string
  id: string | null
  code: string
  label: string | null
  /** The codes of the owners, where there are several. */
  owners: readonly string[]
}

/** A supplier that the material is nominated to come from. */
export interface Nominated {
  /** What people call it, and all names by which systems may mean it: codes, record ids, and stored references. */
  code: string
  names: readonly string[]
}

export interface MaterialFacts {
  lifecycleState: string
  baseUom: Unit | null
  /** Whether it has a code of the system `plm`. */
  isInPlm: boolean
  nominated: readonly Nominated[]
  /** The article numbers of the nominated links that have one. */
  mpns: readonly string[]
}

/** What open production needs of a material at a factory, by the newest snapshot. */
export interface Need {
  amount: Quantity
  baseUnit: Unit
}

/** All that the exceptions of one material at one factory depend on. */
export interface Pair {
  material: End
  factory: End
  /** Every open position of it. */
  positions: readonly StoredPosition[]
  /** Null while the material is not known. */
  facts: MaterialFacts | null
  /** Whether an active style that uses the material is produced there. */
  isProduced: boolean
  /** Whether any style that uses it is; null where no publication or no operator is known. */
  isAllocated: boolean | null
  /** Null where no open production uses it, or across dimensions. */
  need: Need | null
  /** The active datasets of the ERP. */
  erpDatasets: readonly string[]
}

/** The codes of exceptions that are stored; the others follow from the clock. */
export type StoredCode = Exclude<ExceptionCode, 'STALE_SOURCE' | 'UNKNOWN_FRESHNESS'>

/** An exception without its ends, its life and its advice. */
export type Finding = { code: StoredCode; severity: ExceptionSeverity } & Pick<
  PositionException,
  'measure' | 'systems' | 'datasetIds' | 'observed' | 'expected' | 'delta' | 'uom'
>

/** The finding of a code, with what is not given left empty. */
export function found(code: StoredCode, severity: ExceptionSeverity, rest: Partial<Finding> = {}): Finding {
  const nothing = { measure: null, systems: [], datasetIds: [], observed: null, expected: null, delta: null, uom: null }
  return { ...nothing, ...rest, code, severity }
}

/** Which systems and datasets a finding is about, each once and in order. */
export function sourcesOf(positions: readonly StoredPosition[]): Pick<Finding, 'systems' | 'datasetIds'> {
  return {
    systems: [...new Set(positions.map(({ system }) => system))].sort(),
    datasetIds: [...new Set(positions.flatMap(({ source }) => source.datasetId ?? []))].sort(),
  }
}
