import { z } from 'zod'

declare const document: unique symbol

/**
 * The JSON text of a stored document. The type parameter prevents that a text is read as another document than it was
 * written as.
 */
export type TextOf<Document> = string & { readonly [document]: Document }

/**
 * Thrown for a stored document, or for a value made of one, that does not fit its schema. The message names the kind of
 * the document and the fields that do not fit. It contains no values.
 */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument'
}

/** A document that is stored as JSON text in a column of the graph. */
export interface StoredDocument<Document> {
  readonly schema: z.ZodType<Document>
  /** The column that holds it, for the declarations of statements. */
  readonly text: z.ZodType<TextOf<Document>, TextOf<Document>>
  /**
   * Parses and does not validate, because this is read for thousands of rows of a response. That is safe: only the
   * projectors and the API write documents, by `write`, from values of this type.
   * @throws UnreadableDocument for text that is not JSON
   */
  read(text: TextOf<Document>): Document
  /** Parses, validates, and drops fields that the schema does not name. @throws UnreadableDocument */
  readChecked(text: TextOf<Document>): Document
  write(value: Document): TextOf<Document>
}

/** @param kind names the document in errors */
export function storedDocument<Document>(kind: string, schema: z.ZodType<Document>): StoredDocument<Document> {
  return {
    schema,
    text: z.string() as unknown as StoredDocument<Document>['text'],
    read: (text) => parseText(text, kind) as Document,
    readChecked: (text) => requireFit(schema, parseText(text, kind), kind),
    write: (value) => JSON.stringify(value) as TextOf<Document>,
  }
}

/** The document of any record, link, or dataset, where only its field names matter. */
export const anyDocument = storedDocument('document', z.record(z.string(), z.unknown()))

/** Parses the JSON of a document of any kind. `kind` names the document in errors. @throws UnreadableDocument */
export function parseText(text: string, kind?: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(kind, 'not well-formed JSON')
  }
}

const MOST_FAULTS = 10

/** Checks a value against the schema of what is stored or served. @throws UnreadableDocument */
export function requireFit<T>(schema: z.ZodType<T>, value: unknown, kind?: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const faults = result.error.issues.slice(0, MOST_FAULTS).map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw unreadable(kind, faults.join('; '))
}

const unreadable = (kind: string | undefined, fault: string) =>
  new UnreadableDocument(kind === undefined ? fault : `${kind}: ${fault}`)
