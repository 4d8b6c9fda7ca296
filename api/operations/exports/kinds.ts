import type { ExportKind } from '../../../schemas/exports.ts'
import { type KindOfExport, kindOf } from './kind.ts'
import { bomYieldChanges } from './kinds/bom-yield-changes.ts'
import { bomYields } from './kinds/bom-yields.ts'
import { datasetFreshness } from './kinds/dataset-freshness.ts'
import { entities } from './kinds/entities.ts'
import { externalReferences } from './kinds/external-references.ts'
import { materialPositions } from './kinds/material-positions.ts'
import { positionExceptions } from './kinds/position-exceptions.ts'
import { relationships } from './kinds/relationships.ts'

/** How each kind of `exportKinds` is made. */
export const kinds: Readonly<Record<ExportKind, KindOfExport>> = {
  entities: kindOf('entities', entities),
  external_references: kindOf('external_references', externalReferences),
  relationships: kindOf('relationships', relationships),
  bom_yields: kindOf('bom_yields', bomYields),
  bom_yield_changes: kindOf('bom_yield_changes', bomYieldChanges),
  material_positions: kindOf('material_positions', materialPositions),
  position_exceptions: kindOf('position_exceptions', positionExceptions),
  dataset_freshness: kindOf('dataset_freshness', datasetFreshness),
}
