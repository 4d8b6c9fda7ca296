import type { Operation } from '../operation.ts'
import { listBomSnapshots } from './bom/list-bom-snapshots.ts'
import { listBomYieldChanges } from './bom/list-bom-yield-changes.ts'
import { listBomYields } from './bom/list-bom-yields.ts'
import { createExport } from './exports/create-export.ts'
import { downloadExport } from './exports/download-export.ts'
import { getExport } from './exports/get-export.ts'
import { listExports } from './exports/list-exports.ts'
import { getEntity } from './graph/get-entity.ts'
import { listEntityRelationships } from './graph/list-entity-relationships.ts'
import { listEntityTypes } from './graph/list-entity-types.ts'
import { searchEntities } from './graph/search-entities.ts'

/** Every operation, in the specification's order: the only registry. REST, the contract, MCP and the tests iterate it. */
export const operations: readonly Operation[] = [
  listEntityTypes,
  searchEntities,
  getEntity,
  listEntityRelationships,
  listBomSnapshots,
  listBomYields,
  listBomYieldChanges,
  createExport,
  listExports,
  getExport,
  downloadExport,
]
