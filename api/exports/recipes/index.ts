import type { ExportKind } from '../../../schemas/exports/exports.ts'
import { bomYieldChanges } from './bom-yield-changes.ts'
import { bomYields } from './bom-yields.ts'
import { changes } from './changes.ts'
import { datasetFreshness } from './dataset-freshness.ts'
import { entities } from './entities.ts'
import { externalReferences } from './external-references.ts'
import { materialPositions } from './material-positions.ts'
import { positionExceptions } from './position-exceptions.ts'
import { type KindOfExport, kindOf } from './recipe.ts'
import { relationships } from './relationships.ts'

/** The recipe of each kind of export. */
export const kinds: Readonly<Record<ExportKind, KindOfExport>> = {
  entities: kindOf('entities', entities),
  external_references: kindOf('external_references', externalReferences),
  relationships: kindOf('relationships', relationships),
  changes: kindOf('changes', changes),
  bom_yields: kindOf('bom_yields', bomYields),
  bom_yield_changes: kindOf('bom_yield_changes', bomYieldChanges),
  material_positions: kindOf('material_positions', materialPositions),
  position_exceptions: kindOf('position_exceptions', positionExceptions),
  dataset_freshness: kindOf('dataset_freshness', datasetFreshness),
}
