import type { Operation } from '../core/operation.ts'
import { getToken } from './access/get-token.ts'
import { calculateMaterialRequirements } from './bom/calculate-material-requirements.ts'
import { listBomSnapshots } from './bom/list-bom-snapshots.ts'
import { listBomYieldChanges } from './bom/list-bom-yield-changes.ts'
import { listBomYieldHistory } from './bom/list-bom-yield-history.ts'
import { listBomYields } from './bom/list-bom-yields.ts'
import { summarizeBomYieldChanges } from './bom/summarize-bom-yield-changes.ts'
import { summarizeBomYields } from './bom/summarize-bom-yields.ts'
import { createExport } from './exports/create-export.ts'
import { downloadExport } from './exports/download-export.ts'
import { getExport } from './exports/get-export.ts'
import { listExports } from './exports/list-exports.ts'
import { getEntity } from './graph/get-entity.ts'
import { listChanges } from './graph/list-changes.ts'
import { listEntityRelationships } from './graph/list-entity-relationships.ts'
import { listEntityTypes } from './graph/list-entity-types.ts'
import { searchEntities } from './graph/search-entities.ts'
import { getIngestReceipt } from './ingest/get-ingest-receipt.ts'
import { listIngestConflicts } from './ingest/list-ingest-conflicts.ts'
import { listIngestPublications } from './ingest/list-ingest-publications.ts'
import { listIngestRejections } from './ingest/list-ingest-rejections.ts'
import { listIngestSources } from './ingest/list-ingest-sources.ts'
import { compareMaterialPositions } from './materials/compare-material-positions.ts'
import { getConnectedRecord } from './materials/get-connected-record.ts'
import { getMaterialFactoryPosition } from './materials/get-material-factory-position.ts'
import { getMaterialPositionException } from './materials/get-material-position-exception.ts'
import { getServiceDataFreshness } from './materials/get-service-data-freshness.ts'
import { inspectServiceSource } from './materials/inspect-service-source.ts'
import { listMaterialPositionExceptions } from './materials/list-material-position-exceptions.ts'
import { listServiceDatasets } from './materials/list-service-datasets.ts'
import { searchConnectedRecords } from './materials/search-connected-records.ts'
import { summarizeMaterialPositionExceptions } from './materials/summarize-material-position-exceptions.ts'

/**
 * Every operation. This is the only registry: REST, the contract, MCP, and the tests iterate over it. Operations of the
 * specification come first, in its order.
 */
export const operations: readonly Operation[] = [
  listEntityTypes,
  searchEntities,
  getEntity,
  listEntityRelationships,
  listChanges,
  listBomSnapshots,
  listBomYields,
  summarizeBomYields,
  listBomYieldHistory,
  listBomYieldChanges,
  summarizeBomYieldChanges,
  calculateMaterialRequirements,
  getConnectedRecord,
  searchConnectedRecords,
  listServiceDatasets,
  getServiceDataFreshness,
  getMaterialFactoryPosition,
  compareMaterialPositions,
  listMaterialPositionExceptions,
  summarizeMaterialPositionExceptions,
  getMaterialPositionException,
  inspectServiceSource,
  createExport,
  listExports,
  getExport,
  downloadExport,
  listIngestPublications,
  listIngestRejections,
  listIngestConflicts,
  listIngestSources,
  getIngestReceipt,
  getToken,
]
