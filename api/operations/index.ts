import type { Operation } from '../operation.ts'
import { listBomSnapshots } from './bom/list-bom-snapshots.ts'
import { listBomYieldChanges } from './bom/list-bom-yield-changes.ts'
import { listBomYields } from './bom/list-bom-yields.ts'
import { compareMaterialPositions } from './connected/compare-material-positions.ts'
import { getConnectedRecord } from './connected/get-connected-record.ts'
import { getMaterialFactoryPosition } from './connected/get-material-factory-position.ts'
import { getServiceDataFreshness } from './connected/get-service-data-freshness.ts'
import { inspectServiceSource } from './connected/inspect-service-source.ts'
import { listMaterialPositionExceptions } from './connected/list-material-position-exceptions.ts'
import { listServiceDatasets } from './connected/list-service-datasets.ts'
import { searchConnectedRecords } from './connected/search-connected-records.ts'
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
  getConnectedRecord,
  searchConnectedRecords,
  listServiceDatasets,
  getServiceDataFreshness,
  getMaterialFactoryPosition,
  compareMaterialPositions,
  listMaterialPositionExceptions,
  inspectServiceSource,
]
