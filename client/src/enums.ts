// The values of the enumerations of the Tenant Data API 1.0. Made by client/generator of its published contract; do not edit.

/** The values of `CauseKind`. */
export const causeKindValues = ['changed', 'replaced', 'added', 'removed', 'renamed', 'skus_added', 'skus_removed', 'style_added', 'style_removed'] as const

/** The values of `ChangedType`. */
export const changedTypeValues = ['style', 'sku', 'material', 'supplier', 'HAS_SKU', 'SUPPLIED_BY', 'PRODUCED_BY', 'SUBSTITUTE_FOR', 'CARRIED_OVER_FROM', 'MADE_FROM', 'OWNED_BY', 'bom_snapshot'] as const

/** The values of `ChangeKind`. */
export const changeKindValues = ['entity', 'relationship', 'bom_snapshot'] as const

/** The values of `ChangeType`. */
export const changeTypeValues = ['added', 'removed', 'changed', 'unchanged'] as const

/** The values of `Classification`. */
export const classificationValues = ['public', 'internal', 'confidential', 'personal'] as const

/** The values of `ComparedField`. */
export const comparedFieldValues = ['style', 'sku', 'material', 'materialColorCode', 'mpn', 'supplierCode', 'netYield', 'wastagePercent', 'wastageBasis', 'grossYield', 'uom', 'yieldPerUnits', 'section', 'placement', 'isPrimary', 'yieldStage'] as const

/** The values of `ConnectedKind`. */
export const connectedKindValues = ['material', 'factory'] as const

/** The values of `CredentialKind`. */
export const credentialKindValues = ['service', 'mcp', 'support'] as const

/** The values of `DatasetLifecycle`. */
export const datasetLifecycleValues = ['active', 'paused', 'deprecated'] as const

/** The values of `DeadReason`. */
export const deadReasonValues = ['malformed', 'unknown_type', 'invalid_data', 'unknown_organization', 'source_not_allowed', 'key_mismatch', 'wrong_partition', 'no_open_publication', 'publication_failed', 'unprocessable'] as const

/** The values of `Direction`. */
export const directionValues = ['outgoing', 'incoming'] as const

/** The values of `EntityType`. */
export const entityTypeValues = ['style', 'sku', 'material', 'supplier', 'bom_publication'] as const

/** The values of `ExceptionCode`. */
export const exceptionCodeValues = ['MISSING_IN_ERP', 'MISSING_IN_PLM', 'ORPHAN_MATERIAL', 'ORPHAN_FACTORY', 'UOM_INCOMPATIBLE', 'UOM_MISMATCH', 'QUANTITY_MISMATCH', 'REQUIREMENT_MISMATCH', 'SUPPLIER_MISMATCH', 'MPN_MISMATCH', 'STATUS_CONFLICT', 'FACTORY_NOT_ALLOCATED', 'NEGATIVE_ON_HAND', 'OVER_ALLOCATED', 'SHORTAGE', 'EXCESS_LIABILITY', 'DUPLICATE_SOURCE_RECORD', 'AMBIGUOUS_MATCH', 'FUTURE_TIMESTAMP', 'STALE_SOURCE', 'UNKNOWN_FRESHNESS'] as const

/** The values of `ExceptionInputKind`. */
export const exceptionInputKindValues = ['position', 'material', 'style', 'supplier', 'link', 'source_record', 'requirement', 'dataset'] as const

/** The values of `ExceptionOrder`. */
export const exceptionOrderValues = ['id', 'severity', 'firstSeenAt'] as const

/** The values of `ExceptionSeverity`. */
export const exceptionSeverityValues = ['low', 'medium', 'high', 'critical'] as const

/** The values of `ExceptionStatus`. */
export const exceptionStatusValues = ['open', 'resolved'] as const

/** The values of `ExportFormat`. */
export const exportFormatValues = ['csv', 'jsonl', 'parquet'] as const

/** The values of `ExportKind`. */
export const exportKindValues = ['entities', 'external_references', 'relationships', 'changes', 'bom_yields', 'bom_yield_changes', 'material_positions', 'position_exceptions', 'dataset_freshness'] as const

/** The values of `ExportStatus`. */
export const exportStatusValues = ['queued', 'running', 'completed', 'failed', 'expired'] as const

/** The values of `FieldType`. */
export const fieldTypeValues = ['text', 'decimal', 'integer', 'boolean', 'date', 'timestamp'] as const

/** The values of `FreshnessStatus`. */
export const freshnessStatusValues = ['fresh', 'stale', 'unknown'] as const

