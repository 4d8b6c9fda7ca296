import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { MappedRecord } from '../../../domain/imports/map-record.ts'

/** What the event log contains about a record. */
export interface KnownRecord {
  version: bigint
  contentHash: string
  isDeleted: boolean
}

/** A record of the file that is the same as, or contradicts, an earlier row. */
export type Duplicate = { isEqual: boolean; line: number; fields: string[] }

const VERSION_DIGITS = 39
const padded = (version: bigint) => version.toString().padStart(VERSION_DIGITS, '0')

/** The hash of a record's contents. */
export function hashOf(content: string): string {
  return hash('sha256', content, 'base64url')
}

/**
 * The records of a file, and what the event log contains about them, in a temporary database, because both may be more
 * than fit in memory. Nothing is sent before the whole file is here.
 */
export class ImportSpool {
  readonly #database = new DatabaseSync('')
  readonly #insert
  readonly #bySubject
  readonly #setKnown
  readonly #getKnown

  constructor() {
    this.#database.exec(`
      CREATE TABLE rows (seq INTEGER PRIMARY KEY, subject TEXT, record TEXT);
      CREATE INDEX rows_subject ON rows (subject);
      CREATE TABLE known (subject TEXT PRIMARY KEY, version TEXT, hash TEXT, deleted INTEGER, scope INTEGER)
        WITHOUT ROWID;
      BEGIN`)
    this.#insert = this.#database.prepare('INSERT INTO rows (subject, record) VALUES (?, ?)')
    this.#bySubject = this.#database.prepare('SELECT record FROM rows WHERE subject = ? LIMIT 1')
    this.#setKnown = this.#database.prepare('INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?, ?)')
    this.#getKnown = this.#database.prepare('SELECT version, hash, deleted FROM known WHERE subject = ?')
  }

  /** Adds a record, unless an earlier row has the same subject. */
  add(record: MappedRecord): Duplicate | null {
    const earlier = this.#bySubject.get(record.subject)
    if (!earlier) return this.append(record)
    const first: MappedRecord = JSON.parse(String(earlier.record))
    const isEqual = first.content === record.content && first.version === record.version
    return { isEqual, line: first.line, fields: differingFields(first, record) }
  }

  /** Adds a change of a record. Changes of the same record are sent in the order of the file. */
  append(record: MappedRecord): null {
    this.#insert.run(record.subject, JSON.stringify(record))
    return null
  }

  *records(): Generator<MappedRecord, void, undefined> {
    for (const { record } of this.#database.prepare('SELECT record FROM rows ORDER BY seq').iterate())
      yield JSON.parse(String(record)) as MappedRecord
  }

  known(subject: string): KnownRecord | null {
    const row = this.#getKnown.get(subject)
    return row
      ? { version: BigInt(String(row.version)), contentHash: String(row.hash), isDeleted: row.deleted === 1 }
      : null
  }

  /** Remembers the newest version of a record. `isInScope` is whether the mapping covers it. */
  setKnown(subject: string, { version, contentHash, isDeleted }: KnownRecord, isInScope: boolean): void {
    this.#setKnown.run(subject, padded(version), contentHash, Number(isDeleted), Number(isInScope))
  }

  /** The number of records in the event log that exist and that the mapping covers. */
  countExisting(): number {
    const row = this.#database.prepare('SELECT count(*) AS n FROM known WHERE NOT deleted AND scope').get()
    return Number(row?.n ?? 0)
  }

  countMissing(): number {
    return Number(this.#database.prepare(`SELECT count(*) AS n ${MISSING}`).get()?.n ?? 0)
  }

  /** The subjects of records that exist, that the mapping covers, and that the file does not contain. */
  *missing(): Generator<string, void, undefined> {
    for (const { subject } of this.#database.prepare(`SELECT subject ${MISSING} ORDER BY subject`).iterate())
      yield String(subject)
  }

  close(): void {
    this.#database.close()
  }
}

const MISSING = 'FROM known WHERE NOT deleted AND scope AND subject NOT IN (SELECT subject FROM rows)'

function differingFields(a: MappedRecord, b: MappedRecord): string[] {
  if (a.action !== b.action) return ['deletion']
  const [left, right]: Record<string, unknown>[] = [{ ...a.data }, { ...b.data }]
  const names = [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])]
  const fields = names.filter((name) => JSON.stringify(left?.[name]) !== JSON.stringify(right?.[name]))
  if (a.version !== b.version) fields.push('version')
  if (fields.length === 0) fields.push('time')
  return fields
}
