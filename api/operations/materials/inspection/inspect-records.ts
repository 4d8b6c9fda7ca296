import {
  anyException,
  listExceptionsOfFactory,
  listExceptionsOfMaterial,
  listRecordDeadLetters,
  listSourceRecords,
} from '../../../../cypher/materials/read-materials.ts'
import type { InspectedRecord } from '../../../../schemas/materials/source-inspection.ts'
import { RecordType } from '../../../../schemas/records/connected-events.ts'
import { storedConnectedRecord, storedException } from '../../../../schemas/stored/connected-data.ts'
import { storedSourceRecord } from '../../../../schemas/stored/source-record.ts'
import type { Context } from '../../../core/context.ts'

/** The most records, exceptions, and dead letters that a response contains. */
const [MOST_RECORDS, MOST_EXCEPTIONS, MOST_DEAD_LETTERS] = [100, 100, 20]
/** The most dead letters that are read, of all instances and types together. */
const DEAD_LETTERS_READ = 500

interface RecordFilter {
  system: string
  recordType: string | null
  recordId: string
}

/**
 * The records of a source with one record ID, one per instance and type. A record whose events were all rejected is
 * included.
 */
export async function inspectRecords(context: Context, filter: RecordFilter): Promise<InspectedRecord[]> {
  const { system, recordType, recordId } = filter
  const [rows, deadLetters] = await Promise.all([
    context.read(listSourceRecords, { system, recordType, recordId, limit: MOST_RECORDS }),
    context.read(listRecordDeadLetters, { system, recordId, recordType, limit: DEAD_LETTERS_READ }),
  ])
  const keyOf = (row: { instance: string; recordType: string }) => `${row.recordType} ${row.instance}`
  // The subject of a dead letter is not validated, so those with an invalid record type are skipped.
  const deadLettersOf = Map.groupBy(
    deadLetters.filter((deadLetter) => RecordType.safeParse(deadLetter.recordType).success),
    keyOf,
  )
  const stored = await Promise.all(
    rows.map(async (row) => [keyOf(row), await inspected(context, system, row)] as const),
  )
  const found = new Map(stored)
  const keys = [...new Set([...found.keys(), ...deadLettersOf.keys()])].sort()
  return keys.map((key) => {
    const deadLetters = (deadLettersOf.get(key) ?? []).map(({ reason, detail, at, partition, offset }) => ({
      reason,
      detail,
      at,
      partition,
      offset,
    }))
    return {
      ...(found.get(key) ?? unknownRecord(key)),
      deadLetters: deadLetters.sort((a, b) => (a.at > b.at ? -1 : 1)).slice(0, MOST_DEAD_LETTERS),
    }
  })
}

type Row = ReturnType<typeof listSourceRecords.row.parse>

async function inspected(context: Context, system: string, row: Row): Promise<Omit<InspectedRecord, 'deadLetters'>> {
  const { summary, fields, raw = null } = storedSourceRecord.read(row.doc)
  const connected = row.connected === null ? null : storedConnectedRecord.read(row.connected)
  const { instance, recordType } = summary
  return {
    instance,
    recordType,
    kind: row.kind,
    record: summary,
    // The stored value was parsed from JSON, so it has this type.
    raw: raw as InspectedRecord['raw'],
    mapping: fields.map(({ name, sourceField, value }) => ({ sourceField, canonicalField: name, value })),
    match: connected && { state: connected.match.state, connectedRef: connected.ref },
    openExceptions: await openExceptions(context, system, row),
  }
}

async function openExceptions(context: Context, system: string, { kind, connectedId }: Row) {
  if (connectedId === null) return []
  const wanted = { status: 'open' as const, after: '', limit: MOST_EXCEPTIONS, code: null, ...anyException }
  const rows = await (kind === 'material'
    ? context.read(listExceptionsOfMaterial, { ...wanted, materialId: connectedId, factoryId: null, factoryCode: null })
    : context.read(listExceptionsOfFactory, { ...wanted, factoryId: connectedId }))
  const concerned = rows.filter(({ doc }) => storedException.read(doc).systems.includes(system))
  return concerned.map(({ exceptionId, code }) => ({ exceptionId, code }))
}

function unknownRecord(key: string): Omit<InspectedRecord, 'deadLetters'> {
  const [recordType = '', instance = ''] = key.split(' ')
  return { instance, recordType, kind: null, record: null, raw: null, mapping: [], match: null, openExceptions: [] }
}
