import type { z } from 'zod'
import { parseText, requireFit, UnreadableDocument } from '../../schemas/stored/stored-document.ts'

/** A row that was left out of a response, without any of its values. */
export interface UnreadableRow {
  /** The operation, the kind of export, or the statement that read the row. */
  where: string
  /** The ID or key that finds the row in the graph, or null if it has none. */
  key: string | null
  /** Which fields do not fit, and what their schema expects. */
  fault: string
}

/**
 * Counts the rows that one response or one file leaves out, because their stored values do not fit the published
 * schema.
 */
export interface Unreadable {
  readonly count: number
  /** Counts rows that were already reported. */
  note(rows: number): void
  /** Reports a row and counts it. */
  leaveOut(row: UnreadableRow): void
}

/** @param report counts the row in a metric and writes a log line */
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

/** Converts each row. A row whose conversion fails is left out, whatever the error is. */
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

/**
 * Describes an error by its class, and by its message only if it is an UnreadableDocument. The message of a parser
 * would repeat stored values.
 */
export function faultOf(error: unknown): string {
  if (error instanceof UnreadableDocument) return error.message
  return error instanceof Error ? error.name : 'unknown'
}

/** The total number of characters of the documents that are remembered as fitting. */
const MOST_CHARACTERS = 8_000_000

/**
 * Remembers documents that were found to fit their schemas, so that frequently requested ones are not parsed and
 * checked again. A document that fits once always fits.
 */
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
 * Checks the text of a document that is sent as it is stored. To parse and check 100 documents takes about as long as
 * to join them into a response, so the result is remembered.
 * @throws UnreadableDocument
 */
export function requireFitDocument(schema: z.ZodType, document: string): void {
  if (fitting.has(schema, document)) return
  requireFit(schema, parseText(document))
  fitting.add(schema, document)
}

/**
 * Parses and checks a document of an export. The result is not remembered, because each document is read once.
 * @throws UnreadableDocument
 */
export function readDocument<T>(schema: z.ZodType<T>, document: string): T {
  return requireFit(schema, parseText(document))
}

/** The ID or key of a document, for the log. */
export function keyOfDocument(document: string): string | null {
  try {
    return keyOfRow(parseText(document))
  } catch {
    return null
  }
}

/** The first field of a row of a response that is an ID or a key, for the log. */
export function keyOfRow(row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return null
  const found = Object.entries(row).find(
    ([name, value]) =>
      /^(id|source|value)$|Id$|Key$/.test(name) && (typeof value === 'string' || typeof value === 'number'),
  )
  return found ? `${found[0]} ${String(found[1]).slice(0, MAX_KEY)}` : null
}

const MAX_KEY = 200
