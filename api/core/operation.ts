import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ProblemCode } from '../../schemas/problem.ts'
import type { Scope } from '../../schemas/scopes.ts'
import type { Context } from './context.ts'

/** A page whose records go out as the JSON text in which they are stored; see docs/adr/0012-stored-records-go-out-as-text.md. */
export interface StoredPage {
  documents: readonly string[]
  /** What each document is made of, where many are made of the same: only the first of those is checked. */
  madeOf?: readonly unknown[]
  links: { next: string | null }
  meta: Record<string, unknown>
  /** The cursor behind so many of its documents, for a page that has to be shortened; none when it cannot be. */
  nextAfter?: (count: number) => string
}

/** One record as the JSON text in which it is stored. */
export interface StoredResource {
  document: string
  meta: Record<string, unknown>
}

/** A stored file, which is sent as it is, whole or in part. */
export interface StoredFile {
  file: {
    /** What browsers save it as. */
    name: string
    byteSize: number
    /** Of its bytes, hexadecimal. */
    sha256: string
    rows: number
    /** Null when it is not where it should be. `end` is exclusive. */
    open(range?: { start: number; end: number }): Promise<Readable | null>
  }
}

/**
 * One operation of the service: the single description that REST, the published contract, the documentation and the
 * tests iterate. A field of `input` that the path names comes from the path, the others from the query (GET) or the
 * body (POST). `handle` returns what `output` describes, whole or as stored text, and throws ApiError.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  operationId: string
  method: 'GET' | 'POST'
  path: `/v1/${string}`
  /** What a credential needs; null when any valid one will do. */
  scope: Scope | null
  tag: 'Access' | 'Entity graph' | 'BOM history' | 'Connected data' | 'Exports' | 'Ingest'
  summary: string
  description: string
  input: Input
  /** What the contract shows of a body whose fields depend on one of them; `input` takes no less. */
  forms?: z.ZodType
  output: Output
  /** What it returns, when that is not JSON: then `handle` returns a stored file. */
  mediaType?: 'text/csv'
  /** Problems of its own, in addition to those that follow from its method, input and output; see problems-of.ts. */
  problems?: readonly ProblemCode[]
  /** Whether it reads nothing that a rebuild drops. */
  isAvailableDuringRebuild?: true
  /** A header that it does not take, and the problem that says why. */
  refusedHeader?: { name: string; code: ProblemCode }
  /** The path of what it made, for Location. */
  location?(output: z.output<Output>): string
  /** Worked examples for the contract: valid inputs as JSON values, and a valid response. */
  examples: { input: z.input<Input>; output: z.output<Output> }
  handle(input: z.output<Input>, context: Context): Promise<z.output<Output> | StoredPage | StoredResource | StoredFile>
}

/** Keeps the types of input and output together. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Operation<Input, Output>,
): Operation<Input, Output> {
  return definition
}

/** The scopes that an operation needs. */
export function scopesOf({ scope }: Pick<Operation, 'scope'>): Scope[] {
  return scope === null ? [] : [scope]
}
