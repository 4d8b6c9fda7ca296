import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ExportFormat, FileMediaType } from '../../schemas/exports/export-formats.ts'
import type { ProblemCode } from '../../schemas/problem.ts'
import type { Scope } from '../../schemas/scopes.ts'
import type { Context } from './context.ts'

/**
 * A page whose records are sent as the JSON text in which they are stored; see
 * docs/adr/0012-stored-records-go-out-as-text.md.
 */
export interface StoredPage {
  documents: readonly string[]
  /**
   * For each document, the stored source that it was made from. Of the documents with the same source, only the first
   * is checked.
   */
  madeOf?: readonly unknown[]
  links: { next: string | null }
  meta: Record<string, unknown>
  /** Returns the cursor that continues after the first `count` documents, if the page can be shortened. */
  nextAfter?: (count: number) => string
}

/** One record, sent as the JSON text in which it is stored. */
export interface StoredResource {
  document: string
  meta: Record<string, unknown>
}

/** A stored file, which is sent unchanged, whole or in part. */
export interface StoredFile {
  file: {
    /** The file name that browsers suggest for the download. */
    name: string
    format: ExportFormat
    byteSize: number
    /** SHA-256 of the contents, in hexadecimal. */
    sha256: string
    rows: number
    /** Opens the file, or returns null if it is missing. `end` is exclusive. */
    open(range?: { start: number; end: number }): Promise<Readable | null>
  }
}

/**
 * The description of one operation. REST, the published contract, the documentation, and the tests are all derived from
 * it. A field of `input` that the path names comes from the path, the others from the query (GET) or the body (POST).
 * `handle` returns what `output` describes, as a value or as stored text, and throws ApiError.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  operationId: string
  method: 'GET' | 'POST'
  path: `/v1/${string}`
  /** The scope that a credential needs, or null if any valid credential is enough. */
  scope: Scope | null
  tag: 'Access' | 'Entity graph' | 'BOM history' | 'Connected data' | 'Exports' | 'Ingest'
  summary: string
  description: string
  input: Input
  /**
   * The schema of the body in the contract, if its fields depend on one of them. `input` accepts everything that it
   * accepts.
   */
  forms?: z.ZodType
  output: Output
  /**
   * The media types of the response if it is not JSON, each with an example, or null if it is not text. Then `handle`
   * returns a stored file of one of them.
   */
  files?: Readonly<Record<FileMediaType, string | null>>
  /**
   * The problem codes that only this operation can return, in addition to those that problems-of.ts derives from its
   * method, input, and output.
   */
  problems?: readonly ProblemCode[]
  /** Whether it reads only data that a rebuild does not drop, so it works while one is running. */
  isAvailableDuringRebuild?: true
  /** A request header that the operation rejects, and the code of the problem that it returns then. */
  refusedHeader?: { name: string; code: ProblemCode }
  /** The path of the created resource, for the Location header. */
  location?(output: z.output<Output>): string
  /** Worked examples for the contract: valid inputs as JSON values, and a valid response. */
  examples: { input: z.input<Input>; output: z.output<Output> }
  handle(input: z.output<Input>, context: Context): Promise<z.output<Output> | StoredPage | StoredResource | StoredFile>
}

/** Checks that the types of input and output match those of `handle`. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Operation<Input, Output>,
): Operation<Input, Output> {
  return definition
}

/** The scopes that an operation needs. */
export function scopesOf({ scope }: Pick<Operation, 'scope'>): Scope[] {
  return scope === null ? [] : [scope]
}
