import type { z } from 'zod'
import { parseText, requireFit, UnreadableDocument } from '../../schemas/stored/stored-document.ts'

/** A row that was left out, without anything of what it holds. */
export interface UnreadableRow {
  /** The operation, the kind of export, or the query of the graph that met it. */
  where: string
  /** What finds it in the graph; null where it has nothing of the kind. */
  key: string | null
  /** Which fields do not fit, and what fits there. */
  fault: string
}

/** Rows that one response or one file leaves out, because what is stored does not fit its published schema. */
export interface Unreadable {
  readonly count: number
  /** Counts a row that was reported already. */
  note(rows: number): void
  /** Reports a row, and counts it. */
  leaveOut(row: UnreadableRow): void
}

/** @param report counts in a metric and writes a line */
export function createUnreadable(report: (row: UnreadableRow) => void): Unreadable {
  let count = 0
  return {
    get count() {
      return count
    },
    note(rows) {
      count += rows
    },
    leaveOut(row) {
      count += 1
      report(row)
    },
  }
}

/** What is made of each row. A row of which nothing can be made is left out, whatever is wrong with it. */
export function mapReadable<Row, Made>(
  { unreadable }: { unreadable: Unreadable },
  where: string,
  rows: Iterable<Row>,
  keyOf: (row: Row) => string,
  make: (row: Row) => Made,
): Made[] {
  return [...rows].flatMap((row) => {
    try {
      return [make(row)]
    } catch (error) {
      unreadable.leaveOut({ where, key: keyOf(row), fault: faultOf(error) })
      return []
    }
  })
}

/** Shows the class of an error, and the message only of our own: that of a parser repeats what it read. */
export function faultOf(error: unknown): string {
  if (error instanceof UnreadableDocument) return error.message
  return error instanceof Error ? error.name : 'unknown'
}

/** Characters of all documents that are remembered: those that are requested again and again. */
const MOST_CHARACTERS = 8_000_000

/** Documents that were found to fit their schemas. It stays true, so that they need not be parsed and checked again. */
class FittingDocuments {
  readonly #bySchema = new Map<z.ZodType, Set<string>>()
  #characters = 0

  has(schema: z.ZodType, document: string): boolean {
    return this.#bySchema.get(schema)?.has(document) ?? false
  }

  add(schema: z.ZodType, document: string): void {
    if (this.#characters + document.length > MOST_CHARACTERS) {
      this.#bySchema.clear()
      this.#characters = 0
    }
    const documents = this.#bySchema.get(schema) ?? new Set()
    this.#bySchema.set(schema, documents.add(document))
    this.#characters += document.length
  }
}

const fitting = new FittingDocuments()

/**
 * Checks a document in the form in which it is stored and goes out. To parse and check 100 of them takes about as long as
 * to join them to a response.
 * @throws UnreadableDocument
 */
export function requireFitDocument(schema: z.ZodType, document: string): void {
  if (fitting.has(schema, document)) return
  requireFit(schema, parseText(document))
  fitting.add(schema, document)
}

/** A document that is read for a file: once, so that nothing is remembered of it. @throws UnreadableDocument */
export function readDocument<T>(schema: z.ZodType<T>, document: string): T {
  return requireFit(schema, parseText(document))
}

/** What identifies a document, for the log. */
export function keyOfDocument(document: string): string | null {
  try {
    return keyOfRow(parseText(document))
  } catch {
    return null
  }
}

/** What identifies a row of a response, for the log: the first of its fields that is an id or a key. */
export function keyOfRow(row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return null
  const found = Object.entries(row).find(
    ([name, value]) =>
      /^(id|source|value)$|Id$|Key$/.test(name) && (typeof value === 'string' || typeof value === 'number'),
  )
  return found ? `${found[0]} ${String(found[1]).slice(0, MAX_KEY)}` : null
}

const MAX_KEY = 200
