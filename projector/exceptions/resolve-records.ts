import {
  deleteConnectedRecords,
  getConnectedLabels,
  getSourceRecords,
  listRecordsOfConnected,
  writeConnectedRecords,
  writeConnections,
} from '../../cypher/exceptions/resolve.ts'
import { evaluateRecord } from '../../domain/exceptions/evaluate-record.ts'
import { codeValues } from '../../domain/exceptions/finding.ts'
import { refText } from '../../domain/identity/record-refs.ts'
import { type ConnectedSources, connectedRecord } from '../../domain/materials/connected-record.ts'
import { tokenize } from '../../domain/search/tokens.ts'
import { storedConnectedRecord } from '../../schemas/stored/connected-data.ts'
import type { ExceptionCounts } from '../report.ts'
import { byId, distinct, type ReconcileContext } from './context.ts'
import { pairsOfRefs } from './follow/by-key.ts'
import type { Invalidation } from './invalidation.ts'
import { type OwnedRecord, ownedRecords } from './resolve/record-owners.ts'
import { readExceptions, type Verdict, writeFindings } from './write-findings.ts'

/**
 * Matches these source records again, writes the connected records that contain or contained them, and writes the
 * exceptions of the matches.
 * @returns invalidations of the pairs at the factories that these records describe
 */
export async function resolveRecords(
  context: ReconcileContext,
  ids: readonly string[],
): Promise<{ counts: ExceptionCounts; added: Invalidation[] }> {
  const { run, organization } = context
  const own = await ownedRecords(context, await run(getSourceRecords, organization, { ids: [...ids] }))
  const records = new Map(own.map((record) => [record.id, record]))
  const shownBy = new Set<string>()
  for (let wanted = note(shownBy, own); wanted.length > 0; ) {
    const rows = await run(listRecordsOfConnected, organization, { ids: distinct(wanted) })
    const others = await ownedRecords(
      context,
      rows.filter(({ id }) => !records.has(id)),
    )
    for (const record of others) records.set(record.id, record)
    wanted = note(shownBy, others)
  }
  const all = [...records.values()]
  const moved = all.filter(({ was, connectedId }) => was !== connectedId)
  if (moved.length > 0) {
    const rows = moved.map(({ id, connectedId }) => ({ id, connectedId })).sort(byId)
    await run(writeConnections, organization, { rows })
  }
  const { counts, renamed } = await writeConnected(context, [...shownBy], all)
  const ambiguous = await pairsOfRefs(context, 'factory', distinct(own.flatMap(refsOf)))
  return { counts, added: [...ambiguous, ...renamed.map((key): Invalidation => ({ kind: 'factory', key }))] }
}

/** Adds the connected records that contain or contained these source records to `known`. Returns those that are new. */
function note(known: Set<string>, records: readonly OwnedRecord[]): string[] {
  const named = records.flatMap(({ was, connectedId }) => [was, connectedId].filter((id) => id !== null))
  const added = distinct(named).filter((id) => !known.has(id))
  for (const id of added) known.add(id)
  return added
}

/** Writes connected records and their exceptions. Also returns the factories whose label has changed. */
async function writeConnected(
  context: ReconcileContext,
  ids: readonly string[],
  records: readonly OwnedRecord[],
): Promise<{ counts: ExceptionCounts; renamed: string[] }> {
  const { run, organization } = context
  const rows = ids.length > 0 ? await run(getConnectedLabels, organization, { ids: [...ids] }) : []
  const stored = new Map(rows.map((row) => [row.id, row]))
  const shown = ids.map((id) => {
    const sources = sourcesOf(id, records)
    const before = stored.get(id)?.kind ?? null
    return { id, sources, before, record: sources && connectedRecord(sources) }
  })
  const written = shown
    .flatMap(({ record }) => (record ? [{ record, doc: storedConnectedRecord.write(record) }] : []))
    .filter(({ record, doc }) => stored.get(record.id)?.doc !== doc)
    .map(({ record, doc }) => ({
      id: record.id,
      kind: record.kind,
      label: record.label,
      doc,
      words: tokenize(record.label).join(' '),
      matchState: record.match.state,
      systems: distinct(record.sourceRecords.map(({ system }) => system)).sort(),
    }))
  if (written.length > 0) await run(writeConnectedRecords, organization, { rows: written })
  const gone = shown.filter(({ id, sources }) => !sources && stored.has(id)).map(({ id }) => id)
  if (gone.length > 0) await run(deleteConnectedRecords, organization, { ids: gone })
  const verdicts = shown.flatMap(({ id, sources, before, record }) => {
    const end = { key: id, id, code: sources?.facility ?? codeOf(sources) ?? id, label: record?.label ?? null }
    const kinds = distinct([sources?.kind, before].filter((kind) => kind != null))
    // If a source now reports the record as the other kind, all exceptions of the previous kind are resolved.
    return kinds.map((kind): Verdict => {
      const isMaterial = kind === 'material'
      return {
        endpoints: { material: isMaterial ? end : null, factory: isMaterial ? null : end },
        keys: isMaterial ? [id, ''] : ['', id],
        refs: ['', ''],
        findings: sources !== null && sources.kind === kind ? evaluateRecord(sources) : [],
      }
    })
  })
  const counts = await writeFindings(context, verdicts, await readExceptions(context, verdicts))
  const renamed = shown.filter(
    ({ id, sources, before, record }) =>
      [sources?.kind, before].includes('factory') && stored.get(id)?.label !== record?.label,
  )
  return { counts, renamed: renamed.map(({ id }) => id) }
}

/**
 * The code that readers see: of a matched material its material number, otherwise the first record's ID in its source.
 */
function codeOf(sources: ConnectedSources | null): string | undefined {
  const [owner, ...others] = sources?.owners ?? []
  return (others.length === 0 ? owner?.code : undefined) ?? sources?.records[0]?.summary.recordId
}

function sourcesOf(id: string, records: readonly OwnedRecord[]): ConnectedSources | null {
  const own = records.filter((record) => record.connectedId === id && record.matched !== null)
  const [first] = own
  if (!first) return null
  const { kind, owners, facility } = first
  const matched = own.flatMap((record) => record.matched ?? []).sort(byId)
  return { kind, id, records: matched, owners, facility, isExact: own.some(({ isExact }) => isExact) }
}

/** The references by which other records refer to the factories of this record. */
function refsOf({ kind, id, stored }: OwnedRecord): string[] {
  if (kind !== 'factory' || !stored) return []
  const { system, instance, recordId } = stored.summary
  const record = refText({ kind: 'record', system, instance, recordId })
  return [...Object.keys(codeValues(stored.references)), record, refText({ kind: 'id', id })]
}
