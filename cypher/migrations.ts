import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('migrations/', import.meta.url)

/** A file in `migrations/`. */
export interface Migration {
  name: string
  checksum: string
  statements: string[]
}

/** Returns all migrations in order. */
export function migrations(): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, checksum: createHash('sha256').update(text).digest('hex'), statements: statementsOf(text) }
    })
}

/** An index or a constraint that the migrations create and keep. */
export interface Wanted {
  kind: 'INDEX' | 'CONSTRAINT'
  /** Creates it if it does not exist. */
  statement: string
}

const CREATED = /^CREATE (?:\w+ )?(INDEX|CONSTRAINT) (\w+) /
const DROPPED = /^DROP (?:INDEX|CONSTRAINT) (\w+) /

let known: ReadonlyMap<string, Wanted> | null = null

/**
 * Returns the indexes and constraints that the migrations create and keep, by name. The result is cached, because it is
 * needed often.
 */
export function wantedSchema(): ReadonlyMap<string, Wanted> {
  known ??= readWantedSchema()
  return known
}

function readWantedSchema(): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const text of migrations().flatMap(({ statements }) => statements)) {
    const statement = text.replace(/^[\t ]*\/\/.*$/gm, '').trim()
    const [, kind, created] = CREATED.exec(statement) ?? []
    if (created) wanted.set(created, { kind: kind === 'INDEX' ? 'INDEX' : 'CONSTRAINT', statement })
    const [, dropped] = DROPPED.exec(statement) ?? []
    if (dropped) wanted.delete(dropped)
  }
  return wanted
}

function statementsOf(text: string): string[] {
  return text
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^[ \t]*\/\/.*$/gm, '').trim() !== '')
}
