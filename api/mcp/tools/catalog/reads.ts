import type { ToolDefinition } from '../tool.ts'

type Read = Pick<ToolDefinition, 'description' | 'advice' | 'hints'>

const exact = 'Codes and names must match exactly, as other results show them.'

/**
 * Descriptions of the read tools for models, by operation, except those of the tools with files of their own. They are
 * short, because clients load them into every conversation, and refer to tools and arguments by their MCP names.
 */
export const reads: Readonly<Record<string, Read>> = {
  listBomSnapshots: {
    description: 'Lists the available BOM snapshots, newest first. Each is a completed publication of the whole BOM.',
  },
  listBomYields: {
    description:
      'Lists the yield rows of one BOM snapshot: how much material each SKU needs for each BOM line. grossYield is for ' +
      'yieldPerUnits garments (1 or 12), grossYieldBase for one garment, in baseUom. A row must match all filters.',
    advice: 'Get the exact yields of each SKU with list_bom_yields.',
    hints: Object.fromEntries(['style', 'sku', 'material', 'mpn', 'supplier'].map((name) => [name, exact])),
  },
  summarizeBomYields: {
    description:
      'Counts the styles, SKUs, materials, suppliers, and rows of one BOM snapshot that match all filters, and ranks groups: ' +
      'groupBy one or two of style, material, supplier, season, section, size. gross is for one garment, in base units. ' +
      'groupCount is the number of all groups.',
    advice: 'See where a material or supplier is used with summarize_bom_yields.',
    hints: Object.fromEntries(['style', 'sku', 'material', 'mpn', 'supplier'].map((name) => [name, exact])),
  },
  listBomYieldHistory: {
    description:
      'Lists the steps of one yield row over the BOM snapshots, newest first: from which snapshot it had which values, and ' +
      'the change. row is null while no snapshot has it.',
    hints: { matchKey: 'List yields with fields ["matchKey"], and pass the one of the row unchanged.' },
  },
  calculateMaterialRequirements: {
    description:
      'Calculates what an order needs of each material: gross quantity, cost at today’s prices, stock, and net quantity to ' +
      'buy. One piece of one SKU gives the material cost of a garment. unpriced, unconverted, and notFound list what totals ' +
      'leaves out. Without an exact decimal, an amount is null; mean, for one piece, is rounded.',
    advice: 'Get what an order needs and costs with calculate_material_requirements.',
  },
  summarizeBomYieldChanges: {
    description:
      'Counts BOM changes between two snapshots by type, style, material, and supplier, and returns the rows with the ' +
      'largest change in percent. costEffect is the change of the material cost of one garment, at today’s prices. It has ' +
      'the filters of get_bom_yield_changes. Call it first.',
    advice: 'Before you list changes, get their totals with summarize_bom_yield_changes.',
  },
  listChanges: {
    description:
      'Lists what changed in entities, relationships, and BOM snapshots, in the order in which it was applied, deletions ' +
      'included. With entityId, it is the history of one entity. since is the time of application.',
    advice: 'See what changed recently, or the history of an entity, with list_changes.',
  },
  getConnectedRecord: {
    description:
      'Returns one material or factory as all source systems state it: for each field the resolved value, its source ' +
      'system, and whether systems disagree (conflict).',
  },
  searchConnectedRecords: {
    description:
      'Finds materials and factories that source systems have records of, by words in their label, by system, or by the ' +
      'state of their match.',
  },
  listServiceDatasets: {
    description: 'Lists the datasets that source systems send, with their steward and number of rows.',
  },
  getServiceDataFreshness: {
    description: 'Returns whether the data of each dataset is fresh, stale, or unknown, and why.',
    advice: 'Check how recent data is with get_service_data_freshness.',
  },
  getMaterialFactoryPosition: {
    description: 'Returns stock, orders, and requirements of materials at factories, one row for each system.',
    advice: 'Get stock with get_material_factory_position.',
  },
  compareMaterialPositions: {
    description:
      'Compares quantities of materials at factories between 2 to 4 systems, with a verdict for each pair. Quantities ' +
      'agree if they differ by at most the larger tolerance: by default 1 percent, 0 EA, 1 MTR, or 0.5 KGM.',
  },
  listMaterialPositionExceptions: {
    description:
      'Lists exceptions: where systems disagree about a material at a factory, or where their data cannot be right. With ' +
      'fields ["*"], shows what was observed, what was expected, and the recommended action. With severity, a page can be ' +
      'empty while links.next is not null.',
    advice: 'Find where systems disagree with list_material_position_exceptions.',
  },
  summarizeMaterialPositionExceptions: {
    description:
      'Counts exceptions by code, severity, and system, and returns the ten factories and materials with the most. It has ' +
      'the filters of list_material_position_exceptions.',
  },
  getMaterialPositionException: {
    description:
      'Returns one exception with its arithmetic, step by step. Each value names its record and how to read it. ' +
      'meta.notices reports steps that need another scope.',
  },
  inspectServiceSource: {
    description:
      'Returns what one source system sent: record types, fields, last loads, and fields that differ from the declared ' +
      'ones. With recordId, also the record as received, its open exceptions, and its rejected events.',
  },
  listExports: {
    description:
      'Lists the exports of the organization, newest first. After a lost response of create_export, look here first.',
  },
  getExport: {
    description: 'Returns one export. While pollAfterSeconds is not null, wait that number of seconds and call again.',
  },
  listIngestPublications: {
    description:
      'Lists BOM publications in any state, newest first, with stated and received counts, and why one failed.',
  },
  listIngestRejections: {
    description: 'Lists rejected events of the last 30 days, newest first, with the reason and the invalid fields.',
  },
  listIngestConflicts: {
    description: 'Lists codes that several entities have. A page can be empty while links.next is not null.',
  },
  listIngestSources: {
    description: 'Lists the sources that sent events, how many were applied or rejected, and when the last one came.',
  },
  getIngestReceipt: {
    description:
      'Returns whether an event is processed, rejected, or pending, by its topic, partition, and offset in Kafka.',
  },
  getToken: {
    description: 'Returns the organization of the token, its scopes, its requests per minute, and when it expires.',
  },
}
