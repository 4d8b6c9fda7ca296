import {
  listExceptionsOfFactory,
  listExceptionsOfMaterial,
  listRecordLetters,
  listSourceRecords,
} from '../../../cypher/connected.ts'
import type { ConnectedKind, ConnectedRecord, PositionException } from '../../../schemas/connected.ts'
import type { InspectedRecord } from '../../../schemas/source-inspection.ts'
import type { StoredSourceRecord } from '../../../schemas/stored-records.ts'
import type { Context } from '../../context.ts'

/** As many as are shown of each. */
const [MOST_RECORDS, MOST_EXCEPTIONS, MOST_LETTERS] = [100, 100, 20]

interface Asked {
  system: string
  recordType: string | null
  recordId: string
  /** In which dead letters are looked for. */
  recordTypes: string[]
}

/** The records of a source with one id, one an instance and type; also one that was only ever dead-lettered. */
export async function inspectRecords(context: Context, asked: Asked): Promise<InspectedRecord[]> {
  const { system, recordType, recordId, recordTypes } = asked
  const [rows, letters] = await Promise.all([
    context.read(listSourceRecords, { system, recordType, recordId, limit: MOST_RECORDS }),
    context.read(listRecordLetters, { system, recordId, recordTypes, limit: MOST_LETTERS }),
  ])
  const keyOf = (row: { instance: string; recordType: string }) => `${row.recordType} ${row.instance}`
  const lettersOf = Map.groupBy(letters, keyOf)
  const stored = await Promise.all(
    rows.map(async (row) => [keyOf(row), await inspected(context, system, row)] as const),
  )
  const found = new Map(stored)
  const keys = [...new Set([...found.keys(), ...lettersOf.keys()])].sort()
  return keys.map((key) => {
    const deadLetters = (lettersOf.get(key) ?? []).map(({ reason, detail, at, partition, offset }) => ({
      ...{ reason, detail, at, partition, offset },
    }))
    return {
      ...(found.get(key) ?? unknownRecord(key)),
      deadLetters: deadLetters.sort((a, b) => (a.at > b.at ? -1 : 1)),
    }
  })
}

/** What is kept is JSON. */
type Kept = Pick<StoredSourceRecord, 'summary' | 'fields'> & Partial<Pick<InspectedRecord, 'raw'>>
type Row = { kind: ConnectedKind; connectedId: string | null; doc: string; connected: string | null }

async function inspected(context: Context, system: string, row: Row): Promise<Omit<InspectedRecord, 'deadLetters'>> {
  const { summary, fields, raw = null }: Kept = JSON.parse(row.doc)
  const connected: ConnectedRecord | null = row.connected === null ? null : JSON.parse(row.connected)
  const { instance, recordType } = summary
  return {
    ...{ instance, recordType, kind: row.kind, record: summary, raw },
    mapping: fields.map(({ name, sourceField, value }) => ({ sourceField, canonicalField: name, value })),
    match: connected && { state: connected.match.state, connectedRef: connected.ref },
    openExceptions: await openExceptions(context, system, row),
  }
}

async function openExceptions(context: Context, system: string, { kind, connectedId }: Row) {
  if (connectedId === null) return []
  const wanted = { status: 'open' as const, after: '', limit: MOST_EXCEPTIONS, code: null }
  const rows = await (kind === 'material'
    ? context.read(listExceptionsOfMaterial, { ...wanted, materialId: connectedId, factoryId: null })
    : context.read(listExceptionsOfFactory, { ...wanted, factoryId: connectedId }))
  const concerned = rows.filter(({ doc }) => exceptionOf(doc).systems.includes(system))
  return concerned.map(({ exceptionId, code }) => ({ exceptionId, code }))
}

/** Documents were checked when they were written. */
function exceptionOf(doc: string): PositionException {
  return JSON.parse(doc)
}

function unknownRecord(key: string): Omit<InspectedRecord, 'deadLetters'> {
  const [recordType = '', instance = ''] = key.split(' ')
  return { instance, recordType, kind: null, record: null, raw: null, mapping: [], match: null, openExceptions: [] }
}