/** The values of `LifecycleState`. */
export const lifecycleStateValues = ['concept', 'development', 'adopted', 'production', 'discontinued', 'dropped', 'planned', 'active', 'phase_out', 'inactive', 'submitted', 'approved', 'restricted', 'prospect', 'onboarding', 'suspended', 'completed'] as const

/** The values of `LoadMode`. */
export const loadModeValues = ['incremental', 'full_replace', 'event', 'file'] as const

/** The values of `LoadStatus`. */
export const loadStatusValues = ['started', 'succeeded', 'failed'] as const

/** The values of `MatchState`. */
export const matchStateValues = ['matched', 'unmatched', 'ambiguous'] as const

/** The values of `Measure`. */
export const measureValues = ['onHand', 'qualityHold', 'allocated', 'available', 'inTransit', 'onOrder', 'required', 'projected'] as const

/** The values of `NotFoundReason`. */
export const notFoundReasonValues = ['no_such_sku', 'several_skus', 'no_such_style', 'several_styles', 'no_such_colorway', 'no_such_size'] as const

/** The values of `Ownership`. */
export const ownershipValues = ['brand', 'factory', 'supplier_consignment'] as const

/** The values of `PriceBasis`. */
export const priceBasisValues = ['nominated', 'lowest', 'none'] as const

/** The values of `ProblemCode`. */
export const problemCodeValues = ['invalid_request', 'invalid_cursor', 'not_acceptable', 'payload_too_large', 'unsupported_media_type', 'headers_too_large', 'malformed_json', 'idempotency_key_not_accepted', 'invalid_token', 'insufficient_scope', 'wrong_region', 'forbidden_origin', 'not_found', 'entity_not_found', 'snapshot_not_found', 'snapshot_retired', 'record_not_found', 'dataset_not_found', 'exception_not_found', 'partition_not_found', 'source_not_found', 'changes_expired', 'export_not_found', 'export_expired', 'method_not_allowed', 'snapshot_not_completed', 'ambiguous_reference', 'export_not_ready', 'export_failed', 'unreadable_record', 'too_many_exports', 'rate_limited', 'internal_error', 'dependency_unavailable', 'rebuilding', 'query_timeout', 'overloaded'] as const

/** The values of `PublicationFailure`. */
export const publicationFailureValues = ['aborted', 'superseded', 'silence', 'invalid_data', 'missing_part', 'duplicate_part', 'wrong_counts', 'wrong_hash', 'out_of_order', 'base_moved', 'base_unusable', 'shrunk', 'future_time', 'unprocessable'] as const

/** The values of `PublicationMode`. */
export const publicationModeValues = ['full_replacement', 'partial'] as const

/** The values of `PublicationState`. */
export const publicationStateValues = ['building', 'completed', 'failed', 'aborted', 'retired'] as const

/** The values of `ReceiptState`. */
export const receiptStateValues = ['pending', 'processed', 'rejected'] as const

/** The values of `RelationshipType`. */
export const relationshipTypeValues = ['HAS_SKU', 'USES_MATERIAL', 'SUPPLIED_BY', 'PRODUCED_BY', 'PUBLISHES_BOM_FOR', 'SUPERSEDES', 'SUBSTITUTE_FOR', 'CARRIED_OVER_FROM', 'MADE_FROM', 'OWNED_BY'] as const

/** The values of `Scope`. */
export const scopeValues = ['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read', 'mcp:read'] as const

/** The values of `SourcingModel`. */
export const sourcingModelValues = ['cmt', 'fob'] as const

/** The values of `UnitOfMeasure`. */
export const unitOfMeasureValues = ['MTR', 'YRD', 'CMT', 'INH', 'KGM', 'GRM', 'LBR', 'MTK', 'EA', 'PR', 'SET', 'DZN', 'GRO', 'LTR', 'MLT', 'ROL', 'CON'] as const

/** The values of `Verdict`. */
export const verdictValues = ['match', 'within_tolerance', 'mismatch', 'missing', 'not_comparable'] as const

/** The values of `WastageBasis`. */
export const wastageBasisValues = ['on_net', 'on_gross'] as const

/** The values of `YieldDirection`. */
export const yieldDirectionValues = ['increased', 'decreased', 'equal', 'not_comparable'] as const

/** The values of `YieldGrouping`. */
export const yieldGroupingValues = ['style', 'material', 'supplier', 'season', 'section', 'size'] as const

/** The values of `YieldOrder`. */
export const yieldOrderValues = ['rows', 'styles', 'gross'] as const

/** The values of `YieldStage`. */
export const yieldStageValues = ['costing', 'booking', 'bulk', 'actual'] as const
