import { z } from 'zod'
import { listSnapshots } from '../../cypher/bom/read-snapshots.ts'
import { repairPublication } from '../../cypher/bom/write-publications.ts'
import type { Graph } from '../../cypher/connect.ts'
import { listStoredChanges } from '../../cypher/feed/read-feed.ts'
import { listAllLinks, listEntities } from '../../cypher/graph/read-graph.ts'
import { listPublications } from '../../cypher/ingest/read-ingest.ts'
import {
  anyException,
  listAllPositions,
  listDatasets,
  listExceptions,
  listLoads,
  listRecords,
} from '../../cypher/materials/read-materials.ts'
import { Timestamp } from '../../schemas/common.ts'
import { OPEN } from '../../schemas/stored/bom.ts'
import { storedChange } from '../../schemas/stored/change.ts'
import {
  storedConnectedRecord,
  storedDataset,
  storedException,
  storedLoad,
  storedPosition,
} from '../../schemas/stored/connected-data.ts'
import { storedEntity } from '../../schemas/stored/entity.ts'
import { storedLink } from '../../schemas/stored/link.ts'
import { storedSnapshot } from '../../schemas/stored/publication.ts'
import { parseText } from '../../schemas/stored/stored-document.ts'
import { timeOfMilliseconds } from '../../schemas/values/input-times.ts'
import { selectOrganizations } from '../organizations.ts'
import type { Check, Finding } from './check.ts'

interface StoredRow {
  kind: string
  key: string
  document: string
  schema: z.ZodType
}

const ALL = Number.MAX_SAFE_INTEGER
const StartedPublication = z.looseObject({ effectiveAt: Timestamp, startedAt: Timestamp })

/** Iterates over every stored document of an organization that lists return, with its published schema. */
async function* storedRows(graph: Graph, organization: string): AsyncGenerator<StoredRow> {
  const page = { after: '', limit: ALL }
  for await (const { id: key, doc: document } of graph.stream(listEntities, organization, page))
    yield { kind: 'entity', key, document, schema: storedEntity.schema }
  for await (const { sortKey: key, doc: document } of graph.stream(listAllLinks, organization, {}))
    yield { kind: 'relationship', key, document, schema: storedLink.schema }
  const publications = { before: ALL, limit: ALL }
  for await (const { snapshotId: key, started: document } of graph.stream(listPublications, organization, publications))
    yield { kind: 'publication', key, document, schema: StartedPublication }
  for await (const { doc: document } of graph.stream(listSnapshots, organization, { before: OPEN, limit: ALL }))
    yield { kind: 'snapshot', key: snapshotIdOf(document), document, schema: storedSnapshot.schema }
  const datasetIds: string[] = []
  for await (const { datasetId: key, doc: document } of graph.stream(listDatasets, organization, page)) {
    datasetIds.push(key)
    yield { kind: 'dataset', key, document, schema: storedDataset.schema }
  }
  for await (const { datasetId: key, doc: document } of graph.stream(listLoads, organization, {
    datasetIds,
    newest: ALL,
  }))
    yield { kind: 'dataset_load', key, document, schema: storedLoad.schema }
  for await (const { id: key, doc: document } of graph.stream(listRecords, organization, { ...page, system: null }))
    if (document !== null) yield { kind: 'connected_record', key, document, schema: storedConnectedRecord.schema }
  for await (const { id: key, doc: document } of graph.stream(listAllPositions, organization, {
    ...page,
    system: null,
  }))
    yield { kind: 'position', key, document, schema: storedPosition.schema }
  for await (const { feed, position, doc: document } of graph.stream(listStoredChanges, organization, {}))
    yield { kind: 'change', key: `${feed}-${position}`, document, schema: storedChange.schema }
  for (const status of ['open', 'resolved'] as const)
    for await (const { exceptionId: key, doc } of graph.stream(listExceptions, organization, {
      ...{ ...page, ...anyException },
      status,
    }))
      yield { kind: 'exception', key, document: doc, schema: storedException.schema }
}

function snapshotIdOf(document: string): string {
  return /"snapshotId":"([0-9A-Z]{26})"/.exec(document)?.[1] ?? 'unknown'
}

/**
 * Finds stored documents that do not match their published schema. Their values are not reported. Times of publications
 * outside the accepted years can be repaired: they become the nearest accepted year. All other documents must be sent
 * again by their source.
 */
export const checkStoredRows: Check = async ({ graph, organization, repair }) => {
  const findings: Finding[] = []
  for (const { key } of await selectOrganizations(graph, organization))
    for await (const row of storedRows(graph, key)) findings.push(...(await checkStoredRow(graph, key, row, repair)))
  return findings
}

async function checkStoredRow(graph: Graph, organization: string, row: StoredRow, repair: boolean): Promise<Finding[]> {
  const { kind, key, document, schema } = row
  const checked = schema.safeParse(parsed(document))
  if (checked.success) return []
  const times = timesInRange(row)
  const repaired = repair && times !== null && (await storeTimes(graph, organization, row, times))
  return checked.error.issues.slice(0, MOST_FAULTS).map(({ path, message }) => {
    const field = path.join('.')
    const detail = `${organization}: ${kind} ${key}: ${field}: ${message}${times === null ? '; send the record again from its source' : ''}`
    return { check: 'stored rows', detail, repairable: times !== null, repaired, organization, kind, key, field }
  })
}

const MOST_FAULTS = 10

function parsed(document: string): unknown {
  try {
    return parseText(document)
  } catch {
    return null
  }
}

/**
 * Returns the document of a publication with its times moved into the accepted years, or null if it is still invalid.
 */
function timesInRange({ kind, document, schema }: StoredRow): string | null {
  if (kind !== 'publication' && kind !== 'snapshot') return null
  const times = document.replace(/"[+-]\d{6}(-\d\d){2}T[\d:.]+Z"/g, (time) =>
    JSON.stringify(timeOfMilliseconds(Date.parse(time.slice(1, -1)))),
  )
  return schema.safeParse(parsed(times)).success ? times : null
}

async function storeTimes(
  graph: Graph,
  organization: string,
  { kind, key: snapshotId }: StoredRow,
  times: string,
): Promise<boolean> {
  const given = { snapshotId, started: null, doc: null, [kind === 'publication' ? 'started' : 'doc']: times }
  const [done] = await graph.write((run) => run(repairPublication, organization, given))
  return done !== undefined
}
